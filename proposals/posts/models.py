"""The journal: entries, their versions and comments, and what makes an entry votable."""

from __future__ import annotations

from functools import reduce
from operator import or_

from django.db import models
from django.db.models import F, Q

from nomic.core.games.models import Account, Agent, Game
from nomic.core.law.dials import CLERK
from nomic.core.log.models import PrivateEvent
from proposals.kinds import CATEGORIES, KINDS, PLAIN, all_icons, category_of
from proposals.kinds.kind import Category
from proposals.kinds.proposal.kind import PROPOSAL
from proposals.voting.rules import Status

CATEGORY_CHOICES = [(each.code, each.label) for each in CATEGORIES.values()]
# What stands where an author's name would: nobody may be called so.
NOBODY_SHOWN = "anonymous"


def _has_sealed_author() -> Q:
    """Only a post of a kind whose author's name may be left off has it sealed."""
    sealed = (
        Q(author__isnull=True, authorship__isnull=False, category=each.code)
        for each in KINDS.values()
        if each.may_be_anonymous
    )
    return reduce(or_, sealed)


class Post(models.Model):
    """An entry in the game's journal, as its newest version has it. `number` counts from 1 in each game.

    `token` comes from the form, so that a form sent twice makes one post. An anonymous post has no `author`: who wrote
    it is sealed in `authorship`. (Rule Calls for Judgment) A plain post that has neither is the Clerk's.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="posts")
    number = models.PositiveIntegerField()
    author = models.ForeignKey(Agent, null=True, blank=True, on_delete=models.PROTECT, related_name="posts")
    authorship = models.OneToOneField(PrivateEvent, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    category = models.CharField(max_length=10, choices=CATEGORY_CHOICES)
    title = models.CharField(max_length=200)
    body = models.TextField(blank=True)
    changes = models.JSONField(default=list)
    digest = models.CharField(max_length=64)
    version = models.PositiveIntegerField(default=1)
    posted_at = models.DateTimeField()
    seq = models.PositiveBigIntegerField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    token = models.CharField(max_length=40)

    class Meta:
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="posts_numbered_once"),
            models.UniqueConstraint(fields=["author", "token"], name="one_post_per_form"),
            models.UniqueConstraint(
                fields=["game", "token"], condition=Q(author__isnull=True), name="one_anonymous_post_per_form"
            ),
            models.CheckConstraint(
                condition=Q(author__isnull=False, authorship__isnull=True)
                | _has_sealed_author()
                | Q(author__isnull=True, authorship__isnull=True, category=PLAIN.code),
                name="only_a_cfj_or_the_clerks_has_no_author",
            ),
            models.CheckConstraint(condition=Q(category__in=list(CATEGORIES)), name="post_category_known"),
            models.CheckConstraint(condition=Q(number__gte=1), name="posts_numbered_from_one"),
            models.CheckConstraint(condition=Q(version__gte=1), name="post_shows_a_version"),
        ]

    def __str__(self) -> str:
        # What another procedure decides has a number of its own, in its title.
        return self.title if self.filed_as.is_decided_elsewhere else f"#{self.number} {self.title}"

    @property
    def filed_as(self) -> Category:
        """The record of its category."""
        return category_of(self.category)

    @property
    def official(self) -> bool:
        return self.filed_as.is_official

    @property
    def votable(self) -> bool:
        return self.filed_as.kind is not None

    @property
    def anonymous(self) -> bool:
        return self.authorship_id is not None

    @property
    def byline(self) -> str:
        """Who is shown as its author."""
        if self.author:
            return self.author.name
        return NOBODY_SHOWN if self.anonymous else CLERK

    @property
    def subject_key(self) -> str:
        """How the log names this post."""
        return f"post:{self.number}"


class PostVersion(models.Model):
    """One version of a post's text. `digest` covers title, body, category and change list."""

    post = models.ForeignKey(Post, on_delete=models.PROTECT, related_name="versions")
    n = models.PositiveIntegerField()
    title = models.CharField(max_length=200)
    body = models.TextField(blank=True)
    category = models.CharField(max_length=10, choices=CATEGORY_CHOICES)
    changes = models.JSONField(default=list)
    digest = models.CharField(max_length=64)
    at = models.DateTimeField()
    seq = models.PositiveBigIntegerField()

    class Meta:
        ordering = ["n"]
        constraints = [
            models.UniqueConstraint(fields=["post", "n"], name="post_versions_count_up"),
            models.CheckConstraint(condition=Q(n__gte=1), name="post_versions_start_at_one"),
            models.CheckConstraint(condition=Q(category__in=list(CATEGORIES)), name="version_category_known"),
        ]

    def __str__(self) -> str:
        return f"{self.title}, version {self.n}"


class Matter(models.Model):
    """What makes a post votable: its status, since when it has been open, and when to look at it again.

    `resolved_by` is None where the Clerk did it. `closing` keeps the verdict with its tally, roster and quorum as it
    stood, in plain JSON. `latch` keeps what decided a Call for Judgment the moment its quorum was reached. (Reading 13)
    """

    post = models.OneToOneField(Post, on_delete=models.PROTECT, related_name="matter", primary_key=True)
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="matters")
    kind = models.CharField(max_length=10, choices=[(code, code) for code in KINDS])
    status = models.CharField(
        max_length=10, choices=[(each.value, each.value) for each in Status], default=Status.PENDING.value
    )
    opened_at = models.DateTimeField()
    opened_seq = models.PositiveBigIntegerField()
    next_check = models.DateTimeField(null=True, blank=True)
    resolved_at = models.DateTimeField(null=True, blank=True)
    resolved_seq = models.PositiveBigIntegerField(null=True, blank=True)
    resolved_by = models.ForeignKey(Agent, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    closing = models.JSONField(null=True, blank=True)
    latch = models.JSONField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=list(KINDS)), name="matter_kind_known"),
            models.CheckConstraint(condition=Q(status__in=[each.value for each in Status]), name="matter_status_known"),
            models.CheckConstraint(
                condition=Q(status="pending", resolved_at__isnull=True, resolved_seq__isnull=True)
                | (~Q(status="pending") & Q(resolved_at__isnull=False, resolved_seq__isnull=False)),
                name="resolved_exactly_when_not_pending",
            ),
            models.CheckConstraint(
                condition=Q(resolved_at__isnull=True)
                | Q(resolved_at__gte=F("opened_at"), resolved_seq__gt=F("opened_seq")),
                name="resolved_after_it_was_opened",
            ),
        ]
        indexes = [
            models.Index(fields=["next_check"], name="matters_due", condition=Q(status="pending")),
            models.Index(fields=["game", "opened_at"], name="matters_pending", condition=Q(status="pending")),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.post_id}: {self.status}"


class Comment(models.Model):
    """A comment, with an icon or without. An icon is a vote on the text whose version and digest it keeps.

    `by_player`: the author was no idle Agent when e wrote it; such a comment locks an official post. (Reading 16)
    """

    post = models.ForeignKey(Post, on_delete=models.PROTECT, related_name="comments")
    number = models.PositiveIntegerField()
    author = models.ForeignKey(Agent, on_delete=models.PROTECT, related_name="comments")
    body = models.TextField(blank=True)
    vote = models.CharField(max_length=12, null=True, blank=True, choices=[(each, each) for each in all_icons()])
    version = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)
    at = models.DateTimeField()
    seq = models.PositiveBigIntegerField()
    by_player = models.BooleanField()
    token = models.CharField(max_length=40)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["post", "number"], name="comments_numbered_once"),
            models.UniqueConstraint(fields=["author", "token"], name="one_comment_per_form"),
            models.CheckConstraint(condition=Q(vote__isnull=True) | Q(vote__in=list(all_icons())), name="vote_known"),
            models.CheckConstraint(condition=Q(number__gte=1), name="comments_numbered_from_one"),
            models.CheckConstraint(condition=Q(version__gte=1), name="comment_is_on_a_version"),
        ]
        indexes = [models.Index(fields=["post", "seq"], name="votes_by_event", condition=Q(vote__isnull=False))]

    def __str__(self) -> str:
        return f"comment {self.number} on {self.post_id}"


class Draft(models.Model):
    """A post not yet posted, kept on the server for its author's eyes alone. Its `token` becomes the post's."""

    SEALED = ("evidence",)  # what a change of keys seals anew, besides columns called `sealed`

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="drafts")
    author = models.ForeignKey(Agent, on_delete=models.PROTECT, related_name="drafts")
    token = models.CharField(max_length=40)
    category = models.CharField(max_length=10, choices=CATEGORY_CHOICES, default=PROPOSAL.code)
    title = models.CharField(max_length=200, blank=True)
    body = models.TextField(blank=True)
    changes = models.JSONField(default=list)
    anonymous = models.BooleanField(default=False)
    evidence = models.TextField(blank=True)
    saved_at = models.DateTimeField()

    class Meta:
        ordering = ["-saved_at"]
        constraints = [
            models.UniqueConstraint(fields=["author", "token"], name="one_draft_per_form"),
            models.CheckConstraint(condition=Q(category__in=list(CATEGORIES)), name="draft_category_known"),
        ]

    def __str__(self) -> str:
        return self.title or "(no title yet)"


class AdminNote(models.Model):
    """What an Admin, or the Clerk, has added to an official post: its admin field, which only grows. (Rule 1.7)"""

    post = models.ForeignKey(Post, on_delete=models.PROTECT, related_name="admin_notes")
    number = models.PositiveIntegerField()
    author = models.ForeignKey(Agent, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    text = models.TextField()
    at = models.DateTimeField()
    seq = models.PositiveBigIntegerField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["post", "number"], name="admin_notes_numbered_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="admin_notes_numbered_from_one"),
        ]

    def __str__(self) -> str:
        return f"admin note {self.number} on {self.post_id}"


class Evidence(models.Model):
    """What a fair-play report rests on, sealed: for its author's and the Admins' eyes alone. (Rule 1.2)"""

    post = models.OneToOneField(Post, on_delete=models.PROTECT, related_name="evidence", primary_key=True)
    sealed = models.TextField()

    def __str__(self) -> str:
        return f"evidence for {self.post_id}"


class Seen(models.Model):
    """How far an account has read in a post's comments: its own business, shown to nobody else."""

    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="seen")
    post = models.ForeignKey(Post, on_delete=models.PROTECT, related_name="+")
    upto = models.PositiveIntegerField()
    at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "seen"
        constraints = [models.UniqueConstraint(fields=["account", "post"], name="one_bookmark_per_post")]

    def __str__(self) -> str:
        return f"{self.post_id} up to comment {self.upto}"
