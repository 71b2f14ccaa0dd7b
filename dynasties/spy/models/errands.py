"""What is told to the Mastermind alone, and what e or the Clerk does about it. (Rules Capture, Checkpoint Charlie)"""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from dynasties.spy.models.theatres import Theatre
from nomic.core.models import PrivateEvent, Roll


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
            ),
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
