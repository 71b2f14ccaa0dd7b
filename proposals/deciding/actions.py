"""Matters are enacted and failed: by an Admin, or by the Clerk where the law says so. (Rule Enactment)

One transaction: status, final tally, name, rules, effects and log stand or fall together.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache
from typing import Any

from nomic.core import queries as core
from nomic.core.actions import people, roster
from nomic.core.floor import Floor, floor
from nomic.core.mechanics.chain import Json, plain, reasons_json
from nomic.core.mechanics.decision import Decision, Reason, Refused
from nomic.core.mechanics.effects import Crowned, Resolved, RosterChanged
from nomic.core.mechanics.writing import tidied
from nomic.core.models import Agent
from proposals import queries
from proposals.actions import repairs
from proposals.actions.declarations import undeclared
from proposals.actions.due import turns_are_due
from proposals.actions.posting import close
from proposals.mechanics.clerk import admin_may_resolve, clerk_may_resolve
from proposals.mechanics.votes import Kind, Status
from proposals.models import Matter, Post
from proposals.queries import Judged, outlook
from rulesets import queries as law
from rulesets.actions import changing
from rulesets.mechanics.apply import Applied
from rulesets.mechanics.duty_changes import applies_to_itself
from rulesets.mechanics.steps import Problem

AFTER_A_FALL = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class ByHand:
    """What an Admin settles emself, by place in the change list: texts that e wrote, changes that shall do nothing."""

    resolutions: dict[int, str] = field(default_factory=dict)
    skipped: frozenset[int] = frozenset()

    def left(self, applied: Applied) -> tuple[Problem, ...]:
        """What still stands in the way. Only what cannot be done may be declared to do nothing: texts in conflict can
        be written together."""
        return tuple(each for each in applied.problems if each.marked or each.index not in self.skipped)

    @property
    def json(self) -> dict[str, Json]:
        """For the record."""
        texts: dict[str, Json] = {str(place): text for place, text in self.resolutions.items()}
        return {"resolutions": texts, "skipped": sorted(self.skipped)}


def enact(
    *,
    actor_id: int,
    game_id: int,
    number: int,
    resolutions: Mapping[int, str] | None = None,
    skipped: frozenset[int] = frozenset(),
    note: str = "",
) -> Post:
    """An Admin enacts the oldest pending Proposal, or passes a Call for Judgment or Declaration of Victory.

    `resolutions` holds the texts that e wrote where a merge conflicts, by place in the change list; `skipped` the
    places of changes that have become impossible and are declared to do nothing. Both go on record, with the note;
    raises `Invalid` at `note` for one that cannot be kept whole.
    """
    note = tidied("note", "A note", note, repairs.LONGEST_NOTE)
    with floor(game_id) as the_floor:
        admin = people.admin(the_floor, actor_id)
        judged, hands = _judged(the_floor, number), ByHand(dict(resolutions or {}), skipped)
        applied = outlook.applied(judged, law.state(the_floor.game), hands.resolutions)
        case = outlook.case(judged, lambda: applied)
        admin_may_resolve(case, Status.ENACTED, the_floor.law).or_refuse()
        _enact(the_floor, judged, applied, admin, hands, note)
        return judged.post


def fail(*, actor_id: int, game_id: int, number: int, note: str = "") -> Post:
    """An Admin fails a matter that may be failed now. Raises `Invalid` at `note` as `enact` does."""
    note = tidied("note", "A note", note, repairs.LONGEST_NOTE)
    with floor(game_id) as the_floor:
        admin = people.admin(the_floor, actor_id)
        judged = _judged(the_floor, number)
        case = outlook.case(judged, lambda: outlook.applied(judged, law.state(the_floor.game)))
        admin_may_resolve(case, Status.FAILED, the_floor.law).or_refuse()
        _fail(the_floor, judged, admin, note)
        return judged.post


def look_again(*, game_id: int, post_id: int) -> Status | None:
    """The Clerk's look at one due matter: resolves it where law and grace allow, else sets the next look."""
    with floor(game_id) as the_floor:
        entry = Post.objects.select_related("author", "matter").get(pk=post_id)
        judged = queries.judged(entry, queries.scene(the_floor.game, the_floor.now))
        if judged is None or entry.matter.next_check is None or entry.matter.next_check > the_floor.now:
            return None
        tried = cache(lambda: outlook.applied(judged, law.state(the_floor.game)))
        decision = clerk_may_resolve(outlook.case(judged, tried), the_floor.law, the_floor.now)
        if decision.outcome is Status.ENACTED:
            _enact(the_floor, judged, tried(), None, ByHand(), "")
        elif decision.outcome is Status.FAILED:
            _fail(the_floor, judged, None, "")
        else:
            Matter.objects.filter(post=entry).update(next_check=decision.next_check)
        return decision.outcome


def stumbled(*, game_id: int, post_id: int) -> None:
    """The Clerk's look at a matter broke, which is a bug and no verdict: the log says so once; it looks again later."""
    with floor(game_id) as the_floor:
        entry = Post.objects.get(pk=post_id)
        later = the_floor.now + AFTER_A_FALL
        waiting = Matter.objects.filter(post=entry, status=Status.PENDING.value).update(next_check=later)
        last = core.log(game_id, subject=entry.subject_key).first()
        if waiting and (last is None or last.kind != "clerk.stumbled"):
            the_floor.record("clerk.stumbled", subject=entry.subject_key)


def _judged(the_floor: Floor, number: int) -> Judged:
    entry = queries.post(the_floor.game.pk, number)
    judged = entry and queries.judged(entry, queries.scene(the_floor.game, the_floor.now))
    if not judged:
        raise Refused(queries.resolved_already(entry, the_floor.law))
    return judged


def _enact(
    the_floor: Floor, judged: Judged, applied: Applied, by: Agent | None, hands: ByHand, note: str
) -> None:
    if left := hands.left(applied):
        raise Refused(*(_in_the_way(the_floor, problem.code, problem.facts) for problem in left))
    _close(the_floor, judged, Status.ENACTED, by, note, hands.json)
    itself = applies_to_itself(applied)
    # What the Proposal changes about enactment does not hold for itself yet, unless it says outright that it does.
    if not itself:
        _set_off(the_floor, judged, by, enacted=True)
    changing.make(the_floor, applied, changing.Cause(judged.post.subject_key, by))
    if itself:
        _set_off(the_floor, judged, by, enacted=True, itself=True)
    if judged.facts.kind is Kind.DOV:
        _ascend(the_floor, judged)
    turns_are_due(the_floor)


def _set_off(the_floor: Floor, judged: Judged, by: Agent | None, *, enacted: bool, itself: bool = False) -> None:
    """Rules that an enactment or failure of a Proposal sets off. (Rule Enactment and Its Effects)"""
    if judged.facts.kind is Kind.PROPOSAL:
        the_floor.cause(Resolved(judged.post.subject_key, enacted, by.pk if by else None, itself))


def _in_the_way(the_floor: Floor, code: str, facts: Mapping[str, object]) -> Reason:
    return Reason(code, the_floor.law.rule("enactment.resolving"), {key: str(fact) for key, fact in facts.items()})


def _fail(the_floor: Floor, judged: Judged, by: Agent | None, note: str) -> None:
    _close(the_floor, judged, Status.FAILED, by, note, {})
    _set_off(the_floor, judged, by, enacted=False)
    if judged.facts.kind is Kind.DOV:
        undeclared(the_floor)
    turns_are_due(the_floor)


def _close(
    the_floor: Floor, judged: Judged, status: Status, by: Agent | None, note: str, by_hand: dict[str, Json]
) -> None:
    """The final tally goes on record with the decision, the roster and the quorum as they stood."""
    closing = closing_json(judged)
    close(the_floor, judged.post.matter, status, by, closing)
    if note:
        repairs.note(the_floor, judged.post, note, by)
    shown = status.shown(judged.facts.kind)
    the_floor.record(
        f"{judged.facts.kind}.{shown}",
        actor=by,
        subject=judged.post.subject_key,
        decision=Decision(True, judged.verdict.reasons),
        closing=closing,
        as_of=the_floor.game.last_seq,
        note=note,
        by_hand=by_hand,
    )


def closing_json(judged: Judged) -> dict[str, Json]:
    """A verdict for the record, in plain JSON: what `recount` must find again."""
    verdict = judged.verdict
    tally = verdict.tally
    return {
        "may_enact": verdict.may_enact,
        "may_fail": verdict.may_fail,
        "reasons": reasons_json(verdict.reasons),
        "quorum": verdict.quorum,
        "since": plain(verdict.since),
        "agents": sorted(judged.roster.agents),
        "mastermind": judged.roster.mastermind,
        "tally": tally.counts,
        "votes": [
            {"voter": line.voter, "cast": line.cast, "as": line.as_, "why": line.why} for line in tally.counted
        ],
    }


def _ascend(the_floor: Floor, judged: Judged) -> None:
    """A Declaration has passed: the others fail, and its author is the Mastermind. The hiatus goes on. (Rule 1.9)

    An author who has left since heads nothing: a Metadynasty begins. (Reading 56)
    """
    _overtake(the_floor, judged.post.subject_key)
    winner = judged.post.author
    assert winner is not None  # only a Call for Judgment goes without a name
    the_floor.game.awaits_address = True
    the_floor.game.save(update_fields=["awaits_address"])
    head = winner if winner.in_game else None
    roster.crown(the_floor, head)
    the_floor.cause(Crowned(agent_id=head.pk if head else None))


def _overtake(the_floor: Floor, by: str, **whose: Any) -> None:
    """Step: pending Declarations fail unjudged; `by`: what overtook them, another one or eir author's new role."""
    rivals = Post.objects.filter(
        game=the_floor.game, matter__kind=Kind.DOV.value, matter__status=Status.PENDING.value, **whose
    ).select_related("matter")
    for rival in rivals:
        close(the_floor, rival.matter, Status.FAILED, None, {"superseded_by": by})
        the_floor.record("dov.failed", subject=rival.subject_key, superseded_by=by)


def no_mastermind_declares(the_floor: Floor, effect: RosterChanged) -> None:
    """Step: whoever has been handed the role wants no victory any more: eir Declaration fails. (Reading 14)

    The hiatus goes on, for eir Address is awaited.
    """
    if head := the_floor.game.mastermind_id:
        _overtake(the_floor, f"agent:{head}", author=head)
