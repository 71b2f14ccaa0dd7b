"""What is there once `manage.py seed_demo` has run, and once more."""

from __future__ import annotations

from io import StringIO

import time_machine
from django.core.management import call_command
from django.test import Client

from nomic.demo import CAST
from nomic.demo.play import SCRIPTS
from tests.openings import all_rows


def test_the_command_says_what_it_did_and_the_lobby_has_all_games_with_their_casts(
    seed_demos: str, visit: time_machine.Traveller, client: Client
) -> None:
    lobby = client.get("/").content.decode()

    assert seed_demos == "".join(f"“{each.title}” is seeded: {len(each.acts)} acts.\n" for each in SCRIPTS)
    assert all(f'href="/g/{each.slug}/"' in lobby for each in SCRIPTS)
    assert all(f'value="{username}"' in lobby for _, people in CAST for username, _ in people)


def test_seeding_again_changes_nothing(visit: time_machine.Traveller) -> None:
    before, out = all_rows(), StringIO()

    call_command("seed_demo", stdout=out)

    assert out.getvalue() == "".join(f"“{each.title}” is there already.\n" for each in SCRIPTS)
    assert all_rows() == before


def test_the_books_of_every_demo_agree(visit: time_machine.Traveller) -> None:
    said = StringIO()

    call_command("verify_log", stdout=said)
    call_command("recount", stdout=said)

    assert all(f"{each.slug}: OK" in said.getvalue() for each in SCRIPTS)
    assert all(f"{each.slug}: no difference" in said.getvalue() for each in SCRIPTS)
