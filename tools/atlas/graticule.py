"""Meridians and parallels: faint lines that make a sheet of an atlas."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from tools.atlas.grid import Sheet

EVERY = 10  # degrees between the lines
WEST, EAST, SOUTH, NORTH = -50, 90, 10, 80


def graticule(sheet: Sheet, scale: float) -> str:
    """The path of all lines, every tenth degree, in units of the drawing."""
    meridians = [[[east, north] for north in range(SOUTH, NORTH + 1, 5)] for east in range(WEST, EAST + 1, EVERY)]
    parallels = [[[east, north] for east in range(WEST, EAST + 1, 5)] for north in range(SOUTH, NORTH + 1, EVERY)]
    return "".join(_line(sheet, line, scale) for line in meridians + parallels)


def _line(sheet: Sheet, degrees: list[list[int]], scale: float) -> str:
    places = np.rint(sheet.places(np.array(degrees, dtype=float)) * scale).astype(int).tolist()
    (x, y), steps = places[0], [(c - a, d - b) for (a, b), (c, d) in pairwise(places)]
    return f"M{x} {y}l" + " ".join(f"{across} {down}" for across, down in steps)
