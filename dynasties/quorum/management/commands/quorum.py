"""`manage.py quorum run` and `manage.py quorum verify`: Episodes among scripts, and whether a replay is true."""

from __future__ import annotations

import json
import sys
import time
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator, Mapping
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from dynasties.quorum.programs import batches, brokered
from dynasties.quorum.programs.rules import BenchPlan, BenchTally, plan_json, read_plan, tally_json, total_tally
from dynasties.quorum.replay.rules import LARGEST_REPLAY, verify_replay_bytes
from dynasties.quorum.rounds.rules_scripts import POLICIES
from nomic.core.decision import Invalid
from nomic.core.input import Field

MOST_EPISODES, MOST_JOBS = 10_000_000, 1024
MOST_PATIENCE = 86_400  # seconds
TOLD = (
    "Of each script: seats that it had, its mean score, wins (it alone had most), passes (bills that it voted for and "
    "that came into force) and vetoes. As JSON, its capital is the sum of its scores in sixtieths, which is exact."
)
STOPPED = 130  # what a shell says of Ctrl-C
WORKER = "celery -A dynasties.quorum.programs.brokered worker"


class Command(BaseCommand):
    help = "Play Episodes of Quorum among scripts (run), or play a replay again and compare (verify)."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        acts = parser.add_subparsers(dest="act", required=True)
        _run_arguments(acts.add_parser("run", help="play Episodes among scripts, and print what came", epilog=TOLD))
        verify = acts.add_parser("verify", help="play replays again; exit status 1 at any difference")
        verify.add_argument("files", nargs="+", metavar="FILE", help="a replay; - is standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["act"] == "verify":
            self.verify_file(options["files"])
        else:
            self.run_batch(options)

    def run_batch(self, options: Mapping[str, Any]) -> None:
        plan, episodes, folder = _read_plan(options), options["episodes"], _make_folder(options["out"])
        brokers = brokered.has_broker() and not options["local"] and folder is None
        began = time.monotonic()
        try:
            found = total_tally(_play_plan(plan, episodes, folder, options, brokers))
        except brokered.Unplayed as error:
            raise CommandError(f"{error} “{WORKER}” starts a worker; --local plays without any.") from error
        except BrokenProcessPool as error:
            raise CommandError("A process that played was ended from outside.") from error
        except OSError as error:
            raise CommandError(f"A replay could not be written: {error}") from error
        except KeyboardInterrupt:
            raise CommandError("Stopped before its end.", returncode=STOPPED) from None
        seconds = time.monotonic() - began
        by = "Celery’s workers" if brokers else f"{options['jobs']} of {batches.count_cores()} cores"
        self.stdout.write(_as_json(plan, found, seconds, by) if options["json"] else _as_text(plan, found, seconds, by))

    def verify_file(self, files: list[str]) -> None:
        differing = False
        for name in files:
            found = verify_replay_bytes(_read_file(name))
            differing = differing or found is not None
            said = "ok" if found is None else f"{found.path}: {found.text}" if found.path else found.text
            self.stdout.write(f"{name}: {said}")
        if differing:
            sys.exit(1)


def _run_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--seats", type=int, default=4, help="2 to 6 (default: 4)")
    parser.add_argument("--rounds", type=int, default=10, help="2 to 40 (default: 10)")
    parser.add_argument("--threshold", default="0.5", help="0.3 to 0.9, as “0.65” or “2/3” (default: 0.5)")
    parser.add_argument("--no-veto", action="store_true", help="the chair has no veto")
    parser.add_argument("--no-caucus", action="store_true", help="nobody writes notes")
    parser.add_argument("--seed", default="1", help="Episode i is played with SEED/i (default: 1)")
    parser.add_argument(
        "--policies",
        default=",".join(POLICIES),
        metavar="A,B,…",
        help=f"scripts in turn by seat, one seat on with each Episode (default: all, {', '.join(POLICIES)})",
    )
    parser.add_argument("--episodes", type=_read_whole_number, default=1000, help="how many (default: 1000)")
    parser.add_argument(
        "--jobs", type=_read_jobs, default=batches.count_cores(), help="processes (default: one for each core)"
    )
    parser.add_argument("--local", action="store_true", help="play here even if there is a broker (REDIS_URL)")
    parser.add_argument(
        "--patience",
        type=_read_seconds,
        default=15.0,
        metavar="SECONDS",
        help="longest silence of workers (default: 15)",
    )
    parser.add_argument("--out", type=Path, metavar="DIR", help="write the replay of each Episode there; plays here")
    parser.add_argument("--json", action="store_true", help="the summary as JSON")


def _read_whole_number(text: str, most: int = MOST_EPISODES) -> int:
    """A whole number from 1 up. Raises `ArgumentTypeError`."""
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= most and len(text) < 9):
        raise ArgumentTypeError(f"“{text[:20]}” is no whole number from 1 to {most}")
    return int(text)


def _read_jobs(text: str) -> int:
    return _read_whole_number(text, MOST_JOBS)


def _read_seconds(text: str) -> float:
    """A time above 0. Raises `ArgumentTypeError`, for what is no number at all, too."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= MOST_PATIENCE:
        raise ArgumentTypeError(f"“{text[:20]}” is no time from 0 to {MOST_PATIENCE} seconds")
    return seconds


def _read_plan(options: Mapping[str, Any]) -> BenchPlan:
    told = {
        "config": {
            "num_seats": options["seats"],
            "num_rounds": options["rounds"],
            "pass_threshold": options["threshold"],
            "veto_enabled": not options["no_veto"],
            "caucus_enabled": not options["no_caucus"],
        },
        "seed": options["seed"],
        "policies": options["policies"].split(","),
    }
    try:
        return read_plan(Field(told))
    except Invalid as error:
        raise CommandError(str(error)) from None


def _make_folder(folder: Path | None) -> Path | None:
    if folder is None:
        return None
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(f"{folder} cannot be a folder for replays: {error.strerror}") from error
    return folder


def _play_plan(
    plan: BenchPlan, episodes: int, folder: Path | None, options: Mapping[str, Any], brokers: bool
) -> Iterator[BenchTally]:
    if brokers:
        return brokered.by_workers(plan, episodes, options["patience"])
    return batches.by_processes(plan, episodes, options["jobs"], folder)


def _read_file(name: str) -> bytes:
    """What is in a file, or a byte more than a replay may have of it."""
    if name == "-":
        return sys.stdin.buffer.read(LARGEST_REPLAY + 1)
    try:
        with open(name, "rb") as file:
            return file.read(LARGEST_REPLAY + 1)
    except OSError as error:
        raise CommandError(f"cannot read {name}: {error.strerror}") from error


def _as_json(plan: BenchPlan, found: BenchTally, seconds: float, by: str) -> str:
    spent = {"seconds": round(seconds, 3), "rounds_per_second": round(found.rounds / seconds), "by": by}
    return json.dumps({"plan": plan_json(plan), "tally": tally_json(found), **spent}, indent=2, ensure_ascii=False)


def _as_text(plan: BenchPlan, found: BenchTally, seconds: float, by: str) -> str:
    config = plan.config
    outcomes = ", ".join(f"{count / found.rounds:.1%} {name}" for name, count in found.outcomes.items())
    lines = [
        f"{found.episodes:,} Episodes of {config.seats} seats and {config.rounds} rounds, seed “{plan.seed}”",
        f"{found.rounds:,} rounds in {seconds:.2f} s, {found.rounds / seconds:,.0f} a second, on {by}",
        f"Bills: {outcomes}",
        "",
        f"{'script':<18} {'seats':>8} {'mean score':>10} {'wins':>8} {'passes':>8} {'vetoes':>8}",
    ]
    for name, each in sorted(found.standings.items(), key=lambda item: (-item[1].mean, item[0])):
        lines.append(f"{name:<18} {each.seats:>8} {each.mean:>10.3f} {each.wins:>8} {each.passes:>8} {each.vetoes:>8}")
    return "\n".join(lines)
