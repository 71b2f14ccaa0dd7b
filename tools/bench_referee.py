"""How many matters a second `adjudicate` answers in one run, its start and all reading and writing included."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta

MATTERS = 10_000
POSTED = datetime(2026, 1, 1, tzinfo=UTC)
VOTES = ("FOR", "AGAINST", "DEFERENTIAL")


def measure() -> None:
    questions = "\n".join(json.dumps(_question(number)) for number in range(MATTERS)).encode()
    started = time.perf_counter()
    answers = subprocess.run(
        [sys.executable, "manage.py", "adjudicate"], input=questions, capture_output=True, check=True
    ).stdout
    seconds = time.perf_counter() - started
    answered = answers.count(b"\n")
    print("\nThe referee: Proposals of 12 Agents with 3 to 9 votes each, in one run of adjudicate")
    print(f"  {answered:,} matters in {seconds:.2f} s: {answered / seconds:,.0f} matters/s")


def _question(number: int) -> dict[str, object]:
    """Matters that differ in age and votes, the same ones in every run."""
    agents = [f"P{seat}" for seat in range(12)]
    votes = [
        {"voter": agents[seat], "vote": VOTES[(number + seat * seat) % 3], "at": _moment(seat)}
        for seat in range(1, 4 + number % 7)
    ]
    return {
        "procedure": "blognomic",
        "kind": "proposal",
        "agents": agents,
        "author": "P0",
        "mastermind": "P11",
        "posted_at": _moment(0),
        "now": _moment(10 + number % 50),
        "votes": votes,
    }


def _moment(hours: int) -> str:
    return (POSTED + timedelta(hours=hours)).strftime("%Y-%m-%dT%H:%M:%SZ")
