"""What all procedures and themes do with tables and pages, in one table."""

from __future__ import annotations

from dynasties.workings import WORKINGS as THEMES
from nomic.core.mechanics.parts import Workings
from proposals import procedures

WORKINGS: tuple[Workings, ...] = (*procedures.workings().values(), *THEMES.values())
