"""Dice: rolled in public, bound to an Agent and to what they were for; or in secret, sealed in the private chain."""

from __future__ import annotations

from django.db import models

from nomic.core.games.models import Agent, Game
from nomic.core.log.models import Event, PrivateEvent
from nomic.core.secrets.models import Day, SecretSeed


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
