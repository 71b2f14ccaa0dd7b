"""What a change list would do, for the page: each change with its difference, and what is in its way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from nomic.core.mechanics.decision import Reason
from nomic.core.views.entering import GameRequest
from proposals.queries import outlook
from proposals.views.changes_shown import WHOLE_LIST, read, spans
from proposals.views.wording import address, said, what
from rulesets.mechanics.apply import Applied
from rulesets.mechanics.changes import Change
from rulesets.mechanics.diff import words_diff
from rulesets.mechanics.dryrun import ConflictWith
from rulesets.mechanics.gamestate import State
from rulesets.mechanics.lints import Lint, Severity
from rulesets.mechanics.steps import Problem, Step

if TYPE_CHECKING:
    from proposals.models import Post

Shown = dict[str, Any]
EFFECTS = frozenset({"dial-changed", "dial-gained", "dial-lost", "mechanism-gained", "mechanism-lost"})


def dry_run(entry: Post, request: GameRequest) -> Shown:
    """Exactly what enacting would do now and when its turn comes, as `proposals/_dry_run.html` shows it."""
    rehearsed = outlook.rehearsal(entry, request.game)
    run, changes = rehearsed.run, read(entry.changes)
    moved = _outcome(run.now) != _outcome(run.in_turn)
    return {
        "now": applied_shown(run.now, changes, rehearsed.state, request),
        "in_turn": applied_shown(run.in_turn, changes, rehearsed.state, request) if moved else None,
        "conflicts": [_conflict(each, request) for each in run.conflicts],
        "left_out": list(run.skipped),
        "behind": ", ".join(ref for ref in rehearsed.older if ref not in run.skipped),
        "is_first": not rehearsed.older,
    } | quietly(rehearsed.lints, request)


def _outcome(applied: Applied) -> tuple[object, ...]:
    """What of a trial a reader would call the same or different."""
    steps = tuple((step.index, step.before, step.after) for step in applied.steps)
    return steps, tuple((each.index, each.code) for each in applied.problems)


def applied_shown(applied: Applied, changes: Sequence[Change], state: State, request: GameRequest) -> Shown:
    """Every change in its order: what it does, or what stands in its way. `state` is the one before it."""
    found: dict[int, Shown] = {step.index: _step(step) for step in applied.steps}
    found |= {each.index: {"problem": problem_shown(each, request)} for each in applied.problems}
    shown = [_what(change, state, request) | found[index] for index, change in enumerate(changes)]
    # A list that no longer reads has no changes to show, and one problem.
    unread = [{"what": WHOLE_LIST, **found[index]} for index in sorted(found) if index >= len(changes)]
    return {"whole": applied.whole, "changes": shown + unread}


def _what(change: Change, state: State, request: GameRequest) -> Shown:
    return {"what": what(change, state, request)}


def _step(step: Step) -> Shown:
    pair = step.before, step.after
    return {"spans": spans(words_diff(*pair)) if any(pair) else [], "merge": _merge(step)}


def _merge(step: Step) -> str:
    if step.resolved:
        return "The two contradict each other; what was written by hand stands."
    return "The text has moved since this was drafted, and both changes stand." if step.merged else ""


def problem_shown(problem: Problem, request: GameRequest) -> Shown:
    """What stands in the way of one change, in words; where texts contradict each other, the stretches that do."""
    return {
        "text": said(Reason(problem.code, "", problem.facts), request),
        "conflicts": [{"base": each.base, "now": each.ours, "proposed": each.theirs} for each in problem.conflicts],
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


def _conflict(conflict: ConflictWith, request: GameRequest) -> Shown:
    """“#12 rewrites this sentence first.”, with the way to #12."""
    number = int(conflict.ref.removeprefix("#"))
    text = said(Reason(conflict.code, "", {"ref": conflict.ref}), request)
    return {"number": number, "url": address("post", request, number), "change": conflict.index + 1, "text": text}
