"""Every Episode and every seat against the events about it: as it was convened, who sat down and left, and where it
is now.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dynasties.quorum.episodes.models import Episode, EpisodeState, Seat, SeatKind
from dynasties.quorum.episodes.queries import guest_name
from nomic.core.games.models import Account, Game
from nomic.core.log.models import Event
from nomic.core.log.recount import Difference, Log, compare_values

CONVENED, SEATED, LEFT, CALLED_OFF, OPENED, CLOSED, ENDED, ADJOURNED = (
    f"quorum.{each}"
    for each in ("convened", "seated", "left", "called-off", "opened", "round-closed", "ended", "adjourned")
)
EVENT_PREFIX = "quorum."


def events_by_episode(log: Log) -> dict[str, list[Event]]:
    """The events about each Episode, by its code in the log, in their order."""
    found: dict[str, list[Event]] = {}
    for event in log.values():
        if event.kind.startswith(EVENT_PREFIX):
            found.setdefault(event.subject, []).append(event)
    return found


def episodes_with_events(game: Game, log: Log) -> Iterator[tuple[Episode, Sequence[Event]]]:
    """Every Episode that there is, with the events about it."""
    events = events_by_episode(log)
    for row in Episode.objects.filter(game=game).select_related("convener").order_by("number"):
        yield row, events.get(f"episode:{row.number}", ())


def last_event(events: Sequence[Event], *kinds: str) -> Event | None:
    """The last event of these kinds."""
    return next((event for event in reversed(events) if event.kind in kinds), None)


# Every Episode against the events about it: as it was convened, and where it stands.

STATES = (
    (ADJOURNED, EpisodeState.ADJOURNED),
    (ENDED, EpisodeState.OVER),
    (CALLED_OFF, EpisodeState.CALLED_OFF),
    (OPENED, EpisodeState.SITTING),
    (CONVENED, EpisodeState.GATHERING),
)


def episode_differences(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Each as it was convened, its state with the moments of it, and its scores; and none that is not there."""
    known: set[str] = set()
    for row, events in episodes_with_events(game, log):
        known.add(f"episode:{row.number}")
        convened = last_event(events, CONVENED)
        if convened is None:
            yield [Difference(0, f"episode {row.number}", row.number, None)]
            continue
        yield [*_convening_differences(row, convened), *_state_differences(row, convened, events)]
    for subject, events in events_by_episode(log).items():
        if subject not in known:
            yield [Difference(events[0].seq, subject.replace(":", " "), None, events[0].kind)]


def _convening_differences(row: Episode, event: Event) -> list[Difference]:
    kept = {
        "config": row.config,
        "seconds": row.decision_seconds,
        "seed_digest": row.seed_digest,
        "seed_given": row.seed_given,
        "by": row.convener_name,
        "at": row.convened_at,
    }
    then = {**event.data, "by": event.by, "at": event.at}
    found = [
        difference
        for name, value in kept.items()
        for difference in compare_values(event.seq, f"{name} of episode {row.number}", value, then.get(name))
    ]
    return found + compare_values(event.seq, f"convener of episode {row.number}", True, is_act_of(row.convener, event))


def is_act_of(account: Account, event: Event) -> bool:
    """Whether an event was this person's act."""
    return event.actor.account_id == account.pk if event.actor else event.by == guest_name(account)


def _state_differences(row: Episode, convened: Event, events: Sequence[Event]) -> list[Difference]:
    state = next(state for kind, state in STATES if last_event(events, kind))
    opened, ended = last_event(events, OPENED), last_event(events, ENDED, ADJOURNED, CALLED_OFF)
    scores = ended.data.get("scores") if ended else None
    last = ended or opened or convened
    now = (row.state, row.opened_at, row.ended_at)
    then = (state.value, opened and opened.at, ended and ended.at)
    return [
        *compare_values(last.seq, f"state of episode {row.number}", now, then),
        *compare_values(last.seq, f"scores of episode {row.number}", row.scores, scores),
    ]


# Every seat told anew from the log: who sat down in it, and who left.


def seat_differences(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Each seat as the last event about it left it, and as many as were convened."""
    for episode, events in episodes_with_events(game, log):
        rows = list(Seat.objects.filter(episode=episode).select_related("account").order_by("number"))
        sitters = _seating_events(events)
        for row in rows:
            yield _one_seat_differences(row, sitters.get(row.number), f"seat {row.number} of episode {episode.number}")
        # Whether it was convened with so many is for the Episode's own check.
        wanted, there = set(range(episode.config["num_seats"])) | {*sitters}, {row.number for row in rows}
        seq = events[0].seq if events else 0
        for number in sorted(wanted ^ there):
            lacks = number in wanted
            what = f"seat {number} of episode {episode.number}"
            yield [Difference(seq, what, None if lacks else number, number if lacks else None)]


def _seating_events(events: Sequence[Event]) -> dict[int, Event]:
    """The event with which each seat was taken that is not empty."""
    found: dict[int, Event] = {}
    for event in events:
        if event.kind == SEATED:
            found[event.data["seat"]] = event
        elif event.kind == LEFT:
            found.pop(event.data["seat"], None)
    return found


def _one_seat_differences(row: Seat, event: Event | None, what: str) -> list[Difference]:
    kept = (row.kind, row.name, row.script, row.agent_id)
    if event is None:
        return compare_values(0, what, kept, (SeatKind.EMPTY.value, "", "", None))
    facts = event.data
    told = (facts["seat_kind"], facts["senator"], facts.get("script", ""), event.actor_id)
    found = compare_values(event.seq, what, kept, told)
    if row.account is None:
        return found
    return found + compare_values(event.seq, f"who holds {what}", True, is_act_of(row.account, event))
