"""Apply a change list: a step for each change that applies, a problem for each that cannot; and the dry run behind
older lists.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import partial
from types import MappingProxyType
from typing import TypeAlias

from nomic.core.decision import Fact, Invalid
from rulesets.changes.rules import (
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
from rulesets.history.rules_differences import MergeConflict, marked_in, merge_texts
from rulesets.text.rules import Ruleset, RuleText, Section, TextCheck, clean_text

Fold: TypeAlias = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class ChangeStep:
    """What one change did. `before` and `after` are the text, title, name or rule number that it changed.

    `rule` is the id of the rule touched or created; `merged`: the text had moved since drafting, and both changes
    stand; `resolved`: they conflicted, and an admin's text stands.
    """

    index: int
    change: Change
    before: str = ""
    after: str = ""
    rule: int | None = None
    created: bool = False
    merged: bool = False
    resolved: bool = False


@dataclass(frozen=True, slots=True)
class ChangeProblem:
    """Why one change cannot apply. For a merge conflict: the conflicting stretches, and the marked text to resolve."""

    index: int
    code: str
    facts: Mapping[str, Fact] = field(default_factory=dict)
    conflicts: tuple[MergeConflict, ...] = ()
    marked: str = ""


@dataclass(frozen=True, slots=True)
class ChangeCase:
    """One change of a list, about to be made: the state before it, and what is needed to judge it."""

    state: GameState
    index: int
    check: TextCheck
    fold: Fold
    resolution: str | None = None

    def outcome(self, state: GameState, change: Change, before: str = "", after: str = "") -> ChangeOutcome:
        return state, ChangeStep(self.index, change, before, after, getattr(change, "rule", None))

    def problem(self, code: str, **facts: Fact) -> ChangeProblem:
        return ChangeProblem(self.index, code, {"number": str(self.index + 1)} | facts)


ChangeOutcome: TypeAlias = tuple[GameState, ChangeStep]
Applier: TypeAlias = Callable[[ChangeCase, Change], "ChangeOutcome | ChangeProblem"]


# How each change of the law is made: new rules, new texts, titles and places.


def apply_enact(case: ChangeCase, change: Change) -> ChangeOutcome | ChangeProblem:
    assert isinstance(change, EnactRule)
    ruleset, new_id = case.state.ruleset, case.state.next_rule_id
    if problem := _bad_title(case, change.title):
        return problem
    if problem := _bad_text(case, change.text):
        return problem
    rule = RuleText(new_id, change.section, change.title, change.text)
    ruleset = ruleset.with_rule(rule, _place(ruleset, change.section, change.after))
    state = replace(case.state, ruleset=ruleset, next_rule_id=new_id + 1)
    return state, ChangeStep(case.index, change, after=change.text, rule=new_id, created=True)


def apply_amend(case: ChangeCase, change: Change) -> ChangeOutcome | ChangeProblem:
    assert isinstance(change, AmendRule)
    rule = case.state.ruleset.rule(change.rule)
    if rule is None:
        return _rule_or_problem(case, change.rule)
    # The text stands as it did when this was drafted: the new one takes its place.
    if rule.text == change.base:
        return _with_text(case, change, rule, change.text)
    # The text has moved: what both changed apart from each other stands, and what they changed alike.
    merged = merge_texts(change.base, rule.text, change.text)
    if merged.text is not None:
        return _with_text(case, change, rule, merged.text, merged=True)
    # They contradict each other: an admin says what both mean together.
    if case.resolution is None or marked_in(case.resolution):
        problem = case.problem("merge-conflict" if case.resolution is None else "still-marked", rule=rule.title)
        return replace(problem, conflicts=merged.conflicts, marked=merged.marked)
    return _with_text(case, change, rule, case.resolution, resolved=True)


def apply_replace(case: ChangeCase, change: Change) -> ChangeOutcome | ChangeProblem:
    assert isinstance(change, ReplaceText)
    rule = case.state.ruleset.rule(change.rule)
    if rule is None:
        return _rule_or_problem(case, change.rule)
    first = rule.text.find(change.find)
    if first < 0:
        return case.problem("not-found", rule=rule.title, find=change.find)
    # Places may overlap: “aa” stands twice in “aaa”.
    if rule.text.find(change.find, first + 1) >= 0:
        return case.problem("ambiguous", rule=rule.title, find=change.find)
    text = rule.text[:first] + change.replace + rule.text[first + len(change.find) :]
    return _with_text(case, change, rule, text)


def apply_repeal(case: ChangeCase, change: Change) -> ChangeOutcome | ChangeProblem:
    assert isinstance(change, RepealRule)
    rule = case.state.ruleset.rule(change.rule)
    if rule is None:
        return _rule_or_problem(case, change.rule)
    return case.outcome(case.state.with_ruleset(case.state.ruleset.without_rule(rule.id)), change, before=rule.text)


def apply_rename(case: ChangeCase, change: Change) -> ChangeOutcome | ChangeProblem:
    assert isinstance(change, RenameRule)
    ruleset = case.state.ruleset
    rule = ruleset.rule(change.rule)
    if rule is None:
        return _rule_or_problem(case, change.rule)
    if rule.title == change.title:
        return case.problem("no-effect", rule=rule.title)
    # A rule may take its own title in other capitals.
    if problem := _bad_title(case, change.title, own=rule.id):
        return problem
    state = case.state.with_ruleset(ruleset.with_rule_changed(rule.id, title=change.title))
    return case.outcome(state, change, rule.title, change.title)


def apply_move(case: ChangeCase, change: Change) -> ChangeOutcome | ChangeProblem:
    assert isinstance(change, MoveRule)
    ruleset = case.state.ruleset
    rule = ruleset.rule(change.rule)
    if rule is None:
        return _rule_or_problem(case, change.rule)
    place = _place(ruleset.without_rule(rule.id), change.section, change.after)
    moved = ruleset.with_rule_moved(rule.id, change.section, place)
    if moved.rules == ruleset.rules or change.after == rule.id:
        return case.problem("no-effect", rule=rule.title)
    return case.outcome(case.state.with_ruleset(moved), change, ruleset.number(rule.id), moved.number(rule.id))


def _rule_or_problem(case: ChangeCase, rule: int) -> ChangeProblem:
    return case.problem("target-missing", rule=str(rule))


def _bad_title(case: ChangeCase, title: str, own: int | None = None) -> ChangeProblem | None:
    """What bars a title: no two rules share one, for it is what players cite, nor do a rule and an Agent."""
    wanted = case.fold(title)
    if any(case.fold(rule.title) == wanted for rule in case.state.ruleset.rules if rule.id != own):
        return case.problem("title-taken", title=title)
    if any(case.fold(seat.name) == wanted for seat in case.state.agents.values()):
        return case.problem("title-is-a-name", title=title)
    return None


def _bad_text(case: ChangeCase, text: str) -> ChangeProblem | None:
    # A rule says something: to take its last word away is to repeal it.
    if not text:
        return case.problem("no-text")
    try:
        case.check(text)
    except Invalid as error:
        return case.problem("bad-text", said=error.text)
    return None


def _with_text(
    case: ChangeCase, change: Change, rule: RuleText, text: str, merged: bool = False, resolved: bool = False
) -> ChangeOutcome | ChangeProblem:
    text = clean_text(text)
    if text == rule.text:
        return case.problem("no-effect", rule=rule.title)
    if problem := _bad_text(case, text):
        return problem
    state = case.state.with_ruleset(case.state.ruleset.with_rule_changed(rule.id, text=text))
    return state, ChangeStep(case.index, change, rule.text, text, rule.id, merged=merged, resolved=resolved)


def _place(ruleset: Ruleset, section: Section, after: int | None) -> int | None:
    """The place (from 1) after that rule: 1 after 0; None, the end, when it is not in the section or is gone."""
    ids = [0, *(rule.id for rule in ruleset.in_section(section))]
    return ids.index(after) + 1 if after in ids else None


# How each change of the roster is made: admins, names, removals.


def apply_make_admin(case: ChangeCase, change: Change) -> ChangeOutcome | ChangeProblem:
    assert isinstance(change, MakeAdmin)
    seat = case.state.seat(change.agent)
    if seat is None:
        return _absent(case, change.agent)
    if seat.is_admin:
        return case.problem("already-admin", agent=seat.name)
    return _seats_with(case, change, change.agent, seat, replace(seat, is_admin=True))


def apply_remove_admin(case: ChangeCase, change: Change) -> ChangeOutcome | ChangeProblem:
    assert isinstance(change, RemoveAdmin)
    seat = case.state.seat(change.agent)
    if seat is None:
        return _absent(case, change.agent)
    if not seat.is_admin:
        return case.problem("not-admin", agent=seat.name)
    return _seats_with(case, change, change.agent, seat, replace(seat, is_admin=False))


def apply_rename_agent(case: ChangeCase, change: Change) -> ChangeOutcome | ChangeProblem:
    assert isinstance(change, RenameAgent)
    seat = case.state.seat(change.agent)
    if seat is None:
        return _absent(case, change.agent)
    if seat.name == change.name:
        return case.problem("no-effect", agent=seat.name)
    if case.fold(change.name) in _taken_names(case, change.agent):
        return case.problem("agent-name-taken", agent=seat.name, name=change.name)
    return _seats_with(case, change, change.agent, seat, replace(seat, name=change.name))


def apply_remove_agent(case: ChangeCase, change: Change) -> ChangeOutcome | ChangeProblem:
    assert isinstance(change, RemoveAgent)
    seat = case.state.seat(change.agent)
    if seat is None:
        return _absent(case, change.agent)
    # Who leaves the game leaves eir office too.
    return _seats_with(case, change, change.agent, seat, replace(seat, is_admin=False, in_game=False))


def apply_bar_agent(case: ChangeCase, change: Change) -> ChangeOutcome | ChangeProblem:
    assert isinstance(change, BarAgent)
    # Who has left meanwhile is barred all the same: leaving is no way round it.
    seat = case.state.agents.get(change.agent)
    if seat is None:
        return _absent(case, change.agent)
    if seat.is_barred:
        return case.problem("no-effect", agent=seat.name)
    return _seats_with(case, change, change.agent, seat, replace(seat, is_admin=False, in_game=False, is_barred=True))


def apply_unbar_agent(case: ChangeCase, change: Change) -> ChangeOutcome | ChangeProblem:
    assert isinstance(change, UnbarAgent)
    seat = case.state.agents.get(change.agent)
    if seat is None:
        return _absent(case, change.agent)
    if not seat.is_barred:
        return case.problem("no-effect", agent=seat.name)
    # E is not put back on the roster by it: e announces eir arrival as anybody does.
    return _seats_with(case, change, change.agent, seat, replace(seat, is_barred=False))


def _taken_names(case: ChangeCase, agent: int) -> set[str]:
    """What an Agent may not be called: any other Agent's name, a rule's title, a keyword of the game."""
    others = {seat.name for other, seat in case.state.agents.items() if other != agent}
    titles = {rule.title for rule in case.state.ruleset.rules}
    return {case.fold(name) for name in others | titles | case.state.keywords}


def _absent(case: ChangeCase, agent: int) -> ChangeProblem:
    seat = case.state.agents.get(agent)
    return case.problem("agent-missing", agent=str(agent) if seat is None else seat.name)


def _seats_with(case: ChangeCase, change: Change, agent: int, seat: RosterSeat, new: RosterSeat) -> ChangeOutcome:
    return case.outcome(case.state.with_seat(agent, new), change, seat.name, new.name)


# What a change list does to the game, change by change: a step for each that applies, a problem for each that cannot.
# A change with a problem changes nothing and the next ones go on, so that a dry run can name every problem at once;
# that an enactment is all or nothing is its caller's rule (`Applied.whole`).

Appliers: TypeAlias = Mapping[type[Change], Applier]
CORE_APPLIERS: Appliers = MappingProxyType(
    {
        EnactRule: apply_enact,
        AmendRule: apply_amend,
        ReplaceText: apply_replace,
        RepealRule: apply_repeal,
        RenameRule: apply_rename,
        MoveRule: apply_move,
        MakeAdmin: apply_make_admin,
        RemoveAdmin: apply_remove_admin,
        RenameAgent: apply_rename_agent,
        RemoveAgent: apply_remove_agent,
        BarAgent: apply_bar_agent,
        UnbarAgent: apply_unbar_agent,
    }
)


@dataclass(frozen=True, slots=True)
class Applied:
    """The state after all changes that apply, what each did, and what stood in the way of the others."""

    state: GameState
    steps: tuple[ChangeStep, ...] = ()
    problems: tuple[ChangeProblem, ...] = ()

    @property
    def whole(self) -> bool:
        return not self.problems

    @property
    def is_unaided(self) -> bool:
        """Whether all of it can be done as it is written, with no text of an Admin in the place of a conflict."""
        return self.whole and not any(step.resolved for step in self.steps)


def apply_changes(
    state: GameState,
    changes: Sequence[Change],
    check: TextCheck,
    resolutions: Mapping[int, str] | None = None,
    fold: Fold = str.casefold,
    appliers: Appliers = CORE_APPLIERS,
) -> Applied:
    """Make the changes one after another, each on what the ones before it left.

    `check` raises `Invalid` for a text that may not stand in a rule; `resolutions` holds an admin's texts by place in
    the list, used only where a merge conflicts; `fold` is what Agents' names are compared by.
    """
    steps, problems = list[ChangeStep](), list[ChangeProblem]()
    for index, change in enumerate(changes):
        case = ChangeCase(state, index, check, fold, (resolutions or {}).get(index))
        result = appliers[type(change)](case, change)
        if isinstance(result, ChangeProblem):
            problems.append(result)
        else:
            state, step = result
            steps.append(step)
    return Applied(state, tuple(steps), tuple(problems))


# What an enactment would do: now, and in its turn behind the older pending ones, and which of them gets in its way.

# What an older list did to a change, told from the problem that the change then has.
IN_THE_WAY: Mapping[str, str] = MappingProxyType(
    {
        "target-missing": "repeals-first",
        "merge-conflict": "rewrites-first",
        "not-found": "rewrites-first",
        "ambiguous": "repeats-first",
        "agent-missing": "removes-first",
        "title-taken": "takes-title-first",
        "agent-name-taken": "takes-name-first",
        "title-is-a-name": "takes-name-first",
        "no-effect": "does-it-first",
        "already-admin": "does-it-first",
        "not-admin": "does-it-first",
    }
)


@dataclass(frozen=True, slots=True)
class ConflictWith:
    """The older list (`ref`, such as “#12”) that first spoils the change at `index`, and how."""

    ref: str
    index: int
    code: str


@dataclass(frozen=True, slots=True)
class DryRun:
    """`now`: enacted at this moment. `in_turn`: after the older ones, without those `skipped`, which do not apply."""

    now: Applied
    in_turn: Applied
    conflicts: tuple[ConflictWith, ...] = ()
    skipped: tuple[str, ...] = ()


def dry_run(
    state: GameState,
    own: Sequence[Change],
    older: Sequence[tuple[str, Sequence[Change]]],
    check: TextCheck,
    fold: Fold = str.casefold,
    appliers: Appliers = CORE_APPLIERS,
) -> DryRun:
    """Try a list on the state as it is, and after `older` (ref, changes), the oldest first, each all or nothing."""
    made = partial(apply_changes, check=check, fold=fold, appliers=appliers)
    tried, skipped = list[tuple[str, GameState]](), list[str]()
    turn = state
    for ref, changes in older:
        applied = made(turn, changes)
        if applied.whole:
            turn = applied.state
            tried.append((ref, turn))
        else:
            skipped.append(ref)
    now, in_turn = made(state, own), made(turn, own)
    # Only what goes well now and ill in turn is the doing of an older list.
    spoilt = {problem.index for problem in in_turn.problems} - {problem.index for problem in now.problems}
    trials = ((ref, made(after, own)) for ref, after in tried)
    return DryRun(now, in_turn, tuple(_conflicts(spoilt, trials)), tuple(skipped))


def _conflicts(spoilt: Set[int], trials: Iterator[tuple[str, Applied]]) -> Iterator[ConflictWith]:
    """Who was first to spoil each, looking no further than needed: each trial makes the whole list once more."""
    while spoilt:
        ref, trial = next(trials)
        for problem in trial.problems:
            if problem.index in spoilt:
                yield ConflictWith(ref, problem.index, IN_THE_WAY.get(problem.code, "spoils-first"))
        spoilt = spoilt - {problem.index for problem in trial.problems}
