"""What every version of a Proposal lists, read anew from its body, and meant as names stood then."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from nomic.core.models import Event, Game
from proposals.bnomic.mechanics.listing import read_lists
from proposals.bnomic.models import Listed, Relation
from proposals.bnomic.recounting.telling import REVISED, SUBMITTED, Entry, Story
from proposals.models import PostVersion
from proposals.recounting.differences import Difference, Log, compare


def lists(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every version: its event against its body, and its rows against what has become of Names since."""
    bodies, rows, story = _bodies(game), _rows(game), Story()
    for event in log.values():
        story.hear(event)
        if event.kind in (SUBMITTED, REVISED):
            yield _as_told(event, bodies, story)
    for told in story.proposals.values():
        for version, listed in told.versions.items():
            what = f"lists of Proposal {told.number}, version {version}"
            yield compare(told.event.seq, what, rows.pop((told.number, version), []), [*map(_plain, _in_place(listed))])
    for (number, version), kept in rows.items():
        yield [Difference(game.last_seq, f"lists of Proposal {number}, version {version}", kept, None)]


def _as_told(event: Event, bodies: Mapping[tuple[str, int], str], story: Story) -> list[Difference]:
    version = event.data.get("version", 1)
    found, register = read_lists(bodies.get((event.subject, version), "")), story.register()
    said = {Relation.DEPENDS: found.depends, Relation.CONFLICTS: found.conflicts}
    again = [
        {"relation": relation.value, "said": item, "means": register.meant(item)}
        for relation, listed in said.items()
        for item in listed
    ]
    return compare(event.seq, f"what Proposal {event.data['number']} lists", event.data["listed"], again)


def _in_place(listed: list[Entry]) -> list[Entry]:
    """Each with its place among those of its relation."""
    places: dict[str, int] = defaultdict(int)
    found = []
    for each in listed:
        found.append({**each, "place": places[each["relation"]]})
        places[each["relation"]] += 1
    return sorted(found, key=lambda each: (each["relation"], each["place"]))


def _plain(each: Entry) -> tuple[object, ...]:
    return each["relation"], each["place"], each["said"], each["means"]


def _bodies(game: Game) -> dict[tuple[str, int], str]:
    rows = PostVersion.objects.filter(post__ballot_proposal__game=game).select_related("post")
    return {(row.post.subject_key, row.n): row.body for row in rows}


def _rows(game: Game) -> dict[tuple[int, int], list[tuple[object, ...]]]:
    found: dict[tuple[int, int], list[tuple[object, ...]]] = defaultdict(list)
    rows = Listed.objects.filter(proposal__game=game).select_related("proposal").order_by("relation", "place")
    for row in rows:
        found[row.proposal.number, row.version].append((row.relation, row.place, row.said, row.means))
    return found
