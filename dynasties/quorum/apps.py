"""The Django app of Quorum. Its tables are called after its label."""

from __future__ import annotations

from django.apps import AppConfig


class QuorumConfig(AppConfig):
    name = "dynasties.quorum"
    label = "dynasty_quorum"
    verbose_name = "Quorum"
