"""The spy dynasty as the registry knows it: its law, what the law may say to the server, and its words."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from dynasties.spy.dials import DIALS, MECHANISMS
from dynasties.spy.disclosure.words import DISCLOSURE_LOG_WORDS, DISCLOSURE_WORDS
from dynasties.spy.gadgets.words import GADGET_LOG_WORDS, GADGET_WORDS
from dynasties.spy.map.words import MAP_WORDS
from dynasties.spy.missions.words import MISSION_LOG_WORDS, MISSION_NOTICES, MISSION_WORDS
from dynasties.spy.referee import JUDGES
from dynasties.spy.theatre.rules_map import CURTAIN_PAGE, LEGEND_PAGE
from dynasties.spy.theatre.rules_tickets import CURTAIN_TITLE, LEGEND_TITLE, column_changes
from dynasties.spy.theatre.words import THEATRE_WORDS
from dynasties.themes import Theme
from nomic.core.language.words import Words
from nomic.core.log.words import Sentence
from nomic.core.notifications.rules import NoticeKind

WORDS: Words = {
    **DISCLOSURE_WORDS,
    **MAP_WORDS,
    **GADGET_WORDS,
    **MISSION_WORDS,
    **THEATRE_WORDS,
    "takes-no-part": "The {Mastermind} takes no part in this on eir own account.",
    "for-the-mastermind": "Only the {Mastermind} may do that.",
    "no-ledger-column": "The tracker keeps no “{name}” that these rules could use.",
}

LOG: Mapping[str, Sentence] = {
    **GADGET_LOG_WORDS,
    **DISCLOSURE_LOG_WORDS,
    "spy.began": "The law of spies is in force.",
    "spy.ended": "The law of spies is gone.",
    **MISSION_LOG_WORDS,
}

NOTICES: Mapping[str, NoticeKind] = {
    # Not a word of the news: a letter leaves the house.
    "spy": NoticeKind(
        "There is news in your dossier, in a dynasty of spies",
        lambda facts, keywords: f"The {keywords.mastermind} has news for you in your dossier.",
    ),
    **MISSION_NOTICES,
}


FOLDER = files("dynasties.spy")


def rule_extras(rules: Mapping[str, int]) -> list[dict[str, Any]]:
    """What its rules carry: the columns of the tracker, and two pages that change only as the rules permit."""
    page = {"kind": "make-page", "editors": "nobody"}
    return [
        *column_changes(rules),
        page | {"title": CURTAIN_TITLE, "rule": rules["Iron Curtain"], "text": CURTAIN_PAGE},
        page | {"title": LEGEND_TITLE, "rule": rules["Map"], "text": LEGEND_PAGE},
    ]


THEME = Theme(
    name="spy",
    title="The Spy Dynasty",
    summary="Agents cross the map in secret, capture one another, and complete missions. Ten of them win.",
    law=(FOLDER / "law.md").read_text("utf-8"),
    accent=215,
    emblem="☂",
    more=rule_extras,
    dials=DIALS,
    mechanisms=MECHANISMS,
    judges=JUDGES,
    words=WORDS,
    log_words=LOG,
    notices=NOTICES,
    subjects={"mission": ""},
    readings=tomllib.loads((FOLDER / "readings.toml").read_text("utf-8")),
)
