"""The dials and the mechanism of Declarations of Victory."""

from __future__ import annotations

from datetime import timedelta

from nomic.core.law.dials import ADMIN, BY, DOV_DECLARING, EITHER
from nomic.core.law.rules import Dial, each_dial
from nomic.core.law.rules_wordings import Duration

DOV_MINIMUM = Dial(
    "dov.minimum",
    Duration(),
    timedelta(hours=24),
    timedelta(hours=0),
    "it may be resolved at once",
    "Victory and Ascension",
    "Open at least, to resolve a Declaration of Victory",
)
DOV_MASTERMIND_MINIMUM = Dial(
    "dov.mastermind_minimum",
    Duration(),
    timedelta(hours=12),
    None,
    "the same whether or not the Mastermind has voted",
    "Victory and Ascension",
    "The same, once the Mastermind has voted",
)
DOV_BY = Dial("dov.by", BY, EITHER, ADMIN, "an Admin", "Victory and Ascension", "Who resolves a Declaration of Victory")

DIALS = each_dial(globals())

MECHANISMS = (DOV_DECLARING,)
