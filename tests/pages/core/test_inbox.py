"""The inbox: eir own and nobody else's, opened and marked, and the page of choices."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from nomic.core.floor import floor
from nomic.core.notifications.actions import tell_account
from nomic.core.notifications.models import Notice
from tests.casting import Table
from tests.openings import laid
from tests.pages.deciding.pages import browser, words
from tests.tidings.inboxes import forget

pytestmark = pytest.mark.django_db
START = datetime(2026, 3, 2, 9, tzinfo=UTC)


@pytest.fixture
def table() -> Iterator[Table]:
    with time_machine.travel(START, tick=False):
        table = laid("Josh", "Lulu")
        forget()
        yield table


def message(table: Table, name: str, key: str = "x", sender: str = "Kevan") -> Notice:
    with floor(table.made.pk) as the_floor:
        told = tell_account(the_floor, table.account(name).pk, "message", key, {"from": sender}, "/g/table/roster/")
    assert told is not None
    return told


def test_the_inbox_asks_who_is_there(table: Table) -> None:
    for path in ("/inbox/", "/inbox/choices/", "/inbox/some-notice/"):
        answer = browser(table).get(path)

        assert answer.status_code == 302
        assert answer["Location"].startswith("/accounts/login/")


def test_each_reads_eir_own_newest_first_and_with_its_game(table: Table) -> None:
    message(table, "Josh", "a", "Lulu")
    message(table, "Josh", "b", "Kevan")
    message(table, "Lulu", "c", "Josh")

    told = words(browser(table, "Josh").get("/inbox/"))

    assert told.index("from Kevan") < told.index("from Lulu")
    assert "from Josh" not in told
    assert told.count("unread") == 2
    assert "The Table" in told


def test_the_masthead_counts_what_is_unread_for_its_reader_alone(table: Table) -> None:
    message(table, "Josh")

    own, others = (browser(table, name).get("/").content.decode() for name in ("Josh", "Lulu"))

    assert '<span class="count">1<span class="hidden"> unread' in own
    assert "unread" not in others
    assert "/inbox/" not in browser(table).get("/").content.decode()


def test_opening_a_notice_marks_it_and_leads_on(table: Table) -> None:
    told = message(table, "Josh")

    answer = browser(table, "Josh").get(f"/inbox/{told.uid}/")

    assert (answer.status_code, answer["Location"]) == (302, "/g/table/roster/")
    assert Notice.objects.get().read_at == START


def test_anothers_notice_is_not_found_and_stays_unread(table: Table) -> None:
    told = message(table, "Josh")

    addresses = [f"/inbox/{uid}/" for uid in (told.uid, told.uid[::-1])]
    answers = [browser(table, "Lulu").get(each).status_code for each in addresses]

    assert answers == [404, 404]
    assert Notice.objects.get().read_at is None


def test_the_address_of_a_notice_counts_nobody_elses(table: Table) -> None:
    first, _, last = message(table, "Josh", "a"), message(table, "Lulu", "b"), message(table, "Josh", "c")

    page = browser(table, "Josh").get("/inbox/").content.decode()
    by_number = [browser(table, "Josh").get(f"/inbox/{each.pk}/").status_code for each in (first, last)]

    assert f'href="/inbox/{first.uid}/"' in page
    assert f"/inbox/{first.pk}/" not in page
    assert by_number == [404, 404]


@pytest.mark.parametrize("address", ["/inbox/%00/", "/g/table/messages/%00/", "/g/table/messages/%00/proof/"])
def test_what_no_database_can_hold_is_the_address_of_nothing(table: Table, address: str) -> None:
    assert browser(table, "Josh").get(address).status_code == 404


def test_all_are_marked_at_once_and_only_ones_own(table: Table) -> None:
    message(table, "Josh", "a")
    message(table, "Josh", "b")
    message(table, "Lulu", "c")
    client = browser(table, "Josh")

    refused, answer = client.get("/inbox/read/"), client.post("/inbox/read/")

    assert (refused.status_code, answer.status_code) == (405, 302)
    assert list(Notice.objects.filter(read_at=None).values_list("account__username", flat=True)) == ["lulu"]
    assert "Mark all" not in words(client.get("/inbox/"))


def test_thirty_fit_on_a_page_and_cost_no_more_than_three(table: Table) -> None:
    client, counts = browser(table, "Josh"), []
    for many in (3, 31):
        for number in range(many):
            message(table, "Josh", f"{many}-{number}")
        with CaptureQueriesContext(connection) as asked:
            page = words(client.get("/inbox/"))
        counts.append(len(asked))

    assert "Page 1 of 2" in page
    assert counts[1] <= counts[0] + 1  # the page's own count beyond the first thirty
    assert "Page 2 of 2" in words(client.get("/inbox/?page=2"))


def test_a_choice_is_kept_and_shown(table: Table) -> None:
    client = browser(table, "Josh")
    before = client.get("/inbox/choices/").context["form"]
    sent = {name: field.initial for name, field in before.fields.items()} | {"comment": "inbox"}

    answer = client.post("/inbox/choices/", sent)

    assert answer.status_code == 302
    assert client.get("/inbox/choices/").context["form"].fields["comment"].initial == "inbox"
    assert browser(table, "Lulu").get("/inbox/choices/").context["form"].fields["comment"].initial == "digest"


@pytest.mark.parametrize("reach", ["", "everywhere", "MAIL"])
def test_what_is_no_choice_is_told_at_its_field(table: Table, reach: str) -> None:
    client = browser(table, "Josh")
    before = client.get("/inbox/choices/").context["form"]
    sent = {name: field.initial for name, field in before.fields.items()} | {"comment": reach}

    answer = client.post("/inbox/choices/", sent)

    assert answer.status_code == 422
    assert answer.context["form"].errors.keys() == {"comment"}
    assert table.account("Josh").notice_choices.count() == 0


def test_a_notice_speaks_in_the_words_of_its_game_as_they_are_now(table: Table) -> None:
    with floor(table.made.pk) as the_floor:
        tell_account(the_floor, table.account("Josh").pk, "arrival", "x", {"admitted": True, "name": "Josh"})
    table.made.keywords = {"agent": "Wizard"}
    table.made.save(update_fields=["keywords"])

    assert "you are a Wizard of this game now" in words(browser(table, "Josh").get("/inbox/"))


def test_the_account_leads_to_the_choices(table: Table) -> None:
    assert 'href="/inbox/choices/"' in browser(table, "Josh").get("/accounts/").content.decode()


def test_a_notice_of_long_ago_is_still_there(table: Table) -> None:
    message(table, "Josh")

    with time_machine.travel(START + timedelta(days=400), tick=False):
        assert "from Kevan" in words(browser(table, "Josh").get("/inbox/"))
