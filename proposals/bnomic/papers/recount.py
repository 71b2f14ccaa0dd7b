"""Recount every Proposal, its Number, Name and state, and what each of its versions lists."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from nomic.core.games.models import Game
from nomic.core.log.models import Event
from nomic.core.log.recount import Difference, Log, compare_values
from proposals.bnomic.ballot.recount import NUMBERED, OPENED, REVISED, SUBMITTED, BallotLog, ListedItem, LoggedProposal
from proposals.bnomic.nweeks.rules import ProposalState
from proposals.bnomic.register.models import Listed, Proposal, Relation
from proposals.bnomic.register.rules_lists import read_lists
from proposals.posts.models import PostVersion


def recount_proposals(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Each got its Number when it was submitted, and is what became of it; and none that is not told of."""
    rows = Proposal.objects.filter(game=game).select_related("post", "count").order_by("number")
    kept, story = {row.number: row for row in rows}, BallotLog()
    yield from _number_differences(log)
    for event in log.values():
        story.add_event(event)
    for told in story.proposals.values():
        yield _proposal_differences(told, kept.pop(told.number, None))
    for row in kept.values():
        yield [Difference(row.post.seq, f"Proposal {row.number}", row.state, None)]


def _number_differences(log: Log) -> Iterator[list[Difference]]:
    """Each Number is the next after all before, or that from which an Administrator had them go on."""
    highest, numbered_from = 0, 1
    for event in log.values():
        if event.kind == NUMBERED:
            numbered_from = event.data["number"]
        elif event.kind == SUBMITTED:
            number = event.data["number"]
            yield compare_values(event.seq, f"Number of {event.subject}", number, max(highest + 1, numbered_from))
            highest = max(highest, number)


def _proposal_differences(told: LoggedProposal, row: Proposal | None) -> list[Difference]:
    if row is None:
        return [Difference(told.event.seq, f"Proposal {told.number}", None, told.state)]
    now, then = _facts_of_row(row), _facts_of_log(told)
    seq = told.closed_seq or told.opened_seq or told.event.seq
    return [
        difference
        for name in then
        for difference in compare_values(seq, f"{name} of Proposal {told.number}", now[name], then[name])
    ]


def _facts_of_row(row: Proposal) -> dict[str, Any]:
    return {
        "name": row.name,
        "post": row.post.subject_key,
        "author": row.post.author_id,
        "version": row.post.version,
        "submission": row.submitted_at,
        "state": row.state,
        "opening": row.opened_seq,
        "close": row.closed_seq,
        "nweek": row.count.nweek if row.count else None,
        "passing": row.passed,
        "carrying out": row.carried_out_at,
    }


def _facts_of_log(told: LoggedProposal) -> dict[str, Any]:
    event = told.event
    return {
        "name": told.name,
        "post": event.subject,
        "author": event.actor_id,
        "version": told.version,
        "submission": event.at,
        "state": told.state.value,
        "opening": told.opened_seq,
        "close": told.closed_seq,
        "nweek": told.nweek,
        "passing": told.passed,
        "carrying out": told.carried_out_at,
    }


def recount_openings(game: Game, log: Log) -> Iterator[list[Difference]]:
    """What was opened each time was all that was Pending."""
    story = BallotLog()
    for event in log.values():
        if event.kind == OPENED:
            yield _opening_differences(event, story)
        story.add_event(event)


def _opening_differences(event: Event, story: BallotLog) -> list[Difference]:
    pending = [each.number for each in story.in_state(ProposalState.PENDING)]
    return compare_values(event.seq, f"what opened in nweek {event.data['nweek']}", event.data["numbers"], pending)


# What every version of a Proposal lists, read anew from its body, and meant as names stood then.


def recount_lists(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every version: its event against its body, and its rows against what has become of Names since."""
    bodies, rows, story = _bodies(game), _list_rows(game), BallotLog()
    for event in log.values():
        story.add_event(event)
        if event.kind in (SUBMITTED, REVISED):
            yield _list_differences(event, bodies, story)
    for told in story.proposals.values():
        for version, listed in told.versions.items():
            what = f"lists of Proposal {told.number}, version {version}"
            yield compare_values(
                told.event.seq, what, rows.pop((told.number, version), []), [*map(_list_row, _with_places(listed))]
            )
    for (number, version), kept in rows.items():
        yield [Difference(game.last_seq, f"lists of Proposal {number}, version {version}", kept, None)]


def _list_differences(event: Event, bodies: Mapping[tuple[str, int], str], story: BallotLog) -> list[Difference]:
    version = event.data.get("version", 1)
    found, register = read_lists(bodies.get((event.subject, version), "")), story.register()
    said = {Relation.DEPENDS: found.depends, Relation.CONFLICTS: found.conflicts}
    again = [
        {"relation": relation.value, "said": item, "means": register.number_meant(item)}
        for relation, listed in said.items()
        for item in listed
    ]
    return compare_values(event.seq, f"what Proposal {event.data['number']} lists", event.data["listed"], again)


def _with_places(listed: list[ListedItem]) -> list[ListedItem]:
    """Each with its place among those of its relation."""
    places: dict[str, int] = defaultdict(int)
    found = []
    for each in listed:
        found.append({**each, "place": places[each["relation"]]})
        places[each["relation"]] += 1
    return sorted(found, key=lambda each: (each["relation"], each["place"]))


def _list_row(each: ListedItem) -> tuple[object, ...]:
    return each["relation"], each["place"], each["said"], each["means"]


def _bodies(game: Game) -> dict[tuple[str, int], str]:
    rows = PostVersion.objects.filter(post__ballot_proposal__game=game).select_related("post")
    return {(row.post.subject_key, row.n): row.body for row in rows}


def _list_rows(game: Game) -> dict[tuple[int, int], list[tuple[object, ...]]]:
    found: dict[tuple[int, int], list[tuple[object, ...]]] = defaultdict(list)
    rows = Listed.objects.filter(proposal__game=game).select_related("proposal").order_by("relation", "place")
    for row in rows:
        found[row.proposal.number, row.version].append((row.relation, row.place, row.said, row.means))
    return found
