"""`manage.py adjudicate [FILE] [--indent N]`: the referee without a game, a database or a network."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError

from nomic.referee import answers


class Command(BaseCommand):
    help = "Answer what may be done with a matter: JSON in, one JSON object a line out. Exit status 1 if any erred."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", metavar="FILE", help="what to read instead of standard input")
        parser.add_argument("--indent", type=int, metavar="N", help="spread each answer over lines, indented by N")

    def handle(self, *args: Any, **options: Any) -> None:
        erred = False
        with _source(options["file"]) as lines:
            for answer in answers(iter(lines)):
                erred = erred or "error" in answer
                self.stdout.write(json.dumps(answer, indent=options["indent"]))
        if erred:
            sys.exit(1)


@contextmanager
def _source(name: str | None) -> Iterator[BinaryIO]:
    if name is None or name == "-":
        yield sys.stdin.buffer
        return
    try:
        file = open(name, "rb")  # noqa: SIM115 -- closed by the `with` below; only opening it may be refused
    except OSError as error:
        raise CommandError(f"cannot read {name}: {error.strerror}") from error
    with file:
        yield file
