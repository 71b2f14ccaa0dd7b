"""What the composer does not take: told at its place, with everything typed kept."""

from __future__ import annotations

from typing import Any

import pytest
import time_machine

from nomic.core.games.models import Account
from proposals.posts.models import Post
from tests.casting import Table
from tests.pages.deciding.pages import address, browser, words
from tests.pages.proposals.forms import NEW, amendment, row, send, sheet


@pytest.mark.parametrize(
    ("title", "sentence"),
    [
        ("", "A post needs a title."),
        ("x" * 121, "A title has at most 120 characters; this has 121."),
        ("Subject:", "A title needs a subject"),
        ("Subject: \u200b", "control or invisible characters"),
        ("Subject: \u3164", "A title needs a subject"),
        ("a\u202eb", "control or invisible characters"),
        ("a\x07b", "control or invisible characters"),
        ("a\0b", "Null characters are not allowed."),
    ],
)
def test_a_title_that_will_not_do_is_told_at_the_field(table: Table, title: str, sentence: str) -> None:
    answer = send(table, sheet(title) | row(1, "repeal", rule=table.rule("Timespans").id))

    assert answer.status_code == 422
    assert sentence in words(answer)
    assert 'id="id_title_error"' in answer.content.decode()
    assert "Why wait?</textarea>" in answer.content.decode()
    assert 'name="r1-kind" value="repeal"' in answer.content.decode()
    assert Post.objects.count() == 0


def test_a_title_of_exactly_120_signs_will_do(table: Table) -> None:
    answer = send(table, sheet("x" * 120))

    assert answer.status_code == 302


def test_law_that_cannot_be_read_is_not_posted_and_says_what_would_be_accepted(table: Table) -> None:
    answer = send(table, sheet() | amendment(table, "Enactment", "[48 hours]", "[soon]"))

    assert answer.status_code == 422
    assert "“soon” is no length of time; accepted: “48 hours”" in words(answer)
    assert 'id="id_r1-text_error"' in answer.content.decode()
    assert "[soon](dial:enactment.timeout)" in answer.content.decode()


def test_ten_thousand_dials_in_one_rule_are_refused(table: Table) -> None:
    heavy = row(1, "enact", section="core", after="", title="Heavy", text="[1](dial:quorum.plus) " * 2_000)

    answer = send(table, sheet() | heavy)

    assert answer.status_code == 422
    assert "one rule may carry" in words(answer)


@pytest.mark.parametrize(
    "forged",
    [
        row(1, "repeal", rule="999"),
        row(1, "repeal", rule="1.5"),
        row(1, "repeal", rule=""),
        row(1, "make-admin", agent="999999"),
        row(1, "enact", section="nowhere", after="", title="A", text="b"),
        row(1, "enact", section="core", after="999", title="A", text="b"),
        row(1, "amend", rule="5", loaded="5", version="77", text="forged"),
        row(1, "amend", rule="5", loaded="4", version="1", text="forged"),
        row(1, "amend", rule="5", loaded="5", version="", text="forged"),
    ],
)
def test_forged_changes_are_told_at_their_row(table: Table, forged: dict[str, Any]) -> None:
    answer = send(table, sheet() | forged)

    assert answer.status_code == 422
    assert "field--wrong" in answer.content.decode() or "notice--error" in answer.content.decode()
    assert Post.objects.count() == 0


def test_nobody_of_another_game_can_be_named(table: Table) -> None:
    stranger = Table("Zara", slug="other", title="Another").agent("Zara").pk

    answer = send(table, sheet() | row(1, "remove-agent", agent=stranger))

    assert answer.status_code == 422
    assert "nobody in this game" in words(answer)


def test_a_plain_post_changes_nothing(table: Table) -> None:
    answer = send(table, sheet(category="plain") | row(1, "repeal", rule=table.rule("Timespans").id))

    assert answer.status_code == 422
    assert "A plain post changes nothing" in words(answer)


def test_an_amendment_that_changes_nothing_is_told(table: Table) -> None:
    answer = send(table, sheet() | amendment(table, "Enactment", "[48 hours]", "[48 hours]"))

    assert "This is the text that it has already." in words(answer)


def test_slots_and_refusals_stand_there_before_anything_is_typed(table: Table) -> None:
    fresh = words(browser(table, "Lulu").get(address(table, NEW)))
    table.propose("Lulu", "One")
    table.propose("Lulu", "Two")

    full = words(browser(table, "Lulu").get(address(table, NEW)))

    assert "0 of 2 Proposals pending · 0 of 3 made today" in fresh
    assert "You may not post a Proposal now." not in fresh
    assert "2 of 2 Proposals pending · 2 of 3 made today" in full
    assert "You have 2 Proposals pending already, and the law allows 2 at a time." in full


def test_a_third_pending_proposal_is_refused_and_what_was_typed_kept(table: Table) -> None:
    table.propose("Lulu", "One")
    table.propose("Lulu", "Two")

    answer = send(table, sheet() | row(1, "repeal", rule=table.rule("Timespans").id))

    assert answer.status_code == 409
    assert "the law allows 2 at a time" in words(answer)
    assert "Why wait?</textarea>" in answer.content.decode()
    assert 'name="r1-kind" value="repeal"' in answer.content.decode()
    assert Post.objects.count() == 2


def test_the_second_click_on_the_last_slot_is_no_refusal(table: Table) -> None:
    table.propose("Lulu", "One")
    sent = sheet()

    answers = [send(table, sent) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [302, 302]


def test_an_idle_agent_posts_no_proposal_but_a_plain_post(table: Table) -> None:
    table.idle("Lulu")

    answers = [send(table, sheet(category=category, token=category)) for category in ("proposal", "plain")]

    assert [answer.status_code for answer in answers] == [409, 302]
    assert "idle" in words(answers[0])


def test_strangers_do_not_write(table: Table) -> None:
    outsider = browser(table)
    outsider.force_login(Account.objects.create_user("outsider"), backend="django.contrib.auth.backends.ModelBackend")

    codes = [client.post(address(table, NEW), sheet()).status_code for client in (browser(table), outsider)]

    assert codes == [302, 409]
    assert Post.objects.count() == 0


def test_a_megabyte_is_turned_away_with_a_page(table: Table) -> None:
    answer = send(table, sheet(body="x" * 1_000_000))

    assert answer.status_code in {400, 413}
    assert "<main" in answer.content.decode()
    assert Post.objects.count() == 0


def test_fifty_thousand_signs_fit_and_one_more_does_not(table: Table) -> None:
    codes = [send(table, sheet(body="x" * length, token=f"t{length}")).status_code for length in (50_000, 50_001)]

    assert codes == [302, 422]


def test_the_day_begins_anew_at_midnight(table: Table, clock: time_machine.Traveller) -> None:
    for number in range(3):
        table.propose("Lulu", f"Number {number}")
        if number < 2:
            browser(table, "Lulu").post(address(table, f"posts/{number + 1}/withdraw/"))
    full = words(browser(table, "Lulu").get(address(table, NEW)))
    clock.shift(12 * 3600)

    fresh = words(browser(table, "Lulu").get(address(table, NEW)))

    assert "3 of 3 made today" in full
    assert "0 of 3 made today" in fresh
