"""What Quorum does with tables and pages: its part in every table of the wiring."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from typing import Any

from dynasties.quorum.actions.closing import close_if_due
from dynasties.quorum.actions.standing import adjourn, time_stands
from dynasties.quorum.actions.telling import remind, tell_of_end, tell_of_opening, tell_of_round
from dynasties.quorum.queries import episodes, listing
from dynasties.quorum.queries.proofs import flaws
from dynasties.quorum.queries.waiting import late, still_waits
from dynasties.quorum.recounting import CHECKS
from dynasties.quorum.words import FLAW_WORDS
from nomic.core.mechanics.effects import HiatusChanged, LawChanged
from nomic.core.mechanics.parts import Look, Workings
from nomic.core.views.entering import law_of


def due(now: datetime) -> Iterator[Look]:
    """What the Clerk looks at: rounds whose time is over, and games in which somebody is to be reminded."""
    for game_id, number, key in episodes.due(now):
        yield ("round", key), partial(close_if_due, game_id=game_id, number=number)
    for game_id in {each.game_id: None for each in late(now)}:
        yield ("senate reminders", game_id), partial(remind, game_id=game_id)


def entries(request: Any) -> list[tuple[str, str]]:
    """Its page in the game's bar, while the law has Episodes."""
    return [("Senate", "quorum_senate")] if episodes.is_played(law_of(request)) else []


def counts(request: Any) -> dict[str, Callable[[], int]]:
    """In how many open rounds the reader has still to decide; in none where e may not."""
    return {"quorum_senate": lambda: 0 if _is_kept_out(request) else listing.waiting(request.game.pk, request.user.pk)}


def _is_kept_out(request: Any) -> bool:
    return bool(episodes.kept_out(request.game, request.user, request.agent, law_of(request)))


WORKINGS = Workings(
    urls="dynasties.quorum.urls",
    handlers={LawChanged: (adjourn,), HiatusChanged: (time_stands,)},
    tellers={
        "quorum.opened": (tell_of_opening,),
        "quorum.round-closed": (tell_of_round,),
        "quorum.ended": (tell_of_end,),
        "quorum.adjourned": (tell_of_end,),
    },
    stands={"senate-round": still_waits, "senate-near": still_waits},
    checks=CHECKS,
    flaws=flaws,
    flaw_words=FLAW_WORDS,
    due=due,
    entries=entries,
    counts=counts,
)
