"""The gamestate pages: every version of every page, against the digest that the log took of it."""

from __future__ import annotations

from collections.abc import Iterator

from dynasties.pages.models import PageVersion
from dynasties.pages.queries import page_digest
from nomic.core.games.models import Game
from nomic.core.log.recount import Difference, Log, compare_values

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
