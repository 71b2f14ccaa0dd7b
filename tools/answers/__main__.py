"""`python -m tools.answers write DIR [--only …] [--quick]`, `… compare OLD NEW`, `… show DIR FILE ASK`."""

from __future__ import annotations

import os
import sys
import tempfile
from argparse import ArgumentParser, Namespace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

# Before anything is imported that draws: see there.
from tools.answers.chance import CHANCE

CHANCE.replace_urandom()

import time_machine  # noqa: E402 - after what it draws from
from time_machine import Traveller  # noqa: E402 - late

from tools.answers.records import SUFFIX, AnswerSnapshot, files_of, find_differences, read_answers  # noqa: E402 - late

PARTS = ("referee", "log", "pages", "programs", "ending", "walk")
MOMENT = datetime(2026, 3, 5, 12, tzinfo=UTC)
OURS = ("DATABASE_URL", "REDIS_URL", "EMAIL_URL", "NOMIC_SITE_URL", "PORT", "NOMIC_DEMO", "NOMIC_VAULT_KEYS")


def main(words: list[str]) -> int:
    parser = ArgumentParser(prog="python -m tools.answers", description="What the product answers, for comparison.")
    acts = parser.add_subparsers(required=True)
    writing = acts.add_parser("write", help="write a snapshot of this checkout")
    writing.add_argument("folder", type=Path)
    writing.add_argument("--only", choices=PARTS, action="append", help="this part; may be given more than once")
    writing.add_argument("--quick", action="store_true", help="few viewers, few addresses, a short walk")
    writing.add_argument("--settings", default="nomic.settings.test", help="the settings to run with")
    writing.set_defaults(act=write)
    comparing = acts.add_parser("compare", help="say where two snapshots differ; exit status 1 if they do")
    comparing.add_argument("old", type=Path)
    comparing.add_argument("new", type=Path)
    comparing.add_argument("--first", type=int, default=10, metavar="N", help="how many differences to show in full")
    comparing.add_argument("--lines", type=int, default=20, metavar="N", help="of each so many lines")
    comparing.add_argument("--but", default="", metavar="PATTERN", help="pass over those in whose title this is found")
    comparing.add_argument("--spaces", action="store_true", help="pass over differences in white space alone")
    comparing.set_defaults(act=compare)
    showing = acts.add_parser("show", help="print an answer of a snapshot; without ASK what was asked")
    showing.add_argument("folder", type=Path)
    showing.add_argument("file")
    showing.add_argument("ask", nargs="?")
    showing.set_defaults(act=show)
    asked = parser.parse_args(words)
    status: int = asked.act(asked)
    return status


def write(asked: Namespace) -> int:
    folder: Path = asked.folder
    if folder.exists() and any(folder.iterdir()):
        print(f"{folder} is not empty.")
        return 2
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="nomic-answers-") as data:
        clock = _set_up(asked.settings, data)
        from tools.answers import telling

        telling.write(AnswerSnapshot(folder), asked.only or PARTS, clock, quick=asked.quick)
    return 0


def _set_up(settings: str, data: str) -> Traveller:
    """Django, with a database of its own in `data`, and a clock that stands still."""
    for name in OURS:
        os.environ.pop(name, None)
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": settings,
        "NOMIC_DATA_DIR": data,
        "LOG_LEVEL": "CRITICAL",
        "COLUMNS": "100",
    }
    import logging

    import django

    clock = time_machine.travel(MOMENT, tick=False).start()
    django.setup()
    logging.disable(logging.CRITICAL)  # a line for each page that is not there, and for each refusal
    return clock


def compare(asked: Namespace) -> int:
    for folder in (asked.old, asked.new):
        if not files_of(folder):
            print(f"There is no snapshot in {folder}.")
            return 2
    found = list(find_differences(asked.old, asked.new, asked.but, spaces=asked.spaces))
    for each in found[: asked.first]:
        lines = each.lines()
        print(each.title)
        print("\n".join(f"    {line}" for line in islice(lines, asked.lines)))
        if len(lines) > asked.lines:
            print(f"    … and {len(lines) - asked.lines} lines more")
    for each in found[asked.first :]:
        print(each.title)
    print(f"{len(found)} answers differ." if found else "No answer differs.")
    return 1 if found else 0


def show(asked: Namespace) -> int:
    answers = read_answers(asked.folder / f"{asked.file}{SUFFIX}")
    print("\n".join(answers) if asked.ask is None else answers.get(asked.ask, "This was not asked."))
    return 0 if asked.ask is None or asked.ask in answers else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
