"""Who has to do with a Proposal: those that it lists, and those that list it. Reads only."""

from __future__ import annotations

from django.db.models import F

from proposals.bnomic.models import Listed, Proposal
from proposals.bnomic.queries.lists import meanings


def around(row: Proposal) -> set[int]:
    """The Numbers of a Proposal, of all that its present text lists, and of all whose present texts list it."""
    own = {number for numbers in meanings([row]).values() for number in numbers}
    listing = Listed.objects.filter(means=row.number, proposal__game=row.game_id, version=F("proposal__post__version"))
    return {row.number, *own, *listing.values_list("proposal__number", flat=True)}
