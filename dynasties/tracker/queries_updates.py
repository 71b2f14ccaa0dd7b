"""What was done on the tracker, act by act and cell by cell, as far as a viewer may see it. Reads only."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from dynasties.dials import UNDOING
from dynasties.tracker import queries as tracker_queries, rules as tracker_rules
from dynasties.tracker.models import Update, Value
from dynasties.tracker.rules import ColumnFacts, Held, ReturnedValue, values_on_return
from nomic.core.decision import Decision, Reason
from nomic.core.games.models import Agent, AgentState, Game
from nomic.core.law import queries as law_queries
from nomic.core.roster import queries as roster_queries
from nomic.core.secrets import queries as secrets_queries
from rulesets.history import queries as history_queries


@dataclass(frozen=True, slots=True)
class UpdateEntry:
    """What one act did to one cell. `agent` is None for a value of the game; `number` None for what is secret."""

    column: ColumnFacts
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
    game: Game,
    column_number: int,
    agent_id: int | None,
    viewer: Agent | None,
    there: Mapping[int, ColumnFacts] | None = None,
) -> tuple[UpdateEntry, ...]:
    """Everything that was ever done to a cell, the newest first; nothing of one that the viewer may not see.

    `there`: every column, where that has been read already.
    """
    rows = _values(game).filter(column__number=column_number, agent=agent_id).order_by("-pk")
    return _entries(rows, game, viewer, there)


def visible_updates(game: Game) -> QuerySet[Update]:
    """The public acts, the newest first."""
    return Update.objects.filter(game=game, number__isnull=False).select_related("by", "undoes").order_by("-number")


def get_update(game: Game, number: int) -> Update | None:
    """A public act; nothing secret has a number."""
    return visible_updates(game).filter(number=number).first()


def update_entries(acts: Iterable[Update], game: Game, viewer: Agent | None) -> Mapping[int, tuple[UpdateEntry, ...]]:
    """What each act did, by the key of its row."""
    found = defaultdict[int, list[UpdateEntry]](list)
    keys = {each.uid: each.pk for each in acts}
    for entry in _entries(_values(game).filter(update__uid__in=keys).order_by("pk"), game, viewer):
        found[keys[entry.uid]].append(entry)
    return {key: tuple(entries) for key, entries in found.items()}


def _values(game: Game) -> QuerySet[Value]:
    return Value.objects.filter(game=game).select_related("agent", "update__by", "update__undoes", "update__private")


def _entries(
    rows: Iterable[Value], game: Game, viewer: Agent | None, there: Mapping[int, ColumnFacts] | None = None
) -> tuple[UpdateEntry, ...]:
    there = tracker_queries.every_column(game.pk) if there is None else there
    seen = ((row, there[row.column_id]) for row in rows)
    return tuple(
        _entry(row, column, all_seen=viewer is not None and viewer.pk == game.mastermind_id)
        for row, column in seen
        if tracker_queries.viewer_sees(column, row.agent_id, viewer, game.mastermind_id)
    )


def _entry(row: Value, column: ColumnFacts, *, all_seen: bool) -> UpdateEntry:
    act = row.update
    return UpdateEntry(
        column,
        row.agent_id,
        row.agent.name if row.agent else "",
        tracker_queries.value_before(row),
        tracker_queries.value_in(row),
        act.number,
        act.uid,
        act.by.name if act.by else "",
        row.at,
        row.seq,
        _comment(row, all_seen),
        act.rule_id,
        act.cause,
        act.undoes.number if act.undoes else None,
    )


def _comment(row: Value, all_seen: bool) -> str:
    """A secret act's comment is sealed with it, and may speak of all its cells: who sees one of several reads none."""
    if row.update.private is None:
        return row.update.comment
    told = secrets_queries.unseal_event(row.update.private).data
    own = all(each["agent"] == row.agent_id for each in told["cells"])
    return str(told["comment"]) if own or all_seen else ""


# -- undoing -----------------------------------------------------------------------------------------


def stands_undone(act: Update) -> bool:
    """Whether an act has been undone, and nobody has undone that. One query, however often it went to and fro."""
    later = Update.objects.filter(game=act.game_id, undoes__isnull=False, pk__gt=act.pk).order_by("pk")
    undoings = ((each.pk, each.undoes_id) for each in later.only("undoes"))
    return tracker_rules.stands_undone(act.pk, ((by, what) for by, what in undoings if what is not None))


def done_by(act: Update) -> list[tracker_rules.DoneChange]:
    """What a public act did to its cells, and what has become of them."""
    there = tracker_queries.every_column(act.game_id)
    rows = list(_values(act.game).filter(update=act).order_by("pk"))
    last = {(each["column"], each["agent"]): each["newest"] for each in tracker_queries.newest_values(act.game_id)}
    now = tracker_queries.value_now(act.game_id, {row.column_id for row in rows})
    return [
        tracker_rules.DoneChange(
            there[row.column_id],
            row.agent_id,
            row.agent.name if row.agent else "",
            row.before,
            row.value,
            now[row.column_id, row.agent_id][0],
            touched=last[row.column_id, row.agent_id] != row.pk,
        )
        for row in rows
    ]


def undo_decision(act: Update, rule_id: int | None = None) -> Decision[bool]:
    """Whether a public act may be undone now by an Agent who is not idle: every cell in its way is named.

    `rule_id`: the rule that it is said to have broken; None asks before anybody has named one.
    """
    law = law_queries.law(act.game_id)
    in_force = rule_id is None or history_queries.ruleset(act.game_id, act.seq).rule(rule_id) is not None
    may = tracker_rules.may_undo(undone=stands_undone(act), was_in_force=in_force, law=law)
    if not may.outcome:
        return may
    what = tracker_rules.undo_outcome(done_by(act), law)
    if not what.outcome and not what.reasons:
        return Decision(False, (Reason("nothing-to-undo", law.rule(UNDOING)),))
    return Decision(bool(what.outcome), what.reasons)


# -- coming back -------------------------------------------------------------------------------------


def values_for_return(game: Game, agent: Agent) -> tuple[ReturnedValue, ...]:
    """What becomes of an idle Agent's values when e comes back, column by column; of what is secret nothing is told."""
    idled = roster_queries.standings(agent.pk).filter(state=AgentState.IDLE).first()
    sheet = tracker_queries.get_sheet(game, None)
    row = next((each for each in sheet.rows if each.agent == agent.pk), None)
    if row is None:
        return ()
    public = ((each, row.cells[each.number]) for each in sheet.columns if not each.secret)
    return tuple(
        values_on_return(column, cell.value, given=cell.given, idle_from=idled.seq if idled else 0)
        for column, cell in public
    )
