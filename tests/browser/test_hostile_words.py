"""What hostile people write is shown as what it is: nothing of it runs, leads astray, or passes for something else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from proposals.voting.rules import Vote
from tests.browser.accessibility import PHONE
from tests.browser.playing import Seat
from tests.casting import Table
from tests.lawmaking import change, enact

if TYPE_CHECKING:
    from playwright.sync_api import Dialog, Page

OVERRIDE = "\u202e"
ATTACKS = """\
<script>window.hacked = true; alert(1)</script>

<img src=x onerror="window.hacked = true; alert(2)"> <svg onload="alert(3)"></svg> <details open ontoggle=alert(4)>

<a href="javascript:alert(5)" onclick="alert(6)">click</a> [click](javascript:alert(7))
[click](  JaVaScRiPt:alert(8)) [click](data:text/html;base64,PHNjcmlwdD5hbGVydCg5KTwvc2NyaXB0Pg==)
[click](java&#115;cript:alert(10)) [click][far] <javascript:alert(11)>

![picture](http://elsewhere.example/a.png) <iframe src="http://elsewhere.example/"></iframe>

<style>body { display: none }</style> <form action="/accounts/logout/"><button>Comment</button></form>

<div hx-get="/accounts/logout/" hx-trigger="load" id="deciding" data-live data-clock>Go</div>

</div></article></main> </textarea><script>alert(12)</script> {{ 7|add:"7" }} {% now "Y" %}

[far]: javascript:alert(13)
"""
# What would run, load, move or take a place that is the page's own.
WRONG = """() => {
  const places = ["href", "src", "action", "formaction"], running = /^\\s*(javascript|data|vbscript):/i;
  const written = ".prose, .card__excerpt, .diff";
  const ours = `script, style, img, iframe, form, button, input, object, embed, svg,
    [id^=deciding], [hx-get], [data-live], [data-clock], [class*=button]`;
  const runs = one => one.name.startsWith("on") || one.name === "style"
    || (places.includes(one.name) && running.test(one.value));
  return [...document.querySelectorAll("*")]
    .filter(each => [...each.attributes].some(runs) || (each.closest(written) && each.matches(ours)))
    .map(each => each.outerHTML.slice(0, 200));
}"""


@pytest.fixture
def reader(table: Table, seat: Seat) -> Page:
    """A page whose dialogs, if any ever opened, are remembered."""
    page = seat(table.account("Lulu"))

    def remember(dialog: Dialog) -> None:
        page.evaluate("window.hacked = true")
        dialog.dismiss()

    page.on("dialog", remember)
    return page


def assert_harmless(page: Page) -> None:
    assert page.evaluate("window.hacked") is None
    assert page.evaluate(WRONG) == []
    expect(page.get_by_role("contentinfo")).to_be_visible()


def test_nothing_in_a_post_a_comment_or_a_rule_runs(table: Table, reader: Page) -> None:
    table.propose("Raven", "<script>alert(0)</script>", [enact("<b>Rule</b>", ATTACKS)], body=ATTACKS)
    table.comment("Sam", 1, ATTACKS)
    change(table, enact("The Trap <img src=x onerror=alert(1)>", ATTACKS))
    rule = table.rule("The Trap <img src=x onerror=alert(1)>").id

    for address in (
        "",
        "pending/",
        "posts/1/?dry-run=1",
        "posts/1/versions/1/",
        "log/",
        "ruleset/",
        f"ruleset/{rule}/",
        f"ruleset/{rule}/blame/",
        f"ruleset/{rule}/diff/",
        "posts/1/",
    ):
        reader.goto(f"/g/table/{address}")
        assert_harmless(reader)

    expect(reader.get_by_role("heading", level=1)).to_have_text("<script>alert(0)</script>")
    for link in reader.locator(".prose").get_by_text("click").all():
        link.click()
    assert reader.url.partition("#")[0].endswith("/g/table/posts/1/")
    assert_harmless(reader)


def test_nothing_runs_in_a_preview_and_turned_words_are_refused_at_their_fields(table: Table, reader: Page) -> None:
    title, text = reader.get_by_label("Title"), reader.locator("textarea[name=body]")
    reader.goto("/g/table/posts/new/")
    title.fill("A preview")
    text.fill(ATTACKS)
    reader.get_by_role("button", name="Preview", exact=True).click()
    expect(reader.get_by_role("region", name="Preview").locator(".prose")).to_contain_text("picture")
    assert_harmless(reader)

    title.fill(f"Harmless {OVERRIDE}gnihton")
    reader.get_by_role("button", name="Post", exact=True).click()
    expect(reader.locator(".field--wrong").filter(has=title)).to_be_visible()
    expect(title).to_have_value(f"Harmless {OVERRIDE}gnihton")

    title.fill("Harmless")
    text.fill(f"{OVERRIDE}gnihton")
    reader.get_by_role("button", name="Post", exact=True).click()
    expect(reader.locator(".field--wrong").filter(has=text)).to_contain_text("invisible")
    expect(text).to_have_value(f"{OVERRIDE}gnihton")


def test_words_without_end_run_off_no_page(table: Table, seat: Seat) -> None:
    name, title, word = "W" * 40, "M" * 100, "M" * 120
    table.join(name)
    table.announce("Q" * 40)
    table.propose(name, word, [enact(title, word * 3), table.amend("Spelling", "English", word)], body=word * 3)
    table.comment(name, 1, word, Vote.FOR)
    change(table, enact(title, word * 3))
    rule = table.rule(title).id
    page = seat(table.account("Kevan"), viewport=PHONE)

    wide = [
        address
        for address in (
            "",
            "pending/",
            "queue/",
            "posts/1/",
            "posts/1/?dry-run=1",
            "posts/1/what-if/?tried=1",
            "posts/1/versions/1/",
            "posts/1/illegal/",
            "roster/",
            f"roster/{table.agent(name).pk}/",
            "quorum/",
            "log/",
            "ruleset/",
            f"ruleset/{rule}/",
            f"ruleset/{rule}/blame/",
            f"ruleset/{rule}/diff/",
            "ruleset/diff/?from=1&to=20",
        )
        if page.goto(f"/g/table/{address}") and page.evaluate("document.documentElement.scrollWidth > innerWidth")
    ]

    assert wide == []
