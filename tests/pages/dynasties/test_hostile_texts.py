"""Hostile words in whatever is written about a game's state: every page shows them, and nothing of them is markup."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from time_machine import Traveller

from nomic.core.decision import Invalid
from nomic.core.duties import actions as duties_actions
from nomic.core.duties.actions import NewDuty
from nomic.core.floor import floor
from tests.casting import Table
from tests.lawmaking import change, enact
from tests.pages.deciding.pages import address, browser

WORD = "zz"  # by which what was written is known again
TAG = f"<script>{WORD}()</script>"
LINE = f"{TAG}\"><img src=x onerror={WORD}()> ' onmouseover={WORD}() [a](javascript:{WORD}) {{{{ {WORD} }}}}"
TEXT = f"""{LINE}

<iframe src="//{WORD}.example"></iframe> ![x](http://{WORD}.example/x.png) <details open ontoggle={WORD}()>

[b](data:text/html,{WORD}) [c](java&#115;cript:{WORD}) </textarea></article></main><div hx-get="/{WORD}">
"""
RUNS = re.compile(r"^\s*(?:javascript|data|vbscript):", re.IGNORECASE)


class Markup(HTMLParser):
    """Collects what of a page's markup would run, load or stand where it was written by somebody."""

    def __init__(self) -> None:
        super().__init__()
        self.wrong: list[str] = []
        self.inside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.inside = tag
        for name, value in attrs:
            where = name in {"href", "src", "action", "formaction"}
            runs = name.startswith("on") or name == "style" or (where and RUNS.match(value or ""))
            leads = name in {"src", "hx-get", "action"} and WORD in (value or "")
            if runs or leads:
                self.wrong.append(self.get_starttag_text() or tag)

    def handle_data(self, data: str) -> None:
        if self.inside in {"script", "style"} and WORD in data:
            self.wrong.append(data)

    def handle_endtag(self, tag: str) -> None:
        self.inside = ""


def assert_harmless(table: Table, *paths: str, who: str = "Josh") -> None:
    """Every one of these pages is there, and harmless; the word stands on each of them."""
    for path in paths:
        answer = browser(table, who).get(address(table, path))
        assert answer.status_code == 200, path
        page = answer.content.decode()
        assert WORD in page, f"{path} shows nothing of it"
        markup = Markup()
        markup.feed(page)
        assert markup.wrong == [], path


def test_in_a_gamestate_page_and_what_is_said_of_its_edit(table: Table) -> None:
    change(table, enact("Maps", "There is a map."))
    made = {"kind": "make-page", "title": f"Map {TAG}", "rule": table.rule("Maps").id, "editors": "agents"}
    change(table, made | {"text": TEXT})
    typed = {"text": TEXT + WORD, "base_version": 1, "comment": LINE[:200], "do": "write"}

    assert browser(table, "Josh").post(address(table, "pages/1/edit/"), typed).status_code in {302, 303}

    assert_harmless(
        table, "pages/", "pages/1/", "pages/1/history/", "pages/1/versions/1/", "pages/1/diff/", "pages/1/edit/", "log/"
    )


def test_in_a_duty_and_the_note_about_it(table: Table) -> None:
    with floor(table.made.pk) as the_floor:
        duties_actions.record_duty(the_floor, "a", NewDuty(table.agent("Josh"), LINE, TAG, "post:1"))
        duties_actions.record_duty(the_floor, "b", NewDuty(table.agent("Josh"), LINE, TAG, "post:1"))
    table.report_done("Josh", 1, LINE[:200])

    assert_harmless(table, "duties/", "log/")


def test_in_the_tracker_its_columns_choices_and_comments(table: Table) -> None:
    table.column("Place", kind="text")
    change(
        table,
        {
            "kind": "make-column",
            "name": "Gem",
            "column_kind": "choice",
            "rule": table.rule("Coins").id,
            "choices": ["<b>zz</b>", '"><i>zz'],
        },
    )
    table.update("Josh", table.cell("Place", "Josh", "set", LINE), comment=LINE[:200])
    table.update("Josh", table.cell("Gem", "Josh", "set", "<b>zz</b>"), comment=TAG)
    cell = f"tracker/cell/{table.column_number('Place')}/{table.agent('Josh').pk}/"

    assert_harmless(table, "tracker/", "tracker/updates/", "tracker/updates/1/", cell, "log/")


@pytest.mark.parametrize("name", [TAG, '"><img src=x onerror=zz()>', "zz <b>"])
def test_in_the_name_of_a_column_if_it_may_be_called_so_at_all(table: Table, name: str) -> None:
    try:
        table.column(name)
    except (Invalid, AssertionError):
        return

    assert_harmless(table, "tracker/", "tracker/edit/")


def test_in_a_private_message(table: Table) -> None:
    message = table.message("Kevan", "Josh", TEXT, subject=LINE[:100])

    browser(table, "Josh").post(address(table, f"messages/{message.uid}/"))

    paths = f"messages/{message.uid}/", f"messages/new/?answers={message.uid}"
    assert_harmless(table, *paths)
    assert_harmless(table, paths[0], who="Kevan")


def test_in_the_purpose_of_a_roll(table: Table) -> None:
    table.roll("Josh", purpose=LINE[:200])

    assert_harmless(table, "dice/", "dice/1/", "log/")


def test_in_what_an_admin_notes_and_finds(table: Table) -> None:
    table.propose("Josh", LINE[:120], body=TEXT)
    table.note("Kevan", 1, TEXT)
    table.mark_illegal("Kevan", 1, LINE[:200])

    assert_harmless(table, "posts/1/", "", "log/")


def test_in_an_address_its_theme_and_its_emblem(table: Table, clock: Traveller) -> None:
    table.win("Josh", clock)
    table.ascend("Josh", f"{TAG}'}}*{{zz", text=TEXT, emblem="<i>zz", accent=20)

    assert_harmless(table, "dynasties/", "dynasties/2/", "posts/2/", "log/")
    sheet = browser(table).get(address(table, "dynasty.css"))
    assert WORD not in sheet.content.decode()


def test_in_the_evidence_of_a_call(table: Table) -> None:
    table.propose("Josh", TAG)
    accused = {"kind": "bar-agent", "agent": table.agent("Kevan").pk}
    table.post("Josh", "cfj", TAG, [accused], body=f"{TEXT} #1", evidence=TEXT)

    assert_harmless(table, "posts/2/", "pending/", "")
