"""The Django app of the spy dynasty. Its tables are called after its label."""

from __future__ import annotations

from django.apps import AppConfig


class SpyConfig(AppConfig):
    name = "dynasties.spy"
    label = "dynasty_spy"
    verbose_name = "The spy dynasty"
