"""The spy dynasty as the registry knows it: its law, what the law may say to the server, and its words."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from dynasties.mechanics.themes import Theme
from dynasties.spy import words
from dynasties.spy.mechanics.curtain import STARTING_PAGE
from dynasties.spy.mechanics.dials import DIALS, MECHANISMS
from dynasties.spy.mechanics.ledger import CURTAIN, LEGEND, columns
from dynasties.spy.mechanics.legend import LEGEND_PAGE
from dynasties.spy.mechanics.referee import JUDGES

FOLDER = files("dynasties.spy")


def more(rules: Mapping[str, int]) -> list[dict[str, Any]]:
    """What its rules carry: the columns of the tracker, and two pages that change only as the rules permit."""
    page = {"kind": "make-page", "editors": "nobody"}
    return [
        *columns(rules),
        page | {"title": CURTAIN, "rule": rules["Iron Curtain"], "text": STARTING_PAGE},
        page | {"title": LEGEND, "rule": rules["Map"], "text": LEGEND_PAGE},
    ]


THEME = Theme(
    name="spy",
    title="The Spy Dynasty",
    summary="Agents cross the map in secret, capture one another, and complete missions. Ten of them win.",
    law=(FOLDER / "law.md").read_text("utf-8"),
    accent=215,
    emblem="☂",
    more=more,
    dials=DIALS,
    mechanisms=MECHANISMS,
    judges=JUDGES,
    words=words.WORDS,
    log_words=words.LOG,
    subjects={"mission": ""},
    readings=tomllib.loads((FOLDER / "readings.toml").read_text("utf-8")),
)
