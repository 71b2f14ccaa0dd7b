"""The script of the demo game of Quorum."""

from __future__ import annotations

from nomic.demo.script import Script, woven
from nomic.demo.senate.acts import LENGTH
from nomic.demo.senate.episodes import EPISODES

NAMES = ("Isolde", "Barnaby", "Prudence", "Thaddeus")

THE_DRAUGHTY_HOUSE = Script(
    slug="the-draughty-house",
    title="The Draughty House",
    founder="Isolde",
    usernames={name: name.lower() for name in NAMES},
    acts=woven(EPISODES),
    length=LENGTH,
    starter="quorum",
)
