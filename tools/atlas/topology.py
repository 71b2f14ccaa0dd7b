"""TopoJSON read into rings of longitude and latitude."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]  # rows of x, y: degrees here, kilometres and grid cells elsewhere
Polygon = list[Points]  # its outer ring, then its holes


def units(document: dict[str, Any]) -> Iterator[tuple[str, list[Polygon]]]:
    """Each named shape of a document with its polygons, in degrees; longitudes run on past 180 where a shape does."""
    arcs = _arcs(document)
    for collection in document["objects"].values():
        for shape in collection.get("geometries", [collection]):
            name = (shape.get("properties") or {}).get("name") or ""
            yield name, [[_ring(arcs, ring) for ring in polygon] for polygon in _polygons(shape)]


def _polygons(shape: dict[str, Any]) -> list[list[list[int]]]:
    match shape["type"]:
        case "Polygon":
            return [shape["arcs"]]
        case "MultiPolygon":
            return list(shape["arcs"])
    return []


def _arcs(document: dict[str, Any]) -> list[Points]:
    """The document's arcs in degrees: steps summed, then scaled and shifted."""
    transform = document.get("transform")
    if transform is None:
        return [np.array(arc, dtype=float) for arc in document["arcs"]]
    scale, shift = np.array(transform["scale"]), np.array(transform["translate"])
    return [np.cumsum(np.array(arc, dtype=float), axis=0) * scale + shift for arc in document["arcs"]]


def _ring(arcs: list[Points], numbers: list[int]) -> Points:
    """Arcs end to end, those with a negative number backwards; the point where two meet stands once.

    Its longitudes run on where it crosses the antimeridian, about a middle that lies between -180 and 180."""
    parts = [arcs[number] if number >= 0 else arcs[~number][::-1] for number in numbers]
    ring = np.concatenate([parts[0], *(part[1:] for part in parts[1:])])
    east = np.unwrap(ring[:, 0], period=360)
    return np.column_stack([east - 360 * np.round(east.mean() / 360), ring[:, 1]])
