"""Posting, editing, withdrawing and marking illegal: the last word on what the pages ask beforehand."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
import time_machine

from nomic.core.decision import Invalid, Refused
from nomic.core.floor import floor
from nomic.core.log.models import Event
from nomic.core.roster import actions as roster_actions
from proposals.composer import actions as composer_actions
from proposals.posts.actions import PostText
from proposals.posts.models import Matter, Post, PostVersion
from tests.casting import Table
from tests.refusals import codes

pytestmark = pytest.mark.postgresql


def edit(table: Table, name: str = "Lulu", base_version: int = 1, **changed: Any) -> Post:
    words = replace(composer_actions.PostWords("proposal", "Sooner", "Sooner still.", []), **changed)
    who = {"actor_id": table.agent(name).pk, "game_id": table.game.pk}
    return composer_actions.edit_post(**who, number=1, words=words, base_version=base_version)


def test_a_proposal_is_post_version_matter_and_two_events_at_once(table: Table) -> None:
    post = table.propose("Lulu", "  Sooner  ", [table.repeal("Timespans")], "Soon.\r\n")

    events = [event.kind for event in Event.objects.filter(game=table.game, subject="post:1").order_by("seq")]
    assert (post.title, post.body) == ("Sooner", "Soon.")
    assert PostVersion.objects.get().digest == post.digest
    assert Matter.objects.get().status == "pending"
    assert events == ["post.made", "proposal.opened"]


def test_the_digest_covers_title_text_category_and_changes(table: Table) -> None:
    one = PostText.of("A", "b", "proposal", [])

    others = [
        PostText.of("A!", "b", "proposal", []),
        PostText.of("A", "b!", "proposal", []),
        PostText.of("A", "b", "plain", []),
        PostText.of("A", "b", "proposal", [table.repeal("Timespans")]),
    ]

    assert len({one.digest, *(other.digest for other in others)}) == 5


def test_numbers_count_up_in_each_game_apart(table: Table) -> None:
    other = Table("Lulu", slug="other", title="Another")

    numbers = [table.propose("Lulu", "A").number, other.propose("Lulu", "B").number, table.propose("Sam", "C").number]

    assert numbers == [1, 1, 2]


@pytest.mark.parametrize("kind", ["amend", "enact"])
def test_law_that_cannot_be_read_is_not_posted(table: Table, kind: str) -> None:
    rule, text = table.rule("Enactment"), "Open for [soon](dial:enactment.timeout)."
    change = {"kind": "amend", "rule": rule.id, "base": rule.text, "text": text}
    change = change if kind == "amend" else {"kind": "enact", "section": "core", "title": "Tea", "text": text}

    with pytest.raises(Invalid) as caught:
        table.propose("Lulu", "Sooner", [table.repeal("Timespans"), change])

    assert caught.value.path == "changes/1/text"
    assert Post.objects.count() == 0


def test_replaced_words_are_judged_by_the_dry_run_not_at_posting(table: Table) -> None:
    post = table.propose("Lulu", "Sooner", [table.amend("Enactment", "[48 hours]", "[soon]")])

    assert post.number == 1


def test_no_proposal_is_posted_in_hiatus_and_a_plain_post_is(table: Table) -> None:
    with floor(table.game.pk) as the_floor:
        roster_actions.begin_hiatus(the_floor, "a test")

    with pytest.raises(Refused) as caught:
        table.propose("Lulu", "Sooner")
    table.post_plain("Lulu", "A thought")

    assert codes(caught) == ["hiatus"]
    assert Post.objects.get().category == "plain"


def test_an_edit_that_changes_nothing_makes_no_version(table: Table) -> None:
    table.propose("Lulu", "Sooner", (), "Soon.")

    edit(table, body="Soon.")

    assert PostVersion.objects.count() == 1


def test_an_edit_sent_twice_is_one_edit_and_no_conflict(table: Table) -> None:
    table.propose("Lulu", "Sooner")

    edit(table)
    edit(table)

    assert PostVersion.objects.count() == 2


def test_an_edit_of_an_older_version_is_refused(table: Table) -> None:
    table.propose("Lulu", "Sooner")
    edit(table)

    with pytest.raises(Refused) as caught:
        edit(table, body="Soonest.")

    assert codes(caught) == ["edited-meanwhile"]


def test_a_plain_post_that_becomes_a_proposal_opens_then_and_takes_a_slot(
    table: Table, clock: time_machine.Traveller
) -> None:
    table.post_plain("Lulu", "Sooner")
    clock.shift(timedelta(minutes=4))

    edit(table)

    matter = Matter.objects.get()
    assert matter.opened_at == matter.post.posted_at + timedelta(minutes=4)


def test_a_plain_post_becomes_no_proposal_where_no_slot_is_free(table: Table) -> None:
    table.post_plain("Lulu", "Sooner")
    table.propose("Lulu", "One")
    table.propose("Lulu", "Two")

    with pytest.raises(Refused) as caught:
        edit(table)

    assert codes(caught) == ["pending-limit"]
    assert Post.objects.get(number=1).category == "plain"


def test_any_comment_ends_the_filing_elsewhere_and_none_ends_the_editing_of_a_plain_post(table: Table) -> None:
    table.post_plain("Lulu", "Sooner")
    table.idle("Sam")
    table.comment("Sam", 1)

    with pytest.raises(Refused) as caught:
        edit(table)
    edited = edit(table, category="plain")

    assert codes(caught) == ["commented"]
    assert edited.version == 2


def test_the_comment_of_an_idle_agent_leaves_an_official_post_open_to_its_author(table: Table) -> None:
    table.propose("Lulu", "Sooner")
    table.idle("Sam")
    table.comment("Sam", 1)
    edited = edit(table)
    table.comment("Lulu", 1, "Mine own.")

    with pytest.raises(Refused) as caught:
        edit(table, base_version=2)

    assert edited.version == 2
    assert codes(caught) == ["commented"]


def test_withdrawing_frees_the_slot_but_not_the_day(table: Table) -> None:
    for number in (1, 2, 3):
        table.propose("Lulu", f"Number {number}")
        if number < 3:
            composer_actions.withdraw_post(actor_id=table.agent("Lulu").pk, game_id=table.game.pk, number=number)

    with pytest.raises(Refused) as caught:
        table.propose("Lulu", "Number 4")

    assert codes(caught) == ["daily-limit"]


def test_what_is_withdrawn_is_withdrawn_once(table: Table) -> None:
    table.propose("Lulu", "Sooner")
    composer_actions.withdraw_post(actor_id=table.agent("Lulu").pk, game_id=table.game.pk, number=1)

    with pytest.raises(Refused) as caught:
        composer_actions.withdraw_post(actor_id=table.agent("Lulu").pk, game_id=table.game.pk, number=1)

    assert codes(caught) == ["withdrawn"]


def test_an_illegal_proposal_never_was_one_of_the_day(table: Table) -> None:
    for number in (1, 2, 3):
        table.propose("Lulu", f"Number {number}")
        table.mark_illegal("Kevan", number)

    fourth = table.propose("Lulu", "Number 4")

    assert fourth.number == 4


def test_only_an_admin_marks_illegal_and_says_why(table: Table) -> None:
    table.propose("Lulu", "Sooner")

    with pytest.raises(Refused) as refused:
        table.mark_illegal("Raven", 1)
    with pytest.raises(Invalid) as wordless:
        table.mark_illegal("Kevan", 1, "  ")

    assert codes(refused) == ["not-an-admin"]
    assert wordless.value.path == "why"
    assert table.status(1) == "pending"


def test_the_ground_of_a_marking_is_kept_whole_or_not_taken(table: Table) -> None:
    table.propose("Lulu", "Sooner")

    with pytest.raises(Invalid) as caught:
        table.mark_illegal("Kevan", 1, "x" * 1001)
    before = table.status(1)
    table.mark_illegal("Kevan", 1, "x" * 1000)

    assert (caught.value.path, caught.value.code) == ("why", "too-long")
    assert before == "pending"
    assert Event.objects.get(kind="post.marked-illegal").data["why"] == "x" * 1000


def test_a_form_brought_back_and_written_anew_is_not_swallowed(table: Table) -> None:
    table.post("Lulu", "plain", "Hello", token="same")

    with pytest.raises(Invalid) as caught:
        table.post("Lulu", "plain", "Goodbye", token="same")

    assert (caught.value.path, caught.value.code) == ("token", "used-token")
    assert Post.objects.count() == 1


def test_a_form_sent_twice_is_one_post_even_if_that_was_edited_between(table: Table) -> None:
    first = table.post("Lulu", "plain", "Hello", token="same")
    edit(table, title="Goodbye", category="plain")

    assert table.post("Lulu", "plain", "Hello", token="same").pk == first.pk
