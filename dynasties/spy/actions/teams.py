"""Groups that attempt a mission: founded, joined, left. The public log gains nothing from any of it. (Rule Missions)

A group is known to its members, to whom it asks in, and to the Mastermind.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.urls import reverse

from dynasties.spy.actions import entering
from dynasties.spy.actions.missions import mission_of
from dynasties.spy.mechanics import missions as mechanics
from dynasties.spy.models import Mission, Team, Theatre
from dynasties.spy.queries import missions, teams, theatres
from dynasties.spy.queries.teams import TeamShown
from nomic.core import vault
from nomic.core.actions.tidings import tell
from nomic.core.actions.tokens import check_token
from nomic.core.floor import Floor, floor
from nomic.core.mechanics.decision import Invalid, Reason, Refused
from nomic.core.models import Agent


def found_team(*, actor_id: int, game_id: int, number: int, token: str) -> Team:
    """Found a group for the mission of that number, with oneself in it. A form sent twice founds one."""
    check_token(token)
    with floor(game_id) as the_floor:
        theatre, actor = entering.spy(the_floor, actor_id, mechanics.CARRIED)
        row, uid = mission_of(theatre, number), vault.fresh_uid()
        if twin := _twin(theatre, actor, row, token):
            return twin
        _may_gather(the_floor, row, actor)
        shown = TeamShown(uid, the_floor.now, actor.pk, (actor.pk,), ())
        made = Team(mission=row, uid=uid, at=the_floor.now)
        _keep(the_floor, theatre, made, shown, actor, "founded", token=token)
    return made


def _twin(theatre: Theatre, actor: Agent, row: Mission, token: str) -> Team | None:
    """The group that the same form has founded."""
    mine = teams.team_of(row, actor.pk)
    found = teams.team(theatre, mine.uid) if mine else None
    return found[0] if found and vault.unseal(found[0].sealed)["token"] == token else None


def invite(*, actor_id: int, game_id: int, uid: str, agent_id: int) -> Team:
    """Ask somebody into a group that one is in. E shares nothing of it before e has joined.

    Raises `Invalid` at `team` for a group that is none of one's own, and at `agent_id` for who cannot be asked.
    """
    with floor(game_id) as the_floor:
        theatre, actor = entering.spy(the_floor, actor_id, mechanics.CARRIED)
        row, shown = _of(theatre, uid, actor, member=True)
        _may_gather(the_floor, row.mission, actor, here=shown.uid)
        guest = _guest(the_floor, theatre, agent_id)
        if guest.pk in shown.members or guest.pk in shown.invited:
            return row
        asked = replace(shown, invited=(*shown.invited, guest.pk))
        _keep(the_floor, theatre, row, asked, actor, "invited")
        url = reverse("spy_mission", args=[the_floor.game.slug, row.mission.number])
        tell(the_floor, guest.account_id, "mission-word", vault.fresh_uid(), {"what": "invited"}, url)
    return row


def join_team(*, actor_id: int, game_id: int, uid: str) -> Team:
    """Join a group that has asked one in: its claims are one's own from now on, and so is a penalty."""
    with floor(game_id) as the_floor:
        theatre, actor = entering.spy(the_floor, actor_id, mechanics.CARRIED)
        row, shown = _of(theatre, uid, actor)
        if actor.pk in shown.members:
            return row
        _may_gather(the_floor, row.mission, actor)
        invited = tuple(each for each in shown.invited if each != actor.pk)
        joined = replace(shown, members=(*shown.members, actor.pk), invited=invited)
        _keep(the_floor, theatre, row, joined, actor, "joined")
    return row


def leave_team(*, actor_id: int, game_id: int, uid: str) -> Team:
    """Leave a group, or turn down being asked in. A claim that it has made already stays one's own."""
    with floor(game_id) as the_floor:
        theatre, actor = entering.spy(the_floor, actor_id, mechanics.CARRIED)
        row, shown = _of(theatre, uid, actor)
        members, invited = (tuple(x for x in those if x != actor.pk) for those in (shown.members, shown.invited))
        _keep(the_floor, theatre, row, replace(shown, members=members, invited=invited), actor, "left")
    return row


def _of(theatre: Theatre, uid: str, actor: Agent, *, member: bool = False) -> tuple[Team, TeamShown]:
    """The group, for who is in it or, unless only a member may, is asked in; to anybody else there is none."""
    found = teams.team(theatre, uid)
    known = () if found is None else found[1].members if member else (*found[1].members, *found[1].invited)
    if found is None or actor.pk not in known:
        raise Invalid("team", "There is no such group.", "no-team")
    return found


def _may_gather(the_floor: Floor, row: Mission, actor: Agent, here: str = "") -> None:
    """Whether e may found, join or widen a group. `here`: the address of the one that e may be in."""
    mechanics.may_gather(missions.standing_of(row), actor.pk, the_floor.law).or_refuse()
    mine = teams.team_of(row, actor.pk)
    # Whoever is in two groups would share in what e knows nothing of.
    if mine is not None and mine.uid != here:
        raise Refused(Reason("in-a-team", the_floor.law.rule(mechanics.CARRIED)))


def _guest(the_floor: Floor, theatre: Theatre, agent_id: int) -> Agent:
    guest = theatres.player(theatre, agent_id, the_floor.game, the_floor.law)
    if guest is None:
        raise Invalid("agent_id", "That is nobody who could join.", "no-guest")
    return guest


def _keep(
    the_floor: Floor, theatre: Theatre, row: Team, shown: TeamShown, actor: Agent, what: str, token: str = ""
) -> None:
    """Step: the group is this from now on, sealed, and committed to in the private chain."""
    kept: dict[str, Any] = shown.kept | {"token": token or vault.unseal(row.sealed)["token"]}
    row.sealed = vault.seal(kept)
    row.save()
    the_floor.conceal(
        "spy.team", actor=actor, theatre=theatre.number, mission=row.mission.number, uid=row.uid, what=what,
        **shown.kept,
    )  # fmt: skip
