"""The one table of what the server can be told by rule text: each package's dials and mechanisms.

Pure, so that the referee (`adjudicate`) and the stories may use it without a database.
"""

from __future__ import annotations

from itertools import chain

import dynasties.mechanics.dials as dynasties
import nomic.core.mechanics.dials as roster
import proposals.mechanics.dials as voting
from dynasties.registry import THEMES
from nomic.core.mechanics.law import Catalogue

CATALOGUE = Catalogue.of(
    [*roster.DIALS, *voting.DIALS, *dynasties.DIALS, *chain.from_iterable(each.dials for each in THEMES.values())],
    [
        *roster.MECHANISMS, *voting.MECHANISMS, *dynasties.MECHANISMS,
        *chain.from_iterable(each.mechanisms for each in THEMES.values()),
    ],
)
