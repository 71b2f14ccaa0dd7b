"""The script of the demo game."""

from __future__ import annotations

from nomic.demo.history import HISTORY
from nomic.demo.pending import PENDING
from nomic.demo.script import Script, woven

THE_COMMONS = Script(
    slug="the-commons",
    title="The Commons",
    founder="Odalys",
    usernames={
        "Quillon": "quillon",
        "Pipistrelle": "pipistrelle",
        "Mudlark": "mudlark",
        "Fenwick": "fenwick",
        "Odalys": "odalys",
        "Bramblebush": "bramble",
        "Tarragon": "tarragon",
        "Wexford": "wexford",
        "Saltmarsh": "saltmarsh",
    },
    acts=woven(HISTORY, PENDING),
)
