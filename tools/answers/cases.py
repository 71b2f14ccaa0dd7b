"""The questions that the referee is always asked: every case of the tests, and all moves from every territory."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

Question = dict[str, Any]

CASES = Path(__file__).resolve().parents[2] / "tests" / "data"
START = datetime(2026, 1, 3, 9, 30, tzinfo=UTC)
ALL_CODES = (
    "ADA ADR AEG ALB ALE ALG ALS ANA AND ANK APU ARA ARC ARM ASW AUS AUV AZE BAL BAR BEL BER BHM BIE BIS BOR BOS "
    "BRI BRN BUL CAI CAS CAU CEN CLY CRO CZE DEN DON EBS EDI EME ENG ESA EST FIN FRA GDA GEO GIB GOB GOL GOR GRE "
    "HAM HEL HOL HUN ICE ION IRE IRI IRK IRN ISR IST IZM JOR KAZ KHA KIE KRA LAP LAT LBN LIB LIG LIT LIV LON LYO "
    "MAC MAD MAL MAR MID MIL MOL MON MOR MOS MUN MUR NAO NAP NAV NOR NTH NWG ODE PAR PER PIC PIE POD POR PRU RED "
    "ROM ROS RUH RUM SAO SAU SAX SER SEV SIB SIL SIN SKA SLO SOG STP SVE SWE SWI SYR TUN TUS TYR URA VEN VOL WAL "
    "WAR WBS WHI WME WSA YOR "
)
CODES = tuple(ALL_CODES.split())
BEHIND = ("STP", "MUR", "MOS", "URA", "SIL", "BER", "WAR", "SIB", "BUL", "RUM", "HUN", "CZE", "GOB")
LICENCES = ("cross-curtain", "leave-prison", "discount-air", "discount-sea", "discount-land")
STANDARD = {"num_seats": 2, "num_rounds": 10, "pass_threshold": "0.5", "veto_enabled": True, "caucus_enabled": True}
BILL: Question = {
    "id": "B00",
    "kind": "spending",
    "clauses": ["One.", "Two.", "Three."],
    "amendments": {"A1": 0, "A2": 1, "A3": 2},
}


def cases_of_tests() -> Iterator[Question]:
    ballots = json.loads((CASES / "bnomic-cases.json").read_text("utf-8"))
    for each in [*ballots["ballots"], *ballots["timelines"]]:
        yield {"procedure": "bnomic", **each["question"]}
    senate = json.loads((CASES / "quorum-cases.json").read_text("utf-8"))
    yield from map(_case_of_round, senate["rounds"])
    yield from map(_case_of_episode, senate["episodes"])
    for each in json.loads((CASES / "quorum-bills.json").read_text("utf-8"))["bills"]:
        yield {
            "procedure": "quorum",
            "config": STANDARD | {"num_rounds": 40},
            "seed": each["seed"],
            "decisions": [[{"vote": "yea"}] * 2] * min(each["round"] + 1, 40),
        }
    replay = json.loads((CASES / "quorum-replay.json").read_text("utf-8"))
    yield {
        "procedure": "quorum",
        "config": replay["config"],
        "bills": [each["bill"] for each in replay["rounds"]],
        "decisions": [each["decisions"] for each in replay["rounds"]],
    }
    for each in json.loads((CASES / "real-votes.json").read_text("utf-8")):
        yield from _real_votes(each)


def _case_of_round(case: Question) -> Question:
    seats = len(case["decisions"])
    state = {
        "round": 0,
        "influence": ["1"] * seats,
        "capital": ["0"] * seats,
        "filibuster_used": [False] * seats,
        "statutes": [],
    }
    return {
        "procedure": "quorum",
        "config": STANDARD | {"num_seats": seats} | case.get("config", {}),
        "state": state | case.get("state", {}),
        "bill": BILL | case.get("bill", {}),
        "decisions": case["decisions"],
    }


def _case_of_episode(case: Question) -> Question:
    bills = [BILL | {"id": f"B{place:02}"} | each for place, each in enumerate(case["bills"])]
    return {"procedure": "quorum", "config": STANDARD | case["config"], "bills": bills, "decisions": case["decisions"]}


def _real_votes(case: Question) -> Iterator[Question]:
    """The case on the smallest roster that it allows, before and after its time, what it does not tell made up."""
    yes, no = case["for"] or 1, case["against"] or 0
    players = max((case["players_range"] or [None])[0] or 0, yes + no)
    names = [f"P{place}" for place in range(players)]
    votes = [
        {"voter": name, "vote": vote, "at": moment(1)}
        for name, vote in zip(names, ["FOR"] * yes + ["AGAINST"] * no, strict=False)
    ]
    for hours in case["elapsed_hours_bounds"] or [case["elapsed_hours"] or 100]:
        yield {
            "procedure": "blognomic",
            "kind": case["kind"],
            "agents": names,
            "author": "P0",
            "mastermind": None,
            "posted_at": moment(0),
            "now": moment(hours),
            "votes": votes,
        }


def whole_board() -> Iterator[Question]:
    """All legal moves from everywhere: with every Ticket, and with none but every licence."""
    for code in CODES:
        common = {"procedure": "spy.moves", "from": code, "curtain": list(BEHIND), "smuggling": ["FIN", "CRO"]}
        yield {**common, "tickets": tickets(9, 9, 9), "side": "free"}
        yield {**common, "tickets": tickets(0, 1, 0), "side": "behind", "licences": list(LICENCES)}


def tickets(air: int, sea: int, land: int) -> dict[str, int]:
    return {"air": air, "sea": sea, "land": land}


def moment(hours: float) -> str:
    return (START + timedelta(hours=hours)).isoformat().replace("+00:00", "Z")
