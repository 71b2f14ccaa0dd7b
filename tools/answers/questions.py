"""5,000 questions for the referee: every case of the tests, every territory of the board, the rest by seeded chance.

A question is asked as plain JSON of the command `adjudicate`. About one in eight is not understood, on purpose.
"""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Callable, Iterator
from itertools import islice

from tools.answers import server
from tools.answers.cases import (
    BEHIND,
    BILL,
    CODES,
    LICENCES,
    STANDARD,
    Question,
    cases_of_tests,
    moment,
    tickets,
    whole_board,
)

Dials = dict[str, str]

HOW_MANY = 5000
SPOILT = 0.12
NAMES = ("Ada", "Ben", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jo", "Kit", "Lou")
DURATIONS = ("0 hours", "90 minutes", "6 hours", "12 hours", "24 hours", "36 hours", "two days", "3 days", "7 days")
COUNTS, SHARES = ("0", "1", "2", "three", "5", "10"), ("half", "a third", "two thirds", "2/3", "40%", "0.5", "0.9")
AMOUNTS, BANDS = ("0", "0.5", "1/2", "0.25", "1", "2"), ("1", "2 to 5", "1 to 20", "34 to 90", "1 to 100")
BY = ("an Admin", "the Clerk", "an Admin or the Clerk")
DIALS: dict[str, dict[str, tuple[str, ...]]] = {
    "proposal": {
        "enactment.timeout": DURATIONS,
        "enactment.minimum": DURATIONS,
        "enactment.valid_votes": COUNTS,
        "enactment.by": BY,
        "enactment.hiatus_counts": ("counts", "does not count"),
        "quorum.plus": COUNTS,
        "quorum.share": SHARES,
        "voting.deferential": ("may", "may not"),
        "voting.veto": ("may", "may not"),
        "clerk.grace": DURATIONS,
        "proposals.pending_limit": COUNTS,
    },
    "cfj": {
        "cfj.timeout": DURATIONS,
        "cfj.hiatus_timeout": DURATIONS,
        "cfj.by": BY,
        "quorum.plus": COUNTS,
        "quorum.share": SHARES,
    },
    "dov": {"dov.minimum": DURATIONS, "dov.mastermind_minimum": DURATIONS, "dov.by": BY, "quorum.share": SHARES},
    "gadget_request": {"spy.gadget_approvals": COUNTS, "spy.gadget_denials": COUNTS, "spy.gadget_time": DURATIONS},
    "ballot": {"nweek.ties": ("the higher Number", "the lower Number"), "nweek.winning": COUNTS},
    "timeline": {"nweek.length": ("4", "12", "13"), "nweek.opens": ("2", "9"), "nweek.closes": ("3", "12")},
    "quorum": {
        "senate.filibuster_threshold": ("0.65", "0.8", "2/3"),
        "senate.filibuster_cost": AMOUNTS,
        "senate.yea_gain": AMOUNTS,
        "senate.nay_capital": AMOUNTS,
        "senate.decay": ("0", "0.005", "0.5"),
        "senate.amended_value": COUNTS,
        "senate.clause_value": COUNTS,
        "senate.note_length": ("1", "20", "200"),
    },
    "spy": {
        "spy.hop_price": COUNTS,
        "spy.sea_price": COUNTS,
        "spy.air_price": COUNTS,
        "spy.smuggling_price": COUNTS,
        "spy.exchange_price": COUNTS,
    },
    "capture": {"spy.capture_success": BANDS, "spy.capture_backfire": BANDS, "spy.capture_die": ("20", "100", "6")},
}
NEAR = (
    ("LON", "FRA"),
    ("FRA", "BER"),
    ("FIN", "STP"),
    ("STP", "FIN"),
    ("FIN", "GOB"),
    ("KRA", "SLO"),
    ("CRO", "SER"),
    ("LON", "NTH"),
    ("ALS", "AUS"),
    ("SWE", "FIN"),
    ("HAM", "SIL"),
    ("SIB", "URA"),
    ("LON", "MOS"),
    ("ICE", "NAO"),
)
SIDES = (None, "free", "behind")
SERVED = ("World", "Mastermind", "Double Agent (World)", "Double Agent (Mastermind)")
PRISONS = ("ICE", "SIB")
VOTES = {"FOR": 7, "AGAINST": 4, "DEFERENTIAL": 3, "VETO": 1}
NONSENSE: tuple[object, ...] = (
    None,
    "",
    " ",
    "nobody",
    -1,
    1.5,
    10**19,
    True,
    [],
    {},
    ["x"],
    {"x": 1},
    "2026-02-30T00:00:00Z",
)
# What is no question at all, or several at once, each a whole input of the command.
RAW = (
    "",
    "\n\n",
    "{",
    "null",
    "[]",
    "[[]]",
    '"x"',
    "{}\n{}",
    "[{}, {}]",
    '{"procedure":\n"bnomic"}',
    "nonsense\n{}",
    "NaN",
    "[" * 3000,
    '{"procedure": "agora"}',
    '\ufeff{"procedure": "bnomic", "players": [], "proposals": []}',
)


def answers() -> dict[str, str]:
    """The questions, each a line of JSON, with what was answered; and the inputs that are no question."""
    asked = [json.dumps(each, ensure_ascii=False, sort_keys=True) for each in islice(all_questions(), HOW_MANY)]
    lines = ask_referee("\n".join(asked)).splitlines()
    found = {f"{place:04} {each}": line for place, (each, line) in enumerate(zip(asked, lines[:-2], strict=True), 1)}
    raw = {f"raw {place} {text[:40]!r}": ask_referee(text) for place, text in enumerate(RAW, 1)}
    return found | raw | {"raw indented": ask_referee(asked[0], "--indent", "2")}


def ask_referee(text: str, *options: str) -> str:
    with tempfile.NamedTemporaryFile("wb", prefix="nomic-questions-") as file:
        file.write(text.encode("utf-8", "surrogatepass"))
        file.flush()
        return server.run_command("adjudicate", file.name, *options)


def all_questions() -> Iterator[Question]:
    """Those that have to be asked, then the others without end."""
    chance = random.Random("referee")
    yield from cases_of_tests()
    yield from whole_board()
    while True:
        make = chance.choices(list(MAKERS), list(MAKERS.values()))[0]
        question = make(chance)
        yield _spoil_question(chance, question) if chance.random() < SPOILT else question


def _matter(kind: str) -> Callable[[random.Random], Question]:
    def make(chance: random.Random) -> Question:
        everybody = list(NAMES[: chance.randrange(1, len(NAMES) + 1)])
        idle = [name for name in everybody[1:] if chance.random() < 0.15]
        agents = [name for name in everybody if name not in idle]
        mastermind, author = chance.choice([None, *everybody]), chance.choice(everybody)
        if kind == "dov" and author == mastermind and chance.random() < 0.9:
            mastermind = None
        hours = chance.choice((0, 1, 11, 12, 13, 24, 25, 47, 48, 49, 72, 96, 97, 200))
        says = {"approve": 6, "disapprove": 3, "veto": 1} if kind == "gadget_request" else VOTES
        votes = [
            {
                "voter": chance.choice([*everybody, "Zed"]),
                "vote": chance.choices(list(says), list(says.values()))[0],
                "at": moment(chance.randrange(0, 60)),
            }
            for _ in range(chance.randrange(0, 2 * len(everybody)))
        ]
        question: Question = {
            "procedure": "blognomic",
            "kind": kind,
            "agents": agents,
            "idle": idle,
            "author": author,
            "mastermind": mastermind,
            "posted_at": moment(0),
            "now": moment(hours),
            "votes": votes,
            "dials": _dials(chance, kind),
        }
        if chance.random() < 0.3:
            begin = chance.randrange(0, 50)
            question["hiatus"] = [[moment(begin), chance.choice([None, moment(begin + chance.randrange(1, 40))])]]
        if chance.random() < 0.3:
            question["queue_position"] = chance.randrange(1, 4)
        return question

    return make


def _ballot(chance: random.Random) -> Question:
    players = list(NAMES[: chance.randrange(1, 8)])
    numbers = chance.sample(range(1, 30), chance.randrange(0, 9))
    return {
        "procedure": "bnomic",
        "players": players,
        "dials": _dials(chance, "ballot"),
        "proposals": [_paper(chance, number, numbers, players) for number in numbers],
    }


def _paper(chance: random.Random, number: int, numbers: list[int], players: list[str]) -> Question:
    others = [each for each in [*numbers, 99] if each != number]
    votes = ("FOR", "FOR", "AGAINST", "ABSTAIN")
    found: Question = {
        "number": number,
        "depends": [each for each in others if chance.random() < 0.15],
        "conflicts": [each for each in others if chance.random() < 0.15],
    }
    if chance.random() < 0.7:
        found["votes"] = {name: chance.choice(votes) for name in [*players, "Zed"] if chance.random() < 0.7}
    else:
        found["vote_log"] = [[chance.choice(players), chance.choice(votes)] for _ in range(chance.randrange(8))]
    if chance.random() < 0.25:
        state = chance.choice(("Open", "Pending", "Historical"))
        found |= {"state": state} | ({"substate": chance.choice(("Won", "Lost"))} if state == "Historical" else {})
    return found


def _timeline(chance: random.Random) -> Question:
    events: list[Question] = [{"do": "join", "player": name} for name in NAMES[:4]]
    refs: list[str] = []
    for _ in range(chance.randrange(5, 60)):
        do = chance.choices(("tick", "submit", "vote", "revise", "join", "leave"), (8, 3, 6, 1, 1, 1))[0]
        event: Question = {"do": do}
        if do != "tick":
            event["player"] = chance.choice(NAMES[:6])
        if do == "submit":
            refs.append(f"p{len(refs) + 1}")
            event["ref"] = refs[-1]
        elif do in {"vote", "revise"}:
            event["ref"] = chance.choice([*refs, "none"])
        if do in {"submit", "revise"}:
            event |= {name: [ref for ref in refs if chance.random() < 0.2] for name in ("depends", "conflicts")}
        if do == "vote":
            event["vote"] = chance.choice(("FOR", "AGAINST", "ABSTAIN", "MAYBE"))
        events.append(event)
    return {"procedure": "bnomic", "events": events, "dials": _dials(chance, "timeline")}


def _round(chance: random.Random) -> Question:
    seats = chance.randrange(2, 7)
    state = {
        "round": chance.randrange(0, 10),
        "influence": [chance.choice(("0.1", "0.75", "1", "1.005", "2")) for _ in range(seats)],
        "capital": [chance.choice(("0", "0.5", "-0.25", "3", "1/3")) for _ in range(seats)],
        "filibuster_used": [chance.random() < 0.3 for _ in range(seats)],
        "statutes": [f"B{place:02}" for place in range(chance.randrange(3))],
    }
    kind = chance.choice(("spending", "edict", "repeal"))
    bill = BILL | {"id": "B09", "kind": kind, "amendments": {f"A{place}": chance.randrange(3) for place in (1, 2, 3)}}
    return {
        "procedure": "quorum",
        "config": _config(chance, seats),
        "state": state,
        "bill": bill | ({"target_statute": "B00"} if kind == "repeal" else {}),
        "decisions": [_decision(chance, seats) for _ in range(seats)],
        "dials": _dials(chance, "quorum"),
    }


def _episode(chance: random.Random) -> Question:
    seats, rounds = chance.randrange(2, 7), chance.randrange(1, 9)
    decisions = [[_decision(chance, seats) for _ in range(seats)] for _ in range(rounds)]
    return {
        "procedure": "quorum",
        "config": _config(chance, seats),
        "seed": f"seed {chance.randrange(99)}",
        "decisions": decisions,
        "dials": _dials(chance, "quorum"),
    }


def _config(chance: random.Random, seats: int) -> Question:
    return STANDARD | {
        "num_seats": seats,
        "pass_threshold": chance.choice(("0.5", "0.3", "2/3", "0.9")),
        "veto_enabled": chance.random() < 0.8,
        "caucus_enabled": chance.random() < 0.8,
    }


def _decision(chance: random.Random, seats: int) -> object:
    if chance.random() < 0.08:
        return chance.choice(NONSENSE)
    found: Question = {"vote": chance.choices(("yea", "nay", "abstain", "maybe"), (6, 3, 1, 0.3))[0]}
    if chance.random() < 0.8:
        found["priorities"] = [chance.choice((0, 1, 2, 5, 0.5, -1 if chance.random() < 0.05 else 3)) for _ in range(3)]
    if chance.random() < 0.6:
        found["amendment"] = chance.choice(("A1", "A2", "A3", "none", "A4" if chance.random() < 0.1 else "A1"))
    for name in ("filibuster", "veto"):
        if chance.random() < 0.25:
            found[name] = chance.choice((True, True, False, "yes"))
    if chance.random() < 0.25:
        text = chance.choice(("Yea with me?", "", "n" * 300, "ü"))
        found["note"] = {"to": chance.randrange(-1, seats + 1), "text": text}
    return found


def _move(chance: random.Random) -> Question:
    here, to = chance.choice(NEAR) if chance.random() < 0.6 else (chance.choice(CODES), chance.choice(CODES))
    question: Question = {
        "procedure": "spy.move",
        "from": here,
        "to": to,
        "side": chance.choice(SIDES),
        "tickets": tickets(*(chance.randrange(4) for _ in range(3))),
        "curtain": list(BEHIND),
        "smuggling": chance.choice(([], ["FIN"], [here])),
        "affiliation": chance.choice([None, *SERVED]),
        "licences": [each for each in LICENCES if chance.random() < 0.15],
        "dials": _dials(chance, "spy"),
    }
    if here in PRISONS and chance.random() < 0.6:
        question["prison"] = here
    return question


def _capture(chance: random.Random) -> Question:
    places = chance.choice((["LON"] * 2, ["ICE"] * 2, ["SIB"] * 2, ["LON", "PAR"], [chance.choice(CODES)] * 2))
    captor, target = (
        {"location": place, "affiliation": chance.choice(SERVED)}
        | ({"prison": place} if place in PRISONS and chance.random() < 0.4 else {})
        for place in places
    )
    return {
        "procedure": "spy.capture",
        "roll": chance.randrange(0, 103),
        "captor": captor,
        "target": target,
        "dials": _dials(chance, "capture"),
    }


def _exchange(chance: random.Random) -> Question:
    kinds = ("air", "sea", "land")
    return {
        "procedure": "spy.exchange",
        "tickets": tickets(*(chance.randrange(7) for _ in range(3))),
        "give": chance.choice(kinds),
        "take": chance.choice(kinds),
        "times": chance.randrange(4),
        "dials": _dials(chance, "spy"),
    }


MAKERS: dict[Callable[[random.Random], Question], int] = {
    _matter("proposal"): 30,
    _matter("cfj"): 9,
    _matter("dov"): 9,
    _matter("gadget_request"): 9,
    _ballot: 12,
    _timeline: 6,
    _round: 9,
    _episode: 2,
    _move: 8,
    _capture: 4,
    _exchange: 2,
}


def _spoil_question(chance: random.Random, question: Question) -> Question:
    """The question with one thing in it missing, or something else."""
    spoilt = json.loads(json.dumps(question))
    inner = spoilt
    while True:
        name = chance.choice([each for each in inner if each != "procedure" or chance.random() < 0.3] or list(inner))
        if isinstance(inner[name], dict) and inner[name] and chance.random() < 0.5:
            inner = inner[name]
            continue
        if chance.random() < 0.4:
            del inner[name]
        else:
            inner[name] = chance.choice(NONSENSE)
        return dict(spoilt)


def _dials(chance: random.Random, kind: str) -> Dials:
    known = DIALS[kind]
    names = [name for name in known if chance.random() < 0.2]
    return {name: chance.choice(known[name]) for name in names}
