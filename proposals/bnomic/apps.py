"""The Django app of B Nomic. Its tables are called after its label."""

from __future__ import annotations

from django.apps import AppConfig


class BnomicConfig(AppConfig):
    name = "proposals.bnomic"
    label = "bnomic"
    verbose_name = "B Nomic"
