"""Gadgets: asked for, voted on, approved, priced, owned. All of it is public. (Rules Gadgets and Spy Shop)"""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from dynasties.spy.gadgets.rules_requests import Stance
from dynasties.spy.theatre.models import Theatre
from nomic.core.games.models import Agent

SAYS = [each.value for each in Stance]


class RequestStatus(models.TextChoices):
    PENDING = "pending", "pending"
    APPROVED = "approved", "approved"
    DENIED = "denied", "denied"


class GadgetRequest(models.Model):
    """A Gadget that somebody asks for. `licences`: the names of what the server shall let its owner do.

    `next_check`: when time alone could deny it. `ending`: the code of how it was decided.
    """

    theatre = models.ForeignKey(Theatre, on_delete=models.PROTECT, related_name="requests")
    number = models.PositiveIntegerField()
    requester = models.ForeignKey(Agent, on_delete=models.PROTECT, related_name="+")
    name = models.CharField(max_length=80)
    description = models.TextField()
    licences = models.JSONField(default=list)
    posted_at = models.DateTimeField()
    posted_seq = models.PositiveBigIntegerField()
    status = models.CharField(max_length=10, choices=RequestStatus.choices, default=RequestStatus.PENDING.value)
    ending = models.CharField(max_length=40, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_seq = models.PositiveBigIntegerField(null=True, blank=True)
    ended_by = models.ForeignKey(Agent, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    next_check = models.DateTimeField(null=True, blank=True)
    token = models.CharField(max_length=40)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["theatre", "number"], name="gadget_requests_numbered_once"),
            models.UniqueConstraint(fields=["requester", "token"], name="one_gadget_request_per_form"),
            models.CheckConstraint(condition=Q(status__in=RequestStatus.values), name="gadget_request_status_known"),
            models.CheckConstraint(
                condition=Q(status="pending", ended_at__isnull=True)
                | (~Q(status="pending") & Q(ended_at__gte=F("posted_at"))),
                name="a_decided_gadget_request_has_a_moment",
            ),
        ]
        indexes = [models.Index(fields=["next_check"], name="gadget_requests_due")]

    def __str__(self) -> str:
        return self.name


class RequestVote(models.Model):
    """What somebody said of a request; the latest of each Agent counts."""

    request = models.ForeignKey(GadgetRequest, on_delete=models.PROTECT, related_name="votes")
    voter = models.ForeignKey(Agent, on_delete=models.PROTECT, related_name="+")
    say = models.CharField(max_length=10, choices=[(each, each) for each in SAYS])
    comment = models.CharField(max_length=1_000, blank=True)
    at = models.DateTimeField()
    seq = models.PositiveBigIntegerField()

    class Meta:
        ordering = ["seq"]
        constraints = [models.CheckConstraint(condition=Q(say__in=SAYS), name="say_known")]

    def __str__(self) -> str:
        return f"{self.say} by {self.voter_id}"


class Gadget(models.Model):
    """A kind of Gadget on the list of approved ones. Its cost is None until the Mastermind has set it."""

    theatre = models.ForeignKey(Theatre, on_delete=models.PROTECT, related_name="gadgets")
    number = models.PositiveIntegerField()
    request = models.OneToOneField(GadgetRequest, on_delete=models.PROTECT, related_name="gadget")
    name = models.CharField(max_length=80)
    description = models.TextField()
    licences = models.JSONField(default=list)
    approved_at = models.DateTimeField()
    approved_seq = models.PositiveBigIntegerField()
    air = models.PositiveIntegerField(null=True, blank=True)
    sea = models.PositiveIntegerField(null=True, blank=True)
    land = models.PositiveIntegerField(null=True, blank=True)
    priced_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["theatre", "number"], name="gadgets_numbered_once"),
            models.CheckConstraint(
                condition=Q(air__isnull=True, sea__isnull=True, land__isnull=True, priced_at__isnull=True)
                | Q(air__isnull=False, sea__isnull=False, land__isnull=False, priced_at__isnull=False),
                name="a_gadget_costs_all_three_or_nothing_yet",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Holding(models.Model):
    """One Gadget in play: who owns it, since when, how e came by it, until when."""

    gadget = models.ForeignKey(Gadget, on_delete=models.PROTECT, related_name="holdings")
    owner = models.ForeignKey(Agent, on_delete=models.PROTECT, related_name="+")
    how = models.CharField(max_length=10)  # approved, bought, claimed
    since_at = models.DateTimeField()
    since_seq = models.PositiveBigIntegerField()
    until_at = models.DateTimeField(null=True, blank=True)
    until_seq = models.PositiveBigIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["since_seq", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(until_at__isnull=True, until_seq__isnull=True)
                | Q(until_at__gte=F("since_at"), until_seq__gt=F("since_seq")),
                name="a_gadget_is_lost_after_it_was_had",
            )
        ]

    def __str__(self) -> str:
        return f"{self.gadget_id} of {self.owner_id}"
