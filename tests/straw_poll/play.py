"""Straw Polls are posted, voted on, judged, shown, listed, closed, notified and recounted, and refused in hiatus."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core.management import call_command
from django.test import Client

from nomic.core.decision import Invalid, Refused
from nomic.core.log.models import Event
from nomic.core.notifications.models import Notice
from nomic.referee import adjudicate
from proposals.posts.models import Matter, Post
from tests.casting import Table
from tests.five import clock, table
from tests.reading import _read_without_layout as _read_without_layout
from tests.straw_poll.dials import LENGTH

__all__ = ["clock", "table"]

RULE = (
    "An Agent may [ask a question](mechanism:poll.asking), which is open for [2 days](dial:poll.length)."
    " It is closed by [the Clerk](dial:poll.by)."
)
QUESTION = "Hats: shall we have hats?"
DAY = timedelta(days=1)


@pytest.fixture
def asked(table: Table) -> Table:
    """Lulu asks; post 1."""
    table.enact_rule("Straw Polls", RULE)
    table.post("Lulu", "poll", QUESTION)
    return table


@pytest.fixture
def closed(asked: Table, clock: time_machine.Traveller) -> Table:
    """Two for it, one against, one who passes; the Clerk has come by after the end."""
    for name, icon in (("Raven", "AYE"), ("Sam", "NAY"), ("Josh", "PASS"), ("Sam", "AYE"), ("Kevan", "NAY")):
        clock.shift(timedelta(minutes=1))
        asked.vote(name, 1, icon)
    clock.shift(2 * DAY)
    asked.sweep()
    return asked


def page(table: Table, path: str, name: str = "Lulu") -> str:
    client = Client()
    client.force_login(table.account(name), backend="django.contrib.auth.backends.ModelBackend")
    return client.get(f"/g/{table.made.slug}/{path}").content.decode()


def refusal(act: pytest.ExceptionInfo[Refused]) -> list[str]:
    return [reason.code for reason in act.value.reasons]


def test_it_is_posted_and_opens(asked: Table) -> None:
    entry = asked.post_row(1)

    assert (entry.category, entry.matter.kind, entry.matter.status) == ("poll", "poll", "pending")
    assert [event.kind for event in Event.objects.order_by("seq")][-2:] == ["post.made", "poll.opened"]


def test_it_has_no_change_list(asked: Table) -> None:
    with pytest.raises(Invalid) as refused:
        asked.post("Lulu", "poll", "And this?", [{"kind": "repeal", "rule": 1}])

    assert refused.value.text == "A Straw Poll changes nothing; propose the changes."


def test_without_its_rule_nobody_asks(table: Table) -> None:
    with pytest.raises(Refused) as refused:
        table.post("Lulu", "poll", QUESTION)

    assert refusal(refused) == ["not-in-the-law"]


def test_it_has_icons_of_its_own(asked: Table, clock: time_machine.Traveller) -> None:
    asked.vote("Raven", 1, "AYE")
    with pytest.raises(Refused) as refused:
        asked.vote("Sam", 1, "FOR")

    assert refusal(refused) == ["poll-icons"]
    assert asked.verdict(1).verdict.tally.for_ == 1


def test_no_other_matter_has_them(asked: Table) -> None:
    asked.propose("Raven", "Rules: fewer")
    with pytest.raises(Refused) as refused:
        asked.vote("Sam", 2, "AYE")

    assert refusal(refused) == ["for-or-against-only"]


def test_its_page_shows_the_verdict_and_the_icons(asked: Table) -> None:
    asked.vote("Raven", 1, "AYE")

    shown = page(asked, "posts/1/", "Sam")

    assert "Straw Poll" in shown
    assert "It closes when its time is over." in shown
    assert all(f'value="{icon}"' in shown for icon in ("AYE", "NAY", "PASS"))
    assert 'value="FOR"' not in shown


def test_lists_show_it(asked: Table) -> None:
    asked.propose("Raven", "Rules: fewer")
    pending, sifted = page(asked, "pending/"), page(asked, "?category=poll")

    assert QUESTION in pending
    assert "Calls for Judgment and Declarations of Victory and Straw Polls are in no queue" in pending
    assert QUESTION in sifted
    assert sifted.count('<article class="card') == 1


def test_the_composer_offers_it_with_its_note(asked: Table) -> None:
    shown = page(asked, "posts/new/")

    assert 'value="poll"' in shown
    assert "A question that changes nothing." in shown


def test_the_law_has_its_dials(asked: Table) -> None:
    assert asked.law[LENGTH] == 2 * DAY
    assert "poll.length" in page(asked, "dials/")


def test_it_stays_open_to_the_last_second(asked: Table, clock: time_machine.Traveller) -> None:
    clock.shift(2 * DAY - timedelta(seconds=1))
    asked.sweep()
    asked.vote("Raven", 1, "NAY")

    assert asked.status(1) == "pending"


def test_the_clerk_closes_it_with_its_tally(closed: Table) -> None:
    event = Event.objects.get(kind="poll.closed")

    assert event.by == "the Clerk"
    assert {side: event.data["closing"]["tally"][side] for side in ("for", "against", "abstain")} == {
        "for": 2,
        "against": 1,
        "abstain": 1,
    }
    assert "closes the Straw Poll" in page(closed, "log/")
    assert "Closed" in page(closed, "posts/1/")


def test_nobody_votes_on_it_any_more(closed: Table) -> None:
    with pytest.raises(Refused) as refused:
        closed.vote("Raven", 1, "NAY")

    assert refusal(refused) == ["not-pending"]


def test_its_author_is_told_of_the_end(closed: Table) -> None:
    notice = Notice.objects.get(kind="matter-resolved")

    assert notice.account == closed.account("Lulu")
    assert notice.facts["how"] == "closed"


def test_whoever_has_not_voted_is_reminded(asked: Table, clock: time_machine.Traveller) -> None:
    asked.vote("Raven", 1, "AYE")
    clock.shift(2 * DAY - timedelta(hours=1))
    asked.sweep()

    told = Notice.objects.filter(kind="vote-missing").values_list("account__username", flat=True)
    assert set(told) == {"kevan", "josh", "sam"}


def test_it_is_recounted(closed: Table) -> None:
    for command in ("recount", "verify_log"):
        call_command(command, verbosity=0)


def test_a_recount_finds_a_tally_that_is_wrong(closed: Table) -> None:
    closing = closed.post_row(1).matter.closing
    assert closing is not None
    Matter.objects.update(closing=closing | {"tally": closing["tally"] | {"for": 3}})

    with pytest.raises(SystemExit):
        call_command("recount", verbosity=0)


def test_it_is_refused_in_hiatus(asked: Table) -> None:
    asked.declare("Raven")
    with pytest.raises(Refused) as refused:
        asked.post("Lulu", "poll", "And coats?")

    assert refusal(refused) == ["hiatus"]
    assert Post.objects.filter(category="poll").count() == 1


def test_an_admin_may_open_it_again(asked: Table) -> None:
    asked.mark_illegal("Kevan", 1)
    asked.reopen("Kevan", 1)

    assert asked.status(1) == "pending"


def test_the_referee_judges_it() -> None:
    asked_at = datetime(2026, 1, 5, 12, tzinfo=UTC)
    question = {
        "procedure": "blognomic",
        "kind": "poll",
        "author": "Lulu",
        "agents": ["Lulu", "Raven"],
        "posted_at": asked_at.isoformat(),
        "now": (asked_at + DAY).isoformat(),
        "votes": [{"voter": "Raven", "vote": "PASS", "at": asked_at.isoformat()}],
    }

    answer = adjudicate(question)

    counts = {"for": 0, "against": 0, "deferential": 0, "abstain": 1, "vetoed": False, "self_killed": False}
    assert (answer["status"], answer["tally"]) == ("closed", counts)
