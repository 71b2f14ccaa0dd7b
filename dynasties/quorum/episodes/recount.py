"""Every Episode against the events about it: as it was convened, and where it stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dynasties.quorum.actions.entering import guest_name
from dynasties.quorum.models import Episode, EpisodeState
from dynasties.quorum.recounting.telling import (
    ADJOURNED,
    CALLED_OFF,
    CONVENED,
    ENDED,
    OPENED,
    each_told,
    only,
    told,
)
from nomic.core.models import Account, Event, Game
from proposals.recounting.differences import Difference, Log, compare

STATES = (
    (ADJOURNED, EpisodeState.ADJOURNED), (ENDED, EpisodeState.OVER), (CALLED_OFF, EpisodeState.CALLED_OFF),
    (OPENED, EpisodeState.SITTING), (CONVENED, EpisodeState.GATHERING),
)  # fmt: skip


def episodes(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Each as it was convened, its state with the moments of it, and its scores; and none that is not there."""
    known: set[str] = set()
    for row, events in each_told(game, log):
        known.add(f"episode:{row.number}")
        convened = only(events, CONVENED)
        if convened is None:
            yield [Difference(0, f"episode {row.number}", row.number, None)]
            continue
        yield [*_convening(row, convened), *_standing(row, convened, events)]
    for subject, events in told(log).items():
        if subject not in known:
            yield [Difference(events[0].seq, subject.replace(":", " "), None, events[0].kind)]


def _convening(row: Episode, event: Event) -> list[Difference]:
    kept = {
        "config": row.config, "seconds": row.decision_seconds, "seed_digest": row.seed_digest,
        "seed_given": row.seed_given, "by": row.convener_name, "at": row.convened_at,
    }  # fmt: skip
    then = {**event.data, "by": event.by, "at": event.at}
    found = [
        difference
        for name, value in kept.items()
        for difference in compare(event.seq, f"{name} of episode {row.number}", value, then.get(name))
    ]
    return found + compare(event.seq, f"convener of episode {row.number}", True, is_who(row.convener, event))


def is_who(account: Account, event: Event) -> bool:
    """Whether an event was this person's act."""
    return event.actor.account_id == account.pk if event.actor else event.by == guest_name(account)


def _standing(row: Episode, convened: Event, events: Sequence[Event]) -> list[Difference]:
    state = next(state for kind, state in STATES if only(events, kind))
    opened, ended = only(events, OPENED), only(events, ENDED, ADJOURNED, CALLED_OFF)
    scores = ended.data.get("scores") if ended else None
    last = ended or opened or convened
    now = (row.state, row.opened_at, row.ended_at)
    then = (state.value, opened and opened.at, ended and ended.at)
    return [
        *compare(last.seq, f"state of episode {row.number}", now, then),
        *compare(last.seq, f"scores of episode {row.number}", row.scores, scores),
    ]
