"""Commenting and voting in the page, with htmx and without."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine

from nomic.core.games.models import Account
from proposals.posts.models import Comment
from proposals.voting.rules import Vote
from tests.casting import Table
from tests.pages.deciding.pages import address, browser, words, written
from tests.pages.proposals.forms import remark

HTMX = {"HX-Request": "true"}
THERE = "posts/1/comments/"


@pytest.fixture
def sooner(table: Table) -> Table:
    table.propose("Lulu", "Sooner")
    return table


def test_a_comment_leads_back_to_its_own_place(sooner: Table) -> None:
    client = browser(sooner, "Raven")

    answer = client.post(address(sooner, THERE), remark("Hear *hear*.", "FOR"), follow=True)

    assert answer.redirect_chain[-1][0].endswith("posts/1/#comment-1")
    assert "Hear <em>hear</em>." in answer.content.decode()
    assert Comment.objects.get().vote == Vote.FOR


def test_htmx_gets_the_conversation_alone_with_the_new_comment_in_focus_and_an_empty_form(sooner: Table) -> None:
    client = browser(sooner, "Raven")

    answer = client.post(address(sooner, THERE), remark("Hear, hear.", "FOR"), headers=HTMX)

    html = answer.content.decode()
    assert answer["HX-Trigger"] == "voted"
    assert "<html" not in html
    assert 'id="comment-1" tabindex="-1" autofocus' in html
    assert html.count("Hear, hear.") == 1
    assert 'value="mark-1"' not in html


def test_a_form_sent_twice_makes_one_comment(sooner: Table) -> None:
    client = browser(sooner, "Raven")

    answers = [client.post(address(sooner, THERE), remark(token="same")) for _ in range(2)]

    assert {answer["Location"] for answer in answers} == {address(sooner, "posts/1/comments/1/")}
    assert Comment.objects.count() == 1


def test_a_preview_keeps_text_and_icon_and_says_nothing(sooner: Table) -> None:
    before = written(sooner)

    answer = browser(sooner, "Raven").post(address(sooner, THERE), remark("So *be* it", "AGAINST", do="preview"))

    html = answer.content.decode()
    assert "So <em>be</em> it" in html
    assert "So *be* it</textarea>" in html
    assert 'value="AGAINST" checked' in html
    assert 'value="mark-1"' in html
    assert written(sooner) == before


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        (remark(""), "Write something, or choose an icon."),
        (remark("x" * 10_001), "at most 10000 characters"),
        (remark("a\u202eb"), "control or invisible characters"),
        (remark("a\x07b"), "control or invisible characters"),
        (remark("a\0b"), "Null characters are not allowed."),
        (remark("hi", "MAYBE"), "There is no such icon."),
        (remark("hi", token=""), "This form has lost its mark"),
        (remark("hi", token="t" * 41), "This form has lost its mark"),
    ],
)
@pytest.mark.parametrize("extra", [{}, HTMX], ids=["page", "htmx"])
def test_what_cannot_be_read_is_told_and_what_was_typed_stays(
    sooner: Table, sent: dict[str, str], sentence: str, extra: dict[str, str]
) -> None:
    before = written(sooner)

    answer = browser(sooner, "Raven").post(address(sooner, THERE), sent, headers=extra)

    assert answer.status_code == 422
    assert sentence in words(answer)
    assert sent["body"].replace("\0", "\0") in answer.content.decode()
    assert written(sooner) == before


def test_a_vote_on_what_is_resolved_is_refused_and_the_text_kept(sooner: Table, clock: time_machine.Traveller) -> None:
    for name in ("Raven", "Sam", "Josh"):
        sooner.vote(name, 1)
    clock.shift(timedelta(hours=13))
    sooner.enact("Josh", 1)

    answer = browser(sooner, "Kevan").post(address(sooner, THERE), remark("Too late?", "AGAINST"))

    assert answer.status_code == 409
    assert "already enacted" in words(answer)
    assert "Too late?</textarea>" in answer.content.decode()


def test_a_refusal_to_htmx_is_a_fragment_with_the_reason(sooner: Table) -> None:
    answer = browser(sooner, "Raven").post(address(sooner, THERE), remark("No!", "VETO"), headers=HTMX)

    assert answer.status_code == 409
    assert "Only the Mastermind may do that." in words(answer)
    assert "<html" not in answer.content.decode()


def test_what_is_resolved_may_still_be_commented_on(sooner: Table, clock: time_machine.Traveller) -> None:
    clock.shift(timedelta(hours=49))
    sooner.fail("Josh", 1)

    page = browser(sooner, "Raven").get(address(sooner, "posts/1/"))
    answer = browser(sooner, "Raven").post(address(sooner, THERE), remark("A pity."))

    assert "Nobody votes on or alters what is already failed." in words(page)
    assert answer.status_code == 302


def test_nobody_is_asked_to_sign_in_and_an_outsider_is_refused(sooner: Table) -> None:
    outsider = browser(sooner)
    outsider.force_login(Account.objects.create_user("outsider"), backend="django.contrib.auth.backends.ModelBackend")

    answers = [client.post(address(sooner, THERE), remark()) for client in (browser(sooner), outsider)]

    assert [answer.status_code for answer in answers] == [302, 409]
    assert "/accounts/login/" in answers[0]["Location"]
    assert Comment.objects.count() == 0


def test_a_comment_on_what_is_not_there_is_told_so(sooner: Table) -> None:
    answer = browser(sooner, "Raven").post(address(sooner, "posts/9/comments/"), remark())

    assert answer.status_code in {404, 422}
    assert Comment.objects.count() == 0


@pytest.mark.parametrize("path", ["posts/1/comments/", "drafts/mark/discard/"])
def test_what_changes_something_is_not_to_be_fetched(sooner: Table, path: str) -> None:
    answer = browser(sooner, "Raven").get(address(sooner, path))

    assert answer.status_code == 405


def test_the_lasting_address_of_a_comment_leads_to_its_place(sooner: Table) -> None:
    sooner.comment("Raven", 1)

    answer = browser(sooner).get(address(sooner, "posts/1/comments/1/"))

    assert answer["Location"] == address(sooner, "posts/1/") + "#comment-1"


def test_without_the_mark_of_this_site_nothing_is_done(sooner: Table) -> None:
    client = type(browser(sooner))(enforce_csrf_checks=True)
    client.force_login(sooner.account("Raven"), backend="django.contrib.auth.backends.ModelBackend")

    answer = client.post(address(sooner, THERE), remark())

    assert answer.status_code == 403
    assert Comment.objects.count() == 0


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
def test_other_words_in_a_form_sent_before_are_kept_and_go_through_when_sent_again(
    sooner: Table, headers: dict[str, str]
) -> None:
    client = browser(sooner, "Raven")
    client.post(address(sooner, THERE), remark("First.", token="same"))

    answer = client.post(address(sooner, THERE), remark("Second.", token="same"), headers=headers)

    html = answer.content.decode()
    assert answer.status_code == 422
    assert "This form was sent before, with other words." in html
    assert "Second." in html
    token = re.findall(r'name="token" value="([^"]+)"', html)[0]
    client.post(address(sooner, THERE), remark("Second.", token=token))
    assert list(Comment.objects.values_list("body", flat=True)) == ["First.", "Second."]


def test_what_the_reader_has_voted_stands_beside_the_ballot_which_begins_at_no_icon(sooner: Table) -> None:
    sooner.vote("Raven", 1, Vote.FOR)
    told = {name: browser(sooner, name).get(address(sooner, "posts/1/")) for name in ("Raven", "Sam", "Lulu")}

    said = {name: words(page) for name, page in told.items()}

    assert "You have voted FOR – “No icon” leaves that as it is, another icon replaces it." in said["Raven"]
    assert "You have not voted. With “No icon” you only comment." in said["Sam"]
    assert "You have not voted, which counts as FOR: you are its author." in said["Lulu"]
    assert re.search(r'name="vote" value="" checked', told["Raven"].content.decode())


def test_the_button_says_what_it_does(sooner: Table) -> None:
    open_to = words(browser(sooner, "Raven").get(address(sooner, "posts/1/")))
    sooner.idle("Raven")
    barred = words(browser(sooner, "Raven").get(address(sooner, "posts/1/")))

    assert "Vote or comment Preview" in open_to
    assert "Comment Preview" in barred
    assert "Vote or comment Preview" not in barred


def test_a_final_vote_is_told_without_a_choice(sooner: Table) -> None:
    sooner.vote("Lulu", 1, Vote.AGAINST)

    said = words(browser(sooner, "Lulu").get(address(sooner, "posts/1/")))

    assert "You have voted AGAINST" in said
    assert "No icon” leaves" not in said
