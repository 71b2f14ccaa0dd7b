"""How one act of the private chain is proven to strangers, without a word about any other. Pure. (DESIGN ideas 4 and
5)

A day publishes the root of a hash tree over its commitments. A proof is JSON that anybody can check by the log
and SHA-256 alone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from nomic.core.chain import commitment, digest
from nomic.core.decision import Invalid
from nomic.core.input import Field

DEPTH = 64
HEX = 16  # digits of a place


@dataclass(frozen=True, slots=True)
class Way:
    """From a leaf to the root: its place (hex digits), and the neighbour at each step, from the leaf upwards."""

    place: str
    neighbours: tuple[str, ...]


def tree_root(commitments: Iterable[str], secret: str) -> str:
    """What a day publishes of its commitments: 64 hex digits, whether there are any or not."""
    return _node(_leaves(commitments, secret), "", secret, {})


def ways_to_root(commitments: Iterable[str], secret: str, wanted: Iterable[str]) -> dict[str, Way]:
    """The ways from several commitments of one day to its root; the tree is worked out once."""
    leaves = _leaves(commitments, secret)
    known: dict[str, str] = {}
    _node(leaves, "", secret, known)
    return {each: _way_in_tree(each, known, secret) for each in wanted}


def _way_in_tree(commitment: str, known: Mapping[str, str], secret: str) -> Way:
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
        known[prefix] = pair_hash(_node(left, prefix + "0", secret, known), _node(right, prefix + "1", secret, known))
    else:
        known[prefix] = leaves[prefix]
    return known[prefix]


def _empty(prefix: str, secret: str) -> str:
    return digest({"empty": prefix, "secret": secret})


# Proofs of what the private chain holds, as JSON that anybody can check: by the log and SHA-256 alone.

LONGEST = 64_000
HASH = re.compile(r"[0-9a-f]{64}")
PLACE = re.compile(rf"[0-9a-f]{{{HEX}}}")
TEXT_PARTS = ("subject", "body")


@dataclass(frozen=True, slots=True)
class Proof:
    """What a proof says: at `event` the log published `root`, and a way leads there from `committed`.

    `content` and `salt` open the commitment, if given; `text` and `text_salt` what a message said.
    """

    event: int
    root: str
    committed: str
    way: Way
    content: Mapping[str, Any] | None = None
    salt: str = ""
    text: Mapping[str, str] | None = None
    text_salt: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """One step of the check: its code, and whether it holds."""

    code: str
    holds: bool


def proof_to_json(proof: Proof) -> dict[str, Any]:
    """The form that `read` reads."""
    found: dict[str, Any] = {
        "event": proof.event,
        "root": proof.root,
        "commitment": proof.committed,
        "place": proof.way.place,
        "neighbours": list(proof.way.neighbours),
    }
    if proof.content is not None:
        found["opened"] = {"content": dict(proof.content), "salt": proof.salt}
    if proof.text is not None:
        found["text"] = {**proof.text, "salt": proof.text_salt}
    return found


def read_proof(said: str) -> Proof:
    """A proof as it was pasted. Raises `Invalid` at `proof`, naming what is wrong."""
    if len(said) > LONGEST:
        raise Invalid("proof", f"A proof has at most {LONGEST:,} characters.", "too-long")
    try:
        return _proof_in(Field(json.loads(said)))
    except Invalid as error:
        raise Invalid("proof", f"{error.path or 'It'}: {error.text}.", "no-proof") from None
    except (ValueError, RecursionError):
        raise Invalid("proof", "This is no JSON: paste the proof whole, from its first brace to its last.") from None


def _proof_in(field: Field) -> Proof:
    neighbours = tuple(_matching_string(each, HASH) for each in field["neighbours"].items())
    if len(neighbours) != DEPTH:
        raise field["neighbours"].invalid(f"must be {DEPTH} of them")
    opened, text = field["opened"], field["text"]
    return Proof(
        field["event"].count(1),
        _matching_string(field["root"], HASH),
        _matching_string(field["commitment"], HASH),
        Way(_matching_string(field["place"], PLACE), neighbours),
        opened["content"].object() if opened.is_given else None,
        _matching_string(opened["salt"], HASH) if opened.is_given else "",
        {name: _string(text[name]) for name in TEXT_PARTS} if text.is_given else None,
        _matching_string(text["salt"], HASH) if text.is_given else "",
    )


def _matching_string(field: Field, pattern: re.Pattern[str]) -> str:
    if not isinstance(field.value, str) or not pattern.fullmatch(field.value):
        raise field.invalid("must be hex digits, as many as the proof had")
    return field.value


def _string(field: Field) -> str:
    if not isinstance(field.value, str):
        raise field.invalid("must be a text")
    return field.value


def findings(proof: Proof, published: str | None) -> tuple[Finding, ...]:
    """Every step of the check, in order. `published`: the root in the event that the proof names, None without one."""
    # The log published this root.
    found = [Finding("root-published", proof.root == published)]
    # The way leads from the commitment to it: that act, whatever it was, was in the chain by then.
    found.append(Finding("way-leads", leads_to(proof.committed, proof.way) == proof.root))
    # What is opened is what was committed.
    if proof.content is not None:
        found.append(Finding("content-committed", _digests(proof.content, proof.salt) == proof.committed))
    # And the text is the one whose commitment is in there.
    if proof.text is not None:
        found.append(Finding("text-committed", _digests(proof.text, proof.text_salt) == _text_of(proof)))
    return tuple(found)


def _digests(content: Mapping[str, Any], salt: str) -> str | None:
    try:
        return commitment(content, salt)
    except (TypeError, ValueError):
        return None  # such as a number with a fraction, which no fact of ours is


def _text_of(proof: Proof) -> object:
    data = (proof.content or {}).get("data")
    return data.get("text") if isinstance(data, Mapping) else None
