"""The dials and mechanisms of Calls for Judgment."""

from __future__ import annotations

from datetime import timedelta

from nomic.core.law.dials import ADMIN, BY, EITHER
from nomic.core.law.rules import Mechanism, dial, each_dial, each_mechanism
from nomic.core.law.rules_wordings import Duration

CFJ_TIMEOUT = dial("cfj.timeout", Duration(), timedelta(days=4), None).carried_by(
    "Calls for Judgment", "Deadline of a Call for Judgment", "only a quorum ends one"
)
CFJ_HIATUS_TIMEOUT = dial("cfj.hiatus_timeout", Duration(), timedelta(days=2), None).carried_by(
    "Calls for Judgment", "Deadline of a Call for Judgment in hiatus", "the same as outside hiatus"
)
CFJ_BY = dial("cfj.by", BY, EITHER, ADMIN).carried_by(
    "Calls for Judgment", "Who resolves a Call for Judgment", "an Admin"
)

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
