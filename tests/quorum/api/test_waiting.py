"""A program may wait for something new: for some seconds, and never so many at once that others would have to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
import time_machine

from dynasties.quorum.programs import views_entry as programs_views_entry
from nomic.management.commands.serve import WEB
from tests.quorum.api.conftest import renewed
from tests.quorum.api.programs import Program
from tests.sitting import SenateTable

pytestmark = pytest.mark.django_db
MOST = 20  # looks in ten seconds


class Pauses:
    """Time goes on by itself between two looks; `then` is what happens meanwhile, by the number of the pause.

    `freed`: before which pauses the connection was given back, which a test is in the middle of using.
    """

    def __init__(self, clock: time_machine.Traveller) -> None:
        self.clock, self.seconds, self.then = clock, list[float](), dict[int, Callable[[], object]]()
        self.freed: list[int] = []

    def __call__(self, seconds: float) -> None:
        self.clock.shift(timedelta(seconds=seconds))
        self.seconds.append(seconds)
        self.then.get(len(self.seconds), lambda: None)()


@pytest.fixture
def pauses(clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch) -> Pauses:
    made = Pauses(clock)
    monkeypatch.setattr("dynasties.quorum.programs.views_entry.time.sleep", made)
    monkeypatch.setattr(programs_views_entry, "close_old_connections", lambda: made.freed.append(len(made.seconds)))
    return made


@pytest.fixture
def full() -> Iterator[None]:
    """Others wait already."""
    taken = 0
    while programs_views_entry.WAITING_ROOM.acquire(blocking=False):
        taken += 1
    yield
    for _ in range(taken):
        programs_views_entry.WAITING_ROOM.release()


def test_who_waits_is_told_as_soon_as_there_is_something_new(senate: list[Program], pauses: Pauses) -> None:
    pauses.then[3] = senate[1].decides

    answer = senate[0].sees(known=senate[0].tag(), wait=10)

    assert answer.status_code == 200
    assert answer.json()["decided"] == [False, True, False]
    assert len(pauses.seconds) == 3


@pytest.mark.parametrize(("wait", "looks"), [(1, 2), (9, 18), (10, MOST), (11, MOST), (999_999_999, MOST)])
def test_if_there_is_nothing_e_is_told_that_in_the_end_and_in_ten_seconds_at_most(
    wait: int, looks: int, senate: list[Program], pauses: Pauses
) -> None:
    answer = senate[0].sees(known=senate[0].tag(), wait=wait)

    assert answer.status_code == 304
    assert len(pauses.seconds) == looks
    assert sum(pauses.seconds) == min(wait, 10)


@pytest.mark.parametrize("wait", [None, 0, "00"])
def test_who_does_not_wish_to_wait_does_not(wait: str | None, senate: list[Program], pauses: Pauses) -> None:
    assert senate[0].sees(known=senate[0].tag(), wait=wait).status_code == 304
    assert pauses.seconds == []


@pytest.mark.parametrize("known", ["", '"old"'])
def test_who_does_not_know_it_yet_need_not_wait(known: str, senate: list[Program], pauses: Pauses) -> None:
    assert senate[0].sees(known=known, wait=10).status_code == 200
    assert pauses.seconds == []


@pytest.mark.parametrize("wait", ["", "-1", "1.5", "ten", "1e1", " 1", "٣", "9" * 10])
def test_another_wait_is_422(wait: str, senate: list[Program], pauses: Pauses) -> None:
    answer = senate[0].sees(wait=wait)

    assert (answer.status_code, answer.json()["error"]["path"]) == (422, "wait")


def test_while_others_wait_it_is_answered_at_once(senate: list[Program], pauses: Pauses, full: None) -> None:
    answer = senate[0].sees(known=senate[0].tag(), wait=10)

    assert (answer.status_code, answer["Retry-After"]) == (304, "6")
    assert pauses.seconds == []


def test_a_quarter_of_a_process_s_threads_may_be_waited_in_and_no_more() -> None:
    threads = int(WEB[WEB.index("--threads") + 1])

    taken = [programs_views_entry.WAITING_ROOM.acquire(blocking=False) for _ in range(threads)]
    for _ in filter(None, taken):
        programs_views_entry.WAITING_ROOM.release()

    assert taken.count(True) == threads // 4


def test_a_visitor_never_waits(senate: list[Program], pauses: Pauses) -> None:
    assert Program().sees(known=Program().tag(), wait=10).status_code == 304
    assert pauses.seconds == []


def test_nobody_waits_for_what_is_over(senate: list[Program], pauses: Pauses) -> None:
    for round in range(2):
        for each in senate:
            each.decides(round=round)

    assert senate[0].sees(known=senate[0].tag(), wait=10).status_code == 304
    assert pauses.seconds == []


def test_who_waits_until_the_time_of_the_round_is_over_sees_it_close(
    senate: list[Program], pauses: Pauses, clock: time_machine.Traveller
) -> None:
    clock.shift(timedelta(seconds=55))

    answer = senate[0].sees(known=senate[0].tag(), wait=10)

    assert answer.json()["round"] == 1
    assert sum(pauses.seconds) == 5


def test_a_token_that_is_renewed_meanwhile_waits_for_nothing(
    table: SenateTable, senate: list[Program], pauses: Pauses
) -> None:
    pauses.then[2] = lambda: renewed(table, 0)

    assert senate[0].sees(known=senate[0].tag(), wait=10).status_code == 401
    assert len(pauses.seconds) == 2
    # And makes room for others.
    assert senate[1].sees(known=senate[1].tag(), wait=1).status_code == 304
    assert len(pauses.seconds) == 4


def test_between_two_looks_the_connection_is_free_for_others(senate: list[Program], pauses: Pauses) -> None:
    senate[0].sees(known=senate[0].tag(), wait=2)

    assert pauses.freed == [0, 1, 2, 3]
