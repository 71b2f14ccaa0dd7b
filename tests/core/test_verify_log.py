"""`manage.py verify_log`: whoever alters the log by hand is found out."""

from __future__ import annotations

from io import StringIO

import pytest
import time_machine
from django.core.management import CommandError, call_command

from nomic.core.games.models import Game
from nomic.core.log.models import Event
from tests.casting import Table
from tests.openings import laid

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


@pytest.fixture
def table(clock: time_machine.Traveller) -> Table:
    return laid("Josh", "Lulu")


def verified(**options: str) -> tuple[int, list[str]]:
    """The exit code and the lines."""
    said = StringIO()
    try:
        call_command("verify_log", stdout=said, **options)
    except SystemExit as left:
        return int(left.code or 0), said.getvalue().splitlines()
    return 0, said.getvalue().splitlines()


def row(table: Table, seq: int) -> Event:
    return Event.objects.get(game=table.made, seq=seq)


def test_a_log_nobody_touched_is_ok_with_its_count_and_head(table: Table) -> None:
    game = table.game

    code, lines = verified()

    assert (code, lines) == (0, [f"table: OK, {game.last_seq} events, head {game.last_hash}, 0 days, 0 rolls"])


def test_changed_data_is_found_at_its_event(table: Table) -> None:
    Event.objects.filter(pk=row(table, 1).pk).update(data={"title": "Another title"})

    code, lines = verified()

    assert code == 1
    assert [line.startswith("table: event 1: changed") for line in lines] == [True]


@pytest.mark.parametrize("field", ["by", "kind", "subject"])
def test_every_word_of_an_event_is_covered(table: Table, field: str) -> None:
    Event.objects.filter(pk=row(table, 5).pk).update(**{field: "other"})

    code, lines = verified()

    assert code == 1
    assert lines[0].startswith("table: event 5: changed")


def test_a_changed_event_with_its_hash_made_anew_is_found_at_the_next(table: Table) -> None:
    Event.objects.filter(pk=row(table, 3).pk).update(hash="f" * 64)

    _, lines = verified()

    assert any(line.startswith("table: event 4: reordered or cut") for line in lines)


def test_an_event_that_is_gone_is_missing(table: Table) -> None:
    row(table, 4).delete()

    code, lines = verified()

    assert code == 1
    assert lines[0] == "table: event 4: missing: event 4 was to come, event 5 is there"


def test_two_events_that_changed_places_are_found_both(table: Table) -> None:
    one, other = row(table, 4), row(table, 5)
    Event.objects.filter(pk=one.pk).update(seq=1000)
    Event.objects.filter(pk=other.pk).update(seq=4)
    Event.objects.filter(pk=one.pk).update(seq=5)

    code, lines = verified()

    assert code == 1
    assert any(line.startswith("table: event 4: reordered") for line in lines)
    assert any(line.startswith("table: event 5: reordered") for line in lines)


def test_a_log_cut_off_at_its_end_differs_from_the_head_that_the_game_remembers(table: Table) -> None:
    last = table.game.last_seq
    row(table, last).delete()

    code, lines = verified()

    assert code == 1
    assert lines[0].startswith(f"table: event {last}: head differs")


def test_a_head_altered_by_hand_is_found(table: Table) -> None:
    Game.objects.filter(pk=table.made.pk).update(last_hash="0" * 64)

    code, lines = verified()

    assert code == 1
    assert "head differs" in lines[0]


def test_one_game_alone_can_be_verified(table: Table) -> None:
    other = Table(slug="other", title="Another")
    Event.objects.filter(game=other.made, seq=1).update(by="Nobody")

    assert verified(game="table")[0] == 0
    assert verified(game="other")[0] == 1
    assert verified()[0] == 1


def test_a_game_that_is_not_there_is_an_error() -> None:
    with pytest.raises(CommandError, match="no game"):
        call_command("verify_log", game="nowhere")
