"""The tables of B Nomic, for Django. Import a model from its noun, not from here."""

from __future__ import annotations

from proposals.bnomic.nweeks.models import NweekClock, NweekCount
from proposals.bnomic.register.models import BallotVote, Listed, Proposal, Relation

__all__ = ["BallotVote", "Listed", "NweekClock", "NweekCount", "Proposal", "Relation"]
