"""What change lists do to gamestate pages: made, written, merged, dropped; and what stands in the way."""

from __future__ import annotations

from typing import Any

import pytest

from dynasties.pages import rules as pages_rules
from dynasties.pages.rules import PAGES_KEPT, DropPage, MakePage, PageKept, PagesKept, WritePage, pages_in
from nomic.core.decision import Invalid
from rulesets.changes.rules import Change, GameState, changes_from, changes_to_json
from rulesets.changes.rules_steps import Applied, apply_changes
from rulesets.text.rules import Ruleset, RuleText, Section

KINDS: dict[str, type[Change]] = {each.kind: each for each in (MakePage, WritePage, DropPage)}
APPLIERS = {
    MakePage: pages_rules.apply_make_page,
    WritePage: pages_rules.apply_write_page,
    DropPage: pages_rules.apply_drop_page,
}
MAPS = Ruleset().with_rule(RuleText(1, Section.DYNASTIC, "Maps", "There is a map."))
STATE = GameState(MAPS).with_more(PAGES_KEPT, PagesKept({1: PageKept("Map", "north\n\nsouth", 1)}, 3))


def tried(*changes: dict[str, Any], resolutions: dict[int, str] | None = None) -> Applied:
    read = changes_from(list(changes), KINDS)
    assert changes_from(changes_to_json(read), KINDS) == read
    return apply_changes(STATE, read, lambda text: None, resolutions, appliers=APPLIERS)


def made(**other: Any) -> dict[str, Any]:
    return {"kind": "make-page", "title": "Notes", "rule": 1, "editors": "agents", "text": "x", **other}


def written(text: str, base: str = "north\n\nsouth", page: int = 1) -> dict[str, Any]:
    return {"kind": "write-page", "page": page, "base": base, "text": text}


def test_a_page_is_made_under_the_next_number_and_can_be_written_and_dropped_by_the_same_list() -> None:
    applied = tried(made(), written("y", "x", page=3), {"kind": "drop-page", "page": 1})

    assert applied.whole
    assert pages_in(applied.state) == PagesKept({3: PageKept("Notes", "y", 1)}, 4)


def test_a_page_whose_rule_is_gone_makes_way_for_another_of_its_title() -> None:
    gone = GameState(MAPS.with_rule(RuleText(2, Section.DYNASTIC, "Charts", "There are charts."))).with_more(
        PAGES_KEPT, PagesKept({1: PageKept("Map", "north", 9)}, 3)
    )

    applied = apply_changes(gone, changes_from([made(title="MAP")], KINDS), lambda text: None, None, appliers=APPLIERS)

    assert applied.whole
    assert pages_in(applied.state) == PagesKept({3: PageKept("MAP", "x", 1)}, 4)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (made(rule=2), "page-rule-missing"),
        (made(rule="Charts"), "page-rule-missing"),
        (made(title="MAP"), "page-title-taken"),
        (written("z", page=2), "page-missing"),
        (written("north\n\nsouth"), "no-effect"),
        ({"kind": "drop-page", "page": 2}, "page-missing"),
    ],
)
def test_what_stands_in_the_way_has_a_name(change: dict[str, Any], code: str) -> None:
    assert [each.code for each in tried(change).problems] == [code]


def test_two_texts_drafted_on_one_are_merged_and_a_contradiction_waits_for_a_hand() -> None:
    other = written("NORTH\n\nsouth")

    merged = tried(other, written("north\n\nSOUTH"))
    assert [step.after for step in merged.steps] == ["NORTH\n\nsouth", "NORTH\n\nSOUTH"]

    clash = tried(other, written("Nord\n\nsouth"))
    assert clash.problems[0].code == "merge-conflict"
    assert "NORTH" in clash.problems[0].marked
    assert "Nord" in clash.problems[0].marked

    settled = tried(other, written("Nord\n\nsouth"), resolutions={1: "both\n\nsouth"})
    assert (settled.steps[1].after, settled.steps[1].resolved) == ("both\n\nsouth", True)
    assert tried(other, written("Nord\n\nsouth"), resolutions={1: clash.problems[0].marked}).problems[0].code == (
        "still-marked"
    )


@pytest.mark.parametrize(
    ("change", "path"),
    [
        (made(editors="everybody"), "changes/0/editors"),
        (made(title=" "), "changes/0/title"),
        (made(rule=0), "changes/0/rule"),
        (made(rule="17"), "changes/0/rule"),
        (made(text="a\u202eb"), "changes/0/text"),
        (written("x" * 50_001), "changes/0/text"),
        ({"kind": "drop-page"}, "changes/0/page"),
    ],
)
def test_what_is_not_understood_is_told_at_its_field(change: dict[str, Any], path: str) -> None:
    with pytest.raises(Invalid) as caught:
        changes_from([change], KINDS)

    assert caught.value.path == path
