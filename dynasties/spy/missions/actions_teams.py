"""Groups that attempt a mission, and their claims that its goals are met, on which the Mastermind rules. (Rule
Missions; Reading 22)

The public log gains nothing from a group: it is known to its members, to whom it asks in, and to the Mastermind.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.urls import reverse

from dynasties.spy.dials import MISSION_PENALTIES, MISSIONS
from dynasties.spy.missions import (
    actions as missions_actions,
    queries as missions_queries,
    queries_teams as missions_queries_teams,
    rules as missions_rules,
)
from dynasties.spy.missions.actions import LONGEST_WHY, get_mission, take_down_mission
from dynasties.spy.missions.models import Claim, Completion, Mission, Team
from dynasties.spy.missions.queries_teams import ClaimFacts, TeamFacts
from dynasties.spy.missions.rules import MissionEnding, load_changes, read_checks
from dynasties.spy.theatre import actions as theatre_actions, queries as theatre_queries
from dynasties.spy.theatre.models import Theatre
from nomic.core import vault
from nomic.core.chain import digest
from nomic.core.decision import Invalid, Reason, Refused
from nomic.core.floor import Floor, floor
from nomic.core.games.models import Agent
from nomic.core.input import check_same_form, check_token, clean_text
from nomic.core.notifications.actions import tell_account, tell_accounts


def found_team(*, actor_id: int, game_id: int, number: int, token: str) -> Team:
    """Found a group for the mission of that number, with oneself in it. A form sent twice founds one."""
    check_token(token)
    with floor(game_id) as the_floor:
        theatre, actor = theatre_actions.require_spy(the_floor, actor_id, MISSIONS)
        row, uid = get_mission(theatre, number), vault.fresh_uid()
        if twin := _earlier_team(theatre, actor, row, token):
            return twin
        _require_may_gather(the_floor, row, actor)
        shown = TeamFacts(uid, the_floor.now, actor.pk, (actor.pk,), ())
        made = Team(mission=row, uid=uid, at=the_floor.now, sealed=vault.seal({"token": token}))
        _save_team(the_floor, theatre, made, shown, actor, "founded")
    return made


def _earlier_team(theatre: Theatre, actor: Agent, row: Mission, token: str) -> Team | None:
    """The group that the same form has founded."""
    mine = missions_queries_teams.team_of(row, actor.pk)
    found = missions_queries_teams.get_team(theatre, mine.uid) if mine else None
    return found[0] if found and vault.unseal(found[0].sealed)["token"] == token else None


def invite_agent(*, actor_id: int, game_id: int, uid: str, agent_id: int) -> Team:
    """Ask somebody into a group that one is in. E shares nothing of it before e has joined.

    Raises `Invalid` at `team` for a group that is none of one's own, and at `agent_id` for who cannot be asked.
    """
    with floor(game_id) as the_floor:
        theatre, actor = theatre_actions.require_spy(the_floor, actor_id, MISSIONS)
        row, shown = _get_team(theatre, uid, actor, member=True)
        _require_may_gather(the_floor, row.mission, actor, here=shown.uid)
        guest = _get_guest(the_floor, theatre, agent_id)
        if guest.pk in shown.members or guest.pk in shown.invited:
            return row
        asked = replace(shown, invited=(*shown.invited, guest.pk))
        _save_team(the_floor, theatre, row, asked, actor, "invited")
        url = reverse("spy_mission", args=[the_floor.game.slug, row.mission.number])
        tell_account(the_floor, guest.account_id, "mission-word", vault.fresh_uid(), {"what": "invited"}, url)
    return row


def join_team(*, actor_id: int, game_id: int, uid: str) -> Team:
    """Join a group that has asked one in: its claims are one's own from now on, and so is a penalty."""
    with floor(game_id) as the_floor:
        theatre, actor = theatre_actions.require_spy(the_floor, actor_id, MISSIONS)
        row, shown = _get_team(theatre, uid, actor)
        if actor.pk in shown.members:
            return row
        _require_may_gather(the_floor, row.mission, actor)
        invited = tuple(each for each in shown.invited if each != actor.pk)
        joined = replace(shown, members=(*shown.members, actor.pk), invited=invited)
        _save_team(the_floor, theatre, row, joined, actor, "joined")
    return row


def leave_team(*, actor_id: int, game_id: int, uid: str) -> Team:
    """Leave a group, or turn down being asked in. A claim that it has made already stays one's own."""
    with floor(game_id) as the_floor:
        theatre, actor = theatre_actions.require_spy(the_floor, actor_id, MISSIONS)
        row, shown = _get_team(theatre, uid, actor)
        members, invited = (tuple(x for x in those if x != actor.pk) for those in (shown.members, shown.invited))
        _save_team(the_floor, theatre, row, replace(shown, members=members, invited=invited), actor, "left")
    return row


def _get_team(theatre: Theatre, uid: str, actor: Agent, *, member: bool = False) -> tuple[Team, TeamFacts]:
    """The group, for who is in it or, unless only a member may, is asked in; to anybody else there is none."""
    found = missions_queries_teams.get_team(theatre, uid)
    known = () if found is None else found[1].members if member else (*found[1].members, *found[1].invited)
    if found is None or actor.pk not in known:
        raise Invalid("team", "There is no such group.", "no-team")
    return found


def _require_may_gather(the_floor: Floor, row: Mission, actor: Agent, here: str = "") -> None:
    """Whether e may found, join or widen a group. `here`: the address of the one that e may be in."""
    missions_rules.may_gather(missions_queries.standing_of(row), actor.pk, the_floor.law).or_refuse()
    mine = missions_queries_teams.team_of(row, actor.pk)
    # Whoever is in two groups would share in what e knows nothing of.
    if mine is not None and mine.uid != here:
        raise Refused(Reason("in-a-team", the_floor.law.rule(MISSIONS)))


def _get_guest(the_floor: Floor, theatre: Theatre, agent_id: int) -> Agent:
    guest = theatre_queries.player(theatre, agent_id, the_floor.game, the_floor.law)
    if guest is None:
        raise Invalid("agent_id", "That is nobody who could join.", "no-guest")
    return guest


def _save_team(the_floor: Floor, theatre: Theatre, row: Team, shown: TeamFacts, actor: Agent, what: str) -> None:
    """Step: the group is this from now on, sealed, and committed to in the private chain."""
    row.sealed = vault.seal(shown.to_json() | {"token": vault.unseal(row.sealed)["token"]})
    row.save()
    the_floor.append_private_event(
        "spy.team",
        actor=actor,
        theatre=theatre.number,
        mission=row.mission.number,
        uid=row.uid,
        what=what,
        **shown.to_json(),
    )


# The Mastermind is told that a mission's goals are met, in secret, and rules on it. (Rule Missions; Reading 22)
# What e accepts is public, and so is a penalty; that somebody has claimed anything is not.

LONGEST_CLAIM = 2_000


def claim_completion(*, actor_id: int, game_id: int, number: int, team: str = "", words: str = "", token: str) -> Claim:
    """Tell the Mastermind that the goals of a mission are met: by a group, of which one is, or by oneself alone.

    `team`: the address of the group; who is in it at this moment is in the claim. What the server can see of the goals
    now goes with it. A form sent twice claims once. Raises `Invalid` at `team`, `words` or `token`.
    """
    check_token(token)
    words = clean_text("words", "What you say", words, LONGEST_CLAIM)
    with floor(game_id) as the_floor:
        theatre, actor = theatre_actions.require_spy(the_floor, actor_id, MISSIONS)
        row, mark = get_mission(theatre, number), digest({"agent": actor.pk, "token": token})
        if twin := Claim.objects.filter(token=mark).select_related("mission").first():
            sent = missions_queries_teams.claim_facts(twin)
            check_same_form((sent.mission.pk, sent.team, sent.words) == (row.pk, team, words))
            return twin
        group = _get_claimants(the_floor, theatre, row, actor, team)
        waiting = missions_queries_teams.agents_in_waiting_claims(row, actor.pk)
        named = [(each.pk, each.name) for each in group]
        missions_rules.may_claim(missions_queries.standing_of(row), named, waiting, the_floor.law).or_refuse()
        if the_floor.game.mastermind is None:
            raise Refused(Reason("no-mastermind", the_floor.law.rule(MISSIONS)))
        return _record_claim(the_floor, theatre, row, group, {"team": team, "words": words}, mark)


def _get_claimants(the_floor: Floor, theatre: Theatre, row: Mission, actor: Agent, uid: str) -> list[Agent]:
    """Whoever the claim is for, the claimant first: those of the group who take part now."""
    if not uid:
        return [actor]
    found = missions_queries_teams.get_team(theatre, uid)
    if found is None or found[0].mission_id != row.pk or actor.pk not in found[1].members:
        raise Invalid("team", "There is no such group of yours for this mission.", "no-team")
    playing = {each.pk: each for each in missions_queries.agents_taking_part(theatre, the_floor.law)}
    return [actor, *(playing[each] for each in found[1].members if each in playing and each != actor.pk)]


def _record_claim(
    the_floor: Floor, theatre: Theatre, row: Mission, group: Sequence[Agent], said: dict[str, Any], mark: str
) -> Claim:
    """Step: the claim, sealed and committed to; the Mastermind hears that there is one, and not whose."""
    ids, uid = [each.pk for each in group], vault.fresh_uid()
    measured = missions_queries_teams.progress_of(
        read_checks(row.checks), missions_queries_teams.whereabouts(theatre, ids)
    )
    seen = [
        {"check": check.to_json(), "have": each.have, "needs": each.needs, "who": list(each.who)}
        for check, each in measured
    ]
    kept = {"by": ids[0], "group": ids, **said, "seen": seen, "reason": ""}
    link = the_floor.append_private_event(
        "spy.claim", actor=group[0], theatre=theatre.number, mission=row.number, uid=uid, **kept
    )
    made = Claim.objects.create(
        mission=row, uid=uid, private=link, at=the_floor.now, sealed=vault.seal(kept), token=mark
    )
    mastermind = the_floor.game.mastermind
    if mastermind is not None and mastermind.pk not in ids:
        url = reverse("spy_mission", args=[the_floor.game.slug, row.number])
        tell_account(the_floor, mastermind.account_id, "mission-word", vault.fresh_uid(), {"what": "claimed"}, url)
    return made


def accept_claim(*, actor_id: int, game_id: int, uid: str) -> Mission:
    """It is true: each of the group is listed and gets the reward; if that is as many as it takes, the mission closes.

    A claim that was made while the mission was open may be accepted when it is closed. Whoever of the group is no
    Agent now, or has completed it since, is left out; refused if nobody is left. Raises `Invalid` at `claim`.
    """
    with floor(game_id) as the_floor:
        theatre, actor = theatre_actions.require_mastermind(the_floor, actor_id, MISSIONS)
        row, shown = _get_waiting_claim(the_floor, theatre, uid)
        listed = _agents_to_list(the_floor, theatre, shown)
        if not listed:
            raise Refused(Reason("nobody-to-list", the_floor.law.rule(MISSIONS)))
        _record_completions(the_floor, row, listed, actor)
        changes = missions_actions.award_changes(the_floor, listed, load_changes(row.mission.gains))
        written = [*changes, *missions_actions.rank_changes(the_floor, theatre, listed)]
        if written:
            comment = f"The reward of the mission “{row.mission.title}”"
            missions_actions.write_awards(the_floor, actor, comment, written, carried_by=MISSIONS)
        _close_if_exhausted(the_floor, row.mission)
        row.accepted = True
        _record_ruling(the_floor, theatre, row, shown, actor)
    return row.mission


def refuse_claim(*, actor_id: int, game_id: int, uid: str, reason: str) -> Mission:
    """It is not true: what the penalty takes is taken from all of the group who are Agents now, in one public update,
    if the law carries penalties. The reason is for the group alone. Raises `Invalid` at `claim` or `reason`.
    """
    reason = clean_text("reason", "A reason", reason, LONGEST_WHY)
    if not reason:
        raise Invalid("reason", "Say why it is not so.", "empty")
    with floor(game_id) as the_floor:
        theatre, actor = theatre_actions.require_mastermind(the_floor, actor_id, MISSIONS)
        row, shown = _get_waiting_claim(the_floor, theatre, uid)
        there = [each for each in missions_queries.agents_taking_part(theatre, the_floor.law) if each.pk in shown.group]
        _penalise_group(the_floor, row.mission, there, actor)
        row.accepted = False
        _record_ruling(the_floor, theatre, row, shown, actor, reason)
    return row.mission


def _get_waiting_claim(the_floor: Floor, theatre: Theatre, uid: str) -> tuple[Claim, ClaimFacts]:
    row = Claim.objects.filter(uid=uid, mission__theatre=theatre).select_related("mission").first()
    if row is None:
        raise Invalid("claim", "There is no such claim.", "no-claim")
    if row.accepted is not None:
        raise Refused(Reason("claim-ruled", the_floor.law.rule(MISSIONS)))
    return row, missions_queries_teams.claim_facts(row)


def _agents_to_list(the_floor: Floor, theatre: Theatre, shown: ClaimFacts) -> list[Agent]:
    """Whom it counts for, by name: in the order of the claim one could read who made it, and who joined when."""
    playing = missions_queries.agents_taking_part(theatre, the_floor.law)
    counted = missions_rules.listed_agents(
        missions_queries.standing_of(shown.mission), shown.group, {each.pk for each in playing}
    )
    return [each for each in playing if each.pk in counted]


def _record_completions(the_floor: Floor, row: Claim, listed: Sequence[Agent], actor: Agent) -> None:
    """Step: each is listed as having completed it, for everybody to see."""
    seq = the_floor.next_seq
    Completion.objects.bulk_create(
        Completion(mission=row.mission, agent=each, claim=row, at=the_floor.now, seq=seq) for each in listed
    )
    the_floor.record(
        "spy.mission-completed",
        actor=actor,
        subject=f"mission:{row.mission.number}",
        name=row.mission.title,
        names=[each.name for each in listed],
        agents=[each.pk for each in listed],
    )


def _close_if_exhausted(the_floor: Floor, row: Mission) -> None:
    done = len(missions_queries.standing_of(row).completed)
    if row.closed_at is None and missions_rules.is_exhausted(row.closes_after, done):
        take_down_mission(the_floor, row, None, MissionEnding.DONE, f"completed by {done}")


def _penalise_group(the_floor: Floor, row: Mission, group: Sequence[Agent], actor: Agent) -> None:
    """Step: the penalty falls on the whole group. Where it is only words, or the law has none, nothing is public."""
    losses = load_changes(row.losses)
    if not losses or not group or not the_floor.law.carries(MISSION_PENALTIES):
        return
    names = ", ".join(each.name for each in group)
    comment = f"The penalty of the mission “{row.title}”: {names}"
    missions_actions.write_awards(
        the_floor,
        actor,
        comment,
        missions_actions.award_changes(the_floor, group, losses),
        carried_by=MISSION_PENALTIES,
    )


def _record_ruling(
    the_floor: Floor, theatre: Theatre, row: Claim, shown: ClaimFacts, actor: Agent, reason: str = ""
) -> None:
    """Step: the ruling, which the claim bears, is kept, sealed and committed to, and the group hears of it."""
    row.ruled_at = the_floor.now
    row.sealed = vault.seal(vault.unseal(row.sealed) | {"reason": reason})
    row.save(update_fields=["accepted", "ruled_at", "sealed"])
    the_floor.append_private_event(
        "spy.claim-ruled",
        actor=actor,
        theatre=theatre.number,
        mission=row.mission.number,
        uid=row.uid,
        accepted=row.accepted,
        reason=reason,
    )
    group = Agent.objects.filter(pk__in=shown.group).exclude(pk=actor.pk).values_list("account_id", flat=True)
    url = reverse("spy_mission", args=[the_floor.game.slug, row.mission.number])
    tell_accounts(the_floor, list(group), "mission-word", vault.fresh_uid(), {"what": "ruled"}, url)
