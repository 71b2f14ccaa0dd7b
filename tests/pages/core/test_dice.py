"""Dice as pages: the form, the rolls, one roll with its check, and the commitments."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from nomic.core.dice.models import Roll
from nomic.core.secrets import queries as secrets_queries
from nomic.core.secrets.models import Day, SecretSeed
from tests.casting import Table
from tests.lawmaking import change
from tests.moments import stands_at
from tests.openings import laid
from tests.pages.deciding.pages import address, browser, words

pytestmark = pytest.mark.django_db
START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
MIDNIGHT = datetime(2026, 3, 3, tzinfo=UTC)
INSTANT = timedelta(microseconds=1)


clock = stands_at(START)


@pytest.fixture
def table(clock: time_machine.Traveller) -> Table:
    return laid("Josh", "Lulu", "Raven")


def given(**more: str) -> dict[str, str]:
    return {"notation": "2DICE6", "purpose": "A hat", "nonce": "mine", "act": "", "token": "t-1"} | more


def shown(table: Table, path: str, name: str | None = None) -> str:
    return words(browser(table, name).get(address(table, path)))


def test_a_roll_is_declared_on_a_form_and_shown_on_a_page_of_its_own(table: Table) -> None:
    answer = browser(table, "Josh").post(address(table, "dice/"), given())

    roll = Roll.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, address(table, "dice/1/"))
    assert (roll.agent, roll.dice, roll.sides, roll.purpose, roll.nonce) == (table.agent("Josh"), 2, 6, "A hat", "mine")
    told = shown(table, "dice/1/")
    assert "Josh rolls 2DICE6 for “A hat”." in told
    assert f"{roll.total} in all" in told


def test_sent_twice_it_leads_to_the_same_roll(table: Table) -> None:
    client = browser(table, "Josh")

    answers = [client.post(address(table, "dice/"), given())["Location"] for _ in range(2)]

    assert answers == [address(table, "dice/1/")] * 2
    assert Roll.objects.count() == 1


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"notation": "2D6"}, "Write dice as DICE6 or 2DICE6"),
        ({"notation": ""}, "This field is required."),
        ({"notation": "0DICE6"}, "At least one die has to fall."),
        ({"purpose": " "}, "This field is required."),
        ({"notation": "999DICE6"}, "At most 100 dice"),
        ({"act": "no-act"}, "Select a valid choice"),
        ({"nonce": "x" * 65}, "at most 64 characters"),
        ({"token": ""}, "This form has lost its mark"),
    ],
)
def test_what_is_wrong_is_told_at_its_field_and_what_was_typed_is_kept(
    table: Table, wrong: dict[str, str], said: str
) -> None:
    answer = browser(table, "Josh").post(address(table, "dice/"), given(purpose="A tall hat") | wrong)

    assert answer.status_code == 422
    assert said in words(answer)
    assert ("A tall hat" in answer.content.decode()) == ("purpose" not in wrong)
    assert not Roll.objects.exists()


def test_an_old_form_with_other_words_becomes_a_new_one(table: Table) -> None:
    client = browser(table, "Josh")
    client.post(address(table, "dice/"), given())

    answer = client.post(address(table, "dice/"), given(purpose="Another hat"))

    assert answer.status_code == 422
    assert "This form was sent before, with other words" in words(answer)
    assert 'value="t-1"' not in answer.content.decode()


def test_a_stranger_reads_and_does_not_roll(table: Table) -> None:
    table.roll("Josh")

    page, sent = shown(table, "dice/"), Client().post(address(table, "dice/"), given())

    assert "a hat" in page
    assert "What they are for" not in page
    assert sent.status_code == 302
    assert "/accounts/login/" in sent["Location"]


def test_the_idle_read_why_the_button_is_not_theirs(table: Table) -> None:
    table.idle("Raven")
    client = browser(table, "Raven")

    page, sent = client.get(address(table, "dice/")), client.post(address(table, "dice/"), given())

    assert 'type="submit" disabled' in page.content.decode()
    assert "You have been idle since" in words(page)
    assert sent.status_code == 409


def test_where_no_rule_carries_dice_the_button_is_off(table: Table) -> None:
    change(table, table.repeal("Dice"))

    page = browser(table, "Josh").get(address(table, "dice/"))

    assert 'type="submit" disabled' in page.content.decode()
    assert "No rule of this game provides for that any more." in words(page)


def test_rolls_are_sifted_by_who_rolled(table: Table) -> None:
    table.roll("Josh", purpose="for a hat")
    table.roll("Lulu", purpose="for a coat")

    everybody = shown(table, "dice/")
    hers = shown(table, f"dice/?by={table.agent('Lulu').pk}")
    odd = [shown(table, f"dice/?by={by}") for by in ("", "x", "9" * 30)]
    nobodys = shown(table, "dice/?by=999999")

    assert all("for a hat" in page and "for a coat" in page for page in (everybody, *odd))
    assert ("for a hat" in hers, "for a coat" in hers) == (False, True)
    assert "No dice yet" in nobodys


def test_a_roll_says_from_when_it_can_be_checked_and_then_how_it_came_out(
    table: Table, clock: time_machine.Traveller
) -> None:
    table.roll("Josh", nonce="for luck")
    seed = secrets_queries.unseal_seed(Day.objects.get().sealed)

    clock.move_to(MIDNIGHT - INSTANT)
    table.sweep()
    on_its_day = shown(table, "dice/1/")
    clock.move_to(MIDNIGHT)
    table.sweep()
    the_day_after = shown(table, "dice/1/")

    assert "can be checked from 3 Mar 2026, 00:00 UTC on" in on_its_day
    assert seed not in on_its_day
    assert "Checked: the published seed" in the_day_after
    assert seed in the_day_after
    assert "for luck" in the_day_after


def test_a_roll_that_does_not_follow_from_its_seed_says_so(table: Table, clock: time_machine.Traveller) -> None:
    table.roll("Josh", "DICE1000000")
    clock.move_to(MIDNIGHT)
    table.sweep()

    Roll.objects.update(faces=[1], total=1)

    assert "Not right: the published seed gives" in shown(table, "dice/1/")
    assert "not right" in shown(table, "dice/")


def test_a_seed_that_was_not_committed_to_is_called_so(table: Table, clock: time_machine.Traveller) -> None:
    table.roll("Josh")
    clock.move_to(MIDNIGHT)
    table.sweep()

    Day.objects.filter(day=START.date()).update(seed="00" * 32)

    assert "the published seed is not the one that was committed to" in shown(table, "dice/1/")


def test_no_page_shows_a_seed_on_its_own_day_or_a_secret_one(table: Table, clock: time_machine.Traveller) -> None:
    table.roll("Josh")
    clock.move_to(MIDNIGHT)
    table.sweep()
    table.roll("Josh")

    yesterday, today = (secrets_queries.unseal_seed(day.sealed) for day in Day.objects.order_by("day"))
    secret = secrets_queries.unseal_seed(SecretSeed.objects.get().sealed)
    pages = [shown(table, path) for path in ("dice/", "dice/1/", "dice/2/", "dice/seeds/", "log/", "log.json")]

    assert yesterday in pages[3]
    assert not [page for page in pages if today in page or secret in page]


def test_the_seeds_page_shows_each_days_commitment_and_head_and_not_how_long_the_chain_is(
    table: Table, clock: time_machine.Traveller
) -> None:
    table.sweep()

    told, day = shown(table, "dice/seeds/"), Day.objects.get()

    assert day.commitment in told
    assert day.private_hash in told
    assert "sealed until 3 Mar 2026, 00:00 UTC" in told
    assert SecretSeed.objects.get().commitment in told


def test_before_the_first_day_the_pages_say_that_there_is_nothing_yet(table: Table) -> None:
    assert "No day yet" in shown(table, "dice/seeds/")
    assert "No dice yet" in shown(table, "dice/")


def test_a_roll_that_is_not_there_is_not_found(table: Table) -> None:
    assert browser(table).get(address(table, "dice/7/")).status_code == 404


def test_what_people_wrote_is_escaped(table: Table) -> None:
    table.roll("Josh", purpose="<script>alert(1)</script>", nonce="<b>")

    pages = [browser(table).get(address(table, path)).content.decode() for path in ("dice/", "dice/1/", "log/")]

    assert not [page for page in pages if "<script>alert" in page or "<b>mine" in page]


def test_the_log_leads_to_the_roll_and_can_be_sifted_for_days_and_dice(table: Table) -> None:
    table.roll("Josh", "2DICE6", "a {total} hat")

    answer = browser(table).get(address(table, "log/?kind=dice"))

    told = words(answer)
    assert "Josh rolls 2DICE6 for “a {total} hat”" in told
    assert "2026-03-02 begins: the seed of its dice is committed." in told
    assert "Josh posts" not in told
    assert f'href="{address(table, "dice/1/")}"' in answer.content.decode()
