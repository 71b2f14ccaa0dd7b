"""What all procedures and themes do with tables and pages: of each app that brings a plugin, in the apps' order."""

from __future__ import annotations

from collections.abc import Mapping

from django.apps import apps

from nomic.core.plugin import Plugin, PluginApp
from nomic.core.registry import PendingCounts
from proposals.deciding import queries as deciding_queries
from proposals.procedures import PROCEDURES

PLUGINS: Mapping[str, Plugin] = {
    each.name: each.plugin() for each in apps.get_app_configs() if isinstance(each, PluginApp)
}
PROCEDURE_PLUGINS: Mapping[str, Plugin] = {name: PLUGINS[each.app] for name, each in PROCEDURES.items()}

# How much waits to be decided in each game, whatever decides it.
PENDING_COUNTS: tuple[PendingCounts, ...] = (
    deciding_queries.pending_counts,
    *(each.pending for each in PLUGINS.values()),
)
