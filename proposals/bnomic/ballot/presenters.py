"""The ballot as templates take it: a Proposal, where it stands in its ballot, and what the Clock says."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from nomic.core.decision import Reason
from nomic.core.requests import GameRequest, cached_on_request, law_of
from proposals.bnomic.ballot import presenters_fates as ballot_presenters_fates, queries as ballot_queries
from proposals.bnomic.ballot.presenters_fates import CountContext
from proposals.bnomic.ballot.queries import BallotStanding, LivingProposals, Outcome
from proposals.bnomic.ballot.rules import BallotProposal as Counted
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

Shown = dict[str, Any]
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


def proposal_context(row: Proposal, request: GameRequest) -> Shown:
    """What every page says of a Proposal first: its Number, Name, author, and the beginning of its text."""
    return {
        "number": row.number,
        "name": row.name,
        "title": row.title,
        "url": address("ballot_proposal", request, row.number),
        "author": row.post.byline,
        "author_url": author_url(row.post, request),
        "at": row.submitted_at,
        "excerpt": excerpt_of(split_body(row.post.body)[0]),
        "changes": len(row.post.changes or ()),
    }


def proposal_link(number: int, register: Register, request: GameRequest) -> Shown:
    """A way to another Proposal; to one that nobody has submitted yet there is none."""
    known = register.known.get(number)
    return {
        "number": number,
        "name": known.name if known else "",
        "state": known.state.value if known else "",
        "url": address("ballot_proposal", request, number) if known else "",
    }


def item_links(items: Iterable[MeantItem], register: Register, request: GameRequest) -> list[Shown]:
    """The items of a list, each with the way to whom it means; a Name that nobody bears stands alone."""
    return [
        {"said": each.said, "number": None} if each.number is None else proposal_link(each.number, register, request)
        for each in items
    ]


def proposal_links(numbers: Iterable[int], register: Register, request: GameRequest) -> list[Shown]:
    return [proposal_link(number, register, request) for number in sorted(numbers)]


# -- in its ballot -------------------------------------------------------------------------------------


def fate_context(
    number: int, outcome: Outcome, register: Register, request: GameRequest, *, is_over: bool = False
) -> Shown:
    """What `bnomic/_fate.html` and `_why.html` say: Won or Lost, and by what. `is_over`: it has been counted."""
    line = outcome.sunk.get(number)
    fallen = (
        ballot_presenters_fates.fall_of(line, CountContext.of(outcome, register.known), is_over=is_over)
        if line
        else None
    )
    return {
        "won": line is None,
        "before": fallen.before if fallen else "",
        "by": proposal_link(fallen.by, register, request) if fallen and fallen.by is not None else None,
        "after": fallen.after if fallen else "",
        "strength": ballot_presenters_fates.signed_strength(outcome.ballot[number].strength),
        "is_over": is_over,
    }


def tally_context(counted: Counted, own: FinalVote | None = None) -> list[Shown]:
    """How many Final Votes say each of the three words, and whether the reader's own does. Each may be a button."""
    cast = list(counted.votes.values())
    return [
        {
            "vote": each.value,
            "count": cast.count(each),
            "is_own": each is own,
            "id": f"vote-{counted.number}-{each.value}",
        }
        for each in FinalVote
    ]


def rivals_of(number: int, outcome: Outcome) -> set[int]:
    """Those in the same ballot with which a Proposal Conflicts, whichever of the two says so."""
    said = outcome.ballot[number].conflicts & outcome.ballot.keys()
    return {*said, *(other for other, each in outcome.ballot.items() if number in each.conflicts)} - {number}


def ballot_entry(row: Proposal, request: GameRequest) -> Shown:
    """A Proposal that is Open, or whose count is due, with where it stands."""
    standing = standing_of(request)
    outcome, own = standing.outcome_of(row.number), own_votes(request).get(row.number)
    assert outcome is not None
    return (
        proposal_context(row, request)
        | lists_context(row.number, request)
        | {
            "tally": tally_context(outcome.ballot[row.number], own),
            "fate": fate_context(row.number, outcome, standing.register, request),
            "own": own.value if own else "",
            "own_counts": request.agent is not None and request.agent.is_playing,
            "vote_url": address("ballot_vote", request, row.number),
        }
    )


def lists_context(number: int, request: GameRequest) -> Shown:
    """What a living Proposal lists; of Conflicts after that also whoever lists it in the same ballot."""
    standing = standing_of(request)
    rows, outcome, register = standing.listed.get(number, ()), standing.outcome_of(number), standing.register
    own = ballot_queries.conflicts_with(rows)
    others = rivals_of(number, outcome) - {each.number for each in own} if outcome else set()
    return {
        "depends": item_links(ballot_queries.depends_on(rows), register, request),
        "conflicts": item_links(own, register, request) + proposal_links(others, register, request),
    }


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


def clock_context(request: GameRequest) -> Shown | None:
    """What `bnomic/_clock.html` shows; None in a game without a Clock. `supposes`: a count is due in which something
    may pass, and all this goes by the law before it."""
    there = living_beside(request)
    hands = there.hands
    if hands is None:
        return None
    return {
        "supposes": bool(there.closed),
        "place": hands.place,
        "state": hands.kind,
        "is_lawful": law_of(request).carries(NWEEK_CLOCK),
        "until": hands.clock.resumes_at,
        "opening": hands.next_opening,
        "count": hands.next_count,
        "days": _nday_row(hands),
    }


def _nday_row(hands: ClockReading) -> list[Shown]:
    """The ndays of this nweek in a row, with its opening and the count that is still to come; none where there are too
    many to be drawn."""
    course, (nweek, here) = hands.course, hands.place
    if course.length is None or max(course.length, here) > LONGEST_STRIP:
        return []
    places = [Place(nweek, n) for n in range(1, max(course.length, here) + 1)]
    return [
        {
            "n": each.nday,
            "is_past": each.nday < here,
            "is_now": each.nday == here,
            "opens": has_opening(each, course),
            "closes": each.nday >= here and has_count(each, course, hands.counted),
        }
        for each in places
    ]


def panel_context(request: GameRequest) -> Shown:
    """What `bnomic/_panel.html` shows beside every page of the game."""
    there, waiting = living_beside(request), unvoted_proposals(request)
    return {
        "url": address("ballot", request),
        "clock": clock_context(request),
        "open_ones": len(there.open_ones),
        "votes": may_reader_vote(request),
        "unvoted": [_short_context(row, request) for row in waiting[:NAMED]],
        "more": max(len(waiting) - NAMED, 0),
    }


def _short_context(row: Proposal, request: GameRequest) -> Shown:
    return {"number": row.number, "name": row.name, "url": address("ballot_proposal", request, row.number)}


def made_context(version: RuleVersion, request: GameRequest) -> Shown:
    """A version of a rule that a Proposal has made, with the ways to it, to the rule, and to what it changed."""
    rid = version.rule.rid
    diff = f"{address('rule-diff', request, rid)}?from={version.n - 1}&to={version.n}" if version.n > 1 else ""
    return {
        "version": version,
        "url": address("rule", request, rid),
        "diff": diff,
        "version_url": address("rule-version", request, rid, version.n),
    }
