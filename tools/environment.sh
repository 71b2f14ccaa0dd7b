#!/usr/bin/env bash
# Makes .venv as a requirements file wants it, and does nothing when it already is so.
# Usage: tools/environment.sh requirements.txt|requirements-dev.txt
set -euo pipefail
cd "$(dirname "$0")/.."

wanted="$1"
venv=.venv
stamp="$venv/installed-${wanted%.txt}"
found="$(cat constraints.txt requirements.txt "$wanted" | sha256sum)"
[ -x "$venv/bin/python" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$found" ] && exit 0

# Without its pip it is one whose making broke off.
if [ ! -x "$venv/bin/pip" ]; then
    echo "Creating $venv …"
    "${PYTHON:-python3}" -m venv "$venv" || {
        echo "python3 cannot make a virtual environment here (on Debian: apt-get install python3-venv)." >&2
        exit 1
    }
fi
"$venv/bin/python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
    echo "Python 3.11 or newer is needed; PYTHON=… names one (then remove $venv)." >&2
    exit 1
}

echo "Installing $wanted …"
# uv is several times quicker; where it cannot be had, pip does the same.
[ -x "$venv/bin/uv" ] || "$venv/bin/pip" install --quiet --disable-pip-version-check uv >/dev/null 2>&1 || true
"$venv/bin/uv" pip install --quiet --python "$venv/bin/python" -r "$wanted" 2>/dev/null ||
    "$venv/bin/pip" install --quiet --disable-pip-version-check -r "$wanted"
echo "$found" >"$stamp"
