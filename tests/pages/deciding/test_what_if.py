"""What if: the panel answers what would really follow, and nothing that is tried is ever done."""

from __future__ import annotations

from typing import Any

import pytest
import time_machine

from nomic.core import clock as nomic_clock
from proposals.deciding import queries as deciding_queries
from proposals.deciding.rules import Supposition
from proposals.voting.rules import Vote
from tests.casting import Table
from tests.pages.deciding.pages import address, browser, words, written

HOUR = 3600


def ask(table: Table, number: int = 1, htmx: bool = False, **tried: Any) -> Any:
    """The page with these fields filled in: `when`, `first`, `vote_<name>`, `away_<name>`."""
    fields = {"tried": "1"}
    for name, value in tried.items():
        kind, _, who = name.partition("_")
        fields[f"{kind}-{table.agent(who).pk}" if who else kind] = value
    headers = {"HX-Request": "true"} if htmx else {}
    return browser(table).get(address(table, f"posts/{number}/what-if/"), fields, headers=headers)


def test_trying_writes_nothing(table: Table) -> None:
    table.propose("Lulu", "Faster")
    before = written(table)

    ask(table, vote_Raven="FOR", vote_Sam="AGAINST", away_Josh="on", when="+48")

    assert written(table) == before
    assert table.agent("Josh").is_playing


def test_what_is_tried_equals_what_follows_when_it_is_really_done(table: Table, clock: time_machine.Traveller) -> None:
    table.propose("Lulu", "Faster")
    table.vote("Sam", 1, Vote.DEFERENTIAL)
    clock.shift(HOUR)
    judged, now = table.verdict(1), nomic_clock.now()
    votes = {"Raven": Vote.FOR, "Kevan": Vote.AGAINST}
    tried = deciding_queries.judge_what_if(judged, Supposition(now, votes, idle=frozenset({"Josh"}))).verdict

    table.vote("Raven", 1, Vote.FOR)
    table.vote("Kevan", 1, Vote.AGAINST)
    table.idle("Josh")

    assert table.verdict(1).verdict == tried


@pytest.mark.parametrize(("hours", "headline"), [("+11.99", "Voting goes on"), ("+12", "It may be enacted now")])
def test_a_later_moment_is_judged_on_both_sides_of_its_bound(table: Table, hours: str, headline: str) -> None:
    table.propose("Lulu", "Faster")

    page = ask(table, vote_Raven="FOR", vote_Sam="FOR", when=hours)

    assert f"Then {headline}" in words(page)


def test_a_moment_may_be_written_out_in_utc(table: Table) -> None:
    table.propose("Lulu", "Faster")

    page = ask(table, vote_Raven="FOR", vote_Sam="FOR", when="2026-01-06 00:00 UTC")

    assert "Then It may be enacted now" in words(page)


def test_taking_a_vote_away_and_idling_change_the_quorum_and_the_count(table: Table) -> None:
    table.propose("Lulu", "Faster")
    table.vote("Raven", 1)

    page = words(ask(table, vote_Raven="none", away_Josh="on", away_Sam="on"))

    assert "Quorum would be 2 of 3" in page
    assert "1 FOR and 0 AGAINST" in page


def test_an_idle_agent_may_be_tried_as_back(table: Table) -> None:
    table.propose("Lulu", "Faster")
    table.idle("Sam")

    page = words(ask(table, away_Sam="on"))

    assert "Quorum would be 3 of 5" in page


def test_a_younger_one_may_be_tried_as_if_it_were_the_oldest(table: Table, clock: time_machine.Traveller) -> None:
    table.propose("Lulu", "First")
    table.propose("Raven", "Second")

    behind = words(ask(table, 2, vote_Raven="AGAINST"))
    first = words(ask(table, 2, vote_Raven="AGAINST", first="on"))

    assert "Then It waits its turn behind #1" in behind
    assert "Then It may be failed now" in first


@pytest.mark.parametrize("typed", ["tomorrow", "2026-02-30 12:00", "2026-01-04 12:00", "+999999", "-3", "9999-12-31"])
def test_a_moment_that_makes_no_sense_gets_a_sentence_at_the_field_and_is_kept(table: Table, typed: str) -> None:
    table.propose("Lulu", "Faster")

    page = ask(table, when=typed)

    assert page.status_code == 422
    assert 'id="id_when_error"' in page.content.decode()
    assert f'value="{typed}"' in page.content.decode()
    assert "Then" not in words(page)


def test_a_forged_vote_gets_a_sentence_too(table: Table) -> None:
    table.propose("Lulu", "Faster")

    page = ask(table, vote_Raven="SIDEWAYS")

    assert page.status_code == 422
    assert "SIDEWAYS is not one of the available choices" in words(page)


def test_htmx_gets_the_panel_alone(table: Table) -> None:
    table.propose("Lulu", "Faster")

    page = ask(table, htmx=True, vote_Raven="FOR").content.decode()

    assert "<html" not in page
    assert 'id="what-if"' in page


def test_of_a_resolved_matter_it_tells_who_resolved_it(table: Table) -> None:
    table.propose("Lulu", "Faster")
    table.vote("Lulu", 1, Vote.AGAINST)
    table.fail("Josh", 1)

    page = ask(table)

    assert page.status_code == 409
    assert "already: failed by Josh" in words(page)
