"""A digest a day tells of everything once; and from what every letter leads to, one ends all of its kind."""

from __future__ import annotations

import pytest
import time_machine
from django.core import mail
from django.test import Client

from nomic.core.notifications import actions as notifications_actions
from nomic.core.tasks import post_mail
from tests.casting import Table
from tests.tidings.conftest import START
from tests.tidings.inboxes import told
from tests.tidings.posting import HOUR, SECOND, message

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
    notifications_actions.open_all_notices(account_id=table.account("Josh").pk, now=START)

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
    notifications_actions.stop_letters(account_id=table.account("Josh").pk, kind="digest")

    chosen = dict(table.account("Josh").notice_choices.values_list("kind", "reach"))

    assert set(chosen.values()) == {"inbox"}
    assert "comment" in chosen
    assert "message" not in chosen


@pytest.mark.parametrize("ticket", ["x", "a:b:c", "WzEsImEiXQ:1abc:def"])
def test_nobody_makes_a_way_out_emself(client: Client, db: None, ticket: str) -> None:
    assert client.get(f"/inbox/stop/{ticket}/").status_code == 404
    assert client.post(f"/inbox/stop/{ticket}/").status_code == 404
