"""What the tracker keeps for the spy dynasty: the names of its columns, how they begin, and the pages that it reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dynasties.mechanics.columns import Column, ColumnKind, Scope
from dynasties.spy.mechanics.ranks import Rank
from dynasties.spy.mechanics.tickets import Ticket

AIR, SEA, LAND = "Air Tickets", "Sea Tickets", "Land Tickets"
TICKETS: Mapping[Ticket, str] = {Ticket.AIR: AIR, Ticket.SEA: SEA, Ticket.LAND: LAND}
GADGETS, LKL, RANK = "Gadgets", "LKL", "Rank"
NAMES = (AIR, SEA, LAND, GADGETS, LKL, RANK)
CURTAIN, LEGEND = "Iron Curtain", "Legend"  # the pages that the rules of the map speak of
RANKS = tuple(each.value for each in Rank)


def serves(name: str, column: Column) -> bool:
    """Whether a column of that name can be the spies': each Agent has one of the right kind, for everybody to see."""
    kinds = {LKL: {ColumnKind.TEXT}, RANK: {ColumnKind.CHOICE, ColumnKind.TEXT}}.get(name, {ColumnKind.NUMBER})
    return column.scope is Scope.AGENT and not column.secret and column.kind in kinds


def columns(rules: Mapping[str, int]) -> list[dict[str, Any]]:
    """The changes that make the columns, each carried by the rule that speaks of it."""
    number = {"kind": "make-column", "column_kind": "number", "least": 0}
    return [
        *(number | {"name": each, "rule": rules["Tickets"]} for each in (AIR, SEA, LAND)),
        number | {"name": GADGETS, "rule": rules["Gadgets"]},
        {"kind": "make-column", "column_kind": "text", "name": LKL, "rule": rules["Location"]},
        {"kind": "make-column", "column_kind": "choice", "name": RANK, "rule": rules["Ranks"], "choices": list(RANKS),
         "standard": RANKS[0]},
    ]  # fmt: skip
