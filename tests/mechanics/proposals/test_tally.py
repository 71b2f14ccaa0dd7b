from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, strategies as st

from nomic.catalogue import CATALOGUE
from nomic.core.law.rules import Law
from nomic.core.law.rules_timespans import Interval
from proposals.kinds.cfj.kind import CALL
from proposals.kinds.dov.kind import DECLARATION
from proposals.kinds.kind import MatterKind
from proposals.voting.rules import quorum, quorum_sum, tally
from tests.mechanics.proposals.matters import LAW, at, hiatus, lacking, matter, roster, without


def counts(
    text: str, law: Law = LAW, *, author: str = "author", stops: Sequence[Interval] = (), **people: Any
) -> tuple[int, int, int, int]:
    """`people`: as `roster` takes them."""
    found = tally(matter(text, author=author), roster(**{"count": 6} | people), law, at(10), stops)
    return found.for_, found.against, found.deferential, found.abstain


def whys(text: str, **given: Any) -> dict[str, str]:
    found = tally(matter(text), roster(6, given.get("mastermind", "M"), given.get("idle", "")), LAW, at(10))
    return {line.voter: line.why for line in found.counted}


@pytest.mark.parametrize(("agents", "needed"), [(0, 1), (1, 1), (2, 2), (3, 2), (9, 5), (10, 6), (45, 23)])
def test_a_quorum_is_half_rounded_down_and_one(agents: int, needed: int) -> None:
    assert quorum(agents, LAW) == needed


def test_a_quorum_of_thirds_is_exact() -> None:
    law = CATALOGUE.standard({"quorum.share": "2/3", "quorum.plus": "0"})

    assert [quorum(count, law) for count in (2, 3, 5, 6)] == [1, 2, 3, 4]


@pytest.mark.parametrize(("agents", "portion", "is_rounded"), [(0, 0, False), (5, 2, True), (6, 3, False)])
def test_a_quorum_says_how_it_is_made_up(agents: int, portion: int, is_rounded: bool) -> None:
    made = quorum_sum(agents, LAW)

    assert (made.portion, made.is_rounded, made.plus) == (portion, is_rounded, 1)
    assert made.total == portion + 1 == quorum(agents, LAW)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", (1, 0, 0, 0)),  # an author's silence is FOR
        ("P1:F", (2, 0, 0, 0)),
        ("P1:F P1:A@2", (1, 1, 0, 0)),  # the newest counts
        ("P1:A@2 P1:F@1", (1, 1, 0, 0)),  # by its moment, not its place in the list
        ("P1:D", (1, 0, 1, 0)),  # the Mastermind is silent
        ("P1:D M:F", (3, 0, 0, 0)),
        ("P1:D M:A", (1, 2, 0, 0)),
        ("P1:D M:A M:F@2", (3, 0, 0, 0)),  # it moves as the Mastermind moves
        ("P1:D M:V", (1, 0, 1, 0)),  # nothing to follow under a VETO
        ("M:F M:D@2", (2, 0, 0, 0)),  # the Mastermind's DEFERENTIAL is refused
        ("P1:A P1:V@2", (1, 1, 0, 0)),  # another's VETO is no vote
        ("author:D", (0, 0, 1, 0)),  # unresolved, and it ends the implied FOR
        ("author:D M:A", (0, 2, 0, 0)),
        ("author:V", (1, 0, 0, 0)),  # no vote, so the silence goes on
        ("stranger:F", (1, 0, 0, 0)),
        ("P1:F@11", (1, 0, 0, 0)),  # the future
        ("P1:F@-1", (1, 0, 0, 0)),
        ("P1:F@10", (2, 0, 0, 0)),  # this very moment
    ],
)
def test_votes_count_as_the_readings_say(text: str, expected: Any) -> None:
    assert counts(text) == expected


def test_deferential_follows_the_silent_mastermind_on_eir_own_proposal() -> None:
    assert counts("P1:D", author="M") == (2, 0, 0, 0)


def test_deferential_abstains_where_there_is_no_mastermind() -> None:
    assert counts("P1:D P2:F", mastermind=None) == (2, 0, 0, 1)
    assert tally(matter("P1:D"), roster(6, None), LAW, at(10)).valid == 2


def test_idle_voters_and_followers_of_an_idle_mastermind_do_not_count() -> None:
    assert counts("M:F P1:D P2:F", idle="M P2") == (1, 0, 1, 0)


def test_an_idle_author_has_no_implied_vote() -> None:
    assert counts("P1:F", idle="author") == (1, 0, 0, 0)


def test_a_self_kill_is_final_and_outlasts_idling() -> None:
    killed = tally(matter("author:A@1 author:F@2"), roster(6), LAW, at(10))
    away = tally(matter("author:A"), roster(6, idle="author"), LAW, at(10))

    assert killed.self_killed
    assert (killed.for_, killed.against) == (0, 1)
    assert away.self_killed
    assert away.against == 0


def test_an_authors_deferential_resolved_to_against_kills_nothing() -> None:
    assert not tally(matter("author:D M:A"), roster(6), LAW, at(10)).self_killed


def test_without_the_mechanism_an_authors_against_is_a_vote_like_any_other() -> None:
    found = tally(matter("author:A author:F@2"), roster(6), without("voting.self_kill"), at(10))

    assert not found.self_killed
    assert found.for_ == 1


def test_without_the_mechanism_silence_is_no_vote() -> None:
    assert counts("P1:F", law=without("voting.implied")) == (1, 0, 0, 0)


def test_a_veto_is_replaced_by_a_later_vote_and_lapses_when_its_mastermind_idles() -> None:
    assert tally(matter("M:V"), roster(6), LAW, at(10)).vetoed
    assert not tally(matter("M:V M:F@2"), roster(6), LAW, at(10)).vetoed
    assert not tally(matter("M:V"), roster(6, idle="M"), LAW, at(10)).vetoed
    assert not tally(matter("P1:V"), roster(6), LAW, at(10)).vetoed


def test_icons_that_the_law_has_struck_out_are_no_votes() -> None:
    law = lacking("voting.veto", "voting.deferential")

    found = tally(matter("M:F M:V@2 P1:A P1:D@2"), roster(6), law, at(10))

    assert (found.for_, found.against, found.deferential, found.vetoed) == (2, 1, 0, False)


def test_a_vote_in_hiatus_is_void_and_an_earlier_one_stands() -> None:
    stops = (hiatus(2, 4),)

    assert counts("P1:A@1 P1:F@2 P2:F@3 P3:F@4", stops=stops) == (2, 1, 0, 0)
    assert not tally(matter("author:A@3"), roster(6), LAW, at(10), stops).self_killed


def test_the_trail_says_why_each_vote_counts_as_it_does() -> None:
    assert whys("P1:D M:F") == {"author": "implied", "P1": "follows-mastermind", "M": "explicit"}
    assert whys("P1:D")["P1"] == "unresolved-mastermind-silent"
    assert whys("P1:D M:V")["P1"] == "unresolved-under-veto"
    assert whys("P1:D", idle="M")["P1"] == "unresolved-mastermind-idle"
    assert whys("P1:D", mastermind=None)["P1"] == "abstains-no-mastermind"
    assert whys("P1:F stranger:F", idle="P1") == {"author": "implied", "P1": "idle", "stranger": "left"}
    assert whys("author:A author:F@2")["author"] == "after-self-kill"
    assert whys("P1:V")["P1"] == "not-the-mastermind"
    assert whys("M:D")["M"] == "mastermind-deferential"


@pytest.mark.parametrize("kind", [CALL, DECLARATION])
def test_other_matters_know_for_and_against_only_and_imply_nothing(kind: MatterKind) -> None:
    found = tally(matter("P1:F P1:D@2 M:V P2:D P3:A", kind), roster(6), LAW, at(10))

    assert (found.for_, found.against, found.deferential, found.vetoed) == (1, 1, 0, False)


@given(st.permutations(["P1:F", "P2:A", "P3:D", "M:A", "P4:D", "P1:A@2", "M:F@3", "author:D"]))
def test_the_order_of_different_voters_does_not_matter(words: list[str]) -> None:
    assert counts(" ".join(words)) == (4, 2, 0, 0)
