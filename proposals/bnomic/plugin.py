"""What B Nomic does with tables and pages: its part in every table of the wiring."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django.urls import reverse

from nomic.core.mechanics.effects import HiatusChanged, LawChanged
from nomic.core.mechanics.parts import Look, Unvoted, Workings
from nomic.core.views.entering import law_of
from proposals.bnomic.actions.striking import strike, strokes, wound
from proposals.bnomic.actions.telling import remind, tell_authors, tell_of_count, tell_of_opening
from proposals.bnomic.mechanics.listing import split
from proposals.bnomic.mechanics.states import State
from proposals.bnomic.queries import ballots, clocks, waiting
from proposals.bnomic.recounting import CHECKS
from proposals.bnomic.views import shown
from proposals.bnomic.views.fates import stated
from proposals.views.wording import address

if TYPE_CHECKING:
    from nomic.core.views.entering import GameRequest
    from proposals.models import Draft, Post


def due(now: datetime) -> Iterator[Look]:
    """What the Clerk looks at: Clocks whose next stroke is due, and games in which somebody is to be reminded."""
    for game_id in clocks.due(now):
        yield ("clock", game_id), partial(strike, game_id=game_id)
    for game_id in waiting.games_to_remind(now):
        yield ("ballot reminders", game_id), partial(remind, game_id=game_id)


def entries(request: GameRequest) -> list[tuple[str, str]]:
    """Its page in the game's bar, while the law has Proposals of this kind."""
    return [("Ballot", "ballot")] if clocks.is_played(law_of(request)) else []


def doors(request: GameRequest) -> list[tuple[str, str]]:
    """Where Proposals are submitted, while the law has that."""
    return [("Submit a Proposal", "ballot_submit")] if law_of(request).carries("nweek.submitting") else []


def counts(request: GameRequest) -> Mapping[str, Callable[[], int]]:
    """How many Open Proposals wait for the reader's vote."""
    return {"ballot": lambda: len(shown.unvoted(request))} if clocks.is_played(law_of(request)) else {}


def unvoted(request: GameRequest) -> Unvoted | None:
    """The same Open Proposals by their titles."""
    if not clocks.is_played(law_of(request)):
        return None
    owed = [(row.title, address("ballot_proposal", request, row.number)) for row in shown.unvoted(request)]
    return Unvoted("on the ballot", "ballot", owed)


def panel(request: GameRequest) -> tuple[str, Mapping[str, Any]] | None:
    """The nday, the next opening and count, and what is Open and waits for the reader's vote."""
    return ("bnomic/_panel.html", shown.panel(request)) if clocks.is_played(law_of(request)) else None


def page(entry: Post) -> str | None:
    """A Proposal has a page of its own."""
    row = ballots.of_post(entry)
    return reverse("ballot_proposal", args=[entry.game.slug, row.number]) if row else None


def draft(kept: Draft) -> str | None:
    """A Proposal is written, and taken up again, in a composer of its own."""
    if not ballots.is_drafted(kept):
        return None
    return f"{reverse('ballot_submit', args=[kept.game.slug])}?{urlencode({'draft': kept.token})}"


STYLES = {State.WON: "enacted", State.LOST: "failed"}  # the others are pending


def states(entries: Sequence[Post], request: GameRequest) -> dict[int, tuple[str, str]]:
    """How the Proposals among these posts stand by law and clock."""
    recorded = ballots.states_of(entries)
    found = {key: (STYLES.get(state, "pending"), state.value) for key, state in recorded.items()}
    return found | (_by_now(request) if recorded and clocks.may_be_late(request.game, request.now) else {})


def _by_now(request: GameRequest) -> dict[int, tuple[str, str]]:
    """Of those of the ballot, while what was due may not be on record."""
    standing = shown.standing_of(request)
    rows, known = (*standing.living.open_ones, *standing.living.closed), standing.register.known
    return {row.pk: ("pending", stated(known[row.number])) for row in rows}


def prose(body: str) -> str:
    """Without the lines that list others."""
    return split(body)[0]


WORKINGS = Workings(
    urls="proposals.bnomic.urls",
    strokes=strokes,
    handlers={LawChanged: (wound,), HiatusChanged: (wound,)},
    tellers={"bnomic.opened": (tell_of_opening,), "bnomic.counted": (tell_of_count, tell_authors)},
    stands={waiting.OPENED: waiting.still_open, waiting.NEAR: waiting.still_missing},
    checks=CHECKS,
    due=due,
    entries=entries,
    counts=counts,
    unvoted=unvoted,
    panel=panel,
    page=page,
    pending=ballots.pending_counts,
    states=states,
    prose=prose,
    draft=draft,
    doors=doors,
)
