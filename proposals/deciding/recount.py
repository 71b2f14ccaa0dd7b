"""Recount the end of every matter: decisions are judged again as of the event before, quorums on Calls found again,
and statuses compared with the log.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from nomic.core.chain import decision_json, plain_json
from nomic.core.decision import Decision
from nomic.core.games.models import Game
from nomic.core.log.models import Event
from nomic.core.log.recount import Difference, Log, compare_values
from proposals.deciding import queries as deciding_queries
from proposals.deciding.actions import closing_json
from proposals.deciding.queries import JudgedMatter
from proposals.kinds import KINDS, kind_of
from proposals.kinds.cfj import rules as cfj_rules
from proposals.posts.models import Matter
from proposals.posts.recount import WITHDRAWN
from proposals.voting.rules import Status

DECIDED = [Status.ENACTED.value, Status.FAILED.value]


def recount_decisions(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every matter enacted or failed, also before it was opened again: verdict, tally, roster and quorum."""
    rows = Matter.objects.filter(game=game, status__in=DECIDED).select_related("post", "post__author")
    for matter in rows.order_by("resolved_seq"):
        # A Declaration that was overtaken was not judged at all.
        if not overtaken_by(matter, log):
            yield _decision_differences(matter, log.get(matter.resolved_seq or 0))
    yield from _undone_decisions(game, log)


def _undone_decisions(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every decision that an Admin undid by opening the matter again: it was right by the facts of its moment."""
    matters = {each.post.subject_key: each for each in Matter.objects.filter(game=game).select_related("post")}
    for event in log.values():
        matter = matters.get(event.subject)
        undone = event.kind == REOPENED and log.get(event.data["closed_seq"])
        # What has been filed as another kind of matter since is judged by its new clock.
        if matter and undone and "closing" in undone.data and matter.opened_seq < undone.seq:
            yield _judge_again(matter, undone, {"log": undone.data["closing"]}, ENDS[undone.kind])


def _decision_differences(matter: Matter, event: Event | None) -> list[Difference]:
    seq, subject = matter.resolved_seq or 0, matter.post.subject_key
    if event is None or event.subject != subject or "closing" not in event.data:
        return [Difference(seq, f"decision on {subject}", matter.status, None)]
    records = {"log": event.data["closing"], "matter": matter.closing or {}}
    return _judge_again(matter, event, records, Status(matter.status))


def _judge_again(
    matter: Matter, event: Event, records: Mapping[str, Mapping[str, Any]], status: Status
) -> list[Difference]:
    seq, subject = event.seq, matter.post.subject_key
    facts, scene = deciding_queries.matter_after(matter.game_id, matter.post, seq - 1, event.at)
    verdict = deciding_queries.judge_matter(facts, scene)
    closing = closing_json(JudgedMatter(matter.post, facts, verdict, facts.queue_position, scene))
    found = compare_values(seq, f"event before the decision on {subject}", event.data["as_of"], seq - 1)
    found += compare_values(
        seq, f"grounds for {subject}", event.decision, decision_json(Decision(True, verdict.reasons))
    )
    for source, record in records.items():
        for key in sorted(closing.keys() | record.keys()):
            what = f"{key} of {subject} in the {source}"
            found += compare_values(seq, what, record.get(key), plain_json(closing.get(key)))
    may = verdict.may_enact if status is Status.ENACTED else verdict.may_fail
    return found + compare_values(seq, f"whether {subject} could be {status}", True, may)


# What became of every matter and post, told from the log: enacted, failed, withdrawn, illegal, overtaken.

CROWNED = "mastermind.changed"
DECLARING = [kind.code for kind in KINDS.values() if kind.declares_victory]
LATCHING = [kind.code for kind in KINDS.values() if kind.has_latch]
WON = frozenset(KINDS[code].end_event(Status.ENACTED) for code in DECLARING)
# What every kind of event makes of the matter that it is about.
ENDS = {event: status for kind in KINDS.values() for event, status in kind.end_events.items()}
ENDS |= {WITHDRAWN: Status.WITHDRAWN, "post.marked-illegal": Status.ILLEGAL}
REOPENED = "post.reopened"


def recount_endings(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every matter: its status, and when and by whom it came about. One without an event that ends it is pending."""
    ends = _ends(log)
    for matter in Matter.objects.filter(game=game).select_related("post"):
        subject = matter.post.subject_key
        event = ends.get(subject)
        seq = event.seq if event else matter.resolved_seq or game.last_seq
        status = ENDS[event.kind] if event else Status.PENDING
        found = compare_values(seq, f"status of {subject}", matter.status, status.value)
        now = (matter.resolved_seq, matter.resolved_at, matter.resolved_by_id)
        yield found + compare_values(seq, f"end of {subject}", now, _when_and_by_whom(event))


def closed_spans(subject: str, log: Log) -> list[range]:
    """The numbers of the events while a matter was closed that an Admin opened again later."""
    again = (event for event in log.values() if event.kind == REOPENED and event.subject == subject)
    return [range(event.data["closed_seq"], event.seq) for event in again]


def _ends(log: Log) -> dict[str, Event]:
    """The event that ended each matter last, by its subject; none for one that was opened again since."""
    ends: dict[str, Event] = {}
    for event in log.values():
        if event.kind in ENDS:
            ends[event.subject] = event
        elif event.kind == REOPENED:
            ends.pop(event.subject, None)
    return ends


def _when_and_by_whom(event: Event | None) -> tuple[object, ...]:
    return (event.seq, event.at, event.actor_id) if event else (None, None, None)


def recount_declarations(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every Declaration of Victory: that another one or its author's new role overtook it, or that nothing did."""
    for matter in Matter.objects.filter(game=game, kind__in=DECLARING).select_related("post"):
        told, event = overtaken_by(matter, log), log.get(matter.resolved_seq or 0)
        what = f"what overtook {matter.post.subject_key}"
        seq = matter.resolved_seq or game.last_seq
        found = compare_values(seq, f"{what} in the log", event.data.get("superseded_by") if event else None, told)
        yield found + compare_values(seq, f"{what} in the matter", (matter.closing or {}).get("superseded_by"), told)


def overtaken_by(matter: Matter, log: Log) -> str | None:
    """What happened while this Declaration was pending, as the log names it, so that it failed unjudged: another one
    passed, or its author became the Mastermind (Reading 14)."""
    if not kind_of(matter.kind).declares_victory:
        return None
    end = matter.resolved_seq or max(log, default=0) + 1
    between = (log[seq] for seq in range(matter.opened_seq + 1, end) if seq in log)
    own = (CROWNED, f"agent:{matter.post.author_id}")
    return next((each.subject for each in between if each.kind in WON or (each.kind, each.subject) == own), None)


# Calls for Judgment: when a quorum first agreed on each, and what their anonymous authors have told, from the log.

# What may bring a quorum about, beside a vote on the Call itself.
MOVES = ("agent.", "law.", "hiatus.")


def recount_latches(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every Call: that what is kept of its quorum is what stood then, and that none had agreed before."""
    for matter in Matter.objects.filter(game=game, kind__in=LATCHING).select_related("post", "post__author"):
        yield _latch_differences(matter, log) + _earlier_agreements(matter, log)


def _latch_differences(matter: Matter, log: Log) -> list[Difference]:
    kept: dict[str, Any] | None = matter.latch
    if kept is None:
        return []
    seq = int(kept["seq"])
    return compare_values(seq, f"quorum on {matter.post.subject_key}", kept, _agreement_json(matter, seq, log[seq].at))


def _agreement_json(matter: Matter, seq: int, at: datetime) -> dict[str, Any] | None:
    """What a quorum had found by event `seq`, as it would be kept."""
    facts, scene = deciding_queries.matter_after(matter.game_id, matter.post, seq, at)
    found = cfj_rules.agreement_at(facts, scene.roster, scene.law, scene.now, scene.hiatus)
    return dict(deciding_queries.latch_json(found, facts, scene, seq)) if found else None


def _earlier_agreements(matter: Matter, log: Log) -> list[Difference]:
    """No quorum had agreed at the end of any act before the one that latched it; none at all, if nothing did."""
    first = matter.latch["at"] if matter.latch else None
    shut = closed_spans(matter.post.subject_key, log)
    moving = (event for event in log.values() if _may_move_quorum(event, matter))
    ends = {event.at: event for event in moving if not any(event.seq in each for each in shut)}
    found: list[Difference] = []
    for at, event in ends.items():
        if first is None or at < datetime.fromisoformat(first):
            told = _agreement_json(matter, event.seq, at)
            found += compare_values(event.seq, f"quorum on {matter.post.subject_key} by then", None, told)
    return found


def _may_move_quorum(event: Event, matter: Matter) -> bool:
    """Whether the event, while the Call was open, may have made a quorum agree."""
    if event.seq <= matter.opened_seq or (matter.resolved_seq is not None and event.seq >= matter.resolved_seq):
        return False
    is_vote = event.kind == "vote.cast" and event.subject == matter.post.subject_key
    return is_vote or event.kind.startswith(MOVES)
