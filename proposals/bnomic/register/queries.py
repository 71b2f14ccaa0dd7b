"""The Proposals of a game, what they list and whom that means, what their readers may do with them, and what a
submission would mean. Reads only.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.db.models import F, Max, QuerySet

from nomic.core.decision import Decision, Reason
from nomic.core.games.models import Agent, Game
from nomic.core.games.queries import only_row
from nomic.core.law.rules import Law
from nomic.core.roster import queries as roster_queries
from proposals.bnomic.nweeks import queries as nweeks_queries, rules as nweeks_rules
from proposals.bnomic.nweeks.queries import ClockReading
from proposals.bnomic.nweeks.rules import ProposalState
from proposals.bnomic.register import rules as register_rules
from proposals.bnomic.register.models import Listed, Proposal, Relation
from proposals.bnomic.register.rules_lists import KnownProposal, Lists, Meanings, Register, list_warnings, split_body
from proposals.kinds import category_of
from proposals.posts.models import Draft, Post


def lists_of_rows(rows: Iterable[Proposal]) -> list[Listed]:
    """What the present versions of these Proposals list, in order."""
    current = Listed.objects.filter(proposal__in=[row.pk for row in rows], version=F("proposal__post__version"))
    return list(current.select_related("proposal").order_by("proposal__number", "-relation", "place"))


def rows_that_list(row: Proposal) -> list[Listed]:
    """What the present versions of others say of this Proposal, by their Numbers."""
    naming = Listed.objects.filter(proposal__game=row.game_id, means=row.number, version=F("proposal__post__version"))
    return list(naming.exclude(proposal=row).select_related("proposal").order_by("proposal__number", "place"))


def listed_numbers(rows: Iterable[Proposal]) -> dict[tuple[int, str], frozenset[int]]:
    """The Numbers that each lists, by its own Number and the relation; what nobody bears yet means nothing."""
    found: dict[tuple[int, str], set[int]] = defaultdict(set)
    for each in lists_of_rows(rows):
        if each.means is not None:
            found[each.proposal.number, each.relation].add(each.means)
    return defaultdict(frozenset, {key: frozenset(numbers) for key, numbers in found.items()})


def read_register(game_id: int) -> Register:
    """Every Proposal that there is, as lists may name it, and as it stands on record."""
    rows = Proposal.objects.filter(game_id=game_id).order_by("number").values_list("number", "name", "state")
    return Register.of(KnownProposal(number, name, ProposalState(state)) for number, name, state in rows)


# What somebody may do now, with every ground against it: asked on the page, and again in the act. Reads only.


def may_submit(agent: Agent, game: Game, law: Law) -> Decision[bool]:
    return register_rules.may_submit(idle=not agent.is_playing, in_hiatus=_is_in_hiatus(game), law=law)


def may_revise(agent: Agent, row: Proposal, game: Game, law: Law, state: ProposalState | None = None) -> Decision[bool]:
    """`state`: what it is by law and clock, where what is due may not be carried out yet."""
    state = state or ProposalState(row.state)
    return register_rules.may_revise(
        author=agent.pk == row.post.author_id,
        idle=not agent.is_playing,
        in_hiatus=_is_in_hiatus(game),
        state=state,
        law=law,
    )


def may_vote(agent: Agent, row: Proposal, game: Game, law: Law, hands: ClockReading | None = None) -> Decision[bool]:
    """`hands`: what the Clock says, where what is due may not be carried out yet."""
    recorded = ProposalState(row.state)
    state = hands.state_of(recorded) if hands else recorded
    closed = hands is not None and recorded in hands.closed
    return register_rules.may_vote(
        idle=not agent.is_playing, in_hiatus=_is_in_hiatus(game), state=state, closed=closed, law=law
    )


def says_more(row: Proposal) -> bool:
    """Whether it says anything beside its lists and its changes: in its text, or in its Name where there is no more."""
    return bool(split_body(row.post.body)[0] or (row.name and not row.post.changes))


def may_carry_out(row: Proposal, law: Law) -> Decision[bool]:
    """Whether it may be put on record that what it says is done, as `administering.may_carry_out` decides."""
    # Where all changes are made, only what it says besides is left.
    left = not row.passed or says_more(row)
    done = row.carried_out_at is not None
    return nweeks_rules.may_carry_out(row.number, ProposalState(row.state), left=left, done=done, law=law)


def _is_in_hiatus(game: Game) -> bool:
    return roster_queries.open_hiatus(game.pk) is not None


# What a Proposal would get and what its lists would mean, if it were submitted now. Reads only.


@dataclass(frozen=True, slots=True)
class SubmissionPreview:
    """A Proposal as if it were submitted: under its Number in the `register`, with whom its lists mean and what is odd
    about them."""

    number: int
    register: Register
    meanings: Meanings
    warnings: tuple[Reason, ...]


def next_number(game: Game) -> int:
    """The Number that the next Proposal gets: greater than all before, or a greater one that an Administrator set."""
    clock = nweeks_queries.clock_row(game)
    return max(highest_number(game.pk) + 1, clock.numbers_from if clock else 1)


def preview_submission(
    game: Game, law: Law, known: Register, *, number: int, name: str, said: Lists
) -> SubmissionPreview:
    """The Proposal of that Number, new or submitted anew under that Name with those lists. `known`: every Proposal that
    there is, as it stands by law and clock: what is due comes before whoever submits one."""
    others = [each for each in known.known.values() if each.number != number]
    register = Register.of([*others, KnownProposal(number, name, ProposalState.PENDING)])
    meanings = register.meanings(said)
    return SubmissionPreview(
        number, register, meanings, list_warnings(number, meanings, register, _living_dependencies(game, register), law)
    )


def _living_dependencies(game: Game, register: Register) -> dict[int, Collection[int]]:
    """Whom the living ones Depend on. Who lists a Name that nobody bears yet means the one that would take it."""
    found: dict[int, set[int]] = {}
    for each in lists_of_rows(proposals_in_state(game.pk, ProposalState.PENDING, ProposalState.OPEN)):
        means = register.number_meant(each.said) if each.means is None else each.means
        if each.relation == Relation.DEPENDS and means is not None:
            found.setdefault(each.proposal.number, set()).add(means)
    return {number: frozenset(needed) for number, needed in found.items()}


def all_proposals(game_id: int) -> QuerySet[Proposal]:
    """All Proposals of a game with their posts, by Number."""
    return Proposal.objects.filter(game_id=game_id).select_related("post", "post__author", "count").order_by("number")


def proposal_by_number(game_id: int, number: int) -> Proposal | None:
    return only_row(all_proposals(game_id).filter(number=number))


def states_of(entries: Sequence[Post]) -> dict[int, ProposalState]:
    """The state on record of every Proposal among these posts, by the key of the post."""
    motions = [each.pk for each in entries if each.filed_as.is_decided_elsewhere]
    rows = Proposal.objects.filter(pk__in=motions).values_list("pk", "state") if motions else ()
    return {key: ProposalState(state) for key, state in rows}


def proposal_of_post(entry: Post) -> Proposal | None:
    """The Proposal that a post is; None for every other post."""
    return only_row(Proposal.objects.filter(post=entry)) if entry.filed_as.is_decided_elsewhere else None


def is_drafted(draft: Draft) -> bool:
    """Whether a draft is to become a Proposal of this procedure."""
    return category_of(draft.category).is_decided_elsewhere


def proposals_in_state(game_id: int, *states: ProposalState) -> list[Proposal]:
    return list(all_proposals(game_id).filter(state__in=[each.value for each in states]))


def highest_number(game_id: int) -> int:
    """The greatest Number given so far; 0 for none."""
    return Proposal.objects.filter(game_id=game_id).aggregate(most=Max("number"))["most"] or 0
