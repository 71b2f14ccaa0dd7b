"""Who heads the Dynasty: winners, heirs, nobody. (Rules 1.8 and 1.9)"""

from __future__ import annotations

import pytest
import time_machine

from dynasties.succession.models import Dynasty
from dynasties.succession.queries import dynasty_name_of, statistics
from nomic.core.log.models import Event
from nomic.core.roster import queries as roster_queries
from proposals.recount import recount_game
from tests.actions.dynasties.ascending.reading import START, refused
from tests.casting import Table

pytestmark = pytest.mark.django_db


def test_pending_proposals_stay_pending(clock: time_machine.Traveller) -> None:
    table = Table("Josh", "Lulu")
    table.enact_rule("Gadgets", "An Agent may hold a Gadget.")
    proposal = table.propose("Lulu", "More", [table.amend("Gadgets", "a Gadget", "two Gadgets")])
    table.win("Josh", clock)

    table.ascend("Josh", repeal=["Gadgets"])

    assert table.status(proposal.number) == "pending"


def test_another_declaration_keeps_the_hiatus(table: Table) -> None:
    table.declare("Lulu")

    table.ascend("Josh")

    assert roster_queries.open_hiatus(table.made.pk) is not None
    assert not table.game.awaits_address


def test_the_winner_may_hand_the_role_on(table: Table) -> None:
    table.pass_role("Josh", "Lulu")

    assert dynasty_name_of(table.dynasty) == "The First Dynasty of Lulu"
    assert table.dynasty.number == 2
    assert table.game.mastermind == table.agent("Lulu")
    assert refused(table.ascend, "Josh") == ["another-speaks"]


def test_whoever_has_it_from_the_winner_keeps_it(table: Table) -> None:
    table.pass_role("Josh", "Lulu")

    assert refused(table.pass_role, "Lulu", "Kevan") == ["handed-already"]


def test_who_is_handed_the_role_has_no_declaration_any_more(table: Table) -> None:
    own, anothers = table.declare("Lulu"), table.declare("Kevan")

    table.pass_role("Josh", "Lulu")

    assert (table.status(own.number), table.status(anothers.number)) == ("failed", "pending")
    failed = Event.objects.get(game=table.made, kind="dov.failed", subject=own.subject_key)
    assert failed.data["superseded_by"] == f"agent:{table.agent('Lulu').pk}"
    assert roster_queries.open_hiatus(table.made.pk) is not None
    assert recount_game(table.game).differences == ()


def test_nor_does_the_hiatus_outlast_eir_address(table: Table) -> None:
    table.declare("Lulu")
    table.pass_role("Josh", "Lulu")

    table.ascend("Lulu")

    assert roster_queries.open_hiatus(table.made.pk) is None
    assert recount_game(table.game).differences == ()


def test_whoever_hands_it_on_has_headed_none(table: Table, clock: time_machine.Traveller) -> None:
    table.pass_role("Josh", "Lulu")
    table.ascend("Lulu")
    table.win("Josh", clock)

    assert dynasty_name_of(table.dynasty) == "The First Dynasty of Josh"


def test_the_role_is_never_passed_after_the_address(table: Table) -> None:
    table.ascend("Josh")

    assert refused(table.pass_role, "Josh", "Lulu") == ["no-address-awaited"]


def test_nor_by_another_nor_to_the_idle_nor_to_oneself(table: Table) -> None:
    table.idle("Lulu")

    assert refused(table.pass_role, "Kevan", "Josh") == ["not-yours-to-pass"]
    assert refused(table.pass_role, "Josh", "Lulu") == ["heir-idle"]
    assert refused(table.pass_role, "Josh", "Josh") == ["yours-already"]


def test_if_the_winner_leaves_first_nobody_heads_it_and_an_admin_speaks(table: Table) -> None:
    table.leave("Josh")

    assert dynasty_name_of(table.dynasty) == "The Metadynasty"
    assert refused(table.ascend, "Lulu") == ["speaks-for-nobody"]
    table.ascend("Kevan")
    assert roster_queries.open_hiatus(table.made.pk) is None
    assert table.game.mastermind is None


def test_if_the_mastermind_leaves_later_the_dynasty_is_still_eirs(table: Table) -> None:
    table.ascend("Josh")

    table.leave("Josh")

    assert dynasty_name_of(table.dynasty) == "The First Dynasty of Josh"
    assert table.game.mastermind is None


def test_an_idle_mastermind_comes_back_before_e_speaks(table: Table) -> None:
    table.idle("Josh")

    assert refused(table.ascend, "Josh") == ["speaker-idle"]


def test_statistics_count_what_happened_between_two_dynasties(table: Table) -> None:
    rows = list(Dynasty.objects.filter(game=table.made))

    both = statistics(rows, START)

    found = both[1]
    assert both[2].posts == 0
    assert (found.posts, found.declarations, found.rules_enacted, found.lasted.days) == (1, 1, 2, 1)
