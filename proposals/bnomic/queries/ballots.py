"""Proposals, the votes on them, and what follows from both. Reads only."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Count as HowMany
from django.db.models import Max, QuerySet

from nomic.core.mechanics.law import Law
from nomic.core.models import AgentState, Game
from nomic.core.queries.single import single
from proposals.bnomic.mechanics import ballot
from proposals.bnomic.mechanics.ballot import Count, Counting, Final
from proposals.bnomic.mechanics.states import State
from proposals.bnomic.models import BallotVote, NweekCount, Proposal, Relation
from proposals.bnomic.queries.lists import meanings
from proposals.models import Category, Draft, Post


@dataclass(frozen=True, slots=True)
class Ballot:
    """Everything that the count of a ballot rests on: the Open Proposals, the Lost ones of before, and the law."""

    open_ones: tuple[ballot.Proposal, ...]
    lost_before: frozenset[int]
    law: Counting

    def count(self) -> Count:
        return ballot.count(self.open_ones, self.lost_before, law=self.law)


def proposals(game_id: int) -> QuerySet[Proposal]:
    """All Proposals of a game with their posts, by Number."""
    return Proposal.objects.filter(game_id=game_id).select_related("post", "post__author", "count").order_by("number")


def proposal(game_id: int, number: int) -> Proposal | None:
    return single(proposals(game_id).filter(number=number))


def states_of(entries: Sequence[Post]) -> dict[int, State]:
    """The state on record of every Proposal among these posts, by the key of the post."""
    motions = [each.pk for each in entries if each.category == Category.MOTION]
    rows = Proposal.objects.filter(pk__in=motions).values_list("pk", "state") if motions else ()
    return {key: State(state) for key, state in rows}


def of_post(entry: Post) -> Proposal | None:
    """The Proposal that a post is; None for every other post."""
    return single(Proposal.objects.filter(post=entry)) if entry.category == Category.MOTION else None


def is_drafted(draft: Draft) -> bool:
    """Whether a draft is to become a Proposal of this procedure."""
    return draft.category == Category.MOTION


def in_state(game_id: int, *states: State) -> list[Proposal]:
    return list(proposals(game_id).filter(state__in=[each.value for each in states]))


def highest_number(game_id: int) -> int:
    """The greatest Number given so far; 0 for none."""
    return Proposal.objects.filter(game_id=game_id).aggregate(most=Max("number"))["most"] or 0


def final_votes(rows: Iterable[Proposal], seq: int | None = None) -> dict[int, dict[str, Final]]:
    """The Final Vote of each Player who is one now, by Number and name; a Player who is idle or gone has none.

    `seq`: of the votes up to that event alone.
    """
    numbers = {row.pk: row.number for row in rows}
    cast = BallotVote.objects.filter(proposal__in=numbers, voter__state=AgentState.ACTIVE.value)
    if seq is not None:
        cast = cast.filter(seq__lte=seq)
    found: dict[int, dict[str, Final]] = defaultdict(dict)
    for proposal_id, name, vote in cast.order_by("seq").values_list("proposal_id", "voter__name", "vote"):
        found[numbers[proposal_id]][name] = Final(vote)
    return found


def own_votes(rows: Iterable[Proposal], agent_id: int) -> dict[int, Final]:
    """The Final Votes of one Player, by Number, whatever e is now."""
    numbers = {row.pk: row.number for row in rows}
    cast = BallotVote.objects.filter(proposal__in=numbers, voter_id=agent_id).order_by("seq")
    return {numbers[key]: Final(vote) for key, vote in cast.values_list("proposal_id", "vote")}


def cast(row: Proposal) -> list[BallotVote]:
    """Every vote cast on a Proposal, in order."""
    return list(row.votes.select_related("voter").order_by("seq"))


def ballot_of(game: Game, law: Law, rows: Sequence[Proposal] | None = None) -> Ballot:
    """The ballot as it stands. `rows`: what is Open, where that has been read, or what is supposed to be."""
    rows = in_state(game.pk, State.OPEN) if rows is None else rows
    votes, listed = final_votes(rows), meanings(rows)
    lost = Proposal.objects.filter(game=game, state=State.LOST.value).values_list("number", flat=True)
    open_ones = tuple(
        ballot.Proposal(
            row.number, votes.get(row.number, {}),
            depends=listed[row.number, Relation.DEPENDS], conflicts=listed[row.number, Relation.CONFLICTS],
        )
        for row in rows
    )  # fmt: skip
    return Ballot(open_ones, frozenset(lost), Counting.of(law))


def counts(game_id: int) -> QuerySet[NweekCount]:
    """The counts of a game, the newest first."""
    return NweekCount.objects.filter(game_id=game_id).order_by("-nweek")


def count_of(game_id: int, nweek: int) -> NweekCount | None:
    return single(counts(game_id).filter(nweek=nweek))


def last_counted(game_id: int, seq: int | None = None) -> int:
    """The last nweek whose ballot has been counted; 0 for none. `seq`: as of that event."""
    rows = counts(game_id) if seq is None else counts(game_id).filter(seq__lte=seq)
    return rows.aggregate(most=Max("nweek"))["most"] or 0


def pending_counts() -> dict[int, int]:
    """How many Proposals are Pending or Open, by game."""
    living = Proposal.objects.filter(state__in=[State.PENDING.value, State.OPEN.value])
    return dict(living.order_by().values_list("game_id").annotate(count=HowMany("pk")))
