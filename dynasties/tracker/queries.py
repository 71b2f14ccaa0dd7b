"""The tracker, now or after any event, as far as a viewer may see it. Reads only.

What is secret comes through `sees` alone: every page, export and feed asks here. A viewer is None for a visitor.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Count, Max

from dynasties.tracker import rules as tracker_rules
from dynasties.tracker.models import Column, Value
from dynasties.tracker.rules import ColumnFacts, ColumnKind, Held, Scope, spending_rule
from dynasties.tracker.rules_columns import CellKey, TrackerKept, carries
from nomic.core import vault
from nomic.core.decision import Decision
from nomic.core.games.models import Agent, AgentState, Game
from nomic.core.law import queries as law_queries
from nomic.core.law.rules import Law
from nomic.core.log.models import Event
from nomic.core.roster import queries as roster_queries
from rulesets.history import queries as history_queries
from rulesets.text.rules import Ruleset


@dataclass(frozen=True, slots=True)
class TrackerCell:
    """What a cell holds. `hidden`: the viewer may not see it, and nothing else here tells of it.

    `given`: somebody has set it, else it is the column's standard; `seq`: the last event of that time; `base`: how
    often it has been changed, which a form sends back.
    """

    column: int
    agent: int | None
    value: Held = None
    hidden: bool = False
    given: bool = False
    seq: int | None = None
    base: int = 0


@dataclass(frozen=True, slots=True)
class TrackerRow:
    """An Agent in the game, with eir cells by their columns' numbers."""

    agent: int
    name: str
    is_idle: bool
    cells: Mapping[int, TrackerCell]


@dataclass(frozen=True, slots=True)
class TrackerSheet:
    """The whole tracker after event `seq`: the Agents' columns and rows, and the game's own columns and values."""

    seq: int
    columns: tuple[ColumnFacts, ...]
    rows: tuple[TrackerRow, ...]
    globals: tuple[ColumnFacts, ...]
    values: Mapping[int, TrackerCell]

    def cell(self, column: int, agent: int | None) -> TrackerCell | None:
        if agent is None:
            return self.values.get(column)
        row = next((each for each in self.rows if each.agent == agent), None)
        return row.cells.get(column) if row else None

    def name_of(self, agent: int | None) -> str:
        return next((each.name for each in self.rows if each.agent == agent), "")


@dataclass(frozen=True, slots=True)
class TrackerDifference:
    """A cell that holds something else in the later of two sheets; None where one of them has no such cell."""

    column: ColumnFacts
    agent: int | None
    name: str
    before: TrackerCell | None
    after: TrackerCell | None


def viewer_sees(column: ColumnFacts, agent_id: int | None, viewer: Agent | None, mastermind_id: int | None) -> bool:
    """THE door to what is secret: whether a viewer sees a column's cell of that Agent; None is the game's own."""
    return tracker_rules.sees_column(
        column,
        is_own=viewer is not None and viewer.pk == agent_id and viewer.in_game,
        is_mastermind=viewer is not None and viewer.pk == mastermind_id,
    )


def column_facts(row: Column, ruleset: Ruleset, seq: int | None = None) -> ColumnFacts:
    """A column as the mechanics know it; `ruleset` is the law of the moment, after event `seq` or now."""
    dropped = row.dropped_seq is not None and (seq is None or row.dropped_seq <= seq)
    return ColumnFacts(
        row.number,
        row.name,
        ColumnKind(row.kind),
        Scope(row.scope),
        row.least,
        row.most,
        tuple(row.choices),
        row.standard,
        row.secret,
        row.rule_id,
        live=not dropped and carries(ruleset, row.rule_id),
        made_seq=row.made_seq,
    )


def live_columns(game_id: int, seq: int | None = None) -> tuple[ColumnFacts, ...]:
    """The columns in use now, or after event `seq`, in order. With its rule, a column goes out of use."""
    if seq is None:
        return _live(every_column(game_id))
    rows = Column.objects.filter(game_id=game_id, made_seq__lte=seq).order_by("number")
    ruleset, called = history_queries.ruleset(game_id, seq), _names_of(game_id, seq)
    live = (each for row in rows if (each := column_facts(row, ruleset, seq)).live)
    return tuple(replace(each, name=called.get(f"column:{each.number}", each.name)) for each in live)


def _live(there: Mapping[int, ColumnFacts]) -> tuple[ColumnFacts, ...]:
    return tuple(each for each in there.values() if each.live)


def _names_of(game_id: int, seq: int) -> dict[str, str]:
    """What columns that have got new names since were called after event `seq`, by their subjects."""
    since = Event.objects.filter(game_id=game_id, kind="column.renamed", seq__gt=seq).order_by("-seq")
    return {event.subject: event.data["before"] for event in since}


def every_column(game_id: int) -> dict[int, ColumnFacts]:
    """Every column that there ever was, in order, by the key of its row; those out of use are not `live`."""
    ruleset = history_queries.ruleset(game_id)
    return {row.pk: column_facts(row, ruleset) for row in Column.objects.filter(game_id=game_id).order_by("number")}


def get_sheet(
    game: Game,
    viewer: Agent | None,
    seq: int | None = None,
    roster: roster_queries.RosterFacts | None = None,
    columns_now: Mapping[int, ColumnFacts] | None = None,
) -> TrackerSheet:
    """The whole tracker now, or after event `seq`, with what the viewer may see. As many queries for many cells.

    `roster`, `columns_now`: the roster and every column as they are now, where they have been read already; no moment
    but now goes by them.
    """
    there = _live(columns_now) if columns_now is not None and seq is None else live_columns(game.pk, seq)
    held = {(each.column, each.agent): each for each in _cells(game, there, viewer, seq)}
    if seq is not None:
        roster = roster_queries.roster_facts(game.pk, seq)
    roster = roster or roster_queries.current_roster_facts(game)
    of_agents = tuple(each for each in there if each.scope is Scope.AGENT)
    of_game = tuple(each for each in there if each.scope is Scope.GAME)

    def cell(column: ColumnFacts, agent: int | None) -> TrackerCell:
        return held.get((column.number, agent)) or _untouched_cell(column, agent, viewer, game)

    rows = tuple(
        TrackerRow(
            each.id, each.name, each.state == AgentState.IDLE, {of.number: cell(of, each.id) for of in of_agents}
        )
        for each in roster.in_game
    )
    at = game.last_seq if seq is None else seq
    return TrackerSheet(at, of_agents, rows, of_game, {each.number: cell(each, None) for each in of_game})


def _untouched_cell(column: ColumnFacts, agent: int | None, viewer: Agent | None, game: Game) -> TrackerCell:
    """A cell that nobody has set: it holds the standard, which is no secret; that nobody has set it may be one."""
    if not viewer_sees(column, agent, viewer, game.mastermind_id):
        return TrackerCell(column.number, agent, hidden=True)
    return TrackerCell(column.number, agent, column.standard)


def newest_values(game_id: int, seq: int | None = None) -> list[dict[str, Any]]:
    """Of each cell that was ever set: `newest`, the key of its last value, and `changes`, how many it has had."""
    values = Value.objects.filter(game_id=game_id)
    if seq is not None:
        values = values.filter(seq__lte=seq)
    # Values are only ever added, under the game's lock: a cell's newest is the one with the highest key.
    grouped = values.order_by().values("column", "agent")
    return [dict(each) for each in grouped.annotate(newest=Max("pk"), changes=Count("pk"))]


def _cells(game: Game, there: tuple[ColumnFacts, ...], viewer: Agent | None, seq: int | None) -> Iterator[TrackerCell]:
    wanted = {each.number: each for each in there}
    changes = {each["newest"]: each["changes"] for each in newest_values(game.pk, seq)}
    rows = Value.objects.filter(pk__in=changes, column__number__in=wanted).select_related("column")
    for row in rows:
        column = wanted[row.column.number]
        if viewer_sees(column, row.agent_id, viewer, game.mastermind_id):
            held = value_in(row)
            yield TrackerCell(column.number, row.agent_id, held, given=True, seq=row.seq, base=changes[row.pk])
        else:
            yield TrackerCell(column.number, row.agent_id, hidden=True)


def value_in(row: Value) -> Held:
    """What a value says, unsealed: whoever shows it has asked `sees`."""
    held: Held = vault.unseal(row.sealed)["value"] if row.sealed else row.value
    return held


def value_before(row: Value) -> Held:
    """What the cell held before it, in the same way."""
    held: Held = vault.unseal(row.sealed)["before"] if row.sealed else row.before
    return held


def sheet_difference(before: TrackerSheet, after: TrackerSheet) -> tuple[TrackerDifference, ...]:
    """Every cell that differs, column by column."""
    named = {each.agent: each.name for each in (*before.rows, *after.rows)}
    found = {each.number: each for each in (*before.columns, *before.globals, *after.columns, *after.globals)}
    return tuple(
        TrackerDifference(each, agent, named.get(agent or 0, ""), *pair)
        for each in sorted(found.values(), key=lambda column: column.number)
        for agent in (named if each.scope is Scope.AGENT else (None,))
        if _differ(*(pair := (before.cell(each.number, agent), after.cell(each.number, agent))))
    )


def _differ(before: TrackerCell | None, after: TrackerCell | None) -> bool:
    if before is None or after is None:
        return before is not after
    return (before.hidden, before.value) != (after.hidden, after.value)


def tracker_kept(game: Game) -> TrackerKept:
    """The tracker as change lists find it. What is secret is not in it."""
    rows = list(Column.objects.filter(game=game).order_by("number"))
    # Whether a column's rule carries it, the change list's own ruleset tells.
    there = {row.number: replace(column_facts(row, Ruleset()), live=True) for row in rows if row.dropped_seq is None}
    values = _public_values(game.pk) if there else {}
    words = frozenset({*roster_queries.game_keywords(game), *roster_queries.reserved_words()})
    return TrackerKept(
        there, values, (rows[-1].number if rows else 0) + 1, words, spending_rule(law_queries.law(game.pk))
    )


def _public_values(game_id: int) -> dict[CellKey, Held]:
    keys = [each["newest"] for each in newest_values(game_id)]
    found = Value.objects.filter(pk__in=keys, sealed="").select_related("column")
    return {(row.column.number, row.agent_id): row.value for row in found}


def may_update(column: ColumnFacts, row: TrackerRow | None, agent: Agent, game: Game, law: Law) -> Decision[bool]:
    """Whether an Agent who is not idle may change a cell: of that Agent's row, or of the game's own values."""
    who = tracker_rules.Updater(
        is_own=row is not None and row.agent == agent.pk,
        is_mastermind=agent.pk == game.mastermind_id,
        row_name=row.name if row else "",
        row_idle=row is not None and row.is_idle,
    )
    return tracker_rules.may_update(column, who, law)


def value_now(game_id: int, column_keys: Collection[int]) -> dict[tuple[int, int | None], tuple[Held, int]]:
    """What every cell of these columns holds that was ever set, by the key of the column's row and Agent, and how often
    it has been changed. Unsealed: for acts that have asked whether the actor may."""
    changes = {each["newest"]: each["changes"] for each in newest_values(game_id) if each["column"] in column_keys}
    rows = Value.objects.filter(pk__in=changes)
    return {(row.column_id, row.agent_id): (value_in(row), changes[row.pk]) for row in rows}


def live_rows(game_id: int, ruleset: Ruleset | None = None) -> list[tuple[Column, ColumnFacts]]:
    """The columns in use now, in order, each with its row. `ruleset`: the law of now, where that has been read."""
    ruleset = ruleset or history_queries.ruleset(game_id)
    rows = ((row, column_facts(row, ruleset)) for row in Column.objects.filter(game_id=game_id).order_by("number"))
    return [(row, column) for row, column in rows if column.live]


def column_rows(game_id: int, numbers: Collection[int]) -> dict[int, tuple[Column, ColumnFacts]]:
    """Columns of any time by their numbers: the row, and what it says under the law of now."""
    ruleset = history_queries.ruleset(game_id)
    rows = Column.objects.filter(game_id=game_id, number__in=numbers)
    return {row.number: (row, column_facts(row, ruleset)) for row in rows}
