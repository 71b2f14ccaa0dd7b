"""`manage.py dials [--json]`: every dial that rule text may set."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from nomic.catalogue import CATALOGUE
from nomic.core.law.rules import Dial


class Command(BaseCommand):
    help = "List every dial: its type and bounds, default, meaning when absent, and the rule that carries it."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="as one JSON list")

    def handle(self, *args: Any, **options: Any) -> None:
        rows = [_row(dial) for _, dial in sorted(CATALOGUE.dials.items())]
        self.stdout.write(json.dumps(rows, indent=2, ensure_ascii=False) if options["json"] else _table(rows))


def _row(dial: Dial[Any]) -> dict[str, str]:
    return {
        "name": dial.name,
        "type": type(dial.kind).__name__.lower(),
        "bounds": dial.kind.accepted_wordings,
        "default": dial.kind.words(dial.standard),
        "absent": dial.absence,
        "rule": dial.rule,
    }


def _table(rows: list[dict[str, str]]) -> str:
    lines = [{name: name for name in rows[0]}, *rows]
    widths = {name: max(len(line[name]) for line in lines) for name in rows[0]}
    return "\n".join("  ".join(line[name].ljust(widths[name]) for name in line).rstrip() for line in lines)
