"""The tracker in a browser: read, updated, merged, undone, disputed, exported; secrets only to whose they are."""

from __future__ import annotations

import csv
import io
import json
import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from dynasties.models import Update
from proposals.models import Draft
from tests.casting import Table
from tests.lawmaking import change
from tests.pages.deciding.pages import address, browser, words

SECRET = "zebra-crossing"


@pytest.fixture
def spies(table: Table) -> Table:
    """Kevan, Josh and Rodney, with Gold, a Place, a secret Cipher, and a Round of the game's own."""
    table.join("Rodney")
    table.column("Gold")
    table.column("Place", kind="text")
    table.column("Cipher", kind="text", secret=True)
    table.column("Round", scope="game")
    table.update("Josh", table.cell("Gold", "Josh", "set", "12"), table.cell("Place", "Josh", "set", "Rome"))
    table.update("Rodney", table.cell("Cipher", "Rodney", "set", SECRET))
    return table


def read(table: Table, path: str = "", who: str | None = None) -> tuple[int, str]:
    response = browser(table, who).get(address(table, f"tracker/{path}"))
    return response.status_code, words(response)


def key(table: Table, column: str, whose: str | None) -> str:
    return f"{table.column_number(column)}:{table.agent(whose).pk if whose else 'game'}"


def typed(table: Table, *cells: tuple[str, str | None, str, str, int], **more: str) -> dict[str, Any]:
    """What the form sends: of each cell its column, whose it is, what to do, the value and its base."""
    sent: dict[str, Any] = {"cell": [], "comment": "", "rule_id": "", "nonce": "", "token": table.token(), **more}
    for column, whose, op, value, base in cells:
        name = key(table, column, whose)
        prefix = "c" + name.replace(":", "-")
        sent["cell"].append(name)
        sent |= {f"{prefix}-op": op, f"{prefix}-value": value, f"{prefix}-base": base}
    return sent


def sent(table: Table, who: str, *cells: tuple[str, str | None, str, str, int], **more: str) -> tuple[int, str]:
    response = browser(table, who).post(address(table, "tracker/edit/"), typed(table, *cells, **more), follow=True)
    return response.status_code, words(response)


def rows(told: str) -> list[str]:
    return re.findall(r"\b(Josh|Kevan|Rodney)\b", told.partition("Agent by Agent")[2].partition("Another moment")[0])


# -- reading -----------------------------------------------------------------------------------------


def test_everything_that_is_tracked_stands_on_one_page(spies: Table) -> None:
    status, told = read(spies)

    assert status == 200
    assert "Round 0" in told
    assert "Josh 12 Rome" in told


@pytest.mark.parametrize(
    ("query", "order"),
    [
        ("", ["Josh", "Kevan", "Rodney"]),
        ("?sort=-name", ["Rodney", "Kevan", "Josh"]),
        ("?sort=-1", ["Josh", "Kevan", "Rodney"]),
        ("?sort=1", ["Kevan", "Rodney", "Josh"]),
        ("?sort=nonsense", ["Josh", "Kevan", "Rodney"]),
        ("?column=1&where=%3E0", ["Josh"]),
        ("?column=2&where=rom", ["Josh"]),
        ("?where=ev", ["Kevan"]),
    ],
)
def test_rows_are_sorted_and_sifted_without_a_script(spies: Table, query: str, order: list[str]) -> None:
    assert rows(read(spies, query)[1]) == order


def test_what_is_no_comparison_is_told_at_its_field(spies: Table) -> None:
    status, told = read(spies, "?column=1&where=many")

    assert status == 422
    assert "A number is asked for as" in told
    assert rows(told) == ["Josh", "Kevan", "Rodney"]


def test_who_is_idle_is_marked_and_can_be_left_out(spies: Table) -> None:
    spies.idle("Rodney")

    assert "Rodney idle" in read(spies)[1]
    assert rows(read(spies, "?idle=on")[1]) == ["Josh", "Kevan"]
    assert "1 left out" in read(spies, "?idle=on")[1]


def test_the_tracker_as_of_any_moment_and_the_difference_of_two(spies: Table) -> None:
    before = spies.game.last_seq
    spies.update("Josh", spies.cell("Gold", "Josh", "set", "40"))

    assert "Josh 12" in read(spies, f"?after={before}")[1]
    assert "Josh 40" in read(spies)[1]
    assert "Gold Josh 12 40" in read(spies, f"diff/?from={before}&to={before + 1}")[1]
    assert "Nothing changed" in read(spies, f"diff/?from={before}&to={before}")[1]
    assert "New columns: Gold, Place, Cipher, Round." in read(spies, f"diff/?from=1&to={before}")[1]


@pytest.mark.parametrize("query", ["?after=999", "?at=soon", "?at=2999-01-01", "diff/?from=x&to=1"])
def test_a_moment_that_never_was_is_not_understood(spies: Table, query: str) -> None:
    assert read(spies, query)[0] == 422


def test_every_cell_has_its_own_history(spies: Table) -> None:
    spies.update("Kevan", spies.cell("Gold", "Josh", "gain", "5"), comment="A gift.")

    told = read(spies, f"cell/1/{spies.agent('Josh').pk}/")[1]
    assert "2 changes" in told
    assert "12 → becomes 17 “A gift.”" in told or "A gift." in told
    assert "Nobody has changed it yet" in read(spies, "cell/4/game/")[1]


@pytest.mark.parametrize("path", ["cell/9/game/", "cell/1/game/", "cell/1/0/", "cell/4/1/", "cell/1/x/", "updates/9/"])
def test_a_cell_that_is_not_there_is_not_found(spies: Table, path: str) -> None:
    assert read(spies, path)[0] == 404


# -- secrets -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("who", "sees"),
    [(None, False), ("Stranger", False), ("Josh", False), ("Ada", False), ("Rodney", True), ("Kevan", True)],
)
def test_a_secret_is_shown_to_whose_it_is_and_to_the_mastermind_alone(
    spies: Table, who: str | None, sees: bool
) -> None:
    spies.join("Ada", admin=True)
    whose, seq = spies.agent("Rodney").pk, spies.game.last_seq
    paths = [
        "tracker/", "tracker/?sort=3", "tracker/?column=3&where=zebra", f"tracker/cell/3/{whose}/", "tracker.csv",
        "tracker.json", f"tracker/diff/?from=1&to={seq}", f"tracker.json?after={seq}", "tracker/updates/", "log/",
        f"tracker/edit/?cell=3:{whose}",
    ]  # fmt: skip
    found = {
        path
        for path in paths
        if SECRET in browser(spies, who).get(address(spies, path)).content.decode().replace("where=zebra", "")
    }

    assert bool(found) is sees
    assert not {"tracker/updates/", "log/"} & found
    assert not sees or found == {*paths} - {"tracker/updates/", "log/"}


def test_a_secret_update_makes_no_event_and_no_number(spies: Table) -> None:
    last, numbers = spies.game.last_seq, Update.objects.filter(number__isnull=False).count()

    told = sent(spies, "Rodney", ("Cipher", "Rodney", "set", "quagga", 1))[1]

    assert "Done, in secret." in told
    assert spies.held("Cipher", "Rodney", "Rodney") == "quagga"
    assert (spies.game.last_seq, Update.objects.filter(number__isnull=False).count()) == (last, numbers)


# -- updating ----------------------------------------------------------------------------------------


def test_several_cells_change_at_once_with_a_comment_and_a_rule(spies: Table) -> None:
    rule = spies.rule("Agents").id

    status, told = sent(
        spies, "Josh", ("Gold", "Rodney", "gain", "3", 0), ("Place", "Rodney", "set", "Oslo", 0),
        ("Round", None, "set", "2", 0), comment="Off we go.", rule_id=str(rule), do="update",
    )  # fmt: skip

    assert status == 200
    assert "Off we go." in told
    assert "Permitted by Agents" in told
    assert [spies.held("Gold", "Rodney"), spies.held("Place", "Rodney"), spies.held("Round")] == [3, "Oslo", 2]


def test_dice_in_a_comment_fall_at_once(spies: Table) -> None:
    assert "2DICE6 = " in sent(spies, "Josh", ("Gold", "Josh", "gain", "1", 1), comment="Luck: 2DICE6")[1]


def test_cells_are_added_and_taken_out_and_what_was_typed_stays(spies: Table) -> None:
    josh = spies.agent("Josh").pk
    more = {"add_column": "2", "add_agent": str(josh)}
    status, told = sent(spies, "Josh", ("Gold", "Josh", "gain", "99", 1), comment="Kept.", do="add", **more)
    assert status == 200
    assert "Place of Josh" in told

    page = browser(spies, "Josh").post(
        address(spies, "tracker/edit/"),
        typed(spies, ("Gold", "Josh", "gain", "99", 1), ("Place", "Josh", "set", "x", 1), do=f"drop-2:{josh}"),
    )
    assert 'value="99"' in page.content.decode()
    assert "Place of Josh" not in words(page)
    assert spies.held("Gold", "Josh") == 12


@pytest.mark.parametrize(
    ("op", "value", "said"),
    [("spend", "13", "12"), ("set", "many", "whole number"), ("set", "", "Say how much"), ("gain", "-1", "from 0 up")],
)
def test_what_cannot_be_is_told_at_its_cell_and_nothing_is_done(spies: Table, op: str, value: str, said: str) -> None:
    status, told = sent(spies, "Josh", ("Gold", "Josh", op, value, 1))

    assert status == 422
    assert said in told
    assert spies.held("Gold", "Josh") == 12


def test_a_loss_stops_at_nothing(spies: Table) -> None:
    sent(spies, "Josh", ("Gold", "Josh", "lose", "13", 1))

    assert spies.held("Gold", "Josh") == 0


def test_two_who_edit_one_cell_lose_nothing(spies: Table) -> None:
    spies.update("Rodney", spies.cell("Gold", "Josh", "set", "20"))

    status, told = sent(spies, "Josh", ("Gold", "Josh", "set", "15", 1), comment="Mine.")

    assert status == 409
    assert "When you opened it Now If you send it once more 12 20 by Rodney, update 2 15" in told
    assert spies.held("Gold", "Josh") == 20
    assert sent(spies, "Josh", ("Gold", "Josh", "set", "15", 2))[0] == 200
    assert spies.held("Gold", "Josh") == 15


def test_two_who_add_to_one_cell_have_both_added(spies: Table) -> None:
    spies.update("Rodney", spies.cell("Gold", "Josh", "gain", "20"))

    assert sent(spies, "Josh", ("Gold", "Josh", "gain", "5", 1))[0] == 200
    assert spies.held("Gold", "Josh") == 37


def test_the_same_form_sent_twice_updates_once(spies: Table) -> None:
    form = typed(spies, ("Gold", "Josh", "gain", "5", 1))
    client = browser(spies, "Josh")

    first, second = (client.post(address(spies, "tracker/edit/"), form) for _ in range(2))

    assert first.headers["Location"] == second.headers["Location"]
    assert spies.held("Gold", "Josh") == 17


def test_an_idle_agent_sees_why_e_may_not_update(spies: Table) -> None:
    spies.idle("Rodney")

    page = browser(spies, "Rodney").get(address(spies, f"tracker/edit/?cell={key(spies, 'Gold', 'Josh')}"))
    assert "You have been idle since" in words(page)
    assert sent(spies, "Rodney", ("Gold", "Josh", "set", "1", 1))[0] == 409
    assert "Rodney is idle" in sent(spies, "Josh", ("Gold", "Rodney", "set", "1", 0))[1]
    assert (spies.held("Gold", "Josh"), spies.held("Gold", "Rodney")) == (12, 0)


def test_a_column_whose_rule_is_gone_leaves_the_table_and_keeps_its_history(spies: Table) -> None:
    change(spies, {"kind": "repeal", "rule": spies.rule("Coins").id})

    assert "Nothing is tracked" in read(spies)[1]
    assert "out of use" in read(spies, f"cell/1/{spies.agent('Josh').pk}/")[1]


# -- undoing and disputing ---------------------------------------------------------------------------


def test_an_update_is_undone_with_the_rule_that_it_broke(spies: Table) -> None:
    form = {"rule_id": spies.rule("Coins").id, "why": "It was not eirs.", "token": spies.token()}
    client, url = browser(spies, "Rodney"), address(spies, "tracker/updates/1/undo/")

    assert client.post(url, form | {"why": " "}).status_code == 422
    told = words(client.post(url, form, follow=True))

    assert "Update 1 is undone." in told
    assert "Undoes update 1" in told
    assert (spies.held("Gold", "Josh"), spies.held("Place", "Josh")) == (0, None)
    assert "Undone by update 2" in read(spies, "updates/1/")[1]
    assert client.post(url, form | {"token": spies.token()}).status_code == 409


def test_a_disputed_undoing_begins_a_call_for_judgment_with_the_facts_filled_in(spies: Table) -> None:
    spies.undo("Rodney", 1)

    response = browser(spies, "Josh").post(address(spies, "tracker/updates/2/dispute/"), follow=True)

    page = response.content.decode()
    assert response.status_code == 200
    assert "The undoing of update 1" in page
    draft = Draft.objects.get()
    assert (draft.author_id, draft.category) == (spies.agent("Josh").pk, "cfj")
    assert "| Gold of Josh | 12 | 0 |" in draft.body
    assert [(each["kind"], each["value"]) for each in draft.changes] == [("set-value", "12"), ("set-value", "Rome")]
    assert 'value="12"' in page
    assert browser(spies, "Josh").post(address(spies, "tracker/updates/1/dispute/")).status_code == 422


def test_every_button_that_may_not_be_used_names_its_rule(spies: Table) -> None:
    spies.undo("Rodney", 1)
    spies.idle("Josh")

    for path in ("", "updates/2/"):
        page = browser(spies, "Josh").get(address(spies, f"tracker/{path}"))
        assert "disabled" in page.content.decode()
        assert "You have been idle since" in words(page)
    change(spies, {"kind": "repeal", "rule": spies.rule("Calls for Judgment").id})
    assert (
        "No rule of this game provides for that any more. Calls for Judgment" in read(spies, "updates/2/", "Rodney")[1]
    )


def test_who_is_not_in_the_game_sees_no_way_to_change_anything(spies: Table) -> None:
    assert browser(spies).get(address(spies, "tracker/edit/")).status_code == 302
    assert browser(spies, "Stranger").get(address(spies, "tracker/edit/")).status_code == 409
    assert "Update the tracker" not in read(spies)[1]
    assert "Only an Agent" in read(spies, "updates/1/")[1]


# -- files -------------------------------------------------------------------------------------------


def test_a_spreadsheet_gets_numbers_and_no_formula(spies: Table) -> None:
    spies.update("Josh", spies.cell("Place", "Josh", "set", "=HYPERLINK(1)"), spies.cell("Round", None, "set", "2"))

    response = browser(spies).get(address(spies, "tracker.csv"))

    assert response["Content-Type"].startswith("text/csv")
    assert list(csv.reader(io.StringIO(response.content.decode()))) == [
        ["Agent", "Idle", "Gold", "Place", "Round"],
        ["", "", "", "", "2"],
        ["Josh", "no", "12", "'=HYPERLINK(1)", ""],
        ["Kevan", "no", "0", "", ""],
        ["Rodney", "no", "0", "", ""],
    ]


def test_a_program_gets_values_by_name_as_of_any_moment(spies: Table) -> None:
    before = spies.game.last_seq
    spies.update("Josh", spies.cell("Gold", "Josh", "set", "40"))

    def gold(query: str) -> Any:
        content = json.loads(browser(spies).get(address(spies, f"tracker.json{query}")).content)
        return {each["name"]: each["values"] for each in content["agents"]}["Josh"]

    assert gold("") == {"Gold": 40, "Place": "Rome"}
    assert gold(f"?after={before}") == {"Gold": 12, "Place": "Rome"}


# -- cost --------------------------------------------------------------------------------------------


def test_as_many_queries_for_thirty_agents_as_for_three(spies: Table) -> None:
    def cost(path: str) -> int:
        with CaptureQueriesContext(connection) as spent:
            assert browser(spies, "Josh").get(address(spies, path)).status_code == 200
        return len(spent)

    paths = ("tracker/", "tracker/?choose=1", "tracker/updates/", "tracker.csv", "tracker/edit/?cell=4:game")
    few = {path: cost(path) for path in paths for _ in range(2)}
    for n in range(27):
        spies.join(f"Spy {n:02}")
        spies.update("Josh", spies.cell("Gold", f"Spy {n:02}", "set", "5"), comment="Five.")
    many = {path: cost(path) for path in paths}

    assert many == few
