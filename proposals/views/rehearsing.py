"""What a change list would do, for the page: each change with its difference, and what is in its way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from nomic.core.mechanics.decision import Reason
from nomic.core.views.entering import GameRequest
from proposals import queries
from proposals.views.wording import said
from rulesets.mechanics.apply import Applied
from rulesets.mechanics.changes import RepealRule
from rulesets.mechanics.described import describe
from rulesets.mechanics.diff import Span, words_diff
from rulesets.mechanics.dryrun import ConflictWith
from rulesets.mechanics.gamestate import State
from rulesets.mechanics.lints import Lint, Severity
from rulesets.mechanics.steps import Problem, Step

if TYPE_CHECKING:
    from proposals.models import Post

Shown = dict[str, Any]
OPS = {"same": "equal", "added": "insert", "removed": "delete"}
EFFECTS = frozenset({"dial-changed", "dial-gained", "dial-lost", "mechanism-gained", "mechanism-lost"})
# Of a long passage that stays as it is, so much is shown on either side of a change.
AROUND = 160


def dry_run(entry: Post, request: GameRequest) -> Shown:
    """Exactly what enacting would do now and when its turn comes, as `proposals/_dry_run.html` shows it."""
    rehearsed = queries.rehearsal(entry, request.game)
    run = rehearsed.run
    moved = _outcome(run.now) != _outcome(run.in_turn)
    return {
        "now": applied_shown(run.now, rehearsed.state, request),
        "in_turn": applied_shown(run.in_turn, rehearsed.state, request) if moved else None,
        "conflicts": [_conflict(each, request) for each in run.conflicts],
        "left_out": list(run.skipped),
        "behind": list(rehearsed.older),
    } | quietly(rehearsed.lints, request)


def applied_shown(applied: Applied, state: State, request: GameRequest) -> Shown:
    """The steps of a change list, and what stands in the way of the others. `state` is the one before it."""
    return {
        "whole": applied.whole,
        "steps": list(_steps(applied.steps, state, request)),
        "problems": [problem_shown(each, request) for each in applied.problems],
    }


def quietly(lints: Iterable[Lint], request: GameRequest) -> Shown:
    """What the server would obey afterwards, and what else ought to be known first."""
    found = [(lint, said(Reason(lint.code, "", lint.facts), request)) for lint in lints]
    return {
        "effects": [text for lint, text in found if lint.code in EFFECTS],
        "lints": [
            {"text": text, "grave": lint.severity is Severity.ERROR} for lint, text in found if lint.code not in EFFECTS
        ],
    }


def _outcome(applied: Applied) -> tuple[object, ...]:
    """What of a trial a reader would call the same or different."""
    steps = tuple((step.index, step.before, step.after) for step in applied.steps)
    return steps, tuple((each.index, each.code) for each in applied.problems)


def _steps(steps: Iterable[Step], state: State, request: GameRequest) -> Iterator[Shown]:
    for step in steps:
        line = describe(step.change, state)
        yield {"what": said(Reason(line.code, "", line.facts), request), "spans": spans(step), "merge": _merge(step)}


def _merge(step: Step) -> str:
    if step.resolved:
        return "The two contradict each other; what was written by hand stands."
    return "The text has moved since this was drafted, and both changes stand." if step.merged else ""


def spans(step: Step) -> list[Shown]:
    """The difference that a step makes, word by word; nothing where it changes no words."""
    if not isinstance(step.change, RepealRule) and not step.after:
        return []
    found = words_diff(step.before, step.after)
    last = len(found) - 1
    return [
        {"op": OPS[span.op], "text": _shortened(span, place == 0, place == last)} for place, span in enumerate(found)
    ]


def _shortened(span: Span, first: bool, last: bool) -> str:
    """A stretch that stays, cut down to its ends where it is long."""
    if span.op != "same" or len(span.text) <= 2 * AROUND:
        return span.text
    head, tail = ("" if first else span.text[:AROUND]), ("" if last else span.text[-AROUND:])
    return f"{head} … {tail}"


def problem_shown(problem: Problem, request: GameRequest) -> Shown:
    """What stands in the way of one change, in words."""
    text = said(Reason(problem.code, "", problem.facts), request)
    return {"index": problem.index, "code": problem.code, "text": text}


def _conflict(conflict: ConflictWith, request: GameRequest) -> Shown:
    """“#12 rewrites this sentence first.”, with the way to #12."""
    number = int(conflict.ref.removeprefix("#"))
    facts = {"ref": conflict.ref}
    return {"number": number, "change": conflict.index + 1, "text": said(Reason(conflict.code, "", facts), request)}
