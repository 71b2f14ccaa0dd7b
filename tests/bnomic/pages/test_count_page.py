"""The page of a count: its steps one by one, and how everything stands at each."""

from __future__ import annotations

import re
from html import unescape

import pytest
from time_machine import Traveller

from tests.balloting import MIDNIGHT, BallotTable
from tests.bnomic.pages.counts import COUNT, boxes, count, got, page, read, with_five_voted_on
from tests.lawmaking import amend, change
from tests.openings import further, kept
from tests.pages.deciding.pages import queries_of

pytestmark = pytest.mark.django_db
RESULT = {1: "lost", 2: "passed", 3: "lost", 4: "lost", 5: "passed"}


@pytest.fixture
def table(time_machine: Traveller) -> BallotTable:
    time_machine.move_to(MIDNIGHT.replace(hour=9), tick=False)
    return kept(with_five_voted_on, time_machine)


@pytest.fixture
def counted(table: BallotTable, time_machine: Traveller) -> BallotTable:
    return further(count, table, time_machine)


def step(table: BallotTable, n: int) -> tuple[str, dict[int, str]]:
    """What the page says at a step, and how each Proposal is marked there."""
    return _now(shown := page(table, f"{COUNT}?step={n}")), boxes(shown)


def _now(shown: str) -> str:
    found = re.search(r'<p class="play__now" data-now>(.*?)</p>', shown)
    assert found is not None
    return unescape(re.sub(r"<[^>]+>", "", found.group(1)))


def test_the_steps_are_those_of_the_law_in_plain_words(counted: BallotTable) -> None:
    open_ones = {1: "open", 2: "open", 3: "open", 4: "open", 5: "open"}

    assert step(counted, 0) == ("Before the count. 5 Proposals are Open, and the votes are cast.", open_ones)
    assert step(counted, 1) == (
        "The ballot closes. All 5 become Historical, one after another from the lowest Number to the highest.",
        dict.fromkeys(open_ones, "historical"),
    )
    assert step(counted, 2) == (
        "Strength. Proposals 1, 2, 3 and 5 become Won, with a Strength of at least +1; Proposal 4 (0) becomes Lost.",
        {1: "won", 2: "won", 3: "won", 4: "lost", 5: "won"},
    )
    assert step(counted, 3) == (
        "Conflicts. Proposal 2 “Dogs” (Strength +2) knocks out Proposal 1 “Cats” (Strength +1), with which it"
        " Conflicts.",
        {1: "lost", 2: "won", 3: "won", 4: "lost", 5: "won"},
    )
    assert step(counted, 4) == (
        "Dependencies. Proposal 3 “Kittens” Depends on Proposal 1 “Cats”, which is Lost, and becomes Lost.",
        {1: "lost", 2: "won", 3: "lost", 4: "lost", 5: "won"},
    )
    assert step(counted, 5) == (
        "Passing. Proposal 2 “Dogs” Passes.",
        {1: "lost", 2: "passed", 3: "lost", 4: "lost", 5: "won"},
    )
    assert step(counted, 6) == ("Passing. Proposal 5 “Ants” Passes.", RESULT)


def test_whoever_asks_for_no_step_gets_the_result(counted: BallotTable) -> None:
    assert boxes(page(counted)) == RESULT


@pytest.mark.parametrize("asked", ["7", "99999999999", "-1", "x", "²", ""])
def test_a_step_that_is_not_there_is_the_last(counted: BallotTable, asked: str) -> None:
    assert 'data-step="6" aria-current="step"' in page(counted, f"{COUNT}?step={asked}")


def test_links_lead_to_the_steps_around_without_a_script(counted: BallotTable) -> None:
    def ways(n: int) -> dict[str, str]:
        return dict(re.findall(r'data-go="(\w+)" href="\?step=(\d+)"', page(counted, f"{COUNT}?step={n}")))

    assert ways(3) == {"first": "0", "back": "2", "next": "4", "last": "6"}
    assert ways(0) == {"first": "0", "back": "0", "next": "1", "last": "6"}
    assert ways(6) == {"first": "0", "back": "5", "next": "6", "last": "6"}


def test_each_line_of_the_count_leads_to_its_step(counted: BallotTable) -> None:
    lines = re.findall(r'id="step-(\d)" href="\?step=(\d)"', page(counted, f"{COUNT}?step=3"))

    assert lines == [(str(n), str(n)) for n in range(7)]


def test_what_happens_at_a_step_is_marked_in_picture_and_table(counted: BallotTable) -> None:
    shown = page(counted, f"{COUNT}?step=3")

    now = re.findall(r'web__box--now".*?<text class="web__number"[^>]*>(\d+)<', shown)
    assert now == ["1", "2"]
    assert len(re.findall(r'<tr role="row" class="web__now"', shown)) == 2
    assert len(re.findall(r'class="web__line web__line--conflict web__line--now"', shown)) == 1
    assert "web__now" not in page(counted, f"{COUNT}?step=2")


def test_htmx_gets_what_moves_and_nothing_else(counted: BallotTable) -> None:
    part = got(counted, f"{COUNT}?step=3", **{"HX-Request": "true"}).content.decode()

    assert part.lstrip().startswith('<div id="count-frame"')
    assert "knocks out" in _now(part)
    assert "What Passed" not in part
    assert "<html" not in part


def test_whoever_goes_back_gets_a_whole_page(counted: BallotTable) -> None:
    back = {"HX-Request": "true", "HX-History-Restore-Request": "true"}

    assert "<html" in got(counted, **back).content.decode()


def test_no_script_or_style_stands_in_the_page(counted: BallotTable) -> None:
    shown = page(counted)

    assert " style=" not in shown
    assert re.findall(r"<script(?![^>]*src=)", shown) == []


def test_the_table_says_why_each_is_lost(counted: BallotTable) -> None:
    told = read(counted)

    assert "+1 1 FOR Lost: it Conflicts with Proposal 2 “Dogs”, which was stronger." in told
    assert "0 no votes Lost: its Strength was 0, and to win takes at least +1." in told
    assert "+1 1 FOR, 1 ABSTAIN Won and Passed." in told


# -- rounds, and steps that do nothing


def test_dependencies_are_told_round_after_round(table: BallotTable, time_machine: Traveller) -> None:
    table.to_nday(time_machine, 1)
    table.submits("Josh", "Six", depends="Seven")
    table.submits("Josh", "Seven", depends="Eight")
    table.submits("Josh", "Eight", depends="Fish")
    table.to_nday(time_machine, 9)
    for number in (6, 7, 8):
        table.votes(number, Josh="FOR")
    table.to_nday(time_machine, 1)

    told = read(table, "ballot/nweeks/2/")

    assert "Round 1 Proposal 8 “Eight” Depends on Proposal 4 “Fish”, which was Lost in an earlier nweek" in told
    assert "Round 2 Proposal 7 “Seven” Depends on Proposal 8 “Eight”, which is Lost, and becomes Lost." in told
    assert "Round 3 Proposal 6 “Six”" in told
    assert boxes(page(table, "ballot/nweeks/2/"))[4] == "before"
    assert "None was knocked out." in told
    assert "Nothing Passed." in told
    assert "Of 3 Proposals, 0 Won and 3 were Lost." in told
    assert "What Passed 0 of 3 All of them were Lost, and nothing Passed." in told


def test_a_step_that_no_rule_provided_for_is_told_as_that(table: BallotTable, time_machine: Traveller) -> None:
    rule = table.rule("Dependencies and Conflicts")
    text = rule.text.replace("[on which it Depends](mechanism:nweek.dependencies)", "on which it Depends")
    change(table, amend(table, rule.title, text))
    table.to_nday(time_machine, 1)

    told = read(table)

    assert "No rule provided for that." in told
    assert "None fell by a Dependency." not in told


def test_of_an_nweek_in_which_nothing_was_open_that_is_all_there_is(time_machine: Traveller) -> None:
    time_machine.move_to(MIDNIGHT.replace(hour=9), tick=False)
    table = BallotTable("Josh")
    table.to_nday(time_machine, 1)

    told = read(table)

    assert "Nothing was Open" in told
    assert "What Passed" not in told


# -- queries


def test_ten_proposals_ask_no_more_than_five(counted: BallotTable, time_machine: Traveller) -> None:
    htmx = {"HX-Request": "true"}
    few = queries_of(counted, COUNT), queries_of(counted, COUNT, **htmx)
    for number in range(6, 16):
        counted.submits("Josh", f"Ants {number}", changes=counted.new_rule(f"Ants {number}"), depends=f"#{number - 1}")
    counted.to_nday(time_machine, 9)
    for number in range(6, 16):
        counted.votes(number, Josh="FOR")
    counted.to_nday(time_machine, 1)

    assert "What Passed 10 of 10" in read(counted, "ballot/nweeks/2/")
    assert (queries_of(counted, "ballot/nweeks/2/"), queries_of(counted, "ballot/nweeks/2/", **htmx)) == few
