"""What themes do with tables and pages: a line for each that does. (`dynasties.registry` has what they are)"""

from __future__ import annotations

from collections.abc import Mapping

from dynasties.quorum import workings as quorum
from dynasties.spy import workings as spy
from nomic.core.mechanics.parts import Workings

WORKINGS: Mapping[str, Workings] = {"spy": spy.WORKINGS, "quorum": quorum.WORKINGS}
