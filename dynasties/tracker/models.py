"""The tracker: what a rule has counted or noted of each Agent, and of the game. (Rule 1.7)

Nothing is overwritten: what a cell held after event N is its newest `Value` with `seq` up to N. What is secret is
sealed, makes no event, and stands at the number of the last event before it.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from dynasties.tracker.rules import ColumnKind, Scope
from nomic.core.games.models import Agent, Game
from nomic.core.log.models import PrivateEvent


class Column(models.Model):
    """One kind of fact, carried by a rule: it is live as long as that rule is, and it has not been dropped.

    `least` and `most` bound a number; `choices` lists what a choice may be; `standard` is what a newcomer gets, null
    for nothing. A secret column shows each Agent eir own value only, and the Mastermind all of them.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="columns")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=40)
    folded = models.CharField(max_length=160)
    kind = models.CharField(max_length=10, choices=[(each.value, each.value) for each in ColumnKind])
    scope = models.CharField(max_length=10, choices=[(each.value, each.value) for each in Scope])
    least = models.BigIntegerField(null=True, blank=True)
    most = models.BigIntegerField(null=True, blank=True)
    choices = models.JSONField(default=list)
    standard = models.JSONField(null=True)
    secret = models.BooleanField(default=False)
    rule_id = models.PositiveIntegerField()
    made_at = models.DateTimeField()
    made_seq = models.PositiveBigIntegerField()
    cause = models.CharField(max_length=80, blank=True)
    dropped_at = models.DateTimeField(null=True, blank=True)
    dropped_seq = models.PositiveBigIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="columns_numbered_once"),
            models.UniqueConstraint(
                fields=["game", "folded"], condition=Q(dropped_seq__isnull=True), name="column_names_unlike"
            ),
            models.CheckConstraint(
                condition=Q(dropped_at__isnull=True, dropped_seq__isnull=True)
                | Q(dropped_at__isnull=False, dropped_seq__isnull=False),
                name="a_column_is_dropped_by_an_event",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Update(models.Model):
    """One act on the tracker: one cell or several at once, with a comment and the rule that permits it.

    `number` counts the public ones of a game; a secret one has none, but a `uid`. `cause` names the matter of an
    enactment; `undoes` the act that this one takes back. `rolls`: the numbers of the rolls it rests on.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="updates")
    number = models.PositiveIntegerField(null=True, blank=True)
    uid = models.CharField(max_length=40, unique=True)
    by = models.ForeignKey(Agent, null=True, blank=True, on_delete=models.PROTECT, related_name="updates")
    at = models.DateTimeField()
    seq = models.PositiveBigIntegerField()
    comment = models.CharField(max_length=1_000, blank=True)
    rule_id = models.PositiveIntegerField(null=True, blank=True)
    act = models.CharField(max_length=60, blank=True)
    cause = models.CharField(max_length=80, blank=True)
    undoes = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="undone_by")
    rolls = models.JSONField(default=list)
    private = models.OneToOneField(PrivateEvent, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    token = models.CharField(max_length=40)

    class Meta:
        ordering = ["seq", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "number"], condition=Q(number__isnull=False), name="updates_numbered_once"
            ),
            models.UniqueConstraint(fields=["by", "token"], condition=Q(by__isnull=False), name="one_update_per_form"),
            models.CheckConstraint(
                condition=Q(number__isnull=False, private__isnull=True) | Q(number__isnull=True, private__isnull=False),
                name="a_secret_update_has_no_number",
            ),
        ]

    def __str__(self) -> str:
        return f"update {self.number or 'in secret'}"


class Value(models.Model):
    """What one cell held from an update on. `agent` is None for a value of the game. A secret one is `sealed`."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="values")
    column = models.ForeignKey(Column, on_delete=models.PROTECT, related_name="values")
    agent = models.ForeignKey(Agent, null=True, blank=True, on_delete=models.PROTECT, related_name="values")
    update = models.ForeignKey(Update, on_delete=models.PROTECT, related_name="values")
    seq = models.PositiveBigIntegerField()
    at = models.DateTimeField()
    before = models.JSONField(null=True)
    value = models.JSONField(null=True)
    sealed = models.TextField(blank=True)

    class Meta:
        ordering = ["seq", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["update", "column", "agent"], name="a_cell_changes_once_in_an_update")
        ]
        indexes = [
            models.Index(fields=["game", "seq"], name="values_by_event"),
            # The newest value of every cell, after any event, without a look at the values themselves.
            models.Index(fields=["game", "column", "agent", "seq"], name="values_by_cell"),
        ]

    def __str__(self) -> str:
        return f"value of column {self.column_id}"
