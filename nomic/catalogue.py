"""What rule text can tell the server: all plugins' dials and mechanisms, and the kinds of game. Pure.

The referee (`adjudicate`) and the stories use it without a database.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from itertools import chain

from dynasties import dials as dynasties_dials
from dynasties.registry import THEMES
from nomic.core.law import dials as law_dials
from nomic.core.law.rules import Catalogue
from nomic.core.plugin import PluginInfo, Starter
from proposals import dials as proposals_dials
from proposals.kinds import KINDS
from proposals.procedures import PROCEDURES

# All that a game's law may carry beyond the core: the procedures and the themes, in one table. Pure.
PLUGIN_INFOS: tuple[PluginInfo, ...] = (*PROCEDURES.values(), *THEMES.values())


CATALOGUE = Catalogue.of(
    [
        *law_dials.DIALS,
        *proposals_dials.DIALS,
        *dynasties_dials.DIALS,
        *chain.from_iterable(each.dials for each in KINDS.values()),  # a name that is known already keeps its place
        *chain.from_iterable(each.dials for each in PLUGIN_INFOS),
    ],
    [
        *law_dials.MECHANISMS,
        *proposals_dials.MECHANISMS,
        *dynasties_dials.MECHANISMS,
        *chain.from_iterable(each.mechanisms for each in KINDS.values()),
        *chain.from_iterable(each.mechanisms for each in PLUGIN_INFOS),
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
        each.name: Starter(
            each.founded_as, each.law, front=each.front, keywords=each.keywords, headed=False, summary=each.summary
        )
        for each in PROCEDURES.values()
    },
    **{
        each.name: Starter(each.founded_as, BLOGNOMIC, each.name, each.front, summary=each.summary)
        for each in THEMES.values()
        if each.founded_as
    },
}


# How the laws of all of them are read, by the numbers of the readings.
READINGS: tuple[tuple[str, Mapping[str, str]], ...] = tuple(
    entry for part in PLUGIN_INFOS for entry in part.readings.items()
)
