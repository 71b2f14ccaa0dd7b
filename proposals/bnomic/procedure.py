"""The procedure of B Nomic as the registry knows it: its law, what the law may say to the server, and its words."""

from __future__ import annotations

import tomllib
from importlib.resources import files

from proposals.bnomic import words as bnomic_words
from proposals.bnomic.ballot.referee import answer_bnomic
from proposals.bnomic.dials import DIALS, MECHANISMS
from proposals.procedure import Procedure

FOLDER = files("proposals.bnomic")

PROCEDURE = Procedure(
    name="bnomic",
    title="The nweek and its ballot",
    summary=(
        "Proposals gather for eight days, then all open at once, and after twelve are counted at one stroke. They may"
        " depend on one another, or conflict. Nobody heads the game."
    ),
    law=(FOLDER / "law.md").read_text("utf-8"),
    keywords={"agent": "Player", "admin": "Administrator"},
    dials=DIALS,
    mechanisms=MECHANISMS,
    words=bnomic_words.WORDS,
    log_words=bnomic_words.LOG,
    notices=bnomic_words.NOTICES,
    decisions=("bnomic.lost", "bnomic.passed", "bnomic.passed-without-effect"),
    subjects={"nweek": "ballot_count"},
    readings=tomllib.loads((FOLDER / "readings.toml").read_text("utf-8")),
    judges={("bnomic", None): answer_bnomic},
    founded_as="B Nomic: open together, conflict, depend, pass",
    front=("The ballot", "ballot"),
)
