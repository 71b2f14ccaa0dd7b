"""Matters enacted and failed, judged anew as of the event before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from nomic.core.mechanics.chain import decision_json, plain
from nomic.core.mechanics.decision import Decision
from nomic.core.models import Event, Game
from proposals import queries
from proposals.actions.resolving import closing_json
from proposals.mechanics.votes import Status
from proposals.models import Matter
from proposals.queries import Judged
from proposals.recounting.differences import Difference, Log, compare
from proposals.recounting.endings import ENDS, REOPENED, overtaken_by

DECIDED = [Status.ENACTED.value, Status.FAILED.value]


def decisions(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every matter enacted or failed, also before it was opened again: verdict, tally, roster and quorum."""
    rows = Matter.objects.filter(game=game, status__in=DECIDED).select_related("post", "post__author")
    for matter in rows.order_by("resolved_seq"):
        # A Declaration that was overtaken was not judged at all.
        if not overtaken_by(matter, log):
            yield _decision(matter, log.get(matter.resolved_seq or 0))
    yield from _undone(game, log)


def _undone(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every decision that an Admin undid by opening the matter again: it was right by the facts of its moment."""
    matters = {each.post.subject_key: each for each in Matter.objects.filter(game=game).select_related("post")}
    for event in log.values():
        matter = matters.get(event.subject)
        undone = event.kind == REOPENED and log.get(event.data["closed_seq"])
        # What has been filed as another kind of matter since is judged by its new clock.
        if matter and undone and "closing" in undone.data and matter.opened_seq < undone.seq:
            yield _judged_anew(matter, undone, {"log": undone.data["closing"]}, ENDS[undone.kind])


def _decision(matter: Matter, event: Event | None) -> list[Difference]:
    seq, subject = matter.resolved_seq or 0, matter.post.subject_key
    if event is None or event.subject != subject or "closing" not in event.data:
        return [Difference(seq, f"decision on {subject}", matter.status, None)]
    records = {"log": event.data["closing"], "matter": matter.closing or {}}
    return _judged_anew(matter, event, records, Status(matter.status))


def _judged_anew(
    matter: Matter, event: Event, records: Mapping[str, Mapping[str, Any]], status: Status
) -> list[Difference]:
    seq, subject = event.seq, matter.post.subject_key
    facts, scene = queries.pending_after(matter.game_id, matter.post, seq - 1, event.at)
    verdict = queries.judge(facts, scene)
    closing = closing_json(Judged(matter.post, facts, verdict, facts.queue_position, scene))
    found = compare(seq, f"event before the decision on {subject}", event.data["as_of"], seq - 1)
    found += compare(seq, f"grounds for {subject}", event.decision, decision_json(Decision(True, verdict.reasons)))
    for source, record in records.items():
        for key in sorted(closing.keys() | record.keys()):
            what = f"{key} of {subject} in the {source}"
            found += compare(seq, what, record.get(key), plain(closing.get(key)))
    may = verdict.may_enact if status is Status.ENACTED else verdict.may_fail
    return found + compare(seq, f"whether {subject} could be {status}", True, may)
