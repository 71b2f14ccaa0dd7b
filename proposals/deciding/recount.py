"""What became of every matter and post, told from the log: enacted, failed, withdrawn, illegal, overtaken."""

from __future__ import annotations

from collections.abc import Iterator

from nomic.core.models import Event, Game
from proposals.mechanics.votes import Kind, Status
from proposals.models import Matter, Post
from proposals.recounting.differences import Difference, Log, compare

WITHDRAWN = "post.withdrawn"
CROWNED = "mastermind.changed"
PASSED = f"{Kind.DOV}.{Status.ENACTED.shown(Kind.DOV)}"
# What every kind of event makes of the matter that it is about.
ENDS = {f"{kind}.{status.shown(kind)}": status for kind in Kind for status in (Status.ENACTED, Status.FAILED)}
ENDS |= {WITHDRAWN: Status.WITHDRAWN, "post.marked-illegal": Status.ILLEGAL}
REOPENED = "post.reopened"


def endings(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every matter: its status, and when and by whom it came about. One without an event that ends it is pending."""
    ends = _ends(log)
    for matter in Matter.objects.filter(game=game).select_related("post"):
        subject = matter.post.subject_key
        event = ends.get(subject)
        seq = event.seq if event else matter.resolved_seq or game.last_seq
        status = ENDS[event.kind] if event else Status.PENDING
        found = compare(seq, f"status of {subject}", matter.status, status.value)
        now = (matter.resolved_seq, matter.resolved_at, matter.resolved_by_id)
        yield found + compare(seq, f"end of {subject}", now, _when(event))


def closed_for_a_while(subject: str, log: Log) -> list[range]:
    """The numbers of the events while a matter was closed that an Admin opened again later."""
    again = (event for event in log.values() if event.kind == REOPENED and event.subject == subject)
    return [range(event.data["closed_seq"], event.seq) for event in again]


def _ends(log: Log) -> dict[str, Event]:
    """The event that ended each matter last, by its subject; none for one that was opened again since."""
    ends: dict[str, Event] = {}
    for event in log.values():
        if event.kind in ENDS:
            ends[event.subject] = event
        elif event.kind == REOPENED:
            ends.pop(event.subject, None)
    return ends


def _when(event: Event | None) -> tuple[object, ...]:
    return (event.seq, event.at, event.actor_id) if event else (None, None, None)


def withdrawals(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every post that was taken back, plain ones too, and no other."""
    taken = {event.subject: event for event in log.values() if event.kind == WITHDRAWN}
    for post in Post.objects.filter(game=game):
        event = taken.get(post.subject_key)
        if event or post.withdrawn_at:
            told = event.at if event else None
            what = f"withdrawal of {post.subject_key}"
            yield compare(event.seq if event else game.last_seq, what, post.withdrawn_at, told)


def declarations(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every Declaration of Victory: that another one or its author's new role overtook it, or that nothing did."""
    for matter in Matter.objects.filter(game=game, kind=Kind.DOV.value).select_related("post"):
        told, event = overtaken_by(matter, log), log.get(matter.resolved_seq or 0)
        what = f"what overtook {matter.post.subject_key}"
        seq = matter.resolved_seq or game.last_seq
        found = compare(seq, f"{what} in the log", event.data.get("superseded_by") if event else None, told)
        yield found + compare(seq, f"{what} in the matter", (matter.closing or {}).get("superseded_by"), told)


def overtaken_by(matter: Matter, log: Log) -> str | None:
    """What happened while this Declaration was pending, as the log names it, so that it failed unjudged: another one
    passed, or its author became the Mastermind (Reading 14)."""
    if matter.kind != Kind.DOV:
        return None
    end = matter.resolved_seq or max(log, default=0) + 1
    between = (log[seq] for seq in range(matter.opened_seq + 1, end) if seq in log)
    own = (CROWNED, f"agent:{matter.post.author_id}")
    return next((each.subject for each in between if each.kind == PASSED or (each.kind, each.subject) == own), None)
