"""Enact and fail matters: by an Admin, or by the Clerk where the law says so. (Rules 1.9 and Enactment; Readings 14,
43)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache
from typing import Any

from django.db.models import Q

from nomic.core.chain import Json, plain_json, reasons_json
from nomic.core.decision import Decision, Reason, Refused
from nomic.core.effects import Crowned, Effect, Resolved, RosterChanged
from nomic.core.floor import Floor, floor
from nomic.core.games import queries as games_queries
from nomic.core.games.models import Agent
from nomic.core.input import clean_text
from nomic.core.log import queries as log_queries
from nomic.core.log.words import typed_subject
from nomic.core.roster import actions as roster_actions
from proposals.deciding import queries as deciding_queries
from proposals.deciding.kinds.cfj import rules as cfj_rules
from proposals.deciding.queries import JudgedMatter
from proposals.deciding.rules import admin_may_resolve, clerk_may_resolve
from proposals.posts import queries as posts_queries
from proposals.posts.models import AdminNote, Matter, Post
from proposals.voting import queries as voting_queries
from proposals.voting.queries import JudgingContext
from proposals.voting.rules import Kind, Status
from rulesets.changes import actions as changes_actions, queries as changes_queries
from rulesets.changes.rules_kinds import applies_to_itself
from rulesets.changes.rules_steps import Applied, ChangeProblem

RETRY_AFTER = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class HandResolution:
    """What an Admin settles emself, by place in the change list: texts that e wrote, changes that shall do nothing."""

    resolutions: dict[int, str] = field(default_factory=dict)
    skipped: frozenset[int] = frozenset()

    def left(self, applied: Applied) -> tuple[ChangeProblem, ...]:
        """What still stands in the way. Only what cannot be done may be declared to do nothing: texts in conflict can
        be written together."""
        return tuple(each for each in applied.problems if each.marked or each.index not in self.skipped)

    @property
    def json(self) -> dict[str, Json]:
        """For the record."""
        texts: dict[str, Json] = {str(place): text for place, text in self.resolutions.items()}
        return {"resolutions": texts, "skipped": sorted(self.skipped)}


def enact_matter(
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
    note = clean_text("note", "A note", note, LONGEST_NOTE)
    with floor(game_id) as the_floor:
        admin = roster_actions.require_admin(the_floor, actor_id)
        judged, hands = _get_pending(the_floor, number), HandResolution(dict(resolutions or {}), skipped)
        applied = deciding_queries.try_changes(judged, changes_queries.current_state(the_floor.game), hands.resolutions)
        case = deciding_queries.resolution_case(judged, lambda: applied)
        admin_may_resolve(case, Status.ENACTED, the_floor.law).or_refuse()
        _write_enacted(the_floor, judged, applied, admin, hands, note)
        return judged.post


def fail_matter(*, actor_id: int, game_id: int, number: int, note: str = "") -> Post:
    """An Admin fails a matter that may be failed now. Raises `Invalid` at `note` as `enact` does."""
    note = clean_text("note", "A note", note, LONGEST_NOTE)
    with floor(game_id) as the_floor:
        admin = roster_actions.require_admin(the_floor, actor_id)
        judged = _get_pending(the_floor, number)
        case = deciding_queries.resolution_case(
            judged, lambda: deciding_queries.try_changes(judged, changes_queries.current_state(the_floor.game))
        )
        admin_may_resolve(case, Status.FAILED, the_floor.law).or_refuse()
        _write_failed(the_floor, judged, admin, note)
        return judged.post


def check_matter(*, game_id: int, post_id: int) -> Status | None:
    """The Clerk's look at one due matter: resolves it where law and grace allow, else sets the next look."""
    with floor(game_id) as the_floor:
        entry = Post.objects.select_related("author", "matter").get(pk=post_id)
        judged = deciding_queries.judged_matter(entry, voting_queries.judging_context(the_floor.game, the_floor.now))
        if judged is None or entry.matter.next_check is None or entry.matter.next_check > the_floor.now:
            return None
        tried = cache(lambda: deciding_queries.try_changes(judged, changes_queries.current_state(the_floor.game)))
        decision = clerk_may_resolve(deciding_queries.resolution_case(judged, tried), the_floor.law, the_floor.now)
        if decision.outcome is Status.ENACTED:
            _write_enacted(the_floor, judged, tried(), None, HandResolution(), "")
        elif decision.outcome is Status.FAILED:
            _write_failed(the_floor, judged, None, "")
        else:
            Matter.objects.filter(post=entry).update(next_check=decision.next_check)
        return decision.outcome


def record_task_failure(*, game_id: int, post_id: int) -> None:
    """The Clerk's look at a matter broke, which is a bug and no verdict: the log says so once; it looks again later."""
    with floor(game_id) as the_floor:
        entry = Post.objects.get(pk=post_id)
        later = the_floor.now + RETRY_AFTER
        waiting = Matter.objects.filter(post=entry, status=Status.PENDING.value).update(next_check=later)
        last = log_queries.log(game_id, subject=entry.subject_key).first()
        if waiting and (last is None or last.kind != "clerk.stumbled"):
            the_floor.record("clerk.stumbled", subject=entry.subject_key)


def _get_pending(the_floor: Floor, number: int) -> JudgedMatter:
    entry = posts_queries.post_by_number(the_floor.game.pk, number)
    judged = entry and deciding_queries.judged_matter(
        entry, voting_queries.judging_context(the_floor.game, the_floor.now)
    )
    if not judged:
        raise Refused(deciding_queries.resolved_already_reason(entry, the_floor.law))
    return judged


def _write_enacted(
    the_floor: Floor, judged: JudgedMatter, applied: Applied, by: Agent | None, hands: HandResolution, note: str
) -> None:
    if left := hands.left(applied):
        raise Refused(*(_obstacle(the_floor, problem.code, problem.facts) for problem in left))
    _close_with_tally(the_floor, judged, Status.ENACTED, by, note, hands.json)
    itself = applies_to_itself(applied)
    # What the Proposal changes about enactment does not hold for itself yet, unless it says outright that it does.
    if not itself:
        _dispatch_resolved(the_floor, judged, by, enacted=True)
    changes_actions.enact_changes(the_floor, applied, changes_actions.Cause(judged.post.subject_key, by))
    if itself:
        _dispatch_resolved(the_floor, judged, by, enacted=True, itself=True)
    if judged.facts.kind is Kind.DOV:
        _crown_author(the_floor, judged)
    reschedule_checks(the_floor)


def _dispatch_resolved(
    the_floor: Floor, judged: JudgedMatter, by: Agent | None, *, enacted: bool, itself: bool = False
) -> None:
    """Rules that an enactment or failure of a Proposal sets off. (Rule Enactment and Its Effects)"""
    if judged.facts.kind is Kind.PROPOSAL:
        the_floor.cause(Resolved(judged.post.subject_key, enacted, by.pk if by else None, itself))


def _obstacle(the_floor: Floor, code: str, facts: Mapping[str, object]) -> Reason:
    return Reason(code, the_floor.law.rule("enactment.resolving"), {key: str(fact) for key, fact in facts.items()})


def _write_failed(the_floor: Floor, judged: JudgedMatter, by: Agent | None, note: str) -> None:
    _close_with_tally(the_floor, judged, Status.FAILED, by, note, {})
    _dispatch_resolved(the_floor, judged, by, enacted=False)
    if judged.facts.kind is Kind.DOV:
        end_declaration_hiatus(the_floor)
    reschedule_checks(the_floor)


def _close_with_tally(
    the_floor: Floor, judged: JudgedMatter, status: Status, by: Agent | None, note: str, by_hand: dict[str, Json]
) -> None:
    """The final tally goes on record with the decision, the roster and the quorum as they stood."""
    closing = closing_json(judged)
    close_matter(the_floor, judged.post.matter, status, by, closing)
    if note:
        write_note(the_floor, judged.post, note, by)
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


def closing_json(judged: JudgedMatter) -> dict[str, Json]:
    """A verdict for the record, in plain JSON: what `recount` must find again."""
    verdict = judged.verdict
    tally = verdict.tally
    return {
        "may_enact": verdict.may_enact,
        "may_fail": verdict.may_fail,
        "reasons": reasons_json(verdict.reasons),
        "quorum": verdict.quorum,
        "since": plain_json(verdict.since),
        "agents": sorted(judged.roster.agents),
        "mastermind": judged.roster.mastermind,
        "tally": tally.counts,
        "votes": [{"voter": line.voter, "cast": line.cast, "as": line.as_, "why": line.why} for line in tally.counted],
    }


def _crown_author(the_floor: Floor, judged: JudgedMatter) -> None:
    """A Declaration has passed: the others fail, and its author is the Mastermind. The hiatus goes on. (Rule 1.9)

    An author who has left since heads nothing: a Metadynasty begins. (Reading 56)
    """
    _fail_declarations(the_floor, judged.post.subject_key)
    winner = judged.post.author
    assert winner is not None  # only a Call for Judgment goes without a name
    the_floor.game.awaits_address = True
    the_floor.game.save(update_fields=["awaits_address"])
    head = winner if winner.in_game else None
    roster_actions.crown_mastermind(the_floor, head)
    the_floor.cause(Crowned(agent_id=head.pk if head else None))


def _fail_declarations(the_floor: Floor, by: str, **whose: Any) -> None:
    """Step: pending Declarations fail unjudged; `by`: what overtook them, another one or eir author's new role."""
    rivals = Post.objects.filter(
        game=the_floor.game, matter__kind=Kind.DOV.value, matter__status=Status.PENDING.value, **whose
    ).select_related("matter")
    for rival in rivals:
        close_matter(the_floor, rival.matter, Status.FAILED, None, {"superseded_by": by})
        the_floor.record("dov.failed", subject=rival.subject_key, superseded_by=by)


def fail_masterminds_declaration(the_floor: Floor, effect: RosterChanged) -> None:
    """Step: whoever has been handed the role wants no victory any more: eir Declaration fails. (Reading 14)

    The hiatus goes on, for eir Address is awaited.
    """
    if head := the_floor.game.mastermind_id:
        _fail_declarations(the_floor, f"agent:{head}", author=head)


# What changes a verdict other than time: then whatever may have its turn is due for a look.


def reschedule_checks(the_floor: Floor, effect: Effect | None = None) -> None:
    """Step: roster, law, hiatus or queue changed; the sweep looks again at the oldest Proposal and at all in no queue.

    A Proposal behind an older one can neither be enacted nor failed, whatever changes; it is due when its turn comes.
    """
    pending = Matter.objects.filter(game=the_floor.game, status=Status.PENDING.value)
    queue = pending.filter(kind=Kind.PROPOSAL.value).order_by("opened_at", "post__number")
    head = queue.values_list("pk", flat=True).first()
    pending.filter(~Q(kind=Kind.PROPOSAL.value) | Q(pk=head)).update(next_check=the_floor.now)


# A quorum on a Call for Judgment decides it in the moment when it is reached: its finding is kept. (Reading 43)


def latch_calls(the_floor: Floor, effect: Effect | None = None) -> None:
    """Step: roster, law or hiatus changed, or a Call was put: each pending one on which a quorum agrees is latched."""
    calls = Matter.objects.filter(
        game=the_floor.game, kind=Kind.CFJ.value, status=Status.PENDING.value, latch__isnull=True
    )
    if not calls.exists():
        return
    scene = voting_queries.judging_context(the_floor.game, the_floor.now)
    for entry in list(Post.objects.filter(matter__in=calls).select_related("author", "matter")):
        if judged := deciding_queries.judged_matter(entry, scene):
            _latch_call(the_floor, judged, scene)


def _latch_call(the_floor: Floor, judged: JudgedMatter, scene: JudgingContext) -> None:
    found = cfj_rules.agreement_at(judged.facts, scene.roster, scene.law, scene.now, scene.hiatus)
    if found is not None:
        kept = deciding_queries.latch_json(found, judged.facts, scene, the_floor.game.last_seq)
        Matter.objects.filter(post=judged.post, latch__isnull=True).update(latch=kept, next_check=the_floor.now)


# What a Declaration of Victory does to the game while it is pending, and when it no longer is. (Rule 1.9)


def begin_declaration_hiatus(the_floor: Floor, entry: Post) -> None:
    """Step: a Declaration opens, and the game goes into hiatus unless it is in one."""
    roster_actions.begin_hiatus(the_floor, f"Declaration of Victory {typed_subject(entry.subject_key)}")


def end_declaration_hiatus(the_floor: Floor) -> None:
    """Step: a Declaration has failed or is none any more; the hiatus ends unless something else keeps it.

    Another Declaration that is pending does, and so does a new Mastermind who has yet to speak.
    """
    if the_floor.game.awaits_address:
        return
    others = Matter.objects.filter(game=the_floor.game, kind=Kind.DOV.value, status=Status.PENDING.value)
    if not others.exists():
        roster_actions.end_hiatus(the_floor, "no Declaration of Victory is pending")


LONGEST_WHY, LONGEST_NOTE = 1_000, 2_000


def write_note(the_floor: Floor, entry: Post, text: str, by: Agent | None) -> AdminNote:
    """Step: a note of an Admin's, or the Clerk's, as of the next event, which has its words too."""
    number = games_queries.next_number(AdminNote.objects.filter(post=entry))
    return AdminNote.objects.create(
        post=entry, number=number, author=by, text=text, at=the_floor.now, seq=the_floor.next_seq
    )


def close_matter(the_floor: Floor, matter: Matter, status: Status, by: Agent | None, closing: object = None) -> None:
    """Step: a matter is pending no more, as of the next event. One row must change, or somebody was first."""
    changed = Matter.objects.filter(pk=matter.pk, status=Status.PENDING.value).update(
        status=status.value,
        resolved_at=the_floor.now,
        resolved_seq=the_floor.next_seq,
        resolved_by=by,
        closing=closing,
        next_check=None,
    )
    if changed != 1:
        raise Refused(Reason("not-pending", the_floor.law.rule("enactment.resolving"), {"status": matter.status}))
