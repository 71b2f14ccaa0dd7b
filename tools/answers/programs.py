"""What programs are told that sit in the Senate: with a seat's token, with a wrong one, with none, and in bad form."""

from __future__ import annotations

import json
import re

from tools.answers import server
from tools.answers.visitor import PageVisitor, RouteCoverage

SENATE, EPISODES = "/g/the-draughty-house/quorum", (1, 2, 3, 9)
KEEPER, SEATS = "thaddeus", ((2, 2), (3, 0))  # who answers for programs; Episode and seat of each
TOKEN = re.compile(r'id="token"[^>]* value="([^"]+)"')
YEA = {"vote": "yea", "priorities": [2, 1, 0], "amendment": "A1"}
DECISIONS: tuple[object, ...] = (
    YEA,
    {"vote": "nay"},
    {"vote": "abstain", "filibuster": True},
    {"vote": "yea", "veto": True},
    {"vote": "yea", "note": {"to": 0, "text": "Yea with me?"}},
    {"vote": "yea", "note": {"to": 2, "text": ""}},
    {"vote": "maybe"},
    {"vote": "yea", "priorities": [0, 0, 0]},
    {"vote": "yea", "priorities": "first"},
    {"vote": "yea", "amendment": "A9"},
    {},
    None,
    [],
    "yea",
    7,
    True,
)
BODIES = (
    "",
    "{",
    "[]",
    "null",
    "nonsense",
    '{"round": 4}',
    '{"round": -1, "decision": {}}',
    '{"round": "4", "decision": {}}',
    '{"round": 4, "round": 4, "decision": {}}',
    '{"round": 4, "decision": NaN}',
    '{"round": 4, "decision": 1e999}',
    '{"round": 4, "decision": {"vote": "yea"}, "rid": 7}',
    '{"round": 4, "decision": {"vote": "yea"}, "rid": "a b"}',
    "[" * 40 + "]" * 40,
    '{"round": 4, "decision": "\\ud800"}',
    f'{{"round": 4, "decision": "{"x" * 70000}"}}',
)
JSON = "application/json"


class ProgramAsker:
    """Whoever asks with this token; None, with none."""

    def __init__(self, name: str, token: str | None, coverage: RouteCoverage, answers: dict[str, str]) -> None:
        self.name, self.coverage, self.answers = name, coverage, answers
        self.visitor = PageVisitor()
        self.heads = {"Authorization": f"Bearer {token}"} if token is not None else {}

    def request(self, method: str, path: str, body: str = "", kind: str = "", **heads: str) -> str:
        """Ask and keep the answer; answers with the entity tag."""
        address = f"{SENATE}/api/{path}"
        more = {name.replace("_", "-"): value for name, value in heads.items()}
        reply = self.visitor.request(method, address, body, kind, self.heads | more)
        self.coverage.note(method, address, reply)
        said = " ".join(filter(None, (kind if kind != JSON else "", *more.values(), body[:200])))
        self.answers[f"{len(self.answers) + 1:03} {self.name} {method} {path} {said}".strip()] = reply.text
        tag = re.search(r"^ETag: (.*)$", reply.text, re.MULTILINE)
        return tag[1] if tag else ""

    def decide_round(self, number: int, round: int, decision: object, **more: object) -> None:
        self.request(
            "POST", f"episodes/{number}/decision", json.dumps({"round": round, "decision": decision, **more}), JSON
        )


def answers(coverage: RouteCoverage) -> dict[str, str]:
    """What everything is answered that a program may ask; nothing of it stays done."""
    found: dict[str, str] = {}
    with server.rollback_after():
        keeper = PageVisitor(KEEPER).sign_in()
        askers = [
            ProgramAsker("nobody", None, coverage, found),
            ProgramAsker("a wrong token", "wrong", coverage, found),
        ]
        for number, seat in SEATS:
            page = keeper.send_form(f"{SENATE}/{number}/seats/{seat}/token/", [])
            token = TOKEN.search(page.body)
            askers.append(ProgramAsker(f"seat {seat} of {number}", token[1] if token else "none", coverage, found))
        for asker in askers:
            _look_around(asker)
            _decide_everything(asker)
            _look_around(asker)
    return found


def _look_around(program: ProgramAsker) -> None:
    program.request("GET", "openapi.json")
    for number in EPISODES:
        tag = program.request("GET", f"episodes/{number}/")
        program.request("GET", f"episodes/{number}/", If_None_Match=tag or '"none"')
        program.request("HEAD", f"episodes/{number}/")
        program.request("GET", f"episodes/{number}/?wait=soon")
        program.request("PUT", f"episodes/{number}/")
        program.request("GET", f"episodes/{number}/replay")
        program.request("GET", f"episodes/{number}/decision")
    program.request("GET", "nowhere/")
    program.request("GET", "episodes/2/", Authorization="Basic abc")


def _decide_everything(program: ProgramAsker) -> None:
    for number, round in ((1, 2), (2, 3), (2, 4), (3, 0), (9, 0)):
        program.decide_round(number, round, YEA, rid=f"{number}-{round}")
        program.decide_round(number, round, {"vote": "nay"}, rid=f"{number}-{round}")
    for decision in DECISIONS:
        program.decide_round(2, 4, decision)
    for body in BODIES:
        program.request("POST", "episodes/2/decision", body, JSON)
    program.request("POST", "episodes/2/decision", "vote=yea", "application/x-www-form-urlencoded")
    program.request("POST", "episodes/2/decision", json.dumps({"round": 4, "decision": YEA}), "text/plain")
    program.request(
        "POST", "episodes/2/decision", json.dumps({"round": 4, "decision": YEA}), JSON, Transfer_Encoding="x"
    )
