"""The Django app of Quorum. Its tables are called after its label."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.apps import AppConfig

if TYPE_CHECKING:
    from nomic.core.plugin import Plugin


class QuorumConfig(AppConfig):
    name = "dynasties.quorum"
    label = "dynasty_quorum"
    verbose_name = "Quorum"

    def plugin(self) -> Plugin:
        from dynasties.quorum.plugin import PLUGIN

        return PLUGIN
