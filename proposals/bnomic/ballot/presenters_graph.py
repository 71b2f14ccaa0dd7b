"""Dependencies and Conflicts as a picture, and as a table that says the same: of the living Proposals, of a count,
or of one Proposal and its neighbours.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from nomic.core.requests import GameRequest
from proposals.bnomic.ballot import presenters_fates as ballot_presenters_fates
from proposals.bnomic.ballot.presenters import register_of, standing_of
from proposals.bnomic.ballot.presenters_fates import CountContext, Fate, signed_strength
from proposals.bnomic.ballot.queries import BallotStanding, Outcome, conflicts_with, depends_on
from proposals.bnomic.ballot.rules import BallotProposal
from proposals.bnomic.graph.rules import Box, Drawing, Path, draw_graph, label_lines
from proposals.bnomic.nweeks.rules import ProposalState
from proposals.bnomic.register import queries as register_queries
from proposals.bnomic.register.rules import FinalVote
from proposals.bnomic.register.rules_lists import KnownProposal, meant_numbers, proposal_title
from proposals.reasons.presenters import address

if TYPE_CHECKING:
    from proposals.bnomic.register.models import Listed, Proposal

Pairs: TypeAlias = tuple[tuple[int, int], ...]
WIDEST = 1120  # what a page that is one column has room for


@dataclass(frozen=True, slots=True)
class WebMember:
    """A Proposal in a web: how it stands, and why. `strength`: None where it is not voted on; `votes`: of what."""

    number: int
    name: str
    fate: Fate
    strength: int | None = None
    why: str = ""
    votes: str = ""

    @property
    def title(self) -> str:
        return proposal_title(self.number, self.name)


@dataclass(frozen=True, slots=True)
class ProposalWeb:
    """Proposals with what each lists, in Numbers. What is listed and is no member is in the table alone; `others` knows
    it, if it is there."""

    members: Mapping[int, WebMember]
    depends: Mapping[int, Collection[int]]
    conflicts: Mapping[int, Collection[int]]
    others: Mapping[int, KnownProposal] = field(default_factory=dict)

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


@dataclass(frozen=True, slots=True)
class GraphBox:
    """A Proposal in the drawing; lengths in pixels, `label` in lines."""

    x: float
    y: float
    width: float
    height: float
    number: int
    url: str
    label: Sequence[str]
    fate: Fate
    strength: str
    is_now: bool
    is_own: bool
    title: str


@dataclass(frozen=True, slots=True)
class GraphCurve:
    curve: str
    title: str
    is_now: bool


@dataclass(frozen=True, slots=True)
class GraphShown:
    """A web as `bnomic/_graph.html` draws it, with the fates that occur as its key."""

    width: float
    height: float
    boxes: list[GraphBox]
    arrows: list[GraphCurve]
    lines: list[GraphCurve]
    key: list[Fate]


def graph_svg(
    web: ProposalWeb, request: GameRequest, *, widest: int = WIDEST, now: Collection[int] = (), own: int | None = None
) -> GraphShown:
    """`now`: whom the eye is drawn to; `own`: whose page this is."""
    drawn = _cached_drawing(tuple(sorted(web.members)), _pairs(web.depends), _pairs(web.conflicts), widest)
    return GraphShown(
        drawn.width,
        drawn.height,
        [_graph_box(each, web.members[each.number], request, each.number in now, own) for each in drawn.boxes],
        [_graph_curve(each, "Depends on", now) for each in drawn.arrows],
        [_graph_curve(each, "Conflicts with", now) for each in drawn.lines],
        _fates_key(web.members.values()),
    )


@lru_cache(maxsize=64)
def _cached_drawing(numbers: tuple[int, ...], depends: Pairs, conflicts: Pairs, widest: int) -> Drawing:
    """Every step of a count shows the same drawing, and so does every look at a ballot whose lists stay as they are."""
    return draw_graph(numbers, depends, conflicts, widest)


def _pairs(listed: Mapping[int, Collection[int]]) -> Pairs:
    return tuple(sorted((number, other) for number, others in listed.items() for other in others))


def _graph_box(at: Box, member: WebMember, request: GameRequest, now: bool, own: int | None) -> GraphBox:
    strength = "" if member.strength is None else signed_strength(member.strength)
    title = f"{member.title}. {member.fate.means}{f', Strength {strength}' if strength else ''}. {member.why}"
    url, label = address("ballot_proposal", request, at.number), label_lines(member.name) or ("(no Name)",)
    place = (at.x, at.y, at.width, at.height)
    return GraphBox(*place, at.number, url, label, member.fate, strength, now, at.number == own, title)


def _graph_curve(each: Path, relation: str, now: Collection[int]) -> GraphCurve:
    title = f"Proposal {each.a} {relation} Proposal {each.b}"
    return GraphCurve(each.curve, title, each.a in now and each.b in now)


def _fates_key(members: Iterable[WebMember]) -> list[Fate]:
    """The fates that occur, each once, in the order in which they come in life."""
    there = {member.fate for member in members}
    return [fate for fate in ballot_presenters_fates.ALL if fate in there]


class NamedLink(NamedTuple):
    """A Proposal that is listed, with its page if there is one of that Number, and with its state in a word."""

    number: int
    name: str
    word: str
    url: str = ""


@dataclass(frozen=True, slots=True)
class WebRow:
    """A member of a web as `bnomic/_web_table.html` tells of it."""

    member: WebMember
    url: str
    strength: str
    depends: list[NamedLink]
    conflicts: list[NamedLink]
    dependants: list[NamedLink]
    is_now: bool


def graph_cells(web: ProposalWeb, request: GameRequest, now: Collection[int] = ()) -> list[WebRow]:
    """By Number."""
    rivals, dependants = web.rivals(), web.dependants()
    return [
        WebRow(
            member,
            address("ballot_proposal", request, number),
            "" if member.strength is None else signed_strength(member.strength),
            _named_links(web.depends.get(number, ()), web, request),
            _named_links(rivals[number], web, request),
            _named_links(dependants[number], web, request),
            number in now,
        )
        for number, member in sorted(web.members.items())
    ]


def _named_links(numbers: Iterable[int], web: ProposalWeb, request: GameRequest) -> list[NamedLink]:
    return [_named_link(number, web, request) for number in sorted(numbers)]


def _named_link(number: int, web: ProposalWeb, request: GameRequest) -> NamedLink:
    if member := web.members.get(number):
        name, word = member.name, member.fate.word
    elif known := web.others.get(number):
        name, word = known.name, ballot_presenters_fates.state_text(known)
    else:
        return NamedLink(number, "", "not there")
    return NamedLink(number, name, word, address("ballot_proposal", request, number))


# What the graph is drawn of: the living Proposals, those of a count, or a single one with its neighbours.

NOT_YET, BEFORE = "Pending: votes are cast from its opening on.", "Lost in an earlier nweek."
ROOM_BESIDE_TEXT = 640  # pixels


# -- the living ones


def living_web(standing: BallotStanding, *, with_pending: bool = True) -> ProposalWeb:
    """The living Proposals with what they list, and the Lost ones of before that one of them Depends on."""
    living = standing.living
    rows = (*living.open_ones, *living.closed, *(living.pending if with_pending else ()))
    listed = {row.number: standing.listed.get(row.number, ()) for row in rows}
    depends = {number: meant_numbers(depends_on(each)) for number, each in listed.items()}
    conflicts = {number: meant_numbers(conflicts_with(each)) for number, each in listed.items()}
    members = {row.number: living_member(row.number, standing) for row in rows}
    lost = (number for number, each in standing.register.known.items() if each.state is ProposalState.LOST)
    members |= lost_before_members(depends, set(lost) - members.keys(), standing.register.known)
    return ProposalWeb(members, depends, conflicts, standing.register.known)


def living_member(number: int, standing: BallotStanding) -> WebMember:
    """One of them, and what becomes of it by the count that is due, or would if the ballot closed now."""
    name, outcome = standing.register.known[number].name, standing.outcome_of(number)
    if outcome is None:
        return WebMember(number, name, ballot_presenters_fates.PENDING, why=NOT_YET)
    told = CountContext.of(outcome, standing.register.known)
    won, lost = (
        (ballot_presenters_fates.DUE_WON, ballot_presenters_fates.DUE_LOST)
        if outcome.is_due
        else (ballot_presenters_fates.WINS, ballot_presenters_fates.LOSES)
    )
    fate = lost if number in outcome.sunk else won
    return _counted_member(
        outcome.ballot[number], name, fate, ballot_presenters_fates.would_text(outcome.sunk.get(number), told)
    )


def _counted_member(each: BallotProposal, name: str, fate: Fate, why: str) -> WebMember:
    cast = list(each.votes.values())
    votes = ", ".join(f"{cast.count(vote)} {vote.value}" for vote in FinalVote if vote in cast)
    return WebMember(each.number, name, fate, each.strength, why, votes or "no votes")


def lost_before_members(
    depends: Mapping[int, Collection[int]], lost: Collection[int], known: Mapping[int, KnownProposal]
) -> dict[int, WebMember]:
    """Those of the Lost ones that somebody Depends on: they sink em."""
    needed = {number for each in depends.values() for number in each} & set(lost)
    return {
        number: WebMember(number, known[number].name, ballot_presenters_fates.BEFORE, why=BEFORE)
        for number in sorted(needed)
    }


# -- those of a count


def counted_web(
    outcome: Outcome,
    before: Collection[int],
    known: Mapping[int, KnownProposal],
    member: Callable[[int], tuple[Fate, str]],
) -> ProposalWeb:
    """The Proposals that were counted together. `before`: the Lost ones of earlier nweeks that mattered; `member`: how
    each stands, and why."""
    depends = {number: each.depends for number, each in outcome.ballot.items()}
    conflicts = {number: each.conflicts for number, each in outcome.ballot.items()}
    members = {
        number: _counted_member(each, known[number].name, *member(number)) for number, each in outcome.ballot.items()
    }
    return ProposalWeb(members | lost_before_members(depends, before, known), depends, conflicts, known)


def result_fates(
    outcome: Outcome, void: Collection[int], known: Mapping[int, KnownProposal]
) -> Callable[[int], tuple[Fate, str]]:
    """How each stands at the end of the count. `void`: those that Passed without effect."""
    told = CountContext.of(outcome, known)

    def member(number: int) -> tuple[Fate, str]:
        if line := outcome.sunk.get(number):
            return ballot_presenters_fates.LOST, ballot_presenters_fates.fell_text(line, told)
        fate = ballot_presenters_fates.VOID if number in void else ballot_presenters_fates.PASSED
        return fate, f"{fate.means}."

    return member


# -- one and its neighbours


def neighbours_graph(
    row: Proposal, own: Iterable[Listed], others: Iterable[Listed], request: GameRequest
) -> GraphShown | None:
    """A Proposal with those that it lists and those that list it, as `bnomic/_graph.html` draws it; None if it is
    alone. Two queries beside those of the ballot.

    `own`: what its text lists; `others`: what others say of it.
    """
    around = {row.number, *(each.proposal.number for each in others)}
    around |= {each.means for each in own if each.means is not None}
    near = {each.number: each for each in register_queries.all_proposals(row.game_id).filter(number__in=around)}
    if near.keys() <= {row.number}:
        return None
    listed = register_queries.listed_numbers(near.values())
    members = {number: _neighbour_member(each, request) for number, each in near.items()}
    depends, conflicts = (
        {number: listed[number, relation] for number in near} for relation in ("depends", "conflicts")
    )
    web = ProposalWeb(members, depends, conflicts, register_of(request).known)
    return graph_svg(web, request, widest=ROOM_BESIDE_TEXT, own=row.number)


def _neighbour_member(row: Proposal, request: GameRequest) -> WebMember:
    state = ProposalState(row.state)
    if not state.historical:
        return living_member(row.number, standing_of(request))
    fate = (
        ballot_presenters_fates.LOST
        if state is ProposalState.LOST
        else ballot_presenters_fates.PASSED
        if row.passed
        else ballot_presenters_fates.VOID
    )
    return WebMember(row.number, row.name, fate, why=f"{fate.means}.")
