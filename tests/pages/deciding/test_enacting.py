"""The pages that enact, fail and strike off: what they show first, and what becomes of what is typed there."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

import pytest
import time_machine
from django.test import Client

from nomic.core.floor import floor
from nomic.core.mechanics.decision import Refused
from nomic.core.models import Event
from proposals.mechanics.votes import Vote
from rulesets.actions import writing
from rulesets.models import RuleAct, RuleVersion
from tests.casting import Table
from tests.pages.deciding.pages import address, browser, words, written

HOUR = 3600


def faster(table: Table) -> dict[str, object]:
    return table.amend("Enactment", "[48 hours]", "[36 hours]")


def rewrite(table: Table, find: str, replace: str) -> dict[str, object]:
    """The whole rule rewritten, drafted on the text of now."""
    rule = table.rule("Enactment")
    assert find in rule.text
    return {"kind": "amend", "rule": rule.id, "base": rule.text, "text": rule.text.replace(find, replace)}


def carried(table: Table, clock: time_machine.Traveller, *numbers: int) -> None:
    """These Proposals have a quorum FOR and are old enough."""
    for number in numbers:
        for name in ("Raven", "Sam", "Josh"):
            table.vote(name, number)
    clock.shift(12 * HOUR)


def admin(table: Table, name: str = "Josh") -> Client:
    return browser(table, name)


def enact(table: Table, number: int = 1, client: Any = None, **fields: str) -> Any:
    return (client or admin(table)).post(address(table, f"posts/{number}/enact/"), {"note": "Done.", **fields})


def fields_of(page: Any) -> dict[str, str]:
    """The hidden fields and the texts of a form, as a browser would send them back."""
    html = page.content.decode()
    found = dict(re.findall(r'<input type="hidden" name="(seen_\d+)" value="([^"]*)"', html))
    return found | {
        name: text.removeprefix("\n")
        for name, text in re.findall(r'<textarea name="(resolution_\d+)"[^>]*>(.*?)</textarea>', html, re.DOTALL)
    }


def as_browsers_send(text: str) -> str:
    """A text field's value as a form sends it, whatever the platform."""
    return text.replace("\n", "\r\n")


def test_the_page_shows_what_will_change_and_what_the_server_will_obey(
    table: Table, clock: time_machine.Traveller
) -> None:
    table.propose("Lulu", "Faster", [faster(table)])
    carried(table, clock, 1)
    before = written(table)

    page = admin(table).get(address(table, "posts/1/enact/"))

    assert "<del>48 hours</del>" in page.content.decode()
    assert "<ins>36 hours</ins>" in page.content.decode()
    assert "goes from “48 hours” to “36 hours”" in words(page)
    assert "Reached quorum, 4–0, enacted by Josh" in page.content.decode()
    assert written(table) == before


def test_enacting_changes_the_law_and_keeps_the_note(table: Table, clock: time_machine.Traveller) -> None:
    table.propose("Lulu", "Faster", [faster(table)])
    carried(table, clock, 1)

    answer = enact(table)

    assert answer.status_code == 302
    assert answer["Location"] == "/g/table/posts/1/"
    assert table.status(1) == "enacted"
    assert "[36 hours]" in table.rule("Enactment").text
    assert table.notes(1) == ["Done."]


def test_who_is_no_admin_reads_the_rule_and_changes_nothing(table: Table, clock: time_machine.Traveller) -> None:
    table.propose("Lulu", "Faster", [faster(table)])
    carried(table, clock, 1)

    looked = browser(table, "Lulu").get(address(table, "posts/1/enact/"))
    tried = enact(table, client=browser(table, "Lulu"))

    assert (looked.status_code, tried.status_code) == (409, 409)
    assert "Only an Admin may do that." in words(tried)
    assert table.status(1) == "pending"


def test_what_may_not_be_enacted_yet_says_why(table: Table) -> None:
    table.propose("Lulu", "Faster", [faster(table)])

    page = enact(table)

    assert page.status_code == 409
    assert "So far 1 FOR and 0 AGAINST" in words(page)
    assert table.status(1) == "pending"


def test_the_second_of_two_admins_is_told_who_was_first_and_when(
    table: Table, clock: time_machine.Traveller
) -> None:
    table.propose("Lulu", "Faster", [faster(table)])
    carried(table, clock, 1)
    enact(table, client=admin(table, "Kevan"))
    events = written(table)

    second = enact(table, client=admin(table, "Josh"))

    assert second.status_code == 409
    assert "already: enacted by Kevan, 6 Jan 2026, 00:00 UTC" in words(second)
    assert written(table) == events


def test_a_note_that_is_too_long_is_kept_and_nothing_happens(table: Table, clock: time_machine.Traveller) -> None:
    table.propose("Lulu", "Faster", [faster(table)])
    carried(table, clock, 1)

    page = enact(table, note="x" * 2001)

    assert page.status_code == 422
    assert "x" * 2001 in page.content.decode()
    assert table.status(1) == "pending"


def test_a_note_with_invisible_characters_is_kept_and_nothing_happens(
    table: Table, clock: time_machine.Traveller
) -> None:
    table.propose("Lulu", "Faster", [faster(table)])
    carried(table, clock, 1)

    turned = enact(table, note="Enacted by \u202emoraV")
    plain = enact(table, note="Two lines,\r\nno more.")

    assert turned.status_code == 422
    assert "This holds control or invisible characters" in words(turned)
    assert plain.status_code == 302
    assert table.notes(1) == ["Two lines,\nno more."]


def test_where_the_text_moved_between_looking_and_enacting_both_changes_stand(
    table: Table, clock: time_machine.Traveller
) -> None:
    first, last = table.rule("Enactment").text.split()[0], table.rule("Enactment").text.split()[-1]
    table.propose("Raven", "Tail", [rewrite(table, last, f"{last} So it ends.")])
    table.propose("Lulu", "Head", [rewrite(table, first, f"So it begins. {first}")])
    carried(table, clock, 1, 2)
    table.enact("Kevan", 1)

    page = admin(table).get(address(table, "posts/2/enact/"))
    answer = enact(table, 2)

    assert "both changes stand" in words(page)
    assert answer.status_code == 302
    text = table.rule("Enactment").text
    assert "So it begins." in text
    assert "So it ends." in text
    assert RuleVersion.objects.filter(game=table.game).latest("seq").merged


def test_a_stale_page_enacts_on_the_text_of_now(table: Table, clock: time_machine.Traveller) -> None:
    last = table.rule("Enactment").text.split()[-1]
    table.propose("Lulu", "Faster", [rewrite(table, "48 hours", "36 hours")])
    carried(table, clock, 1)
    admin(table).get(address(table, "posts/1/enact/"))
    _typo(table, last, f"{last} Well written.")

    answer = enact(table)

    assert answer.status_code == 302
    assert "36 hours" in table.rule("Enactment").text
    assert "Well written." in table.rule("Enactment").text


def _typo(table: Table, find: str, replace: str) -> None:
    """The text moves by a step of the law, outside any Proposal."""
    rule = table.rule("Enactment")
    with floor(table.game.pk) as the_floor:
        fixed = dataclasses.replace(rule, text=rule.text.replace(find, replace))
        writing.write(the_floor, fixed, RuleAct.AMENDED, by="Kevan")
        the_floor.record("rule.amended", by="Kevan", subject=f"rule:{rule.id}")
        writing.take_effect(the_floor)
    assert replace in table.rule("Enactment").text


def conflict(table: Table, clock: time_machine.Traveller) -> None:
    """#1 has made it 24 hours; #2, drafted before, makes it 36 hours and may be enacted."""
    table.propose("Raven", "A day", [rewrite(table, "48 hours", "24 hours")])
    table.propose("Lulu", "Faster", [rewrite(table, "48 hours", "36 hours")])
    carried(table, clock, 1, 2)
    table.enact("Kevan", 1)


def test_a_conflict_is_offered_in_its_marks_and_what_is_written_by_hand_stands_on_record(
    table: Table, clock: time_machine.Traveller
) -> None:
    conflict(table, clock)
    page = admin(table).get(address(table, "posts/2/enact/"))
    fields = fields_of(page)
    marked = fields["resolution_0"]

    by_hand = re.sub(r"⟦now: [^⟧]*⟧⟦proposed: ([^⟧]*)⟧", r"\1", marked)
    answer = enact(table, 2, **{**fields, "resolution_0": as_browsers_send(by_hand)})

    assert "⟦now: 24⟧⟦proposed: 36⟧" in marked
    assert answer.status_code == 302
    assert "[36 hours](dial:enactment.timeout)" in table.rule("Enactment").text
    assert "\r" not in table.rule("Enactment").text
    assert RuleVersion.objects.filter(game=table.game).latest("seq").resolved
    event = Event.objects.get(game=table.game, kind="proposal.enacted", subject="post:2")
    assert "36 hours" in event.data["by_hand"]["resolutions"]["0"]
    assert "whoever enacted this settled the text by hand" in words(admin(table).get(address(table, "posts/2/")))


def test_marks_left_in_the_text_are_pointed_out_and_the_typing_is_kept(
    table: Table, clock: time_machine.Traveller
) -> None:
    conflict(table, clock)
    fields = fields_of(admin(table).get(address(table, "posts/2/enact/")))

    page = enact(table, 2, **{**fields, "resolution_0": fields["resolution_0"] + " My own words."})

    assert page.status_code == 422
    assert "Marks of the conflict are left" in words(page)
    assert "My own words." in page.content.decode()
    assert table.status(2) == "pending"


def test_a_conflict_that_arose_after_the_page_was_opened_is_shown_and_nothing_is_enacted(
    table: Table, clock: time_machine.Traveller
) -> None:
    conflict(table, clock)

    page = enact(table, 2)

    assert page.status_code == 422
    assert "⟦now: 24⟧⟦proposed: 36⟧" in page.content.decode()
    assert table.status(2) == "pending"


def test_a_conflict_settled_before_the_rule_changed_again_is_asked_once_more(
    table: Table, clock: time_machine.Traveller
) -> None:
    conflict(table, clock)
    fields = fields_of(admin(table).get(address(table, "posts/2/enact/")))
    by_hand = re.sub(r"⟦now: [^⟧]*⟧⟦proposed: ([^⟧]*)⟧", r"\1", fields["resolution_0"])
    _typo(table, "24 hours", "20 hours")

    asked = enact(table, 2, **{**fields, "resolution_0": by_hand})
    again = enact(table, 2, **{**fields_of(asked), "resolution_0": by_hand})

    assert asked.status_code == 422
    assert "has changed once more since you saw it" in words(asked)
    assert again.status_code == 302
    assert "[36 hours](dial:enactment.timeout)" in table.rule("Enactment").text


def test_texts_in_conflict_cannot_be_declared_to_do_nothing(table: Table, clock: time_machine.Traveller) -> None:
    conflict(table, clock)

    with pytest.raises(Refused) as refusal:
        table.enact("Josh", 2, skipped=frozenset({0}))

    assert [reason.code for reason in refusal.value.reasons] == ["merge-conflict"]
    assert table.status(2) == "pending"


def test_a_resolution_that_cannot_stand_in_a_rule_says_why(table: Table, clock: time_machine.Traveller) -> None:
    conflict(table, clock)
    fields = fields_of(admin(table).get(address(table, "posts/2/enact/")))
    by_hand = re.sub(r"⟦now: [^⟧]*⟧⟦proposed: [^⟧]*⟧", "umpteen", fields["resolution_0"])

    page = enact(table, 2, **{**fields, "resolution_0": by_hand})

    assert page.status_code == 422
    assert 'id="id_resolution_0_error"' in page.content.decode()
    assert "umpteen" in page.content.decode()
    assert table.status(2) == "pending"


def test_what_has_become_impossible_is_declared_to_do_nothing_and_the_rest_is_done(
    table: Table, clock: time_machine.Traveller
) -> None:
    table.propose("Raven", "Away", [table.repeal("Dice")])
    table.propose("Lulu", "Both", [table.repeal("Dice"), faster(table)])
    carried(table, clock, 1, 2)
    table.enact("Kevan", 1)

    page = admin(table).get(address(table, "posts/2/enact/"))
    unticked = enact(table, 2)
    ticked = enact(table, 2, skip_0="on")

    assert "Declare that change 1 does nothing" in words(page)
    assert words(page).count("is not in force") == 1
    assert unticked.status_code == 422
    assert ticked.status_code == 302
    assert "[36 hours]" in table.rule("Enactment").text
    event = Event.objects.get(game=table.game, kind="proposal.enacted", subject="post:2")
    assert event.data["by_hand"]["skipped"] == [0]


def test_an_enacted_post_says_which_of_its_changes_did_nothing(table: Table, clock: time_machine.Traveller) -> None:
    table.propose("Raven", "Away", [table.repeal("Dice")])
    table.propose("Lulu", "Both", [table.repeal("Dice"), faster(table)])
    carried(table, clock, 1, 2)
    table.enact("Kevan", 1)
    before = words(admin(table).get(address(table, "posts/2/")))

    table.enact("Kevan", 2, skipped=frozenset({0}))
    after = words(admin(table).get(address(table, "posts/2/")))
    whole = words(admin(table).get(address(table, "posts/1/")))

    declared = "whoever enacted this declared that it does nothing"
    assert "What it would change" in before
    assert declared not in before
    assert "What it changed" in after
    assert after.count(declared) == 1
    assert "What it changed" in whole
    assert declared not in whole


def test_failing_asks_first_and_then_fails(table: Table) -> None:
    table.propose("Lulu", "Faster", [faster(table)])
    table.vote("Kevan", 1, Vote.VETO)

    page = admin(table).get(address(table, "posts/1/fail/"))
    answer = admin(table).post(address(table, "posts/1/fail/"), {"note": "Vetoed."})

    assert "Vetoed, 1–0, failed by Josh" in page.content.decode()
    assert answer.status_code == 302
    assert table.status(1) == "failed"


def test_what_may_not_be_failed_is_refused(table: Table) -> None:
    table.propose("Lulu", "Faster", [faster(table)])

    page = admin(table).post(address(table, "posts/1/fail/"), {"note": ""})

    assert page.status_code == 409
    assert table.status(1) == "pending"


def test_there_is_nothing_to_enact_in_a_plain_post_or_in_none(table: Table) -> None:
    table.post_plain("Lulu", "Hello")

    assert admin(table).get(address(table, "posts/1/enact/")).status_code == 404
    assert admin(table).get(address(table, "posts/99/enact/")).status_code == 404


def test_the_dry_run_names_the_older_one_that_is_in_the_way(table: Table) -> None:
    table.propose("Raven", "A day", [rewrite(table, "48 hours", "24 hours")])
    table.propose("Lulu", "Faster", [rewrite(table, "48 hours", "36 hours")])

    page = browser(table).get(address(table, "posts/2/deciding/") + "?dry-run=1")

    assert "#1 rewrites this sentence first." in words(page)
    assert "it could not be done whole" in words(page)
    assert "goes from “48 hours” to “36 hours”" in words(page)
