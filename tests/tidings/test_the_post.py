"""Letters leave after what they tell of stands, once, however long the post is down; each asks again at the door."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import pytest
import time_machine
from django.conf import LazySettings
from django.core import mail
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.test import Client

from nomic.core.actions import mailing, visits
from nomic.core.actions.tidings import tell
from nomic.core.floor import floor
from nomic.core.mechanics.decision import Fact
from nomic.core.models import Mail, Notice
from nomic.core.tasks import post_mail
from tests.casting import Table
from tests.tidings.conftest import START
from tests.tidings.inboxes import choose, letters, told

HOUR, MINUTE, SECOND = timedelta(hours=1), timedelta(minutes=1), timedelta(seconds=1)


class Down(BaseEmailBackend):
    """A post that takes nothing."""

    tried = 0

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        Down.tried += len(email_messages)
        raise ConnectionRefusedError("nobody answers")


@pytest.fixture
def down(settings: LazySettings) -> LazySettings:
    Down.tried = 0
    settings.EMAIL_BACKEND = "tests.tidings.test_the_post.Down"
    return settings


def back(settings: LazySettings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"


def message(table: Table, name: str = "Josh", key: str = "message:x") -> None:
    with floor(table.made.pk) as the_floor:
        tell(the_floor, table.account(name).pk, "message", key, {"from": "Lulu"}, "/g/table/messages/x/")


# -- what a letter says


def test_a_letter_says_what_the_notice_says_and_leads_there(table: Table) -> None:
    message(table)

    post_mail()

    [sent] = mail.outbox
    assert sent.to == ["josh@example.org"]
    assert sent.subject == "[The Table] You have a private message from Lulu."
    assert "http://127.0.0.1:8000/g/table/messages/x/" in sent.body
    assert "http://127.0.0.1:8000/inbox/choices/" in sent.body
    assert "text/html" not in str(sent.message())


def test_a_title_breaks_no_header(table: Table) -> None:
    with floor(table.made.pk) as the_floor:
        facts: dict[str, Fact] = {"number": 1, "title": "A\r\nBcc: all@example.org", "by": "Lulu", "how": "is enacted"}
        tell(the_floor, table.account("Josh").pk, "matter-resolved", "x", facts)

    post_mail()

    [sent] = mail.outbox
    assert "\n" not in sent.subject
    assert sent.recipients() == ["josh@example.org"]


def test_a_letter_leads_where_the_settings_say_and_not_where_a_request_claims(
    table: Table, settings: LazySettings, client: Client
) -> None:
    settings.NOMIC_SITE_URL, settings.ALLOWED_HOSTS = "https://nomic.example", ["*"]
    table.propose("Josh", "Faster")
    choose(table, "Josh", "comment", "mail")
    client.force_login(table.account("Lulu"), backend="django.contrib.auth.backends.ModelBackend")

    client.post("/g/table/posts/1/comments/", {"body": "Hm.", "token": "t" * 20}, headers={"host": "evil.example"})
    post_mail()

    [sent] = mail.outbox
    assert "https://nomic.example/g/table/posts/1/comments/1/" in sent.body
    assert "evil" not in sent.body


# -- how far a kind reaches


@pytest.mark.parametrize(("reach", "left"), [("inbox", 0), ("digest", 0), ("mail", 1)])
def test_only_what_shall_reach_so_far_is_mailed_at_once(table: Table, reach: str, left: int) -> None:
    choose(table, "Josh", "message", reach)

    message(table)

    assert post_mail() == left
    assert len(told(table, "Josh")) == 1


def test_without_an_address_the_inbox_is_all(table: Table) -> None:
    table.account("Josh").__class__.objects.filter(username="josh").update(email="")

    message(table)

    assert post_mail() == 0
    assert [each.reach for each in Notice.objects.all()] == ["inbox"]


# -- once


def test_a_letter_leaves_once_however_often_the_round_is_made(table: Table) -> None:
    message(table)

    sent = [post_mail(), post_mail()]

    assert sent == [1, 0]
    assert len(mail.outbox) == 1


def test_two_rounds_that_have_both_read_the_same_letter_send_it_once(table: Table) -> None:
    message(table)
    [letter] = letters(table, "Josh")

    assert [mailing.send(letter), mailing.send(letter)] == [True, None]
    assert len(mail.outbox) == 1


def test_what_was_taken_and_never_marked_is_not_sent_again(table: Table, clock: time_machine.Traveller) -> None:
    message(table)
    Mail.objects.update(taken_at=START)

    clock.move_to(START + 15 * MINUTE - SECOND)
    post_mail()
    waiting = Mail.objects.get().given_up_at
    clock.move_to(START + 15 * MINUTE)
    post_mail()

    assert waiting is None
    assert Mail.objects.get().given_up_at == START + 15 * MINUTE
    assert mail.outbox == []


# -- the post is down


def test_the_game_goes_on_while_the_post_is_down_and_the_letter_follows_once(
    table: Table, down: LazySettings, clock: time_machine.Traveller
) -> None:
    message(table)
    assert post_mail() == 0
    table.propose("Josh", "Faster")

    back(down)
    too_soon = post_mail()
    clock.move_to(START + MINUTE)
    sent = [post_mail(), post_mail()]

    assert (too_soon, sent) == (0, [1, 0])
    assert [each.subject for each in mail.outbox] == ["[The Table] You have a private message from Lulu."]


def test_a_post_that_is_down_is_not_tried_for_every_letter(table: Table, down: LazySettings) -> None:
    for number in range(10):
        message(table, key=f"message:{number}")

    post_mail()

    assert Down.tried == 3


def test_after_three_days_a_letter_is_given_up(table: Table, down: LazySettings, clock: time_machine.Traveller) -> None:
    message(table)
    clock.move_to(START + timedelta(days=3) - SECOND)
    post_mail()
    waiting = Mail.objects.get().given_up_at
    clock.move_to(START + timedelta(days=3, hours=1))
    post_mail()
    back(down)

    clock.move_to(START + timedelta(days=4))

    assert waiting is None
    assert post_mail() == 0
    assert mail.outbox == []


# -- asked again at the door


def test_who_has_left_before_it_was_sent_gets_no_letter(table: Table) -> None:
    message(table)
    table.leave("Josh")

    post_mail()

    assert mail.outbox == []
    assert Mail.objects.get().given_up_at is not None


def test_who_has_voted_meanwhile_is_not_reminded_by_mail(table: Table, clock: time_machine.Traveller) -> None:
    table.propose("Josh", "Faster")
    clock.move_to(START + 40 * HOUR)
    table.sweep()
    table.vote("Lulu", 1)

    post_mail()

    assert sorted(each.to[0] for each in mail.outbox) == [
        "kevan@example.org", "raven@example.org", "sam@example.org",
    ]  # fmt: skip


def test_what_was_opened_meanwhile_is_told_by_no_letter(table: Table) -> None:
    sent = table.message("Lulu", "Josh", "SECRET-WORDS-OF-A-MESSAGE")
    table.open_message("Josh", sent)
    table.message("Lulu", "Sam", "SECRET-WORDS-OF-A-MESSAGE")

    post_mail()

    assert [each.to for each in mail.outbox] == [["sam@example.org"]]
    assert "SECRET" not in str(mail.outbox[0].message())


def test_a_letter_to_an_account_that_is_shut_stays_here(table: Table) -> None:
    message(table)
    table.account("Josh").__class__.objects.filter(username="josh").update(is_active=False)

    assert post_mail() == 0


# -- the digest


def test_a_digest_comes_at_six_with_everything_once(table: Table, clock: time_machine.Traveller) -> None:
    table.propose("Josh", "Faster")
    table.comment("Lulu", 1, "SECRET-WORDS-OF-A-COMMENT")
    table.comment("Sam", 1, "Hm.")
    six = START.replace(day=3, hour=6)

    clock.move_to(six - SECOND)
    early = post_mail()
    clock.move_to(six)
    sent = [post_mail(), post_mail()]
    clock.move_to(six + 24 * HOUR)
    next_day = post_mail()

    assert (early, sent, next_day) == (0, [1, 0], 0)
    [digest] = mail.outbox
    assert digest.subject == "[Nomic] 2 things since the last digest"
    assert digest.body.index("Lulu comments") < digest.body.index("Sam comments")
    assert "SECRET" not in digest.body


def test_what_was_read_meanwhile_is_in_no_digest(table: Table, clock: time_machine.Traveller) -> None:
    table.propose("Josh", "Faster")
    table.comment("Lulu", 1)
    visits.open_all(account_id=table.account("Josh").pk, now=START)

    clock.move_to(START + 24 * HOUR)

    assert post_mail() == 0


def test_a_digest_tells_of_each_game_by_its_name(table: Table, clock: time_machine.Traveller) -> None:
    other = Table("Josh", slug="other", title="Another Table")
    for each, by in ((table, "Lulu"), (other, "Kevan")):
        each.post_plain("Josh", f"On {each.made.title}")
        each.comment(by, 1)
    clock.move_to(START + 24 * HOUR)

    post_mail()

    bodies = [each.body for each in mail.outbox if each.to == ["josh@example.org"] and "digest" in each.subject]
    assert len(bodies) == 1
    assert "Another Table\n" in bodies[0]
    assert "The Table\n" in bodies[0]


# -- no more of them


def test_the_way_out_works_signed_out_and_asks_first(table: Table, client: Client) -> None:
    message(table)
    post_mail()
    [sent] = mail.outbox
    way = sent.extra_headers["List-Unsubscribe"].strip("<>").removeprefix("http://127.0.0.1:8000")
    strict = Client(enforce_csrf_checks=True)

    asked = client.get(way)
    message(table, key="message:y")
    after_asking = post_mail()
    done = strict.post(way)
    message(table, key="message:z")

    assert (asked.status_code, done.status_code) == (200, 200)
    assert after_asking == 1
    assert post_mail() == 0
    assert len(told(table, "Josh", "message")) == 3


def test_the_way_out_of_a_digest_ends_digests_alone(table: Table, client: Client) -> None:
    visits.stop(account_id=table.account("Josh").pk, kind="digest")

    chosen = dict(table.account("Josh").notice_choices.values_list("kind", "reach"))

    assert set(chosen.values()) == {"inbox"}
    assert "comment" in chosen
    assert "message" not in chosen


@pytest.mark.parametrize("ticket", ["x", "a:b:c", "WzEsImEiXQ:1abc:def"])
def test_nobody_makes_a_way_out_emself(client: Client, db: None, ticket: str) -> None:
    assert client.get(f"/inbox/stop/{ticket}/").status_code == 404
    assert client.post(f"/inbox/stop/{ticket}/").status_code == 404
