"""`make test`: everything that must hold, one step more at once than there are cores, and at the end a summary.

`make quick` is what to run while one works, `make lint` what needs no test. (`python -m tools.test`)

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
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from nomic.management import tether
from tests import services
from tools import touched

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
PYTHON = sys.executable
MANAGE = (PYTHON, "manage.py")
PYTEST = (PYTHON, "-m", "pytest", "-q", "-p", "no:cacheprovider")
OURS = ("nomic", "rulesets", "proposals", "dynasties", "tests", "tools", "manage.py")
IN_CI = bool(os.environ.get("CI"))
# What the caller's own shell may say of a game of theirs is no business of the tests.
OF_THE_CALLER = (
    "DATABASE_URL",
    "REDIS_URL",
    "SECRET_KEY",
    "NOMIC_VAULT_KEYS",
    "DEBUG",
    "PORT",
    "HOST",
    "EMAIL_URL",
    "ALLOWED_HOSTS",
    "PYTHONDONTWRITEBYTECODE",
    "PYTHONPYCACHEPREFIX",
)

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
# The tests on SQLite in six parts of one process each, so that each file is read once and no core waits for another.
# What is named nowhere is in the last.
RULES = (
    "tests/mechanics",
    "tests/bnomic/mechanics",
    "tests/quorum/mechanics",
    "tests/spy",
    "tests/test_adjudicate*.py",
)
STORIES = ("tests/test_stories.py", "tests/test_every_dial_has_a_story.py", "tests/storytelling")
OF_DIALS = "dials or mechanisms"  # the folders of half the stories
PAGES = ("tests/pages", "tests/bnomic/pages", "tests/quorum/api")
CANARY = ("tests/canary",)
ELSEWHERE = ("tests/browser", "tests/servers")


@dataclass(frozen=True)
class Step:
    """One command. `needs` are packages without which it cannot run, and with `likes` it takes less time.

    `quick`: it is part of `make quick`.
    """

    group: str
    name: str
    command: tuple[str, ...]
    quick: bool = False
    needs: tuple[str, ...] = ()
    likes: tuple[str, ...] = ()
    env: dict[str, str] = field(default_factory=dict, hash=False)


def paths(*patterns: str) -> tuple[str, ...]:
    """The files and folders that these patterns name."""
    return tuple(sorted(str(path.relative_to(ROOT)) for pattern in patterns for path in ROOT.glob(pattern)))


def files_marked(*marks: str) -> tuple[str, ...]:
    """The files of tests in which one of these marks is written: to collect them all would take longer than to run."""
    found = (file for file in sorted(ROOT.glob("tests/**/test_*.py")) if has_mark(file, marks))
    return tuple(str(file.relative_to(ROOT)) for file in found)


def has_mark(file: Path, marks: Iterable[str]) -> bool:
    text = file.read_text()
    return any(f"pytest.mark.{mark}" in text for mark in marks)


def every_step() -> list[Step]:
    """In the order in which they are begun: what waits for others first, what is short last, so that no core idles."""
    sqlite = (*PYTEST, "-m", "not browser and not servers")
    deploy = ("check", "--deploy", "--fail-level", "WARNING")
    rest = tuple(f"--ignore={path}" for path in paths(*RULES, *STORIES, *PAGES, *CANARY, *ELSEWHERE))
    return [
        Step("lint", "ruff", (str(BIN / "ruff"), "check", "."), quick=True),
        Step("lint", "ruff's format", (str(BIN / "ruff"), "format", "--check", "."), quick=True),
        Step("lint", "mypy", (str(BIN / "mypy"), *OURS), quick=True),
        Step(
            "browser",
            "tests in Chromium",
            (*PYTEST, "-m", "browser", "tests/browser"),
            needs=("chromium",),
            likes=("chromium-headless-shell",),
        ),
        Step(
            "servers",
            "tests on PostgreSQL and Redis",
            (
                PYTHON,
                "-m",
                "tools.with_services",
                "--",
                *PYTEST,
                "-m",
                "postgresql or servers",
                "tests/servers",
                *files_marked("postgresql", "servers"),
            ),
            needs=("postgresql", "redis-server"),
        ),
        Step("sqlite", "tests of acts and of the whole, on SQLite", (*sqlite, "tests", *rest)),
        Step("sqlite", "tests of pages, on SQLite", (*sqlite, *paths(*PAGES))),
        Step("sqlite", "the canary, on SQLite", (*sqlite, *paths(*CANARY))),
        Step("sqlite", "stories of dials and mechanisms", (*sqlite, "-k", OF_DIALS, *paths(*STORIES)), quick=True),
        Step("sqlite", "all other stories", (*sqlite, "-k", f"not ({OF_DIALS})", *paths(*STORIES)), quick=True),
        Step("sqlite", "tests of rules", (*sqlite, *paths(*RULES)), quick=True),
        Step("lint", "import-linter", (str(BIN / "lint-imports"),), quick=True),
        Step("lint", "migrations", (*MANAGE, "makemigrations", "--check", "--dry-run"), quick=True),
        Step("lint", "production checks", (*MANAGE, *deploy), quick=True, env=PRODUCTION),
    ]


def quick_steps() -> list[Step]:
    """What to run while one works: first the tests that lie next to what was changed."""
    near = touched.tests()
    first = Step("quick", "tests next to what has changed", (*PYTEST, "-m", "not browser and not servers", *near))
    return [*([first] if near else []), *(step for step in every_step() if step.quick)]


@dataclass(frozen=True)
class Result:
    step: Step
    outcome: str  # "passed", "failed" or "skipped"
    words: str  # the command's last line, or why it was skipped
    seconds: float = 0.0
    processor: float = 0.0  # seconds of it that the command took, and all that it started


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=sorted({step.group for step in every_step()}), action="append")
    parser.add_argument("--quick", action="store_true")
    # One more than there are cores: browsers and servers are waited for.
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)) + 1, help="steps at once")
    options = parser.parse_args()
    os.chdir(ROOT)
    steps = quick_steps() if options.quick else every_step()
    steps = [step for step in steps if not options.only or step.group in options.only]
    # What is liked is first: where it is had, it may be what is needed.
    set_up({package for step in steps for package in step.likes})
    set_up({package for step in steps for package in step.needs})
    with ThreadPoolExecutor(options.jobs) as pool:
        return report(pool.map(run_step, steps), time.monotonic())


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


def run_step(step: Step) -> Result:
    """Run a step; what it says is printed when it is done, in one piece."""
    missing = [package for package in step.needs if not PACKAGES[package]()]
    if missing:
        words = f"not installed, and not ours to install: {', '.join(missing)}"
        say(step.name, f"!!! SKIPPED: {words}")
        return Result(step, "skipped", words)
    print(f"… {step.name}", flush=True)
    began = time.monotonic()
    code, said, processor = ran(step)
    say(step.name, said)
    last = next((line.strip() for line in reversed(said.splitlines()) if line.strip()), "")
    return Result(step, "failed" if code else "passed", last, time.monotonic() - began, processor)


def ran(step: Step) -> tuple[int, str, float]:
    """Exit status and words of a step's command, and the seconds of the processor that it took."""
    ours = {"DJANGO_SETTINGS_MODULE": "nomic.settings.test"}
    env = clean_environment() | ours | step.env
    command = tether.command(*step.command)  # a run that is killed takes its steps along
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=env, text=True) as child:
        assert child.stdout is not None
        said = child.stdout.read()
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    return child.returncode, said, used.ru_utime + used.ru_stime


def clean_environment() -> dict[str, str]:
    given = os.environ.items()
    return {name: value for name, value in given if name not in OF_THE_CALLER and not name.startswith("NOMIC_")}


def report(coming: Iterable[Result], began: float) -> int:
    results = list(coming)
    say("summary")
    width = max(len(result.step.name) for result in results)
    for each in results:
        spent = f"{each.seconds:4.0f} s, {each.processor:4.0f} s of a core"
        print(f"{each.outcome:8}{each.step.name:{width}}  {spent}  {each.words}")
    print(f"{time.monotonic() - began:.0f} s, {sum(each.processor for each in results):.0f} s of a core")
    outcomes = {result.outcome for result in results}
    if "skipped" in outcomes:
        print("\n!!! Something was SKIPPED above" + (": with CI set that is a failure." if IN_CI else "."))
    return int("failed" in outcomes or ("skipped" in outcomes and IN_CI))


SAYING = threading.Lock()


def say(title: str, words: str = "") -> None:
    with SAYING:
        print(f"\n=== {title} {'=' * max(0, 100 - len(title))}\n{words}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
