"""Writing a post: the change list built without a script, what is told before posting, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest
import time_machine

from nomic.core.models import Account
from proposals.models import Draft, Post
from tests.casting import Table
from tests.pages.deciding.pages import address, browser, words
from tests.pages.proposals.forms import NEW, amendment, row, rows, sheet

HTMX = {"HX-Request": "true"}


def send(table: Table, sent: dict[str, Any], name: str = "Lulu", headers: dict[str, str] | None = None) -> Any:
    return browser(table, name).post(address(table, NEW), sent, headers=headers)


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
    )

    answer = send(table, sheet() | sent)

    assert answer.status_code == 302, words(answer)
    kinds = [change["kind"] for change in Post.objects.get().changes]
    assert kinds == ["replace", "enact", "rename", "move", "make-admin", "remove-admin", "rename-agent", "remove-agent",
                     "repeal"]  # fmt: skip


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
    [("up-2", ["2", "1", "3"]), ("down-2", ["1", "3", "2"]), ("remove-2", ["1", "3"]), ("up-1", ["1", "2", "3"]),
     ("down-3", ["1", "2", "3"]), ("remove-9", ["1", "2", "3"]), ("nonsense", ["1", "2", "3"])],
)  # fmt: skip
def test_changes_are_moved_and_taken_out(table: Table, do: str, left: list[str]) -> None:
    three = rows(*(row(key, "repeal", rule="") for key in (1, 2, 3)))

    html = send(table, sheet(do=do) | three).content.decode()

    found = [part[0] for part in html.split('name="row" value="')[1:]]
    assert found == left


def test_an_amendment_shows_its_difference_while_it_is_typed(table: Table) -> None:
    sent = amendment(table, "Enactment", "[48 hours]", "[36 hours]")

    html = send(table, sheet(do="diff-1") | sent, headers=HTMX).content.decode()

    assert "<del>48</del><ins>36</ins>" in html
    assert "<form" not in html


# -- the preview -------------------------------------------------------------------------------------


@pytest.mark.parametrize("extra", [{}, HTMX], ids=["page", "htmx"])
def test_a_preview_shows_text_changes_and_what_they_mean(table: Table, extra: dict[str, str]) -> None:
    sent = sheet(body="So *be* it", do="preview") | amendment(table, "Enactment", "[48 hours]", "[36 hours]")

    answer = send(table, sent, headers=extra)

    html = answer.content.decode()
    assert "So <em>be</em> it" in html
    assert "<del>48</del><ins>36</ins>" in html
    assert "goes from “48 hours” to “36 hours”" in words(answer)
    assert ("<html" in html) is not bool(extra)
    assert Post.objects.count() == 0


def test_a_preview_tells_what_would_not_work_now(table: Table) -> None:
    sent = row(1, "replace", rule=table.rule("Enactment").id, find="no such words", replace="x")

    answer = send(table, sheet(do="preview") | sent)

    assert "“no such words” does not stand in “Enactment”." in words(answer)


# -- what is refused ---------------------------------------------------------------------------------


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


def test_a_place_in_another_section_is_told(table: Table) -> None:
    after = table.rule("Timespans").id
    sent = row(1, "enact", section="core", after=after, title="Tea", text="At four.")

    answer = send(table, sheet() | sent)

    assert "That rule stands in another section." in words(answer)


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


# -- drafts ------------------------------------------------------------------------------------------


def test_a_draft_keeps_everything_even_what_could_not_be_posted(table: Table) -> None:
    sent = sheet("", do="draft") | amendment(table, "Enactment", "[48 hours]", "[soon]")

    answer = browser(table, "Lulu").post(address(table, NEW), sent, follow=True)

    html = answer.content.decode()
    assert "[soon](dial:enactment.timeout)" in html
    assert "Why wait?</textarea>" in html
    assert Post.objects.count() == 0


def test_typing_keeps_a_draft_by_itself_and_an_empty_sheet_none(table: Table) -> None:
    empty = send(table, sheet("", "", do="autosave", token="empty"), headers=HTMX)

    kept = send(table, sheet(do="autosave"), headers=HTMX)

    assert "Draft kept at 12:00 UTC" in kept.content.decode()
    assert "kept" not in empty.content.decode()
    assert Draft.objects.get().title == "Time: Sooner"


def test_posting_uses_its_draft_up(table: Table) -> None:
    send(table, sheet(do="draft"))

    send(table, sheet())

    assert Draft.objects.count() == 0


def test_a_late_autosave_of_what_is_posted_keeps_nothing(table: Table) -> None:
    send(table, sheet())

    send(table, sheet(do="autosave"), headers=HTMX)

    assert Draft.objects.count() == 0


def test_drafts_are_for_their_authors_eyes_alone(table: Table) -> None:
    send(table, sheet(do="draft"))

    pages = [words(browser(table, name).get(address(table, "drafts/"))) for name in ("Lulu", "Raven")]
    opened = browser(table, "Raven").get(address(table, NEW + "?draft=mark-1"))

    assert ["Time: Sooner" in page for page in pages] == [True, False]
    assert "Time: Sooner" not in words(opened)


def test_a_draft_can_be_thrown_away_by_its_author_only(table: Table) -> None:
    send(table, sheet(do="draft"))
    browser(table, "Raven").post(address(table, "drafts/mark-1/discard/"))
    left = Draft.objects.count()

    browser(table, "Lulu").post(address(table, "drafts/mark-1/discard/"))

    assert (left, Draft.objects.count()) == (1, 0)


def test_a_null_character_in_a_draft_is_left_out(table: Table) -> None:
    send(table, sheet("a\0b", "c\0d", do="draft") | row(1, "rename", rule="1", title="e\0f"))

    draft = Draft.objects.get()

    assert (draft.title, draft.body, draft.changes[0]["title"]) == ("ab", "cd", "ef")


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


@pytest.mark.parametrize("path", ["drafts/%00/discard/", "drafts/never-was/discard/"])
def test_throwing_away_what_is_not_there_does_no_harm(table: Table, path: str) -> None:
    answer = browser(table, "Lulu").post(address(table, path))

    assert answer["Location"] == address(table, "drafts/")


def test_a_draft_of_another_game_opens_an_empty_sheet(table: Table) -> None:
    send(table, sheet(do="draft"))
    other = Table("Lulu", slug="other", title="Another")

    page = browser(other, "Lulu").get("/g/other/posts/new/?draft=mark-1")

    assert "Time: Sooner" not in page.content.decode()
    assert page.status_code == 200


def test_words_of_the_game_are_used_in_fragments_too(table: Table) -> None:
    fragment = send(table, sheet(do="remove-9"), headers=HTMX)

    assert "and an Admin will have to carry it out" in words(fragment)
