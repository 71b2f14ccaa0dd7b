"""Groups that attempt a mission together, known to their members and the Mastermind alone. (Rule Missions)"""

from __future__ import annotations

import pytest

from dynasties.spy.disclosure.queries_story import theatre_flaws
from dynasties.spy.missions import actions_teams as missions_actions_teams
from dynasties.spy.missions.models import Team
from nomic.core.decision import Invalid, Refused
from nomic.core.log.models import PrivateEvent
from nomic.core.notifications.models import Notice
from nomic.core.secrets import queries as secrets_queries
from tests.actions.spy.claims.reading import code, names, public, seen
from tests.spying import SpyTable
from tests.tidings.inboxes import told

pytestmark = pytest.mark.postgresql


def test_whoever_is_asked_into_a_group_is_in_it_only_once_e_has_joined(table: SpyTable) -> None:
    uid = table.team(1, "Lulu")
    table.invite("Lulu", uid, "Raven")
    (team,), _ = seen(table, "Raven")
    assert (team.members, team.invited) == (names(table, "Lulu"), names(table, "Raven"))

    table.claim("Lulu", 1, uid)

    _, (claim,) = seen(table, "Lulu")
    assert claim.group == names(table, "Lulu")
    assert seen(table, "Raven")[1] == []


def test_a_group_is_known_to_its_members_and_the_mastermind_alone(table: SpyTable) -> None:
    before = public(table)
    uid = table.team(1, "Lulu", "Raven")
    table.claim("Raven", 1, uid)

    assert public(table) == before
    for who, knows in (("Lulu", 1), ("Raven", 1), ("Kevan", 1), ("Josh", 0), (None, 0)):
        assert [len(each) for each in seen(table, who)] == [knows, knows], who
    with pytest.raises(Invalid) as caught:
        missions_actions_teams.join_team(actor_id=table.agent("Josh").pk, game_id=table.made.pk, uid=uid)
    assert caught.value.path == "team"
    with pytest.raises(Invalid):
        table.invite("Josh", uid, "Josh")


def test_who_is_asked_is_told_and_no_name_is_in_the_notice(table: SpyTable) -> None:
    table.invite("Lulu", table.team(1, "Lulu"), "Raven")

    assert told(table, "Raven", "mission-word") == ["You are asked to join a group for a mission."]
    assert [each.facts for each in Notice.objects.filter(kind="mission-word")] == [{"what": "invited"}]
    assert told(table, "Josh", "mission-word") == told(table, "Kevan", "mission-word") == []


def test_nobody_is_in_two_groups_for_a_mission_nor_in_one_for_a_mission_that_e_has_completed(table: SpyTable) -> None:
    lulus, ravens = table.team(1, "Lulu"), table.team(1, "Raven")
    table.invite("Lulu", lulus, "Raven")
    raven, game = table.agent("Raven").pk, table.made.pk
    with pytest.raises(Refused) as caught:
        missions_actions_teams.join_team(actor_id=raven, game_id=game, uid=lulus)
    assert code(caught) == "in-a-team"

    missions_actions_teams.leave_team(actor_id=raven, game_id=game, uid=ravens)
    missions_actions_teams.join_team(actor_id=raven, game_id=game, uid=lulus)
    table.accept(table.claim("Lulu", 1, lulus))
    missions_actions_teams.leave_team(actor_id=raven, game_id=game, uid=lulus)
    with pytest.raises(Refused) as caught:
        table.team(1, "Raven")
    assert code(caught) == "mission-completed"


def test_a_form_sent_twice_founds_one_group_and_whoever_is_asked_twice_is_asked_once(table: SpyTable) -> None:
    asked = {"actor_id": table.agent("Lulu").pk, "game_id": table.made.pk, "number": 1}
    first = missions_actions_teams.found_team(**asked, token="same")

    assert missions_actions_teams.found_team(**asked, token="same") == first
    with pytest.raises(Refused):
        missions_actions_teams.found_team(**asked, token="other")
    for _ in range(2):
        table.invite("Lulu", first.uid, "Raven")
    missions_actions_teams.join_team(actor_id=table.agent("Raven").pk, game_id=table.made.pk, uid=first.uid)
    missions_actions_teams.join_team(actor_id=table.agent("Raven").pk, game_id=table.made.pk, uid=first.uid)
    assert (Team.objects.count(), len(told(table, "Raven", "mission-word"))) == (1, 1)


def test_the_mastermind_who_takes_no_part_is_in_no_group_and_claims_nothing(table: SpyTable) -> None:
    with pytest.raises(Invalid) as caught:
        table.invite("Lulu", table.team(1, "Lulu"), "Kevan")
    assert caught.value.path == "agent_id"

    with pytest.raises(Refused) as refused:
        table.claim("Kevan", 1)
    assert code(refused) == "takes-no-part"


def test_whoever_turns_a_group_down_is_asked_no_longer(table: SpyTable) -> None:
    uid = table.team(1, "Lulu")
    table.invite("Lulu", uid, "Raven")

    missions_actions_teams.leave_team(actor_id=table.agent("Raven").pk, game_id=table.made.pk, uid=uid)

    assert seen(table, "Raven") == ([], [])
    missions_actions_teams.leave_team(actor_id=table.agent("Lulu").pk, game_id=table.made.pk, uid=uid)
    assert seen(table, "Kevan")[0] == []


def test_every_change_of_a_group_is_committed_to_in_the_private_chain(table: SpyTable) -> None:
    uid = table.team(1, "Lulu", "Raven")
    missions_actions_teams.leave_team(actor_id=table.agent("Raven").pk, game_id=table.made.pk, uid=uid)

    links = [secrets_queries.unseal_event(each) for each in PrivateEvent.objects.filter(game=table.made).order_by("n")]
    ours = [each.data for each in links if each.kind == "spy.team"]
    assert [each["what"] for each in ours] == ["founded", "invited", "joined", "left"]
    assert {each["uid"] for each in ours} == {uid}
    assert list(theatre_flaws(table.made.pk)) == []
