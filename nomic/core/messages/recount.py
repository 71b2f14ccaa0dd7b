"""Recount duties, limited acts and private messages against the log and the private chain."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime

from nomic.core.chain import commitment, plain_json
from nomic.core.duties.models import Deed, Duty
from nomic.core.duties.rules import may_act_again
from nomic.core.games.models import Game
from nomic.core.law import queries as law_queries
from nomic.core.log.models import Event
from nomic.core.log.recount import Difference, Log, compare_values
from nomic.core.messages import queries as messages_queries
from nomic.core.messages.models import Message
from nomic.core.secrets import queries as secrets_queries


def recount_duties(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every duty: how it arose, until when it is due by now, and that it was done, when and by whom; and no other."""
    told = {event.subject: event for event in log.values() if event.kind == "duty.arose"}
    timed = (event for event in log.values() if event.kind in {"duty.arose", "duty.resumed"})
    due = {event.subject: event.data["due_at"] for event in timed}
    done = {event.subject: event for event in log.values() if event.kind == "duty.done"}
    for duty in Duty.objects.filter(game=game):
        subject = f"duty:{duty.number}"
        now = (duty.owed_by_id, duty.text, duty.rule, duty.cause, duty.arose_seq)
        found = compare_values(duty.arose_seq, subject, now, _origin_facts(told.pop(subject, None)))
        found += compare_values(duty.arose_seq, f"when {subject} is due", plain_json(duty.due_at), due.get(subject))
        report = (duty.done_seq, duty.done_at, duty.done_by_id, duty.note)
        seq = duty.done_seq or game.last_seq
        yield found + compare_values(seq, f"report of {subject}", report, _report_facts(done.get(subject)))
    for subject, event in told.items():
        yield [Difference(event.seq, subject, None, event.data.get("text"))]


def _origin_facts(event: Event | None) -> tuple[object, ...] | None:
    return (*(event.data.get(name) for name in ("agent", "text", "rule", "cause")), event.seq) if event else None


def _report_facts(event: Event | None) -> tuple[object, ...]:
    return (event.seq, event.at, event.actor_id, event.data.get("note")) if event else (None, None, None, "")


def recount_deeds(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every doing of what may be done only so often: that the law of the event before allowed it then."""
    before = defaultdict[tuple[int, str], list[datetime]](list)
    for deed in Deed.objects.filter(game=game).order_by("at", "pk"):
        law = law_queries.law(game.pk, deed.seq - 1)
        act, earlier = law.act(deed.act), before[deed.agent_id, deed.act]
        may = act is not None and may_act_again(act.budget, earlier, law, deed.at).outcome
        earlier.append(deed.at)
        yield compare_values(deed.seq, f"whether agent:{deed.agent_id} could do {deed.act}", True, may)


def recount_messages(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every private message: that its link in the private chain tells of these two, this moment and this text.

    A difference names no end and no word of it.
    """
    for message in Message.objects.filter(game=game).select_related("private"):
        told, said = secrets_queries.unseal_event(message.private), messages_queries.unseal_message(message)
        text = commitment({"subject": said["subject"], "body": said["body"]}, said["salt"])
        now = ("message.sent", message.sender_id, message.recipient_id, message.uid, text, message.sent_at)
        kept = (told.kind, told.actor_id, *(told.data.get(name) for name in ("to", "uid", "text")), told.at)
        yield [] if now == kept else [Difference(game.last_seq, "a private message", "one thing", "another")]
