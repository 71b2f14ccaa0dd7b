"""The Dynasties: every row told anew from the log, and the keywords that the game has now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from dynasties.succession.models import Dynasty
from nomic.core.games.models import Game
from nomic.core.log.models import Event
from nomic.core.log.recount import Difference, Log, compare_values

DYNASTY_BEGINNINGS = frozenset({"dynasty.began", "dynasty.handed-on", "dynasty.vacated"})
FOUNDED = "game.founded"
OPENED = "dynasty.opened"
SAID = ("theme", "package", "accent", "emblem", "keywords")


@dataclass(slots=True)
class _DynastyInLog:
    """What the log says of one Dynasty; `said` holds what its Address brought."""

    began: Event
    head: tuple[object, ...]
    opened: Event | None = None
    ended: Event | None = None
    said: dict[str, Any] = field(default_factory=dict)


def recount_dynasties(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every Dynasty: its head and name, when it began, opened and ended, what its Address said; and no other."""
    told = _dynasties_in_log(log)
    for row in Dynasty.objects.filter(game=game).select_related("address"):
        each = told.pop(f"dynasty:{row.number}", None)
        yield (
            _dynasty_row(row, each) if each else [Difference(row.began_seq, f"dynasty {row.number}", row.number, None)]
        )
    for subject, each in told.items():
        yield [Difference(each.began.seq, subject, None, subject)]


def _dynasties_in_log(log: Log) -> dict[str, _DynastyInLog]:
    told: dict[str, _DynastyInLog] = {}
    for event in log.values():
        if event.kind == "dynasty.began":
            for former in told.values():
                former.ended = former.ended or event
            told[event.subject] = _DynastyInLog(event, ())
        if event.kind in DYNASTY_BEGINNINGS and event.subject in told:
            told[event.subject].head = tuple(event.data[name] for name in ("head", "name", "ordinal"))
        if event.kind == OPENED and event.subject in told:
            told[event.subject].opened = event
            told[event.subject].said = {name: event.data[name] for name in (*SAID, "address")}
    return told


def _dynasty_row(row: Dynasty, told: _DynastyInLog) -> list[Difference]:
    what = f"of dynasty {row.number}"
    found = compare_values(told.began.seq, f"head {what}", (row.head_id, row.head_name, row.ordinal), told.head)
    for name, event in (("began", told.began), ("opened", told.opened), ("ended", told.ended)):
        now = (getattr(row, f"{name}_seq"), getattr(row, f"{name}_at"))
        then = (event.seq, event.at) if event else (None, None)
        found += compare_values(event.seq if event else told.began.seq, f"when it {name} {what}", now, then)
    if told.opened:
        said = {name: getattr(row, name) for name in SAID} | {"address": row.address and row.address.number}
        for name, value in told.said.items():
            found += compare_values(told.opened.seq, f"{name} {what}", said[name], value)
    return found


def recount_keywords(game: Game, log: Log) -> Iterator[list[Difference]]:
    """The words that the game has for its people now, against those of the last Address, or of the founding."""
    last = next((event for event in reversed(list(log.values())) if event.kind in (OPENED, FOUNDED)), None)
    told = last.data.get("keywords", {}) if last else {}
    yield compare_values(last.seq if last else 0, "keywords", game.keywords, told)
