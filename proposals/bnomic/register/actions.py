"""Write what a Proposal lists when it is submitted, and what a Name means once somebody takes it. (Rule Dependencies
and Conflicts)
"""

from __future__ import annotations

from django.db.models import F

from nomic.core.chain import Json
from nomic.core.decision import Invalid
from nomic.core.floor import Floor
from proposals.bnomic.nweeks.rules import ProposalState
from proposals.bnomic.register import queries as register_queries
from proposals.bnomic.register.models import Listed, Proposal, Relation
from proposals.bnomic.register.rules_lists import KnownProposal, Register, read_lists


def write_lists(the_floor: Floor, row: Proposal) -> list[Json]:
    """Step: what the present version of its body lists, each with the Number that it means. Answers that for the
    record."""
    found, register = read_lists(row.post.body), register_queries.read_register(the_floor.game.pk)
    said = {Relation.DEPENDS: found.depends, Relation.CONFLICTS: found.conflicts}
    rows = [
        Listed(
            proposal=row,
            version=row.post.version,
            relation=relation,
            place=place,
            said=item,
            means=register.number_meant(item),
        )
        for relation, listed in said.items()
        for place, item in enumerate(listed)
    ]
    Listed.objects.bulk_create(rows)
    return [{"relation": each.relation, "said": each.said, "means": each.means} for each in rows]


def claim_name(the_floor: Floor, row: Proposal) -> None:
    """Step: those that listed a Name which nobody bore mean this Proposal, if it bears it now."""
    if not row.name:
        return
    waiting = Listed.objects.filter(
        proposal__game=the_floor.game, means__isnull=True, version=F("proposal__post__version")
    )
    own = Register.of([KnownProposal(row.number, row.name, ProposalState(row.state))])
    found = [each.pk for each in waiting if own.bearers(each.said)]
    Listed.objects.filter(pk__in=found).update(means=row.number)


def get_proposal_or_refuse(the_floor: Floor, number: int) -> Proposal:
    """Step: the Proposal of that Number; `Invalid` where there is none."""
    row = register_queries.proposal_by_number(the_floor.game.pk, number)
    if row is None:
        raise Invalid("number", "There is no Proposal of that Number.", "no-proposal")
    return row
