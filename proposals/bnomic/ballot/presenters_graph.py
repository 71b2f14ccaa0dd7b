"""What the graph is drawn of: the living Proposals, those of a count, or a single one with its neighbours."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TYPE_CHECKING

from nomic.core.views.entering import GameRequest
from proposals.bnomic.mechanics.ballot import Final
from proposals.bnomic.mechanics.ballot import Proposal as Counted
from proposals.bnomic.mechanics.meanings import Known, Meant
from proposals.bnomic.mechanics.states import State
from proposals.bnomic.queries import ballots, lists
from proposals.bnomic.queries.standing import Outcome, Standing, conflicts_with, depends_on
from proposals.bnomic.views import fates
from proposals.bnomic.views.fates import Fate, Told
from proposals.bnomic.views.shown import register_of, standing_of
from proposals.bnomic.views.webs import Member, Shown, Web, picture

if TYPE_CHECKING:
    from proposals.bnomic.models import Listed, Proposal

NOT_YET, BEFORE = "Pending: votes are cast from its opening on.", "Lost in an earlier nweek."
ROOM_BESIDE_TEXT = 640  # pixels


# -- the living ones


def living_web(standing: Standing, *, with_pending: bool = True) -> Web:
    """The living Proposals with what they list, and the Lost ones of before that one of them Depends on."""
    living = standing.living
    rows = (*living.open_ones, *living.closed, *(living.pending if with_pending else ()))
    listed = {row.number: standing.listed.get(row.number, ()) for row in rows}
    depends = {number: _numbers(depends_on(each)) for number, each in listed.items()}
    conflicts = {number: _numbers(conflicts_with(each)) for number, each in listed.items()}
    members = {row.number: living_member(row.number, standing) for row in rows}
    lost = (number for number, each in standing.register.known.items() if each.state is State.LOST)
    members |= lost_before(depends, set(lost) - members.keys(), standing.register.known)
    return Web(members, depends, conflicts, standing.register.known)


def _numbers(meant: Iterable[Meant]) -> list[int]:
    return [each.number for each in meant if each.number is not None]


def living_member(number: int, standing: Standing) -> Member:
    """One of them, and what becomes of it by the count that is due, or would if the ballot closed now."""
    name, outcome = standing.register.known[number].name, standing.outcome_of(number)
    if outcome is None:
        return Member(number, name, fates.PENDING, why=NOT_YET)
    told = Told.of(outcome, standing.register.known)
    won, lost = (fates.DUE_WON, fates.DUE_LOST) if outcome.is_due else (fates.WINS, fates.LOSES)
    fate = lost if number in outcome.sunk else won
    return _counted(outcome.ballot[number], name, fate, fates.would(outcome.sunk.get(number), told))


def _counted(each: Counted, name: str, fate: Fate, why: str) -> Member:
    cast = list(each.votes.values())
    votes = ", ".join(f"{cast.count(vote)} {vote.value}" for vote in Final if vote in cast)
    return Member(each.number, name, fate, each.strength, why, votes or "no votes")


def lost_before(
    depends: Mapping[int, Collection[int]], lost: Collection[int], known: Mapping[int, Known]
) -> dict[int, Member]:
    """Those of the Lost ones that somebody Depends on: they sink em."""
    needed = {number for each in depends.values() for number in each} & set(lost)
    return {number: Member(number, known[number].name, fates.BEFORE, why=BEFORE) for number in sorted(needed)}


# -- those of a count


def counted_web(
    outcome: Outcome, before: Collection[int], known: Mapping[int, Known], member: Callable[[int], tuple[Fate, str]]
) -> Web:
    """The Proposals that were counted together. `before`: the Lost ones of earlier nweeks that mattered; `member`: how
    each stands, and why."""
    depends = {number: each.depends for number, each in outcome.ballot.items()}
    conflicts = {number: each.conflicts for number, each in outcome.ballot.items()}
    members = {number: _counted(each, known[number].name, *member(number)) for number, each in outcome.ballot.items()}
    return Web(members | lost_before(depends, before, known), depends, conflicts, known)


def result(outcome: Outcome, void: Collection[int], known: Mapping[int, Known]) -> Callable[[int], tuple[Fate, str]]:
    """How each stands at the end of the count. `void`: those that Passed without effect."""
    told = Told.of(outcome, known)

    def member(number: int) -> tuple[Fate, str]:
        if line := outcome.sunk.get(number):
            return fates.LOST, fates.fell(line, told)
        fate = fates.VOID if number in void else fates.PASSED
        return fate, f"{fate.means}."

    return member


# -- one and its neighbours


def neighbourhood(
    row: Proposal, own: Iterable[Listed], others: Iterable[Listed], request: GameRequest
) -> Shown | None:  # fmt: skip
    """A Proposal with those that it lists and those that list it, as `bnomic/_graph.html` draws it; None if it is
    alone. Two queries beside those of the ballot.

    `own`: what its text lists; `others`: what others say of it.
    """
    around = {row.number, *(each.proposal.number for each in others)}
    around |= {each.means for each in own if each.means is not None}
    near = {each.number: each for each in ballots.proposals(row.game_id).filter(number__in=around)}
    if near.keys() <= {row.number}:
        return None
    listed = lists.meanings(near.values())
    members = {number: _near(each, request) for number, each in near.items()}
    depends, conflicts = (
        {number: listed[number, relation] for number in near} for relation in ("depends", "conflicts")
    )
    web = Web(members, depends, conflicts, register_of(request).known)
    return picture(web, request, widest=ROOM_BESIDE_TEXT, own=row.number)


def _near(row: Proposal, request: GameRequest) -> Member:
    state = State(row.state)
    if not state.historical:
        return living_member(row.number, standing_of(request))
    fate = fates.LOST if state is State.LOST else fates.PASSED if row.passed else fates.VOID
    return Member(row.number, row.name, fate, why=f"{fate.means}.")
