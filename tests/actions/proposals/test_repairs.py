"""Posts put right by Admins: struck off, opened again, noted on; and the record of it all still adds up."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine

from nomic.core.decision import Invalid, Refused
from nomic.core.games.models import Game
from nomic.core.log import queries as log_queries
from nomic.core.roster import queries as roster_queries
from proposals.composer import actions as composer_actions
from proposals.posts.models import AdminNote
from proposals.recount import recount_game
from proposals.repairs import actions as repairs_actions
from proposals.voting.rules import Vote
from tests.casting import Table
from tests.refusals import codes

HOUR = 3600


def differences(table: Table) -> list[str]:
    return [each.what for each in recount_game(table.game).differences]


def failed(table: Table, clock: time_machine.Traveller) -> None:
    table.propose("Lulu", "Sooner")
    table.vote("Lulu", 1, Vote.AGAINST)
    clock.shift(HOUR)
    table.fail("Kevan", 1)


def test_what_is_opened_again_closes_again_and_every_ending_is_recounted(
    table: Table, clock: time_machine.Traveller
) -> None:
    failed(table, clock)
    table.reopen("Kevan", 1)
    clock.shift(HOUR)
    table.fail("Kevan", 1)

    result = recount_game(table.game)

    assert result.differences == ()
    assert result.counts["decisions"] == 2


def test_a_record_altered_after_it_was_undone_is_still_found(table: Table, clock: time_machine.Traveller) -> None:
    failed(table, clock)
    table.reopen("Kevan", 1)
    undone = log_queries.log(table.made.pk).get(kind="proposal.failed")

    undone.data["closing"]["quorum"] = 99
    undone.save()

    assert differences(table) == ["quorum of post:1 in the log"]


def test_a_younger_one_enacted_meanwhile_is_judged_by_the_queue_of_that_moment(
    table: Table, clock: time_machine.Traveller
) -> None:
    table.propose("Lulu", "Sooner")
    table.propose("Raven", "Later")
    table.vote("Lulu", 1, Vote.AGAINST)
    for name in ("Lulu", "Kevan"):
        table.vote(name, 2)
    clock.shift(13 * HOUR)
    table.fail("Kevan", 1)
    table.enact("Kevan", 2)
    table.reopen("Kevan", 1)

    assert (table.status(1), table.status(2)) == ("pending", "enacted")
    assert differences(table) == []


def test_a_matter_opened_again_is_due_at_once_and_takes_its_place_at_the_head(
    table: Table, clock: time_machine.Traveller
) -> None:
    failed(table, clock)
    table.propose("Raven", "Later")

    table.reopen("Kevan", 1)

    assert table.post_row(1).matter.next_check is not None
    assert (table.verdict(1).place, table.verdict(2).place) == (1, 2)


def test_its_author_may_hold_more_slots_by_that_and_posts_no_more_until_they_are_free(
    table: Table, clock: time_machine.Traveller
) -> None:
    failed(table, clock)
    table.propose("Lulu", "Two")
    clock.shift(timedelta(days=1))
    table.propose("Lulu", "Three")

    table.reopen("Kevan", 1)
    with pytest.raises(Refused) as caught:
        table.propose("Lulu", "Four")

    assert [table.status(number) for number in (1, 2, 3)] == ["pending"] * 3
    assert codes(caught) == ["pending-limit"]


def test_an_illegal_one_may_have_been_legal_after_all(table: Table) -> None:
    table.propose("Lulu", "Sooner")
    table.mark_illegal("Kevan", 1)

    table.reopen("Kevan", 1)

    assert table.status(1) == "pending"
    assert table.notes(1) == [
        "Marked illegal under rule 1.3 Proposals: No rule allows it.",
        "Opened again under rule 1.3 Proposals: That was a slip.",
    ]
    assert differences(table) == []


def test_what_is_pending_or_taken_back_or_plain_is_not_opened_again(table: Table) -> None:
    table.propose("Lulu", "Sooner")
    table.propose("Lulu", "Later")
    table.post_plain("Lulu", "Hello")
    composer_actions.withdraw_post(actor_id=table.agent("Lulu").pk, game_id=table.made.pk, number=2)

    found = []
    for number in (1, 2, 3):
        with pytest.raises(Refused) as caught:
            table.reopen("Kevan", number)
        found += codes(caught)

    assert found == ["pending-already", "withdrawn", "not-a-matter"]


def test_a_proposal_rests_in_hiatus_and_a_call_for_judgment_is_opened_again_there(
    table: Table, clock: time_machine.Traveller
) -> None:
    failed(table, clock)
    table.post("Lulu", "cfj", "Unclear")
    table.mark_illegal("Kevan", 2)
    table.post("Raven", "dov", "I have won")

    with pytest.raises(Refused) as caught:
        table.reopen("Kevan", 1)
    table.reopen("Kevan", 2)

    assert codes(caught) == ["hiatus"]
    assert table.status(2) == "pending"


def test_with_a_declaration_opened_again_the_game_stands_still_again(
    table: Table, clock: time_machine.Traveller
) -> None:
    table.post("Raven", "dov", "I have won")
    table.mark_illegal("Kevan", 1)
    before = roster_queries.open_hiatus(table.made.pk)

    table.reopen("Kevan", 1)

    assert before is None
    assert roster_queries.open_hiatus(table.made.pk) is not None
    assert differences(table) == []


def test_a_declaration_is_not_opened_again_once_another_passed_or_while_the_address_is_awaited(
    table: Table, clock: time_machine.Traveller
) -> None:
    table.post("Raven", "dov", "I have won")
    table.mark_illegal("Kevan", 1)
    Game.objects.filter(pk=table.made.pk).update(awaits_address=True)
    with pytest.raises(Refused) as awaited:
        table.reopen("Kevan", 1)
    Game.objects.filter(pk=table.made.pk).update(awaits_address=False)
    table.post("Lulu", "dov", "No, I have")
    for name in ("Lulu", "Raven", "Kevan"):
        table.vote(name, 2)
    clock.shift(timedelta(hours=24))
    table.enact("Kevan", 2)

    with pytest.raises(Refused) as overtaken:
        table.reopen("Kevan", 1)

    assert (codes(awaited), codes(overtaken)) == (["dynasty-over"], ["dynasty-over"])


def test_a_finding_needs_a_rule_in_force_of_this_game(table: Table) -> None:
    table.propose("Lulu", "Sooner")
    found: dict[str, Any] = {"actor_id": table.agent("Kevan").pk, "game_id": table.made.pk, "number": 1, "why": "So."}

    with pytest.raises(Invalid) as caught:
        repairs_actions.mark_illegal(**found, rule_id=999)

    assert (caught.value.path, caught.value.code) == ("rule", "no-rule")
    assert table.status(1) == "pending"


def test_an_idle_admin_puts_nothing_right(table: Table) -> None:
    table.make_admin("Raven")
    table.propose("Lulu", "Sooner")
    table.idle("Raven")

    with pytest.raises(Refused) as caught:
        table.note("Raven", 1, "Hm.")

    assert codes(caught) == ["is-idle"]


def test_a_note_written_over_afterwards_is_found(table: Table) -> None:
    table.propose("Lulu", "Sooner")
    table.note("Kevan", 1, "It waits.")

    AdminNote.objects.update(text="It never waited.")

    assert differences(table) == ["note 1 on post:1"]


def test_a_call_failed_by_a_quorum_is_judged_anew_when_it_is_opened_again(
    table: Table, clock: time_machine.Traveller
) -> None:
    table.post("Lulu", "cfj", "Unclear")
    for name in ("Lulu", "Raven", "Kevan"):
        table.vote(name, 1, Vote.AGAINST)
    table.fail("Kevan", 1)
    clock.shift(HOUR)

    table.reopen("Kevan", 1)
    before = table.verdict(1).verdict
    table.fail("Kevan", 1)

    assert (before.may_fail, before.may_enact) == (True, False)
    assert differences(table) == []


def test_a_quorum_that_comes_about_while_a_call_is_closed_agrees_when_it_is_opened_again(
    table: Table, clock: time_machine.Traveller
) -> None:
    table.post("Lulu", "cfj", "Unclear")
    for name in ("Raven", "Sam"):
        table.vote(name, 1)
    table.mark_illegal("Kevan", 1)
    clock.shift(HOUR)
    for name in ("Lulu", "Josh"):
        table.idle(name)
    clock.shift(HOUR)

    table.reopen("Kevan", 1)

    assert table.verdict(1).verdict.may_enact
    assert differences(table) == []


def test_a_call_closed_at_its_deadline_is_opened_again_and_closes_by_the_same_one(
    table: Table, clock: time_machine.Traveller
) -> None:
    table.post("Lulu", "cfj", "Unclear")
    table.vote("Lulu", 1)
    clock.shift(timedelta(days=4))
    table.enact("Kevan", 1)

    with pytest.raises(Refused) as caught:
        table.reopen("Kevan", 1)

    assert codes(caught) == ["enacted-for-good"]
    assert differences(table) == []
