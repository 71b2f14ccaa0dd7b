"""Hiatus begins in one instant: what came before it is done, what comes after refused; of two victories one stands."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine

from nomic.core.decision import Refused
from nomic.core.log.models import Event
from proposals import tasks as proposals_tasks
from proposals.comments import actions as comments_actions
from proposals.composer import actions as composer_actions
from proposals.deciding import actions as deciding_actions
from proposals.posts.models import Matter
from proposals.recount import recount_game
from proposals.voting.rules import Vote
from tests.casting import Table
from tests.concurrency.test_floor import NAMES, at_once, carried, clock, events, holds
from tests.openings import laid

__all__ = ["clock"]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]
HOUR = timedelta(hours=1)


def declaring(table: Table, name: str) -> Any:
    who = {"actor_id": table.agent(name).pk, "game_id": table.made.pk}
    words = composer_actions.PostWords("dov", "I Won")
    return lambda: composer_actions.publish_post(**who, words=words, token=f"by-{name}")


def codes(answer: object) -> set[str]:
    return {each.code for each in answer.reasons} if isinstance(answer, Refused) else set()


@pytest.mark.parametrize("turn", range(3))
def test_a_declaration_and_an_enactment_at_once_come_in_one_order_or_the_other(
    clock: time_machine.Traveller, turn: int
) -> None:
    table = laid(*NAMES)
    number = carried(table)
    clock.shift(13 * HOUR)
    admin = table.agent("Kevan").pk

    enacted, declared = at_once(
        [
            lambda: deciding_actions.enact_matter(actor_id=admin, game_id=table.made.pk, number=number),
            declaring(table, "Lulu"),
        ]
    )

    order = ("proposal.enacted", "hiatus.began") if not codes(enacted) else ("hiatus.began",)
    told = Event.objects.filter(game=table.made, kind__in=["proposal.enacted", "hiatus.began"]).order_by("seq")
    kinds = [each.kind for each in told]
    assert not codes(declared)
    assert codes(enacted) in (set(), {"hiatus", "reached-quorum"})
    assert tuple(kinds) == order
    assert holds(table.game)
    assert recount_game(table.game).differences == ()


def test_of_two_that_pass_in_two_sweeps_at_once_the_older_stands(clock: time_machine.Traveller) -> None:
    table = laid(*NAMES)
    for name in ("Josh", "Lulu"):
        declaring(table, name)()
    for name in NAMES:
        for number in (1, 2):
            table.vote(name, number)
    clock.shift(26 * HOUR)

    at_once([proposals_tasks.sweep, proposals_tasks.sweep])

    statuses = dict(Matter.objects.values_list("post__number", "status"))
    assert statuses == {1: "enacted", 2: "failed"}
    assert (table.game.mastermind, events(table, "dov.passed")) == (table.agent("Josh"), 1)
    assert table.game.awaits_address
    assert holds(table.game)
    assert recount_game(table.game).differences == ()


def test_the_vote_that_makes_the_quorum_is_latched_once_and_the_rest_are_refused(clock: time_machine.Traveller) -> None:
    table = laid(*NAMES)
    table.call("Josh", "Is It So?")
    voters = [table.agent(name).pk for name in ("Kevan", *NAMES)]

    def voting_of(agent_id: int) -> Any:
        given: dict[str, Any] = {"actor_id": agent_id, "game_id": table.made.pk, "number": 1, "vote": Vote.FOR}
        return lambda: comments_actions.post_comment(**given, token=f"of-{agent_id}").number

    answers = at_once([voting_of(each) for each in voters])

    kept: Any = Matter.objects.get().latch
    assert sorted(answer for answer in answers if isinstance(answer, int)) == [1, 2, 3, 4, 5]
    assert [codes(answer) for answer in answers if not isinstance(answer, int)] == [{"voting-closed"}] * 3
    assert (kept["tally"]["for"], kept["ballots"]) == (5, 5)
    assert recount_game(table.game).differences == ()


def test_an_author_who_owns_up_four_times_at_once_is_told_of_once(clock: time_machine.Traveller) -> None:
    table = laid(*NAMES)
    table.call("Josh", "Is It So?", anonymous=True)
    given: dict[str, Any] = {"actor_id": table.agent("Josh").pk, "game_id": table.made.pk, "number": 1}

    answers = at_once([lambda: composer_actions.reveal_author(**given)] * 4)

    assert sorted(len(codes(answer)) for answer in answers) == [0, 1, 1, 1]
    assert events(table, "post.owned") == 1
    assert holds(table.game)
