"""THE door to an Agent's own dossier: what e knows of emself, and can prove later. Reads only."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dynasties.spy.dials import MASTERMIND_PLAYS
from dynasties.spy.theatre import queries as theatre_queries, queries_covers as theatre_queries_covers
from dynasties.spy.theatre.models import Cover, Spy, Theatre
from dynasties.spy.theatre.queries_covers import TrailEntry
from nomic.core import vault
from nomic.core.games.models import Agent, Game
from nomic.core.law.rules import Law
from nomic.core.secrets import queries as secrets_queries
from nomic.core.secrets.rules import Proof


@dataclass(frozen=True, slots=True)
class DossierLine:
    """One moment of an Agent's own secret log. `commitment` is what the private chain holds of it."""

    at: datetime
    entry: TrailEntry
    commitment: str


def viewer_spy(theatre: Theatre, viewer: Agent, game: Game, law: Law) -> Spy | None:
    """The viewer as a spy: e takes part, or once did; None for the Mastermind, who does not."""
    spy = theatre_queries.spy_of(theatre, viewer.pk)
    if spy is None or (viewer.pk == game.mastermind_id and not law[MASTERMIND_PLAYS]):
        return None
    return spy


def own_log(theatre: Theatre, viewer: Agent, game: Game) -> list[DossierLine]:
    """Every moment of the viewer's own cover, the newest first."""
    own = [
        each for each in theatre_queries_covers.visible_trail(theatre, viewer, game) if each.cover.agent == viewer.pk
    ]
    links = Cover.objects.filter(theatre=theatre).values_list("private__n", "private__commitment")
    committed = dict(links)
    return [DossierLine(each.at, each, committed[each.n]) for each in reversed(own)]


def line_proof(theatre: Theatre, viewer: Agent, commitment: str) -> tuple[Cover, Proof | None] | None:
    """The record behind a line of the viewer's own log with its proof, which is None until its day is over.

    None for what is no line of eirs: there is nothing of that address for anybody else.
    """
    rows = Cover.objects.filter(theatre=theatre, private__commitment=commitment).select_related("private")
    row = rows.first()
    if row is None or vault.unseal(row.sealed)["agent"] != viewer.pk:
        return None
    return row, secrets_queries.proof_of(row.private, disclose=True)
