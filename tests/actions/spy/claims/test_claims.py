"""An Agent tells the Mastermind that the goals are met. (Rule Missions)"""

from __future__ import annotations

import re

import pytest

from dynasties.spy.missions import actions as missions_actions, queries as missions_queries
from dynasties.spy.missions.models import Claim
from nomic.core.decision import Invalid, Refused
from nomic.core.floor import floor
from nomic.core.notifications.models import Notice
from nomic.core.roster import actions as roster_actions
from tests.actions.spy.claims.reading import GAINS, LOSSES, code, names, public, seen
from tests.spying import SpyTable
from tests.tidings.inboxes import told


def test_a_claim_is_told_to_the_mastermind_alone_and_nothing_of_it_is_public(table: SpyTable) -> None:
    before = public(table)

    claim = table.claim("Lulu", 1, words="I was there.")

    assert public(table) == before
    (waiting,) = missions_queries.claims_to_rule(table.theatre)
    assert (waiting.uid, waiting.by, waiting.group, waiting.words) == (
        claim.uid,
        *names(table, "Lulu"),
        names(table, "Lulu"),
        "I was there.",
    )
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

    (claim,) = missions_queries.claims_to_rule(table.theatre)

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

    missions_actions.close_mission(actor_id=table.agent("Kevan").pk, game_id=table.made.pk, number=1, why="It is over.")
    with pytest.raises(Refused) as refused:
        table.claim("Lulu", 1)
    assert code(refused) == "mission-closed"


def test_in_a_hiatus_nobody_claims_and_nobody_rules(table: SpyTable) -> None:
    claim = table.claim("Raven", 1)
    with floor(table.made.pk) as the_floor:
        roster_actions.begin_hiatus(the_floor, "a test")

    for act in (lambda: table.claim("Lulu", 1), lambda: table.accept(claim), lambda: table.refuse(claim)):
        with pytest.raises(Refused) as caught:
            act()
        assert code(caught) == "hiatus"
