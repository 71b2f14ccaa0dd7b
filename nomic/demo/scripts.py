"""The games of the demo, in the order in which they are told."""

from __future__ import annotations

from nomic.demo.cold_buffet import THE_COLD_BUFFET
from nomic.demo.commons import THE_COMMONS
from nomic.demo.draughty_house import THE_DRAUGHTY_HOUSE
from nomic.demo.little_soaking import LITTLE_SOAKING_PIER

SCRIPTS = (THE_COMMONS, THE_COLD_BUFFET, THE_DRAUGHTY_HOUSE, LITTLE_SOAKING_PIER)
