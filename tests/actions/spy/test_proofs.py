"""`manage.py verify_log` of a spy dynasty: whoever alters what is secret is found out, revealed or not."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
import time_machine
from cryptography.fernet import Fernet
from django.core.management import call_command
from django.db.models import Model

from dynasties.spy.disclosure import queries_story as disclosure_queries_story
from dynasties.spy.disclosure.words import FLAW_WORDS
from dynasties.spy.theatre.models import Attempt, Cover, Disclosure, Errand, Theatre
from nomic.core import vault
from nomic.core.log.models import Event, PrivateEvent
from tests.actions.spy.conftest import mustered
from tests.openings import kept
from tests.spying import SpyTable


def verified() -> tuple[int, str]:
    said = StringIO()
    try:
        call_command("verify_log", stdout=said)
    except SystemExit as left:
        return int(left.code or 0), said.getvalue()
    return 0, said.getvalue()


def found(table: SpyTable) -> list[tuple[str, str]]:
    return [(each.what, each.code) for each in disclosure_queries_story.theatre_flaws(table.made.pk)]


@pytest.fixture
def played(db: None, clock: time_machine.Traveller) -> SpyTable:
    return kept(story, clock)


def story(clock: time_machine.Traveller) -> SpyTable:
    """Affiliations, Locations, a move, a capture that was ruled on and one that waits, something disclosed."""
    table = mustered(clock)
    table.sweep()
    table.declare_for("Lulu", "World")
    table.put("Lulu", "KRA", affiliation="World")
    table.put("Raven", "SLO", affiliation="Mastermind")
    table.put("Josh", "SLO", affiliation="World")
    table.move("Lulu", "SLO")
    table.rule_on(table.attempt("Lulu", "Raven"))
    table.put("Lulu", "KRA", affiliation="World")
    table.put("Josh", "KRA", affiliation="World")
    table.attempt("Josh", "Lulu")
    table.disclose("Lulu", "Raven")
    clock.shift(timedelta(days=1))
    table.sweep()
    return table


@pytest.fixture
def revealed(db: None, clock: time_machine.Traveller) -> SpyTable:
    return kept(revelation, clock)


def revelation(clock: time_machine.Traveller) -> SpyTable:
    table = story(clock)
    table.win("Raven", clock)
    table.reveal("Raven")
    clock.shift(timedelta(days=1))
    table.sweep()
    return table


def test_what_nobody_touched_holds_before_it_is_revealed_and_after(
    played: SpyTable, clock: time_machine.Traveller
) -> None:
    before = verified()

    played.win("Raven", clock)
    played.reveal("Raven")

    assert before[0] == 0, before[1]
    assert verified()[0] == 0, verified()[1]


@pytest.mark.parametrize("model", [Cover, Attempt, Errand, Disclosure])
def test_a_secret_that_was_changed_is_found_by_the_number_of_its_link_and_no_word_is_told(
    played: SpyTable, model: type[Model]
) -> None:
    row: Any = model._default_manager.order_by("pk").select_related("private")[0]
    altered = vault.unseal(row.sealed) | {"agent": 1, "captor": 1, "owner": 1, "location": "CAI"}
    model._default_manager.filter(pk=row.pk).update(sealed=vault.seal(altered))

    code, lines = verified()

    assert (f"private event {row.private.n}", "secret-differs") in found(played)
    assert (code, "CAI" in lines, "KRA" in lines) == (1, False, False)


def test_a_secret_that_was_taken_away_is_found(played: SpyTable) -> None:
    row = Disclosure.objects.select_related("private").get()
    Disclosure.objects.filter(pk=row.pk).delete()

    assert found(played) == [(f"private event {row.private.n}", "secret-gone")]


def test_a_secret_that_no_key_opens_is_found(played: SpyTable) -> None:
    row = Disclosure.objects.select_related("private").get()
    Disclosure.objects.update(sealed=Fernet(Fernet.generate_key()).encrypt(b"{}").decode())

    assert found(played) == [(f"private event {row.private.n}", "secret-unreadable")]


def test_a_row_that_points_at_another_link_is_found(played: SpyTable) -> None:
    row = Disclosure.objects.select_related("private").get()
    elsewhere = PrivateEvent.objects.get(game=played.made, n=1)
    Disclosure.objects.update(private=elsewhere)

    assert found(played) == [("private event 1", "secret-elsewhere"), (f"private event {row.private.n}", "secret-gone")]


def test_a_secret_with_another_moment_is_found(played: SpyTable) -> None:
    row = Disclosure.objects.select_related("private").get()
    Disclosure.objects.update(at=row.at - timedelta(minutes=1))

    assert found(played) == [(f"private event {row.private.n}", "secret-differs")]


@pytest.mark.parametrize("alter", [{"row": 4, "fates": {}}, None])
def test_a_ruling_that_was_changed_is_found(played: SpyTable, alter: dict[str, Any] | None) -> None:
    ruled = Attempt.objects.filter(ruled_at__isnull=False).get()
    Attempt.objects.filter(pk=ruled.pk).update(sealed=vault.seal(vault.unseal(ruled.sealed) | {"ruling": alter}))

    assert [code for _, code in found(played)] == ["secret-differs"]


def test_a_ruling_that_nobody_made_is_found(played: SpyTable) -> None:
    waits = Attempt.objects.filter(ruled_at=None).get()
    Attempt.objects.filter(pk=waits.pk).update(ruled_at=waits.at)

    assert found(played) == [(f"private event {waits.private.n}", "secret-differs")]


def piece(table: SpyTable) -> Event:
    return Event.objects.get(game=table.made, kind="spy.opened")


def reopened(table: SpyTable, alter: Callable[[list[dict[str, Any]]], object]) -> list[tuple[str, str]]:
    """What is found when the log is changed in what it opened."""
    data = piece(table).data
    alter(data["openings"])
    Event.objects.filter(pk=piece(table).pk).update(data=data)
    return found(table)


def test_an_opening_that_was_changed_after_the_fact_is_found(revealed: SpyTable) -> None:
    n = piece(revealed).data["openings"][0]["n"]

    flaws = reopened(revealed, lambda told: told[0]["content"]["data"].update(affiliation="Mastermind"))

    assert flaws == [("theatre 1", "digest-differs"), (f"private event {n}", "opening-differs")]


def test_an_opening_that_was_left_out_is_found(revealed: SpyTable) -> None:
    n = piece(revealed).data["openings"][-1]["n"]

    flaws = reopened(revealed, lambda told: told.pop())

    assert flaws == [("theatre 1", "digest-differs"), (f"private event {n}", "never-opened")]


def test_an_opening_of_what_is_no_secret_of_the_theatre_is_found(revealed: SpyTable) -> None:
    foreign = PrivateEvent.objects.filter(game=revealed.made).order_by("-n")[0].n

    flaws = reopened(revealed, lambda told: told[-1].update(n=foreign))

    assert (f"private event {foreign}", "opened-foreign") in flaws


def test_a_theatre_that_forgets_that_it_was_revealed_is_found(revealed: SpyTable) -> None:
    Theatre.objects.update(revealed=None)

    assert found(revealed) == [("theatre 1", "opened-unrevealed"), ("theatre 1", "revealed-unknown")]


def test_a_theatre_that_takes_another_event_for_its_revealing_is_found(revealed: SpyTable) -> None:
    Theatre.objects.update(revealed=Event.objects.get(game=revealed.made, seq=1))

    assert found(revealed) == [("theatre 1", "another-event"), ("theatre 1", "revealed-unknown")]


def test_a_row_that_was_changed_after_it_was_revealed_is_found(revealed: SpyTable) -> None:
    row = Cover.objects.order_by("pk").select_related("private")[0]
    Cover.objects.filter(pk=row.pk).update(sealed=vault.seal(vault.unseal(row.sealed) | {"location": "CAI"}))

    assert found(revealed) == [(f"private event {row.private.n}", "secret-differs")]


def test_every_flaw_has_a_sentence_and_none_of_them_speaks_of_what_was_kept() -> None:
    assert {"secret-gone", "opening-differs", "never-opened", "digest-differs"} <= set(FLAW_WORDS)
    assert not any("{wanted}" in FLAW_WORDS[code] for code in FLAW_WORDS if code.startswith("secret-"))
