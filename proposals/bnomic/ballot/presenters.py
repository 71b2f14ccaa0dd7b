"""The ballot as templates take it: a Proposal, where it stands in its ballot, and what the Clock says."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from nomic.core.decision import Reason
from nomic.core.requests import GameRequest, cached_on_request, law_of
from proposals.bnomic.ballot import presenters_fates as ballot_presenters_fates, queries as ballot_queries
from proposals.bnomic.ballot.presenters_fates import CountContext
from proposals.bnomic.ballot.queries import BallotStanding, LivingProposals, Outcome
from proposals.bnomic.ballot.rules import BallotProposal
from proposals.bnomic.dials import NWEEK_CLOCK
from proposals.bnomic.nweeks.queries import ClockReading, may_be_late
from proposals.bnomic.nweeks.rules import Place, ProposalState, has_count, has_opening
from proposals.bnomic.register import queries as register_queries, rules as register_rules
from proposals.bnomic.register.rules import FinalVote
from proposals.bnomic.register.rules_lists import MeantItem, Register, split_body
from proposals.posts.presenters import author_url, excerpt_of
from proposals.reasons.presenters import address, reason_text
from proposals.voting.presenters import judging_context_of

if TYPE_CHECKING:
    from proposals.bnomic.register.models import Proposal
    from rulesets.models import RuleVersion

LIVING, BESIDE, OWN = "living proposals", "proposals beside", "own ballot votes"
STANDING, REGISTER = "ballot standing", "proposal register"
NAMED = 5  # Proposals that are named beside every page
LONGEST_STRIP = 24  # ndays of an nweek that are drawn one by one


# -- read once a request -------------------------------------------------------------------------------


def living_of(request: GameRequest) -> LivingProposals:
    """The living Proposals at the moment of this request."""
    return cached_on_request(
        request, LIVING, lambda: ballot_queries.living_proposals(request.game, request.now, law_of(request))
    )


def living_beside(request: GameRequest) -> LivingProposals:
    """The same for what stands around the pages of the game: without texts, unless the page itself has read them."""
    read: LivingProposals | None = request.__dict__.get(LIVING)
    return read or cached_on_request(
        request,
        BESIDE,
        lambda: ballot_queries.living_proposals(request.game, request.now, law_of(request), texts=False),
    )


def standing_of(request: GameRequest) -> BallotStanding:
    """The ballot at the moment of this request."""
    return cached_on_request(
        request,
        STANDING,
        lambda: ballot_queries.ballot_standing(
            request.game, law_of(request), living_of(request), _recorded_register(request)
        ),
    )


def register_of(request: GameRequest) -> Register:
    """Every Proposal that there is, as others may name it, by what each is at the moment of this request."""
    return standing_of(request).register if may_be_late(request.game, request.now) else _recorded_register(request)


def _recorded_register(request: GameRequest) -> Register:
    return cached_on_request(request, REGISTER, lambda: register_queries.read_register(request.game.pk))


def own_votes(request: GameRequest) -> dict[int, FinalVote]:
    """The reader's Final Votes on what is Open, by Number; none for a stranger."""
    reader, there = request.agent, living_beside(request)
    rows = (*there.open_ones, *there.closed)
    return cached_on_request(request, OWN, lambda: ballot_queries.own_votes(rows, reader.pk) if reader and rows else {})


def may_reader_vote(request: GameRequest) -> bool:
    """Whether the reader is a Player who may vote on what is Open. Bar, strip and sidebar ask nothing for this that is
    not read for the page anyway."""
    if request.agent is None:
        return False
    law, in_hiatus = law_of(request), judging_context_of(request).in_hiatus
    idle = not request.agent.is_playing
    return register_rules.may_vote(
        idle=idle, in_hiatus=in_hiatus, state=ProposalState.OPEN, closed=False, law=law
    ).outcome


def unvoted_proposals(request: GameRequest) -> list[Proposal]:
    """The Open Proposals that wait for the reader's vote; none for whoever may not vote on them now."""
    if not may_reader_vote(request):
        return []
    return [row for row in living_beside(request).open_ones if row.number not in own_votes(request)]


def forget_ballot(request: GameRequest) -> None:
    """After a vote in this request: the ballot is read anew when next asked for."""
    for name in (LIVING, BESIDE, STANDING, REGISTER, OWN):
        request.__dict__.pop(name, None)


# -- a Proposal ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ProposalHead:
    """What every page says of a Proposal first; `changes` counts them."""

    number: int
    name: str
    title: str
    url: str
    author: str
    author_url: str
    at: datetime
    excerpt: str
    changes: int

    @classmethod
    def of(cls, row: Proposal, request: GameRequest, **more: Any) -> Self:
        """`more`: the fields that a page's own kind of line has besides."""
        return cls(
            row.number,
            row.name,
            row.title,
            address("ballot_proposal", request, row.number),
            row.post.byline,
            author_url(row.post, request),
            row.submitted_at,
            excerpt_of(split_body(row.post.body)[0]),
            len(row.post.changes or ()),
            **more,
        )


@dataclass(frozen=True, slots=True)
class ProposalLink:
    """A way to another Proposal; to one that nobody has submitted yet there is none. A Name that nobody bears stands
    alone, as it was `said`."""

    number: int | None
    name: str = ""
    state: str = ""
    url: str = ""
    said: str = ""


def proposal_link(number: int, register: Register, request: GameRequest) -> ProposalLink:
    known = register.known.get(number)
    if known is None:
        return ProposalLink(number)
    return ProposalLink(number, known.name, known.state.value, address("ballot_proposal", request, number))


def item_links(items: Iterable[MeantItem], register: Register, request: GameRequest) -> list[ProposalLink]:
    """The items of a list, each with the way to whom it means."""
    return [
        ProposalLink(None, said=each.said) if each.number is None else proposal_link(each.number, register, request)
        for each in items
    ]


def proposal_links(numbers: Iterable[int], register: Register, request: GameRequest) -> list[ProposalLink]:
    return [proposal_link(number, register, request) for number in sorted(numbers)]


# -- in its ballot -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FateLine:
    """What `bnomic/_fate.html` and `_why.html` say: Won or Lost, and by what. `is_over`: it has been counted."""

    won: bool
    before: str
    by: ProposalLink | None
    after: str
    strength: str
    is_over: bool


def fate_context(
    number: int, outcome: Outcome, register: Register, request: GameRequest, *, is_over: bool = False
) -> FateLine:
    line = outcome.sunk.get(number)
    fallen = (
        ballot_presenters_fates.fall_of(line, CountContext.of(outcome, register.known), is_over=is_over)
        if line
        else None
    )
    by = proposal_link(fallen.by, register, request) if fallen and fallen.by is not None else None
    strength = ballot_presenters_fates.signed_strength(outcome.ballot[number].strength)
    before, after = (fallen.before, fallen.after) if fallen else ("", "")
    return FateLine(line is None, before, by, after, strength, is_over)


@dataclass(frozen=True, slots=True)
class WordCount:
    """How many Final Votes say one of the three words, and whether the reader's own does. It may be a button."""

    vote: str
    count: int
    is_own: bool
    id: str


def tally_context(counted: BallotProposal, own: FinalVote | None = None) -> list[WordCount]:
    cast = list(counted.votes.values())
    return [
        WordCount(each.value, cast.count(each), each is own, f"vote-{counted.number}-{each.value}")
        for each in FinalVote
    ]


def rivals_of(number: int, outcome: Outcome) -> set[int]:
    """Those in the same ballot with which a Proposal Conflicts, whichever of the two says so."""
    said = outcome.ballot[number].conflicts & outcome.ballot.keys()
    return {*said, *(other for other, each in outcome.ballot.items() if number in each.conflicts)} - {number}


class ListsShown(NamedTuple):
    """What a living Proposal lists; of Conflicts after that also whoever lists it in the same ballot."""

    depends: list[ProposalLink]
    conflicts: list[ProposalLink]


@dataclass(frozen=True, slots=True)
class BallotEntry(ProposalHead):
    """A Proposal that is Open, or whose count is due, with where it stands."""

    depends: list[ProposalLink]
    conflicts: list[ProposalLink]
    tally: list[WordCount]
    fate: FateLine
    own: str
    own_counts: bool
    vote_url: str


def ballot_entry(row: Proposal, request: GameRequest) -> BallotEntry:
    return BallotEntry.of(row, request, **lists_context(row.number, request)._asdict(), **standing_fields(row, request))


def standing_fields(row: Proposal, request: GameRequest) -> dict[str, Any]:
    """Where a Proposal stands in its ballot, as the fields of a `BallotEntry`."""
    standing = standing_of(request)
    outcome, own = standing.outcome_of(row.number), own_votes(request).get(row.number)
    assert outcome is not None
    return {
        "tally": tally_context(outcome.ballot[row.number], own),
        "fate": fate_context(row.number, outcome, standing.register, request),
        "own": own.value if own else "",
        "own_counts": request.agent is not None and request.agent.is_playing,
        "vote_url": address("ballot_vote", request, row.number),
    }


def lists_context(number: int, request: GameRequest) -> ListsShown:
    standing = standing_of(request)
    rows, outcome, register = standing.listed.get(number, ()), standing.outcome_of(number), standing.register
    own = ballot_queries.conflicts_with(rows)
    others = rivals_of(number, outcome) - {each.number for each in own} if outcome else set()
    return ListsShown(
        item_links(ballot_queries.depends_on(rows), register, request),
        item_links(own, register, request) + proposal_links(others, register, request),
    )


def warning_texts(row: Proposal, request: GameRequest) -> list[str]:
    """What is odd about the lists of a living Proposal, for everybody to read."""
    return [
        reason_text(each, request) for each in ballot_queries.warnings_of(row, standing_of(request), law_of(request))
    ]


def reasons_against_voting(request: GameRequest) -> tuple[Reason, ...]:
    """Why the reader may vote on none of what is Open: it is the same for each."""
    there = living_of(request)
    if request.agent is None or not there.open_ones:
        return ()
    return register_queries.may_vote(
        request.agent, there.open_ones[0], request.game, law_of(request), there.hands
    ).reasons


def may_reader_revise(row: Proposal, request: GameRequest) -> bool:
    """Whether the reader may submit this Proposal anew."""
    if request.agent is None or row.post.author_id != request.agent.pk:
        return False
    state = register_of(request).state(row.number)
    return register_queries.may_revise(request.agent, row, request.game, law_of(request), state).outcome


# -- the Clock -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NdayMark:
    """An nday in the row of its nweek; `n` is its number in it."""

    n: int
    is_past: bool
    is_now: bool
    opens: bool
    closes: bool


@dataclass(frozen=True, slots=True)
class ClockFace:
    """What `bnomic/_clock.html` shows. `supposes`: a count is due in which something may pass, and all this goes by the
    law before it."""

    supposes: bool
    place: Place
    state: str
    is_lawful: bool
    until: datetime | None
    opening: datetime | None
    count: datetime | None
    days: list[NdayMark]


def clock_context(request: GameRequest) -> ClockFace | None:
    """None in a game without a Clock."""
    there = living_beside(request)
    hands = there.hands
    if hands is None:
        return None
    return ClockFace(
        bool(there.closed),
        hands.place,
        hands.kind,
        law_of(request).carries(NWEEK_CLOCK),
        hands.clock.resumes_at,
        hands.next_opening,
        hands.next_count,
        _nday_row(hands),
    )


def _nday_row(hands: ClockReading) -> list[NdayMark]:
    """The ndays of this nweek in a row, with its opening and the count that is still to come; none where there are too
    many to be drawn."""
    course, (nweek, here) = hands.course, hands.place
    if course.length is None or max(course.length, here) > LONGEST_STRIP:
        return []
    places = [Place(nweek, n) for n in range(1, max(course.length, here) + 1)]
    return [
        NdayMark(
            each.nday,
            each.nday < here,
            each.nday == here,
            has_opening(each, course),
            each.nday >= here and has_count(each, course, hands.counted),
        )
        for each in places
    ]


def panel_context(request: GameRequest) -> dict[str, object]:
    """What `bnomic/_panel.html` shows beside every page of the game."""
    there, waiting = living_beside(request), unvoted_proposals(request)
    links = ((each, address("ballot_proposal", request, each.number)) for each in waiting[:NAMED])
    return {
        "url": address("ballot", request),
        "clock": clock_context(request),
        "open_ones": len(there.open_ones),
        "votes": may_reader_vote(request),
        "unvoted": [ProposalLink(each.number, each.name, url=url) for each, url in links],
        "more": max(len(waiting) - NAMED, 0),
    }


@dataclass(frozen=True, slots=True)
class PassedVersion:
    """A version of a rule that a Proposal has made, with the ways to it, to the rule, and to what it changed."""

    version: RuleVersion
    url: str
    diff: str
    version_url: str


def made_context(version: RuleVersion, request: GameRequest) -> PassedVersion:
    rid = version.rule.rid
    diff = f"{address('rule-diff', request, rid)}?from={version.n - 1}&to={version.n}" if version.n > 1 else ""
    url, version_url = address("rule", request, rid), address("rule-version", request, rid, version.n)
    return PassedVersion(version, url, diff, version_url)
