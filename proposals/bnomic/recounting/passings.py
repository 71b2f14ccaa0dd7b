"""What was Lost and what passed after each count: by what, and with what effect."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nomic.core.models import Event, Game
from proposals.bnomic.mechanics.ballot import sunk_in
from proposals.bnomic.mechanics.recording import read_trace
from proposals.bnomic.recounting.telling import COUNTED, LOST, NDAY, PASSED, STUMBLED, WITHOUT_EFFECT, Story
from proposals.bnomic.recounting.trials import problems_then
from proposals.recounting.differences import Difference, Log, compare

ENDS = (PASSED, WITHOUT_EFFECT, STUMBLED)


def passings(game: Game, log: Log) -> Iterator[list[Difference]]:
    """All that was Won passed at that midnight, one after another; with all of its changes, or with none."""
    story, events = Story(), list(log.values())
    for place, event in enumerate(events):
        story.hear(event)
        if event.kind == COUNTED:
            after = _until_nday(events[place + 1 :])
            yield from _losses(event, [each for each in after if each.kind == LOST], story)
            yield from _after(event, after, story)
    yield from _astray(events)


def _losses(counted: Event, losses: Sequence[Event], story: Story) -> Iterator[list[Difference]]:
    """Each Lost one by what the trace says, told of at the same midnight."""
    told = [[event.data[name] for name in ("number", "step", "through")] for event in losses]
    sunk = sunk_in(read_trace(counted.data["trace"])).values()
    again = sorted([line.number, line.step.value, line.by] for line in sunk)
    yield compare(counted.seq, f"what was Lost of nweek {counted.data['nweek']}", told, again)
    for event in losses:
        yield _itself(event, f"loss of Proposal {event.data['number']}", counted, story)


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
    """Its own facts, and what could be made of it: `brought` is what came between it and the next."""
    what = f"passing of Proposal {event.data['number']}"
    found = _itself(event, what, counted, story)
    if event.kind == STUMBLED:
        return found + compare(event.seq, f"what followed from the {what}", _kinds(brought), [])
    again = problems_then(event)
    if again is not None:
        found += compare(event.seq, f"problems of the {what}", event.data["problems"], again)
    if event.kind == PASSED:
        return found + compare(event.seq, f"effect of the {what}", bool(event.data["problems"]), False)
    found += compare(event.seq, f"effect of the {what}", bool(event.data["problems"]), True)
    return found + compare(event.seq, f"what followed from the {what}", _kinds(brought), [])


def _itself(event: Event, what: str, counted: Event, story: Story) -> list[Difference]:
    """That it is about this Proposal, at the midnight of the count."""
    told = story.proposals.get(event.data["number"])
    found = compare(event.seq, f"moment of the {what}", event.data["due_at"], counted.data["due_at"])
    found += compare(event.seq, f"subject of the {what}", event.subject, told.event.subject if told else None)
    called = event.data.get("name", told and told.name)
    return found + compare(event.seq, f"name in the {what}", called, told.name if told else None)


def _kinds(events: Sequence[Event]) -> list[str]:
    return [event.kind for event in events]


def _astray(events: Sequence[Event]) -> Iterator[list[Difference]]:
    """Nothing passes but after a count."""
    counting = False
    for event in events:
        counting = event.kind == COUNTED or (counting and event.kind != NDAY)
        if event.kind in (*ENDS, LOST) and not counting:
            yield [Difference(event.seq, f"end of Proposal {event.data['number']}", event.kind, None)]
