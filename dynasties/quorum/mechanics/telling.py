"""What is told of a round, as JSON, exact numbers as text. (Rules Rounds and Caucus)"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dynasties.quorum.mechanics.decisions import AMENDMENT_NAMES, NONE, Decision
from dynasties.quorum.mechanics.rounds import OF_INFLUENCE, Record
from dynasties.quorum.mechanics.units import shown_capital, shown_influence
from nomic.core.mechanics.shares import decimal_words


def record_json(record: Record) -> dict[str, object]:
    """A record. Of the notes it tells nothing but which were dropped."""
    return {
        "round": record.round,
        "chair": record.chair,
        "bill": {"id": record.bill.id, "kind": record.bill.kind, "title": record.bill.title},
        "outcome": record.outcome,
        "threshold": decimal_words(record.threshold),
        "yea_influence": shown_influence(record.yea_influence),
        "total_influence": shown_influence(record.total_influence),
        "passed": record.passed,
        "vetoed": record.vetoed,
        "adopted": record.adopted,
        "owners": [list(tied) for tied in record.owners],
        "decisions": [_decision_json(decision) for decision in record.decisions],
        "fallback": [decision.fallback for decision in record.decisions],
        "dropped": [list(decision.dropped) for decision in record.decisions],
        "gains": [[_gain_json(*gain) for gain in gains] for gains in record.gains],
        **holdings_json(record.influence, record.capital, record.used),
        "statutes": list(record.statutes),
    }


def public_json(record: Mapping[str, Any]) -> dict[str, Any]:
    """A record, as JSON, without what tells of notes: who sent none because it was dropped is nobody's business."""
    return {**record, "dropped": [[extra for extra in each if extra != "note"] for each in record["dropped"]]}


def holdings_json(influence: Sequence[int], capital: Sequence[int], used: Sequence[bool]) -> dict[str, object]:
    """What each seat has."""
    return {
        "influence": [shown_influence(each) for each in influence],
        "capital": [shown_capital(each) for each in capital],
        "filibuster_used": list(used),
    }


def _decision_json(decision: Decision) -> dict[str, object]:
    return {
        "vote": decision.vote,
        "priorities": list(decision.weights),
        "amendment": "none" if decision.amendment == NONE else AMENDMENT_NAMES[decision.amendment],
        "filibuster": decision.filibuster,
        "veto": decision.veto,
    }


def _gain_json(code: str, amount: int) -> dict[str, str]:
    if code in OF_INFLUENCE:
        return {"code": code, "influence": shown_influence(amount)}
    return {"code": code, "capital": shown_capital(amount)}
