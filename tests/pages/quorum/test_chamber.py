"""The chamber: what everybody sees of it, and what only some do."""

from __future__ import annotations

import re
from datetime import timedelta

from time_machine import Traveller

from tests.pages.quorum.senate_pages import bare, html, read
from tests.sitting import NAY, YEA, SenateTable

SECRET = "the geese are ours"


def test_a_visitor_sees_the_bill_and_the_picture_and_no_desk(senate: SenateTable) -> None:
    page, told = html(senate), read(senate)

    bill = senate.round().bill
    assert bill["title"] in told
    assert all(each in told for each in bill["clauses"])
    assert "Seat 0, Josh, in the chair: 33 % of the influence, has not decided." in told
    assert "it takes 1.5 of 3 influence" in told
    assert 'action="/g/table/quorum' not in page
    assert "Notes to you" not in told


def test_an_amendment_is_shown_as_the_difference_it_would_make(senate: SenateTable) -> None:
    page, bill = html(senate), senate.round().bill

    amendment = bill["amendments"]["A1"]
    there = page.split('id="A1"')[1].split("</li>")[0]
    plain = re.sub(r"<del>.*?</del>", "", there)
    assert "<ins>" in there
    assert re.sub(r"<[^>]+>", "", plain).split("A1")[1].split() == amendment["text"].split()


def test_the_picture_is_a_table_as_well(senate: SenateTable) -> None:
    senate.all_decide(NAY)

    told = read(senate, "Lulu")

    rows = told[told.index("Senators, by Capital") :]
    assert "Josh 0 0 0.995 33 % nay has not decided in hand" in rows
    assert "Lulu chair you 1 0 0.995 33 % nay has not decided in hand" in rows


def test_that_somebody_has_decided_is_a_mark_and_what_is_nobodys_to_read(senate: SenateTable) -> None:
    senate.decides("Lulu", {**YEA, "vote": "nay", "note": {"to": 2, "text": SECRET}})
    before = {who: bare(senate, who) for who in ("Josh", "Raven", None)}

    senate.decides("Lulu", {**YEA, "vote": "yea", "priorities": [9, 1, 1], "note": {"to": 0, "text": SECRET}})

    assert all("Still to decide: Josh, Raven" in page for page in before.values())
    assert {who: bare(senate, who) for who in before} == before
    assert all(SECRET not in page for page in before.values())


def test_a_note_is_read_by_its_addressee_once_the_round_is_closed(senate: SenateTable) -> None:
    senate.decides("Lulu", {**YEA, "note": {"to": 2, "text": SECRET}})
    early = html(senate, "Raven")
    senate.decides("Josh")
    senate.decides("Raven")

    assert SECRET not in early
    assert SECRET in html(senate, "Raven")
    assert all(SECRET not in html(senate, who) for who in ("Josh", "Lulu", "Kevan", None))


def test_notes_of_the_last_round_are_open_and_older_ones_folded(senate: SenateTable) -> None:
    for round in range(2):
        senate.decides("Lulu", {**YEA, "note": {"to": 2, "text": f"geese of round {round}"}})
        senate.decides("Josh", {**YEA, "note": {"to": 2, "text": f"ducks of round {round}"}})
        senate.decides("Raven")

    fresh, older = html(senate, "Raven").split('id="notes"')[1].split("</section>")[0].split("<details")

    assert "geese of round 1" in fresh
    assert "ducks of round 1" in fresh
    assert "2 older notes" in older
    assert "geese of round 0" in older


def test_where_no_note_came_last_the_page_says_so(senate: SenateTable) -> None:
    senate.decides("Lulu", {**YEA, "note": {"to": 2, "text": SECRET}})
    senate.decides("Josh")
    senate.decides("Raven")
    senate.all_decide()

    assert "None came with the last round. 1 older note" in read(senate, "Raven")


def test_a_round_whose_time_is_over_closes_when_somebody_looks(senate: SenateTable, clock: Traveller) -> None:
    clock.shift(timedelta(hours=24) - timedelta(seconds=1))
    before = read(senate)
    clock.shift(timedelta(seconds=1))

    assert "Round 0, the 1st of 3." in before
    assert "Round 1, the 2nd of 3." in read(senate)


def test_history_says_what_each_gain_came_from(senate: SenateTable) -> None:
    senate.decides("Josh", {**YEA, "amendment": "A1"})
    senate.decides("Lulu", {**YEA, "filibuster": True})
    senate.decides("Raven", NAY)

    told = read(senate)

    assert "failed 1.95 of 2.95 (66 %), threshold 0.65" not in told
    assert "passed 1.95 of 2.95 (66 %), threshold 0.65, filibustered, A1 adopted" in told
    assert "+0.5 a yea to a bill that passed" in told
    assert "−0.25 a nay to a bill that passed" in told
    assert "−0.05 the filibuster" in told
    assert "+0.03 the adopted amendment" in told


def test_charts_have_a_line_for_each_seat_and_a_table_that_says_the_same(senate: SenateTable) -> None:
    senate.all_decide(NAY)

    page, told = html(senate), read(senate)

    assert page.count('<polyline class="chart__line"') == 2 * 3
    assert "Influence after each round Round Josh Lulu Raven start 1 1 1 0 0.995 0.995 0.995" in told


def test_what_is_called_names_and_bills_is_written_as_text(table: SenateTable) -> None:
    table.convenes("Josh", seats=2)
    table.seats_program("Josh", 0, "<b>Bold</b> & co")
    table.sits("Lulu", 1)

    page = html(table)

    assert "<b>Bold" not in page
    assert "&lt;b&gt;Bold&lt;/b&gt; &amp; co" in page


def test_an_episode_that_is_over_has_scores_a_laurel_and_its_replay(senate: SenateTable) -> None:
    for _ in range(3):
        senate.decides("Josh")
        senate.decides("Lulu", {**YEA, "priorities": [1, 0, 0]})
        senate.decides("Raven", NAY)

    page, told = html(senate), read(senate)

    assert "The Senate has risen, and" in told
    assert "takes the laurel" in told
    assert 'href="/g/table/quorum/1/replay/"' in page
    assert "The seed was geese" in told
    assert "hx-get" not in page.split('id="chamber-head"')[1].split(">")[0]
