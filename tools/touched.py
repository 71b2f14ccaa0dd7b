"""Which tests lie next to what was changed since the last commit that others have: for `make quick`."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MOST = 12  # files: more would no longer be quick, and `make test` runs them all
IMPORTED = re.compile(r"^(?:from ([\w.]+) import (\([^)]*\)|.*)|import ([\w.]+))", re.MULTILINE)
ELSEWHERE = ("tests/browser/", "tests/servers/", "tests/stories/")  # not for `make quick`, or part of it anyway


def tests() -> list[str]:
    """Files of tests: those that were changed, then those that import a changed module themselves. `MOST` at most."""
    changed = [path for path in changes() if (ROOT / path).is_file()]
    files = [str(path.relative_to(ROOT)) for path in sorted(ROOT.glob("tests/**/test_*.py"))]
    modules = {module(path) for path in changed if path.endswith(".py")}
    first = [path for path in files if path in changed]
    then = [path for path in files if path not in changed and modules & imports(ROOT / path)]
    return [path for path in first + then if not path.startswith(ELSEWHERE)][:MOST]


def changes() -> set[str]:
    """Paths that differ from what the branch was begun from; all of it uncommitted where it follows no other branch."""
    upstream = git("rev-parse", "--abbrev-ref", "@{upstream}").strip()
    since = git("merge-base", "HEAD", upstream).strip() if upstream else "HEAD"
    return {*git("diff", "--name-only", since).splitlines(), *git("ls-files", "-o", "--exclude-standard").splitlines()}


def git(*command: str) -> str:
    return subprocess.run(["git", *command], cwd=ROOT, capture_output=True, text=True, check=False).stdout


def module(path: str) -> str:
    """Its dotted name."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def imports(file: Path) -> set[str]:
    """What a file imports: modules, and what may be one, `a.b` by `from a import b`."""
    found = set[str]()
    for origin, names, whole in IMPORTED.findall(file.read_text()):
        found |= {origin or whole, *(f"{origin}.{name}" for name in re.findall(r"\w+", names))}
    return found
