"""The ballot as templates take it: a Proposal, where it stands in its ballot, and what the Clock says."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from nomic.core.mechanics.decision import Reason
from nomic.core.views.entering import GameRequest, law_of, once
from proposals.bnomic.mechanics import submitting
from proposals.bnomic.mechanics.ballot import Final
from proposals.bnomic.mechanics.ballot import Proposal as Counted
from proposals.bnomic.mechanics.listing import split
from proposals.bnomic.mechanics.meanings import Meant, Register
from proposals.bnomic.mechanics.nweeks import Place, counts, opens
from proposals.bnomic.mechanics.states import State
from proposals.bnomic.queries import ballots, lists, permits
from proposals.bnomic.queries import standing as queries
from proposals.bnomic.queries.clocks import Hands, may_be_late
from proposals.bnomic.queries.standing import Living, Outcome, Standing
from proposals.bnomic.views import fates
from proposals.bnomic.views.fates import Told
from proposals.views.journal import excerpt
from proposals.views.scenes import scene_of
from proposals.views.wording import address, author_url, said

if TYPE_CHECKING:
    from proposals.bnomic.models import Proposal
    from rulesets.models import RuleVersion

Shown = dict[str, Any]
LIVING, BESIDE, OWN = "living proposals", "proposals beside", "own ballot votes"
STANDING, REGISTER = "ballot standing", "proposal register"
NAMED = 5  # Proposals that are named beside every page
LONGEST_STRIP = 24  # ndays of an nweek that are drawn one by one


# -- read once a request -------------------------------------------------------------------------------


def living_of(request: GameRequest) -> Living:
    """The living Proposals at the moment of this request."""
    return once(request, LIVING, lambda: queries.living(request.game, request.now, law_of(request)))


def beside(request: GameRequest) -> Living:
    """The same for what stands around the pages of the game: without texts, unless the page itself has read them."""
    read: Living | None = request.__dict__.get(LIVING)
    return read or once(
        request, BESIDE, lambda: queries.living(request.game, request.now, law_of(request), texts=False)
    )


def standing_of(request: GameRequest) -> Standing:
    """The ballot at the moment of this request."""
    return once(
        request, STANDING,
        lambda: queries.standing(request.game, law_of(request), living_of(request), _recorded(request)),
    )  # fmt: skip


def register_of(request: GameRequest) -> Register:
    """Every Proposal that there is, as others may name it, by what each is at the moment of this request."""
    return standing_of(request).register if may_be_late(request.game, request.now) else _recorded(request)


def _recorded(request: GameRequest) -> Register:
    return once(request, REGISTER, lambda: lists.register(request.game.pk))


def own_votes(request: GameRequest) -> dict[int, Final]:
    """The reader's Final Votes on what is Open, by Number; none for a stranger."""
    reader, there = request.agent, beside(request)
    rows = (*there.open_ones, *there.closed)
    return once(request, OWN, lambda: ballots.own_votes(rows, reader.pk) if reader and rows else {})


def votes(request: GameRequest) -> bool:
    """Whether the reader is a Player who may vote on what is Open. Bar, strip and sidebar ask nothing for this that is
    not read for the page anyway."""
    if request.agent is None:
        return False
    law, in_hiatus = law_of(request), scene_of(request).in_hiatus
    idle = not request.agent.playing
    return submitting.may_vote(idle=idle, in_hiatus=in_hiatus, state=State.OPEN, closed=False, law=law).outcome


def unvoted(request: GameRequest) -> list[Proposal]:
    """The Open Proposals that wait for the reader's vote; none for whoever may not vote on them now."""
    if not votes(request):
        return []
    return [row for row in beside(request).open_ones if row.number not in own_votes(request)]


def afresh(request: GameRequest) -> None:
    """After a vote in this request: the ballot is read anew when next asked for."""
    for name in (LIVING, BESIDE, STANDING, REGISTER, OWN):
        request.__dict__.pop(name, None)


# -- a Proposal ----------------------------------------------------------------------------------------


def proposal(row: Proposal, request: GameRequest) -> Shown:
    """What every page says of a Proposal first: its Number, Name, author, and the beginning of its text."""
    return {
        "number": row.number,
        "name": row.name,
        "title": row.title,
        "url": address("ballot_proposal", request, row.number),
        "author": row.post.byline,
        "author_url": author_url(row.post, request),
        "at": row.submitted_at,
        "excerpt": excerpt(split(row.post.body)[0]),
        "changes": len(row.post.changes or ()),
    }


def link(number: int, register: Register, request: GameRequest) -> Shown:
    """A way to another Proposal; to one that nobody has submitted yet there is none."""
    known = register.known.get(number)
    return {
        "number": number,
        "name": known.name if known else "",
        "state": known.state.value if known else "",
        "url": address("ballot_proposal", request, number) if known else "",
    }


def listed(items: Iterable[Meant], register: Register, request: GameRequest) -> list[Shown]:
    """The items of a list, each with the way to whom it means; a Name that nobody bears stands alone."""
    return [
        {"said": each.said, "number": None} if each.number is None else link(each.number, register, request)
        for each in items
    ]


def links(numbers: Iterable[int], register: Register, request: GameRequest) -> list[Shown]:
    return [link(number, register, request) for number in sorted(numbers)]


# -- in its ballot -------------------------------------------------------------------------------------


def fate(number: int, outcome: Outcome, register: Register, request: GameRequest, *, is_over: bool = False) -> Shown:
    """What `bnomic/_fate.html` and `_why.html` say: Won or Lost, and by what. `is_over`: it has been counted."""
    line = outcome.sunk.get(number)
    fallen = fates.fall(line, Told.of(outcome, register.known), is_over=is_over) if line else None
    return {
        "won": line is None,
        "before": fallen.before if fallen else "",
        "by": link(fallen.by, register, request) if fallen and fallen.by is not None else None,
        "after": fallen.after if fallen else "",
        "strength": fates.signed(outcome.ballot[number].strength),
        "is_over": is_over,
    }


def tally(counted: Counted, own: Final | None = None) -> list[Shown]:
    """How many Final Votes say each of the three words, and whether the reader's own does. Each may be a button."""
    cast = list(counted.votes.values())
    return [
        {
            "vote": each.value,
            "count": cast.count(each),
            "is_own": each is own,
            "id": f"vote-{counted.number}-{each.value}",
        }
        for each in Final
    ]


def rivals(number: int, outcome: Outcome) -> set[int]:
    """Those in the same ballot with which a Proposal Conflicts, whichever of the two says so."""
    said = outcome.ballot[number].conflicts & outcome.ballot.keys()
    return {*said, *(other for other, each in outcome.ballot.items() if number in each.conflicts)} - {number}


def in_ballot(row: Proposal, request: GameRequest) -> Shown:
    """A Proposal that is Open, or whose count is due, with where it stands."""
    standing = standing_of(request)
    outcome, own = standing.outcome_of(row.number), own_votes(request).get(row.number)
    assert outcome is not None
    return proposal(row, request) | lists_of(row.number, request) | {
        "tally": tally(outcome.ballot[row.number], own),
        "fate": fate(row.number, outcome, standing.register, request),
        "own": own.value if own else "",
        "own_counts": request.agent is not None and request.agent.playing,
        "vote_url": address("ballot_vote", request, row.number),
    }  # fmt: skip


def lists_of(number: int, request: GameRequest) -> Shown:
    """What a living Proposal lists; of Conflicts after that also whoever lists it in the same ballot."""
    standing = standing_of(request)
    rows, outcome, register = standing.listed.get(number, ()), standing.outcome_of(number), standing.register
    own = queries.conflicts_with(rows)
    others = rivals(number, outcome) - {each.number for each in own} if outcome else set()
    return {
        "depends": listed(queries.depends_on(rows), register, request),
        "conflicts": listed(own, register, request) + links(others, register, request),
    }


def warned(row: Proposal, request: GameRequest) -> list[str]:
    """What is odd about the lists of a living Proposal, for everybody to read."""
    return [said(each, request) for each in queries.warned(row, standing_of(request), law_of(request))]


def barred(request: GameRequest) -> tuple[Reason, ...]:
    """Why the reader may vote on none of what is Open: it is the same for each."""
    there = living_of(request)
    if request.agent is None or not there.open_ones:
        return ()
    return permits.may_vote(request.agent, there.open_ones[0], request.game, law_of(request), there.hands).reasons


def may_revise(row: Proposal, request: GameRequest) -> bool:
    """Whether the reader may submit this Proposal anew."""
    if request.agent is None or row.post.author_id != request.agent.pk:
        return False
    state = register_of(request).state(row.number)
    return permits.may_revise(request.agent, row, request.game, law_of(request), state).outcome


# -- the Clock -----------------------------------------------------------------------------------------


def clock(request: GameRequest) -> Shown | None:
    """What `bnomic/_clock.html` shows; None in a game without a Clock. `supposes`: a count is due in which something
    may pass, and all this goes by the law before it."""
    there = beside(request)
    hands = there.hands
    if hands is None:
        return None
    return {
        "supposes": bool(there.closed),
        "place": hands.place,
        "state": hands.kind,
        "is_lawful": law_of(request).carries("nweek.clock"),
        "until": hands.clock.resumes_at,
        "opening": hands.next_opening,
        "count": hands.next_count,
        "days": _days(hands),
    }


def _days(hands: Hands) -> list[Shown]:
    """The ndays of this nweek in a row, with its opening and the count that is still to come; none where there are too
    many to be drawn."""
    course, (nweek, here) = hands.course, hands.place
    if course.length is None or max(course.length, here) > LONGEST_STRIP:
        return []
    places = [Place(nweek, n) for n in range(1, max(course.length, here) + 1)]
    return [
        {
            "n": each.nday, "is_past": each.nday < here, "is_now": each.nday == here, "opens": opens(each, course),
            "closes": each.nday >= here and counts(each, course, hands.counted),
        }
        for each in places
    ]  # fmt: skip


def panel(request: GameRequest) -> Shown:
    """What `bnomic/_panel.html` shows beside every page of the game."""
    there, waiting = beside(request), unvoted(request)
    return {
        "url": address("ballot", request),
        "clock": clock(request),
        "open_ones": len(there.open_ones),
        "votes": votes(request),
        "unvoted": [_short(row, request) for row in waiting[:NAMED]],
        "more": max(len(waiting) - NAMED, 0),
    }


def _short(row: Proposal, request: GameRequest) -> Shown:
    return {"number": row.number, "name": row.name, "url": address("ballot_proposal", request, row.number)}


def made(version: RuleVersion, request: GameRequest) -> Shown:
    """A version of a rule that a Proposal has made, with the ways to it, to the rule, and to what it changed."""
    rid = version.rule.rid
    diff = f"{address('rule-diff', request, rid)}?from={version.n - 1}&to={version.n}" if version.n > 1 else ""
    return {
        "version": version, "url": address("rule", request, rid), "diff": diff,
        "version_url": address("rule-version", request, rid, version.n),
    }  # fmt: skip
