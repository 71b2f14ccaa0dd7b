"""Private messages: each for its two ends alone, whoever asks and in whatever office. Reads only. (DESIGN idea 5)

`message_of` is the one door: no other query gives a message to a page.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from nomic.core import vault
from nomic.core.games.models import Agent
from nomic.core.log.models import PrivateEvent
from nomic.core.messages.models import Message
from nomic.core.notifications.models import Notice
from nomic.core.secrets.queries import proof_of, unseal_event
from nomic.core.secrets.rules import Proof

MOST_IN_A_CONVERSATION = 200


@dataclass(frozen=True, slots=True)
class Letter:
    """A message as one of its ends sees it. `subject` and `body` are None for whom it is to, until e opens it."""

    uid: str
    sender: Agent
    recipient: Agent
    to_office: bool
    sent_at: datetime
    received_at: datetime | None
    is_sent: bool
    subject: str | None
    body: str | None


def reader_of(account_id: int | None, game_id: int) -> Agent | None:
    """Who an account is or was in a game: whoever has left still reads eir old messages."""
    return Agent.objects.filter(account_id=account_id, game_id=game_id).first() if account_id else None


def message_of(agent: Agent, uid: str) -> Message | None:
    """The message of that address, if this Agent sent it or it was sent to em; None for everybody else."""
    return _ends(agent).filter(uid=uid).first()


def _ends(agent: Agent) -> QuerySet[Message]:
    mine = Q(sender=agent) | Q(recipient=agent)
    return Message.objects.filter(mine, game_id=agent.game_id).select_related("sender", "recipient", "private")


def messages_to(agent: Agent) -> QuerySet[Message]:
    """What an Agent received, opened or not, the newest first."""
    return _ends(agent).filter(recipient=agent)


def messages_from(agent: Agent) -> QuerySet[Message]:
    """What an Agent sent, the newest first."""
    return _ends(agent).filter(sender=agent)


def letter(message: Message, agent: Agent) -> Letter:
    """A message as this Agent, one of its ends, sees it."""
    assert agent.pk in {message.sender_id, message.recipient_id}
    is_sent = message.sender_id == agent.pk
    said = unseal_message(message) if is_sent or message.received_at else {}
    return Letter(
        message.uid,
        message.sender,
        message.recipient,
        message.to_office,
        message.sent_at,
        message.received_at,
        is_sent,
        said.get("subject"),
        said.get("body"),
    )


def unseal_message(message: Message) -> dict[str, Any]:
    """Subject, body, and the salt of their commitment: for actions, and for pages through `letter` alone."""
    found: dict[str, Any] = vault.unseal(message.sealed)
    return found


def conversation(message: Message, agent: Agent) -> list[Letter]:
    """All messages that answer one another and that this one belongs to, the oldest first, as this Agent sees them."""
    other = message.recipient if message.sender_id == agent.pk else message.sender
    both = Q(sender=other) | Q(recipient=other)
    between = list(_ends(agent).filter(both).order_by("sent_at", "pk"))
    together = _connected_keys(between, message.pk)
    return [letter(each, agent) for each in between if each.pk in together][-MOST_IN_A_CONVERSATION:]


def _connected_keys(messages: Iterable[Message], key: int) -> set[int]:
    """The keys of all that are joined with one by answers, either way."""
    joined: dict[int, set[int]] = {}
    for each in messages:
        joined.setdefault(each.pk, set())
        if each.answers_id is not None:
            joined[each.pk].add(each.answers_id)
            joined.setdefault(each.answers_id, set()).add(each.pk)
    found, ahead = set[int](), [key]
    while ahead:
        here = ahead.pop()
        if here not in found:
            found.add(here)
            ahead += joined.get(here, ())
    return found


def proof_of_sending(message: Message, *, disclose: bool, with_text: bool) -> Proof | None:
    """The proof that a message was sent; None until its day is over. `disclose`: by whom, to whom and when.

    `with_text`: also what it said. Without it nobody can learn or try the text: its commitment has a salt of its own.
    """
    proof = proof_of(message.private, disclose=disclose or with_text)
    if proof is None or not with_text:
        return proof
    said = unseal_message(message)
    return replace(proof, text={"subject": said["subject"], "body": said["body"]}, text_salt=said["salt"])


def proof_of_receipt(message: Message) -> Proof | None:
    """The proof that a message was opened, by whom and when; None if it was not, or its day is not over."""
    if message.received_at is None:
        return None
    links = PrivateEvent.objects.filter(game_id=message.game_id, at=message.received_at, n__gt=message.private.n)
    for link in links.order_by("n"):
        told = unseal_event(link)
        if told.kind == "message.received" and told.data["uid"] == message.uid:
            return proof_of(link, disclose=True)
    return None


def is_message_unopened(told: Notice) -> bool:
    """Whether its recipient has not opened the message that a notice tells of."""
    opened = Message.objects.filter(uid=told.key.removeprefix("message:"), received_at__isnull=False)
    return not opened.exists()
