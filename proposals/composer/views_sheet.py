"""The buttons of a composer that only work on its sheet: rows added, moved and taken out, differences, the preview."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic

from django.http import HttpResponse
from django.shortcuts import render

from nomic.core.views.entering import AgentRequest
from proposals.forms.rows import Row, rows_in, taken_up
from proposals.views import sheets
from proposals.views.sheets import Sheet, Shown, Words, shelf_of
from rulesets import queries as rules


@dataclass(frozen=True, slots=True)
class Composer(Generic[Words]):
    """One procedure's composer: its form, its whole page, that page's context, and what its preview shows.

    `page(sheet, request, **more)` must hold what `sheets.change_list` gives, with `preview` (None at first) and `wrong`
    (False at first: whether something typed is wrong) among it.
    """

    form: type[Words]
    template: str
    page: Callable[..., Shown]
    preview: Callable[[Sheet[Words], AgentRequest], Shown]

    def sent(self, request: AgentRequest) -> Sheet[Words]:
        """The sheet as it was sent, with what is wrong with it."""
        return sheets.sent(request, self.form, judged=True)

    def shown(self, request: AgentRequest, sheet: Sheet[Words], status: int = 200, **more: Any) -> HttpResponse:
        """The whole page with this sheet; 422 where something typed is wrong, and `more` as `page` takes it."""
        shown = self.page(sheet, request, **more | {"wrong": status == 422})
        return render(request, self.template, shown, status=status)


def reworked(request: AgentRequest, composer: Composer[Words], do: str, **more: Any) -> HttpResponse:
    """The page again, or for htmx the part that is new, after the button `do`; `more` goes into the whole page.

    `preview`, `add`, and with a row's key `diff-1`, `load-1`, `up-1`, `down-1`, `remove-1`; any other leaves all as is.
    """
    if do == "preview":
        return _previewed(request, composer, **more)
    if do.startswith("diff-"):
        return _difference(request, do.removeprefix("diff-"))
    rows, fresh = rearranged(request, do)
    sheet = sheets.sent(request, composer.form, judged=False, rows=rows)
    shown = sheets.change_list(sheet, request, fresh)
    if request.htmx:
        return render(request, "proposals/_change_rows.html", shown | {"refocus": not fresh})
    return render(request, composer.template, composer.page(sheet, request, **more) | shown)


def _previewed(request: AgentRequest, composer: Composer[Words], **more: Any) -> HttpResponse:
    sheet = composer.sent(request)
    shown = {"preview": composer.preview(sheet, request)}
    if request.htmx:
        return render(request, "proposals/_preview.html", shown)
    return composer.shown(request, sheet, **more | shown)


def _difference(request: AgentRequest, key: str) -> HttpResponse:
    """What one amendment changes so far, while it is being typed."""
    shelf = shelf_of(request)
    found = [sheets.difference(row, shelf) for row in rows_in(request.POST) if row.key == key]
    return render(request, "proposals/_difference.html", {"spans": found[0] if found else []})


def rearranged(request: AgentRequest, do: str) -> tuple[list[Row], str]:
    """The rows after a button of the change list, and the key of the row to write in next."""
    rows, (verb, _, key) = rows_in(request.POST), do.partition("-")
    shelf = shelf_of(request)
    if verb == "add":
        kind = request.POST.get("add", "")
        row = Row(str(max((int(each.key) for each in rows), default=0) + 1), kind)
        return [*rows, *([row] if kind in rules.kinds() else [])], row.key
    place = next((place for place, row in enumerate(rows) if row.key == key), None)
    if place is not None:
        key = _moved(rows, verb, place)
    return [taken_up(row, shelf) for row in rows], key


def _moved(rows: list[Row], verb: str, place: int) -> str:
    """Take the row at this place out, or move it by one; answers the key of the row to go on with."""
    if verb == "remove":
        del rows[place]
        return rows[min(place, len(rows) - 1)].key if rows else ""
    other = min(max(place + {"up": -1, "down": 1}.get(verb, 0), 0), len(rows) - 1)
    rows[place], rows[other] = rows[other], rows[place]
    return rows[other].key
