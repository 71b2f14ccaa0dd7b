"""The process in time, as the law says it: who may do what when, and a naive reading of the rule beside it."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings, strategies as st

from nomic.core.law.rules import Law
from proposals.bnomic.ballot.referee import Timeline
from proposals.bnomic.dials import HIGHER, LOWER
from proposals.bnomic.nweeks.rules import Place, ProposalState
from tests.bnomic.mechanics.laws import LAW, lacking, saying, without

PLAYERS, NAMES = ("Ada", "Ben", "Cy"), ("one", "two", "three", "four")
WORDS = ("FOR", "AGAINST", "ABSTAIN")


class Act(NamedTuple):
    """What somebody does; `tick` is nobody's."""

    do: str
    arguments: tuple[Any, ...] = ()


def play(game: Any, acts: list[Act]) -> list[bool]:
    return [getattr(game, act.do)(*act.arguments) for act in acts]


def begun(law: Law = LAW, players: tuple[str, ...] = PLAYERS) -> Timeline:
    game = Timeline(law)
    for player in players:
        game.join(player)
    return game


def on(nday: int, law: Law = LAW) -> Timeline:
    """A game on that nday of nweek 1, with Ada's Proposal “one” submitted on nday 1."""
    game = begun(law)
    game.submit("Ada", "one")
    while game.place.nday < nday:
        game.tick()
    return game


@dataclass
class Plain:
    """A game by the rule read sentence by sentence, without a thought for how long it takes."""

    length: int
    opens: int
    closes: int
    winning: int
    ties: str
    nweek: int = 1
    nday: int = 1
    players: list[str] = field(default_factory=list)
    proposals: list[dict[str, Any]] = field(default_factory=list)
    passed: list[tuple[int, list[str]]] = field(default_factory=list)

    def join(self, player: str) -> bool:
        legal = player not in self.players
        self.players += [player] if legal else []
        return legal

    def leave(self, player: str) -> bool:
        legal = player in self.players
        self.players = [each for each in self.players if each != player]
        return legal

    def submit(self, player: str, name: str, depends: frozenset[str], conflicts: frozenset[str]) -> bool:
        legal = player in self.players and not self.called(name)
        new = {"name": name, "author": player, "state": "Pending", "depends": depends, "conflicts": conflicts}
        self.proposals += [{**new, "votes": {}}] if legal else []
        return legal

    def revise(self, player: str, name: str, depends: frozenset[str], conflicts: frozenset[str]) -> bool:
        for each in self.called(name):
            if player in self.players and each["author"] == player and each["state"] == "Pending":
                each.update(depends=depends, conflicts=conflicts)
                return True
        return False

    def vote(self, player: str, name: str, word: str) -> bool:
        for each in self.called(name):
            if player in self.players and each["state"] == "Open" and word in WORDS:
                each["votes"][player] = word
                return True
        return False

    def tick(self) -> bool:
        ends = self.nday == self.length
        if self.nday == self.closes or (ends and self.closes > self.length):
            self.count()
        self.nweek, self.nday = (self.nweek + 1, 1) if ends else (self.nweek, self.nday + 1)
        if self.nday == self.opens:
            for each in self.proposals:
                each["state"] = "Open" if each["state"] == "Pending" else each["state"]
        return True

    def count(self) -> None:
        ballot = [each for each in self.proposals if each["state"] == "Open"]
        for each in ballot:
            each["state"] = "Won" if self.strength(each) >= self.winning else "Lost"
        by_strength = ballot if self.ties == LOWER else ballot[::-1]
        for each in sorted(by_strength, key=self.strength, reverse=True):
            for other in ballot:
                if each["state"] == other["state"] == "Won" and each is not other and conflicting(each, other):
                    other["state"] = "Lost"
        # As often as there are Proposals is often enough.
        for each in ballot * len(ballot):
            if any(other["state"] == "Lost" for name in each["depends"] for other in self.called(name)):
                each["state"] = "Lost"
        won = [each["name"] for each in ballot if each["state"] == "Won"]
        self.passed += [(self.nweek, won)] if won else []

    def strength(self, proposal: dict[str, Any]) -> int:
        final = [vote for player, vote in proposal["votes"].items() if player in self.players]
        return final.count("FOR") - final.count("AGAINST")

    def called(self, name: str) -> list[dict[str, Any]]:
        return [each for each in self.proposals if each["name"] == name]


def conflicting(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return one["name"] in other["conflicts"] or other["name"] in one["conflicts"]


PLAYER, NAME = st.sampled_from(PLAYERS), st.sampled_from(NAMES)
LISTED = st.frozensets(st.sampled_from([*NAMES, "nobody's"]), max_size=2)
WORD = st.sampled_from(["FOR", *WORDS, "AYE"])
ENTERING = st.sampled_from(["submit", "revise"])
SUBMITTED = st.tuples(
    *[st.builds(Act, st.just("submit"), st.tuples(PLAYER, st.just(name), LISTED, LISTED)) for name in NAMES]
)
# On some ndays all vote on everything; or else the rivals would seldom be equals, and seldom more than one be Won.
VOTED = st.tuples(
    *[
        st.builds(Act, st.just("vote"), st.tuples(st.just(player), st.just(name), WORD))
        for player in PLAYERS
        for name in NAMES
    ]
)
OTHERS = st.lists(
    st.one_of(
        st.builds(Act, st.sampled_from(["join", "leave", "leave"]), st.tuples(PLAYER)),
        st.builds(Act, ENTERING, st.tuples(PLAYER, NAME, LISTED, LISTED)),
        st.builds(Act, st.just("vote"), st.tuples(PLAYER, NAME, WORD)),
    ),
    max_size=3,
)
NIGHT = st.just((Act("tick"),))
DAYS = st.lists(st.tuples(OTHERS, st.just(()) | VOTED, OTHERS, NIGHT).map(chain.from_iterable).map(list), max_size=8)
# Most games begin with Proposals that name each other, or there would be little to count.
ACTS = st.builds(lambda first, days: [*first, *chain.from_iterable(days)], st.just(()) | SUBMITTED | SUBMITTED, DAYS)
NDAYS = st.integers(1, 4)


@settings(max_examples=300)
@given(ACTS, NDAYS, NDAYS, NDAYS, st.integers(0, 2), st.sampled_from([HIGHER, LOWER]))
def test_a_game_goes_as_the_rule_read_sentence_by_sentence_says(
    acts: list[Act], length: int, opens: int, closes: int, winning: int, ties: str
) -> None:
    numbers = {"length": length, "opens": opens, "closes": closes, "winning": winning}
    law = saying({f"nweek.{name}": str(number) for name, number in numbers.items()} | {"nweek.ties": ties})
    game, plain = begun(law), Plain(length, opens, closes, winning, ties, players=list(PLAYERS))

    assert play(game, acts) == play(plain, acts)
    assert game.place == (plain.nweek, plain.nday)
    assert {name: entry.state for name, entry in game.proposals.items()} == {
        each["name"]: each["state"] for each in plain.proposals
    }
    assert game.passed == plain.passed


@given(st.lists(st.sampled_from(NAMES), unique=True), st.integers(0, 30))
def test_numbers_are_given_in_the_order_of_submission_whatever_has_become_of_those_before(
    names: list[str], nights: int
) -> None:
    game = begun()
    for name in names:
        game.submit("Ada", name)
        play(game, [Act("tick")] * nights)

    assert [game.proposals[name].number for name in names] == list(range(1, len(names) + 1))


@pytest.mark.parametrize(
    ("nday", "state", "legal"),
    [
        (8, ProposalState.PENDING, [True, False]),
        (9, ProposalState.OPEN, [False, True]),
        (12, ProposalState.OPEN, [False, True]),
    ],
)
def test_a_proposal_is_revised_until_it_opens_and_voted_on_from_then_on(
    nday: int, state: ProposalState, legal: list[bool]
) -> None:
    game = on(nday)

    assert game.proposals["one"].state is state
    assert [game.revise("Ada", "one"), game.vote("Ben", "one", "FOR")] == legal


def test_the_vote_of_nday_12_is_counted_and_one_of_the_next_nday_is_too_late() -> None:
    game = on(12)
    assert game.vote("Ben", "one", "FOR")
    game.tick()

    assert game.place == Place(2, 1)
    assert game.proposals["one"].state is ProposalState.WON
    assert game.passed == [(1, ["one"])]
    assert not game.vote("Ben", "one", "AGAINST")


def test_what_is_submitted_on_nday_9_waits_for_the_next_nweek() -> None:
    game = on(9)
    game.submit("Ben", "two")
    play(game, [Act("tick")] * 11)

    waited = game.place, game.proposals["two"].state
    game.tick()
    assert waited == (Place(2, 8), ProposalState.PENDING)
    assert game.proposals["two"].state is ProposalState.OPEN


def test_who_is_no_player_does_nothing() -> None:
    game = on(8)

    assert not game.submit("Zed", "two")
    assert not game.revise("Zed", "one")
    game.tick()
    assert not game.vote("Zed", "one", "FOR")


@pytest.mark.parametrize(
    ("mechanism", "answers"),
    [
        ("nweek.submitting", [False, False, False]),
        ("nweek.revising", [True, False, True]),
        ("nweek.voting", [True, True, False]),
        ("nweek.counting", [True, True, True]),
    ],
)
def test_what_no_rule_provides_for_nobody_does(mechanism: str, answers: list[bool]) -> None:
    game = begun(without(mechanism))
    did = [game.submit("Ada", "one"), game.revise("Ada", "one")]
    play(game, [Act("tick")] * 8)
    did.append(game.vote("Ben", "one", "FOR"))

    assert did == answers


def test_without_a_rule_for_the_count_the_open_ones_stay_open() -> None:
    game = on(12, without("nweek.counting"))
    game.tick()

    assert game.place == Place(2, 1)
    assert game.proposals["one"].state is ProposalState.OPEN


def test_without_an_nday_of_opening_nothing_opens() -> None:
    game = begun(lacking("nweek.opens"))
    game.submit("Ada", "one")
    play(game, [Act("tick")] * 40)

    assert game.proposals["one"].state is ProposalState.PENDING


def test_a_list_of_conflicts_is_read_at_the_count_where_a_rule_provides_for_it() -> None:
    kept, gone = on(1), on(1, without("nweek.conflicts"))
    for game in (kept, gone):
        game.submit("Ben", "two", conflicts=["one"])
        play(game, [Act("tick")] * 8)
        for name in ("one", "two"):
            game.vote("Cy", name, "FOR")
        play(game, [Act("tick")] * 4)

    assert kept.passed == [(1, ["two"])]
    assert gone.passed == [(1, ["one", "two"])]
