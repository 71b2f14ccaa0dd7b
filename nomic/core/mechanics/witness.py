"""How one act of the private chain is proven to strangers, without a word about any other act. (DESIGN idea 4)

Each GMT day's commitments are the leaves of a tree, and the day's event publishes its root. Where a leaf stands, and
what stands in every empty branch, is drawn from a secret of the day: so the way from a leaf to the root is of one
length for all, and tells neither how many acts there were, nor when, nor which of them came first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from nomic.core.mechanics.chain import digest

DEPTH = 64
HEX = 16  # digits of a place


@dataclass(frozen=True, slots=True)
class Way:
    """From a leaf to the root: its place (hex digits), and the neighbour at each step, from the leaf upwards."""

    place: str
    neighbours: tuple[str, ...]


def root(commitments: Iterable[str], secret: str) -> str:
    """What a day publishes of its commitments: 64 hex digits, whether there are any or not."""
    return _node(_leaves(commitments, secret), "", secret, {})


def way(commitments: Iterable[str], secret: str, commitment: str) -> Way:
    """The way from one of the commitments to their root."""
    return ways(commitments, secret, [commitment])[commitment]


def ways(commitments: Iterable[str], secret: str, wanted: Iterable[str]) -> dict[str, Way]:
    """The ways from several commitments of one day, as `way` finds each; the tree is worked out once."""
    leaves = _leaves(commitments, secret)
    known: dict[str, str] = {}
    _node(leaves, "", secret, known)
    return {each: _way(each, known, secret) for each in wanted}


def _way(commitment: str, known: Mapping[str, str], secret: str) -> Way:
    place = _place(commitment, secret)
    branches = [place[:depth] + ("0" if place[depth] == "1" else "1") for depth in reversed(range(DEPTH))]
    return Way(f"{int(place, 2):0{HEX}x}", tuple(known.get(each) or _empty(each, secret) for each in branches))


def leads_to(commitment: str, the_way: Way) -> str:
    """The root that a way leads to from a commitment: anybody can work it out, with SHA-256 and nothing else."""
    found = leaf_hash(commitment)
    turns = int(the_way.place, 16)
    for depth, neighbour in enumerate(the_way.neighbours):
        found = pair_hash(neighbour, found) if turns >> depth & 1 else pair_hash(found, neighbour)
    return found


def leaf_hash(commitment: str) -> str:
    return digest({"leaf": commitment})


def pair_hash(left: str, right: str) -> str:
    return digest({"left": left, "right": right})


def _leaves(commitments: Iterable[str], secret: str) -> dict[str, str]:
    """Each leaf by its place, in binary digits. Two fall on one place in no lifetime."""
    return {_place(each, secret): leaf_hash(each) for each in commitments}


def _place(commitment: str, secret: str) -> str:
    drawn = digest({"place": commitment, "secret": secret})
    return f"{int(drawn[:HEX], 16):0{DEPTH}b}"


def _node(leaves: Mapping[str, str], prefix: str, secret: str, known: dict[str, str]) -> str:
    """The hash of a branch; `known` gathers those of all branches that have leaves."""
    if not leaves:
        return _empty(prefix, secret)
    if len(prefix) < DEPTH:
        left = {place: leaf for place, leaf in leaves.items() if place[len(prefix)] == "0"}
        right = {place: leaf for place, leaf in leaves.items() if place[len(prefix)] == "1"}
        known[prefix] = pair_hash(
            _node(left, prefix + "0", secret, known), _node(right, prefix + "1", secret, known)
        )  # fmt: skip
    else:
        known[prefix] = leaves[prefix]
    return known[prefix]


def _empty(prefix: str, secret: str) -> str:
    return digest({"empty": prefix, "secret": secret})
