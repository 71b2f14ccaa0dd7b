"""Dependencies and Conflicts as a picture, and as a table that says the same."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeAlias

from nomic.core.views.entering import GameRequest
from proposals.bnomic.mechanics.graph import Box, Drawing, Path, drawing, label_lines
from proposals.bnomic.mechanics.listing import titled
from proposals.bnomic.mechanics.meanings import Known
from proposals.bnomic.views import fates
from proposals.bnomic.views.fates import Fate, signed
from proposals.views.wording import address

Shown = dict[str, Any]
Pairs: TypeAlias = tuple[tuple[int, int], ...]
WIDEST = 1120  # what a page that is one column has room for


@dataclass(frozen=True, slots=True)
class Member:
    """A Proposal in a web: how it stands, and why. `strength`: None where it is not voted on; `votes`: of what."""

    number: int
    name: str
    fate: Fate
    strength: int | None = None
    why: str = ""
    votes: str = ""

    @property
    def title(self) -> str:
        return titled(self.number, self.name)


@dataclass(frozen=True, slots=True)
class Web:
    """Proposals with what each lists, in Numbers. What is listed and is no member is in the table alone; `others` knows
    it, if it is there."""

    members: Mapping[int, Member]
    depends: Mapping[int, Collection[int]]
    conflicts: Mapping[int, Collection[int]]
    others: Mapping[int, Known] = field(default_factory=dict)

    def rivals(self) -> Mapping[int, set[int]]:
        """Whom each Conflicts with: it is enough that one of the two says so."""
        found: dict[int, set[int]] = defaultdict(set)
        for number in self.members:
            for other in self.conflicts.get(number, ()):
                found[number].add(other)
                found[other].add(number)
        return found

    def dependants(self) -> Mapping[int, set[int]]:
        """Who Depends on each."""
        found: dict[int, set[int]] = defaultdict(set)
        for number in self.members:
            for other in self.depends.get(number, ()):
                found[other].add(number)
        return found


def picture(
    web: Web, request: GameRequest, *, widest: int = WIDEST, now: Collection[int] = (), own: int | None = None
) -> Shown:
    """The web as `bnomic/_graph.html` draws it. `now`: whom the eye is drawn to; `own`: whose page this is."""
    drawn = _drawn(tuple(sorted(web.members)), _pairs(web.depends), _pairs(web.conflicts), widest)
    return {
        "width": drawn.width,
        "height": drawn.height,
        "boxes": [_box(each, web.members[each.number], request, each.number in now, own) for each in drawn.boxes],
        "arrows": [_line(each, "Depends on", now) for each in drawn.arrows],
        "lines": [_line(each, "Conflicts with", now) for each in drawn.lines],
        "key": _key(web.members.values()),
    }


@lru_cache(maxsize=64)
def _drawn(numbers: tuple[int, ...], depends: Pairs, conflicts: Pairs, widest: int) -> Drawing:
    """Every step of a count shows the same drawing, and so does every look at a ballot whose lists stay as they are."""
    return drawing(numbers, depends, conflicts, widest)


def _pairs(listed: Mapping[int, Collection[int]]) -> Pairs:
    return tuple(sorted((number, other) for number, others in listed.items() for other in others))


def _box(at: Box, member: Member, request: GameRequest, now: bool, own: int | None) -> Shown:
    strength = "" if member.strength is None else signed(member.strength)
    return {
        "x": at.x, "y": at.y, "width": at.width, "height": at.height, "number": at.number,
        "url": address("ballot_proposal", request, at.number),
        "label": label_lines(member.name) or ("(no Name)",),
        "fate": member.fate,
        "strength": strength,
        "is_now": now,
        "is_own": at.number == own,
        "title": f"{member.title}. {member.fate.means}{f', Strength {strength}' if strength else ''}. {member.why}",
    }  # fmt: skip


def _line(each: Path, relation: str, now: Collection[int]) -> Shown:
    title = f"Proposal {each.a} {relation} Proposal {each.b}"
    return {"curve": each.curve, "title": title, "is_now": each.a in now and each.b in now}


def _key(members: Iterable[Member]) -> list[Fate]:
    """The fates that occur, each once, in the order in which they come in life."""
    there = {member.fate for member in members}
    return [fate for fate in fates.ALL if fate in there]


def rows(web: Web, request: GameRequest, now: Collection[int] = ()) -> list[Shown]:
    """The web as `bnomic/_web_table.html` tells it, by Number."""
    rivals, dependants = web.rivals(), web.dependants()
    return [
        {
            "member": member,
            "url": address("ballot_proposal", request, number),
            "strength": "" if member.strength is None else signed(member.strength),
            "depends": _named(web.depends.get(number, ()), web, request),
            "conflicts": _named(rivals[number], web, request),
            "dependants": _named(dependants[number], web, request),
            "is_now": number in now,
        }
        for number, member in sorted(web.members.items())
    ]


def _named(numbers: Iterable[int], web: Web, request: GameRequest) -> list[Shown]:
    return [_way(number, web, request) for number in sorted(numbers)]


def _way(number: int, web: Web, request: GameRequest) -> Shown:
    """A Proposal that is listed, with its page if there is one of that Number, and with its state in a word."""
    if member := web.members.get(number):
        name, word = member.name, member.fate.word
    elif known := web.others.get(number):
        name, word = known.name, fates.stated(known)
    else:
        return {"number": number, "word": "not there"}
    return {"number": number, "name": name, "word": word, "url": address("ballot_proposal", request, number)}
