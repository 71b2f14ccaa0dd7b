"""What was owed, what was done only so often, and what was said in private, against the log and the private chain."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime

from nomic.core import queries as core
from nomic.core.mechanics.budgets import next_allowed
from nomic.core.mechanics.chain import plain
from nomic.core.mechanics.sealing import commitment
from nomic.core.models import Deed, Duty, Event, Game, Message
from proposals.recounting.differences import Difference, Log, compare


def duties(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every duty: how it arose, until when it is due by now, and that it was done, when and by whom; and no other."""
    told = {event.subject: event for event in log.values() if event.kind == "duty.arose"}
    timed = (event for event in log.values() if event.kind in {"duty.arose", "duty.resumed"})
    due = {event.subject: event.data["due_at"] for event in timed}
    done = {event.subject: event for event in log.values() if event.kind == "duty.done"}
    for duty in Duty.objects.filter(game=game):
        subject = f"duty:{duty.number}"
        now = (duty.owed_by_id, duty.text, duty.rule, duty.cause, duty.arose_seq)
        found = compare(duty.arose_seq, subject, now, _arisen(told.pop(subject, None)))
        found += compare(duty.arose_seq, f"when {subject} is due", plain(duty.due_at), due.get(subject))
        report = (duty.done_seq, duty.done_at, duty.done_by_id, duty.note)
        seq = duty.done_seq or game.last_seq
        yield found + compare(seq, f"report of {subject}", report, _report(done.get(subject)))
    for subject, event in told.items():
        yield [Difference(event.seq, subject, None, event.data.get("text"))]


def _arisen(event: Event | None) -> tuple[object, ...] | None:
    return (*(event.data.get(name) for name in ("agent", "text", "rule", "cause")), event.seq) if event else None


def _report(event: Event | None) -> tuple[object, ...]:
    return (event.seq, event.at, event.actor_id, event.data.get("note")) if event else (None, None, None, "")


def deeds(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every doing of what may be done only so often: that the law of the event before allowed it then."""
    before = defaultdict[tuple[int, str], list[datetime]](list)
    for deed in Deed.objects.filter(game=game).order_by("at", "pk"):
        law = core.law(game.pk, deed.seq - 1)
        act, earlier = law.act(deed.act), before[deed.agent_id, deed.act]
        may = act is not None and next_allowed(act.budget, earlier, law, deed.at).outcome
        earlier.append(deed.at)
        yield compare(deed.seq, f"whether agent:{deed.agent_id} could do {deed.act}", True, may)


def messages(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every private message: that its link in the private chain tells of these two, this moment and this text.

    A difference names no end and no word of it.
    """
    for message in Message.objects.filter(game=game).select_related("private"):
        told, said = core.opened(message.private), core.said_in(message)
        text = commitment({"subject": said["subject"], "body": said["body"]}, said["salt"])
        now = ("message.sent", message.sender_id, message.recipient_id, message.uid, text, message.sent_at)
        kept = (told.kind, told.actor_id, *(told.data.get(name) for name in ("to", "uid", "text")), told.at)
        yield [] if now == kept else [Difference(game.last_seq, "a private message", "one thing", "another")]
