"""The Clock of a game, and the counts of its nweeks."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from nomic.core.games.models import Game


class NweekClock(models.Model):
    """Where the Clock stands. The midnight that it waits for, On or in a pause, is the game's `stroke_at`.

    `resumes_at`: the midnight at which a pause is over, and the Clock is On again. `numbers_from`: the least Number
    that the next Proposal may get, as an Administrator has set it.
    """

    game = models.OneToOneField(Game, on_delete=models.PROTECT, related_name="nweek_clock", primary_key=True)
    nweek = models.PositiveIntegerField(default=1)
    nday = models.PositiveIntegerField(default=1)
    running = models.BooleanField(default=True)
    resumes_at = models.DateTimeField(null=True, blank=True)
    numbers_from = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(nweek__gte=1, nday__gte=1), name="ndays_count_from_one"),
            models.CheckConstraint(condition=Q(running=False) | Q(resumes_at__isnull=True), name="no_pause_while_on"),
        ]

    def __str__(self) -> str:
        return f"nday {self.nday} of nweek {self.nweek}"


class NweekCount(models.Model):
    """The count of one nweek's ballot. `due_at`: the midnight at which it was due; `at`, `seq`: when it was made.

    `facts`: what it was made from, and `trace`: what followed, in plain JSON; `recount` makes it anew.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="nweek_counts")
    nweek = models.PositiveIntegerField()
    due_at = models.DateTimeField()
    at = models.DateTimeField()
    seq = models.PositiveBigIntegerField()
    facts = models.JSONField()
    trace = models.JSONField()

    class Meta:
        ordering = ["-nweek"]
        constraints = [
            models.UniqueConstraint(fields=["game", "nweek"], name="each_nweek_is_counted_once"),
            models.CheckConstraint(condition=Q(at__gte=F("due_at")), name="counted_when_due_or_later"),
        ]

    def __str__(self) -> str:
        return f"the count of nweek {self.nweek}"
