"""Enact and fail matters: by an Admin, or by the Clerk where the law says so. (Rules 1.9 and Enactment; Readings 14,
43)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache

from django.db.models import Q

from nomic.core.chain import Json, plain_json, reasons_json
from nomic.core.decision import Decision, Reason, Refused
from nomic.core.effects import Effect
from nomic.core.floor import Floor, floor
from nomic.core.games import queries as games_queries
from nomic.core.games.models import Agent
from nomic.core.input import clean_text
from nomic.core.log import queries as log_queries
from nomic.core.roster import actions as roster_actions
from proposals.deciding import queries as deciding_queries
from proposals.deciding.actions_kinds import Resolution, actions_of
from proposals.deciding.queries import JudgedMatter
from proposals.deciding.rules import admin_may_resolve, clerk_may_resolve
from proposals.kinds import KINDS
from proposals.kinds.proposal.dials import ENACTMENT_RESOLVING
from proposals.posts import queries as posts_queries
from proposals.posts.actions import close_matter
from proposals.posts.models import AdminNote, Matter, Post
from proposals.voting import queries as voting_queries
from proposals.voting.rules import Status
from rulesets.changes import actions as changes_actions, queries as changes_queries
from rulesets.changes.rules_kinds import applies_to_itself
from rulesets.changes.rules_steps import Applied, ChangeProblem

RETRY_AFTER = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class HandResolution:
    """What an Admin settles emself, by place in the change list: texts that e wrote, changes that shall do nothing."""

    resolutions: dict[int, str] = field(default_factory=dict)
    skipped: frozenset[int] = frozenset()

    def problems_left(self, applied: Applied) -> tuple[ChangeProblem, ...]:
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
    if left := hands.problems_left(applied):
        raise Refused(*(_obstacle(the_floor, problem.code, problem.facts) for problem in left))
    _close_with_tally(the_floor, judged, Status.ENACTED, by, note, hands.json)
    itself = applies_to_itself(applied)
    resolution = Resolution(judged=judged, by=by, itself=itself)
    actions = actions_of(judged.facts.kind.code)
    # What the Proposal changes about enactment does not hold for itself yet, unless it says outright that it does.
    if not itself:
        actions.on_pass(the_floor, resolution)
    changes_actions.enact_changes(the_floor, applied, changes_actions.Cause(judged.post.subject_key, by))
    if itself:
        actions.on_pass(the_floor, resolution)
    reschedule_checks(the_floor)


def _obstacle(the_floor: Floor, code: str, facts: Mapping[str, object]) -> Reason:
    return Reason(code, the_floor.law.rule(ENACTMENT_RESOLVING), {key: str(fact) for key, fact in facts.items()})


def _write_failed(the_floor: Floor, judged: JudgedMatter, by: Agent | None, note: str) -> None:
    _close_with_tally(the_floor, judged, Status.FAILED, by, note, {})
    actions_of(judged.facts.kind.code).on_fail(the_floor, Resolution(judged=judged, by=by))
    reschedule_checks(the_floor)


def _close_with_tally(
    the_floor: Floor, judged: JudgedMatter, status: Status, by: Agent | None, note: str, by_hand: dict[str, Json]
) -> None:
    """The final tally goes on record with the decision, the roster and the quorum as they stood."""
    closing = closing_json(judged)
    close_matter(the_floor, judged.post.matter, status, by, closing)
    if note:
        write_note(the_floor, judged.post, note, by)
    the_floor.record(
        judged.facts.kind.end_event(status),
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


# What changes a verdict other than time: then whatever may have its turn is due for a look.


def reschedule_checks(the_floor: Floor, effect: Effect | None = None) -> None:
    """Step: roster, law, hiatus or queue changed; the sweep looks again at the oldest Proposal and at all in no queue.

    A Proposal behind an older one can neither be enacted nor failed, whatever changes; it is due when its turn comes.
    """
    pending = Matter.objects.filter(game=the_floor.game, status=Status.PENDING.value)
    queued = [each.code for each in KINDS.values() if each.has_queue]
    queue = pending.filter(kind__in=queued).order_by("opened_at", "post__number")
    head = queue.values_list("pk", flat=True).first()
    pending.filter(~Q(kind__in=queued) | Q(pk=head)).update(next_check=the_floor.now)


LONGEST_WHY, LONGEST_NOTE = 1_000, 2_000


def write_note(the_floor: Floor, entry: Post, text: str, by: Agent | None) -> AdminNote:
    """Step: a note of an Admin's, or the Clerk's, as of the next event, which has its words too."""
    number = games_queries.next_number(AdminNote.objects.filter(post=entry))
    return AdminNote.objects.create(
        post=entry, number=number, author=by, text=text, at=the_floor.now, seq=the_floor.next_seq
    )
