"""Groups, claims and rulings: secret until the Mastermind accepts, or a penalty falls. (Rule Missions; rows 73, 79)"""

from __future__ import annotations

import re
from typing import Any

import pytest
from time_machine import Traveller

from dynasties.models import Update
from dynasties.spy.actions import claims, missions, teams
from dynasties.spy.models import Claim, Completion, Team
from dynasties.spy.queries import missions as queries
from dynasties.spy.queries import teams as door
from dynasties.spy.queries.proofs import flaws
from dynasties.spy.queries.teams import ClaimShown, TeamShown
from nomic.core import queries as core
from nomic.core.actions import hiatus, roster
from nomic.core.floor import floor
from nomic.core.mechanics.decision import Invalid, Refused
from nomic.core.models import Event, Notice, PrivateEvent
from tests.actions.spy.conftest import mustered
from tests.lawmaking import amend, change
from tests.openings import kept
from tests.spying import SpyTable
from tests.tidings.inboxes import told

GAINS = [{"column": "Air Tickets", "add": 2}, {"column": "Gadgets", "add": 1}]
LOSSES = [{"column": "Sea Tickets", "add": -3}]


@pytest.fixture
def table(db: None, clock: Traveller) -> SpyTable:
    return kept(paid, clock)


def paid(clock: Traveller) -> SpyTable:
    """The same table, with one mission that pays and costs; everybody has one Ticket of each kind."""
    table = mustered(clock)
    table.open_mission(gains=GAINS, losses=LOSSES)
    for name in ("Lulu", "Raven", "Josh"):
        table.give(name, air=1, sea=1, land=1, gadgets=3)
    return table


def code(caught: pytest.ExceptionInfo[Refused]) -> str:
    return caught.value.reasons[0].code


def names(table: SpyTable, *wanted: str) -> tuple[int, ...]:
    return tuple(table.agent(each).pk for each in wanted)


def seen(table: SpyTable, who: str | None, number: int = 1) -> tuple[list[TeamShown], list[ClaimShown]]:
    """The groups and claims that somebody may know of."""
    mission = queries.mission(table.made.pk, number)
    assert mission is not None
    whose = (mission.row, table.theatre, table.agent(who) if who else None, table.game)
    return door.teams_seen(*whose), door.claims_seen(*whose)


def completed(table: SpyTable) -> list[str]:
    return [each.agent.name for each in Completion.objects.order_by("pk")]


def public(table: SpyTable) -> tuple[Any, ...]:
    """What a stranger could count."""
    game = table.game
    return game.last_seq, game.last_hash, Update.objects.filter(game=game).count(), completed(table)


# -- groups


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
        teams.join_team(actor_id=table.agent("Josh").pk, game_id=table.made.pk, uid=uid)
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
        teams.join_team(actor_id=raven, game_id=game, uid=lulus)
    assert code(caught) == "in-a-team"

    teams.leave_team(actor_id=raven, game_id=game, uid=ravens)
    teams.join_team(actor_id=raven, game_id=game, uid=lulus)
    table.accept(table.claim("Lulu", 1, lulus))
    teams.leave_team(actor_id=raven, game_id=game, uid=lulus)
    with pytest.raises(Refused) as caught:
        table.team(1, "Raven")
    assert code(caught) == "mission-completed"


def test_a_form_sent_twice_founds_one_group_and_whoever_is_asked_twice_is_asked_once(table: SpyTable) -> None:
    asked = {"actor_id": table.agent("Lulu").pk, "game_id": table.made.pk, "number": 1}
    first = teams.found_team(**asked, token="same")

    assert teams.found_team(**asked, token="same") == first
    with pytest.raises(Refused):
        teams.found_team(**asked, token="other")
    for _ in range(2):
        table.invite("Lulu", first.uid, "Raven")
    teams.join_team(actor_id=table.agent("Raven").pk, game_id=table.made.pk, uid=first.uid)
    teams.join_team(actor_id=table.agent("Raven").pk, game_id=table.made.pk, uid=first.uid)
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

    teams.leave_team(actor_id=table.agent("Raven").pk, game_id=table.made.pk, uid=uid)

    assert seen(table, "Raven") == ([], [])
    teams.leave_team(actor_id=table.agent("Lulu").pk, game_id=table.made.pk, uid=uid)
    assert seen(table, "Kevan")[0] == []


def test_every_change_of_a_group_is_committed_to_in_the_private_chain(table: SpyTable) -> None:
    uid = table.team(1, "Lulu", "Raven")
    teams.leave_team(actor_id=table.agent("Raven").pk, game_id=table.made.pk, uid=uid)

    links = [core.opened(each) for each in PrivateEvent.objects.filter(game=table.made).order_by("n")]
    ours = [each.data for each in links if each.kind == "spy.team"]
    assert [each["what"] for each in ours] == ["founded", "invited", "joined", "left"]
    assert {each["uid"] for each in ours} == {uid}
    assert list(flaws(table.made.pk)) == []


# -- claims


def test_a_claim_is_told_to_the_mastermind_alone_and_nothing_of_it_is_public(table: SpyTable) -> None:
    before = public(table)

    claim = table.claim("Lulu", 1, words="I was there.")

    assert public(table) == before
    (waiting,) = queries.claims_to_rule(table.theatre)
    assert (waiting.uid, waiting.by, waiting.group, waiting.words) == (
        claim.uid, *names(table, "Lulu"), names(table, "Lulu"), "I was there.",
    )  # fmt: skip
    assert told(table, "Kevan", "mission-word") == ["A claim that a mission is completed waits for your ruling."]
    assert "I was there" not in str(Claim.objects.values()) + str(Notice.objects.values())


def test_with_a_claim_goes_what_the_server_sees_of_the_goals_at_that_moment(table: SpyTable) -> None:
    checks = [{"kind": "agents-in", "places": ["LON"], "count": 2}, {"kind": "hold", "ticket": "air", "count": 5}]
    table.open_mission("Meet", checks=checks)
    uid = table.team(2, "Lulu", "Raven")
    for name in ("Lulu", "Raven", "Josh"):
        table.put(name, "LON")
    table.claim("Lulu", 2, uid)
    table.put("Lulu", "FRA")

    (claim,) = queries.claims_to_rule(table.theatre)

    assert [(each.have, each.needs, each.is_met) for _, each in claim.seen] == [(2, 2, True), (1, 5, False)]
    assert claim.seen[0][1].who == names(table, "Lulu", "Raven")


def test_where_the_others_were_a_claim_tells_the_mastermind_and_not_the_group(table: SpyTable) -> None:
    checks = [{"kind": "agents-in", "places": ["LON"], "count": 2}, {"kind": "hold", "ticket": "air", "count": 5}]
    table.open_mission("Meet", checks=checks)
    uid = table.team(2, "Lulu", "Raven")
    table.put("Lulu", "LON")
    table.put("Raven", "FRA")
    shown = []

    table.refuse(table.claim("Lulu", 2, uid))
    shown.append([seen(table, name, 2)[1][0].seen for name in ("Lulu", "Raven", "Kevan")])
    table.put("Raven", "LON")
    table.refuse(table.claim("Lulu", 2, uid))
    shown.append([seen(table, name, 2)[1][1].seen for name in ("Lulu", "Raven", "Kevan")])

    (lulu, raven, kevan), (lulu_then, raven_then, kevan_then) = shown
    assert lulu == lulu_then
    assert [each[0][1].who for each in (raven, raven_then)] == [(), names(table, "Raven")]
    assert [each[0][1].who for each in (kevan, kevan_then)] == [names(table, "Lulu"), names(table, "Lulu", "Raven")]


@pytest.mark.parametrize("true", [True, False])
def test_nobody_reads_out_of_a_ruling_who_claimed(table: SpyTable, true: bool) -> None:
    said = []
    for name in ("Lulu", "Raven"):
        table.give(name, sea=9)
    for number, founder, other in ((2, "Raven", "Lulu"), (3, "Lulu", "Raven")):
        table.open_mission(f"Mission {number}", gains=GAINS, losses=LOSSES)
        claim = table.claim(founder, number, table.team(number, founder, other))
        seq = table.game.last_seq
        table.accept(claim) if true else table.refuse(claim)
        events = table.game.events.filter(seq__gt=seq).order_by("seq")
        said.append([(each.kind, str(each.data).replace(f"Mission {number}", "it")) for each in events])

    orders = [[re.findall("Lulu|Raven", words) for _, words in each] for each in said]
    assert orders[0] == orders[1] != []


def test_a_claim_sent_twice_is_one_and_until_it_is_ruled_on_there_is_no_second(table: SpyTable) -> None:
    first = table.claim("Lulu", 1, token="same")

    assert table.claim("Lulu", 1, token="same") == first
    with pytest.raises(Invalid) as caught:
        table.claim("Lulu", 1, words="Other words.", token="same")
    assert caught.value.path == "token"
    with pytest.raises(Refused) as refused:
        table.claim("Lulu", 1)
    assert code(refused) == "claim-waiting"
    # Somebody else's form may happen to bear the same mark.
    table.claim("Raven", 1, token="same")
    table.refuse(first)
    table.claim("Lulu", 1)
    assert Claim.objects.count() == 3


def test_a_group_that_somebody_of_has_completed_it_claims_nothing(table: SpyTable) -> None:
    uid = table.team(1, "Lulu", "Raven")
    table.accept(table.claim("Raven", 1))

    with pytest.raises(Refused) as caught:
        table.claim("Lulu", 1, uid)
    assert code(caught) == "group-completed"
    table.claim("Lulu", 1)


def test_nobody_claims_for_a_group_that_is_not_eirs_nor_for_a_closed_mission(table: SpyTable) -> None:
    uid = table.team(1, "Lulu", "Raven")
    table.open_mission("Other")
    for name, number in (("Josh", 1), ("Lulu", 2)):
        with pytest.raises(Invalid) as caught:
            table.claim(name, number, uid)
        assert caught.value.path == "team"

    missions.close(actor_id=table.agent("Kevan").pk, game_id=table.made.pk, number=1, why="It is over.")
    with pytest.raises(Refused) as refused:
        table.claim("Lulu", 1)
    assert code(refused) == "mission-closed"


def test_in_a_hiatus_nobody_claims_and_nobody_rules(table: SpyTable) -> None:
    claim = table.claim("Raven", 1)
    with floor(table.made.pk) as the_floor:
        hiatus.begin(the_floor, "a test")

    for act in (lambda: table.claim("Lulu", 1), lambda: table.accept(claim), lambda: table.refuse(claim)):
        with pytest.raises(Refused) as caught:
            act()
        assert code(caught) == "hiatus"


# -- rulings


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
        claims.accept(actor_id=table.agent("Kevan").pk, game_id=table.made.pk, uid="nothing")
    with pytest.raises(Invalid) as wrong:
        table.refuse(claim, reason=" ")
    assert (wrong.value.path, completed(table)) == ("reason", ["Lulu"])


def test_a_false_claim_costs_everybody_who_had_joined_and_nobody_else(table: SpyTable) -> None:
    uid = table.team(1, "Lulu", "Raven")
    table.invite("Lulu", uid, "Josh")
    claim = table.claim("Lulu", 1, uid)
    # To leave afterwards saves nobody: who was in it at the moment of the claim is in it.
    teams.leave_team(actor_id=table.agent("Raven").pk, game_id=table.made.pk, uid=uid)
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
    missions.cancel(actor_id=table.agent("Kevan").pk, game_id=table.made.pk, number=1, why="A mistake.")

    table.accept(claim)

    assert completed(table) == ["Lulu"]


def test_a_mission_closes_by_itself_after_so_many_completions(table: SpyTable) -> None:
    table.open_mission("Two are enough", closes_after=2)
    table.accept(table.claim("Josh", 2))
    first = queries.mission(table.made.pk, 2)
    assert first is not None
    assert first.standing.is_open

    before = table.game.last_seq
    table.accept(table.claim("Lulu", 2, table.team(2, "Lulu", "Raven")))

    assert table.public_kinds(before) == ["spy.mission-completed", "spy.mission-closed"]
    last = queries.mission(table.made.pk, 2)
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
        roster.crown(the_floor, table.agent("Josh"))

    with pytest.raises(Refused):
        table.accept(claim)
    table.accept(claim, by="Josh")
    assert completed(table) == ["Lulu"]


def test_every_claim_and_ruling_is_committed_to_in_the_private_chain(table: SpyTable) -> None:
    claim = table.claim("Lulu", 1)
    table.refuse(claim, "No.")

    links = [core.opened(each) for each in PrivateEvent.objects.filter(game=table.made).order_by("n")]
    ours = [each.data for each in links if each.kind in {"spy.claim", "spy.claim-ruled"}]
    assert [each["uid"] for each in ours] == [claim.uid, claim.uid]
    assert (ours[0]["words"], ours[1]["accepted"], ours[1]["reason"]) == ("It is done.", False, "No.")
    assert list(flaws(table.made.pk)) == []
