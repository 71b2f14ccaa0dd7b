"""A stretch of play, who takes part in it, what is top secret about them, and what is told to the Mastermind alone.
(Rules Affiliation, Location, Smuggling, Capture, Checkpoint Charlie and Top Secret)
"""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from nomic.core.dice.models import Roll
from nomic.core.games.models import Agent, Game
from nomic.core.log.models import Event, PrivateEvent


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


# What is told to the Mastermind alone, and what e or the Clerk does about it. (Rules Capture, Checkpoint Charlie)


class Errand(models.Model):
    """What follows from a move at a later moment, which was drawn in secret: most have nothing to do.

    Every move leaves one, so that none of them tells that somebody passed Checkpoint Charlie. Sealed are the moment
    `look_at`, at which the Clerk opens it, and `due_at`, until when the Mastermind shall have posted; so is whether it
    is `opened`, and `post`, the number of the post. In the clear any of it would tell of which move the post speaks.
    `next_check` is by when it will have been opened, as long after each move; None after that, or where nobody will.
    """

    theatre = models.ForeignKey(Theatre, on_delete=models.PROTECT, related_name="errands")
    uid = models.CharField(max_length=40, unique=True)
    private = models.OneToOneField(PrivateEvent, on_delete=models.PROTECT, related_name="+")
    sealed = models.TextField()
    next_check = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["next_check"], name="errands_due")]

    def __str__(self) -> str:
        return "an errand"


class Attempt(models.Model):
    """Somebody told the Mastermind whom e would capture. Captor, target, places and the answer are sealed.

    So is whether it waits for the Mastermind's die: that would tell that two are in one place. `ruled_at`: when e
    rolled it.
    """

    theatre = models.ForeignKey(Theatre, on_delete=models.PROTECT, related_name="attempts")
    uid = models.CharField(max_length=40, unique=True)
    private = models.OneToOneField(PrivateEvent, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    sealed = models.TextField()
    ruled_at = models.DateTimeField(null=True, blank=True)
    roll = models.OneToOneField(Roll, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    token = models.CharField(max_length=64, unique=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(ruled_at__isnull=True) | Q(ruled_at__gte=F("at")), name="an_attempt_is_ruled_on_later"
            )
        ]

    def __str__(self) -> str:
        return "an attempt"


class Disclosure(models.Model):
    """One thing that the Mastermind told one Agent about another. Owner, reader, what and the value are sealed."""

    theatre = models.ForeignKey(Theatre, on_delete=models.PROTECT, related_name="disclosures")
    uid = models.CharField(max_length=40, unique=True)
    private = models.OneToOneField(PrivateEvent, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    sealed = models.TextField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return "a disclosure"
