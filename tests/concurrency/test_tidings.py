"""Letters leave once however many send them; a page waits for nobody to be noted."""

from __future__ import annotations

from datetime import timedelta
from threading import Event as Signal, Thread
from time import monotonic

import pytest
import time_machine
from django.core import mail
from django.db import connections

from nomic.core.floor import floor
from nomic.core.notifications.actions import tell_account
from nomic.core.notifications.models import Mail, Visit
from nomic.core.tasks import post_mail
from proposals import tasks as proposals_tasks
from tests.casting import Table
from tests.concurrency.test_floor import at_once
from tests.pages.deciding.pages import address, browser

HOUR = timedelta(hours=1)
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]


def test_four_posts_at_once_send_each_letter_once() -> None:
    table = Table("Josh")
    for number in range(20):
        with floor(table.made.pk) as the_floor:
            tell_account(
                the_floor, table.account("Josh").pk, "message", f"message:{number}", {"from": f"Agent {number}"}
            )
    mail.outbox.clear()

    at_once([post_mail] * 4)

    subjects = [each.subject for each in mail.outbox if "private message" in each.subject]
    assert len(subjects) == len(set(subjects)) == 20
    assert Mail.objects.filter(sent_at=None).count() == 0


def test_two_sweeps_at_once_remind_once() -> None:
    table = Table("Josh", "Lulu")
    table.propose("Josh", "Faster")
    with time_machine.travel(table.post_row(1).posted_at + 40 * HOUR, tick=False):
        at_once([proposals_tasks.sweep] * 2)

    assert table.account("Lulu").notices.filter(kind="vote-missing").count() == 1


def test_a_page_does_not_wait_for_whoever_holds_the_floor() -> None:
    table, held, over = Table("Josh"), Signal(), Signal()
    client = browser(table, "Josh")

    def hold() -> None:
        with floor(table.made.pk) as the_floor:
            the_floor.game.save(update_fields=["title"])
            held.set()
            over.wait(20)
        connections.close_all()

    holder = Thread(target=hold)
    holder.start()
    held.wait(10)
    began = monotonic()

    answer = client.get(address(table, "roster/"))

    took = monotonic() - began
    over.set()
    holder.join()
    assert answer.status_code == 200
    assert took < 5
    assert not Visit.objects.exists()
