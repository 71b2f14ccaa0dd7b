"""The page that enacts where the text has moved: merged, or settled by hand."""

from __future__ import annotations

import re

import pytest
import time_machine

from nomic.core.decision import Refused
from nomic.core.log.models import Event
from rulesets.models import RuleVersion
from tests.casting import Table
from tests.pages.deciding.enacting import admin, as_browsers_send, carried, conflict, enact, fields_of, rewrite, typo
from tests.pages.deciding.pages import address, words


def test_where_the_text_moved_between_looking_and_enacting_both_changes_stand(
    table: Table, clock: time_machine.Traveller
) -> None:
    first, last = table.rule("Enactment").text.split()[0], table.rule("Enactment").text.split()[-1]
    table.propose("Raven", "Tail", [rewrite(table, last, f"{last} So it ends.")])
    table.propose("Lulu", "Head", [rewrite(table, first, f"So it begins. {first}")])
    carried(table, clock, 1, 2)
    table.enact("Kevan", 1)

    page = admin(table).get(address(table, "posts/2/enact/"))
    answer = enact(table, 2)

    assert "both changes stand" in words(page)
    assert answer.status_code == 302
    text = table.rule("Enactment").text
    assert "So it begins." in text
    assert "So it ends." in text
    assert RuleVersion.objects.filter(game=table.game).latest("seq").merged


def test_a_stale_page_enacts_on_the_text_of_now(table: Table, clock: time_machine.Traveller) -> None:
    last = table.rule("Enactment").text.split()[-1]
    table.propose("Lulu", "Faster", [rewrite(table, "48 hours", "36 hours")])
    carried(table, clock, 1)
    admin(table).get(address(table, "posts/1/enact/"))
    typo(table, last, f"{last} Well written.")

    answer = enact(table)

    assert answer.status_code == 302
    assert "36 hours" in table.rule("Enactment").text
    assert "Well written." in table.rule("Enactment").text


def test_a_conflict_is_offered_in_its_marks_and_what_is_written_by_hand_stands_on_record(
    table: Table, clock: time_machine.Traveller
) -> None:
    conflict(table, clock)
    page = admin(table).get(address(table, "posts/2/enact/"))
    fields = fields_of(page)
    marked = fields["resolution_0"]

    by_hand = re.sub(r"⟦now: [^⟧]*⟧⟦proposed: ([^⟧]*)⟧", r"\1", marked)
    answer = enact(table, 2, **{**fields, "resolution_0": as_browsers_send(by_hand)})

    assert "⟦now: 24⟧⟦proposed: 36⟧" in marked
    assert answer.status_code == 302
    assert "[36 hours](dial:enactment.timeout)" in table.rule("Enactment").text
    assert "\r" not in table.rule("Enactment").text
    assert RuleVersion.objects.filter(game=table.game).latest("seq").resolved
    event = Event.objects.get(game=table.game, kind="proposal.enacted", subject="post:2")
    assert "36 hours" in event.data["by_hand"]["resolutions"]["0"]
    assert "whoever enacted this settled the text by hand" in words(admin(table).get(address(table, "posts/2/")))


def test_marks_left_in_the_text_are_pointed_out_and_the_typing_is_kept(
    table: Table, clock: time_machine.Traveller
) -> None:
    conflict(table, clock)
    fields = fields_of(admin(table).get(address(table, "posts/2/enact/")))

    page = enact(table, 2, **{**fields, "resolution_0": fields["resolution_0"] + " My own words."})

    assert page.status_code == 422
    assert "Marks of the conflict are left" in words(page)
    assert "My own words." in page.content.decode()
    assert table.status(2) == "pending"


def test_a_conflict_that_arose_after_the_page_was_opened_is_shown_and_nothing_is_enacted(
    table: Table, clock: time_machine.Traveller
) -> None:
    conflict(table, clock)

    page = enact(table, 2)

    assert page.status_code == 422
    assert "⟦now: 24⟧⟦proposed: 36⟧" in page.content.decode()
    assert table.status(2) == "pending"


def test_a_conflict_settled_before_the_rule_changed_again_is_asked_once_more(
    table: Table, clock: time_machine.Traveller
) -> None:
    conflict(table, clock)
    fields = fields_of(admin(table).get(address(table, "posts/2/enact/")))
    by_hand = re.sub(r"⟦now: [^⟧]*⟧⟦proposed: ([^⟧]*)⟧", r"\1", fields["resolution_0"])
    typo(table, "24 hours", "20 hours")

    asked = enact(table, 2, **{**fields, "resolution_0": by_hand})
    again = enact(table, 2, **{**fields_of(asked), "resolution_0": by_hand})

    assert asked.status_code == 422
    assert "has changed once more since you saw it" in words(asked)
    assert again.status_code == 302
    assert "[36 hours](dial:enactment.timeout)" in table.rule("Enactment").text


def test_texts_in_conflict_cannot_be_declared_to_do_nothing(table: Table, clock: time_machine.Traveller) -> None:
    conflict(table, clock)

    with pytest.raises(Refused) as refusal:
        table.enact("Josh", 2, skipped=frozenset({0}))

    assert [reason.code for reason in refusal.value.reasons] == ["merge-conflict"]
    assert table.status(2) == "pending"


def test_a_resolution_that_cannot_stand_in_a_rule_says_why(table: Table, clock: time_machine.Traveller) -> None:
    conflict(table, clock)
    fields = fields_of(admin(table).get(address(table, "posts/2/enact/")))
    by_hand = re.sub(r"⟦now: [^⟧]*⟧⟦proposed: [^⟧]*⟧", "umpteen", fields["resolution_0"])

    page = enact(table, 2, **{**fields, "resolution_0": by_hand})

    assert page.status_code == 422
    assert 'id="id_resolution_0_error"' in page.content.decode()
    assert "umpteen" in page.content.decode()
    assert table.status(2) == "pending"
