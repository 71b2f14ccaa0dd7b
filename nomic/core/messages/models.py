"""Private messages, each for its two ends alone."""

from __future__ import annotations

from django.db import models

from nomic.core.games.models import Agent, Game
from nomic.core.log.models import PrivateEvent


class Message(models.Model):
    """A private message, for its two ends alone. `sealed` holds subject and body; `uid` cannot be guessed.

    `to_office`: it was sent to whoever is the Mastermind, as such. `received_at`: when e first opened it.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="messages")
    uid = models.CharField(max_length=40, unique=True)
    sender = models.ForeignKey(Agent, on_delete=models.PROTECT, related_name="messages_sent")
    recipient = models.ForeignKey(Agent, on_delete=models.PROTECT, related_name="messages_received")
    to_office = models.BooleanField(default=False)
    sealed = models.TextField()
    sent_at = models.DateTimeField()
    received_at = models.DateTimeField(null=True, blank=True)
    answers = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    private = models.OneToOneField(PrivateEvent, on_delete=models.PROTECT, related_name="message")
    token = models.CharField(max_length=40)

    class Meta:
        ordering = ["-sent_at", "-pk"]
        constraints = [models.UniqueConstraint(fields=["sender", "token"], name="one_message_per_form")]
        indexes = [models.Index(fields=["recipient", "received_at"], name="messages_unread")]

    def __str__(self) -> str:
        return "a private message"
