"""Writing a post: the change list built without a script, and what is told before posting."""

from __future__ import annotations

import re

import pytest

from proposals.posts.models import Post
from tests.casting import Table
from tests.pages.deciding.pages import address, words
from tests.pages.proposals.forms import amendment, row, rows, send, sheet

HTMX = {"HX-Request": "true"}


def test_a_proposal_with_a_change_is_posted(table: Table) -> None:
    answer = send(table, sheet() | amendment(table, "Enactment", "[48 hours]", "[36 hours]"))

    post = Post.objects.get()
    assert answer["Location"] == address(table, "posts/1/")
    assert (post.title, post.category) == ("Time: Sooner", "proposal")
    assert post.changes[0]["base"] == table.rule("Enactment").text
    assert "[36 hours]" in post.changes[0]["text"]


def test_a_plain_post_is_posted(table: Table) -> None:
    send(table, sheet("A thought", category="plain"))

    assert Post.objects.get().category == "plain"


def test_a_form_sent_twice_makes_one_post(table: Table) -> None:
    answers = [send(table, sheet()) for _ in range(3)]

    assert {answer["Location"] for answer in answers} == {address(table, "posts/1/")}
    assert Post.objects.count() == 1


def test_a_form_sent_again_with_other_words_keeps_them_and_can_be_sent_as_another(table: Table) -> None:
    send(table, sheet())

    answer = send(table, sheet("A thought", "Wait & see.", category="plain"))

    html = answer.content.decode()
    assert answer.status_code == 422
    assert 'value="A thought"' in html
    assert "Wait &amp; see.</textarea>" in html
    assert re.search(r'name="category" value="plain"[^>]* checked', html)
    assert 'name="token" value="mark-1"' not in html


def test_every_kind_of_change_can_be_written(table: Table) -> None:
    rule, raven, sam = table.rule("Timespans").id, table.agent("Raven").pk, table.agent("Sam").pk
    sent = rows(
        row(1, "replace", rule=table.rule("Enactment").id, find="[48 hours]", replace="[36 hours]"),
        row(2, "enact", section="dynastic", after="", title="Tea", text="There is tea at four."),
        row(3, "rename", rule=table.rule("Keywords").id, title="Words"),
        row(4, "move", rule=rule, section="core", after="0"),
        row(5, "make-admin", agent=raven),
        row(6, "remove-admin", agent=table.agent("Josh").pk),
        row(7, "rename-agent", agent=sam, name="Samuel"),
        row(8, "remove-agent", agent=sam),
        row(9, "repeal", rule=rule),
        row(10, "bar-agent", agent=raven),
    )

    answer = send(table, sheet() | sent)

    assert answer.status_code == 302, words(answer)
    kinds = [change["kind"] for change in Post.objects.get().changes]
    assert kinds == [
        "replace",
        "enact",
        "rename",
        "move",
        "make-admin",
        "remove-admin",
        "rename-agent",
        "remove-agent",
        "repeal",
        "bar-agent",
    ]


def test_a_place_behind_a_rule_is_in_the_section_of_that_rule(table: Table) -> None:
    behind = table.rule("Timespans")
    sent = row(1, "enact", section="core", after=behind.id, title="Tea", text="At four.")

    send(table, sheet() | sent)

    change = Post.objects.get().changes[0]
    assert (change["section"], change["after"]) == (behind.section.value, behind.id)
    assert behind.section.value != "core"


def test_a_new_rule_is_a_dynastic_one_unless_another_section_is_chosen(table: Table) -> None:
    html = send(table, sheet(do="add", add="enact")).content.decode()

    assert '<option value="dynastic" selected>' in html


@pytest.mark.parametrize("name", ["rule", "after"])
def test_rules_are_offered_by_their_sections(table: Table, name: str) -> None:
    html = send(table, sheet(do="add", add="move")).content.decode()

    offered = html.partition(f'name="r1-{name}"')[2].partition("</select>")[0]
    glossary = offered.partition('<optgroup label="Glossary">')[2]
    assert "Timespans" in glossary
    assert "1.5 Enactment<" in offered
    assert "1.5 Enactment<" not in glossary


@pytest.mark.parametrize(("kind", "is_told"), [("amend", True), ("replace", True), ("enact", True), ("repeal", False)])
def test_whoever_writes_in_a_rule_is_told_what_a_dial_is(table: Table, kind: str, is_told: bool) -> None:
    html = send(table, sheet(do="add", add=kind)).content.decode()

    assert ("All dials" in html) == is_told
    assert (f'href="{address(table, "dials/")}"' in html) == is_told


@pytest.mark.parametrize(("count", "is_long"), [(3, False), (4, True)])
def test_a_long_list_leads_from_its_head_to_the_buttons_below_it(table: Table, count: int, is_long: bool) -> None:
    sent = rows(*(row(n, "repeal", rule="") for n in range(1, count)))

    html = send(table, sheet(do="add", add="repeal") | sent).content.decode()

    assert ('href="#composer-buttons"' in html) == is_long
    assert 'id="composer-buttons"' in html


# -- building the list -------------------------------------------------------------------------------


@pytest.mark.parametrize("extra", [{}, HTMX], ids=["page", "htmx"])
def test_a_change_is_added_and_everything_typed_stays(table: Table, extra: dict[str, str]) -> None:
    first = row(4, "rename", rule=table.rule("Timespans").id, title="Of time")

    html = send(table, sheet(do="add", add="repeal") | first, headers=extra).content.decode()

    assert 'name="r4-title" value="Of time"' in html
    assert 'name="r5-kind" value="repeal"' in html
    assert ("<html" in html) is not bool(extra)
    assert Post.objects.count() == 0


def test_an_amendment_takes_up_the_text_of_its_rule(table: Table) -> None:
    rule = table.rule("Enactment")

    html = send(table, sheet(do="load-1") | row(1, "amend", rule=rule.id)).content.decode()

    assert "[48 hours](dial:enactment.timeout)" in html
    assert 'name="r1-version" value="1"' in html


def test_an_amendment_of_another_rule_takes_up_that_ones_text(table: Table) -> None:
    sent = amendment(table, "Enactment", "[48 hours]", "[36 hours]") | {"r1-rule": table.rule("Timespans").id}

    html = send(table, sheet(do="load-1") | sent).content.decode()

    assert "[36 hours]" not in html
    assert table.rule("Timespans").text[:40] in html


@pytest.mark.parametrize(
    ("do", "left"),
    [
        ("up-2", ["2", "1", "3"]),
        ("down-2", ["1", "3", "2"]),
        ("remove-2", ["1", "3"]),
        ("up-1", ["1", "2", "3"]),
        ("down-3", ["1", "2", "3"]),
        ("remove-9", ["1", "2", "3"]),
        ("nonsense", ["1", "2", "3"]),
    ],
)
def test_changes_are_moved_and_taken_out(table: Table, do: str, left: list[str]) -> None:
    three = rows(*(row(key, "repeal", rule="") for key in (1, 2, 3)))

    html = send(table, sheet(do=do) | three).content.decode()

    found = [part[0] for part in html.split('name="row" value="')[1:]]
    assert found == left


def test_an_amendment_shows_its_difference_while_it_is_typed(table: Table) -> None:
    sent = amendment(table, "Enactment", "[48 hours]", "[36 hours]")

    html = send(table, sheet(do="diff-1") | sent, headers=HTMX).content.decode()

    assert "<del>48 hours</del><ins>36 hours</ins>" in html
    assert "<form" not in html


# -- the preview -------------------------------------------------------------------------------------


@pytest.mark.parametrize("extra", [{}, HTMX], ids=["page", "htmx"])
def test_a_preview_shows_text_changes_and_what_they_mean(table: Table, extra: dict[str, str]) -> None:
    sent = sheet(body="So *be* it", do="preview") | amendment(table, "Enactment", "[48 hours]", "[36 hours]")

    answer = send(table, sent, headers=extra)

    html = answer.content.decode()
    assert "So <em>be</em> it" in html
    assert "<del>48 hours</del><ins>36 hours</ins>" in html
    assert "goes from “48 hours” to “36 hours”" in words(answer)
    assert ("<html" in html) is not bool(extra)
    assert Post.objects.count() == 0


def test_a_preview_tells_what_would_not_work_now(table: Table) -> None:
    sent = row(1, "replace", rule=table.rule("Enactment").id, find="no such words", replace="x")

    answer = send(table, sheet(do="preview") | sent)

    assert "“no such words” does not stand in “Enactment”." in words(answer)


@pytest.mark.parametrize("number", ["²", "٣", "9" * 30, "9" * 5_000, "-1", "", "x"])
@pytest.mark.parametrize("do", ["post", "preview", "draft", "up-1", "diff-1"])
def test_an_amendment_of_what_is_no_rule_is_no_crash(table: Table, do: str, number: str) -> None:
    forged = row(1, "amend", rule=number, loaded=number, version=number, text="Anything.")

    answer = send(table, sheet(do=do) | forged)

    assert answer.status_code in {200, 302, 422}
    assert Post.objects.count() == 0


def test_words_of_the_game_are_used_in_fragments_too(table: Table) -> None:
    fragment = send(table, sheet(do="remove-9"), headers=HTMX)

    assert "and an Admin will have to carry it out" in words(fragment)
