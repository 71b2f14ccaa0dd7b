"""Nweeks, by several at once: each midnight strikes once, a ballot is counted once, and a Number is given once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import pairwise
from typing import Any

import pytest
import time_machine

from nomic.core.log.models import Event
from proposals import tasks as proposals_tasks
from proposals.bnomic.ballot import actions as ballot_actions
from proposals.bnomic.clock import actions as clock_actions
from proposals.bnomic.nweeks.models import NweekCount
from proposals.bnomic.papers import actions as papers_actions
from proposals.bnomic.plugin import CHECKS
from proposals.bnomic.register.models import BallotVote, Proposal
from proposals.posts.models import Post
from tests.balloting import WHY, BallotTable
from tests.concurrency.test_floor import at_once, events, whole as is_whole
from tests.openings import further, opened
from tests.refusals import refusals_among as codes

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]
START = datetime(2026, 3, 2, 9, tzinfo=UTC)
CLOSING = datetime(2026, 3, 14, tzinfo=UTC)  # the end of nday 12
MOMENT, DAY = timedelta(microseconds=1), timedelta(days=1)
VOTERS = ("Josh", "Lulu", "Raven", "Zack", "Myke", "Orla", "Clucky", "Wakukee", "Bucky", "Kevan")
CLIENTS = 6


@pytest.fixture
def table() -> Any:
    with time_machine.travel(START, tick=False):
        yield opened("ballot of ten", lambda: BallotTable(*VOTERS[:-1]))


@pytest.fixture
def clock(table: BallotTable) -> Any:
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller


@pytest.fixture
def ballot(table: BallotTable, clock: time_machine.Traveller) -> BallotTable:
    return further(three_open, table, clock)


def three_open(table: BallotTable, clock: time_machine.Traveller) -> None:
    """Three Proposals are Open on the last nday: 2 Conflicts with 1, and 3 Depends on it."""
    table.submits("Josh", "Cats", changes=table.new_rule("Cats"))
    table.submits("Lulu", "Dogs", changes=table.new_rule("Dogs"), conflicts="1")
    table.submits("Raven", "Kittens", changes=table.new_rule("Kittens"), depends="1")
    table.ticks(clock, 11, clerk=False)
    table.sweep()


def whole(table: BallotTable) -> bool:
    return is_whole(table, CHECKS)


def rule_titles(table: BallotTable) -> set[str]:
    return {rule.title for rule in table.rules()}


def vote(table: BallotTable, name: str, number: int = 1, word: str = "FOR") -> Callable[[], Any]:
    facts: dict[str, Any] = {"game_id": table.made.pk, "number": number, "vote": word}
    return partial(ballot_actions.cast_vote, actor_id=table.agent(name).pk, **facts)


def submit(
    table: BallotTable, by: str, name: str = "Birds", token: str | None = None, **more: Any
) -> Callable[[], Any]:
    words = papers_actions.PaperWords(name, "They sing.", **more)
    facts: dict[str, Any] = {"game_id": table.made.pk, "words": words, "token": token or table.token()}
    return partial(papers_actions.submit_proposal, actor_id=table.agent(by).pk, **facts)


def desk(table: BallotTable, act: Callable[..., None], **facts: Any) -> Callable[[], None]:
    return partial(act, actor_id=table.agent("Kevan").pk, game_id=table.made.pk, **{"why": WHY, **facts})


def each_nday_once(table: BallotTable) -> bool:
    """Whether no midnight struck twice, and none was left out."""
    rows = Event.objects.filter(game=table.made, kind="bnomic.nday").order_by("seq")
    due = [datetime.fromisoformat(row.data["due_at"]) for row in rows]
    return due == [due[0] + each * DAY for each in range(len(due))]


# -- the closing midnight


def test_two_clerks_and_ten_voters_at_the_closing_instant_count_once_and_nobody_votes_after_it(
    ballot: BallotTable, clock: time_machine.Traveller
) -> None:
    clock.move_to(CLOSING - MOMENT)
    at_once([vote(ballot, name) for name in VOTERS[:5]])
    clock.move_to(CLOSING)

    answers = at_once(
        [proposals_tasks.sweep, proposals_tasks.sweep, *(vote(ballot, name, word="AGAINST") for name in VOTERS)]
    )

    assert codes(answers) == ["ballot-closed"] * 10
    assert BallotVote.objects.filter(at__gte=CLOSING).count() == 0
    ballot.sweep()
    assert (NweekCount.objects.count(), events(ballot, "bnomic.counted")) == (1, 1)
    assert Event.objects.get(kind="bnomic.counted").data["strength"] == {"1": 5, "2": 0, "3": 0}
    assert (ballot.nday(), each_nday_once(ballot)) == ((2, 1), True)
    assert whole(ballot)


def test_ten_votes_in_the_last_moment_are_all_counted(ballot: BallotTable, clock: time_machine.Traveller) -> None:
    clock.move_to(CLOSING - MOMENT)

    answers = at_once([proposals_tasks.sweep, *(vote(ballot, name, number) for name in VOTERS for number in (1, 3))])

    assert codes(answers) == []
    ballot.ticks(clock)
    assert Event.objects.get(kind="bnomic.counted").data["strength"] == {"1": 10, "2": 0, "3": 10}
    assert {"Cats", "Kittens"} <= rule_titles(ballot)
    assert whole(ballot)


def test_one_who_votes_many_times_at_once_has_one_final_vote(ballot: BallotTable) -> None:
    at_once([vote(ballot, "Josh", word=word) for word in ("FOR", "AGAINST", "ABSTAIN", "FOR", "AGAINST", "FOR")])

    words = list(BallotVote.objects.order_by("seq").values_list("vote", flat=True))
    assert all(one != other for one, other in pairwise(words))
    assert events(ballot, "bnomic.voted") == len(words)
    assert whole(ballot)


def test_many_clerks_that_are_many_ndays_late_strike_each_midnight_once(
    ballot: BallotTable, clock: time_machine.Traveller
) -> None:
    ballot.all_vote(1, "FOR", *VOTERS[:3])
    clock.move_to(CLOSING + 26 * DAY)

    at_once([partial(clock_actions.run_clock, game_id=ballot.made.pk)] * CLIENTS + [proposals_tasks.sweep])

    assert (ballot.nday(), each_nday_once(ballot)) == ((4, 3), True)
    assert (events(ballot, "bnomic.counted"), events(ballot, "bnomic.opened")) == (3, 3)
    assert whole(ballot)


def test_who_leaves_at_once_with_the_count_had_a_vote_in_it(ballot: BallotTable, clock: time_machine.Traveller) -> None:
    ballot.all_vote(1, "FOR", "Josh", "Lulu")
    clock.move_to(CLOSING)

    at_once([proposals_tasks.sweep, partial(ballot.leave, "Josh"), partial(ballot.leave, "Lulu")])

    ballot.sweep()
    assert Event.objects.get(kind="bnomic.counted").data["strength"]["1"] == 2
    assert whole(ballot)


# -- submissions


def test_several_who_submit_at_once_get_numbers_of_their_own(table: BallotTable, clock: time_machine.Traveller) -> None:
    at_once([submit(table, name, name="") for name in VOTERS])

    assert list(Proposal.objects.order_by("number").values_list("number", flat=True)) == [*range(1, 11)]
    assert whole(table)


def test_submitted_at_once_with_new_numbering_no_number_is_given_twice(
    table: BallotTable, clock: time_machine.Traveller
) -> None:
    acts = [submit(table, name, name="") for name in VOTERS[:5]]

    at_once([*acts, desk(table, clock_actions.set_next_number, number=100)])

    numbers = list(Proposal.objects.order_by("post__seq").values_list("number", flat=True))
    assert numbers == sorted({*numbers})
    assert whole(table)


def test_one_form_sent_many_times_at_once_makes_one_proposal(table: BallotTable, clock: time_machine.Traveller) -> None:
    answers = at_once([submit(table, "Josh", token="one-form")] * CLIENTS)

    assert {each.number for each in answers} == {1}
    assert (Proposal.objects.count(), Post.objects.count(), events(table, "bnomic.submitted")) == (1, 1, 1)
    assert whole(table)


def test_two_who_take_one_name_at_once_leave_whoever_waited_for_it_with_one_of_them(
    table: BallotTable, clock: time_machine.Traveller
) -> None:
    table.submits("Josh", "Cats", depends="Birds")

    at_once([submit(table, "Lulu"), submit(table, "Raven")])

    [listed] = Proposal.objects.get(number=1).listed.all()
    assert listed.means == 2
    assert whole(table)


def test_of_two_revisions_at_once_one_is_written_and_the_other_is_told(
    table: BallotTable, clock: time_machine.Traveller
) -> None:
    table.submits("Josh", "Cats")
    facts: dict[str, Any] = {"actor_id": table.agent("Josh").pk, "game_id": table.made.pk, "number": 1}

    answers = at_once(
        [
            partial(
                papers_actions.revise_proposal,
                **facts,
                words=papers_actions.PaperWords(name, "Other words."),
                base_version=1,
            )
            for name in ("Tigers", "Lions")
        ]
    )

    assert codes(answers) == ["edited-meanwhile"]
    assert table.proposal(1).post.version == 2
    assert whole(table)


# -- the Clock


def test_a_clock_turned_off_at_once_with_midnight_has_struck_it(
    ballot: BallotTable, clock: time_machine.Traveller
) -> None:
    clock.move_to(CLOSING)

    answers = at_once([desk(ballot, clock_actions.turn_clock_off), proposals_tasks.sweep, proposals_tasks.sweep])

    assert codes(answers) == []
    order = list(Event.objects.filter(kind__startswith="bnomic.").order_by("-seq").values_list("kind", flat=True)[:2])
    assert order == ["bnomic.clock-off", "bnomic.nday"]
    clock.move_to(CLOSING + 3 * DAY)
    ballot.sweep()
    assert (ballot.nday(), ballot.game.stroke_at, NweekCount.objects.count()) == ((2, 1), None, 1)
    assert whole(ballot)


def test_a_clock_turned_off_a_moment_before_midnight_does_not_strike_it(
    ballot: BallotTable, clock: time_machine.Traveller
) -> None:
    clock.move_to(CLOSING - MOMENT)
    at_once([desk(ballot, clock_actions.turn_clock_off), proposals_tasks.sweep])

    clock.move_to(CLOSING)
    answers = at_once([proposals_tasks.sweep, proposals_tasks.sweep, vote(ballot, "Josh")])

    assert codes(answers) == []
    assert (ballot.nday(), set(ballot.states().values())) == ((1, 12), {"Open"})
    assert whole(ballot)
