"""`manage.py serve`: the whole product as one foreground process."""

from __future__ import annotations

import os
import socket
import sys
from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connections

from nomic.core.games import queries as games_queries
from nomic.core.lobby import queries as lobby_queries
from nomic.demo.play import SCRIPTS
from nomic.management.processes import Children, acknowledge_interrupt, insist_on_interrupts

# Browsers hold connections open without asking anything: the web server waits for those as long as for an answer.
WEB = ("--workers", "2", "--worker-class", "gthread", "--threads", "4", "--graceful-timeout", "1")
QUIET = ("--log-level", "warning", "--no-control-socket")


class Command(BaseCommand):
    help = "Start the web server and the Clerk together; Ctrl-C stops both."
    requires_system_checks = ()  # migrate checks; a taken port should be told at once

    def add_arguments(self, parser: ArgumentParser) -> None:
        usual = os.environ.get("PORT") or "8000"
        parser.add_argument("--port", type=port, default=usual, help="default: $PORT or 8000; 0 for any free one")
        parser.add_argument("--host", default="127.0.0.1", help="default: 127.0.0.1, this machine only")

    def handle(self, *args: Any, **options: Any) -> None:
        listening = listening_socket(options["host"], options["port"])
        try:
            with insist_on_interrupts():
                self.prepare()
        except KeyboardInterrupt:  # nothing runs yet, and what is half prepared is taken up again at the next start
            acknowledge_interrupt()
            self.stdout.write("Stopped before it began.")
            return
        host, chosen = options["host"], listening.getsockname()[1]
        os.environ.setdefault("NOMIC_SITE_URL", f"http://{host}:{chosen}")  # what letters lead to
        with Children() as children:
            self.start(children, listening)
            self.greet(host, chosen)
            listening.close()  # the web server holds it now: when that ends, nobody pretends to listen
            ended = children.wait()
        if ended:
            self.stderr.write(f"The {ended} stopped by itself, so everything was stopped.")
            sys.exit(1)
        self.stdout.write("Stopped. Nothing is lost.")

    def prepare(self) -> None:
        """The database as this version wants it; one with no games but the demo's gets those, whole, where it is on."""
        Path(settings.DATA_DIR).mkdir(parents=True, exist_ok=True)
        call_command("migrate", interactive=False, verbosity=0)
        if settings.NOMIC_DEMO and not games_queries.games().exclude(slug__in=[each.slug for each in SCRIPTS]).exists():
            self.stdout.write("Preparing the demo games …")
            self.stdout.flush()
            call_command("seed_demo")
        connections.close_all()

    def start(self, children: Children, listening: socket.socket) -> None:
        listening.set_inheritable(True)
        web = ("-m", "gunicorn", "nomic.wsgi", "--bind", f"fd://{listening.fileno()}", *WEB, *QUIET)
        children.start("web server", (sys.executable, *web), pass_fds=(listening.fileno(),))
        children.start("Clerk", (sys.executable, sys.argv[0], "clerk"))

    def greet(self, host: str, port: int) -> None:
        self.stdout.write(f"Nomic is at http://{host}:{port}/ (Ctrl-C stops it)")
        if settings.NOMIC_DEMO:
            self.stdout.write("The demo is on. The front page has a button for each of these, without a password:")
            for troupe in lobby_queries.demo_cast():
                self.stdout.write(f"{troupe.title}:")
                for account, label in troupe.people:
                    self.stdout.write(f"  {account.username:12} {label}")
        connections.close_all()
        self.stdout.flush()


def port(text: str) -> int:
    """A port number, 0 for any free one. Raises `ArgumentTypeError`."""
    if not text.isascii() or not text.isdigit() or int(text) > 65535:
        raise ArgumentTypeError(f"“{text}” is no port: a number up to 65535 is.")
    return int(text)


def listening_socket(host: str, port: int) -> socket.socket:
    """A listening socket, taken before anything else happens.

    Raises `CommandError` with one line where the port is taken or not ours to take.
    """
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(128)
    except OSError as error:
        listening.close()
        raise CommandError(f"Port {port} on {host} is not free ({error.strerror}). PORT chooses another.") from error
    return listening
