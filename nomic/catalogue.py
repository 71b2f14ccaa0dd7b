"""The one table of what the server can be told by rule text: each package's dials and mechanisms; and kinds of game.

Pure, so that the referee (`adjudicate`) and the stories may use it without a database.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from itertools import chain

import dynasties.mechanics.dials as dynasties
import nomic.core.mechanics.dials as roster
import proposals.mechanics.dials as voting
from dynasties.registry import THEMES
from nomic.core.mechanics.law import Catalogue
from nomic.parts import PARTS
from proposals.procedures import PROCEDURES
from rulesets.mechanics.starter import Starter

CATALOGUE = Catalogue.of(
    [*roster.DIALS, *voting.DIALS, *dynasties.DIALS, *chain.from_iterable(each.dials for each in PARTS)],
    [
        *roster.MECHANISMS,
        *voting.MECHANISMS,
        *dynasties.MECHANISMS,
        *chain.from_iterable(each.mechanisms for each in PARTS),
    ],
)

BLOGNOMIC = (files("rulesets") / "starter" / "blognomic.md").read_text("utf-8")
JOURNAL = (
    "Proposals stand in a queue, and each is enacted once enough are for it. A Mastermind heads the game, until"
    " somebody wins and heads the next Dynasty."
)

# What a game can be founded as: the core law alone, by another procedure, or with a theme from the first moment.
STARTERS: Mapping[str, Starter] = {
    "blognomic": Starter("BlogNomic: propose, vote, enact", BLOGNOMIC, summary=JOURNAL),
    **{
        each.name: Starter(each.founded_as, each.law, front=each.front, keywords=each.keywords, headed=False,
                           summary=each.summary)
        for each in PROCEDURES.values()
    },
    **{
        each.name: Starter(each.founded_as, BLOGNOMIC, each.name, each.front, summary=each.summary)
        for each in THEMES.values()
        if each.founded_as
    },
}
