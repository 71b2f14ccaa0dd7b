"""The tracker is updated; nothing that was typed is lost on the way. (Rule 1.7)"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from dynasties.actions import tracker as actions
from dynasties.forms.updating import Acts, CellForm, Place, UpdateForm
from dynasties.mechanics.cells import spending_rule
from dynasties.mechanics.columns import Column, Scope, shown
from dynasties.mechanics.merging import Conflict, Moved
from dynasties.queries import tracker as queries
from dynasties.queries.tracker import Row, Sheet
from dynasties.queries.updates import cell_history
from dynasties.views.sheets import GAME
from dynasties.views.updates_shown import may_update_at_all
from nomic.core import queries as core
from nomic.core.forms.tokens import fresh_token
from nomic.core.mechanics.decision import Decision, Invalid, Reason
from nomic.core.mechanics.law import Law
from nomic.core.views.entering import AgentRequest, as_agent, law_of
from proposals.views.wording import address, grounds, said
from rulesets import queries as law
from rulesets.mechanics.ruleset import Ruleset

MOST_CELLS = 60
Shown = dict[str, Any]


@dataclass
class Desk:
    """What lies before somebody who updates: the tracker and the law of now, the cells chosen, and their forms."""

    request: AgentRequest
    sheet: Sheet
    law: Law
    ruleset: Ruleset
    acts: Acts
    places: list[Place]
    form: UpdateForm
    cells: list[CellForm]

    @property
    def valid(self) -> bool:
        # Every form is judged, so that all that is wrong is told at once.
        return all([self.form.is_valid(), *(each.is_valid() for each in self.cells)])

    def refuse(self, error: Invalid) -> None:
        """Show what was not understood where it stands: `cells/2/value` is the third cell's field."""
        top, _, rest = error.path.partition("/")
        place, _, name = rest.partition("/")
        if top == "cells" and place.isdecimal() and int(place) < len(self.cells):
            self.cells[int(place)].take(name, error.text)
        else:
            self.form.refuse(error)


def desk_of(request: AgentRequest, keys: Sequence[str], data: QueryDict | None = None) -> Desk:
    """The desk with those cells; `data` is what was sent, None for a fresh one."""
    sheet, the_law = queries.sheet(request.game, request.agent), law_of(request)
    places = [place for key in keys if (place := _place(sheet, key, spending_rule(the_law)))]
    say, ruleset = partial(said, request=request), law.ruleset(request.game.pk)
    acts = core.acts_of(request.game, request.agent, request.now, the_law)
    form = UpdateForm(data, ruleset=ruleset, acts=acts, say=say, initial={"token": fresh_token()})
    cells = [CellForm(data, place=place, say=say) for place in places]
    return Desk(request, sheet, the_law, ruleset, acts, places, form, cells)


def _place(sheet: Sheet, key: str, spending: str | None) -> Place | None:
    """The cell of an address, if there is one now and the reader sees it."""
    number, _, whose = key.partition(":")
    column = next((each for each in (*sheet.columns, *sheet.globals) if str(each.number) == number), None)
    if column is None:
        return None
    agent = _agent(sheet, column, whose)
    cell = sheet.cell(column.number, agent)
    if cell is None or cell.hidden:
        return None
    return Place(column, agent, sheet.named(agent), cell.value, cell.base, spending)


def _agent(sheet: Sheet, column: Column, whose: str) -> int | None:
    if column.scope is Scope.GAME:
        return None
    return next((row.agent for row in sheet.rows if str(row.agent) == whose), 0)


@require_http_methods(["GET", "HEAD", "POST"])
@as_agent
def edit(request: AgentRequest) -> HttpResponse:
    """Update one cell or several. Buttons of the page add a cell and take one out; the last one does it."""
    if request.method != "POST":
        return _shown(desk_of(request, _keys(request.GET)))
    do, keys = request.POST.get("do", "update"), _keys(request.POST)
    if do == "add":
        return _again(request, [*keys, _added(request.POST)])
    if do.startswith("drop-"):
        return _again(request, [key for key in keys if key != do.removeprefix("drop-")])
    desk = desk_of(request, keys, request.POST)
    if not desk.valid:
        return _shown(desk, status=422)
    barred = _barred(desk)
    if barred:
        return _shown(desk, status=409, refused=grounds(barred, request))
    return _done(desk)


def _keys(typed: QueryDict) -> list[str]:
    return list(dict.fromkeys(typed.getlist("cell")))[:MOST_CELLS]


def _added(typed: QueryDict) -> str:
    return f"{typed.get('add_column', '')}:{typed.get('add_agent', '') or GAME}"


def _again(request: AgentRequest, keys: Sequence[str]) -> HttpResponse:
    """The page with other cells; what was typed stays, and nothing is judged yet."""
    keys = list(dict.fromkeys(keys))[:MOST_CELLS]
    desk = desk_of(request, keys)
    for form in (desk.form, *desk.cells):
        names = [form.add_prefix(name) for name in form.fields]
        typed = {name: request.POST[key] for name, key in zip(form.fields, names, strict=True) if key in request.POST}
        form.initial = {**form.initial, **typed}
    return _shown(desk)


def _barred(desk: Desk) -> tuple[Reason, ...]:
    """Why the reader may not update now: asked before the act, and again in it."""
    asked = [may_update_at_all(desk.request), *(_may(desk, place) for place in desk.places)]
    return tuple(reason for each in asked if not each.outcome for reason in each.reasons)


def _may(desk: Desk, place: Place) -> Decision[bool]:
    row: Row | None = next((each for each in desk.sheet.rows if each.agent == place.agent), None)
    return queries.may_update(place.column, row, desk.request.agent, desk.request.game, desk.law)


def _done(desk: Desk) -> HttpResponse:
    request, typed = desk.request, desk.form.cleaned_data
    try:
        done = actions.update(
            actor_id=request.agent.pk, game_id=request.game.pk, cells=[each.cell() for each in desk.cells],
            comment=typed["comment"], rule_id=typed["rule_id"], act=typed.get("act", ""), nonce=typed["nonce"],
            token=typed["token"],
        )  # fmt: skip
    except Moved as moved:
        return _merging(desk, moved)
    except Invalid as error:
        desk.refuse(error)
        return _shown(desk, status=422)
    if done.number is None:
        messages.success(request, "Done, in secret.")
        return redirect("tracker", request.game.slug)
    return redirect("tracker_update", request.game.slug, done.number)


# -- two who change one cell -------------------------------------------------------------------------


def _merging(desk: Desk, moved: Moved) -> HttpResponse:
    """Somebody changed the same cells meanwhile: both values are shown, and sent once more yours is meant to stand."""
    data = desk.request.POST.copy()
    merges = {}
    for each in moved.conflicts:
        form = desk.cells[each.index]
        merges[form.place.key] = _merge(desk, form, each)
        data[form.add_prefix("base")] = str(each.base)
    anew = desk_of(desk.request, [place.key for place in desk.places], data)
    return _shown(anew, status=409, merges=merges)


def _merge(desk: Desk, form: CellForm, conflict: Conflict) -> Shown:
    """One cell three times: as it was when the form was opened, as somebody made it since, and as it would be."""
    request, base = desk.request, form.cleaned_data["base"] or 0
    entries = cell_history(request.game, conflict.column.number, conflict.agent, request.agent)
    first = entries[::-1]
    was = first[base - 1].after if 0 < base <= len(first) else conflict.column.standard
    last = entries[0] if entries else None
    return {
        "base": shown(conflict.column, was),
        "now": shown(conflict.column, conflict.now),
        "yours": shown(conflict.column, conflict.yours),
        "by": last.by if last else "",
        "number": last.number if last else None,
        "url": address("tracker_update", request, last.number) if last and last.number else "",
    }


# -- the page ----------------------------------------------------------------------------------------


def _shown(
    desk: Desk, *, status: int = 200, refused: Sequence[Shown] = (), merges: Mapping[str, Shown] | None = None
) -> HttpResponse:
    request = desk.request
    general = may_update_at_all(request)
    context = {
        "form": desk.form,
        "cells": [_cell(desk, place, form, (merges or {}).get(place.key)) for place, form in _pairs(desk)],
        "merging": bool(merges),
        "refused": refused,
        "may": general.outcome,
        "grounds": grounds(general.reasons, request),
        "waiting": [
            {"act": act.label, "grounds": grounds(may.reasons, request)} for act, may in desk.acts if not may.outcome
        ],
        "columns": [(each.number, each.name) for each in (*desk.sheet.columns, *desk.sheet.globals)],
        "agents": [(row.agent, row.name) for row in desk.sheet.rows if not row.is_idle],
        "full": len(desk.cells) >= MOST_CELLS,
        "wrong": status == 422,
    }
    return render(request, "dynasties/tracker_edit.html", context, status=status)


def _pairs(desk: Desk) -> list[tuple[Place, CellForm]]:
    return list(zip(desk.places, desk.cells, strict=True))


def _cell(desk: Desk, place: Place, form: CellForm, merge: Shown | None) -> Shown:
    may = _may(desk, place)
    return {
        "place": place,
        "form": form,
        "now": shown(place.column, place.value),
        "bounds": _bounds(place.column),
        "merge": merge,
        "grounds": grounds(may.reasons, desk.request) if not may.outcome else [],
    }


def _bounds(column: Column) -> str:
    if not column.is_number:
        return ""
    least = f"at least {column.least}" if column.least is not None else ""
    most = f"at most {column.most}" if column.most is not None else ""
    return ", ".join(each for each in (least, most) if each)
