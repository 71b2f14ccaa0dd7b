"""What passed after each count, and with what effect."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nomic.core.models import Event, Game
from proposals.bnomic.recounting.telling import COUNTED, NDAY, PASSED, STUMBLED, WITHOUT_EFFECT, Story
from proposals.recounting.differences import Difference, Log, compare

ENDS = (PASSED, WITHOUT_EFFECT, STUMBLED)


def passings(game: Game, log: Log) -> Iterator[list[Difference]]:
    """All that was Won passed at that midnight, one after another; with all of its changes, or with none."""
    story, events = Story(), list(log.values())
    for place, event in enumerate(events):
        story.hear(event)
        if event.kind == COUNTED:
            yield from _after(event, _until_nday(events[place + 1 :]), story)
    yield from _astray(events)


def _until_nday(events: Sequence[Event]) -> list[Event]:
    """What happened at the same midnight before the next nday began."""
    end = next((place for place, each in enumerate(events) if each.kind == NDAY), len(events))
    return list(events[:end])


def _after(counted: Event, events: Sequence[Event], story: Story) -> Iterator[list[Difference]]:
    ends = [place for place, event in enumerate(events) if event.kind in ENDS]
    order = [events[place].data["number"] for place in ends]
    yield compare(counted.seq, f"what passed of nweek {counted.data['nweek']}", order, sorted(counted.data["passed"]))
    for place, following in zip(ends, [*ends, len(events)][1:], strict=True):
        yield _passing(events[place], events[place + 1 : following], counted, story)


def _passing(event: Event, brought: Sequence[Event], counted: Event, story: Story) -> list[Difference]:
    """Its own facts, and whether anything was made of it: `brought` is what came between it and the next."""
    number = event.data["number"]
    what, told = f"passing of Proposal {number}", story.proposals.get(number)
    found = compare(event.seq, f"moment of the {what}", event.data["due_at"], counted.data["due_at"])
    found += compare(event.seq, f"subject of the {what}", event.subject, told.event.subject if told else None)
    if event.kind == STUMBLED:
        return found + compare(event.seq, f"what followed from the {what}", _kinds(brought), [])
    found += compare(event.seq, f"name in the {what}", event.data["name"], told.name if told else None)
    if event.kind == PASSED:
        return found + compare(event.seq, f"problems of the {what}", event.data["problems"], [])
    found += compare(event.seq, f"whether there were problems of the {what}", bool(event.data["problems"]), True)
    return found + compare(event.seq, f"what followed from the {what}", _kinds(brought), [])


def _kinds(events: Sequence[Event]) -> list[str]:
    return [event.kind for event in events]


def _astray(events: Sequence[Event]) -> Iterator[list[Difference]]:
    """Nothing passes but after a count."""
    counting = False
    for event in events:
        counting = event.kind == COUNTED or (counting and event.kind != NDAY)
        if event.kind in ENDS and not counting:
            yield [Difference(event.seq, f"passing of Proposal {event.data['number']}", event.kind, None)]
