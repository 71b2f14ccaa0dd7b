"""Update the tracker, undo an update, dispute an undoing, come back from idleness. Nothing typed is lost on the way.
(Rule 1.7)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from dynasties.tracker import (
    actions as tracker_actions,
    queries as tracker_queries,
    queries_updates as tracker_queries_updates,
)
from dynasties.tracker.actions import UpdateWords
from dynasties.tracker.forms import Acts, CellForm, CellPlace, UndoForm, UpdateForm
from dynasties.tracker.presenters import GAME, get_update_or_404, may_update_at_all, update_context
from dynasties.tracker.queries import TrackerRow, TrackerSheet
from dynasties.tracker.queries_updates import UpdateEntry, cell_history, update_entries
from dynasties.tracker.rules import (
    NEW_COLUMN,
    CellConflict,
    CellMoved,
    ColumnFacts,
    Held,
    ReturnedValue,
    Scope,
    spending_rule,
    value_text,
)
from nomic.core.decision import Decision, Invalid, Reason, refusal
from nomic.core.duties import queries as duties_queries
from nomic.core.forms import NotDone, fresh_token, run_form
from nomic.core.games import queries as games_queries
from nomic.core.law.dials import AGENTS_IDLING, CLERK
from nomic.core.law.rules import Law
from nomic.core.requests import AgentRequest, actor_of, admin_required, agent_required, law_of
from nomic.core.roster import actions_activity as roster_actions_activity, rules as roster_rules
from proposals.changes.forms import ChangeForm
from proposals.composer.actions import PostWords, save_draft
from proposals.kinds.cfj.kind import CALL
from proposals.reasons.presenters import ReasonLine, address, reason_text, reasons_context
from rulesets.changes import queries as changes_queries
from rulesets.history import queries as history_queries
from rulesets.text.rules import Ruleset

if TYPE_CHECKING:
    from dynasties.tracker.models import Update
    from nomic.core.games.models import Agent

MOST_CELLS = 60


@dataclass
class UpdateDesk:
    """What lies before somebody who updates: the tracker and the law of now, the cells chosen, and their forms."""

    request: AgentRequest
    sheet: TrackerSheet
    law: Law
    ruleset: Ruleset
    acts: Acts
    places: list[CellPlace]
    form: UpdateForm
    cells: list[CellForm]

    @property
    def valid(self) -> bool:
        # Every form is judged, so that all that is wrong is told at once.
        return all([self.form.is_valid(), *(each.is_valid() for each in self.cells)])

    def add_refusal(self, error: Invalid) -> None:
        """Show what was not understood where it stands: `cells/2/value` is the third cell's field."""
        top, _, rest = error.path.partition("/")
        place, _, name = rest.partition("/")
        if top == "cells" and place.isdecimal() and int(place) < len(self.cells):
            self.cells[int(place)].add_refusal(name, error.text)
        else:
            self.form.add_refusal(error)


def desk_of(request: AgentRequest, keys: Sequence[str], data: QueryDict | None = None) -> UpdateDesk:
    """The desk with those cells; `data` is what was sent, None for a fresh one."""
    sheet, the_law = tracker_queries.get_sheet(request.game, request.agent), law_of(request)
    places = [place for key in keys if (place := _cell_place(sheet, key, spending_rule(the_law)))]
    say, ruleset = partial(reason_text, request=request), history_queries.ruleset(request.game.pk)
    acts = duties_queries.acts_of(request.game, request.agent, request.now, the_law)
    form = UpdateForm(data, ruleset=ruleset, acts=acts, say=say, initial={"token": fresh_token()})
    cells = [CellForm(data, place=place, say=say) for place in places]
    return UpdateDesk(request, sheet, the_law, ruleset, acts, places, form, cells)


def _cell_place(sheet: TrackerSheet, key: str, spending: str | None) -> CellPlace | None:
    """The cell of an address, if there is one now and the reader sees it."""
    number, _, whose = key.partition(":")
    column = next((each for each in (*sheet.columns, *sheet.globals) if str(each.number) == number), None)
    if column is None:
        return None
    agent = _agent_by_id(sheet, column, whose)
    cell = sheet.cell(column.number, agent)
    if cell is None or cell.hidden:
        return None
    return CellPlace(column, agent, sheet.name_of(agent), cell.value, cell.base, spending)


def _agent_by_id(sheet: TrackerSheet, column: ColumnFacts, whose: str) -> int | None:
    if column.scope is Scope.GAME:
        return None
    return next((row.agent for row in sheet.rows if str(row.agent) == whose), 0)


@require_http_methods(["GET", "HEAD", "POST"])
@agent_required
def update_tracker_page(request: AgentRequest) -> HttpResponse:
    """Update one cell or several. Buttons of the page add a cell and take one out; the last one does it."""
    if request.method != "POST":
        return _desk_context(desk_of(request, _cell_keys(request.GET)))
    do, keys = request.POST.get("do", "update"), _cell_keys(request.POST)
    if do == "add":
        return _update_form_again(request, [*keys, _with_added(request.POST)])
    if do.startswith("drop-"):
        return _update_form_again(request, [key for key in keys if key != do.removeprefix("drop-")])
    desk = desk_of(request, keys, request.POST)
    if not desk.valid:
        return _desk_context(desk, status=422)
    barred = _barred_reasons(desk)
    if barred:
        return _desk_context(desk, status=409, refused=reasons_context(barred, request))
    return _update_done(desk)


def _cell_keys(typed: QueryDict) -> list[str]:
    return list(dict.fromkeys(typed.getlist("cell")))[:MOST_CELLS]


def _with_added(typed: QueryDict) -> str:
    return f"{typed.get('add_column', '')}:{typed.get('add_agent', '') or GAME}"


def _update_form_again(request: AgentRequest, keys: Sequence[str]) -> HttpResponse:
    """The page with other cells; what was typed stays, and nothing is judged yet."""
    keys = list(dict.fromkeys(keys))[:MOST_CELLS]
    desk = desk_of(request, keys)
    for form in (desk.form, *desk.cells):
        names = [form.add_prefix(name) for name in form.fields]
        typed = {name: request.POST[key] for name, key in zip(form.fields, names, strict=True) if key in request.POST}
        form.initial = {**form.initial, **typed}
    return _desk_context(desk)


def _barred_reasons(desk: UpdateDesk) -> tuple[Reason, ...]:
    """Why the reader may not update now: asked before the act, and again in it."""
    asked = [may_update_at_all(desk.request), *(_may_update_cell(desk, place) for place in desk.places)]
    return tuple(reason for each in asked if not each.outcome for reason in each.reasons)


def _may_update_cell(desk: UpdateDesk, place: CellPlace) -> Decision[bool]:
    row: TrackerRow | None = next((each for each in desk.sheet.rows if each.agent == place.agent), None)
    return tracker_queries.may_update(place.column, row, desk.request.agent, desk.request.game, desk.law)


def _update_done(desk: UpdateDesk) -> HttpResponse:
    request, typed = desk.request, desk.form.cleaned_data
    try:
        said = UpdateWords(typed["comment"], typed["rule_id"], typed.get("act", ""), typed["nonce"])
        cells = [each.cell() for each in desk.cells]
        done = tracker_actions.update_cells(**actor_of(request), cells=cells, said=said, token=typed["token"])
    except CellMoved as moved:
        return _merge_context(desk, moved)
    except Invalid as error:
        desk.add_refusal(error)
        return _desk_context(desk, status=422)
    if done.number is None:
        messages.success(request, "Done, in secret.")
        return redirect("tracker", request.game.slug)
    return redirect("tracker_update", request.game.slug, done.number)


# -- two who change one cell -------------------------------------------------------------------------


def _merge_context(desk: UpdateDesk, moved: CellMoved) -> HttpResponse:
    """Somebody changed the same cells meanwhile: both values are shown, and sent once more yours is meant to stand."""
    data = desk.request.POST.copy()
    merges = {}
    for each in moved.conflicts:
        form = desk.cells[each.index]
        merges[form.place.key] = _merge_cell(desk, form, each)
        data[form.add_prefix("base")] = str(each.base)
    anew = desk_of(desk.request, [place.key for place in desk.places], data)
    return _desk_context(anew, status=409, merges=merges)


@dataclass(frozen=True, slots=True)
class MergedCell:
    """One cell three times: as it was when the form was opened, as somebody made it since, and as it would be."""

    base: str
    now: str
    yours: str
    by: str
    number: int | None


def _merge_cell(desk: UpdateDesk, form: CellForm, conflict: CellConflict) -> MergedCell:
    request, base = desk.request, form.cleaned_data["base"] or 0
    entries = cell_history(request.game, conflict.column.number, conflict.agent, request.agent)
    first = entries[::-1]
    was = first[base - 1].after if 0 < base <= len(first) else conflict.column.standard
    last = entries[0] if entries else None
    base_text, now, yours = (value_text(conflict.column, each) for each in (was, conflict.now, conflict.yours))
    return MergedCell(base_text, now, yours, *((last.by, last.number) if last else ("", None)))


# -- the page ----------------------------------------------------------------------------------------


def _desk_context(
    desk: UpdateDesk,
    *,
    status: int = 200,
    refused: Sequence[ReasonLine] = (),
    merges: Mapping[str, MergedCell] | None = None,
) -> HttpResponse:
    request = desk.request
    general = may_update_at_all(request)
    context = {
        "form": desk.form,
        "cells": [
            _desk_cell(desk, place, form, (merges or {}).get(place.key))
            for place, form in zip(desk.places, desk.cells, strict=True)
        ],
        "merging": bool(merges),
        "refused": refused,
        "may": general.outcome,
        "grounds": reasons_context(general.reasons, request),
        "waiting": [(act.label, reasons_context(may.reasons, request)) for act, may in desk.acts if not may.outcome],
        "columns": [(each.number, each.name) for each in (*desk.sheet.columns, *desk.sheet.globals)],
        "agents": [(row.agent, row.name) for row in desk.sheet.rows if not row.is_idle],
        "full": len(desk.cells) >= MOST_CELLS,
        "wrong": status == 422,
    }
    return render(request, "dynasties/tracker_edit.html", context, status=status)


@dataclass(frozen=True, slots=True)
class DeskCell:
    """A cell that lies before who updates. `grounds`: why e may not set it."""

    place: CellPlace
    form: CellForm
    now: str
    bounds: str
    merge: MergedCell | None
    grounds: Sequence[ReasonLine]


def _desk_cell(desk: UpdateDesk, place: CellPlace, form: CellForm, merge: MergedCell | None) -> DeskCell:
    may, now = _may_update_cell(desk, place), value_text(place.column, place.value)
    grounds = reasons_context(may.reasons, desk.request) if not may.outcome else []
    return DeskCell(place, form, now, _cell_bounds(place.column), merge, grounds)


def _cell_bounds(column: ColumnFacts) -> str:
    if not column.is_number:
        return ""
    least = f"at least {column.least}" if column.least is not None else ""
    most = f"at most {column.most}" if column.most is not None else ""
    return ", ".join(each for each in (least, most) if each)


# The facts of a contested undoing, as a Call for Judgment would put them. (Rule 1.7)

# What would be more than words in the midst of a line of Markdown, or of a table.
ESCAPED = str.maketrans({sign: f"\\{sign}" for sign in r"\`*_[]<>|~"})


@dataclass(frozen=True, slots=True)
class DisputeText:
    """A post to begin with: `rows` as a draft keeps them, the values set back."""

    title: str
    body: str
    rows: list[dict[str, str]]


def dispute_text(request: AgentRequest, undoing: Update) -> DisputeText:
    """What to put to the game about an undoing: who did what when, citing which rule, and the values to set back."""
    undone = undoing.undoes
    assert undone is not None
    entries = update_entries([undoing], request.game, request.agent).get(undoing.pk, ())
    under = _permitted_under(request, undone, ", under ", ",")
    broken = _permitted_under(request, undoing, " ")
    body = "\n\n".join(
        (
            f"{_link_to(request, undone)} by {_done_by(undone)}{under} was undone by "
            f"{_done_by(undoing)} in {_link_to(request, undoing)}, as having broken{broken}. "
            f"The reason given: “{undoing.comment.translate(ESCAPED)}”",
            _cells_table(entries, undone, undoing),
            f"I hold that update {undone.number} kept to the rules. If this passes, the values are set back.",
        )
    )
    return DisputeText(f"The undoing of update {undone.number}", body, [_set_back(each) for each in entries])


def _link_to(request: AgentRequest, act: Update) -> str:
    return f"[Update {act.number}]({address('tracker_update', request, act.number)})"


def _done_by(act: Update) -> str:
    return (act.by.name if act.by else CLERK).translate(ESCAPED)


def _permitted_under(request: AgentRequest, act: Update, before: str, after: str = "") -> str:
    if act.rule_id is None:
        return ""
    rule = history_queries.ruleset(request.game.pk, act.seq).rule(act.rule_id)
    title = (rule.title if rule else f"rule {act.rule_id}").translate(ESCAPED)
    return f"{before}[{title}]({address('rule', request, act.rule_id)}){after}"


def _cells_table(entries: Sequence[UpdateEntry], undone: Update, undoing: Update) -> str:
    lines = [f"| Value | By update {undone.number} | Since update {undoing.number} |", "| --- | --- | --- |"]
    lines += [
        f"| {_table_cell(each)} | {_table_value(each, each.before)} | {_table_value(each, each.after)} |"
        for each in entries
    ]
    return "\n".join(lines)


def _table_cell(entry: UpdateEntry) -> str:
    name = f"{entry.column.name} of {entry.name}" if entry.name else entry.column.name
    return name.translate(ESCAPED)


def _table_value(entry: UpdateEntry, value: Held) -> str:
    return value_text(entry.column, value).translate(ESCAPED)


def _set_back(entry: UpdateEntry) -> dict[str, str]:
    change = {
        "kind": "set-value",
        "column": entry.column.number,
        "agent": entry.agent,
        "op": "set",
        "value": entry.before,
    }
    form: type[ChangeForm] = changes_queries.change_kinds()["set-value"].form
    return form.values_of_change(change) | {"kind": "set-value"}


# Taking back what was done on the tracker, and disputing that. (Rule 1.7)


@require_http_methods(["GET", "HEAD", "POST"])
@agent_required
def undo_page(request: AgentRequest, number: int) -> HttpResponse:
    """Take an update back, with the rule that it broke and how."""
    act = get_update_or_404(request, number)
    ruleset = history_queries.ruleset(request.game.pk, act.seq)
    if request.method != "POST":
        form = UndoForm(ruleset=ruleset, initial={"token": fresh_token()})
        return _undo_response(request, number, form)
    form = UndoForm(request.POST, ruleset=ruleset)
    done = run_form(form, lambda: tracker_actions.undo_update(**actor_of(request), number=number, **form.cleaned_data))
    if isinstance(done, NotDone):
        return _undo_response(request, number, form, done.status)
    messages.success(request, f"Update {number} is undone.")
    return redirect("tracker_update", request.game.slug, done.number)


def _undo_response(request: AgentRequest, number: int, form: UndoForm, status: int = 200) -> HttpResponse:
    return render(
        request, "dynasties/tracker_undo.html", update_context(request, number) | {"form": form}, status=status
    )


@require_POST
@agent_required
def dispute_page(request: AgentRequest, number: int) -> HttpResponse:
    """A contested undoing is for a Call for Judgment to settle: its facts written down, as a draft."""
    act = get_update_or_404(request, number)
    if act.undoes is None:
        raise Invalid("number", "Only an undoing is disputed in this way.", "no-undoing")
    written = dispute_text(request, act)
    token = fresh_token()
    save_draft(
        actor_id=request.agent.pk,
        game_id=request.game.pk,
        token=token,
        words=PostWords(CALL.code, written.title, written.body, written.rows),
    )
    messages.success(request, "The facts are written down below, as a draft that only you see.")
    return redirect(f"{address('new-post', request)}?draft={token}")


# Coming back from idleness: what is kept and what becomes what a newcomer gets, shown before anybody confirms.
# (Rule Agents)

METHODS = ["GET", "HEAD", "POST"]
WHY = {NEW_COLUMN: "a newcomer’s: it did not exist before"}
NO_MEANING = "a newcomer’s: what was there has no meaning any more"


@require_http_methods(METHODS)
@agent_required
def ask_back_page(request: AgentRequest) -> HttpResponse:
    """GET: what the reader would find, and whether e may ask. POST: e asks; an Admin does it."""
    if request.method == "POST":
        roster_actions_activity.ask_back(actor_id=request.agent.pk, game_id=request.game.pk)
        return _returned_response(request, f"You have asked to come back; {request.keywords.a('admin')} does it.")
    return _returned_context(request, "ask_back", request.agent, _may_ask(request))


def _may_ask(request: AgentRequest) -> Decision[bool]:
    may = law_of(request).requires(AGENTS_IDLING)
    if may.outcome and request.agent.is_playing:
        return refusal("not-idle", law_of(request).rule(AGENTS_IDLING), name=request.agent.name)
    return may


@require_http_methods(METHODS)
@admin_required
def unidle_page(request: AgentRequest, agent_id: int) -> HttpResponse:
    """GET: what the Agent will find, field by field. POST: e is back."""
    if request.method == "POST":
        done = roster_actions_activity.unidle_agent(
            actor_id=request.agent.pk, game_id=request.game.pk, agent_id=agent_id
        )
        return _returned_response(request, f"{done.name} is back.")
    agent = games_queries.agent(request.game.pk, agent_id)
    if agent is None:
        raise Http404("There is no such Agent.")
    may = roster_rules.may_come_back(
        agent.name,
        idle=agent.in_game and not agent.is_playing,
        asked=agent.asked_back_at is not None,
        is_self=agent.pk == request.agent.pk,
        law=law_of(request),
    )
    return _returned_context(request, "unidle", agent, may)


def _returned_context(request: AgentRequest, name: str, agent: Agent, may: Decision[bool]) -> HttpResponse:
    cells = (
        tracker_queries_updates.values_for_return(request.game, agent) if agent.in_game and not agent.is_playing else ()
    )
    context = {
        "agent": agent,
        "cells": [_returned_cell(each) for each in cells],
        "asks": name == "ask_back",
        "already": name == "ask_back" and agent.asked_back_at is not None,
        "reasons": reasons_context(may.reasons, request),
    }
    return render(request, "dynasties/returning.html", context)


def _returned_cell(each: ReturnedValue) -> tuple[ReturnedValue, str, str]:
    """With its value in words, and where that comes from."""
    return each, value_text(each.column, each.value), "kept" if each.is_kept else WHY.get(each.why, NO_MEANING)


def _returned_response(request: AgentRequest, text: str) -> HttpResponse:
    messages.success(request, text)
    return redirect("roster", request.game.slug)
