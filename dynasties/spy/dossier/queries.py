"""THE door to an Agent's own dossier: what e knows of emself, and can prove later. Reads only."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dynasties.spy.models import Cover as CoverRow
from dynasties.spy.models import Spy, Theatre
from dynasties.spy.queries import covers, theatres
from dynasties.spy.queries.covers import Entry
from nomic.core import queries as core
from nomic.core import vault
from nomic.core.mechanics.law import Law
from nomic.core.mechanics.proofs import Proof
from nomic.core.models import Agent, Game


@dataclass(frozen=True, slots=True)
class Line:
    """One moment of an Agent's own secret log. `commitment` is what the private chain holds of it."""

    at: datetime
    entry: Entry
    commitment: str


def spy_of(theatre: Theatre, viewer: Agent, game: Game, law: Law) -> Spy | None:
    """The viewer as a spy: e takes part, or once did; None for the Mastermind, who does not."""
    spy = theatres.spy_of(theatre, viewer.pk)
    if spy is None or (viewer.pk == game.mastermind_id and not law.switch("spy.mastermind_plays")):
        return None
    return spy


def log_of(theatre: Theatre, viewer: Agent, game: Game) -> list[Line]:
    """Every moment of the viewer's own cover, the newest first."""
    own = [each for each in covers.trail(theatre, viewer, game) if each.cover.agent == viewer.pk]
    links = CoverRow.objects.filter(theatre=theatre).values_list("private__n", "private__commitment")
    committed = dict(links)
    return [Line(each.at, each, committed[each.n]) for each in reversed(own)]


def proof_of(theatre: Theatre, viewer: Agent, commitment: str) -> tuple[CoverRow, Proof | None] | None:
    """The record behind a line of the viewer's own log with its proof, which is None until its day is over.

    None for what is no line of eirs: there is nothing of that address for anybody else.
    """
    rows = CoverRow.objects.filter(theatre=theatre, private__commitment=commitment).select_related("private")
    row = rows.first()
    if row is None or vault.unseal(row.sealed)["agent"] != viewer.pk:
        return None
    return row, core.proof_of(row.private, disclose=True)
