"""A rule that bars its own change is found void, and is whole again once the bar is gone. (Reading 47)"""

from __future__ import annotations

import pytest

from nomic.core.decision import Refused
from proposals.kinds.proposal.dials import PROPOSALS_PENDING_LIMIT
from rulesets.changes.actions import find_rule_void
from rulesets.history import queries as history_queries
from tests.actions.rulesets.changed import STUBBORN, events, moved
from tests.casting import Table
from tests.lawmaking import change, enact

pytestmark = pytest.mark.django_db


def test_a_stubborn_rule_holds_until_it_is_found_void(table: Table) -> None:
    change(table, enact("The Stone", STUBBORN, "glossary"))
    assert table.law[PROPOSALS_PENDING_LIMIT] == 7

    find_rule_void(actor_id=table.agent("Kevan").pk, game_id=table.made.pk, rid=table.rule("The Stone").id)

    assert table.law[PROPOSALS_PENDING_LIMIT] == 2
    assert events(table, table.game.last_seq - 2) == ["rule.found-void", "law.changed"]
    assert moved(table) == [{"name": "proposals.pending_limit", "from": "7", "to": "2"}]


def test_amending_the_provision_away_restores_a_void_rule(table: Table) -> None:
    change(table, enact("The Stone", STUBBORN, "glossary"))
    rid = table.rule("The Stone").id
    find_rule_void(actor_id=table.agent("Kevan").pk, game_id=table.made.pk, rid=rid)
    change(table, table.amend("The Stone", "[7]", "[8]"))
    assert history_queries.ruleset(table.made.pk).void == {rid}

    change(table, table.amend("The Stone", " No Proposal may amend or repeal this rule.", ""))

    assert history_queries.ruleset(table.made.pk).void == frozenset()
    assert table.law[PROPOSALS_PENDING_LIMIT] == 8


def test_a_rule_that_bars_its_repeal_by_its_own_number_can_be_found_void(table: Table) -> None:
    change(table, enact("The Stone", "Nobody may ever amend rule 2.1."))

    find_rule_void(actor_id=table.agent("Kevan").pk, game_id=table.made.pk, rid=table.rule("The Stone").id)

    assert history_queries.ruleset(table.made.pk).void == {table.rule("The Stone").id}


@pytest.mark.parametrize(
    ("name", "title", "code"), [("Josh", "The Stone", "not-an-admin"), ("Kevan", "Voting", "not-self-entrenching")]
)
def test_finding_void_is_refused(table: Table, name: str, title: str, code: str) -> None:
    change(table, enact("The Stone", STUBBORN))
    before = table.game.last_seq

    with pytest.raises(Refused) as refusal:
        find_rule_void(actor_id=table.agent(name).pk, game_id=table.made.pk, rid=table.rule(title).id)

    assert [reason.code for reason in refusal.value.reasons] == [code]
    assert table.game.last_seq == before


def test_a_rule_found_void_is_not_found_so_twice(table: Table) -> None:
    change(table, enact("The Stone", STUBBORN))
    asked = {"actor_id": table.agent("Kevan").pk, "game_id": table.made.pk, "rid": table.rule("The Stone").id}
    find_rule_void(**asked)

    with pytest.raises(Refused):
        find_rule_void(**asked)
