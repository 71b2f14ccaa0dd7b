"""What a recount works out anew of nweeks and their ballots."""

from __future__ import annotations

from collections.abc import Mapping

from proposals.bnomic.recounting import clock, counts, lists, passings, proposals, votes
from proposals.recounting.differences import Check

CHECKS: Mapping[str, Check] = {
    "strokes and turns of the Clock": clock.clock,
    "Proposals in ballots": proposals.proposals,
    "openings": proposals.openings,
    "lists of Proposals": lists.lists,
    "votes in ballots": votes.votes,
    "counts of ballots": counts.counts,
    "losses and passings": passings.passings,
}
