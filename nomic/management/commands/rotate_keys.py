"""`manage.py rotate_keys [--check]`: whatever is sealed is sealed anew with the first of `NOMIC_VAULT_KEYS`."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from nomic.core.secrets.actions import rotate_keys
from nomic.core.secrets.queries import columns_behind


class Command(BaseCommand):
    help = (
        "Seal anew, with the first of NOMIC_VAULT_KEYS, whatever an older one of them sealed: after that the older ones"
        " may go. Safe while the game is played, and to be run again. Exits 1 if anything is left, or cannot be opened."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="change nothing; say what still needs an older key")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["check"]:
            for done in rotate_keys():
                self.stdout.write(f"{done.column}: {done.rows} rows, {done.renewed} sealed anew")
        left = [each for each in columns_behind() if each.old or each.lost]
        for each in left:
            self.stdout.write(f"{each.column}: {each.old} still need an older key, {each.lost} open with none")
        if left:
            raise SystemExit(1)
        self.stdout.write("The first key opens everything.")
