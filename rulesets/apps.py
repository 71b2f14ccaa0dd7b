from __future__ import annotations

from django.apps import AppConfig


class RulesetsConfig(AppConfig):
    name = "rulesets"
    default_auto_field = "django.db.models.BigAutoField"
