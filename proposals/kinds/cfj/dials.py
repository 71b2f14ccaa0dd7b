"""The dials and mechanisms of Calls for Judgment."""

from __future__ import annotations

from datetime import timedelta

from nomic.core.law.dials import ADMIN, BY, EITHER
from nomic.core.law.rules import Dial, Mechanism, each_dial, each_mechanism
from nomic.core.law.rules_wordings import Duration

CFJ_TIMEOUT = Dial(
    "cfj.timeout",
    Duration(),
    timedelta(days=4),
    None,
    "only a quorum ends one",
    "Calls for Judgment",
    "Deadline of a Call for Judgment",
)
CFJ_HIATUS_TIMEOUT = Dial(
    "cfj.hiatus_timeout",
    Duration(),
    timedelta(days=2),
    None,
    "the same as outside hiatus",
    "Calls for Judgment",
    "Deadline of a Call for Judgment in hiatus",
)
CFJ_BY = Dial("cfj.by", BY, EITHER, ADMIN, "an Admin", "Calls for Judgment", "Who resolves a Call for Judgment")

DIALS = each_dial(globals())

CFJ_RAISING = Mechanism(
    "cfj.raising",
    "Calls for Judgment",
    "Raising and deciding Calls for Judgment",
    "there are no Calls for Judgment",
    in_hiatus="Calls for Judgment",
)
CFJ_ANONYMITY = Mechanism(
    "cfj.anonymity",
    "Calls for Judgment",
    "Leaving one's name off a Call for Judgment",
    "every Call for Judgment bears its author's name",
)

MECHANISMS = each_mechanism(globals())
