"""The picture of the board, as `spy/_board.html` takes it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from dynasties.spy.mechanics.drawing import border_id, borders_drawn, drawing
from dynasties.spy.queries.board import BOTH, Board, Place
from dynasties.spy.words_story import serves
from nomic.core.mechanics.keywords import Keywords

Shown = dict[str, Any]

SIDES = {"free": "in the Free World", "behind": "behind the Iron Curtain", BOTH: "on both sides of the Iron Curtain"}
LABEL = "The Map"


def picture(
    board: Board, *, lit: Mapping[str, str] | None = None, links: Mapping[str, str] | None = None, here: str = "",
    marks: Mapping[str, str] | None = None,
) -> Shown:  # fmt: skip
    """Everything that is drawn. By code: `lit`, what one may do there, in words; `links`, where a territory leads;
    `marks`, a short word in place of how many were last known to be there. `here`: where the reader is.
    """
    drawn, where = drawing(), drawing()["territories"]
    return {
        "viewbox": " ".join(map(str, drawn["viewbox"])),
        "cells": [
            _cell(place, where[code], lit or {}, links or {}, here, marks) for code, place in board.places.items()
        ],
        "divisions": _ids(borders_drawn()["sea"]),
        "borders": _ids(borders_drawn()["land"]),
        "curtain": _ids(board.curtain),
        "porous": _ids(board.porous),
        "checkpoint": _ids(board.checkpoint),
        "shortcuts": [drawn["shortcuts"]["-".join(pair)] for pair in board.shortcuts],
        "airlinks": list(drawn["airlinks"].values()) if board.airlinks else [],
        "label": LABEL,
    }


def _ids(pairs: Iterable[tuple[str, str]]) -> list[str]:
    return [border_id(pair) for pair in pairs]


def _cell(
    place: Place, at: Mapping[str, Any], lit: Mapping[str, str], links: Mapping[str, str], here: str,
    marks: Mapping[str, str] | None,
) -> Shown:  # fmt: skip
    code, told = place.code, f"{place.name} ({place.code})"
    classes = [name for name, holds in (("lit", code in lit), ("here", code == here)) if holds]
    classes += ["both"] if place.side == BOTH else []
    return {
        "code": code,
        "name": place.name,
        "kind": place.territory.kind.value,
        "tint": at.get("tint", 0),
        "x": at["label"][0],
        "y": at["label"][1],
        "size": at["size"],
        "is_named": at["named"],
        "marker": at.get("marker"),
        "is_airport": place.territory.airport,
        "is_prison": bool(place.prison),
        "seen": (marks.get(code, "") if marks is not None else _count(place)),
        "target": at.get("target"),
        "classes": " ".join(classes),
        "title": f"{told}: {lit[code]}" if code in lit else f"{told}{' (you are here)' if code == here else ''}",
        "url": links.get(code, ""),
    }


def _count(place: Place) -> str:
    return str(len(place.seen)) if place.seen else ""


def kind_of(place: Place, keywords: Keywords) -> str:
    """What sort of territory it is, in words: “land, airport, supply centre, prison of the World”."""
    said = [place.territory.kind.value]
    said += ["airport"] if place.territory.airport else []
    said += ["supply centre"] if place.territory.supply_centre else []
    said += [f"prison of the {serves(place.prison, keywords)}"] if place.prison else []
    return ", ".join(said)
