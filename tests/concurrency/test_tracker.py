"""The tracker, messages and acts with a budget, by several at once: each done once, and nobody's change lost."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
import time_machine

from dynasties.tracker import actions as tracker_actions
from dynasties.tracker.models import Update
from dynasties.tracker.rules import CellMoved
from nomic.core.duties.models import Deed
from nomic.core.log import queries as log_queries
from nomic.core.log.models import PrivateEvent
from nomic.core.messages import actions as messages_actions
from nomic.core.messages.models import Message
from nomic.core.notifications.models import Notice
from proposals.deciding import actions as deciding_actions
from proposals.repairs import actions as repairs_actions
from tests.casting import Table
from tests.concurrency.test_floor import NAMES, at_once, clock, events, whole
from tests.openings import kept
from tests.refusals import refusals_among as codes

__all__ = ["clock"]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]


@pytest.fixture
def table(clock: time_machine.Traveller) -> Table:
    """A game with a column Gold, 3 to begin with, a secret column Cover, and an act that is done once a day."""
    return kept(with_columns, clock)


def with_columns(clock: time_machine.Traveller) -> Table:
    table = Table(*NAMES)
    table.column("Gold", standard=3)
    table.column("Cover", rule="Spies", kind="text", secret=True)
    table.enact_rule("Walks", "[Often](often:walk), one may walk.")
    return table


def changing(table: Table, name: str, cell: dict[str, Any], token: str = "", **more: Any) -> Any:
    given: dict[str, Any] = {
        "actor_id": table.agent(name).pk,
        "game_id": table.made.pk,
        "cells": [cell],
        "token": token or name,
    }

    def change() -> int | CellMoved:
        try:
            return tracker_actions.update_cells(**given, said=tracker_actions.UpdateWords(**more)).pk
        except CellMoved as moved:
            return moved

    return change


def undoing(table: Table, name: str, number: int) -> Any:
    given: dict[str, Any] = {"actor_id": table.agent(name).pk, "game_id": table.made.pk, "number": number}
    more: dict[str, Any] = {"rule_id": table.rule("Coins").id, "why": "It broke it.", "token": f"undo-{name}"}
    return lambda: tracker_actions.undo_update(**given, **more).pk


def test_of_all_who_undo_one_change_at_once_one_does(table: Table) -> None:
    table.update("Josh", table.cell("Gold", "Josh", "gain", 4))

    answers = at_once([undoing(table, name, 1) for name in NAMES])

    assert codes(answers) == ["undone-already"] * (len(NAMES) - 1)
    assert table.held("Gold", "Josh") == 3
    assert events(table, "tracker.undone") == 1
    assert whole(table)


def test_an_undoing_and_a_change_at_once_both_count(table: Table) -> None:
    table.update("Josh", table.cell("Gold", "Josh", "gain", 4))

    answers = at_once([undoing(table, "Lulu", 1), changing(table, "Josh", table.cell("Gold", "Josh", "gain", 2))])

    assert codes(answers) == []
    assert table.held("Gold", "Josh") == 5
    assert whole(table)


def test_of_all_who_set_a_cell_that_they_saw_alike_one_does_and_the_others_see_both(table: Table) -> None:
    cells = [table.cell("Gold", "Josh", "set", 10 + place, base=0) for place in range(len(NAMES))]

    answers = at_once([changing(table, name, cell) for name, cell in zip(NAMES, cells, strict=True)])

    assert sum(isinstance(each, CellMoved) for each in answers) == len(NAMES) - 1
    assert Update.objects.count() == 1
    assert whole(table)


def test_a_form_sent_many_times_at_once_changes_once_in_secret_too(table: Table) -> None:
    public = changing(table, "Josh", table.cell("Gold", "Josh", "gain", 1), "a")
    secret = changing(table, "Josh", table.cell("Cover", "Josh", "set", "a spy"), "b")
    before = table.game.last_seq

    answers = at_once([public, secret] * 4)

    assert len(set(answers)) == 2
    assert (table.held("Gold", "Josh"), table.game.last_seq) == (4, before + 1)
    assert PrivateEvent.objects.filter(game=table.made).count() == 1
    assert whole(table)


def test_secret_changes_of_all_at_once_are_each_a_link_of_the_private_chain(table: Table) -> None:
    before = table.game.last_seq

    at_once([changing(table, name, table.cell("Cover", name, "set", f"{name} spies")) for name in NAMES])

    assert [table.held("Cover", name, name) for name in NAMES] == [f"{name} spies" for name in NAMES]
    assert (table.game.private_n, table.game.last_seq) == (len(NAMES), before)
    assert whole(table)


def test_an_act_that_is_done_once_a_day_is_done_once_however_often_at_once(table: Table) -> None:
    gain = table.cell("Gold", "Josh", "gain", 1)

    answers = at_once([changing(table, "Josh", gain, f"form-{place}", act="walk") for place in range(4)])

    assert sum(isinstance(each, int) for each in answers) == 1
    assert (Deed.objects.count(), table.held("Gold", "Josh")) == (1, 4)
    assert whole(table)


def test_a_message_sent_many_times_at_once_is_one_and_told_of_once(table: Table) -> None:
    given: dict[str, Any] = {"actor_id": table.agent("Josh").pk, "game_id": table.made.pk, "token": "a"}
    letter = messages_actions.LetterWords(table.agent("Lulu").pk, "Psst", "A word.")

    answers = at_once([lambda: messages_actions.send_message(**given, letter=letter).pk] * 6)

    assert len(set(answers)) == 1
    assert (Message.objects.count(), Notice.objects.filter(kind="message").count()) == (1, 1)
    assert whole(table)


def test_a_matter_that_is_opened_again_and_marked_at_once_comes_to_stand_in_one_order(table: Table) -> None:
    table.propose("Josh", "Something")
    table.mark_illegal("Kevan", 1)
    given: dict[str, Any] = {"actor_id": table.agent("Kevan").pk, "game_id": table.made.pk, "number": 1}
    finding: dict[str, Any] = {"why": "A slip.", "rule_id": table.rule("Proposals").id}

    at_once(
        [
            lambda: repairs_actions.reopen_matter(**given, **finding),
            lambda: repairs_actions.mark_illegal(**given, **finding),
            lambda: deciding_actions.fail_matter(**given),
            lambda: repairs_actions.reopen_matter(**given, **finding),
        ]
    )

    told = [each.kind for each in log_queries.log(table.made.pk).order_by("seq") if each.kind.startswith("post.")]
    assert all(one != other for one, other in pairwise(told))
    assert table.status(1) == ("illegal" if told[-1] == "post.marked-illegal" else "pending")
    assert whole(table)
