"""Whatever programs send, and however fast: never a 500, no stall, no advantage, and the right score at the end.

`NOMIC_HAMMERING` says for how many seconds a seat is hammered; a moment will do for a suite, ten say more.
"""

from __future__ import annotations

import json
import os
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from random import Random
from threading import Event
from typing import Any

import pytest
import time_machine
from django.test import Client
from hypothesis import HealthCheck, example, given, settings, strategies as st

from dynasties.quorum.replay.rules import verify_replay
from nomic.core.games.models import Game
from nomic.core.log.models import Event as LogEvent
from tests.concurrency.test_floor import at_once
from tests.fuzz import truths
from tests.quorum.api.conftest import NOON, seated
from tests.quorum.api.programs import Program
from tests.sitting import SenateTable

HAMMERING = float(os.environ.get("NOMIC_HAMMERING", "0.7"))  # seconds
HAMMERS, ROUNDS = 8, 2
OFTEN = settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=300)
NUMBERS = st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.sampled_from([10**400, -(10**4000)])
ANYTHING = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)
# Nearly a decision: each part may be right, and may be anything.
NEARLY = st.fixed_dictionaries(
    {},
    optional={
        "vote": st.sampled_from(["yea", "nay", "abstain"]) | ANYTHING,
        "priorities": st.lists(NUMBERS | ANYTHING, min_size=2, max_size=4) | ANYTHING,
        "amendment": st.sampled_from(["none", "A1", "A2", "A3"]) | ANYTHING,
        "filibuster": st.booleans() | ANYTHING,
        "veto": st.booleans() | ANYTHING,
        "note": st.fixed_dictionaries({"to": st.integers(-1, 4) | ANYTHING, "text": TEXTS | ANYTHING}) | ANYTHING,
    },
)


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as moved:
        yield moved


@pytest.fixture
def table(clock: time_machine.Traveller) -> SenateTable:
    """Kevan and Josh, under the law of Quorum."""
    return SenateTable("Josh")


@pytest.mark.django_db
def test_any_json_is_taken_for_a_decision_and_the_round_closes_on_it(table: SenateTable) -> None:
    @OFTEN
    @given(ANYTHING | NEARLY, NEARLY)
    @example({"vote": "yea", "priorities": [1e308, 1e-308, 10**308]}, {"vote": "yea", "priorities": [5e-324, 0, 0]})
    @example(
        {"vote": "nay", "note": {"to": 1, "text": "\0\u202e"}}, {"vote": "yea", "note": {"to": 0, "text": "🪿" * 200}}
    )
    def sent(one: object, other: object) -> None:
        if senates[-1][0].seen()["state"] == "over":
            senates.append(seated(table, 2))
        first, second = senates[-1]
        round = first.seen()["round"]

        answers = [first.decides(one, round), second.decides(other, round)]

        seen = first.seen()
        assert [each.status_code for each in answers] == [200, 200]
        assert seen["round"] == round + 1
        assert seen["history"][-1]["fallback"] == [each.json()["fallback"] for each in answers]

    senates = [seated(table, 2)]
    sent()


@pytest.mark.django_db
def test_any_bytes_at_all_are_answered_in_the_one_form(table: SenateTable) -> None:
    program = seated(table, 2)[0]
    asked = json.dumps({"round": 0, "rid": "a", "decision": {"vote": "yea", "priorities": [1, 2.5, 3]}}).encode()

    @OFTEN
    @given(st.binary(max_size=100), st.integers(0, len(asked)), st.integers(0, len(asked)))
    def sent(noise: bytes, start: int, end: int) -> None:
        answer = program.sends(asked[:start] + noise + asked[end:])

        assert answer.status_code in (200, 400, 409, 422)

    sent()


@pytest.mark.django_db
def test_any_headers_at_all_are_answered_in_the_one_form(table: SenateTable) -> None:
    program = seated(table, 2)[0]
    signs = st.text(st.characters(min_codepoint=32, max_codepoint=255, exclude_characters="\x7f"), max_size=60)

    @OFTEN
    @given(signs, signs, signs)
    def sent(authorization: str, known: str, wait: str) -> None:
        headers = {"Authorization": authorization, "If-None-Match": known}
        answer = program.asks("get", f"/episodes/{program.episode}/", headers=headers, data={"wait": wait})

        assert answer.status_code in (401, 422)

    sent()


# -- eight at once


class Hammer:
    """A client that sends to one seat whatever it likes, as fast as it can. `answers`: by the number of the request."""

    def __init__(self, program: Program, number: int, stop: Event) -> None:
        client = Client(raise_request_exception=False)
        self.program = Program(program.token, program.episode, client=client)
        self.chance, self.stop = Random(number), stop
        self.statuses: Counter[int] = Counter()
        self.answers: dict[str, set[bytes]] = defaultdict(set)
        self.accepted: list[tuple[int, Any]] = []

    def __call__(self) -> None:
        while not self.stop.is_set():
            self.chance.choice((self.decide, self.decide, self.decide, self.babble, self.look))()

    def decide(self) -> None:
        round = self.chance.randrange(ROUNDS + 1)
        decision = {
            "vote": self.chance.choice(["yea", "nay", "maybe"]),
            "priorities": [self.chance.randrange(9), 1, 1],
            "filibuster": True,
            "veto": True,
        }
        # Few numbers for many requests of eight clients: most have been sent before, with another decision.
        rid = f"{self.chance.randrange(300)}"
        answer = self.program.decides(decision, round=round, rid=rid)
        self.statuses[answer.status_code] += 1
        if answer.status_code == 200:
            self.answers[rid].add(answer.content)

    def babble(self) -> None:
        body = self.chance.choice([b"", b"{", b"[" * 60_000, b"NaN", b'{"round": 1e400}', b"x" * 70_000, b"\xff"])
        self.statuses[self.program.sends(body).status_code] += 1

    def look(self) -> None:
        self.statuses[self.program.sees().status_code] += 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgresql
def test_eight_clients_that_hammer_one_seat_stall_nobody_and_gain_nothing() -> None:
    table = SenateTable("Josh")
    program, *others = seated(table, 3, rounds=ROUNDS, decision_seconds=3600)
    stop, took = Event(), list[float]()
    hammers = [Hammer(program, number, stop) for number in range(HAMMERS)]

    at_once([*hammers, lambda: _play(others, stop, took)])

    statuses = sum((each.statuses for each in hammers), Counter[int]())
    assert set(statuses) <= {200, 400, 409, 413, 415}
    assert statuses[200]
    # A number that was ever taken was answered alike to all of them.
    answers = {rid: set().union(*(each.answers[rid] for each in hammers)) for rid in map(str, range(300))}
    assert [rid for rid, said in answers.items() if len(said) > 1] == []
    # Whoever sent little and waited was answered meanwhile.
    assert len(took) == len(others) * ROUNDS
    _closed_once_with_the_right_score(table, Program(episode=program.episode))


def _play(others: list[Program], stop: Event, took: list[float]) -> None:
    """The others wait for half of the time in each round, and decide while it goes on."""
    try:
        for round in range(ROUNDS):
            stop.wait(HAMMERING / ROUNDS)
            _until_hammered(others[0], round)
            for each in others:
                began = time.monotonic()
                assert each.decides({"vote": "nay"}, round=round).status_code == 200
                took.append(time.monotonic() - began)
    finally:
        stop.set()


def _until_hammered(looker: Program, round: int) -> None:
    """The hammered seat has decided in this round too."""
    while not looker.seen()["decided"][0]:
        assert looker.seen()["round"] == round


def _closed_once_with_the_right_score(table: SenateTable, visitor: Program) -> None:
    seen = visitor.seen()
    replay = visitor.asks("get", f"/episodes/{visitor.episode}/replay").json()
    closed = LogEvent.objects.filter(game=table.made, kind="quorum.round-closed").order_by("seq")

    assert seen["state"] == "over"
    assert [each.data["round"] for each in closed] == list(range(ROUNDS))
    assert [each.data["record"] for each in closed] == seen["history"]
    assert verify_replay(replay) is None
    assert replay["scores"] == seen["scores"]
    # A filibuster is once in an Episode, however often it is asked for.
    assert sum(each["decisions"][0]["filibuster"] for each in seen["history"]) <= 1
    truths.the_record_is_true(Game.objects.get(pk=table.made.pk))
