"""What a recount checks of Dynasties, the tracker and gamestate pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dynasties.pages.models import PageVersion
from dynasties.pages.queries import page_digest
from dynasties.succession import recount as succession_recount
from dynasties.tracker import recount as tracker_recount
from nomic.core.games.models import Game
from nomic.core.log.recount import Check, Difference, Log, compare_values

PAGE_EVENTS = frozenset({"page.made", "page.edited", "page.written"})


def recount_page_texts(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every text, against its event; and no event without one."""
    told = {event.seq for event in log.values() if event.kind in PAGE_EVENTS}
    for row in PageVersion.objects.filter(page__game=game).select_related("page").order_by("seq"):
        told.discard(row.seq)
        recorded = log[row.seq].data.get("digest") if row.seq in log else None
        now = page_digest(row.page.number, row.page.title, row.n, row.text)
        yield compare_values(row.seq, f"text of page:{row.page.number}", recorded, now)
    for seq in sorted(told):
        yield [Difference(seq, f"text of {log[seq].subject}", log[seq].data.get("digest"), None)]


# What a recount works out anew of Dynasties, the tracker and its pages.

CHECKS: Mapping[str, Check] = {
    "Dynasties": succession_recount.recount_dynasties,
    "keywords": succession_recount.recount_keywords,
    "page texts": recount_page_texts,
    "columns": tracker_recount.recount_columns,
    "tracker updates": tracker_recount.recount_values,
    "cells": tracker_recount.recount_chains,
    "secret updates": tracker_recount.recount_secrets,
}
