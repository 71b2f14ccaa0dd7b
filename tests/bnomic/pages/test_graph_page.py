"""The graph of Dependencies and Conflicts: drawn, in words, now and as it was counted."""

from __future__ import annotations

import re
from html import unescape

import pytest
from time_machine import Traveller

from tests.balloting import MIDNIGHT, BallotTable
from tests.casting import Table
from tests.lawmaking import amend, change
from tests.openings import further, kept
from tests.pages.deciding.pages import address, browser, queries_of, words

pytestmark = pytest.mark.django_db
GRAPH = "ballot/graph/"


@pytest.fixture
def table(time_machine: Traveller) -> BallotTable:
    time_machine.move_to(MIDNIGHT.replace(hour=9), tick=False)
    return kept(with_three, time_machine)


def with_three(time_machine: Traveller) -> BallotTable:
    """Cats; Dogs, which Conflict with Cats; and Kittens, which Depend on Cats."""
    table = BallotTable("Josh", "Lulu", "Raven")
    table.submits("Josh", "Cats", changes=table.new_rule("Cats"))
    table.submits("Lulu", "Dogs", changes=table.new_rule("Dogs"), conflicts="Cats")
    table.submits("Raven", "Kittens", changes=table.new_rule("Kittens"), depends="#1")
    return table


@pytest.fixture
def voted(table: BallotTable, time_machine: Traveller) -> BallotTable:
    return further(vote, table, time_machine)


def vote(table: BallotTable, time_machine: Traveller) -> None:
    """Open: Dogs are the strongest, and Kittens are liked."""
    table.to_nday(time_machine, 9)
    table.votes(1, Josh="FOR")
    table.votes(2, Lulu="FOR", Josh="FOR")
    table.votes(3, Raven="FOR", Lulu="FOR", Josh="FOR")


def page(table: Table, path: str = GRAPH) -> str:
    answer = browser(table).get(address(table, path))
    assert answer.status_code == 200
    return answer.content.decode()


def read(table: Table, path: str = GRAPH) -> str:
    return words(browser(table).get(address(table, path)))


def row(table: Table, title: str, path: str = GRAPH) -> str:
    """The words about a Proposal in the table beside the picture."""
    rows = re.findall(r'<tr role="row".*?</tr>', page(table, path), re.DOTALL)
    found = next(each for each in rows if f">{title}</a>" in each)
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", found))).strip()


def boxes(table: Table, path: str = GRAPH) -> dict[int, str]:
    """How each box of the picture is marked, by Number."""
    mark = r'<svg class="web__box web__box--(\w+)[^"]*".*?<text class="web__number"[^>]*>(\d+)<'
    found = re.findall(mark, page(table, path))
    return {int(number): fate for fate, number in found}


def lines(table: Table, path: str = GRAPH) -> set[str]:
    """What each line of the picture says when pointed at."""
    return set(re.findall(r'<path class="web__line[^>]*><title>([^<]*)</title>', page(table, path)))


# -- now


def test_each_line_is_drawn_as_what_it_is(voted: BallotTable) -> None:
    assert lines(voted) == {"Proposal 1 Conflicts with Proposal 2", "Proposal 3 Depends on Proposal 1"}


def test_what_would_become_of_each_is_marked_in_its_box(voted: BallotTable) -> None:
    assert boxes(voted) == {1: "loses", 2: "wins", 3: "loses"}


def test_the_table_says_what_the_picture_shows_and_why(voted: BallotTable) -> None:
    assert row(voted, "Proposal 1: Cats") == (
        "Proposal 1: Cats +1 1 FOR It would be Lost: it Conflicts with Proposal 2 “Dogs”, which is stronger."
        " – 2 (wins) 3 (loses)"
    )
    assert row(voted, "Proposal 2: Dogs") == "Proposal 2: Dogs +2 2 FOR It would be Won. – 1 (loses) –"
    assert row(voted, "Proposal 3: Kittens") == (
        "Proposal 3: Kittens +3 3 FOR It would be Lost: it Depends on Proposal 1 “Cats”, which would be Lost."
        " 1 (loses) – –"
    )


def test_equals_are_told_which_of_them_comes_first(voted: BallotTable) -> None:
    voted.votes(1, Lulu="FOR")

    assert "“Dogs”, which is as strong and has the higher Number." in row(voted, "Proposal 1: Cats")


def test_a_weak_one_is_told_what_it_lacks(voted: BallotTable) -> None:
    voted.votes(1, Raven="AGAINST")

    assert "It would be Lost: its Strength is 0, and to win takes at least +1." in row(voted, "Proposal 1: Cats")


def test_pending_ones_are_told_apart(voted: BallotTable) -> None:
    voted.submits("Josh", "Fish", depends="Dogs")

    assert boxes(voted)[4] == "pending"
    assert row(voted, "Proposal 4: Fish").startswith("Proposal 4: Fish – Pending:")


def test_the_reader_may_leave_the_pending_ones_out(voted: BallotTable) -> None:
    voted.submits("Josh", "Fish")

    assert boxes(voted).keys() == {1, 2, 3, 4}
    assert boxes(voted, f"{GRAPH}?pending=no").keys() == {1, 2, 3}


def test_before_the_opening_all_are_pending(table: BallotTable) -> None:
    assert boxes(table) == {1: "pending", 2: "pending", 3: "pending"}


def test_a_lost_one_of_before_is_drawn_where_somebody_depends_on_it(
    voted: BallotTable, time_machine: Traveller
) -> None:
    voted.to_nday(time_machine, 1)
    voted.submits("Josh", "Cats again", depends="#1")
    voted.submits("Josh", "Dogs again", depends="#2")
    voted.to_nday(time_machine, 9)
    voted.votes(4, Josh="FOR")

    assert boxes(voted) == {1: "before", 4: "loses", 5: "loses"}
    assert "it Depends on Proposal 1 “Cats”, which is Lost." in row(voted, "Proposal 4: Cats again")
    assert "2 (Won)" in row(voted, "Proposal 5: Dogs again")


def test_what_is_listed_and_not_there_yet_is_in_the_table_alone(table: BallotTable) -> None:
    table.submits("Josh", "Fish", depends="#9")

    assert row(table, "Proposal 4: Fish").endswith("9 (not there) – –")
    assert boxes(table).keys() == {1, 2, 3, 4}


def test_the_graph_is_right_while_nobody_has_opened_what_is_due(table: BallotTable, time_machine: Traveller) -> None:
    table.ticks(time_machine, 8, clerk=False)

    assert table.states() == {1: "Pending", 2: "Pending", 3: "Pending"}
    assert boxes(table) == {1: "loses", 2: "loses", 3: "loses"}


def test_a_ballot_that_waits_for_its_count_says_so(voted: BallotTable, time_machine: Traveller) -> None:
    told = "is closed, and is about to be counted"
    assert told not in read(voted)

    voted.ticks(time_machine, 4, clerk=False)

    assert told in read(voted)
    assert boxes(voted) == {1: "loses", 2: "wins", 3: "loses"}


def test_where_no_rule_provides_for_conflicts_the_page_says_that_they_mean_nothing(voted: BallotTable) -> None:
    told = "No rule provides for Conflicts, and the count takes no notice of them."
    assert told not in read(voted)

    rule = voted.rule("Dependencies and Conflicts")
    text = rule.text.replace("[with which it Conflicts](mechanism:nweek.conflicts)", "with which it Conflicts")
    change(voted, amend(voted, rule.title, text))

    assert told in read(voted)
    assert boxes(voted) == {1: "wins", 2: "wins", 3: "wins"}


def test_a_picture_is_named_and_its_boxes_are_ways_for_the_mouse_alone(voted: BallotTable) -> None:
    shown = page(voted)

    assert 'role="img" aria-labelledby="graph-title"' in shown
    assert re.findall(r'<a href="[^"]*/ballot/(\d+)/" tabindex="-1"', shown) == ["1", "2", "3"]
    assert " style=" not in shown


def test_a_name_cannot_write_into_the_page(table: BallotTable) -> None:
    table.submits("Josh", "</title><script>x</script>")

    assert "<script>x" not in page(table)


def test_nothing_to_draw_is_told(time_machine: Traveller) -> None:
    time_machine.move_to(MIDNIGHT.replace(hour=9), tick=False)

    table = BallotTable("Josh")
    assert "Nothing to draw Nothing is Open, and nothing is Pending." in read(table)

    table.submits("Josh", "Cats")
    assert "Nothing to draw Nothing is Open. The ballot" in read(table, GRAPH + "?pending=no")


def test_where_nothing_was_open_nothing_is_drawn(time_machine: Traveller) -> None:
    time_machine.move_to(MIDNIGHT.replace(hour=9), tick=False)
    table = BallotTable("Josh")
    table.ticks(time_machine, 12)

    assert "Nothing to draw Nothing was Open in that nweek." in read(table, GRAPH + "?nweek=1")


def test_a_game_of_the_journal_has_no_graph() -> None:
    table = Table("Josh")

    assert browser(table).get(address(table, GRAPH)).status_code == 404


# -- as it was counted


def test_a_counted_nweek_is_drawn_with_its_result(voted: BallotTable, time_machine: Traveller) -> None:
    voted.to_nday(time_machine, 1)
    past = f"{GRAPH}?nweek=1"

    assert boxes(voted) == {}
    assert boxes(voted, past) == {1: "lost", 2: "passed", 3: "lost"}
    assert "Lost: it Conflicts with Proposal 2 “Dogs”, which was stronger." in row(voted, "Proposal 1: Cats", past)
    assert "Lost: it Depends on Proposal 1 “Cats”, which was Lost." in row(voted, "Proposal 3: Kittens", past)
    assert "of nweek 1, counted" in read(voted)


def test_what_passed_without_effect_is_marked_as_that(table: BallotTable, time_machine: Traveller) -> None:
    for name in ("No dice", "Still no dice"):
        table.submits("Josh", name, changes=[table.repeal("Dice")])
    table.to_nday(time_machine, 9)
    for number in (4, 5):
        table.votes(number, Josh="FOR")
    table.to_nday(time_machine, 1)

    found = boxes(table, f"{GRAPH}?nweek=1")

    assert (found[4], found[5]) == ("passed", "void")


def test_there_is_no_graph_of_an_nweek_that_was_not_counted(voted: BallotTable, time_machine: Traveller) -> None:
    voted.to_nday(time_machine, 1)

    found = {
        asked: browser(voted).get(address(voted, f"{GRAPH}?nweek={asked}")).status_code
        for asked in ("1", "2", "0", "-1", "one", "²", "1" * 30)
    }

    assert found == {asked: 200 if asked == "1" else 404 for asked in found}


# -- queries


def test_ten_proposals_ask_no_more_than_three(voted: BallotTable, time_machine: Traveller) -> None:
    few = queries_of(voted, GRAPH)
    voted.to_nday(time_machine, 1)
    few_counted = queries_of(voted, f"{GRAPH}?nweek=1")
    for number in range(4, 14):
        voted.submits("Josh", f"Fish {number}", depends=f"#{number - 1}", conflicts=f"#{number // 2 + 3}")
    voted.to_nday(time_machine, 9)

    assert queries_of(voted, GRAPH) == few
    voted.to_nday(time_machine, 1)
    assert queries_of(voted, f"{GRAPH}?nweek=2") == few_counted
