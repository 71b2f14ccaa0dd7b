"""The Mastermind rules on a claim: rewards, penalties, completions. (Rule Missions)"""

from __future__ import annotations

import pytest

from dynasties.spy.disclosure.queries_story import theatre_flaws
from dynasties.spy.missions import (
    actions as missions_actions,
    actions_teams as missions_actions_teams,
    queries as missions_queries,
)
from dynasties.spy.missions.models import Claim
from nomic.core.decision import Invalid, Refused
from nomic.core.floor import floor
from nomic.core.log.models import Event, PrivateEvent
from nomic.core.roster import actions as roster_actions
from nomic.core.secrets import queries as secrets_queries
from tests.actions.spy.claims.reading import GAINS, LOSSES, code, completed, public, seen
from tests.lawmaking import amend, change
from tests.spying import SpyTable
from tests.tidings.inboxes import told


def test_an_accepted_claim_lists_the_group_and_rewards_it_in_one_update(table: SpyTable) -> None:
    uid = table.team(1, "Lulu", "Raven")
    claim = table.claim("Raven", 1, uid)
    before = table.game.last_seq

    table.accept(claim)

    assert table.public_kinds(before) == ["spy.mission-completed", "tracker.updated"]
    assert completed(table) == ["Lulu", "Raven"]
    assert table.tickets("Lulu") == table.tickets("Raven") == (3, 1, 1)
    assert table.tickets("Josh") == (1, 1, 1)
    event = Event.objects.get(game=table.made, kind="spy.mission-completed")
    assert (event.by, event.data["names"], event.subject) == ("Kevan", ["Lulu", "Raven"], "mission:1")
    update = Event.objects.filter(game=table.made, kind="tracker.updated").latest("seq")
    assert (update.data["rule_title"], len(update.data["cells"])) == ("Missions", 4)
    assert told(table, "Lulu", "mission-word")[-1] == "The Mastermind has ruled on a claim that you have a part in."


def test_a_claim_is_ruled_on_once_and_by_the_mastermind_alone(table: SpyTable) -> None:
    claim = table.claim("Lulu", 1)
    with pytest.raises(Refused) as caught:
        table.accept(claim, by="Josh")
    assert code(caught) == "for-the-mastermind"

    table.accept(claim)

    for act in (table.accept, table.refuse):
        with pytest.raises(Refused) as caught:
            act(claim)
        assert code(caught) == "claim-ruled"
    with pytest.raises(Invalid):
        missions_actions_teams.accept_claim(actor_id=table.agent("Kevan").pk, game_id=table.made.pk, uid="nothing")
    with pytest.raises(Invalid) as wrong:
        table.refuse(claim, reason=" ")
    assert (wrong.value.path, completed(table)) == ("reason", ["Lulu"])


def test_a_false_claim_costs_everybody_who_had_joined_and_nobody_else(table: SpyTable) -> None:
    uid = table.team(1, "Lulu", "Raven")
    table.invite("Lulu", uid, "Josh")
    claim = table.claim("Lulu", 1, uid)
    # To leave afterwards saves nobody: who was in it at the moment of the claim is in it.
    missions_actions_teams.leave_team(actor_id=table.agent("Raven").pk, game_id=table.made.pk, uid=uid)
    before = table.game.last_seq

    table.refuse(claim, "You were in Paris.")

    assert table.public_kinds(before) == ["tracker.updated"]
    assert table.tickets("Lulu") == table.tickets("Raven") == (1, 0, 1)
    assert table.tickets("Josh") == (1, 1, 1)
    update = Event.objects.filter(game=table.made, kind="tracker.updated").latest("seq")
    assert update.data["comment"] == "The penalty of the mission “Basic Training”: Lulu, Raven"
    assert "Paris" not in str(Event.objects.filter(game=table.made).values()) + str(Claim.objects.values())


def test_the_reason_is_for_the_group_and_the_mastermind(table: SpyTable) -> None:
    claim = table.claim("Lulu", 1, table.team(1, "Lulu", "Raven"))
    table.refuse(claim, "You were in Paris.")

    for who in ("Lulu", "Raven", "Kevan"):
        assert [each.reason for each in seen(table, who)[1]] == ["You were in Paris."]
    assert seen(table, "Josh")[1] == seen(table, None)[1] == []


@pytest.mark.parametrize("lost", ["mechanism", "losses"])
def test_without_penalties_in_the_law_or_numbers_in_the_mission_nothing_of_a_refusal_is_public(
    table: SpyTable, lost: str
) -> None:
    if lost == "mechanism":
        text = table.rule("Missions").text
        bare = text.replace("[penalty falls](mechanism:spy.mission_penalties)", "penalty falls")
        change(table, amend(table, "Missions", bare))
    table.open_mission("Words alone", losses=[])
    claim = table.claim("Lulu", 1 if lost == "mechanism" else 2)
    before = public(table)

    table.refuse(claim)

    assert (public(table), table.tickets("Lulu")) == (before, (1, 1, 1))


@pytest.mark.parametrize("goes", ["idle", "leave"])
def test_whoever_is_no_agent_at_the_ruling_is_neither_listed_nor_penalised(table: SpyTable, goes: str) -> None:
    table.open_mission("Other", losses=LOSSES)
    true, false = (table.claim("Lulu", number, table.team(number, "Lulu", "Raven")) for number in (1, 2))
    getattr(table, goes)("Raven")

    table.accept(true)
    table.refuse(false)

    assert (completed(table), table.tickets("Raven"), table.tickets("Lulu")) == (["Lulu"], (1, 1, 1), (3, 0, 1))


def test_where_nobody_of_the_group_is_left_a_claim_waits_or_is_refused(table: SpyTable) -> None:
    claim = table.claim("Raven", 1)
    table.idle("Raven")

    with pytest.raises(Refused) as caught:
        table.accept(claim)
    assert code(caught) == "nobody-to-list"
    before = public(table)
    table.refuse(claim)
    assert public(table) == before


def test_a_claim_made_while_it_was_open_may_be_accepted_when_it_is_closed(table: SpyTable) -> None:
    claim = table.claim("Lulu", 1)
    missions_actions.cancel_mission(actor_id=table.agent("Kevan").pk, game_id=table.made.pk, number=1, why="A mistake.")

    table.accept(claim)

    assert completed(table) == ["Lulu"]


def test_a_mission_closes_by_itself_after_so_many_completions(table: SpyTable) -> None:
    table.open_mission("Two are enough", closes_after=2)
    table.accept(table.claim("Josh", 2))
    first = missions_queries.get_mission(table.made.pk, 2)
    assert first is not None
    assert first.standing.is_open

    before = table.game.last_seq
    table.accept(table.claim("Lulu", 2, table.team(2, "Lulu", "Raven")))

    assert table.public_kinds(before) == ["spy.mission-completed", "spy.mission-closed"]
    last = missions_queries.get_mission(table.made.pk, 2)
    assert last is not None
    assert (last.row.ending, last.row.closed_at) == ("done", last.completions[-1].at)


def test_a_reward_in_what_the_tracker_keeps_no_longer_is_left_out(table: SpyTable) -> None:
    table.open_mission("Rich", gains=GAINS)
    claim = table.claim("Lulu", 2)
    change(table, {"kind": "drop-column", "column": table.column_number("Gadgets")})

    table.accept(claim)

    assert table.tickets("Lulu") == (3, 1, 1)


def test_the_next_mastermind_rules_on_what_waits(table: SpyTable) -> None:
    claim = table.claim("Lulu", 1)
    with floor(table.made.pk) as the_floor:
        roster_actions.crown_mastermind(the_floor, table.agent("Josh"))

    with pytest.raises(Refused):
        table.accept(claim)
    table.accept(claim, by="Josh")
    assert completed(table) == ["Lulu"]


def test_every_claim_and_ruling_is_committed_to_in_the_private_chain(table: SpyTable) -> None:
    claim = table.claim("Lulu", 1)
    table.refuse(claim, "No.")

    links = [secrets_queries.unseal_event(each) for each in PrivateEvent.objects.filter(game=table.made).order_by("n")]
    ours = [each.data for each in links if each.kind in {"spy.claim", "spy.claim-ruled"}]
    assert [each["uid"] for each in ours] == [claim.uid, claim.uid]
    assert (ours[0]["words"], ours[1]["accepted"], ours[1]["reason"]) == ("It is done.", False, "No.")
    assert list(theatre_flaws(table.made.pk)) == []
