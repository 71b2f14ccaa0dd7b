"""Private messages: sent, and opened. The public log gains nothing from either. (DESIGN ideas 4 and 5)

A person's mail is no gamestate: it goes on in a hiatus, and idle Agents send and read as others do.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.urls import reverse

from nomic.core import vault
from nomic.core.chain import commitment
from nomic.core.decision import Invalid, Reason, Refused
from nomic.core.floor import Floor, floor
from nomic.core.games.models import Agent
from nomic.core.input import JOINERS, check_same_form, check_token, clean_text
from nomic.core.law.dials import AGENTS_ADMISSION
from nomic.core.messages import queries as messages_queries
from nomic.core.messages.models import Message
from nomic.core.notifications.actions import tell_account
from nomic.core.roster import actions as roster_actions

LONGEST_SUBJECT, LONGEST_BODY = 120, 10_000
OFFICE = "mastermind"


@dataclass(frozen=True, slots=True)
class LetterWords:
    """What is written to an Agent (eir id), or to whoever is the Mastermind (`OFFICE`); `answers`: the address of the
    message that it answers."""

    to: int | str
    subject: str
    body: str
    answers: str | None = None


def send_message(*, actor_id: int, game_id: int, letter: LetterWords, token: str) -> Message:
    """Send a private message.

    Raises `Invalid` at the field that cannot be taken. A form sent twice sends one message: the second time answers
    with the first.
    """
    subject = clean_text("subject", "A subject", letter.subject, LONGEST_SUBJECT, JOINERS)
    body = clean_text("body", "A message", letter.body, LONGEST_BODY)
    if not subject or not body:
        raise Invalid("body" if subject else "subject", "Say something.", "empty")
    check_token(token)
    with floor(game_id) as the_floor:
        sender = roster_actions.require_agent(the_floor, actor_id)
        if twin := Message.objects.filter(sender=sender, token=token).first():
            said, goes_to = messages_queries.unseal_message(twin), OFFICE if twin.to_office else twin.recipient_id
            check_same_form((said["subject"], said["body"], goes_to) == (subject, body, letter.to))
            return twin
        recipient = _recipient(the_floor, sender, letter.to)
        message = _write_message(the_floor, sender, recipient, replace(letter, subject=subject, body=body), token)
        url = reverse("message", args=[the_floor.game.slug, message.uid])
        tell_account(the_floor, recipient.account_id, "message", f"message:{message.uid}", {"from": sender.name}, url)
    return message


def _recipient(the_floor: Floor, sender: Agent, to: int | str) -> Agent:
    rule = the_floor.law.rule(AGENTS_ADMISSION)
    key = the_floor.game.mastermind_id if to == OFFICE else to
    if key is None:
        raise Refused(Reason("no-mastermind", rule))
    found = Agent.objects.filter(pk=key, game=the_floor.game).first()
    if found is None:
        raise Refused(Reason("nobody-here", rule))
    if not found.in_game:
        raise Refused(Reason("gone", rule, {"name": found.name}))
    if found.pk == sender.pk:
        raise Refused(Reason("message-to-oneself", rule))
    return found


def _write_message(the_floor: Floor, sender: Agent, recipient: Agent, letter: LetterWords, token: str) -> Message:
    said = {"subject": letter.subject, "body": letter.body}
    answered = _answered_message(sender, recipient, letter.answers)
    uid, salt = vault.fresh_uid(), vault.fresh_salt()
    # The text has a commitment of its own, so that the sending can be proven without it.
    link = the_floor.append_private_event(
        "message.sent",
        actor=sender,
        uid=uid,
        to=recipient.pk,
        to_office=letter.to == OFFICE,
        text=commitment(said, salt),
        answers=answered.uid if answered else None,
    )
    return Message.objects.create(
        game=the_floor.game,
        uid=uid,
        sender=sender,
        recipient=recipient,
        to_office=letter.to == OFFICE,
        sealed=vault.seal({**said, "salt": salt}),
        sent_at=the_floor.now,
        answers=answered,
        private=link,
        token=token,
    )


def _answered_message(sender: Agent, recipient: Agent, uid: str | None) -> Message | None:
    """The message that is answered: one between the same two, or else there is none such."""
    if not uid:
        return None
    found = messages_queries.message_of(sender, uid)
    if found is None or recipient.pk not in {found.sender_id, found.recipient_id}:
        raise Invalid("answers", "There is no such message between you two.", "no-message")
    return found


def open_message(*, actor_id: int, game_id: int, uid: str) -> Message:
    """Open a message that one received: the moment of the first time goes on record, and counts as evidence.

    Whoever has left the game still opens what was sent to em. Raises `Invalid` for a message that is none of eirs.
    """
    with floor(game_id) as the_floor:
        actor = Agent.objects.filter(pk=actor_id, game=the_floor.game).first()
        message = messages_queries.message_of(actor, uid) if actor else None
        if actor is None or message is None:
            raise Invalid("message", "There is no such message.", "no-message")
        if message.recipient_id == actor.pk and message.received_at is None:
            message.received_at = the_floor.now
            message.save(update_fields=["received_at"])
            the_floor.append_private_event("message.received", actor=actor, uid=uid)
    return message
