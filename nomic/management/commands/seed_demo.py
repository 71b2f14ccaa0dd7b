"""`manage.py seed_demo`: the game that a first visitor finds, told through the actions that players use."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from nomic.demo.commons import THE_COMMONS
from nomic.demo.playing import play


class Command(BaseCommand):
    help = "Seed the demo game, if it is not there yet. Its accounts have no passwords: they need the demo switch."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.NOMIC_DEMO:
            raise CommandError("The demo is off here (NOMIC_DEMO); its accounts would be of no use to anybody.")
        acts = play(THE_COMMONS)
        told = f"“{THE_COMMONS.title}” is seeded: {acts} acts." if acts else f"“{THE_COMMONS.title}” is there already."
        self.stdout.write(told)
