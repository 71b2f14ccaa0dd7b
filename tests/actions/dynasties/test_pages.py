"""Gamestate pages are made, edited, merged and dropped, and their rule decides by whom. (Rule 1.7)"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine

from dynasties.pages import actions as pages_actions, queries as pages_queries
from dynasties.pages.actions import PageEdit
from dynasties.pages.models import PageVersion
from dynasties.recount import CHECKS
from nomic.core.decision import Invalid, Refused
from nomic.core.log import queries as log_queries
from proposals.recount import recount_game
from tests.casting import Table
from tests.lawmaking import change, enact
from tests.moments import stands_at
from tests.openings import kept, laid

START = datetime(2026, 1, 1, tzinfo=UTC)


clock = stands_at(START)


@pytest.fixture
def table(db: None, clock: time_machine.Traveller) -> Table:
    return kept(_with_a_map, clock)


def _with_a_map(clock: time_machine.Traveller) -> Table:
    """Kevan, Josh and Rodney, a rule “Maps”, and a page “Map” that every Agent may edit."""
    table = laid("Josh", "Rodney")
    change(table, enact("Maps", "There is a map."))
    change(table, made_by(table))
    return table


def made_by(table: Table, editors: str = "agents", title: str = "Map", text: str = "north\n\nsouth") -> dict[str, Any]:
    return {"kind": "make-page", "title": title, "rule": table.rule("Maps").id, "editors": editors, "text": text}


def edit(table: Table, who: str, text: str, base: int = 1, number: int = 1, comment: str = "") -> PageEdit:
    return pages_actions.edit_page(
        actor_id=table.agent(who).pk,
        game_id=table.made.pk,
        number=number,
        text=text,
        comment=comment,
        base_version=base,
    )


def shown(table: Table, number: int = 1, seq: int | None = None) -> pages_queries.PageShown:
    found = pages_queries.get_page(table.made.pk, number, seq)
    assert found is not None
    return found


def refusal(table: Table, who: str, number: int = 1) -> str:
    with pytest.raises(Refused) as caught:
        edit(table, who, "something else", shown(table, number).version.n, number)
    return caught.value.reasons[0].code


def test_an_edit_is_a_version_and_an_event_with_its_digest(table: Table) -> None:
    before = table.game.last_seq

    edit(table, "Josh", "north\r\n\r\neast", comment="The south is gone.")

    assert shown(table).version.text == "north\n\neast"
    event = log_queries.log(table.made.pk)[0]
    assert (event.kind, event.subject, event.data["version"]) == ("page.edited", "page:1", 2)
    assert event.data["digest"] == shown(table).version.digest
    assert shown(table, seq=before).version.text == "north\n\nsouth"
    assert recount_game(table.game, CHECKS).differences == ()


def test_a_text_altered_behind_the_log_is_found_by_the_recount(table: Table) -> None:
    edit(table, "Josh", "north\n\neast")
    PageVersion.objects.filter(n=2).update(text="west")

    assert [each.what for each in recount_game(table.game, CHECKS).differences] == ["text of page:1"]


def test_who_writes_on_an_older_version_is_merged_where_nothing_contradicts(table: Table) -> None:
    edit(table, "Josh", "NORTH\n\nsouth")

    done = edit(table, "Rodney", "north\n\nSOUTH", base=1)

    assert done.version is not None
    assert shown(table).version.text == "NORTH\n\nSOUTH"
    assert log_queries.log(table.made.pk)[0].data["merged"] is True


def test_a_contradiction_writes_nothing_and_shows_both(table: Table) -> None:
    edit(table, "Josh", "Norden\n\nsouth")
    last = table.game.last_seq

    done = edit(table, "Rodney", "le nord\n\nsouth", base=1)

    assert done.version is None
    assert [(each.base, each.ours, each.theirs) for each in done.merged.conflicts] == [("north", "Norden", "le nord")]
    assert table.game.last_seq == last
    with pytest.raises(Invalid, match="Marks"):
        edit(table, "Rodney", done.merged.marked, base=2)


def test_the_same_edit_sent_twice_is_done_once(table: Table) -> None:
    first = edit(table, "Josh", "NORTH\n\nsouth")
    last = table.game.last_seq

    assert edit(table, "Josh", "NORTH\n\nsouth").version == first.version
    assert table.game.last_seq == last


def test_the_rule_says_who_edits(table: Table) -> None:
    change(table, made_by(table, "admins", "Ledger"), made_by(table, "mastermind", "Plans"))
    change(table, made_by(table, "nobody", "Stone"))
    table.join("Ada", admin=True)

    assert [refusal(table, "Josh", number) for number in (2, 3, 4)] == [
        "page-for-admins",
        "page-for-mastermind",
        "page-for-nobody",
    ]
    assert edit(table, "Ada", "kept", number=2).version is not None
    assert refusal(table, "Ada", 3) == "page-for-mastermind"
    assert edit(table, "Kevan", "planned", number=3).version is not None
    assert refusal(table, "Kevan", 4) == "page-for-nobody"


def test_an_idle_agent_and_one_who_left_edit_nothing(table: Table) -> None:
    table.idle("Josh")
    table.leave("Rodney")

    assert refusal(table, "Josh") == "is-idle"
    assert refusal(table, "Rodney") == "not-an-agent"


def test_a_page_closes_with_its_rule_and_stays_readable(table: Table) -> None:
    seq = table.game.last_seq
    change(table, {"kind": "repeal", "rule": table.rule("Maps").id})

    assert refusal(table, "Josh") == "page-closed"
    assert shown(table).version.text == "north\n\nsouth"
    assert (shown(table).licence.rule, shown(table).is_open, shown(table, seq=seq).is_open) == ("Maps", False, True)


def test_an_enactment_writes_and_drops_pages(table: Table) -> None:
    before = table.game.last_seq
    change(table, {"kind": "write-page", "page": 1, "base": "north\n\nsouth", "text": "all of it"})
    assert shown(table).version.text == "all of it"

    change(table, {"kind": "drop-page", "page": 1})

    assert refusal(table, "Josh") == "page-dropped"
    assert pages_queries.live_pages(table.made.pk) == []
    assert [each.title for each in pages_queries.live_pages(table.made.pk, before)] == ["Map"]
    # Its title is free again.
    change(table, made_by(table))
    assert [each.number for each in pages_queries.live_pages(table.made.pk)] == [2]
    assert recount_game(table.game, CHECKS).differences == ()


def test_a_page_may_be_carried_by_a_rule_that_the_same_list_enacts(table: Table) -> None:
    change(table, enact("Ledgers", "There is a ledger."), {**made_by(table, title="Ledger"), "rule": "Ledgers"})

    assert shown(table, 2).row.rule_id == table.rule("Ledgers").id


@pytest.mark.parametrize(
    ("text", "comment", "path"),
    [("a\u202eb", "", "text"), ("x" * 50_001, "", "text"), ("x", "y" * 301, "comment"), ("x", "two\nlines", "comment")],
)
def test_what_cannot_be_taken_is_told_at_its_field(table: Table, text: str, comment: str, path: str) -> None:
    with pytest.raises(Invalid) as caught:
        edit(table, "Josh", text, comment=comment)

    assert caught.value.path == path
    assert shown(table).version.n == 1


def test_a_page_of_a_repealed_rule_makes_way_for_another_and_stays_in_history(table: Table) -> None:
    change(table, table.repeal("Maps"))
    change(table, enact("Maps", "There is a new map."))

    change(table, made_by(table, text="east"))

    assert [(each.number, each.version.text) for each in pages_queries.live_pages(table.made.pk)] == [(2, "east")]
    assert shown(table).licence.dropped
    assert recount_game(table.game, CHECKS).differences == ()
