"""The Mastermind is told that a mission's goals are met, in secret, and rules on it. (Rule Missions; Reading 22)

What e accepts is public, and so is a penalty; that somebody has claimed anything is not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.urls import reverse

from dynasties.spy.actions import awards, entering
from dynasties.spy.actions.missions import LONGEST_WHY, mission_of, take_down
from dynasties.spy.mechanics import missions as mechanics
from dynasties.spy.mechanics.goals import read_checks
from dynasties.spy.mechanics.missions import Ending
from dynasties.spy.mechanics.rewards import loaded
from dynasties.spy.models import Claim, Completion, Mission, Theatre
from dynasties.spy.queries import missions, teams
from dynasties.spy.queries.teams import ClaimShown
from nomic.core import vault
from nomic.core.actions.tidings import tell, tell_all
from nomic.core.actions.tokens import check_token, same_again
from nomic.core.floor import Floor, floor
from nomic.core.mechanics.chain import digest
from nomic.core.mechanics.decision import Invalid, Reason, Refused
from nomic.core.mechanics.writing import tidied
from nomic.core.models import Agent

LONGEST_WORDS = 2_000


def claim(*, actor_id: int, game_id: int, number: int, team: str = "", words: str = "", token: str) -> Claim:
    """Tell the Mastermind that the goals of a mission are met: by a group, of which one is, or by oneself alone.

    `team`: the address of the group; who is in it at this moment is in the claim. What the server can see of the goals
    now goes with it. A form sent twice claims once. Raises `Invalid` at `team`, `words` or `token`.
    """
    check_token(token)
    words = tidied("words", "What you say", words, LONGEST_WORDS)
    with floor(game_id) as the_floor:
        theatre, actor = entering.spy(the_floor, actor_id, mechanics.CARRIED)
        row, mark = mission_of(theatre, number), digest({"agent": actor.pk, "token": token})
        if twin := Claim.objects.filter(token=mark).select_related("mission").first():
            sent = teams.claim_shown(twin)
            same_again((sent.mission.pk, sent.team, sent.words) == (row.pk, team, words))
            return twin
        group = _group(the_floor, theatre, row, actor, team)
        waiting = teams.waiting_with(row, actor.pk)
        named = [(each.pk, each.name) for each in group]
        mechanics.may_claim(missions.standing_of(row), named, waiting, the_floor.law).or_refuse()
        if the_floor.game.mastermind is None:
            raise Refused(Reason("no-mastermind", the_floor.law.rule(mechanics.CARRIED)))
        return _claim(the_floor, theatre, row, group, {"team": team, "words": words}, mark)


def _group(the_floor: Floor, theatre: Theatre, row: Mission, actor: Agent, uid: str) -> list[Agent]:
    """Whoever the claim is for, the claimant first: those of the group who take part now."""
    if not uid:
        return [actor]
    found = teams.team(theatre, uid)
    if found is None or found[0].mission_id != row.pk or actor.pk not in found[1].members:
        raise Invalid("team", "There is no such group of yours for this mission.", "no-team")
    playing = {each.pk: each for each in missions.takers(theatre, the_floor.law)}
    return [actor, *(playing[each] for each in found[1].members if each in playing and each != actor.pk)]


def _claim(
    the_floor: Floor, theatre: Theatre, row: Mission, group: Sequence[Agent], said: dict[str, Any], mark: str
) -> Claim:
    """Step: the claim, sealed and committed to; the Mastermind hears that there is one, and not whose."""
    ids, uid = [each.pk for each in group], vault.fresh_uid()
    measured = teams.progress_of(read_checks(row.checks), teams.whereabouts(theatre, ids))
    seen = [
        {"check": check.kept, "have": each.have, "needs": each.needs, "who": list(each.who)} for check, each in measured
    ]
    kept = {"by": ids[0], "group": ids, **said, "seen": seen, "reason": ""}
    link = the_floor.conceal(
        "spy.claim", actor=group[0], theatre=theatre.number, mission=row.number, uid=uid, **kept
    )  # fmt: skip
    made = Claim.objects.create(
        mission=row, uid=uid, private=link, at=the_floor.now, sealed=vault.seal(kept), token=mark
    )  # fmt: skip
    mastermind = the_floor.game.mastermind
    if mastermind is not None and mastermind.pk not in ids:
        url = reverse("spy_mission", args=[the_floor.game.slug, row.number])
        tell(the_floor, mastermind.account_id, "mission-word", vault.fresh_uid(), {"what": "claimed"}, url)
    return made


def accept(*, actor_id: int, game_id: int, uid: str) -> Mission:
    """It is true: each of the group is listed and gets the reward; if that is as many as it takes, the mission closes.

    A claim that was made while the mission was open may be accepted when it is closed. Whoever of the group is no
    Agent now, or has completed it since, is left out; refused if nobody is left. Raises `Invalid` at `claim`.
    """
    with floor(game_id) as the_floor:
        theatre, actor = entering.mastermind(the_floor, actor_id, mechanics.CARRIED)
        row, shown = _waiting(the_floor, theatre, uid)
        listed = _listed(the_floor, theatre, shown)
        if not listed:
            raise Refused(Reason("nobody-to-list", the_floor.law.rule(mechanics.CARRIED)))
        _complete(the_floor, row, listed, actor)
        changes = awards.changed(the_floor, listed, loaded(row.mission.gains))
        written = [*changes, *awards.ranked(the_floor, theatre, listed)]
        if written:
            comment = f"The reward of the mission “{row.mission.title}”"
            awards.write(the_floor, actor, comment, written, carried_by=mechanics.CARRIED)
        _close_if_exhausted(the_floor, row.mission)
        _rule(the_floor, theatre, row, shown, actor, accepted=True)
    return row.mission


def refuse(*, actor_id: int, game_id: int, uid: str, reason: str) -> Mission:
    """It is not true: what the penalty takes is taken from all of the group who are Agents now, in one public update,
    if the law carries penalties. The reason is for the group alone. Raises `Invalid` at `claim` or `reason`.
    """
    reason = tidied("reason", "A reason", reason, LONGEST_WHY)
    if not reason:
        raise Invalid("reason", "Say why it is not so.", "empty")
    with floor(game_id) as the_floor:
        theatre, actor = entering.mastermind(the_floor, actor_id, mechanics.CARRIED)
        row, shown = _waiting(the_floor, theatre, uid)
        there = [each for each in missions.takers(theatre, the_floor.law) if each.pk in shown.group]
        _penalise(the_floor, row.mission, there, actor)
        _rule(the_floor, theatre, row, shown, actor, accepted=False, reason=reason)
    return row.mission


def _waiting(the_floor: Floor, theatre: Theatre, uid: str) -> tuple[Claim, ClaimShown]:
    row = Claim.objects.filter(uid=uid, mission__theatre=theatre).select_related("mission").first()
    if row is None:
        raise Invalid("claim", "There is no such claim.", "no-claim")
    if row.accepted is not None:
        raise Refused(Reason("claim-ruled", the_floor.law.rule(mechanics.CARRIED)))
    return row, teams.claim_shown(row)


def _listed(the_floor: Floor, theatre: Theatre, shown: ClaimShown) -> list[Agent]:
    """Whom it counts for, by name: in the order of the claim one could read who made it, and who joined when."""
    playing = missions.takers(theatre, the_floor.law)
    counted = mechanics.counted(missions.standing_of(shown.mission), shown.group, {each.pk for each in playing})
    return [each for each in playing if each.pk in counted]


def _complete(the_floor: Floor, row: Claim, listed: Sequence[Agent], actor: Agent) -> None:
    """Step: each is listed as having completed it, for everybody to see."""
    seq = the_floor.next_seq
    Completion.objects.bulk_create(
        Completion(mission=row.mission, agent=each, claim=row, at=the_floor.now, seq=seq) for each in listed
    )
    the_floor.record(
        "spy.mission-completed", actor=actor, subject=f"mission:{row.mission.number}", name=row.mission.title,
        names=[each.name for each in listed], agents=[each.pk for each in listed],
    )  # fmt: skip


def _close_if_exhausted(the_floor: Floor, row: Mission) -> None:
    done = len(missions.standing_of(row).completed)
    if row.closed_at is None and mechanics.is_exhausted(row.closes_after, done):
        take_down(the_floor, row, None, Ending.DONE, f"completed by {done}")


def _penalise(the_floor: Floor, row: Mission, group: Sequence[Agent], actor: Agent) -> None:
    """Step: the penalty falls on the whole group. Where it is only words, or the law has none, nothing is public."""
    losses = loaded(row.losses)
    if not losses or not group or not the_floor.law.carries("spy.mission_penalties"):
        return
    names = ", ".join(each.name for each in group)
    comment = f"The penalty of the mission “{row.title}”: {names}"
    awards.write(
        the_floor, actor, comment, awards.changed(the_floor, group, losses), carried_by="spy.mission_penalties"
    )


def _rule(
    the_floor: Floor, theatre: Theatre, row: Claim, shown: ClaimShown, actor: Agent, *, accepted: bool,
    reason: str = "",
) -> None:  # fmt: skip
    """Step: the ruling is kept, sealed and committed to, and the group hears of it."""
    row.accepted, row.ruled_at = accepted, the_floor.now
    row.sealed = vault.seal(vault.unseal(row.sealed) | {"reason": reason})
    row.save(update_fields=["accepted", "ruled_at", "sealed"])
    the_floor.conceal(
        "spy.claim-ruled", actor=actor, theatre=theatre.number, mission=row.mission.number, uid=row.uid,
        accepted=accepted, reason=reason,
    )  # fmt: skip
    group = Agent.objects.filter(pk__in=shown.group).exclude(pk=actor.pk).values_list("account_id", flat=True)
    url = reverse("spy_mission", args=[the_floor.game.slug, row.mission.number])
    tell_all(the_floor, list(group), "mission-word", vault.fresh_uid(), {"what": "ruled"}, url)
