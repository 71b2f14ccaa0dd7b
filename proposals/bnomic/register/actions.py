"""What a Proposal lists is settled when it is submitted; a Name that nobody bears yet, when somebody takes it. (Rule
Dependencies and Conflicts)"""

from __future__ import annotations

from django.db.models import F

from nomic.core.floor import Floor
from nomic.core.mechanics.chain import Json
from proposals.bnomic.mechanics.listing import read_lists
from proposals.bnomic.mechanics.meanings import Known, Register
from proposals.bnomic.mechanics.states import State
from proposals.bnomic.models import Listed, Proposal, Relation
from proposals.bnomic.queries import lists


def list_anew(the_floor: Floor, row: Proposal) -> list[Json]:
    """Step: what the present version of its body lists, each with the Number that it means. Answers that for the
    record."""
    found, register = read_lists(row.post.body), lists.register(the_floor.game.pk)
    said = {Relation.DEPENDS: found.depends, Relation.CONFLICTS: found.conflicts}
    rows = [
        Listed(
            proposal=row, version=row.post.version, relation=relation, place=place, said=item,
            means=register.meant(item),
        )
        for relation, listed in said.items()
        for place, item in enumerate(listed)
    ]
    Listed.objects.bulk_create(rows)
    return [{"relation": each.relation, "said": each.said, "means": each.means} for each in rows]


def take_name(the_floor: Floor, row: Proposal) -> None:
    """Step: those that listed a Name which nobody bore mean this Proposal, if it bears it now."""
    if not row.name:
        return
    waiting = Listed.objects.filter(
        proposal__game=the_floor.game, means__isnull=True, version=F("proposal__post__version")
    )
    own = Register.of([Known(row.number, row.name, State(row.state))])
    found = [each.pk for each in waiting if own.bearers(each.said)]
    Listed.objects.filter(pk__in=found).update(means=row.number)
