"""Comments and the votes in them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine

from nomic.core.decision import Invalid, Refused
from nomic.core.log.models import Event
from proposals.comments import actions as comments_actions
from proposals.composer import actions as composer_actions
from proposals.posts.models import Comment, Matter
from proposals.voting.rules import Vote
from tests.casting import Table


@pytest.fixture
def sooner(table: Table) -> Table:
    table.propose("Lulu", "Sooner")
    return table


def test_a_vote_keeps_the_digest_and_version_of_the_text_that_it_was_cast_on(sooner: Table) -> None:
    vote = sooner.vote("Raven", 1)

    post = sooner.post_row(1)
    assert (vote.digest, vote.version) == (post.digest, post.version)
    assert Event.objects.filter(kind="vote.cast").get().data["digest"] == post.digest


def test_a_vote_makes_its_matter_due_and_a_mere_comment_does_not(sooner: Table, clock: time_machine.Traveller) -> None:
    clock.shift(timedelta(minutes=1))
    sooner.sweep()
    later = Matter.objects.get().next_check
    sooner.comment("Raven", 1)
    unmoved = Matter.objects.get().next_check

    vote = sooner.vote("Raven", 1)

    assert unmoved == later
    assert Matter.objects.get().next_check == vote.at


def test_a_comment_counts_as_a_sign_of_life(sooner: Table, clock: time_machine.Traveller) -> None:
    clock.shift(timedelta(days=3))

    remark = sooner.comment("Raven", 1)

    assert sooner.agent("Raven").last_active_at == remark.at


def test_comments_are_numbered_on_each_post_apart(sooner: Table) -> None:
    sooner.post_plain("Lulu", "A thought")

    numbers = [sooner.comment("Raven", number).number for number in (1, 1, 2)]

    assert numbers == [1, 2, 1]


@pytest.mark.parametrize(
    ("name", "vote", "code"),
    [("Raven", Vote.VETO, "not-the-mastermind"), ("Kevan", Vote.DEFERENTIAL, "mastermind-deferential")],
)
def test_an_icon_that_is_no_vote_is_refused_and_nothing_written(
    sooner: Table, name: str, vote: Vote, code: str
) -> None:
    with pytest.raises(Refused) as caught:
        sooner.vote(name, 1, vote)

    assert [reason.code for reason in caught.value.reasons] == [code]
    assert Comment.objects.count() == 0


def test_after_a_self_kill_the_author_votes_no_more(sooner: Table) -> None:
    sooner.vote("Lulu", 1, Vote.AGAINST)

    with pytest.raises(Refused) as caught:
        sooner.vote("Lulu", 1, Vote.FOR)

    assert [reason.code for reason in caught.value.reasons] == ["self-kill-is-final"]


def test_nobody_votes_on_a_plain_post(table: Table) -> None:
    table.post_plain("Lulu", "A thought")

    with pytest.raises(Refused) as caught:
        table.vote("Raven", 1)

    assert [reason.code for reason in caught.value.reasons] == ["not-a-matter"]


def test_what_is_withdrawn_takes_no_comment(sooner: Table) -> None:
    composer_actions.withdraw_post(actor_id=sooner.agent("Lulu").pk, game_id=sooner.game.pk, number=1)

    with pytest.raises(Refused) as caught:
        sooner.comment("Raven", 1)

    assert [reason.code for reason in caught.value.reasons] == ["withdrawn"]


def test_ten_thousand_signs_are_a_comment_and_one_more_is_none(sooner: Table) -> None:
    sooner.comment("Raven", 1, "x" * 10_000)

    with pytest.raises(Invalid) as caught:
        sooner.comment("Raven", 1, "x" * 10_001)

    assert caught.value.code == "too-long"
    assert Comment.objects.count() == 1


def test_the_same_form_sent_twice_is_one_comment(sooner: Table) -> None:
    ids: dict[str, Any] = {
        "actor_id": sooner.agent("Raven").pk,
        "game_id": sooner.game.pk,
        "body": "hi",
        "token": "same",
    }

    remarks = [comments_actions.post_comment(number=number, **ids) for number in (1, 1)]

    assert remarks[0].pk == remarks[1].pk
    assert Comment.objects.count() == 1


@pytest.mark.parametrize("other", [{"body": "Something else."}, {"vote": Vote.FOR}, {"number": 2}])
def test_a_form_brought_back_and_written_anew_is_not_swallowed(sooner: Table, other: dict[str, Any]) -> None:
    sooner.propose("Lulu", "Later")
    sent: dict[str, Any] = {"actor_id": sooner.agent("Raven").pk, "game_id": sooner.game.pk, "number": 1}
    sent |= {"body": "hi", "token": "same"}
    comments_actions.post_comment(**sent)

    with pytest.raises(Invalid) as caught:
        comments_actions.post_comment(**sent | other)

    assert (caught.value.path, caught.value.code) == ("token", "used-token")
