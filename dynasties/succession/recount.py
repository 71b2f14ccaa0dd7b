"""The Dynasties: every row told anew from the log, and the keywords that the game has now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from dynasties.models import Dynasty
from nomic.core.models import Event, Game
from proposals.recounting.differences import Difference, Log, compare

BEGINNINGS = frozenset({"dynasty.began", "dynasty.handed-on", "dynasty.vacated"})
FOUNDED = "game.founded"
OPENED = "dynasty.opened"
SAID = ("theme", "package", "accent", "emblem", "keywords")


@dataclass(slots=True)
class _Told:
    """What the log says of one Dynasty; `said` holds what its Address brought."""

    began: Event
    head: tuple[object, ...]
    opened: Event | None = None
    ended: Event | None = None
    said: dict[str, Any] = field(default_factory=dict)


def dynasties(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every Dynasty: its head and name, when it began, opened and ended, what its Address said; and no other."""
    told = _told(log)
    for row in Dynasty.objects.filter(game=game).select_related("address"):
        each = told.pop(f"dynasty:{row.number}", None)
        yield _dynasty(row, each) if each else [Difference(row.began_seq, f"dynasty {row.number}", row.number, None)]
    for subject, each in told.items():
        yield [Difference(each.began.seq, subject, None, subject)]


def _told(log: Log) -> dict[str, _Told]:
    told: dict[str, _Told] = {}
    for event in log.values():
        if event.kind == "dynasty.began":
            for former in told.values():
                former.ended = former.ended or event
            told[event.subject] = _Told(event, ())
        if event.kind in BEGINNINGS and event.subject in told:
            told[event.subject].head = tuple(event.data[name] for name in ("head", "name", "ordinal"))
        if event.kind == OPENED and event.subject in told:
            told[event.subject].opened = event
            told[event.subject].said = {name: event.data[name] for name in (*SAID, "address")}
    return told


def _dynasty(row: Dynasty, told: _Told) -> list[Difference]:
    what = f"of dynasty {row.number}"
    found = compare(told.began.seq, f"head {what}", (row.head_id, row.head_name, row.ordinal), told.head)
    for name, event in (("began", told.began), ("opened", told.opened), ("ended", told.ended)):
        now = (getattr(row, f"{name}_seq"), getattr(row, f"{name}_at"))
        then = (event.seq, event.at) if event else (None, None)
        found += compare(event.seq if event else told.began.seq, f"when it {name} {what}", now, then)
    if told.opened:
        said = {name: getattr(row, name) for name in SAID} | {"address": row.address and row.address.number}
        for name, value in told.said.items():
            found += compare(told.opened.seq, f"{name} {what}", said[name], value)
    return found


def keywords(game: Game, log: Log) -> Iterator[list[Difference]]:
    """The words that the game has for its people now, against those of the last Address, or of the founding."""
    last = next((event for event in reversed(list(log.values())) if event.kind in (OPENED, FOUNDED)), None)
    told = last.data.get("keywords", {}) if last else {}
    yield compare(last.seq if last else 0, "keywords", game.keywords, told)
