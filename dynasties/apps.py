from __future__ import annotations

from django.apps import AppConfig


class DynastiesConfig(AppConfig):
    name = "dynasties"
    default_auto_field = "django.db.models.BigAutoField"
