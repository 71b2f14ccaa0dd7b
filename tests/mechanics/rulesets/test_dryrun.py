from __future__ import annotations

import pytest

from nomic.core.decision import Reason
from nomic.words import sentence
from rulesets.changes.rules import (
    AmendRule,
    Change,
    EnactRule,
    GameState,
    MakeAdmin,
    RemoveAdmin,
    RemoveAgent,
    RenameAgent,
    RepealRule,
    ReplaceText,
    RosterSeat,
)
from rulesets.changes.rules_steps import IN_THE_WAY, ConflictWith, dry_run
from rulesets.text.rules import Ruleset, RuleText, Section
from rulesets.words import CHANGE_WORDS

TEXT = "Open for at least 48 hours."
STATE = GameState(
    Ruleset.of([RuleText(1, Section.CORE, "Enactment", TEXT), RuleText(2, Section.CORE, "Voting", "Vote.")]),
    {1: RosterSeat("Ada", is_admin=True), 2: RosterSeat("Bob")},
    next_rule_id=3,
)
OWN = AmendRule(1, TEXT, TEXT.replace("48", "36"))


def anything(text: str) -> None:
    """Every text will do."""


@pytest.mark.parametrize(
    ("older", "own", "code"),
    [
        (RepealRule(1), OWN, "repeals-first"),
        (ReplaceText(1, "48", "24"), OWN, "rewrites-first"),
        (ReplaceText(1, "48", "24"), ReplaceText(1, "48", "36"), "rewrites-first"),
        (ReplaceText(1, "least", "least 48"), ReplaceText(1, "48", "36"), "repeats-first"),
        (RemoveAgent(2), MakeAdmin(2), "removes-first"),
        (EnactRule(Section.CORE, "Quorum", "Half."), EnactRule(Section.CORE, "quorum", "Half."), "takes-title-first"),
        (RenameAgent(1, "Dee"), RenameAgent(2, "dee"), "takes-name-first"),
        (OWN, OWN, "does-it-first"),
        (MakeAdmin(2), MakeAdmin(2), "does-it-first"),
        (RemoveAdmin(1), RemoveAdmin(1), "does-it-first"),
    ],
)
def test_the_older_list_that_gets_in_the_way_is_named(older: Change, own: Change, code: str) -> None:
    run = dry_run(STATE, [own], [("#12", [older])], anything)

    assert run.now.whole
    assert not run.in_turn.whole
    assert run.conflicts == (ConflictWith("#12", 0, code),)
    assert sentence(Reason(code, "", {"ref": "#12"})).startswith("#12 ")


def test_every_way_of_getting_in_the_way_has_words() -> None:
    assert {*IN_THE_WAY.values(), "spoils-first"} <= set(CHANGE_WORDS)


def test_with_no_older_list_its_turn_is_now() -> None:
    run = dry_run(STATE, [OWN], [], anything)

    assert run.in_turn == run.now
    assert (run.conflicts, run.skipped) == ((), ())


def test_only_the_first_that_gets_in_the_way_is_named_and_each_change_has_its_own() -> None:
    older: list[tuple[str, list[Change]]] = [
        ("#7", [RenameAgent(2, "Dee")]),
        ("#8", [ReplaceText(1, "48", "24")]),
        ("#9", [RepealRule(1), RepealRule(2)]),
    ]

    run = dry_run(STATE, [OWN, MakeAdmin(2), RepealRule(2)], older, anything)

    assert run.conflicts == (ConflictWith("#8", 0, "rewrites-first"), ConflictWith("#9", 2, "repeals-first"))
    assert [step.index for step in run.in_turn.steps] == [1]


def test_an_older_list_that_does_not_apply_wholly_is_skipped_and_named() -> None:
    older: list[tuple[str, list[Change]]] = [
        ("#8", [RepealRule(1), RepealRule(99)]),
        ("#9", [ReplaceText(2, "Vote", "Shout")]),
    ]

    run = dry_run(STATE, [OWN], older, anything)

    assert run.skipped == ("#8",)
    assert run.in_turn.whole
    assert run.in_turn.state.ruleset.rule(2) == RuleText(2, Section.CORE, "Voting", "Shout.")


def test_an_older_list_may_spoil_an_older_one() -> None:
    older = [("#8", [RepealRule(2)]), ("#9", [RepealRule(2), RepealRule(1)])]

    run = dry_run(STATE, [OWN], older, anything)

    assert run.skipped == ("#9",)
    assert run.conflicts == ()


def test_a_problem_that_it_has_anyway_is_no_older_lists_doing() -> None:
    run = dry_run(STATE, [RepealRule(99)], [("#8", [RepealRule(2)])], anything)

    assert [problem.code for problem in run.now.problems] == ["target-missing"]
    assert run.conflicts == ()


def test_an_older_list_may_clear_the_way() -> None:
    run = dry_run(STATE, [EnactRule(Section.CORE, "Voting", "Vote.")], [("#8", [RepealRule(2)])], anything)

    assert not run.now.whole
    assert run.in_turn.whole


def test_an_older_list_that_spoils_nothing_in_the_end_is_not_named() -> None:
    older = [("#8", [ReplaceText(1, "48", "24")]), ("#9", [ReplaceText(1, "24", "48")])]

    run = dry_run(STATE, [OWN], older, anything)

    assert run.in_turn.whole
    assert run.conflicts == ()
