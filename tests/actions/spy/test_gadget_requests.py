"""Asking for a Gadget, and what others say of it. (Rows 71, 72; Readings 24, 39, 40)"""

from __future__ import annotations

from typing import Any

import pytest

from dynasties.spy.gadgets.models import GadgetRequest, RequestVote
from nomic.core.decision import Invalid
from nomic.core.log.models import Event
from tests.actions.spy.asking import AYE, HOUR, NAY, VETO, now_of
from tests.refusals import why
from tests.spying import SpyTable


def test_a_request_is_public_with_its_licences_and_waits_48_hours(table: SpyTable) -> None:
    row = table.ask("Lulu", "Winter  boots", "They are warm.\r\n", licences=["leave-prison", "cross-curtain"])
    event = Event.objects.latest("seq")

    assert (row.number, row.name, row.description, row.status) == (1, "Winter boots", "They are warm.", "pending")
    assert row.licences == ["cross-curtain", "leave-prison"]
    assert now_of(row).next_check == row.posted_at + 48 * HOUR
    assert (event.kind, event.subject, event.by) == ("spy.gadget-requested", "request:1", "Lulu")
    assert event.data["licences"] == row.licences


def test_a_form_sent_twice_asks_once_and_other_words_in_it_are_no_second_sending(table: SpyTable) -> None:
    first = table.ask("Lulu", token="once")

    assert table.ask("Lulu", token="once") == first
    assert GadgetRequest.objects.count() == 1
    with pytest.raises(Invalid) as told:
        table.ask("Lulu", "Boots", token="once")
    assert told.value.code == "used-token"


def test_only_one_is_pending_at_a_time(table: SpyTable) -> None:
    row = table.ask("Lulu")

    assert why(table.ask, "Lulu", "Boots") == ["requests-enough"]
    assert table.ask("Raven", "Skis").number == 2  # a copy of what is only requested is allowed
    table.deny_own("Lulu", row.number)
    assert table.ask("Lulu", "Boots").number == 3


@pytest.mark.parametrize(
    ("words", "path", "code"),
    [
        ({"gadget": " "}, "name", "empty"),
        ({"gadget": "S" * 81}, "name", "too-long"),
        ({"gadget": "Sk\u200bis"}, "name", "hidden-characters"),
        ({"gadget": "\u3164"}, "name", "empty"),
        ({"description": ""}, "description", "empty"),
        ({"description": "x" * 4_001}, "description", "too-long"),
        ({"licences": ["fly"]}, "licences", "no-licence"),
        ({"token": "?"}, "token", "bad-token"),
    ],
)
def test_what_cannot_be_asked_is_named(table: SpyTable, words: dict[str, Any], path: str, code: str) -> None:
    with pytest.raises(Invalid) as told:
        table.ask("Lulu", **words)

    assert (told.value.path, told.value.code) == (path, code)


def test_what_would_give_victory_or_alter_the_law_is_not_asked_for(table: SpyTable) -> None:
    assert why(table.ask, "Lulu", "Crown", "Its owner achieves victory.") == ["grants-victory"]
    assert why(table.ask, "Lulu", "Pen", "It edits the Ruleset.") == ["edits-the-law"]
    assert not GadgetRequest.objects.exists()


def test_who_takes_no_part_asks_for_nothing_but_may_say_what_e_thinks(table: SpyTable) -> None:
    row = table.ask("Lulu")

    assert why(table.ask, "Kevan") == ["takes-no-part"]
    assert table.say("Kevan", row.number, NAY, "Too fast.").say == NAY


def test_strangers_and_the_idle_neither_ask_nor_say(table: SpyTable) -> None:
    row = table.ask("Lulu")
    table.idle("Raven")

    assert why(table.ask, "Raven") == ["is-idle"]
    assert why(table.say, "Raven", row.number) == ["is-idle"]
    table.leave("Raven")
    assert why(table.say, "Raven", row.number) == ["not-an-agent"]


def test_each_thing_said_stands_and_the_latest_counts(table: SpyTable) -> None:
    row = table.ask("Lulu")
    table.say("Raven", row.number, NAY)
    table.say("Raven", row.number, AYE, "On reflection.")

    found = table.judged(row.number)
    assert found.verdict is not None
    assert [each.say for each in found.votes] == [NAY, AYE]
    assert (found.verdict.count.approvals, found.verdict.count.denials) == (1, 0)
    assert Event.objects.latest("seq").data["comment"] == "On reflection."


def test_saying_the_same_again_changes_nothing(table: SpyTable) -> None:
    row = table.ask("Lulu")
    first, seq = table.say("Raven", row.number), table.game.last_seq

    assert table.say("Raven", row.number) == first
    assert table.game.last_seq == seq
    assert RequestVote.objects.count() == 1


def test_the_veto_is_the_masterminds_and_the_requester_has_no_vote(table: SpyTable) -> None:
    row = table.ask("Lulu")

    assert why(table.say, "Raven", row.number, VETO) == ["not-the-mastermind"]
    assert why(table.say, "Lulu", row.number) == ["own-request"]
    assert why(table.say, "Raven", 9) == ["no-such-request"]
    assert table.say("Kevan", row.number, VETO).say == VETO
