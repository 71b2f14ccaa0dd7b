"""Editing and withdrawing one's own post, its versions, and forms that have grown stale."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine

from nomic.core import clock
from nomic.core.language.words import moment
from proposals.posts.models import Post, PostVersion
from tests.casting import Table
from tests.pages.deciding.pages import address, browser, words
from tests.pages.proposals.forms import amendment, sheet

EDIT = "posts/1/edit/"


@pytest.fixture
def sooner(table: Table) -> Table:
    table.propose("Lulu", "Sooner", [table.amend("Enactment", "[48 hours]", "[36 hours]")], "Soon.")
    return table


def send(table: Table, name: str = "Lulu", version: int = 1, **more: Any) -> Any:
    sent = sheet("Sooner", "Sooner still.", base_version=version) | more
    return browser(table, name).post(address(table, EDIT), sent)


def test_the_form_holds_what_the_post_says(sooner: Table) -> None:
    html = browser(sooner, "Lulu").get(address(sooner, EDIT)).content.decode()

    assert "Soon.</textarea>" in html
    assert 'name="base_version" value="1"' in html
    assert "[36 hours]</textarea>" in html


def test_an_amendment_opens_on_the_text_that_it_was_drafted_on(table: Table) -> None:
    rule = table.rule("Enactment")
    text = rule.text.replace("[48 hours]", "[36 hours]")
    table.propose("Lulu", "Sooner", [{"kind": "amend", "rule": rule.id, "base": rule.text, "text": text}])

    html = browser(table, "Lulu").get(address(table, EDIT)).content.decode()

    assert 'name="r1-version" value="1"' in html
    assert "<del>48 hours</del><ins>36 hours</ins>" in html


def test_an_edit_makes_a_new_version_and_keeps_the_old(sooner: Table) -> None:
    answer = send(sooner)

    assert answer["Location"] == address(sooner, "posts/1/")
    assert Post.objects.get().version == 2
    assert [row.body for row in PostVersion.objects.order_by("n")] == ["Soon.", "Sooner still."]


def test_a_stale_form_is_refused_with_what_changed_and_what_was_typed(sooner: Table) -> None:
    send(sooner)

    answer = send(sooner, body="Soonest.")

    html = answer.content.decode()
    assert answer.status_code == 409
    assert "stands at version 2 now" in words(answer)
    assert "<ins>Sooner still</ins>" in html
    assert "Soonest.</textarea>" in html
    assert 'name="base_version" value="2"' in html
    assert Post.objects.get().body == "Sooner still."


@pytest.mark.parametrize("version", ["", "0", "99", "x"])
def test_a_forged_version_is_no_licence(sooner: Table, version: str) -> None:
    answer = send(sooner, base_version=version)

    assert answer.status_code in {409, 422}
    assert Post.objects.get().version == 1


def test_one_comment_of_a_player_closes_the_window_and_what_was_typed_stays(sooner: Table) -> None:
    sooner.comment("Raven", 1)

    shown, sent = browser(sooner, "Lulu").get(address(sooner, EDIT)), send(sooner)

    assert (shown.status_code, sent.status_code) == (409, 409)
    assert "Somebody has commented already" in words(sent)
    assert "Sooner still.</textarea>" in sent.content.decode()


def test_nobody_edits_what_another_wrote(sooner: Table) -> None:
    shown, sent = browser(sooner, "Raven").get(address(sooner, EDIT)), send(sooner, "Raven")

    assert (shown.status_code, sent.status_code) == (409, 409)
    assert Post.objects.get().version == 1


@pytest.mark.parametrize(("seconds", "category"), [(299, "proposal"), (300, "plain")])
def test_a_plain_post_becomes_a_proposal_within_its_window_only(
    table: Table, clock: time_machine.Traveller, seconds: int, category: str
) -> None:
    table.post_plain("Lulu", "Sooner")
    clock.shift(seconds)

    send(table)

    assert Post.objects.get().category == category


def test_the_composer_works_on_an_edit_as_on_a_new_post(sooner: Table) -> None:
    sent = sheet("Sooner", base_version=1, do="preview") | amendment(sooner, "Enactment", "[48 hours]", "[24 hours]")

    answer = browser(sooner, "Lulu").post(address(sooner, EDIT), sent)

    assert "<del>48 hours</del><ins>24 hours</ins>" in answer.content.decode()
    assert Post.objects.get().version == 1


def test_withdrawing_asks_first_and_then_does_it(sooner: Table) -> None:
    client = browser(sooner, "Lulu")
    asked = client.get(address(sooner, "posts/1/withdraw/"))
    before = sooner.status(1)

    done = client.post(address(sooner, "posts/1/withdraw/"), follow=True)

    assert "This cannot be undone" in words(asked)
    assert (before, sooner.status(1)) == ("pending", "withdrawn")
    assert "is withdrawn" in words(done)


def test_nobody_withdraws_what_another_wrote(sooner: Table) -> None:
    answer = browser(sooner, "Raven").post(address(sooner, "posts/1/withdraw/"))

    assert answer.status_code == 409
    assert sooner.status(1) == "pending"


def test_each_version_has_an_address_with_its_digest(sooner: Table) -> None:
    send(sooner)
    first = PostVersion.objects.get(n=1)

    page = browser(sooner).get(address(sooner, "posts/1/versions/1/"))

    assert first.digest in words(page)
    assert "Soon." in words(page)
    assert "Sooner still." not in words(page)


def test_any_two_versions_are_compared_by_word(sooner: Table) -> None:
    send(sooner)

    page = browser(sooner).get(address(sooner, "posts/1/versions/?from=1&to=2")).content.decode()

    assert "<del>Soon</del><ins>Sooner still</ins>" in page


@pytest.mark.parametrize("query", ["?from=x&to=1", "?from=1&to=%C2%B2", "?from=-1&to=1", f"?from={'9' * 20}&to=1"])
def test_versions_that_are_none_are_not_found(sooner: Table, query: str) -> None:
    page = browser(sooner).get(address(sooner, "posts/1/versions/" + query))

    assert page.status_code == 404


def test_until_when_a_post_may_be_filed_otherwise_is_told_as_a_moment(table: Table) -> None:
    table.post_plain("Lulu", "Sooner")

    told = words(browser(table, "Lulu").get(address(table, EDIT)))

    assert f"You may file it under another category until {moment(clock.now() + timedelta(minutes=5))}" in told
