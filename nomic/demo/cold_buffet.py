"""The script of the demo game of spies."""

from __future__ import annotations

from nomic.demo.script import Script, woven
from nomic.demo.spies.acts import LENGTH
from nomic.demo.spies.gadgets import GADGETS
from nomic.demo.spies.missions import MISSIONS
from nomic.demo.spies.moves import MOVES
from nomic.demo.spies.pending import PENDING
from nomic.demo.spies.prologue import PROLOGUE

NAMES = ("Ottoline", "Bellweather", "Larkspur", "Umber", "Thimble", "Corvina", "Halloway", "Sedgwick", "Dabney")

THE_COLD_BUFFET = Script(
    slug="the-cold-buffet",
    title="The Cold Buffet",
    founder="Bellweather",
    usernames={name: name.lower() for name in NAMES},
    acts=woven(PROLOGUE, MISSIONS, GADGETS, MOVES, PENDING),
    length=LENGTH,
)
