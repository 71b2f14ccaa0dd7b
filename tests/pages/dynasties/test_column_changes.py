"""Changes of the tracker in the composer: typed, told at their fields, posted, and read by voters."""

from __future__ import annotations

from typing import Any

import pytest

from proposals.posts.models import Post
from tests.casting import Table
from tests.openings import laid
from tests.pages.deciding.pages import address, browser, words
from tests.pages.proposals.forms import row, rows, send, sheet


@pytest.fixture
def table(db: None, clock: object) -> Table:
    """Kevan, Lulu and Josh."""
    return laid("Lulu", "Josh")


def made(key: int = 1, **fields: object) -> dict[str, object]:
    typed = {"name": "Gold", "column_kind": "number", "scope": "agent", "standard": "3"} | fields
    return row(key, "make-column", **typed)


def test_a_rule_its_column_and_their_values_are_one_proposal(table: Table) -> None:
    sent = rows(
        row(1, "enact", section="dynastic", after="", title="Coins", text="Gold is kept."),
        made(2, carrier_title="Coins", least="", most="10"),
        row(3, "set-value", column_name="Gold", whose="all", op="gain", value="2"),
        row(4, "set-value", column_name="Gold", whose=table.agent("Lulu").pk, op="set", value="9"),
    )

    answer = send(table, sheet() | sent)

    assert answer.status_code == 302, words(answer)
    _, column, gift, own = Post.objects.get().changes
    assert (column["rule"], column["least"], column["most"], column["standard"]) == ("Coins", None, 10, "3")
    assert (gift["agent"], gift["op"], own["agent"]) == ("all", "gain", table.agent("Lulu").pk)


def test_voters_read_what_a_column_is(table: Table) -> None:
    rule = table.rule("Agents").id
    send(
        table,
        sheet()
        | rows(
            made(carrier=rule, most="10"),
            made(
                2, name="Mood", column_kind="choice", choices="Merry\nGlum", standard="Merry", secret="on", carrier=rule
            ),
            made(3, name="Berth", column_kind="text", standard="", carrier=rule),
        ),
    )

    read = words(browser(table, "Lulu").get(address(table, "posts/1/")))

    assert "Make a column, “Gold”: a number from 0 to 10, for each of the Agents, 3 to begin with" in read
    assert "Make a column, “Mood”: one of Merry, Glum, for each of the Agents, Merry to begin with, secret" in read
    assert "Make a column, “Berth”: a text, for each of the Agents, nothing to begin with" in read


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({}, "Choose the rule that carries it."),
        ({"carrier_title": "Coins", "name": "12"}, "A name needs a letter"),
        ({"carrier_title": "Coins", "least": "5", "most": "5"}, "This must be more than 5"),
        ({"carrier_title": "Coins", "standard": "-1"}, "“Gold” is at least 0."),
        ({"carrier_title": "Coins", "column_kind": "choice", "choices": "Red"}, "There must be 2 to 50 choices."),
    ],
)
def test_what_contradicts_itself_is_told_at_its_field(table: Table, fields: dict[str, Any], told: str) -> None:
    answer = send(table, sheet() | rows(made(**fields)))

    assert (answer.status_code, told in words(answer)) == (422, True), words(answer)


def test_a_column_in_use_is_chosen_by_its_name_and_a_secret_one_is_not_set(table: Table) -> None:
    table.column("Gold")
    table.column("Side", kind="text", secret=True)

    html = send(table, sheet(do="add", add="set-value")).content.decode()

    offered = html.partition('name="r1-column"')[2].partition("</select>")[0]
    assert ("Gold" in offered, "Side" in offered) == (True, False)


def test_a_list_is_edited_as_it_was_typed(table: Table) -> None:
    number = table.column("Gold")
    send(
        table,
        sheet()
        | rows(
            row(1, "set-value", column=number, whose="game", op="set", value="9"),
            row(2, "drop-column", column=number),
            made(3, name="Mood", column_kind="choice", choices="Merry\nGlum", standard="", carrier_title="Coins"),
        ),
    )

    html = browser(table, "Lulu").get(address(table, "posts/1/edit/")).content.decode()

    assert 'value="game" selected' in html
    assert "Merry\nGlum" in html
    assert 'value="Coins"' in html
