"""What Proposals list, and whom that means. Reads only."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from django.db.models import F

from proposals.bnomic.mechanics.meanings import Known, Register
from proposals.bnomic.mechanics.states import State
from proposals.bnomic.models import Listed, Proposal


def listed(rows: Iterable[Proposal]) -> list[Listed]:
    """What the present versions of these Proposals list, in order."""
    current = Listed.objects.filter(proposal__in=[row.pk for row in rows], version=F("proposal__post__version"))
    return list(current.select_related("proposal").order_by("proposal__number", "-relation", "place"))


def listing(row: Proposal) -> list[Listed]:
    """What the present versions of others say of this Proposal, by their Numbers."""
    naming = Listed.objects.filter(proposal__game=row.game_id, means=row.number, version=F("proposal__post__version"))
    return list(naming.exclude(proposal=row).select_related("proposal").order_by("proposal__number", "place"))


def meanings(rows: Iterable[Proposal]) -> dict[tuple[int, str], frozenset[int]]:
    """The Numbers that each lists, by its own Number and the relation; what nobody bears yet means nothing."""
    found: dict[tuple[int, str], set[int]] = defaultdict(set)
    for each in listed(rows):
        if each.means is not None:
            found[each.proposal.number, each.relation].add(each.means)
    return defaultdict(frozenset, {key: frozenset(numbers) for key, numbers in found.items()})


def register(game_id: int) -> Register:
    """Every Proposal that there is, as lists may name it, and as it stands on record."""
    rows = Proposal.objects.filter(game_id=game_id).order_by("number").values_list("number", "name", "state")
    return Register.of(Known(number, name, State(state)) for number, name, state in rows)
