"""A bill as pages show it, with its amendments, and what it takes to pass. Made of an observation alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil
from typing import Any

from dynasties.quorum.mechanics.decisions import AMENDMENT_NAMES
from dynasties.quorum.words_chamber import BILLS, CHOSEN
from nomic.core.mechanics.shares import decimal_words
from proposals.views.changes_shown import spans
from rulesets.mechanics.diff import words_diff

Shown = dict[str, Any]
Seen = Mapping[str, Any]
THOUSAND = 1000


def bill(found: Seen, titles: Mapping[str, str], record: Seen | None = None) -> Shown:
    """A bill with its clauses, and each amendment as the difference it would make. `titles`: of statutes, by id;
    `record`: of its round, once that is closed."""
    amendments = [_amendment(name, found, record) for name in AMENDMENT_NAMES]
    return {
        "id": found["id"],
        "kind": BILLS[found["kind"]],
        "is_repeal": found["kind"] == "repeal",
        "title": found["title"],
        "preamble": found["preamble"],
        "outcome": record["outcome"] if record else "",
        "target": titles.get(found["target_statute"] or "", found["target_statute"]),
        "amendments": amendments,
        "clauses": [
            {
                "number": at + 1,
                "text": text,
                "amendments": [each for each in amendments if each["clause"] == at + 1],
            }
            for at, text in enumerate(found["clauses"])
        ],
    }


def _amendment(name: str, found: Seen, record: Seen | None) -> Shown:
    clause = found["amendments"][name]["clause"]
    text = found["amendments"][name]["text"]
    return {
        "name": name,
        "clause": clause + 1,
        "label": f"Clause {clause + 1} as {name} would have it",
        "became": CHOSEN[record["outcome"]] if record and record["adopted"] == name else "",
        "spans": spans(words_diff(found["clauses"][clause], text)),
    }


def titles(seen: Seen) -> dict[str, str]:
    """Of every bill that there was, by its id."""
    return {record["bill"]["id"]: record["bill"]["title"] for record in seen["history"]}


# -- what is at stake


def stakes(seen: Seen) -> list[Shown]:
    """Both thresholds that may hold in this round, and the influence that each would take."""
    orders, everybody = seen["config"]["orders"], [_thousandths(each) for each in seen["influence"]]
    plain = [_stake("plain", seen["threshold"]["plain"], everybody, seen["seat"])]
    if not orders["filibuster"]:
        return plain
    paying = _payer(seen)
    if paying is None:
        return plain
    least = _thousandths(orders["influence_floor"])
    cost = _thousandths(orders["filibuster_cost"])
    after = [max(each - cost, min(each, least)) if seat == paying else each for seat, each in enumerate(everybody)]
    filibustered = _stake("filibustered", seen["threshold"]["filibustered"], after, seen["seat"])
    others = seen["filibuster_used"].count(False) > 1
    more = {"by_you": paying == seen["seat"], "each_other": orders["filibuster_cost"] if others else ""}
    return [*plain, filibustered | more]


def _payer(seen: Seen) -> int | None:
    """Who would filibuster: the reader if e may, or else the first who still may."""
    still = [seat for seat, used in enumerate(seen["filibuster_used"]) if not used]
    return seen["seat"] if seen["seat"] in still else next(iter(still), None)


def _stake(name: str, threshold: str, influence: Sequence[int], seat: int | None) -> Shown:
    total, share = sum(influence), Fraction(threshold)
    needed = ceil(share * total)
    own = influence[seat] if seat is not None else 0
    return {
        "name": name,
        "threshold": threshold,
        "needed": decimal_words(Fraction(needed, THOUSAND)),
        "total": decimal_words(Fraction(total, THOUSAND)),
        "own": decimal_words(Fraction(own, THOUSAND)) if seat is not None else "",
        "missing": decimal_words(Fraction(max(needed - own, 0), THOUSAND)) if seat is not None else "",
    }


def _thousandths(words: str) -> int:
    return int(Fraction(words) * THOUSAND)
