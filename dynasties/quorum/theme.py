"""Quorum as the registry knows it: its law, what the law may say to the server, and its words."""

from __future__ import annotations

import tomllib
from importlib.resources import files

from dynasties.quorum.dials import DIALS, MECHANISMS
from dynasties.quorum.episodes import words as episodes_words
from dynasties.quorum.referee import JUDGES
from dynasties.themes import Theme

FOLDER = files("dynasties.quorum")

THEME = Theme(
    name="quorum",
    title="The Senate of Quorum",
    summary="Senators, people and programs at one table, vote on bills for Capital and Influence. Three laurels win.",
    law=(FOLDER / "law.md").read_text("utf-8"),
    accent=355,
    emblem="⚖",
    dials=DIALS,
    mechanisms=MECHANISMS,
    judges=JUDGES,
    words=episodes_words.WORDS,
    log_words=episodes_words.LOG,
    notices=episodes_words.NOTICES,
    subjects={"episode": "quorum_episode"},
    readings=tomllib.loads((FOLDER / "readings.toml").read_text("utf-8")),
    founded_as="Quorum: sit in a senate, and outvote it",
    front=("The Senate", "quorum_senate"),
)
