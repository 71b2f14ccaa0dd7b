from __future__ import annotations

from dataclasses import dataclass

import pytest

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
)
from rulesets.changes.rules_steps import CORE_APPLIERS, Applied, ChangeCase, ChangeOutcome, apply_changes
from rulesets.history.rules_differences import MergeConflict
from rulesets.text.rules import Ruleset, RuleText, Section

TEXT = "Open for at least 48 hours, then enacted by any Admin."
AGENTS = {1: RosterSeat("Ada", is_admin=True), 2: RosterSeat("Bob"), 3: RosterSeat("Cyd", in_game=False)}
RULES = (
    RuleText(10, Section.CORE, "Agents", "Anyone may join."),
    RuleText(11, Section.CORE, "Enactment", TEXT),
    RuleText(12, Section.CORE, "Voting", "Votes are votes."),
    RuleText(13, Section.GLOSSARY, "Words", "Words mean things."),
)
STATE = GameState(Ruleset.of(RULES), AGENTS, next_rule_id=20, keywords=frozenset({"Mastermind"}))


def no_swearing(text: str) -> None:
    if "damn" in text:
        raise Invalid("text", "no swearing", "swearing")


def done(*changes: Change, state: GameState = STATE, resolutions: dict[int, str] | None = None) -> Applied:
    return apply_changes(state, changes, no_swearing, resolutions)


def numbers(applied: Applied) -> dict[str, str]:
    return {rule.title: applied.state.ruleset.number(rule.id) for rule in applied.state.ruleset.rules}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (EnactRule(Section.CORE, "voting", "New."), "title-taken"),
        (EnactRule(Section.CORE, "ada", "New."), "title-is-a-name"),
        (RenameRule(11, "Cyd"), "title-is-a-name"),
        (EnactRule(Section.CORE, "New", ""), "no-text"),
        (ReplaceText(12, "Votes are votes.", ""), "no-text"),
        (EnactRule(Section.CORE, "New", "damn"), "bad-text"),
        (AmendRule(99, "", "New."), "target-missing"),
        (AmendRule(11, TEXT, "damn"), "bad-text"),
        (AmendRule(11, TEXT, TEXT), "no-effect"),
        (AmendRule(11, TEXT.replace("48", "72"), TEXT), "no-effect"),
        (AmendRule(11, TEXT.replace("48", "72"), TEXT.replace("48", "24")), "merge-conflict"),
        (ReplaceText(99, "a", "b"), "target-missing"),
        (ReplaceText(11, "49", "b"), "not-found"),
        (ReplaceText(12, "otes", "b"), "ambiguous"),
        (ReplaceText(11, "48", "48"), "no-effect"),
        (ReplaceText(11, "48", "damn"), "bad-text"),
        (RepealRule(99), "target-missing"),
        (RenameRule(99, "New"), "target-missing"),
        (RenameRule(11, "VOTING"), "title-taken"),
        (RenameRule(11, "Enactment"), "no-effect"),
        (MoveRule(99, Section.CORE), "target-missing"),
        (MoveRule(12, Section.CORE), "no-effect"),
        (MoveRule(10, Section.CORE, after=0), "no-effect"),
        (MoveRule(10, Section.CORE, after=10), "no-effect"),
        (MakeAdmin(99), "agent-missing"),
        (MakeAdmin(3), "agent-missing"),
        (MakeAdmin(1), "already-admin"),
        (RemoveAdmin(3), "agent-missing"),
        (RemoveAdmin(2), "not-admin"),
        (RenameAgent(3, "Dee"), "agent-missing"),
        (RenameAgent(2, "Bob"), "no-effect"),
        (RenameAgent(2, "ADA"), "agent-name-taken"),
        (RenameAgent(2, "cyd"), "agent-name-taken"),
        (RenameAgent(2, "voting"), "agent-name-taken"),
        (RenameAgent(2, "mastermind"), "agent-name-taken"),
        (RemoveAgent(3), "agent-missing"),
        (BarAgent(99), "agent-missing"),
        (UnbarAgent(99), "agent-missing"),
        (UnbarAgent(1), "no-effect"),
    ],
)
def test_what_stands_in_the_way_has_a_code_and_words_and_changes_nothing(change: Change, code: str) -> None:
    applied = done(change)

    [problem] = applied.problems
    assert (problem.code, problem.index) == (code, 0)
    assert (applied.state, applied.steps, applied.whole) == (STATE, (), False)
    assert "{" not in sentence(Reason(code, "", problem.facts))


def test_a_new_rule_gets_the_next_id_and_stands_last() -> None:
    applied = done(EnactRule(Section.CORE, "Quorum", "Half."), EnactRule(Section.CORE, "Idling", "Zzz."))

    assert [(step.rule, step.created, step.after) for step in applied.steps] == [
        (20, True, "Half."),
        (21, True, "Zzz."),
    ]
    assert applied.state.next_rule_id == 22
    assert numbers(applied)["Quorum"] == "1.4"


@pytest.mark.parametrize(("after", "number"), [(0, "1.1"), (10, "1.2"), (12, "1.4"), (None, "1.4"), (13, "1.4")])
def test_a_new_rule_stands_after_the_one_named_or_last_if_that_is_elsewhere(after: int | None, number: str) -> None:
    applied = done(EnactRule(Section.CORE, "Quorum", "Half.", after))

    assert numbers(applied)["Quorum"] == number


@pytest.mark.parametrize(
    ("move", "number"),
    [
        (MoveRule(10, Section.CORE), "1.3"),
        (MoveRule(10, Section.CORE, after=11), "1.2"),
        (MoveRule(12, Section.CORE, after=0), "1.1"),
        (MoveRule(12, Section.DYNASTIC), "2.1"),
        (MoveRule(12, Section.GLOSSARY, after=0), "3.1"),
        (MoveRule(12, Section.GLOSSARY, after=13), "3.2"),
    ],
)
def test_a_rule_moves_and_its_step_tells_both_numbers(move: MoveRule, number: str) -> None:
    before = STATE.ruleset.number(move.rule)

    applied = done(move)

    assert applied.state.ruleset.number(move.rule) == number
    assert (applied.steps[0].before, applied.steps[0].after) == (before, number)


def test_an_amendment_of_unmoved_text_replaces_it() -> None:
    applied = done(AmendRule(11, TEXT, "Never."))

    [step] = applied.steps
    assert (step.before, step.after, step.rule) == (TEXT, "Never.", 11)
    assert (step.merged, step.resolved) == (False, False)
    assert applied.state.ruleset.rule_by_title("Enactment") == RuleText(11, Section.CORE, "Enactment", "Never.")


def test_an_amendment_of_moved_text_is_merged_with_what_stands_now() -> None:
    applied = done(
        AmendRule(11, TEXT, TEXT.replace("48", "36")), AmendRule(11, TEXT, TEXT.replace("any Admin", "the Clerk"))
    )

    assert [step.merged for step in applied.steps] == [False, True]
    assert applied.steps[1].after == "Open for at least 36 hours, then enacted by the Clerk."


CONTRADICTING = (AmendRule(11, TEXT, TEXT.replace("48", "36")), AmendRule(11, TEXT, TEXT.replace("48", "24")))


def test_a_contradiction_shows_both_sides_and_the_text_to_resolve() -> None:
    applied = done(*CONTRADICTING)

    [problem] = applied.problems
    assert (problem.index, problem.conflicts) == (1, (MergeConflict("48", "36", "24"),))
    assert problem.marked == TEXT.replace("48", "⟦now: 36⟧⟦proposed: 24⟧")


def test_an_admin_resolves_a_contradiction_and_it_is_recorded() -> None:
    applied = done(*CONTRADICTING, resolutions={1: "Open for 30 hours.\r"})

    assert applied.whole
    assert (applied.steps[1].resolved, applied.steps[1].merged) == (True, False)
    assert applied.steps[1].after == "Open for 30 hours."


def test_a_resolution_may_not_leave_marks_and_must_be_fit_for_a_rule() -> None:
    marked, swearing = (done(*CONTRADICTING, resolutions={1: text}) for text in ("⟦now: 36⟧", "damn"))

    assert [problem.code for problem in marked.problems] == ["still-marked"]
    assert marked.problems[0].conflicts == (MergeConflict("48", "36", "24"),)
    assert [problem.code for problem in swearing.problems] == ["bad-text"]


def test_a_resolution_is_passed_over_where_nothing_contradicts() -> None:
    clean = AmendRule(11, TEXT, TEXT.replace("any Admin", "the Clerk"))

    applied = done(CONTRADICTING[0], clean, resolutions={0: "Mine.", 1: "Mine."})

    assert applied.steps[1].after == "Open for at least 36 hours, then enacted by the Clerk."


def test_words_are_replaced_where_they_stand_once_even_in_moved_text() -> None:
    applied = done(AmendRule(11, TEXT, "Rarely, " + TEXT), ReplaceText(11, "48", "36"))

    assert applied.steps[1].after == "Rarely, " + TEXT.replace("48", "36")


def test_places_that_overlap_are_two_places() -> None:
    state = GameState(Ruleset.of([RuleText(1, Section.CORE, "Laughter", "hahaha")]))

    assert done(ReplaceText(1, "haha", "oh"), state=state).problems[0].code == "ambiguous"
    assert done(ReplaceText(1, "hahaha", "oh"), state=state).steps[0].after == "oh"


def test_a_repealed_rule_is_gone_for_the_changes_after() -> None:
    applied = done(RepealRule(11), AmendRule(11, TEXT, "Never."), EnactRule(Section.CORE, "Enactment", "Again."))

    assert applied.steps[0].before == TEXT
    assert [(problem.index, problem.code) for problem in applied.problems] == [(1, "target-missing")]
    assert applied.steps[1].rule == 20


def test_a_rule_takes_a_new_title_or_its_own_in_other_capitals() -> None:
    applied = done(RenameRule(11, "Passing"), RenameRule(12, "VOTING"))

    assert [(step.before, step.after) for step in applied.steps] == [("Enactment", "Passing"), ("Voting", "VOTING")]
    assert applied.state.ruleset.rule(12) == RuleText(12, Section.CORE, "VOTING", "Votes are votes.")


def test_admins_are_made_and_unmade() -> None:
    applied = done(MakeAdmin(2), RemoveAdmin(1))

    assert applied.state.agents == {1: RosterSeat("Ada"), 2: RosterSeat("Bob", is_admin=True), 3: AGENTS[3]}


def test_an_agent_is_renamed_and_frees_the_old_name() -> None:
    applied = done(RenameAgent(2, "Dee"), RenameAgent(1, "bob"), RenameAgent(1, "BOB"))

    assert applied.whole
    assert (applied.state.agents[1].name, applied.state.agents[2].name) == ("BOB", "Dee")


def test_names_are_compared_as_the_caller_folds_them() -> None:
    def fold(name: str) -> str:
        return name.replace("0", "o").casefold()

    assert apply_changes(STATE, [RenameAgent(1, "B0b")], no_swearing).whole
    assert not apply_changes(STATE, [RenameAgent(1, "B0b")], no_swearing, fold=fold).whole


def test_a_removed_agent_is_out_of_the_game_and_no_admin() -> None:
    applied = done(RemoveAgent(1), MakeAdmin(1))

    assert applied.state.agents[1] == RosterSeat("Ada", is_admin=False, in_game=False)
    assert applied.problems[0].code == "agent-missing"


@pytest.mark.parametrize(("agent", "name"), [(1, "Ada"), (3, "Cyd")])
def test_the_game_is_shut_to_an_agent_who_is_in_it_or_has_left_and_only_once(agent: int, name: str) -> None:
    applied = done(BarAgent(agent), BarAgent(agent))

    assert applied.state.agents[agent] == RosterSeat(name, is_admin=False, in_game=False, is_barred=True)
    assert applied.problems[0].code == "no-effect"


def test_the_game_is_opened_again_to_whom_it_was_shut_and_puts_nobody_on_the_roster() -> None:
    applied = done(BarAgent(1), UnbarAgent(1))

    assert applied.state.agents[1] == RosterSeat("Ada", is_admin=False, in_game=False)
    assert applied.problems == ()


def test_every_core_kind_can_be_made() -> None:
    assert set(CORE_APPLIERS) == set(CORE_CHANGES.values())


def test_higher_packages_add_how_their_kinds_are_made() -> None:
    @dataclass(frozen=True, slots=True)
    class Ring(Change):
        bell: int
        kind = "ring"
        shape = {}

    def ring(case: ChangeCase, change: Change) -> ChangeOutcome:
        return case.outcome(case.state, change, after="ding")

    applied = apply_changes(STATE, [Ring(1)], no_swearing, appliers={**CORE_APPLIERS, Ring: ring})

    assert [step.after for step in applied.steps] == ["ding"]
