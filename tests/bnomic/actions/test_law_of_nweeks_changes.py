"""What passes at a midnight governs what follows at the same midnight, and no nweek is counted twice by it."""

from __future__ import annotations

from time_machine import Traveller

from nomic.core.log.models import Event
from proposals.bnomic.nweeks import queries as nweeks_queries
from proposals.bnomic.nweeks.rules import NDAY
from proposals.bnomic.plugin import CHECKS
from proposals.recount import recount_game
from tests.balloting import MIDNIGHT, BallotTable
from tests.bnomic.actions.conftest import NINE
from tests.casting import Table

LENGTH, OPENS, CLOSES = "[twelve](dial:nweek.length)", "nday [9](dial:nweek.opens)", "nday [12](dial:nweek.closes)"


def wins(table: BallotTable, traveller: Traveller, *changes: object) -> None:
    """A Proposal with these changes is Open, and all are for it; it is nday 9."""
    number = table.submits("Josh", changes=list(changes)).number
    table.to_nday(traveller, 9)
    table.all_vote(number, "FOR", "Josh", "Lulu", "Raven")


def counts(table: BallotTable) -> int:
    return Event.objects.filter(game=table.made, kind="bnomic.counted").count()


def sound(table: BallotTable) -> bool:
    return recount_game(table.game, CHECKS).differences == ()


def test_an_nweek_that_is_counted_is_not_counted_again_when_its_close_is_put_off(
    table: BallotTable, time_machine: Traveller
) -> None:
    table.legislate(table.amend("The Count", CLOSES, "nday [10](dial:nweek.closes)"))
    wins(table, time_machine, table.amend("The Count", "nday [10](dial:nweek.closes)", CLOSES))
    table.to_nday(time_machine, 11)
    hands = nweeks_queries.clock_reading(table.game, MIDNIGHT, table.law)
    assert hands is not None
    assert hands.next_count == MIDNIGHT + 24 * NDAY

    table.to_nday(time_machine, 1)

    assert (table.nday(), counts(table)) == ((2, 1), 1)
    table.to_nday(time_machine, 12)
    table.ticks(time_machine)
    assert (table.nday(), counts(table)) == ((3, 1), 2)
    assert sound(table)


def test_a_longer_nweek_goes_on_from_the_count_that_made_it_longer(table: BallotTable, time_machine: Traveller) -> None:
    wins(table, time_machine, table.amend("Nweeks and Ndays", LENGTH, "[14](dial:nweek.length)"))

    table.ticks(time_machine, 4)
    longer = table.nday()
    table.ticks(time_machine, 2)

    assert (longer, table.nday(), counts(table)) == ((1, 13), (2, 1), 1)
    assert sound(table)


def test_a_shorter_nweek_is_over_once_the_law_makes_it_so(table: BallotTable, time_machine: Traveller) -> None:
    table.to_nday(time_machine, 11)
    table.legislate(table.amend("Nweeks and Ndays", LENGTH, "[ten](dial:nweek.length)"))

    table.ticks(time_machine)

    # Its close would come later than its end, so it is counted at its end.
    assert (table.nday(), counts(table)) == ((2, 1), 1)
    assert sound(table)


def test_an_opening_that_the_count_puts_at_the_next_nday_opens_at_the_same_midnight(
    table: BallotTable, time_machine: Traveller
) -> None:
    wins(table, time_machine, table.amend("Opening", OPENS, "nday [1](dial:nweek.opens)"))
    table.submits("Lulu")

    table.ticks(time_machine, 4)

    assert (table.nday(), table.states()) == ((2, 1), {1: "Won", 2: "Open"})
    assert sound(table)


def test_an_opening_that_the_count_puts_off_does_not_come_at_the_old_place(
    table: BallotTable, time_machine: Traveller
) -> None:
    wins(table, time_machine, table.amend("Opening", OPENS, "nday [11](dial:nweek.opens)"))
    table.submits("Lulu")

    table.ticks(time_machine, 4 + 9)
    before = table.nday(), table.states()[2]
    table.ticks(time_machine)

    assert before == ((2, 10), "Pending")
    assert (table.nday(), table.states()[2]) == ((2, 11), "Open")


def test_the_strength_that_wins_is_that_of_the_law_before_the_count(
    table: BallotTable, time_machine: Traveller
) -> None:
    table.submits("Lulu", "Weak")
    wins(table, time_machine, table.amend("The Count", "[1](dial:nweek.winning)", "[3](dial:nweek.winning)"))
    table.votes(1, Lulu="FOR")
    table.ticks(time_machine, 4)
    table.submits("Lulu", "Weak again")
    table.to_nday(time_machine, 9)
    table.all_vote(3, "FOR", "Lulu", "Josh")

    table.ticks(time_machine, 4)

    assert table.states() == {1: "Won", 2: "Won", 3: "Lost"}
    assert sound(table)


def test_a_clock_that_the_count_repeals_finishes_its_stroke_and_stands_however_late_it_is_carried_out(
    table: BallotTable, time_machine: Traveller
) -> None:
    wins(table, time_machine, table.repeal("Nweeks and Ndays"))
    table.submits("Lulu", changes=table.new_rule("Cats"))

    table.ticks(time_machine, 8, clerk=False)
    table.sweep()

    # With the rule went what said how long an nweek is.
    assert (table.nday(), table.game.stroke_at) == ((1, 13), None)
    table.ticks(time_machine, 3)
    assert table.nday() == (1, 13)
    assert sound(table)


def test_what_was_won_in_the_same_count_as_the_repeal_of_the_clock_and_the_count_passes(
    table: BallotTable, time_machine: Traveller
) -> None:
    table.submits("Lulu", "First", changes=[table.repeal("The Count"), table.repeal("Nweeks and Ndays")])
    wins(table, time_machine, *table.new_rule("Cats"))
    table.votes(1, Lulu="FOR")

    table.ticks(time_machine, 4)

    assert table.proposal(2).passed
    assert "Cats" in [rule.title for rule in table.rules()]
    assert sound(table)


def test_a_clock_that_the_law_gets_back_goes_on_where_it_stood(table: BallotTable, time_machine: Traveller) -> None:
    rule = table.rule("Nweeks and Ndays")
    wins(table, time_machine, table.repeal(rule.title))
    table.ticks(time_machine, 6)

    table.legislate({"kind": "enact", "section": "core", "title": rule.title, "text": rule.text})
    table.ticks(time_machine)

    # Beyond its length, the nday was the last of its nweek.
    assert (table.nday(), counts(table)) == ((2, 1), 1)
    assert sound(table)


def test_a_game_whose_law_first_speaks_of_a_clock_gets_one_that_is_on(db: None, time_machine: Traveller) -> None:
    time_machine.move_to(NINE, tick=False)
    table = Table("Josh")
    none = nweeks_queries.clock_row(table.game)
    table.enact_rule("Ndays", "[Each midnight](mechanism:nweek.clock).")

    time_machine.move_to(NINE + NDAY)
    table.sweep()

    row = nweeks_queries.clock_row(table.game)
    assert none is None
    assert row is not None
    assert (row.nweek, row.nday, row.running) == (1, 2, True)
    assert recount_game(table.game, CHECKS).differences == ()
