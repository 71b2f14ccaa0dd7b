"""What themes do with tables and pages: a line for each that does. (`dynasties.registry` has what they are)"""

from __future__ import annotations

from collections.abc import Mapping

from dynasties.quorum import plugin as quorum
from dynasties.spy import plugin
from nomic.core.plugin import Plugin

WORKINGS: Mapping[str, Plugin] = {"spy": plugin.PLUGIN, "quorum": quorum.PLUGIN}
