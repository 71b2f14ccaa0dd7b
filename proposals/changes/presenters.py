"""Change lists as voters read them: each change in words, with the difference that it makes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.safestring import SafeString

from nomic.core import queries as core
from nomic.core.mechanics.decision import Reason
from nomic.core.views.entering import GameRequest
from proposals.views.scenes import state_of
from proposals.views.wording import address, said, what
from rulesets import queries as law
from rulesets.mechanics.changes import (
    AmendRule,
    Change,
    EnactRule,
    RenameAgent,
    RenameRule,
    RepealRule,
    ReplaceText,
)
from rulesets.mechanics.diff import Op, Span, words_diff
from rulesets.mechanics.gamestate import State
from rulesets.mechanics.marks import Marked, unknown_names
from rulesets.mechanics.pieces import Piece, in_pieces
from rulesets.templatetags.law_text import rendered
from rulesets.views.showing import part

Shown = dict[str, Any]
# A stretch that stays is shown so far on either side of what changes, and no further.
AROUND, WORTH_SKIPPING = 240, 700
WHOLE_LIST, UNREAD = "The whole list", Reason("list-unread", "")


def shown_changes(entries: object, seq: int, request: GameRequest, *, pending: bool) -> list[Shown]:
    """A posted change list against the text that it was drafted on, after event `seq`; while pending, also against
    the text of now where that has moved. One that no longer reads is shown as that, never as none."""
    changes = read(entries)
    if entries and not changes:
        return [{"what": WHOLE_LIST, "problem": said(UNREAD, request)}]
    if not changes:
        return []
    current = drafted = state_of(request)
    if law.moved_since(request.game.pk, seq):
        drafted = current.with_ruleset(law.ruleset(request.game.pk, seq))
    moved = current.ruleset if pending else drafted.ruleset
    return [shown_change(change, drafted, request) | _against_now(change, drafted, moved) for change in changes]


def read(entries: object) -> tuple[Change, ...]:
    """A kept change list, once more as changes; none for one that this server reads no longer."""
    return law.understood(entries) or ()


def shown_change(change: Change, state: State, request: GameRequest) -> Shown:
    """One change in words, and its difference against the texts of `state`."""
    pair = texts(change, state)
    return {
        "what": what(change, state, request),
        "spans": spans(words_diff(*pair)) if pair else [],
        "folded": isinstance(change, RepealRule),
        "law": _as_law(change.text, request) if isinstance(change, EnactRule) else "",
    }


def _as_law(text: str, request: GameRequest) -> SafeString:
    """A new rule as the ruleset would show it: nothing of it is a difference."""
    marks = Marked(unknown=unknown_names(text, core.catalogue()))
    return rendered(text, marks, address("dials", request))


def texts(change: Change, state: State) -> tuple[str, str] | None:
    """The text, title or name before a change and after it; None where words say it all."""
    match change:
        case AmendRule():
            return change.base, change.text
        case RepealRule():
            return _text(state, change.rule), ""
        case ReplaceText():
            text = _text(state, change.rule)
            alone = text.count(change.find) == 1
            return (text, text.replace(change.find, change.replace)) if alone else (change.find, change.replace)
        case RenameRule():
            rule = state.ruleset.rule(change.rule)
            return (rule.title, change.title) if rule else None
        case RenameAgent():
            seat = state.agents.get(change.agent)
            return (seat.name, change.name) if seat else None
    return law.kinds()[change.kind].texts(change, state)


def _text(state: State, rule_id: int) -> str:
    rule = state.ruleset.rule(rule_id)
    return rule.text if rule else ""


def _against_now(change: Change, drafted: State, now: Any) -> Shown:
    """The same change against the rule as it stands now, if that is no longer what it was drafted on."""
    if not isinstance(change, AmendRule):
        return {}
    rule = now.rule(change.rule)
    if rule is None or rule.text == change.base or drafted.ruleset is now:
        return {}
    return {"now_spans": spans(words_diff(rule.text, change.text))}


def spans(diff: Sequence[Span]) -> list[dict[str, str]]:
    """A difference as `components/diff.html` takes it, long stretches that stay left out in the middle."""
    found = list(in_pieces(diff))
    last = len(found) - 1
    return [
        shown
        for place, (op, run) in enumerate(found)
        for shown in _shortened(op, run, first=place == 0, last=place == last)
    ]


def _shortened(op: Op, run: Sequence[Piece], *, first: bool, last: bool) -> Iterable[dict[str, str]]:
    whole = sum(len(each.text) for each in run)
    if op != "same" or whole < WORTH_SKIPPING or (first and last):
        return [part(op, each) for each in run]
    head = [] if first else _beginning(run)
    tail = [] if last else _end(run)
    skipped = _words(run) - _words(head) - _words(tail)
    gap = {"op": "gap", "text": f"{skipped} words stay as they are"}
    return [*(part(op, each) for each in head), gap, *(part(op, each) for each in tail)]


def _beginning(run: Sequence[Piece]) -> list[Piece]:
    """The first pieces, so far as a reader needs them; the last of them ends with a word."""
    found, room = list[Piece](), AROUND
    for each in run:
        if len(each.text) > room:
            words = "" if each.mark else each.text[:room].rsplit(" ", 1)[0]
            return [*found, Piece(words)] if words else found
        found.append(each)
        room -= len(each.text)
    return found


def _end(run: Sequence[Piece]) -> list[Piece]:
    """The last pieces in the same way."""
    found, room = list[Piece](), AROUND
    for each in reversed(run):
        if len(each.text) > room:
            words = "" if each.mark else each.text[len(each.text) - room :].split(" ", 1)[-1]
            return [Piece(words), *found] if words else found
        found.insert(0, each)
        room -= len(each.text)
    return found


def _words(run: Iterable[Piece]) -> int:
    return sum(len(each.text.split()) for each in run if not each.mark)
