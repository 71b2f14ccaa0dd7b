"""Change lists as voters read them: each change in words with its difference, and what it would do or what prevents
it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.safestring import SafeString

from nomic.core.decision import Reason
from nomic.core.law import queries as law_queries
from nomic.core.requests import GameRequest, cached_on_request
from proposals.reasons.presenters import address, change_text, reason_text
from rulesets.changes import queries as changes_queries
from rulesets.changes.rules import (
    AmendRule,
    Change,
    EnactRule,
    GameState,
    RenameAgent,
    RenameRule,
    RepealRule,
    ReplaceText,
)
from rulesets.changes.rules_steps import Applied, ChangeProblem, ChangeStep
from rulesets.history import queries as history_queries
from rulesets.history.rules_differences import DiffOp, DiffSpan, Piece, in_pieces, words_diff
from rulesets.lints.rules import Lint, Severity
from rulesets.reading.presenters import DiffPiece, diff_piece
from rulesets.templatetags.law_text import render_law_text
from rulesets.text.rules import Ruleset
from rulesets.text.rules_folding import MarkedText, unknown_names

# A stretch that stays is shown so far on either side of what changes, and no further.
AROUND, WORTH_SKIPPING = 240, 700
WHOLE_LIST, UNREAD = "The whole list", Reason("list-unread", "")


@dataclass(frozen=True, slots=True)
class ShownConflict:
    """A stretch of which the law now says one thing, and a change another."""

    base: str
    now: str
    proposed: str


@dataclass(frozen=True, slots=True)
class ShownProblem:
    """What stands in the way of one change, in words; where texts contradict each other, the stretches that do."""

    text: str
    conflicts: Sequence[ShownConflict] = ()


@dataclass(frozen=True, slots=True)
class ShownChange:
    """One change in words, with its difference and, where the rule has moved since, that against the text of now.

    `law`: a new rule as the ruleset would show it; `folded`: its difference opens on demand; `merge`: how it met with
    newer words; `settled`: what an Admin settled by hand.
    """

    what: str
    spans: Sequence[DiffPiece] = ()
    folded: bool = False
    law: str = ""
    now_spans: Sequence[DiffPiece] = ()
    problem: ShownProblem | str = ""
    merge: str = ""
    settled: str = ""


@dataclass(frozen=True, slots=True)
class ShownChanges:
    """What a change list would do; `whole`: all of it."""

    whole: bool
    changes: list[ShownChange]


def present_changes(entries: object, seq: int, request: GameRequest, *, pending: bool) -> list[ShownChange]:
    """A posted change list against the text that it was drafted on, after event `seq`; while pending, also against
    the text of now where that has moved. One that no longer reads is shown as that, never as none."""
    changes = readable_changes(entries)
    if entries and not changes:
        return [ShownChange(WHOLE_LIST, problem=reason_text(UNREAD, request))]
    if not changes:
        return []
    current = drafted = state_of(request)
    if history_queries.has_changed_since(request.game.pk, seq):
        drafted = current.with_ruleset(history_queries.ruleset(request.game.pk, seq))
    moved = current.ruleset if pending else drafted.ruleset
    return [
        replace(present_change(each, drafted, request), now_spans=_compare_with_now(each, drafted, moved))
        for each in changes
    ]


def readable_changes(entries: object) -> tuple[Change, ...]:
    """A kept change list, once more as changes; none for one that this server reads no longer."""
    return changes_queries.read_kept_changes(entries) or ()


def present_change(change: Change, state: GameState, request: GameRequest) -> ShownChange:
    """One change in words, and its difference against the texts of `state`."""
    pair = change_texts(change, state)
    law = _render_as_law(change.text, request) if isinstance(change, EnactRule) else ""
    spans = shorten_diff(words_diff(*pair)) if pair else []
    return ShownChange(change_text(change, state, request), spans, isinstance(change, RepealRule), law)


def _render_as_law(text: str, request: GameRequest) -> SafeString:
    """A new rule as the ruleset would show it: nothing of it is a difference."""
    marks = MarkedText(unknown=unknown_names(text, law_queries.catalogue()))
    return render_law_text(text, marks, address("dials", request))


def change_texts(change: Change, state: GameState) -> tuple[str, str] | None:
    """The text, title or name before a change and after it; None where words say it all."""
    match change:
        case AmendRule():
            return change.base, change.text
        case RepealRule():
            return _text_of_rule(state, change.rule), ""
        case ReplaceText():
            text = _text_of_rule(state, change.rule)
            alone = text.count(change.find) == 1
            return (text, text.replace(change.find, change.replace)) if alone else (change.find, change.replace)
        case RenameRule():
            rule = state.ruleset.rule(change.rule)
            return (rule.title, change.title) if rule else None
        case RenameAgent():
            seat = state.agents.get(change.agent)
            return (seat.name, change.name) if seat else None
    return changes_queries.change_kinds()[change.kind].texts(change, state)


def _text_of_rule(state: GameState, rule_id: int) -> str:
    rule = state.ruleset.rule(rule_id)
    return rule.text if rule else ""


def _compare_with_now(change: Change, drafted: GameState, now: Ruleset) -> list[DiffPiece]:
    """The same change against the rule as it stands now, if that is no longer what it was drafted on."""
    if not isinstance(change, AmendRule):
        return []
    rule = now.rule(change.rule)
    if rule is None or rule.text == change.base or drafted.ruleset is now:
        return []
    return shorten_diff(words_diff(rule.text, change.text))


def shorten_diff(diff: Sequence[DiffSpan]) -> list[DiffPiece]:
    """A difference as `components/diff.html` takes it, long stretches that stay left out in the middle."""
    found = list(in_pieces(diff))
    last = len(found) - 1
    return [
        shown
        for place, (op, run) in enumerate(found)
        for shown in _shorten_run(op, run, first=place == 0, last=place == last)
    ]


def _shorten_run(op: DiffOp, run: Sequence[Piece], *, first: bool, last: bool) -> Iterable[DiffPiece]:
    whole = sum(len(each.text) for each in run)
    if op != "same" or whole < WORTH_SKIPPING or (first and last):
        return [diff_piece(op, each) for each in run]
    head = [] if first else _first_pieces(run)
    tail = [] if last else _last_pieces(run)
    skipped = _count_words(run) - _count_words(head) - _count_words(tail)
    gap = DiffPiece("gap", f"{skipped} words stay as they are")
    return [*(diff_piece(op, each) for each in head), gap, *(diff_piece(op, each) for each in tail)]


def _first_pieces(run: Sequence[Piece]) -> list[Piece]:
    """The first pieces, so far as a reader needs them; the last of them ends with a word."""
    found, room = list[Piece](), AROUND
    for each in run:
        if len(each.text) > room:
            words = "" if each.mark else each.text[:room].rsplit(" ", 1)[0]
            return [*found, Piece(words)] if words else found
        found.append(each)
        room -= len(each.text)
    return found


def _last_pieces(run: Sequence[Piece]) -> list[Piece]:
    """The last pieces in the same way."""
    found, room = list[Piece](), AROUND
    for each in reversed(run):
        if len(each.text) > room:
            words = "" if each.mark else each.text[len(each.text) - room :].split(" ", 1)[-1]
            return [Piece(words), *found] if words else found
        found.insert(0, each)
        room -= len(each.text)
    return found


def _count_words(run: Iterable[Piece]) -> int:
    return sum(len(each.text.split()) for each in run if not each.mark)


# What a change list would do, for the page: each change with its difference, and what is in its way.

EFFECTS = frozenset({"dial-changed", "dial-gained", "dial-lost", "mechanism-gained", "mechanism-lost"})


def present_applied(
    applied: Applied, changes: Sequence[Change], state: GameState, request: GameRequest
) -> ShownChanges:
    """Every change in its order: what it does, or what stands in its way. `state` is the one before it."""
    found = {step.index: _shown_step(step) for step in applied.steps}
    found |= {each.index: ShownChange("", problem=present_problem(each, request)) for each in applied.problems}
    words = {index: change_text(change, state, request) for index, change in enumerate(changes)}
    # A list that no longer reads has no changes to show, and one problem.
    shown = [replace(found[index], what=words.get(index, WHOLE_LIST)) for index in sorted({*words, *found})]
    return ShownChanges(applied.whole, shown)


def _shown_step(step: ChangeStep) -> ShownChange:
    pair = step.before, step.after
    return ShownChange("", shorten_diff(words_diff(*pair)) if any(pair) else [], merge=_merge_text(step))


def _merge_text(step: ChangeStep) -> str:
    if step.resolved:
        return "The two contradict each other; what was written by hand stands."
    return "The text has moved since this was drafted, and both changes stand." if step.merged else ""


def present_problem(problem: ChangeProblem, request: GameRequest) -> ShownProblem:
    text = reason_text(Reason(problem.code, "", problem.facts), request)
    return ShownProblem(text, [ShownConflict(each.base, each.ours, each.theirs) for each in problem.conflicts])


def present_lints(lints: Iterable[Lint], request: GameRequest) -> dict[str, list[Any]]:
    """What the server would obey afterwards, and what else ought to be known first."""
    found = [(lint, reason_text(Reason(lint.code, "", lint.facts), request)) for lint in lints]
    return {
        "effects": [text for lint, text in found if lint.code in EFFECTS],
        "lints": [
            {"text": text, "grave": lint.severity is Severity.ERROR} for lint, text in found if lint.code not in EFFECTS
        ],
    }


def state_of(request: GameRequest) -> GameState:
    """The ruleset and roster that change lists would change, as they are."""
    return cached_on_request(request, "state", lambda: changes_queries.current_state(request.game))
