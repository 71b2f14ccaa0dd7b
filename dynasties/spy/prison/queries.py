"""Attempts to capture: unsealed for the Mastermind, and for their two ends as much as each may know. (Rule Capture)"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from dynasties.spy.theatre.models import Attempt, Cover, Theatre
from dynasties.spy.theatre.queries import keeps_the_secrets
from dynasties.tracker.models import Update
from nomic.core import vault
from nomic.core.games.models import Agent, Game

WAITS, NOT_THERE = "waits", "not-there"


@dataclass(frozen=True, slots=True)
class UnsealedAttempt:
    """One attempt, unsealed: ids of both, where each was, the answer to the captor, and what became of it.

    `answer`: `waits` for the Mastermind's die, or `not-there`. `row`: of the table, from 1; 0 where no row had the
    number; None while it waits, or if it came to no die.
    """

    uid: str
    at: datetime
    captor: int
    target: int
    places: tuple[str | None, str | None]
    answer: str
    open: bool
    ruled_at: datetime | None
    roll: int | None
    total: int | None
    row: int | None
    fates: Mapping[str, Any]
    n: int

    @property
    def is_void(self) -> bool:
        """Whether it was set aside without a die."""
        return self.ruled_at is not None and self.row is None

    @property
    def not_there(self) -> bool:
        return self.answer == NOT_THERE


@dataclass(frozen=True, slots=True)
class OwnAttempt:
    """What a captor is told of an attempt of eir own: not where eir target was, nor where e is gone."""

    at: datetime
    target: int
    not_there: bool
    open: bool
    void: bool
    roll: int | None
    total: int | None
    row: int | None


@dataclass(frozen=True, slots=True)
class SufferedAttempt:
    """What a target is told of an attempt on em: nothing of who made it, whose Location that would tell."""

    at: datetime
    roll: int | None
    total: int | None
    row: int


@dataclass(frozen=True, slots=True)
class ViewerAttempts:
    """What a viewer is told of attempts: those that e made, and those on em that a die ruled on; the newest first."""

    made: tuple[OwnAttempt, ...]
    befallen: tuple[SufferedAttempt, ...]


def unseal_attempt(attempt: Attempt) -> UnsealedAttempt:
    """An attempt, unsealed: for acts; pages come through the two below."""
    kept = vault.unseal(attempt.sealed)
    ruling = kept["ruling"] or {}
    number, total = (attempt.roll.number, attempt.roll.total) if attempt.roll else (None, None)
    return UnsealedAttempt(
        attempt.uid,
        attempt.at,
        kept["captor"],
        kept["target"],
        (kept["places"][0], kept["places"][1]),
        kept["answer"],
        kept["answer"] == WAITS and attempt.ruled_at is None,
        attempt.ruled_at,
        number,
        total,
        ruling.get("row"),
        ruling.get("fates", {}),
        attempt.private.n,
    )


def all_attempts(theatre: Theatre) -> list[UnsealedAttempt]:
    """For acts: every attempt, the newest first."""
    rows = Attempt.objects.filter(theatre=theatre).select_related("roll", "private").order_by("-pk")
    return [unseal_attempt(each) for each in rows]


def visible_attempts(theatre: Theatre, viewer: Agent | None, game: Game) -> list[UnsealedAttempt]:
    """All of them, for the present Mastermind alone, or for everybody once everything is revealed."""
    return all_attempts(theatre) if theatre.revealed_id is not None or keeps_the_secrets(viewer, game) else []


def viewer_attempts(theatre: Theatre, viewer: Agent) -> ViewerAttempts:
    """Those that the viewer made emself, and those on em, as much as each may be known to em."""
    tries = all_attempts(theatre)
    made = (
        OwnAttempt(each.at, each.target, each.not_there, each.open, each.is_void, each.roll, each.total, each.row)
        for each in tries
        if each.captor == viewer.pk
    )
    befallen = (
        SufferedAttempt(each.ruled_at, each.roll, each.total, each.row)
        for each in tries
        if each.target == viewer.pk and each.ruled_at and each.row is not None
    )
    return ViewerAttempts(tuple(made), tuple(befallen))


# Rescues, as the records of the rescued have them. For acts. Reads only.


def is_rescue(theatre: Theatre, update: Update, prisoner_id: int) -> bool:
    """Whether an act in the tracker paid for the rescue of this Agent."""
    rows = Cover.objects.filter(theatre=theatre, at=update.at).values_list("sealed", flat=True)
    kept = (vault.unseal(each) for each in rows)
    return any(
        (each["why"], each["agent"], each["facts"].get("update")) == ("rescued", prisoner_id, update.number)
        for each in kept
    )
