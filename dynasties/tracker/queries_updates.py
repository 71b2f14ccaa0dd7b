"""What was done on the tracker, act by act and cell by cell, as far as a viewer may see it. Reads only."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from dynasties.mechanics import undoing
from dynasties.mechanics.columns import Column, Held
from dynasties.mechanics.returning import Returning, returning
from dynasties.models import Update, Value
from dynasties.queries import tracker
from nomic.core import queries as core
from nomic.core.mechanics.decision import Decision, Reason
from nomic.core.models import Agent, AgentState, Game
from rulesets import queries as rules


@dataclass(frozen=True, slots=True)
class Entry:
    """What one act did to one cell. `agent` is None for a value of the game; `number` None for what is secret."""

    column: Column
    agent: int | None
    name: str
    before: Held
    after: Held
    number: int | None
    uid: str
    by: str
    at: datetime
    seq: int
    comment: str
    rule: int | None
    cause: str
    undoes: int | None


def cell_history(
    game: Game, column_number: int, agent_id: int | None, viewer: Agent | None,
    there: Mapping[int, Column] | None = None,
) -> tuple[Entry, ...]:  # fmt: skip
    """Everything that was ever done to a cell, the newest first; nothing of one that the viewer may not see.

    `there`: every column, where that has been read already.
    """
    rows = _values(game).filter(column__number=column_number, agent=agent_id).order_by("-pk")
    return _entries(rows, game, viewer, there)


def updates(game: Game) -> QuerySet[Update]:
    """The public acts, the newest first."""
    return Update.objects.filter(game=game, number__isnull=False).select_related("by", "undoes").order_by("-number")


def update(game: Game, number: int) -> Update | None:
    """A public act; nothing secret has a number."""
    return updates(game).filter(number=number).first()


def entries_of(acts: Iterable[Update], game: Game, viewer: Agent | None) -> Mapping[int, tuple[Entry, ...]]:
    """What each act did, by the key of its row."""
    found = defaultdict[int, list[Entry]](list)
    keys = {each.uid: each.pk for each in acts}
    for entry in _entries(_values(game).filter(update__uid__in=keys).order_by("pk"), game, viewer):
        found[keys[entry.uid]].append(entry)
    return {key: tuple(entries) for key, entries in found.items()}


def _values(game: Game) -> QuerySet[Value]:
    return Value.objects.filter(game=game).select_related("agent", "update__by", "update__undoes", "update__private")


def _entries(
    rows: Iterable[Value], game: Game, viewer: Agent | None, there: Mapping[int, Column] | None = None
) -> tuple[Entry, ...]:
    there = tracker.every_column(game.pk) if there is None else there
    seen = ((row, there[row.column_id]) for row in rows)
    return tuple(
        _entry(row, column, all_seen=viewer is not None and viewer.pk == game.mastermind_id)
        for row, column in seen
        if tracker.sees(column, row.agent_id, viewer, game.mastermind_id)
    )


def _entry(row: Value, column: Column, *, all_seen: bool) -> Entry:
    act = row.update
    return Entry(
        column, row.agent_id, row.agent.name if row.agent else "", tracker.held_before(row), tracker.held_in(row),
        act.number, act.uid, act.by.name if act.by else "", row.at, row.seq, _comment(row, all_seen), act.rule_id,
        act.cause, act.undoes.number if act.undoes else None,
    )  # fmt: skip


def _comment(row: Value, all_seen: bool) -> str:
    """A secret act's comment is sealed with it, and may speak of all its cells: who sees one of several reads none."""
    if row.update.private is None:
        return row.update.comment
    told = core.opened(row.update.private).data
    own = all(each["agent"] == row.agent_id for each in told["cells"])
    return str(told["comment"]) if own or all_seen else ""


# -- undoing -----------------------------------------------------------------------------------------


def stands_undone(act: Update) -> bool:
    """Whether an act has been undone, and nobody has undone that. One query, however often it went to and fro."""
    later = Update.objects.filter(game=act.game_id, undoes__isnull=False, pk__gt=act.pk).order_by("pk")
    undoings = ((each.pk, each.undoes_id) for each in later.only("undoes"))
    return undoing.stands_undone(act.pk, ((by, what) for by, what in undoings if what is not None))


def done_by(act: Update) -> list[undoing.Done]:
    """What a public act did to its cells, and what has become of them."""
    there = tracker.every_column(act.game_id)
    rows = list(_values(act.game).filter(update=act).order_by("pk"))
    last = {(each["column"], each["agent"]): each["newest"] for each in tracker.newest(act.game_id)}
    now = tracker.held_now(act.game_id, {row.column_id for row in rows})
    return [
        undoing.Done(
            there[row.column_id], row.agent_id, row.agent.name if row.agent else "", row.before, row.value,
            now[row.column_id, row.agent_id][0], touched=last[row.column_id, row.agent_id] != row.pk,
        )
        for row in rows
    ]  # fmt: skip


def may_undo(act: Update, rule_id: int | None = None) -> Decision[bool]:
    """Whether a public act may be undone now by an Agent who is not idle: every cell in its way is named.

    `rule_id`: the rule that it is said to have broken; None asks before anybody has named one.
    """
    law = core.law(act.game_id)
    in_force = rule_id is None or rules.ruleset(act.game_id, act.seq).rule(rule_id) is not None
    may = undoing.may_undo(undone=stands_undone(act), was_in_force=in_force, law=law)
    if not may.outcome:
        return may
    what = undoing.undone(done_by(act), law)
    if not what.outcome and not what.reasons:
        return Decision(False, (Reason("nothing-to-undo", law.rule("tracker.undoing")),))
    return Decision(bool(what.outcome), what.reasons)


# -- coming back -------------------------------------------------------------------------------------


def on_return(game: Game, agent: Agent) -> tuple[Returning, ...]:
    """What becomes of an idle Agent's values when e comes back, column by column; of what is secret nothing is told."""
    idled = core.standings(agent.pk).filter(state=AgentState.IDLE).first()
    sheet = tracker.sheet(game, None)
    row = next((each for each in sheet.rows if each.agent == agent.pk), None)
    if row is None:
        return ()
    public = ((each, row.cells[each.number]) for each in sheet.columns if not each.secret)
    return tuple(
        returning(column, cell.value, given=cell.given, idle_from=idled.seq if idled else 0) for column, cell in public
    )
