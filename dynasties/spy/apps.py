"""The Django app of the spy dynasty. Its tables are called after its label."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.apps import AppConfig

if TYPE_CHECKING:
    from nomic.core.plugin import Plugin


class SpyConfig(AppConfig):
    name = "dynasties.spy"
    label = "dynasty_spy"
    verbose_name = "The spy dynasty"

    def plugin(self) -> Plugin:
        from dynasties.spy.plugin import PLUGIN

        return PLUGIN
