"""What a person is told, and what e has seen. Nobody else's pages show any of it."""

from __future__ import annotations

from secrets import token_urlsafe

from django.db import models
from django.db.models import Q

from nomic.core.games.models import Account, Game


class Reach(models.TextChoices):
    """How far a kind of notice reaches beyond the inbox."""

    INBOX = "inbox", "inbox only"
    DIGEST = "digest", "daily digest by mail"
    MAIL = "mail", "mail at once"


UID_BYTES = 18


def fresh_uid() -> str:
    """A notice's address: a running number would tell its reader how many others were told something in between."""
    return token_urlsafe(UID_BYTES)


class Notice(models.Model):
    """One line in an account's inbox. `key` says what it is about, so that it is given once. `facts` make its words."""

    uid = models.CharField(max_length=40, unique=True, default=fresh_uid)
    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="notices")
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="notices")
    kind = models.CharField(max_length=40)
    key = models.CharField(max_length=120)
    at = models.DateTimeField()
    facts = models.JSONField(default=dict)
    url = models.CharField(max_length=200, blank=True)
    read_at = models.DateTimeField(null=True, blank=True)
    reach = models.CharField(max_length=10, choices=Reach.choices)
    digested_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["account", "game", "kind", "key"], name="one_notice_of_a_thing"),
            models.CheckConstraint(condition=Q(reach__in=Reach.values), name="reach_known"),
        ]
        indexes = [
            models.Index(fields=["account", "read_at"], name="notices_unread"),
            models.Index(fields=["account"], name="notices_to_digest", condition=Q(reach="digest", digested_at=None)),
        ]

    def __str__(self) -> str:
        return f"{self.kind} for {self.account_id}"


class NoticeChoice(models.Model):
    """How far an account wants one kind of notice to reach; without a row, the kind's own custom."""

    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="notice_choices")
    kind = models.CharField(max_length=40)
    reach = models.CharField(max_length=10, choices=Reach.choices)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["account", "kind"], name="one_choice_per_kind"),
            models.CheckConstraint(condition=Q(reach__in=Reach.values), name="chosen_reach_known"),
        ]

    def __str__(self) -> str:
        return f"{self.kind}: {self.reach}"


class Mail(models.Model):
    """A letter in the outbox: written with what caused it, sent after, once, however long the post is down."""

    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="mail")
    key = models.CharField(max_length=160, unique=True)
    subject = models.CharField(max_length=200)
    body = models.TextField()
    made_at = models.DateTimeField()
    try_at = models.DateTimeField()
    tries = models.PositiveIntegerField(default=0)
    taken_at = models.DateTimeField(null=True, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    given_up_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["made_at", "pk"]
        indexes = [models.Index(fields=["try_at"], name="mail_due", condition=Q(sent_at=None, given_up_at=None))]

    def __str__(self) -> str:
        return self.subject


class Visit(models.Model):
    """Since when somebody has been looking at a game this time, and up to which event e had seen before."""

    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="visits")
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="visits")
    began_at = models.DateTimeField()
    last_at = models.DateTimeField()
    seen_seq = models.PositiveBigIntegerField()
    before_seq = models.PositiveBigIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["account", "game"], name="one_visit_per_game")]

    def __str__(self) -> str:
        return f"visit to game {self.game_id}"
