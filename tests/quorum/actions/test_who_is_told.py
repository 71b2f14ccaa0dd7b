"""Who sits in the Senate hears that an Episode opens, that a round waits, and of the end; never a secret."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from time_machine import Traveller

from nomic.core import tasks as core_tasks
from nomic.core.games.models import Account
from nomic.core.notifications.models import Mail, Notice
from nomic.core.notifications.queries import is_still_current
from tests.quorum.actions.conftest import DAY
from tests.sitting import NAY, YEA, SenateTable
from tests.tidings.inboxes import forget, letters, told

ROUND, SENATE, NEAR = "senate-round", "senate", "senate-near"
OPEN = "Episode 1 of the Senate is open, and you sit in it: decide in its first round, by 6 Jan 2027, 12:00 UTC."
WAITS = "Round 1 of Episode 1 waits for your decision. It closes at 6 Jan 2027, 12:00 UTC at the latest."


def gather(table: SenateTable, **more: Any) -> None:
    """Josh convenes three seats; he and Wanda, a guest, sit in two of them."""
    table.convenes("Josh", seats=3, rounds=2, seed="goose", **more)
    table.sits("Josh", 0)
    table.sits("Wanda", 1)
    forget()


@pytest.fixture
def token(table: SenateTable) -> str:
    """The Episode is on: Josh, Wanda, and a program that Lulu answers for, whose token it is."""
    gather(table)
    token = table.seats_program("Lulu", 2)
    forget()
    return token


def test_with_the_last_seat_all_the_others_hear_that_it_is_open(table: SenateTable) -> None:
    gather(table)
    table.sits("Lulu", 2)

    heard = {name: told(table, name, SENATE) for name in ("Josh", "Wanda", "Lulu", "Raven")}
    assert heard == {"Josh": [OPEN], "Wanda": [OPEN], "Lulu": [], "Raven": []}
    assert Notice.objects.filter(kind=SENATE).values_list("url", flat=True)[0] == "/g/table/quorum/1/"
    assert [each.subject for each in letters(table, "Wanda")] == [f"[The Table] {OPEN}"]


def test_who_answers_for_a_program_hears_it_too(table: SenateTable) -> None:
    gather(table)
    table.leaves_seat("Wanda", 1)
    table.seats_program("Lulu", 1)
    table.opens("Josh", "greedy")

    assert (told(table, "Lulu"), told(table, "Wanda")) == ([OPEN], [])


def test_the_people_hear_that_the_next_round_waits(table: SenateTable, token: str) -> None:
    table.decides("Josh", {**YEA, "note": {"to": 1, "text": "the-cellar"}})
    table.decides("Wanda", NAY)
    table.decides_by(token)

    assert [told(table, name) for name in ("Josh", "Wanda", "Lulu")] == [[WAITS], [WAITS], []]
    assert not Mail.objects.exists()
    reaches = set(Notice.objects.values_list("reach", flat=True))
    assert reaches == {"digest"}


def test_at_the_end_all_hear_it_once(table: SenateTable, token: str) -> None:
    for _ in range(2):
        table.decides("Josh")
        table.decides("Wanda", NAY)
        table.decides_by(token)

    heard = [told(table, name, SENATE) for name in ("Josh", "Wanda", "Lulu", "Raven")]
    assert heard == [["Episode 1 of the Senate is over."]] * 3 + [[]]


def test_they_hear_that_it_is_adjourned(table: SenateTable, token: str) -> None:
    table.strike("Episodes")

    assert told(table, "Wanda", SENATE) == ["Episode 1 of the Senate is adjourned."]


@pytest.mark.parametrize(("seconds", "heard"), [(3599, 0), (3600, 1)], ids=["just under an hour", "an hour"])
def test_of_rounds_shorter_than_an_hour_nobody_hears_but_that_they_begin(
    table: SenateTable, seconds: int, heard: int
) -> None:
    gather(table, decision_seconds=seconds)
    token = table.seats_program("Lulu", 2)
    for _ in range(2):
        table.decides("Josh")
        table.decides("Wanda")
        table.decides_by(token)

    assert len(told(table, "Josh", ROUND)) == heard
    assert len(told(table, "Josh", SENATE)) == 1 + heard
    assert len(told(table, "Lulu", SENATE)) == heard


def test_where_only_scripts_sit_nobody_hears_anything_of_rounds(table: SenateTable) -> None:
    table.convenes("Josh", seats=2, rounds=4)
    forget()

    table.opens("Josh", "greedy", "random")

    assert not Notice.objects.exists()


def test_no_letter_tells_what_anybody_decided_or_wrote(table: SenateTable, token: str, clock: Traveller) -> None:
    table.decides("Josh", {**NAY, "filibuster": True, "note": {"to": 1, "text": "the-cellar"}})
    table.decides("Wanda", NAY)
    table.decides_by(token)
    clock.shift(DAY)
    core_tasks.post_mail()

    said = str(list(Notice.objects.values())) + str([(each.subject, each.body) for each in mail.outbox])
    assert mail.outbox
    assert not any(secret in said for secret in ("cellar", "nay", "filibuster", "goose"))


def test_a_round_waits_no_more_for_who_has_decided_or_once_it_is_closed(
    table: SenateTable, token: str, clock: Traveller
) -> None:
    table.decides("Josh")
    table.decides("Wanda")
    table.decides_by(token)
    josh, wanda = (Notice.objects.get(account=table.account(name), kind=ROUND) for name in ("Josh", "Wanda"))
    at_first = is_still_current(josh), is_still_current(wanda)

    table.decides("Josh")
    decided = is_still_current(josh), is_still_current(wanda)
    clock.shift(DAY)
    table.closes()

    assert (at_first, decided, (is_still_current(josh), is_still_current(wanda))) == (
        (True, True),
        (False, True),
        (False, False),
    )


def test_a_round_of_what_was_adjourned_waits_for_nobody(table: SenateTable, token: str) -> None:
    table.decides("Josh")
    table.decides("Wanda")
    table.decides_by(token)
    waits = Notice.objects.get(account=table.account("Wanda"), kind=ROUND)

    table.strike("Episodes")

    assert not is_still_current(waits)


def test_a_round_that_began_in_a_hiatus_has_no_end_yet(table: SenateTable, token: str, clock: Traveller) -> None:
    clock.shift(DAY + timedelta(seconds=1))
    table.halts()

    assert told(table, "Wanda", ROUND) == ["Round 1 of Episode 1 waits for your decision."]


# -- a reminder

LATE = "You have not decided in round 0 of Episode 1, which closes at 6 Jan 2027, 12:00 UTC."


def test_twelve_hours_before_a_round_closes_who_has_not_decided_is_reminded_once(
    table: SenateTable, token: str, clock: Traveller
) -> None:
    table.decides("Josh")
    clock.shift(DAY / 2 - timedelta(seconds=1))
    table.sweep()
    before = told(table, "Wanda", NEAR)
    clock.shift(timedelta(seconds=1))

    table.sweep()
    table.sweep()

    assert (before, told(table, "Wanda", NEAR)) == ([], [LATE])
    assert told(table, "Josh", NEAR) == told(table, "Lulu", NEAR) == []
    assert [each.subject for each in letters(table, "Wanda")] == [f"[The Table] {LATE}"]


def test_in_the_next_round_e_is_reminded_of_that(table: SenateTable, token: str, clock: Traveller) -> None:
    for _ in range(2):
        clock.shift(DAY / 2)
        table.sweep()
        clock.shift(DAY / 2 - timedelta(minutes=1))
        table.sweep()
        table.decides("Josh")
        table.decides("Wanda")
        table.decides_by(token)

    assert len(told(table, "Wanda", NEAR)) == 2


def test_who_has_decided_since_is_told_by_no_letter(table: SenateTable, token: str, clock: Traveller) -> None:
    clock.shift(DAY / 2)
    table.sweep()
    notice = Notice.objects.get(account=table.account("Wanda"), kind=NEAR)
    at_first = is_still_current(notice)

    table.decides("Wanda")

    assert (at_first, is_still_current(notice)) == (True, False)


def test_in_rounds_shorter_than_a_day_and_in_a_hiatus_nobody_is_reminded(table: SenateTable, clock: Traveller) -> None:
    gather(table, decision_seconds=DAY // timedelta(seconds=1) - 1)
    table.seats_program("Lulu", 2)
    clock.shift(DAY / 2)
    table.sweep()
    short = Notice.objects.filter(kind=NEAR).count()
    table.senate("Josh", "Lulu", rounds=2)
    clock.shift(DAY / 2 - timedelta(minutes=1))
    table.halts()

    clock.shift(DAY)
    table.sweep()

    assert (short, Notice.objects.filter(kind=NEAR).count()) == (0, 0)


def test_who_cannot_sign_in_any_more_keeps_the_clerk_from_nothing(
    table: SenateTable, token: str, clock: Traveller
) -> None:
    Account.objects.filter(username="wanda").update(is_active=False)
    clock.shift(DAY / 2)

    table.sweep()

    assert (told(table, "Wanda"), told(table, "Josh", NEAR)) == ([], [LATE])
    assert table.sweep() == 0
