"""Matters enacted and failed, judged anew as of the event before."""

from __future__ import annotations

from collections.abc import Iterator

from nomic.core.mechanics.chain import decision_json, plain
from nomic.core.mechanics.decision import Decision
from nomic.core.models import Event, Game
from proposals import queries
from proposals.actions.resolving import closing_json
from proposals.mechanics.votes import Status
from proposals.models import Matter
from proposals.queries import Judged
from proposals.recounting.differences import Difference, Log, compare
from proposals.recounting.endings import overtaken_by

DECIDED = [Status.ENACTED.value, Status.FAILED.value]


def decisions(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every matter enacted or failed: verdict, tally, roster and quorum."""
    rows = Matter.objects.filter(game=game, status__in=DECIDED).select_related("post", "post__author")
    for matter in rows.order_by("resolved_seq"):
        # A Declaration that another one overtook was not judged at all.
        if not overtaken_by(matter, log):
            yield _decision(matter, log.get(matter.resolved_seq or 0))


def _decision(matter: Matter, event: Event | None) -> list[Difference]:
    seq, subject = matter.resolved_seq or 0, matter.post.subject_key
    if event is None or event.subject != subject or "closing" not in event.data:
        return [Difference(seq, f"decision on {subject}", matter.status, None)]
    facts, scene = queries.pending_after(matter.game_id, matter.post, seq - 1, event.at)
    verdict = queries.judge(facts, scene)
    closing = closing_json(Judged(matter.post, facts, verdict, facts.queue_position, scene))
    found = compare(seq, f"event before the decision on {subject}", event.data["as_of"], seq - 1)
    found += compare(seq, f"grounds for {subject}", event.decision, decision_json(Decision(True, verdict.reasons)))
    for source, record in (("log", event.data["closing"]), ("matter", matter.closing or {})):
        for key in sorted(closing.keys() | record.keys()):
            what = f"{key} of {subject} in the {source}"
            found += compare(seq, what, record.get(key), plain(closing.get(key)))
    may = verdict.may_enact if matter.status == Status.ENACTED else verdict.may_fail
    return found + compare(seq, f"whether {subject} could be {matter.status}", True, may)
