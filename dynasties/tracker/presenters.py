"""The tracker and its updates as pages show them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.http import Http404

from dynasties.dials import UPDATING
from dynasties.tracker import queries as tracker_queries, queries_updates as tracker_queries_updates
from dynasties.tracker.forms import BY_NAME, SheetForm, TrackerMomentForm
from dynasties.tracker.queries import TrackerCell, TrackerRow, TrackerSheet
from dynasties.tracker.queries_updates import UpdateEntry
from dynasties.tracker.rules import ColumnFacts, Held, value_text
from dynasties.tracker.rules_sheets import FilteredRows, filter_rows, sort_rows
from nomic.core.decision import Decision, Invalid, Reason
from nomic.core.dice.queries import rolls
from nomic.core.law.dials import CLERK
from nomic.core.law.rules import label_of
from nomic.core.requests import GameRequest, law_of
from nomic.core.roster.rules import may_play
from proposals.deciding import queries as deciding_queries
from proposals.kinds.cfj.kind import CALL
from proposals.reasons.presenters import address, reasons_context
from proposals.voting.presenters import judging_context_of
from rulesets.history import queries as history_queries
from rulesets.reading.presenters import Moment, moment_of

if TYPE_CHECKING:
    from dynasties.tracker.models import Update

GAME = "game"  # in an address, in the place of an Agent: the game's own value


@dataclass(frozen=True, slots=True)
class ShownCell:
    """A cell on the page: its words, where its history is, and the box that chooses it for an update."""

    column: ColumnFacts
    cell: TrackerCell
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
class SheetHeading:
    """A column's head: where a click sorts by it, and which way it is sorted now, if it is."""

    name: str
    url: str
    sorted: str
    is_number: bool = False
    is_secret: bool = False


@dataclass
class AskedSheet:
    """A tracker as asked for: `moment` is None for now. `form` tells what of it was not understood."""

    sheet: TrackerSheet
    form: SheetForm
    moment: Moment | None
    rows: list[TrackerRow]

    @property
    def status(self) -> int:
        return 422 if self.form.errors else 200


def moment_asked(request: GameRequest) -> Moment | None:
    """`?after=` the number of an event, or `?at=` either; None for now. Raises `Invalid` for what is neither."""
    words = (request.GET.get("after") or request.GET.get("at") or "").strip()
    if not words:
        return None
    TrackerMomentForm({"at": words}).is_valid()
    return moment_of(request, words)


def asked_sheet(request: GameRequest) -> AskedSheet:
    """The tracker of the moment that the reader asks for, sifted and sorted."""
    moment = moment_asked(request)
    sheet = tracker_queries.get_sheet(
        request.game, request.agent, moment.seq if moment else None, judging_context_of(request).facts
    )
    form = SheetForm(request.GET, columns=sheet.columns)
    form.is_valid()
    return AskedSheet(sheet, form, moment, _filtered_rows(sheet, form))


def _filtered_rows(sheet: TrackerSheet, form: SheetForm) -> list[TrackerRow]:
    found = form.cleaned_data
    by, falling = form.order()
    rows = [row for row in sheet.rows if not (row.is_idle and found.get("idle"))]
    try:
        stays = filter_rows(found.get("where", ""), form.filter_column)
    except Invalid as error:
        form.add_error("where", error.text)
        stays = filter_rows("", None)
    rows = [row for row in rows if stays(row.name, _sort_values(row, form.filter_column))]
    return [
        each.row
        for each in sort_rows([FilteredRows(row, row.name, _sort_values(row, by)) for row in rows], by, falling=falling)
    ]


def _sort_values(row: TrackerRow, column: ColumnFacts | None) -> Held:
    cell = row.cells.get(column.number) if column else None
    return cell.value if cell else None


# -- what the page is made of ------------------------------------------------------------------------


def sheet_headings(request: GameRequest, found: AskedSheet) -> list[SheetHeading]:
    """The heads of the columns, the Agents' names first."""
    now, falling = found.form.order()
    names = SheetHeading(
        request.keywords.agent,
        _sort_link(request, BY_NAME, now is None, falling),
        _sort_direction(now is None, falling),
    )
    return [names] + [
        SheetHeading(
            each.name,
            _sort_link(request, str(each.number), now == each, falling),
            _sort_direction(now == each, falling),
            each.is_number,
            each.secret,
        )
        for each in found.sheet.columns
    ]


def _sort_direction(by_this: bool, falling: bool) -> str:
    return ("descending" if falling else "ascending") if by_this else ""


def _sort_link(request: GameRequest, key: str, by_this: bool, falling: bool) -> str:
    """The same page by that column; by it already, the other way round."""
    sort = f"-{key}" if by_this and not falling else key
    kept = {
        name: value
        for name, value in request.GET.items()
        if name in {"column", "where", "idle", "after", "at", "choose"} and value
    }
    return "?" + urlencode(kept | {"sort": sort})


def shown_rows(request: GameRequest, found: AskedSheet) -> list[ShownRow]:
    you = request.agent.pk if request.agent else None
    return [
        ShownRow(
            row.agent,
            row.name,
            row.is_idle,
            row.agent == you,
            address("agent", request, row.agent),
            tuple(shown_cell(request, each, row.cells[each.number]) for each in found.sheet.columns),
        )
        for row in found.rows
    ]


def shown_cell(request: GameRequest, column: ColumnFacts, cell: TrackerCell) -> ShownCell:
    text = "" if cell.hidden else value_text(column, cell.value)
    url, key = cell_url(request, column, cell.agent), f"{column.number}:{cell_owner(cell.agent)}"
    return ShownCell(column, cell, text, url, key)


def cell_url(request: GameRequest, column: ColumnFacts, agent: int | None) -> str:
    """Where the history of a cell is."""
    return address("tracker_cell", request, column.number, cell_owner(agent))


def cell_owner(agent: int | None) -> str:
    """An Agent in an address, or the game."""
    return GAME if agent is None else str(agent)


def game_values(request: GameRequest, sheet: TrackerSheet) -> list[ShownCell]:
    return [shown_cell(request, each, sheet.values[each.number]) for each in sheet.globals]


def query_as_asked(moment: Moment | None) -> dict[str, object]:
    """What a template says of the moment, and the query that leads to it again."""
    return {"moment": moment, "as_of": f"?after={moment.seq}" if moment else ""}


# Updates of the tracker as pages show them: by whom, with what rights, and what became of which cell.


@dataclass(frozen=True, slots=True)
class EntryLine:
    """What one act did to one cell, in words. `cause`: the post whose enactment did it."""

    entry: UpdateEntry
    before: str
    after: str
    by: str
    cell_url: str
    cause: int | None


def entry_line(entry: UpdateEntry, request: GameRequest) -> EntryLine:
    before, after = (value_text(entry.column, value) for value in (entry.before, entry.after))
    where = cell_url(request, entry.column, entry.agent)
    return EntryLine(entry, before, after, entry.by or CLERK, where, _cause(entry.cause))


def _cause(cause: str) -> int | None:
    kind, _, number = cause.partition(":")
    return int(number) if kind == "post" and number.isdecimal() else None


@dataclass(frozen=True, slots=True)
class UpdateCard:
    """An update, and what it did. `rule`: the title of that which it cites; `act`: what it was done as."""

    update: Update
    by: str
    entries: Sequence[EntryLine]
    rule: str
    act: str
    cause: int | None


def visible_update_cards(request: GameRequest, per_page: int) -> tuple[Page[Update], list[UpdateCard]]:
    """One page of the public updates; as many queries for many as for few."""
    page = Paginator(tracker_queries_updates.visible_updates(request.game), per_page).get_page(request.GET.get("page"))
    return page, update_cards(request, page.object_list)


def update_cards(request: GameRequest, acts: Iterable[Update]) -> list[UpdateCard]:
    acts = list(acts)
    entries = tracker_queries_updates.update_entries(acts, request.game, request.agent)
    titles = _titles(request) if any(act.rule_id for act in acts) else {}
    return [
        UpdateCard(
            act,
            act.by.name if act.by else CLERK,
            [entry_line(each, request) for each in entries.get(act.pk, ())],
            titles.get(act.rule_id or 0, ""),
            label_of(act.act) if act.act else "",
            _cause(act.cause),
        )
        for act in acts
    ]


def _titles(request: GameRequest) -> dict[int, str]:
    """What each rule that ever was is called, or was called last."""
    return {rid: title for title, rid in history_queries.former_titles(request.game.pk).items()}


def get_update_or_404(request: GameRequest, number: int) -> Update:
    """The public update of that number, or 404."""
    act = tracker_queries_updates.get_update(request.game, number)
    if act is None:
        raise Http404("There is no such update.")
    return act


def update_context(request: GameRequest, number: int) -> dict[str, object]:
    """The context of `dynasties/tracker_update.html`."""
    act = get_update_or_404(request, number)
    may = may_undo_here(request, act)
    [card] = update_cards(request, [act])
    return {
        "card": card,
        "update": act,
        "rolls": list(rolls(request.game.pk).filter(number__in=act.rolls)) if act.rolls else [],
        "undone_by": list(act.undone_by.order_by("pk")),
        "stands_undone": tracker_queries_updates.stands_undone(act),
        "may_undo": may.outcome,
        "grounds": reasons_context(may.reasons, request),
        "disputable": act.undoes is not None and request.agent is not None,
        "against_dispute": reasons_context(_against_disputing(request), request) if act.undoes else [],
    }


def _against_disputing(request: GameRequest) -> tuple[Reason, ...]:
    """Why the reader may not call for judgment now."""
    if request.agent is None:
        return ()
    return deciding_queries.may_post(request.agent.pk, CALL, judging_context_of(request)).reasons


def may_update_at_all(request: GameRequest) -> Decision[bool]:
    """Whether the reader may update anything: nobody from outside, no idle Agent, and only where a rule provides."""
    plays = _plays(request)
    return law_of(request).requires(UPDATING) if plays.outcome else plays


def may_undo_here(request: GameRequest, act: Update) -> Decision[bool]:
    """Whether the reader may undo an update now."""
    plays = _plays(request)
    return tracker_queries_updates.undo_decision(act) if plays.outcome else plays


def _plays(request: GameRequest) -> Decision[bool]:
    agent = request.agent
    return may_play(law_of(request), in_game=agent is not None, idle_since=agent.idle_since if agent else None)
