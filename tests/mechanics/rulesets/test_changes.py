from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given, strategies as st

from nomic.core.decision import Invalid, Reason
from nomic.words import sentence
from rulesets.changes.rules import (
    CORE_CHANGES,
    AmendRule,
    BarAgent,
    Change,
    EnactRule,
    GameState,
    MakeAdmin,
    MoveRule,
    RemoveAdmin,
    RemoveAgent,
    RenameAgent,
    RenameRule,
    RepealRule,
    ReplaceText,
    RosterSeat,
    UnbarAgent,
    changes_from,
    changes_to_json,
    read_id,
)
from rulesets.changes.rules_kinds import ChangeSummary, describe_plainly
from rulesets.text.rules import Ruleset, RuleText, Section

EVERY_KIND: tuple[Change, ...] = (
    EnactRule(Section.CORE, "Votes", "Each Agent may vote.", after=0),
    EnactRule(Section.GLOSSARY, "Words", ""),
    AmendRule(3, "One.", "Two."),
    ReplaceText(3, "One", ""),
    RepealRule(4),
    RenameRule(4, "Ballots"),
    EnactRule(Section.CORE, "Votes", "", after=3),
    MoveRule(4, Section.DYNASTIC),
    MoveRule(4, Section.DYNASTIC, after=0),
    MoveRule(4, Section.DYNASTIC, after=9),
    MakeAdmin(1),
    RemoveAdmin(1),
    RenameAgent(1, "Ada"),
    RemoveAgent(1),
    BarAgent(1),
    UnbarAgent(1),
)


def repeal(**changed: Any) -> dict[str, Any]:
    return {"kind": "repeal", "rule": 4} | changed


def replace(**changed: Any) -> dict[str, Any]:
    return {"kind": "replace", "rule": 4, "find": "a", "replace": "b"} | changed


def refusal(entries: object) -> tuple[str, str]:
    with pytest.raises(Invalid) as caught:
        changes_from(entries)
    return caught.value.path, caught.value.code


def test_every_kind_survives_being_written_and_read() -> None:
    written = changes_to_json(EVERY_KIND)

    assert {entry["kind"] for entry in written} == set(CORE_CHANGES)
    assert changes_from(written) == EVERY_KIND


@given(st.integers(1, 2**63 - 1), st.text("ab \né", max_size=20), st.text("ab \né", min_size=1, max_size=20))
def test_words_to_replace_are_kept_as_they_are(rule: int, put: str, find: str) -> None:
    changes = (ReplaceText(rule, find, put),)

    assert changes_from(changes_to_json(changes)) == changes


def test_a_place_may_be_left_out_and_is_then_the_end() -> None:
    [change] = changes_from([{"kind": "move", "rule": 4, "section": "core"}])

    assert change == MoveRule(4, Section.CORE, after=None)


@pytest.mark.parametrize(
    ("entries", "path", "code"),
    [
        ({}, "changes", "not-a-list"),
        (None, "changes", "not-a-list"),
        (["repeal"], "changes/0", "not-an-object"),
        ([{}], "changes/0/kind", "no-kind"),
        ([repeal(kind="burn")], "changes/0/kind", "no-kind"),
        ([repeal(kind=["repeal"])], "changes/0/kind", "no-kind"),
        ([repeal(), repeal(), {"kind": "replace", "rule": 4, "replace": ""}], "changes/2/find", "missing"),
        ([repeal(why="spite")], "changes/0/why", "unknown-field"),
        ([repeal(rule="4")], "changes/0/rule", "not-an-id"),
        ([repeal(rule=True)], "changes/0/rule", "not-an-id"),
        ([repeal(rule=0)], "changes/0/rule", "not-an-id"),
        ([repeal(rule=2**63)], "changes/0/rule", "not-an-id"),
        ([replace(find="")], "changes/0/find", "empty"),
        ([replace(find=5)], "changes/0/find", "not-text"),
        ([replace(find="\0")], "changes/0/find", "no-text"),
        ([replace(find="\ud800")], "changes/0/find", "no-text"),
        ([{"kind": "move", "rule": 4, "section": "attic"}], "changes/0/section", "no-section"),
        ([{"kind": "move", "rule": 4, "section": "core", "after": -1}], "changes/0/after", "not-an-id"),
        ([{"kind": "rename", "rule": 4, "title": " \u200b "}], "changes/0/title", "bad-title"),
        ([{"kind": "rename-agent", "agent": 4, "name": "  "}], "changes/0/name", "empty"),
        ([{"kind": "rename-agent", "agent": 4, "name": "A\u202eda"}], "changes/0/name", "hidden-characters"),
    ],
)
def test_what_is_not_understood_is_named_by_its_path(entries: object, path: str, code: str) -> None:
    assert refusal(entries) == (path, code)


def test_fifty_changes_are_accepted_and_one_more_is_not() -> None:
    assert len(changes_from([repeal()] * 50)) == 50
    assert refusal([repeal()] * 51) == ("changes", "too-many")


@pytest.mark.parametrize(("field", "most"), [("find", 5_000), ("replace", 50_000)])
def test_texts_are_accepted_up_to_their_bound(field: str, most: int) -> None:
    assert changes_from([replace(**{field: "x" * most})])
    assert refusal([replace(**{field: "x" * (most + 1)})]) == (f"changes/0/{field}", "too-long")


def test_all_texts_together_have_a_bound_too() -> None:
    entries = [replace(find="x", replace="y" * 49_999)] * 10

    assert len(changes_from(entries)) == 10
    assert refusal([*entries, replace()]) == ("changes", "too-long")


def test_an_agents_name_is_accepted_up_to_forty_characters() -> None:
    assert changes_from([{"kind": "rename-agent", "agent": 1, "name": "x" * 40}])
    assert refusal([{"kind": "rename-agent", "agent": 1, "name": "x" * 41}]) == ("changes/0/name", "too-long")


def test_texts_are_read_as_rules_are_kept() -> None:
    [change] = changes_from([{"kind": "amend", "rule": 1, "base": "a\r\nb", "text": "a\rc\n\n"}])

    assert change == AmendRule(1, "a\nb", "a\nc")


def test_titles_and_names_have_single_spaces() -> None:
    changes = changes_from(
        [{"kind": "rename", "rule": 1, "title": "  The \n Vote "}, {"kind": "rename-agent", "agent": 1, "name": "A  B"}]
    )

    assert changes == (RenameRule(1, "The Vote"), RenameAgent(1, "A B"))


def test_higher_packages_add_kinds_in_the_table() -> None:
    @dataclass(frozen=True, slots=True)
    class Ring(Change):
        bell: int
        kind = "ring"
        shape = {"bell": read_id}

    kinds = {**CORE_CHANGES, "ring": Ring}

    assert changes_from([{"kind": "ring", "bell": 2}], kinds) == (Ring(2),)
    assert refusal([{"kind": "ring", "bell": 2}]) == ("changes/0/kind", "no-kind")


def test_a_change_is_described_with_titles_and_names_for_ids() -> None:
    state = GameState(Ruleset.of([RuleText(4, Section.CORE, "Voting", "")]), {1: RosterSeat("Ada")})

    assert describe_plainly(RenameRule(4, "Ballots"), state) == ChangeSummary(
        "rename", {"rule": "Voting", "title": "Ballots"}
    )
    assert describe_plainly(RenameRule(5, "Ballots"), state).facts["rule"] == "#5"
    assert describe_plainly(MakeAdmin(1), state).facts == {"agent": "Ada"}
    assert describe_plainly(MakeAdmin(2), state).facts == {"agent": "#2"}
    assert describe_plainly(MoveRule(4, Section.CORE), state).facts == {
        "rule": "Voting",
        "section": "core",
        "after": "",
    }


@pytest.mark.parametrize(
    ("after", "place"),
    [(None, "last of the core rules"), (0, "first of the core rules"), (4, "among the core rules after “Voting”")],
)
def test_a_new_rule_is_described_with_its_place(after: int | None, place: str) -> None:
    state = GameState(Ruleset.of([RuleText(4, Section.CORE, "Voting", "")]))

    line = describe_plainly(EnactRule(Section.CORE, "Ballots", "", after), state)

    assert sentence(Reason(line.code, "", line.facts)) == f"Enact a new rule, “Ballots”, {place}."


@pytest.mark.parametrize(("length", "shown"), [(80, "x" * 80), (81, "x" * 79 + "…")])
def test_long_texts_are_described_cut_short(length: int, shown: str) -> None:
    assert describe_plainly(ReplaceText(4, "x" * length, ""), GameState()).facts["find"] == shown


@pytest.mark.parametrize("change", EVERY_KIND, ids=lambda change: change.kind)
def test_every_kind_has_words_for_the_facts_it_is_described_by(change: Change) -> None:
    line = describe_plainly(change, GameState())

    assert "{" not in sentence(Reason(line.code, "", line.facts))


def test_words_that_give_way_are_described_without_the_targets_of_their_links() -> None:
    line = describe_plainly(ReplaceText(4, "for [48 hours](dial:x.y)", "for [36 hours](dial:x.y)"), GameState())

    assert (line.facts["find"], line.facts["replace"]) == ("for 48 hours", "for 36 hours")


def test_targets_are_described_where_they_alone_tell_the_words_apart() -> None:
    line = describe_plainly(ReplaceText(4, "[48 hours](dial:x)", "[48 hours](dial:y)"), GameState())

    assert (line.facts["find"], line.facts["replace"]) == ("[48 hours](dial:x)", "[48 hours](dial:y)")
