"""What a change list writes: a version, an arrangement and an event for each change, and what the server obeys then."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine

from nomic.core.law import queries as law_queries
from nomic.core.law.models import LawSnapshot
from nomic.core.log import queries as log_queries
from nomic.core.roster import queries as roster_queries
from proposals.kinds.proposal.dials import ENACTMENT_TIMEOUT, PROPOSALS_DAILY_LIMIT, PROPOSALS_POSTING
from rulesets.changes import queries as changes_queries
from rulesets.changes.actions import find_rule_void
from rulesets.changes.rules import changes_from
from rulesets.history import queries as history_queries
from rulesets.models import Arrangement, RuleVersion
from rulesets.text.rules import Ruleset
from rulesets.text.rules_folding import fold_ruleset, stored_law
from tests.actions.rulesets.changed import STUBBORN, events, moved
from tests.actions.rulesets.conftest import START
from tests.casting import Table
from tests.lawmaking import amend, change, enact, move, rename

pytestmark = pytest.mark.django_db


def versions(table: Table, title: str) -> list[tuple[int, str, bool]]:
    """Number, act and whether in force of each version of the rule that last bore the title."""
    rid = history_queries.former_titles(table.made.pk)[title]
    return [(each.n, each.act, each.live) for each in history_queries.rule_versions(table.made.pk, rid)]


def ruleset_at(table: Table, moment: datetime) -> Ruleset:
    """The ruleset after the last event that had happened by then."""
    return history_queries.ruleset(table.made.pk, log_queries.seq_at(table.made.pk, moment))


def numbers(table: Table, seq: int | None = None) -> dict[str, str]:
    ruleset = history_queries.ruleset(table.made.pk, seq)
    return {rule.title: ruleset.number(rule.id) for rule in ruleset.rules}


def test_a_rule_that_is_enacted_stands_at_the_end_of_its_section(table: Table) -> None:
    before = table.game.last_seq

    change(table, enact("Gardens", "Each Agent may keep a garden."), post=4)

    version = RuleVersion.objects.get(title="Gardens")
    assert (version.n, version.act, version.cause, version.by) == (1, "enacted", "post:4", "Kevan")
    assert numbers(table)["Gardens"] == "2.1"
    assert events(table, before) == ["rule.enacted"]
    assert version.seq == Arrangement.objects.latest("seq").seq == before + 1


def test_a_rule_is_enacted_after_the_one_named(table: Table) -> None:
    change(table, enact("Patience", "Wait.", "core", table.rule("Voting").id))

    assert (numbers(table)["Patience"], numbers(table)["Enactment"]) == ("1.5", "1.6")


def test_words_replaced_move_the_dial_that_they_are(table: Table) -> None:
    before = table.game.last_seq

    change(table, table.amend("Enactment", "[48 hours]", "[36 hours]"))

    assert events(table, before) == ["rule.amended", "law.changed"]
    assert moved(table) == [{"name": "enactment.timeout", "from": "48 hours", "to": "36 hours"}]
    assert table.law[ENACTMENT_TIMEOUT] == timedelta(hours=36)
    assert versions(table, "Enactment") == [(1, "starter", True), (2, "amended", True)]


def test_a_whole_new_text_without_a_dial_moves_it_to_nothing(table: Table) -> None:
    change(table, amend(table, "Proposals", "An Agent may [post a Proposal](mechanism:proposals.posting)."))

    assert moved(table) == [
        {"name": "proposals.daily_limit", "from": "3", "to": None},
        {"name": "proposals.pending_limit", "from": "2", "to": None},
    ]
    assert table.law[PROPOSALS_DAILY_LIMIT] is None


def test_the_same_value_in_other_words_moves_nothing(table: Table) -> None:
    before = table.game.last_seq

    change(table, table.amend("Enactment", "[48 hours]", "[two days]"))

    assert events(table, before) == ["rule.amended"]
    assert table.law[ENACTMENT_TIMEOUT] == timedelta(hours=48)


def test_repeal_takes_a_rule_and_all_that_it_carries(table: Table) -> None:
    change(table, table.repeal("Proposals"))

    assert versions(table, "Proposals") == [(1, "starter", True), (2, "repealed", False)]
    assert "Proposals" not in numbers(table)
    assert {each["name"] for each in moved(table)} == {
        "proposals.daily_limit",
        "proposals.pending_limit",
        "proposals.posting",
    }
    assert not table.law.carries(PROPOSALS_POSTING)


def test_repeal_renumbers_what_stands_below_and_the_past_keeps_its_numbers(table: Table) -> None:
    before = table.game.last_seq

    after = change(table, table.repeal("Proposals"))

    assert (numbers(table, before)["Proposals"], numbers(table, before)["Voting"]) == ("1.3", "1.4")
    assert numbers(table, after)["Voting"] == "1.3"


def test_a_repealed_rule_stands_in_the_edition_of_the_moment_before(
    table: Table, clock: time_machine.Traveller
) -> None:
    clock.shift(60)
    change(table, table.repeal("Proposals"))
    titles = [{rule.title for rule in ruleset_at(table, START + timedelta(seconds=at)).rules} for at in (59, 60)]

    assert ["Proposals" in each for each in titles] == [True, False]
    assert [each.title for each in history_queries.edition(table.made.pk).gone] == ["Proposals"]


def test_a_new_title_moves_no_dial_but_is_the_rule_that_reasons_cite(table: Table) -> None:
    before = table.game.last_seq

    change(table, rename(table, "Enactment", "Making Law"))

    assert events(table, before) == ["rule.renamed"]
    assert table.law.rule(ENACTMENT_TIMEOUT) == "Making Law"
    assert versions(table, "Making Law") == [(1, "starter", True), (2, "renamed", True)]


def test_titles_of_rules_are_reserved_from_the_moment_they_are_borne(table: Table) -> None:
    change(table, enact("Gardens", "Each Agent may keep a garden."))
    change(table, rename(table, "Voting", "The Ballot"))

    account = table.account("Somebody New")
    names = ("Gardens", "The Ballot", "Voting")
    free = [name for name in names if roster_queries.may_be_called(table.game, name, account=account).outcome]
    assert free == ["Voting"]


def test_an_agent_takes_the_title_that_the_same_list_has_set_free(table: Table) -> None:
    josh = table.agent("Josh")
    called = {"kind": "rename-agent", "agent": josh.pk, "name": "Voting"}

    change(table, rename(table, "Voting", "The Ballot"), called)

    josh.refresh_from_db()
    assert josh.name == "Voting"


@pytest.mark.parametrize("name", ["Newt", "NEWT", "Quorum", "Kevan", "Dice"])
def test_no_agent_is_renamed_to_what_another_a_rule_or_somebody_at_the_door_is_called(table: Table, name: str) -> None:
    table.announce("Newt")
    called = {"kind": "rename-agent", "agent": table.agent("Josh").pk, "name": name}

    tried = changes_queries.try_changes(changes_queries.current_state(table.game), changes_from([called]))

    assert [problem.code for problem in tried.problems] == ["agent-name-taken"]


def test_a_keyword_stays_reserved_after_the_rule_of_that_title_is_gone(table: Table) -> None:
    change(table, enact("Quorum", "How many are enough."))
    called = {"kind": "rename-agent", "agent": table.agent("Josh").pk, "name": "Quorum"}

    tried = changes_queries.try_changes(
        changes_queries.current_state(table.game), changes_from([table.repeal("Quorum"), called])
    )

    assert [problem.code for problem in tried.problems] == ["agent-name-taken"]


def test_a_rule_moves_to_another_section_and_keeps_its_id(table: Table) -> None:
    rid, before = table.rule("Dice").id, table.game.last_seq

    change(table, move(table, "Dice", "core", 0))

    assert numbers(table)["Dice"] == "1.1"
    assert numbers(table, before)["Dice"] == "3.4"
    assert table.rule("Dice").id == rid
    assert versions(table, "Dice") == [(1, "starter", True), (2, "moved", True)]


def test_where_two_rules_disagree_moving_one_moves_the_dial(table: Table) -> None:
    change(table, enact("Patience", "It times out after [40 hours](dial:enactment.timeout)."))
    assert table.law[ENACTMENT_TIMEOUT] == timedelta(hours=48)

    change(table, move(table, "Patience", "glossary"))

    assert moved(table) == [{"name": "enactment.timeout", "from": "48 hours", "to": "40 hours"}]
    assert table.law[ENACTMENT_TIMEOUT] == timedelta(hours=40)


def test_two_changes_of_one_list_make_two_versions_of_one_rule(table: Table) -> None:
    change(
        table, table.amend("Enactment", "[48 hours]", "[36 hours]"), table.amend("Enactment", "[12 hours]", "[6 hours]")
    )

    assert versions(table, "Enactment") == [(1, "starter", True), (2, "amended", True), (3, "amended", True)]
    assert {each["name"] for each in moved(table)} == {"enactment.minimum", "enactment.timeout"}


def test_what_the_server_obeys_is_what_the_text_said_at_every_moment(
    table: Table, clock: time_machine.Traveller
) -> None:
    lists = [
        [table.amend("Enactment", "[48 hours]", "[36 hours]")],
        [enact("The Stone", STUBBORN, "glossary")],
        [rename(table, "Voting", "The Ballot"), table.repeal("Dice")],
        [move(table, "Enactment", "glossary", 0)],
        [table.repeal("Proposals")],
    ]
    for each in lists:
        clock.shift(60)
        change(table, *each)
    clock.shift(60)
    find_rule_void(actor_id=table.agent("Kevan").pk, game_id=table.made.pk, rid=table.rule("The Stone").id)

    moments = [START + timedelta(seconds=60 * step) for step in range(len(lists) + 2)]
    for moment in moments:
        seq = log_queries.seq_at(table.made.pk, moment)
        snapshot = law_queries.law_snapshot(table.made.pk, seq)
        ruleset = ruleset_at(table, moment)
        assert snapshot is not None
        assert (snapshot.dials, snapshot.mechanisms) == stored_law(fold_ruleset(ruleset, law_queries.catalogue()))
        assert snapshot.titles == [rule.title for rule in ruleset.rules]
    assert LawSnapshot.objects.filter(game=table.made).count() == len(moments)


def test_a_rule_of_another_game_is_not_there_to_be_changed(table: Table) -> None:
    other = Table(slug="other", title="The Other")
    change(other, enact("Gardens", "Each Agent may keep a garden."))
    forged = other.rule("Gardens").id

    wanted = changes_from([{"kind": "replace", "rule": forged, "find": "garden", "replace": "moat"}])
    applied = changes_queries.try_changes(changes_queries.current_state(table.game), wanted)

    assert [problem.code for problem in applied.problems] == ["target-missing"]


def test_an_edition_takes_two_queries_whatever_its_history(table: Table, django_assert_num_queries: Any) -> None:
    for hours in range(30, 60):
        rule = table.rule("Enactment")
        change(table, amend(table, "Enactment", rule.text + f"\n\nRemark {hours}."))

    with django_assert_num_queries(2):
        edition = history_queries.edition(table.made.pk)

    assert edition.versions[table.rule("Enactment").id].n == 31
