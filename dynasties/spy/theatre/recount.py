"""The stretches of play told anew from the law of each moment; and who takes part in them."""

from __future__ import annotations

from collections.abc import Iterator

from dynasties.spy.theatre.models import Spy, Theatre
from dynasties.spy.theatre.rules import EVENT_PREFIX, STORY_REVEALED
from nomic.core.games.models import Game
from nomic.core.law.models import LawSnapshot
from nomic.core.log.models import Event
from nomic.core.log.recount import Difference, Log, compare_values

BEGAN, ENDED = "spy.began", "spy.ended"


def theatre_differences(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every theatre against the events that began and ended it, and the law that was in force all the while."""
    laws = [(each.seq, _is_law_of_spies(each)) for each in LawSnapshot.objects.filter(game=game).order_by("seq")]
    began = {event.subject: event.seq for event in log.values() if event.kind == BEGAN}
    ended: dict[str, int] = {}
    for event in log.values():
        if event.kind in {ENDED, STORY_REVEALED}:
            ended.setdefault(event.subject, event.seq)  # what is revealed later had ended before
    for row in Theatre.objects.filter(game=game).order_by("number"):
        subject, what = f"theatre:{row.number}", f"theatre {row.number}"
        yield [
            *compare_values(row.began_seq, f"beginning of {what}", row.began_seq, began.pop(subject, None)),
            *compare_values(row.ended_seq or row.began_seq, f"end of {what}", row.ended_seq, ended.get(subject)),
            *_law_differences(row, laws, log),
        ]
    for subject, seq in began.items():
        yield [Difference(seq, subject.replace(":", " "), None, seq)]


def _is_law_of_spies(snapshot: LawSnapshot) -> bool:
    return any(name.startswith(EVENT_PREFIX) for name in snapshot.mechanisms)


def _law_differences(row: Theatre, laws: list[tuple[int, bool]], log: Log) -> list[Difference]:
    """Whether the law was of spies from its beginning to its end, and gone then, unless the revealing ended it."""
    at_first = [live for seq, live in laws if seq <= row.began_seq][-1:]
    until = row.ended_seq if row.ended_seq is not None else max(log, default=0) + 1
    during = [live for seq, live in laws if row.began_seq < seq < until]
    found = compare_values(row.began_seq, f"law at the beginning of theatre {row.number}", [True], at_first)
    end = log.get(row.ended_seq or 0)
    if end is None or end.kind != ENDED:
        return found + compare_values(row.began_seq, f"law of theatre {row.number}", True, all(during))
    # It ended with the first law in which there were no spies.
    lawful = [True] * (len(during) - 1) + [False]
    return found + compare_values(end.seq, f"law at the end of theatre {row.number}", lawful, during)


def spy_differences(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Everybody who takes part: since an event of eir theatre, fitted out by one update, eir Gadgets raised by one."""
    updates = {event.seq: event for event in log.values() if event.kind == "tracker.updated"}
    for row in Spy.objects.filter(theatre__game=game).select_related("theatre").order_by("pk"):
        what = f"spy {row.agent_id} in theatre {row.theatre.number}"
        then = log[row.since_seq].at if row.since_seq in log else None
        found = compare_values(row.since_seq, f"beginning of {what}", row.since_at, then)
        for name, seq in (("fitting out", row.outfitted_seq), ("raising", row.raised_seq)):
            if seq is not None:
                found += compare_values(seq, f"{name} of {what}", {row.agent_id}, _agents_concerned(updates.get(seq)))
        yield found


def _agents_concerned(update: Event | None) -> set[int | None]:
    """Who made an update of the tracker, and whose cells it changed: none, where the dice brought what was there."""
    if update is None:
        return set()
    return {update.actor_id, *(each["agent"] for each in update.data["cells"])}
