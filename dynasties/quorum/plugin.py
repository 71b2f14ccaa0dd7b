"""What Quorum adds to the server: handlers, notifications, checks of a recount, deadlines and its page in the bar."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from functools import partial

from dynasties.quorum.episodes import queries as episodes_queries, recount as episodes_recount
from dynasties.quorum.episodes.words import FLAW_WORDS
from dynasties.quorum.rounds import queries as rounds_queries, recount as rounds_recount
from dynasties.quorum.rounds.actions import close_if_due
from dynasties.quorum.rounds.notify import notify_of_end, notify_of_opening, notify_of_round, remind_senators
from dynasties.quorum.rounds.queries import late_senators, still_waits
from dynasties.quorum.rounds.queries_proofs import episode_flaws
from dynasties.quorum.senate import queries as senate_queries
from dynasties.quorum.senate.actions import adjourn_episodes, update_round_clocks
from nomic.core.effects import HiatusChanged, LawChanged
from nomic.core.log.recount import Check
from nomic.core.plugin import Look, Plugin
from nomic.core.requests import GameRequest, law_of


def due_looks(now: datetime) -> Iterator[Look]:
    """What the Clerk looks at: rounds whose time is over, and games in which somebody is to be reminded."""
    for game_id, number, key in rounds_queries.due_rounds(now):
        yield ("round", key), partial(close_if_due, game_id=game_id, number=number)
    for game_id in {each.game_id: None for each in late_senators(now)}:
        yield ("senate reminders", game_id), partial(remind_senators, game_id=game_id)


def bar_entries(request: GameRequest) -> list[tuple[str, str]]:
    """Its page in the game's bar, while the law has Episodes."""
    return [("Senate", "quorum_senate")] if episodes_queries.is_played(law_of(request)) else []


def bar_counts(request: GameRequest) -> dict[str, Callable[[], int]]:
    """In how many open rounds the reader has still to decide; in none where e may not."""
    return {
        "quorum_senate": lambda: (
            0 if _is_excluded(request) else senate_queries.count_waiting_rounds(request.game.pk, request.user.pk)
        )
    }


def _is_excluded(request: GameRequest) -> bool:
    return bool(episodes_queries.exclusion_reasons(request.game, request.user, request.agent, law_of(request)))


# What a recount works out anew of Episodes.

CHECKS: Mapping[str, Check] = {
    "Episodes": episodes_recount.episode_differences,
    "seats in Episodes": episodes_recount.seat_differences,
    "rounds of Episodes": rounds_recount.round_differences,
}


PLUGIN = Plugin(
    urls="dynasties.quorum.urls",
    handlers={LawChanged: (adjourn_episodes,), HiatusChanged: (update_round_clocks,)},
    tellers={
        "quorum.opened": (notify_of_opening,),
        "quorum.round-closed": (notify_of_round,),
        "quorum.ended": (notify_of_end,),
        "quorum.adjourned": (notify_of_end,),
    },
    stands={"senate-round": still_waits, "senate-near": still_waits},
    checks=CHECKS,
    flaws=episode_flaws,
    flaw_words=FLAW_WORDS,
    due=due_looks,
    entries=bar_entries,
    counts=bar_counts,
)
