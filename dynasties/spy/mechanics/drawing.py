"""Where on the picture of the board everything stands: drawn beforehand, read once. (Rule Map)"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from dynasties.spy.mechanics.atlas import LAND, SEA, border_ids


@cache
def drawing() -> Mapping[str, Any]:
    """`viewbox`, path data of `shortcuts` and `airlinks`, and for each of the `territories` where its label is."""
    found: Mapping[str, Any] = json.loads((files("dynasties.spy") / "drawing.json").read_text("utf-8"))
    return found


@cache
def borders_drawn() -> Mapping[str, tuple[tuple[str, str], ...]]:
    """The borders by what they part: `land` from land, `sea` from sea; a coast is in neither."""
    land = tuple(pair for pair in border_ids() if set(pair) <= LAND)
    return {"land": land, "sea": tuple(pair for pair in border_ids() if set(pair) <= SEA)}


def border_id(pair: tuple[str, str]) -> str:
    """What the sprite calls a border."""
    return f"b-{'-'.join(pair)}"
