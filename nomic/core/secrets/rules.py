"""Proofs of what the private chain holds, as JSON that anybody can check: by the log and SHA-256 alone."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from nomic.core.mechanics.decision import Invalid
from nomic.core.mechanics.fields import Field
from nomic.core.mechanics.sealing import commitment
from nomic.core.mechanics.witness import DEPTH, HEX, Way, leads_to

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


def to_json(proof: Proof) -> dict[str, Any]:
    """The form that `read` reads."""
    found: dict[str, Any] = {
        "event": proof.event, "root": proof.root, "commitment": proof.committed, "place": proof.way.place,
        "neighbours": list(proof.way.neighbours),
    }  # fmt: skip
    if proof.content is not None:
        found["opened"] = {"content": dict(proof.content), "salt": proof.salt}
    if proof.text is not None:
        found["text"] = {**proof.text, "salt": proof.text_salt}
    return found


def read(said: str) -> Proof:
    """A proof as it was pasted. Raises `Invalid` at `proof`, naming what is wrong."""
    if len(said) > LONGEST:
        raise Invalid("proof", f"A proof has at most {LONGEST:,} characters.", "too-long")
    try:
        return _read(Field(json.loads(said)))
    except Invalid as error:
        raise Invalid("proof", f"{error.path or 'It'}: {error.text}.", "no-proof") from None
    except (ValueError, RecursionError):
        raise Invalid("proof", "This is no JSON: paste the proof whole, from its first brace to its last.") from None


def _read(field: Field) -> Proof:
    neighbours = tuple(_matching(each, HASH) for each in field["neighbours"].items())
    if len(neighbours) != DEPTH:
        raise field["neighbours"].invalid(f"must be {DEPTH} of them")
    opened, text = field["opened"], field["text"]
    return Proof(
        field["event"].count(1),
        _matching(field["root"], HASH),
        _matching(field["commitment"], HASH),
        Way(_matching(field["place"], PLACE), neighbours),
        opened["content"].object() if opened.given else None,
        _matching(opened["salt"], HASH) if opened.given else "",
        {name: _string(text[name]) for name in TEXT_PARTS} if text.given else None,
        _matching(text["salt"], HASH) if text.given else "",
    )


def _matching(field: Field, pattern: re.Pattern[str]) -> str:
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
