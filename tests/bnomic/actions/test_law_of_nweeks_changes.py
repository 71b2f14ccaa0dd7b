"""What passes at a midnight governs what follows at the same midnight, and no nweek is counted twice by it."""

from __future__ import annotations

import pytest
from time_machine import Traveller

from nomic.core.floor import floor
from nomic.core.models import Event
from proposals.bnomic.mechanics.nweeks import NDAY
from proposals.bnomic.queries import clocks
from rulesets import queries as rules
from rulesets.actions import changing
from tests.balloting import MIDNIGHT, BallotTable

pytestmark = pytest.mark.django_db
LENGTH, OPENS, CLOSES = "[twelve](dial:nweek.length)", "nday [9](dial:nweek.opens)", "nday [12](dial:nweek.closes)"


@pytest.fixture
def table(time_machine: Traveller) -> BallotTable:
    time_machine.move_to(MIDNIGHT.replace(hour=9), tick=False)
    return BallotTable("Josh", "Lulu", "Raven")


def legislate(table: BallotTable, *changes: object) -> None:
    """Change the law as a judgment would, between two midnights."""
    with floor(table.made.pk) as the_floor:
        applied = rules.trial(rules.state(the_floor.game), rules.read(list(changes)))
        assert applied.whole, applied.problems
        changing.make(the_floor, applied, changing.Cause("", None))


def passes(table: BallotTable, traveller: Traveller, *changes: object, ndays: int = 9) -> None:
    """A Proposal with these changes is Open and all are for it; it is the last nday before the count."""
    number = table.submits("Josh", changes=list(changes)).number
    table.to_nday(traveller, ndays)
    table.all_vote(number, "FOR", "Josh", "Lulu", "Raven")


def kinds(table: BallotTable, *of: str) -> list[str]:
    rows = Event.objects.filter(game=table.made, kind__in=[f"bnomic.{each}" for each in of]).order_by("seq")
    return [each.removeprefix("bnomic.") for each in rows.values_list("kind", flat=True)]


def test_an_nweek_that_is_counted_is_not_counted_again_when_its_close_is_put_off(
    table: BallotTable, time_machine: Traveller
) -> None:
    legislate(table, table.amend("The Count", CLOSES, "nday [10](dial:nweek.closes)"))
    passes(table, time_machine, table.amend("The Count", "nday [10](dial:nweek.closes)", CLOSES))
    table.to_nday(time_machine, 11)
    hands = clocks.hands(table.game, MIDNIGHT, table.law)
    assert hands is not None
    assert hands.next_count == MIDNIGHT + 24 * NDAY

    table.to_nday(time_machine, 1)

    assert (table.nday(), kinds(table, "counted")) == ((2, 1), ["counted"])
