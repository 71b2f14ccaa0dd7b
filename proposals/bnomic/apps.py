"""The Django app of B Nomic. Its tables are called after its label."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.apps import AppConfig

if TYPE_CHECKING:
    from nomic.core.plugin import Plugin


class BnomicConfig(AppConfig):
    name = "proposals.bnomic"
    label = "bnomic"
    verbose_name = "B Nomic"

    def plugin(self) -> Plugin:
        from proposals.bnomic.plugin import PLUGIN

        return PLUGIN
