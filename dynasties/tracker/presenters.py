"""The tracker as a reader asked for it: which moment, in which order, which rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from dynasties.forms.tracker import BY_NAME, MomentForm, SheetForm
from dynasties.mechanics.columns import Column, Held, shown
from dynasties.mechanics.sifting import Sieved, ordered, sieve
from dynasties.queries import tracker as queries
from dynasties.queries.tracker import Cell, Row, Sheet
from nomic.core.mechanics.decision import Invalid
from nomic.core.views.entering import GameRequest
from proposals.views.scenes import scene_of
from proposals.views.wording import address
from rulesets.views.moments import Moment, moment_of

GAME = "game"  # in an address, in the place of an Agent: the game's own value


@dataclass(frozen=True, slots=True)
class ShownCell:
    """A cell on the page: its words, where its history is, and the box that chooses it for an update."""

    column: Column
    cell: Cell
    text: str
    url: str
    key: str


@dataclass(frozen=True, slots=True)
class ShownRow:
    agent: int
    name: str
    is_idle: bool
    is_you: bool
    url: str
    cells: tuple[ShownCell, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """A column's head: where a click sorts by it, and which way it is sorted now, if it is."""

    name: str
    url: str
    sorted: str
    is_number: bool = False
    is_secret: bool = False


@dataclass
class Asked:
    """A tracker as asked for: `moment` is None for now. `form` tells what of it was not understood."""

    sheet: Sheet
    form: SheetForm
    moment: Moment | None
    rows: list[Row]

    @property
    def status(self) -> int:
        return 422 if self.form.errors else 200


def moment_asked(request: GameRequest) -> Moment | None:
    """`?after=` the number of an event, or `?at=` either; None for now. Raises `Invalid` for what is neither."""
    words = (request.GET.get("after") or request.GET.get("at") or "").strip()
    if not words:
        return None
    MomentForm({"at": words}).is_valid()
    return moment_of(request, words)


def asked(request: GameRequest) -> Asked:
    """The tracker of the moment that the reader asks for, sifted and sorted."""
    moment = moment_asked(request)
    sheet = queries.sheet(request.game, request.agent, moment.seq if moment else None, scene_of(request).facts)
    form = SheetForm(request.GET, columns=sheet.columns)
    form.is_valid()
    return Asked(sheet, form, moment, _sifted(sheet, form))


def _sifted(sheet: Sheet, form: SheetForm) -> list[Row]:
    found = form.cleaned_data
    by, falling = form.order()
    rows = [row for row in sheet.rows if not (row.is_idle and found.get("idle"))]
    try:
        stays = sieve(found.get("where", ""), form.wanted)
    except Invalid as error:
        form.add_error("where", error.text)
        stays = sieve("", None)
    rows = [row for row in rows if stays(row.name, _held(row, form.wanted))]
    return [each.row for each in ordered([Sieved(row, row.name, _held(row, by)) for row in rows], by, falling=falling)]


def _held(row: Row, column: Column | None) -> Held:
    cell = row.cells.get(column.number) if column else None
    return cell.value if cell else None


# -- what the page is made of ------------------------------------------------------------------------


def headings(request: GameRequest, found: Asked) -> list[Heading]:
    """The heads of the columns, the Agents' names first."""
    now, falling = found.form.order()
    names = Heading(
        request.keywords.agent, _sorting(request, BY_NAME, now is None, falling), _way(now is None, falling)
    )
    return [names] + [
        Heading(
            each.name, _sorting(request, str(each.number), now == each, falling), _way(now == each, falling),
            each.is_number, each.secret,
        )
        for each in found.sheet.columns
    ]  # fmt: skip


def _way(by_this: bool, falling: bool) -> str:
    return ("descending" if falling else "ascending") if by_this else ""


def _sorting(request: GameRequest, key: str, by_this: bool, falling: bool) -> str:
    """The same page by that column; by it already, the other way round."""
    sort = f"-{key}" if by_this and not falling else key
    kept = {
        name: value
        for name, value in request.GET.items()
        if name in {"column", "where", "idle", "after", "at", "choose"} and value
    }
    return "?" + urlencode(kept | {"sort": sort})


def shown_rows(request: GameRequest, found: Asked) -> list[ShownRow]:
    you = request.agent.pk if request.agent else None
    return [
        ShownRow(
            row.agent, row.name, row.is_idle, row.agent == you, address("agent", request, row.agent),
            tuple(shown_cell(request, each, row.cells[each.number]) for each in found.sheet.columns),
        )
        for row in found.rows
    ]  # fmt: skip


def shown_cell(request: GameRequest, column: Column, cell: Cell) -> ShownCell:
    text = "" if cell.hidden else shown(column, cell.value)
    url, key = cell_url(request, column, cell.agent), f"{column.number}:{whose(cell.agent)}"
    return ShownCell(column, cell, text, url, key)


def cell_url(request: GameRequest, column: Column, agent: int | None) -> str:
    """Where the history of a cell is."""
    return address("tracker_cell", request, column.number, whose(agent))


def whose(agent: int | None) -> str:
    """An Agent in an address, or the game."""
    return GAME if agent is None else str(agent)


def game_values(request: GameRequest, sheet: Sheet) -> list[ShownCell]:
    return [shown_cell(request, each, sheet.values[each.number]) for each in sheet.globals]


def as_asked(moment: Moment | None) -> dict[str, Any]:
    """What a template says of the moment, and the query that leads to it again."""
    return {"moment": moment, "as_of": f"?after={moment.seq}" if moment else ""}
