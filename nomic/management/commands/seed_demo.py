"""`manage.py seed_demo`: the games that a first visitor finds, told through the actions that players use."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from nomic.demo.play import SCRIPTS, play


class Command(BaseCommand):
    help = "Seed the demo games, if they are not there yet. Their accounts have no passwords, and need the demo switch."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.NOMIC_DEMO:
            raise CommandError("The demo is off here (NOMIC_DEMO); its accounts would be of no use to anybody.")
        for script in SCRIPTS:
            acts = play(script)
            told = f"“{script.title}” is seeded: {acts} acts." if acts else f"“{script.title}” is there already."
            self.stdout.write(told)
