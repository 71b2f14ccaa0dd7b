"""The dials and the mechanism of Declarations of Victory."""

from __future__ import annotations

from datetime import timedelta

from nomic.core.law.dials import ADMIN, BY, DOV_DECLARING, EITHER
from nomic.core.law.rules import dial, each_dial
from nomic.core.law.rules_wordings import Duration

DOV_MINIMUM = dial("dov.minimum", Duration(), timedelta(hours=24), timedelta(hours=0)).carried_by(
    "Victory and Ascension", "Open at least, to resolve a Declaration of Victory", "it may be resolved at once"
)
DOV_MASTERMIND_MINIMUM = dial("dov.mastermind_minimum", Duration(), timedelta(hours=12), None).carried_by(
    "Victory and Ascension",
    "The same, once the Mastermind has voted",
    "the same whether or not the Mastermind has voted",
)
DOV_BY = dial("dov.by", BY, EITHER, ADMIN).carried_by(
    "Victory and Ascension", "Who resolves a Declaration of Victory", "an Admin"
)

DIALS = each_dial(globals())

MECHANISMS = (DOV_DECLARING,)
