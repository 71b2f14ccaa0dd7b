"""The facts of a contested undoing, as a Call for Judgment would put them. (Rule 1.7)"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dynasties.mechanics.columns import Held, shown
from dynasties.queries.updates import Entry, entries_of
from nomic.core.mechanics.dials import CLERK
from nomic.core.views.entering import AgentRequest
from proposals.forms.changes import ChangeForm
from proposals.views.wording import address
from rulesets import queries as law

if TYPE_CHECKING:
    from dynasties.models import Update

# What would be more than words in the midst of a line of Markdown, or of a table.
ESCAPED = str.maketrans({sign: f"\\{sign}" for sign in r"\`*_[]<>|~"})


@dataclass(frozen=True, slots=True)
class Written:
    """A post to begin with: `rows` as a draft keeps them, the values set back."""

    title: str
    body: str
    rows: list[dict[str, str]]


def dispute(request: AgentRequest, undoing: Update) -> Written:
    """What to put to the game about an undoing: who did what when, citing which rule, and the values to set back."""
    undone = undoing.undoes
    assert undone is not None
    entries = entries_of([undoing], request.game, request.agent).get(undoing.pk, ())
    body = "\n\n".join(
        (
            f"{_linked(request, undone)} by {_by(undone)}{_under(request, undone, ', under ', ',')} was undone by "
            f"{_by(undoing)} in {_linked(request, undoing)}, as having broken{_under(request, undoing, ' ')}. "
            f"The reason given: “{undoing.comment.translate(ESCAPED)}”",
            _table(entries, undone, undoing),
            f"I hold that update {undone.number} kept to the rules. If this passes, the values are set back.",
        )
    )
    return Written(f"The undoing of update {undone.number}", body, [_set_back(each) for each in entries])


def _linked(request: AgentRequest, act: Update) -> str:
    return f"[Update {act.number}]({address('tracker_update', request, act.number)})"


def _by(act: Update) -> str:
    return (act.by.name if act.by else CLERK).translate(ESCAPED)


def _under(request: AgentRequest, act: Update, before: str, after: str = "") -> str:
    if act.rule_id is None:
        return ""
    rule = law.ruleset(request.game.pk, act.seq).rule(act.rule_id)
    title = (rule.title if rule else f"rule {act.rule_id}").translate(ESCAPED)
    return f"{before}[{title}]({address('rule', request, act.rule_id)}){after}"


def _table(entries: Sequence[Entry], undone: Update, undoing: Update) -> str:
    lines = [f"| Value | By update {undone.number} | Since update {undoing.number} |", "| --- | --- | --- |"]
    lines += [f"| {_cell(each)} | {_value(each, each.before)} | {_value(each, each.after)} |" for each in entries]
    return "\n".join(lines)


def _cell(entry: Entry) -> str:
    name = f"{entry.column.name} of {entry.name}" if entry.name else entry.column.name
    return name.translate(ESCAPED)


def _value(entry: Entry, value: Held) -> str:
    return shown(entry.column, value).translate(ESCAPED)


def _set_back(entry: Entry) -> dict[str, str]:
    change = {
        "kind": "set-value", "column": entry.column.number, "agent": entry.agent, "op": "set", "value": entry.before,
    }  # fmt: skip
    form: type[ChangeForm] = law.kinds()["set-value"].form
    return form.typed(change) | {"kind": "set-value"}
