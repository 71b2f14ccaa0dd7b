from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from nomic.core.messages.models import Message
from tests.casting import Table
from tests.openings import kept, laid

pytestmark = pytest.mark.django_db
START = datetime(2026, 3, 14, 1, tzinfo=UTC)
BASE = "/g/table/messages/"
SECRET, SUBJECT = "the-owl-flies-at-noon", "of-birds-and-hours"
SHOWS = ("nothing", "sending", "text", "receipt")
PROOFS = [f"proof/?show={show}{more}" for show in SHOWS for more in ("", "&download")]


@pytest.fixture
def traveller() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller


@pytest.fixture
def table(traveller: time_machine.Traveller) -> Table:
    return kept(_swept, traveller)


def _swept(traveller: time_machine.Traveller) -> Table:
    table = laid("Josh", "Lulu", "Raven")
    table.sweep()
    table.make_admin("Raven")
    return table


@pytest.fixture
def message(table: Table) -> Message:
    return table.message("Josh", "Lulu", SECRET, subject=SUBJECT)


def as_(table: Table, name: str, headers: dict[str, str] | None = None) -> Client:
    client = Client(headers=headers)
    client.force_login(table.account(name))
    return client


def tomorrow(table: Table, traveller: time_machine.Traveller) -> None:
    traveller.move_to(START + timedelta(days=1), tick=False)
    table.sweep()


@pytest.mark.parametrize("name", ["Raven", "Kevan", "Stranger"])
@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_nobody_else_finds_a_message_by_any_address(
    table: Table, message: Message, traveller: time_machine.Traveller, name: str, headers: dict[str, str]
) -> None:
    table.open_message("Lulu", message)
    tomorrow(table, traveller)
    client = as_(table, name, headers)
    urls = [f"{BASE}{message.uid}/{end}" for end in ("", *PROOFS)]

    for url in urls:
        answer = client.get(url)
        assert answer.status_code == (409 if name == "Stranger" else 404)
        assert SECRET not in answer.content.decode()
    others = [BASE, f"{BASE}?tab=sent", f"{BASE}check/", f"{BASE}new/?answers={message.uid}", f"{BASE}new/?to=1"]
    pages = "".join(client.get(url).content.decode() for url in [*others, "/g/table/log/", "/g/table/log.json"])
    assert SECRET not in pages
    assert SUBJECT not in pages
    answer = client.post(f"{BASE}{message.uid}/")
    assert answer.status_code == (409 if name == "Stranger" else 404)


def test_a_visitor_is_asked_to_sign_in(table: Table, message: Message, client: Client) -> None:
    for url in (BASE, f"{BASE}{message.uid}/", f"{BASE}{message.uid}/proof/", f"{BASE}new/"):
        assert client.get(url).status_code == 302


def test_the_list_marks_what_is_unread_and_shows_no_subject_before_it_is_opened(table: Table, message: Message) -> None:
    lulu = as_(table, "Lulu")

    before = lulu.get(BASE).content.decode()
    opened = lulu.post(f"{BASE}{message.uid}/", follow=True).content.decode()
    after = lulu.get(BASE).content.decode()

    assert "Unopened message" in before
    assert SUBJECT not in before
    assert SECRET in opened
    assert SUBJECT in after
    assert "tag--unread" not in after


def test_looking_at_it_opens_nothing(table: Table, message: Message) -> None:
    page = as_(table, "Lulu").get(f"{BASE}{message.uid}/").content.decode()

    assert SECRET not in page
    assert ">Open</button>" in page
    assert Message.objects.get().received_at is None


def test_its_sender_reads_it_and_sees_whether_it_was_opened(table: Table, message: Message) -> None:
    josh = as_(table, "Josh")

    assert "not opened yet" in josh.get(f"{BASE}{message.uid}/").content.decode()
    table.open_message("Lulu", message)

    assert "not opened yet" not in josh.get(f"{BASE}?tab=sent").content.decode()


def test_a_message_is_written_sent_and_answered(table: Table) -> None:
    josh, lulu = as_(table, "Josh"), as_(table, "Lulu")
    form = {"to": str(table.agent("Lulu").pk), "subject": "Hello", "body": "One **word**.", "token": "a"}

    answer = josh.post(f"{BASE}new/", form, follow=True)

    assert "<strong>word</strong>" in answer.content.decode()
    uid = Message.objects.get().uid
    table.open_message("Lulu", Message.objects.get())
    begun = lulu.get(f"{BASE}new/?answers={uid}").content.decode()
    assert 'value="Re: Hello"' in begun
    answered = lulu.post(
        f"{BASE}new/",
        {"to": str(table.agent("Josh").pk), "subject": "Re: Hello", "body": "Two.", "answers": uid, "token": "b"},
        follow=True,
    )
    assert "<strong>word</strong>" in answered.content.decode()


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"to": ""}, "This field is required"),
        ({"to": "999999"}, "nobody you can write to"),
        ({"subject": ""}, "This field is required"),
        ({"subject": "a" * 121}, "at most 120"),
        ({"body": "a\u202eb"}, "control or invisible"),
        ({"answers": "none-such"}, "no such message"),
    ],
)
def test_what_cannot_be_sent_is_told_at_its_field_and_kept(table: Table, typed: dict[str, str], told: str) -> None:
    form = {"to": str(table.agent("Lulu").pk), "subject": "Hello", "body": "Kept words.", "token": "a"} | typed

    answer = as_(table, "Josh").post(f"{BASE}new/", form)

    assert answer.status_code == 422
    assert told in answer.content.decode()
    assert Message.objects.count() == 0


def test_the_mastermind_is_written_to_by_office(table: Table) -> None:
    josh = as_(table, "Josh")

    assert "the Mastermind, as such" in josh.get(f"{BASE}new/?to=mastermind").content.decode()
    josh.post(f"{BASE}new/", {"to": "mastermind", "subject": "Hello", "body": "Sir.", "token": "a"})

    assert Message.objects.get().recipient == table.agent("Kevan")


def test_who_has_left_reads_eir_old_messages_and_writes_none(table: Table, message: Message) -> None:
    table.open_message("Lulu", message)
    table.leave("Lulu")
    lulu = as_(table, "Lulu")

    assert SECRET in lulu.get(f"{BASE}{message.uid}/").content.decode()
    assert lulu.get(BASE).status_code == 200
    assert lulu.get(f"{BASE}new/").status_code == 409


def test_before_the_day_is_over_there_is_no_proof_yet(table: Table, message: Message) -> None:
    page = as_(table, "Josh").get(f"{BASE}{message.uid}/proof/").content.decode()

    assert "from tomorrow" in page
    assert '"commitment"' not in page


def proof(table: Table, message: Message, name: str, show: str) -> dict[str, object]:
    answer = as_(table, name).get(f"{BASE}{message.uid}/proof/?show={show}&download")
    found: dict[str, object] = json.loads(answer.content)
    return found


def test_a_proof_shows_no_more_than_its_end_asks_for_and_never_a_number(
    table: Table, message: Message, traveller: time_machine.Traveller
) -> None:
    table.open_message("Lulu", message)
    tomorrow(table, traveller)

    nothing, sending = proof(table, message, "Lulu", "nothing"), proof(table, message, "Lulu", "sending")

    assert nothing.keys() == {"event", "root", "commitment", "place", "neighbours"}
    assert sending.keys() - nothing.keys() == {"opened"}
    assert SECRET not in json.dumps(sending)
    assert proof(table, message, "Lulu", "text")["text"]["body"] == SECRET  # type: ignore[index]  # JSON of any shape


def test_who_has_not_opened_it_gets_no_proof_of_its_text(
    table: Table, message: Message, traveller: time_machine.Traveller
) -> None:
    tomorrow(table, traveller)

    assert SECRET not in json.dumps(proof(table, message, "Lulu", "text"))


@pytest.mark.parametrize(
    ("show", "told"), [("nothing", "does not say what"), ("sending", "Josh sent a message"), ("text", SECRET)]
)
def test_anybody_checks_a_proof(
    table: Table, message: Message, traveller: time_machine.Traveller, client: Client, show: str, told: str
) -> None:
    tomorrow(table, traveller)
    pasted = json.dumps(proof(table, message, "Josh", show), ensure_ascii=False, indent=1)

    answer = client.post(f"{BASE}check/", {"proof": pasted})

    assert "The proof holds" in answer.content.decode()
    assert told in answer.content.decode()


def test_a_forged_proof_does_not_hold_and_its_words_are_not_repeated(
    table: Table, message: Message, traveller: time_machine.Traveller, client: Client
) -> None:
    tomorrow(table, traveller)
    forged = json.dumps(proof(table, message, "Josh", "text")).replace(SECRET, "the-owl-sleeps")

    page = client.post(f"{BASE}check/", {"proof": forged}).content.decode()

    assert "The proof does not hold" in page
    assert "<blockquote" not in page


def test_what_is_no_proof_is_told_at_its_field(table: Table, client: Client) -> None:
    answer = client.post(f"{BASE}check/", {"proof": "{"})

    assert answer.status_code == 422
    assert "no JSON" in answer.content.decode()
