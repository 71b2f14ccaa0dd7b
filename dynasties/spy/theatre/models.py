"""A stretch of play, who takes part in it, and what is top secret about em. (Rules Affiliation, Location, Smuggling)"""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from nomic.core.models import Agent, Event, Game, PrivateEvent


class Theatre(models.Model):
    """The stretch of play from the event with which the law of spies came into force until it is all gone.

    `revealed`: the event in which everything that was secret in it was opened.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="theatres")
    number = models.PositiveIntegerField()
    began_at = models.DateTimeField()
    began_seq = models.PositiveBigIntegerField()
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_seq = models.PositiveBigIntegerField(null=True, blank=True)
    revealed = models.OneToOneField(Event, null=True, blank=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="theatres_numbered_once"),
            models.UniqueConstraint(fields=["game"], condition=Q(ended_at__isnull=True), name="one_theatre_at_a_time"),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True, ended_seq__isnull=True)
                | Q(ended_at__gte=F("began_at"), ended_seq__gte=F("began_seq")),
                name="a_theatre_ends_after_it_began",
            ),
        ]

    def __str__(self) -> str:
        return f"theatre {self.number} of game {self.game_id}"


class Spy(models.Model):
    """An Agent who takes part. `declare_by`: when eir time to declare an Affiliation is over; the Clerk looks at
    `next_check` whether or not e has declared, so that the row does not tell.

    `outfitted_seq`: the event with which e got eir first Tickets. `raised_seq`: with which e raised eir Gadgets once.
    """

    theatre = models.ForeignKey(Theatre, on_delete=models.PROTECT, related_name="spies")
    agent = models.ForeignKey(Agent, on_delete=models.PROTECT, related_name="+")
    since_at = models.DateTimeField()
    since_seq = models.PositiveBigIntegerField()
    declare_by = models.DateTimeField(null=True, blank=True)
    next_check = models.DateTimeField(null=True, blank=True)
    outfitted_seq = models.PositiveBigIntegerField(null=True, blank=True)
    raised_seq = models.PositiveBigIntegerField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "spies"
        constraints = [models.UniqueConstraint(fields=["theatre", "agent"], name="a_spy_once_in_a_theatre")]
        indexes = [models.Index(fields=["next_check"], name="spies_due")]

    def __str__(self) -> str:
        return f"spy {self.agent_id} in theatre {self.theatre_id}"


class Cover(models.Model):
    """Everything top secret about one spy, from one moment on: whose it is, Affiliation, Location, side, prison, why.

    The newest one counts. Its link in the private chain commits to what is sealed here.
    """

    theatre = models.ForeignKey(Theatre, on_delete=models.PROTECT, related_name="covers")
    private = models.OneToOneField(PrivateEvent, on_delete=models.PROTECT, related_name="cover")
    at = models.DateTimeField()
    sealed = models.TextField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return "a cover"
