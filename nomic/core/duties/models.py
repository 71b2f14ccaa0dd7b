"""What Agents owe, and what they may do only so often."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from nomic.core.games.models import Agent, Game


class Duty(models.Model):
    """Something that an Agent shall do, as a rule has it; `owed_by` is None where any Admin owes it.

    `key` says what it arose from, so that it arises once. `due_at`: by when, if the law says. (Rule Shall and May)
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="duties")
    number = models.PositiveIntegerField()
    owed_by = models.ForeignKey(Agent, null=True, blank=True, on_delete=models.PROTECT, related_name="duties")
    key = models.CharField(max_length=120)
    text = models.CharField(max_length=1_000)
    rule = models.CharField(max_length=100)
    cause = models.CharField(max_length=80, blank=True)
    arose_at = models.DateTimeField()
    arose_seq = models.PositiveBigIntegerField()
    due_at = models.DateTimeField(null=True, blank=True)
    next_check = models.DateTimeField(null=True, blank=True)
    done_at = models.DateTimeField(null=True, blank=True)
    done_seq = models.PositiveBigIntegerField(null=True, blank=True)
    done_by = models.ForeignKey(Agent, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    note = models.CharField(max_length=1_000, blank=True)

    class Meta:
        ordering = ["number"]
        verbose_name_plural = "duties"
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="duties_numbered_once"),
            models.UniqueConstraint(fields=["game", "key"], name="a_duty_arises_once"),
            models.CheckConstraint(
                condition=Q(done_at__isnull=True, done_seq__isnull=True)
                | Q(done_at__gte=F("arose_at"), done_seq__gt=F("arose_seq")),
                name="a_duty_is_done_after_it_arose",
            ),
        ]
        indexes = [models.Index(fields=["next_check"], name="duties_due", condition=Q(done_at=None))]

    def __str__(self) -> str:
        return self.text


class Deed(models.Model):
    """One doing of what the law lets an Agent do only often or occasionally; undone, it stays a deed. (Rule Timespans)

    `act` is the name that the rule's own words give it; `seq` the event in which it was done.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="deeds")
    agent = models.ForeignKey(Agent, on_delete=models.PROTECT, related_name="deeds")
    act = models.CharField(max_length=60)
    at = models.DateTimeField()
    seq = models.PositiveBigIntegerField()

    class Meta:
        ordering = ["at", "pk"]
        indexes = [models.Index(fields=["agent", "act", "at"], name="deeds_of_an_agent")]

    def __str__(self) -> str:
        return f"{self.act} by {self.agent_id}"
