"""What the law publishes nothing of, and dice. (DESIGN ideas 4 and 5)

What is secret is kept encrypted (`sealed`, see `nomic.core.vault`); what stands beside it in the clear, a salted
commitment, tells nothing. The private chain has numbers of its own, which no page shows.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from nomic.core.models.history import Event
from nomic.core.models.people import Agent, Game


class PrivateEvent(models.Model):
    """One link of a game's private chain. `sealed` holds kind, actor, facts and salt; `commitment` digests them."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="private_events")
    n = models.PositiveBigIntegerField()
    at = models.DateTimeField()
    commitment = models.CharField(max_length=64)
    sealed = models.TextField()
    previous = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["n"]
        constraints = [
            models.UniqueConstraint(fields=["game", "n"], name="private_chain_has_no_gap_or_double"),
            models.CheckConstraint(condition=Q(n__gte=1), name="private_chain_starts_at_one"),
        ]

    def __str__(self) -> str:
        return f"private event of game {self.game_id}"


class Day(models.Model):
    """A GMT day of a game: its event publishes the head of the private chain and commits the seed of the day's dice.

    `private_n`: how far the chain had got. `seed` (hex) is empty until it is published, the day after; one event may
    open several days.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="days")
    day = models.DateField()
    at = models.DateTimeField()
    event = models.OneToOneField(Event, on_delete=models.PROTECT, related_name="+")
    private_n = models.PositiveBigIntegerField()
    private_hash = models.CharField(max_length=64)
    commitment = models.CharField(max_length=64)
    sealed = models.TextField()
    seed = models.CharField(max_length=64, blank=True)
    opened = models.ForeignKey(Event, null=True, blank=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["day"]
        constraints = [
            models.UniqueConstraint(fields=["game", "day"], name="a_day_turns_once"),
            models.CheckConstraint(
                condition=Q(seed="", opened__isnull=True) | (~Q(seed="") & Q(opened__isnull=False)),
                name="a_days_seed_is_opened_by_an_event",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.day:%Y-%m-%d}"


class SecretSeed(models.Model):
    """What secret rolls are derived from until everything is revealed; the newest of a game is in use. (Reading 51)"""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="secret_seeds")
    n = models.PositiveIntegerField()
    at = models.DateTimeField()
    event = models.OneToOneField(Event, on_delete=models.PROTECT, related_name="+")
    commitment = models.CharField(max_length=64)
    sealed = models.TextField()
    seed = models.CharField(max_length=64, blank=True)
    opened = models.OneToOneField(Event, null=True, blank=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["n"]
        constraints = [
            models.UniqueConstraint(fields=["game", "n"], name="secret_seeds_numbered_once"),
            models.CheckConstraint(
                condition=Q(seed="", opened__isnull=True) | (~Q(seed="") & Q(opened__isnull=False)),
                name="a_secret_seed_is_opened_by_an_event",
            ),
        ]

    def __str__(self) -> str:
        return f"secret seed {self.n}"


class Roll(models.Model):
    """Dice that an Agent rolled, public here: bound to em and to what e said they were for, before they fell.

    `act`: the name of the often or occasional act of the law that it was part of. `faces`: what each die showed.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="rolls")
    number = models.PositiveIntegerField()
    agent = models.ForeignKey(Agent, on_delete=models.PROTECT, related_name="rolls")
    event = models.OneToOneField(Event, on_delete=models.PROTECT, related_name="roll")
    day = models.ForeignKey(Day, on_delete=models.PROTECT, related_name="rolls")
    at = models.DateTimeField()
    dice = models.PositiveIntegerField()
    sides = models.IntegerField()
    nonce = models.CharField(max_length=64)
    purpose = models.CharField(max_length=300)
    act = models.CharField(max_length=60, blank=True)
    faces = models.JSONField()
    total = models.BigIntegerField()
    token = models.CharField(max_length=40)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="rolls_numbered_once"),
            models.UniqueConstraint(fields=["agent", "token"], name="one_roll_per_form"),
        ]

    def __str__(self) -> str:
        return f"{self.dice}DICE{self.sides} = {self.total}"


class SecretRoll(models.Model):
    """Dice whose fall the law publishes to nobody yet; what they were and showed is sealed in the private chain."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="secret_rolls")
    uid = models.CharField(max_length=40, unique=True)
    seed = models.ForeignKey(SecretSeed, on_delete=models.PROTECT, related_name="rolls")
    private = models.OneToOneField(PrivateEvent, on_delete=models.PROTECT, related_name="roll")

    def __str__(self) -> str:
        return "a secret roll"


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
