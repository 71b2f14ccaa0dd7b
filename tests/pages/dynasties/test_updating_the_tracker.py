"""The tracker in a browser: updated, merged, undone, disputed."""

from __future__ import annotations

import pytest

from proposals.posts.models import Draft
from tests.casting import Table
from tests.lawmaking import change
from tests.pages.deciding.pages import address, browser, words
from tests.pages.dynasties.tracking import key, read, sent, typed


def test_several_cells_change_at_once_with_a_comment_and_a_rule(spies: Table) -> None:
    rule = spies.rule("Agents").id

    status, told = sent(
        spies,
        "Josh",
        ("Gold", "Rodney", "gain", "3", 0),
        ("Place", "Rodney", "set", "Oslo", 0),
        ("Round", None, "set", "2", 0),
        comment="Off we go.",
        rule_id=str(rule),
        do="update",
    )

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
