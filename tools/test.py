"""`make test`: everything that must hold, one step after another, and at the end a summary. (`python -m tools.test`)

A step that cannot run here (no Chromium, say, and no right to install it) is skipped loudly; with CI set that fails.
"""

from __future__ import annotations

import argparse
import base64
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from nomic.management import tether
from tests import services

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
PYTHON = sys.executable
MANAGE = (PYTHON, "manage.py")
PYTEST = (PYTHON, "-m", "pytest", "-q")
# Whoever is done early takes work over from the others, so that nobody waits for the longest test alone.
BY_TWO = ("-n", "2", "--dist", "worksteal")
OURS = ("nomic", "rulesets", "proposals", "dynasties", "tests", "tools", "manage.py")
IN_CI = bool(os.environ.get("CI"))
# What the caller's own shell may say of a game of theirs is no business of the tests.
OF_THE_CALLER = (
    "DATABASE_URL", "REDIS_URL", "SECRET_KEY", "NOMIC_VAULT_KEYS", "DEBUG", "PORT", "HOST", "EMAIL_URL",
    "ALLOWED_HOSTS", "PYTHONDONTWRITEBYTECODE",
)  # fmt: skip

# Debian's package, and whether what it brings is here.
PACKAGES: dict[str, Callable[[], bool]] = {
    "postgresql": lambda: services.postgresql_binaries() is not None,
    "redis-server": lambda: services.redis_binary() is not None,
    "chromium-headless-shell": lambda: shutil.which("chromium-headless-shell") is not None,
    "chromium": lambda: services.chromium_binary() is not None,
}
PRODUCTION = {
    "DJANGO_SETTINGS_MODULE": "nomic.settings.production",
    "SECRET_KEY": secrets.token_urlsafe(50),
    "NOMIC_VAULT_KEYS": base64.urlsafe_b64encode(secrets.token_bytes(32)).decode(),
    "ALLOWED_HOSTS": "nomic.example",
}


@dataclass(frozen=True)
class Step:
    """One command. `needs` are packages without which it cannot run, and with `likes` it takes less time.

    `beside`: it runs while the others do.
    """

    group: str
    name: str
    command: tuple[str, ...]
    needs: tuple[str, ...] = ()
    likes: tuple[str, ...] = ()
    beside: bool = False
    env: dict[str, str] = field(default_factory=dict, hash=False)


STEPS = (
    Step("lint", "ruff", (str(BIN / "ruff"), "check", ".")),
    Step("lint", "import-linter", (str(BIN / "lint-imports"),)),
    # It takes a minute or two of one core, where nearly all the other steps can do with two.
    Step("lint", "mypy", (str(BIN / "mypy"), *OURS), beside=True),
    Step("lint", "production checks", (*MANAGE, "check", "--deploy", "--fail-level", "WARNING"), env=PRODUCTION),
    Step("lint", "migrations", (*MANAGE, "makemigrations", "--check", "--dry-run")),
    Step("sqlite", "tests on SQLite", (*PYTEST, *BY_TWO, "-m", "not browser and not servers")),
    Step(
        "servers",
        "tests on PostgreSQL and Redis",
        (PYTHON, "-m", "tools.with_services", "--", *PYTEST, *BY_TWO, "-m", "(database or servers) and not browser"),
        needs=("postgresql", "redis-server"),
    ),
    Step(
        "browser",
        "tests in Chromium",
        (*PYTEST, *BY_TWO, "-m", "browser", "tests/browser"),
        needs=("chromium",),
        likes=("chromium-headless-shell",),
    ),
)


@dataclass(frozen=True)
class Result:
    step: Step
    outcome: str  # "passed", "failed" or "skipped"
    words: str  # the command's last line, or why it was skipped


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=sorted({step.group for step in STEPS}), action="append")
    only = parser.parse_args().only
    steps = [step for step in STEPS if not only or step.group in only]
    os.chdir(ROOT)
    # What is liked is first: where it is had, it may be what is needed.
    set_up({package for step in steps for package in step.likes})
    set_up({package for step in steps for package in step.needs})
    # To compile this many modules, and to put pytest's words into their asserts, takes each process as long as to
    # collect the tests; so they share what the first has compiled, outside the tree.
    with tempfile.TemporaryDirectory(prefix="nomic-compiled-") as compiled:
        os.environ["PYTHONPYCACHEPREFIX"] = compiled
        return report(run_all(steps))


def run_all(steps: list[Step]) -> list[Result]:
    """Run every step: one after another, and those that run beside them in the meantime. Results in the same order."""
    with ThreadPoolExecutor() as pool:
        beside = {step: pool.submit(run, step) for step in steps if step.beside}
        alone = {step: run(step) for step in steps if not step.beside}
        return [alone[step] if step in alone else beside[step].result() for step in steps]


def set_up(wanted: set[str]) -> None:
    """Install Debian's packages where they are missing and we may."""
    missing = sorted(package for package in wanted if not PACKAGES[package]())
    become = privilege()
    if not missing or become is None:
        return
    # At run level 1 Debian's packages start no server of their own: the tests start theirs.
    apt = [*become, "env", "DEBIAN_FRONTEND=noninteractive", "RUNLEVEL=1", "apt-get", "-qq"]
    say(f"installing {', '.join(missing)}")
    subprocess.run([*apt, "update"], check=False)
    for package in missing:
        subprocess.run([*apt, "install", "-y", "--no-install-recommends", package], check=False)


def privilege() -> list[str] | None:
    """What to put before apt-get; None where we may not install (no Debian, no root, no sudo without a password)."""
    if not shutil.which("apt-get"):
        return None
    if os.geteuid() == 0:
        return []
    sudo = ["sudo", "-n"]
    allowed = shutil.which("sudo") and subprocess.run([*sudo, "true"], capture_output=True, check=False).returncode == 0
    return sudo if allowed else None


def run(step: Step) -> Result:
    """Run a step with its output passed on as it comes; that of one beside the others when it is done."""
    if not step.beside:
        say(step.name)
    missing = [package for package in step.needs if not PACKAGES[package]()]
    if missing:
        words = f"not installed, and not ours to install: {', '.join(missing)}"
        print(f"!!! SKIPPED: {words}", flush=True)
        return Result(step, "skipped", words)
    began = time.monotonic()
    code, last = echo(step)
    return Result(step, "failed" if code else "passed", f"{last} [{time.monotonic() - began:.0f} s]")


def echo(step: Step) -> tuple[int, str]:
    """Exit status and last line of a step's command."""
    ours = {"DJANGO_SETTINGS_MODULE": "nomic.settings.test", "PYTHONUNBUFFERED": "1"}
    env = clean_environment() | ours | step.env
    said: list[str] = []
    command = tether.command(*step.command)  # a run that is killed takes its step along
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=env, text=True) as child:
        assert child.stdout is not None
        for line in child.stdout:
            said.append(line)
            if not step.beside:
                print(line, end="", flush=True)
    if step.beside:
        say(f"{step.name}, meanwhile")
        print("".join(said), end="", flush=True)
    return child.returncode, next((line.strip() for line in reversed(said) if line.strip()), "")


def clean_environment() -> dict[str, str]:
    given = os.environ.items()
    return {name: value for name, value in given if name not in OF_THE_CALLER and not name.startswith("NOMIC_")}


def report(results: list[Result]) -> int:
    say("summary")
    width = max(len(result.step.name) for result in results)
    for result in results:
        print(f"{result.outcome:8}{result.step.name:{width}}  {result.words}")
    outcomes = {result.outcome for result in results}
    if "skipped" in outcomes:
        print("\n!!! Something was SKIPPED above" + (": with CI set that is a failure." if IN_CI else "."))
    return int("failed" in outcomes or ("skipped" in outcomes and IN_CI))


def say(title: str) -> None:
    print(f"\n=== {title} {'=' * max(0, 100 - len(title))}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
