"""The script of the demo game of B Nomic."""

from __future__ import annotations

from nomic.demo.ballot.acts import LENGTH
from nomic.demo.ballot.first_nweeks import FIRST_NWEEKS
from nomic.demo.ballot.third_nweek import THIRD_NWEEK
from nomic.demo.script import Script, woven

NAMES = ("Fulmar", "Samphire", "Whelk", "Marram", "Dulse", "Limpet", "Thrift")

LITTLE_SOAKING_PIER = Script(
    slug="little-soaking-pier",
    title="Little Soaking Pier",
    founder="Fulmar",
    usernames={name: name.lower() for name in NAMES},
    acts=woven(FIRST_NWEEKS, THIRD_NWEEK),
    length=LENGTH,
    starter="bnomic",
)
