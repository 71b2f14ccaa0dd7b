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

from nomic.core.decision import Fact
from nomic.core.floor import floor
from nomic.core.notifications import actions_mail as notifications_actions_mail
from nomic.core.notifications.actions import tell_account
from nomic.core.notifications.models import Mail, Notice
from nomic.core.tasks import post_mail
from tests.casting import Table
from tests.tidings.conftest import START
from tests.tidings.inboxes import choose, letters, told
from tests.tidings.posting import HOUR, MINUTE, SECOND, message

pytestmark = pytest.mark.postgresql


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
        tell_account(the_floor, table.account("Josh").pk, "matter-resolved", "x", facts)

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

    assert [notifications_actions_mail.send_letter(letter), notifications_actions_mail.send_letter(letter)] == [
        True,
        None,
    ]
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

    assert sorted(each.to[0] for each in mail.outbox) == ["kevan@example.org", "raven@example.org", "sam@example.org"]


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
