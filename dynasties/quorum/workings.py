"""What Quorum does with tables and pages: its part in every table of the wiring."""

from __future__ import annotations

from dynasties.mechanics.themes import Workings

WORKINGS = Workings(urls="dynasties.quorum.urls")
