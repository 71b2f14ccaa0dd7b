"""Update the tracker and undo updates, as far as a rule permits. (Rule 1.7: Gamestate Tracking)"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from dynasties.dials import UNDOING, UPDATING
from dynasties.tracker import (
    queries as tracker_queries,
    queries_updates as tracker_queries_updates,
    rules as tracker_rules,
)
from dynasties.tracker.models import Column, Update, Value
from dynasties.tracker.rules import (
    LARGEST,
    CellConflict,
    CellMoved,
    CellOp,
    ColumnFacts,
    Held,
    Scope,
    cell_outcome,
    find_clashes,
    read_amount,
    spending_rule,
)
from dynasties.tracker.rules_columns import carries
from nomic.core import vault
from nomic.core.decision import Fact, Invalid, Reason, Refused
from nomic.core.dice import actions as dice_actions
from nomic.core.dice.actions import LONGEST_PURPOSE
from nomic.core.dice.rules import find_dice
from nomic.core.duties import actions as duties_actions
from nomic.core.floor import Floor, floor
from nomic.core.games import queries as games_queries
from nomic.core.games.models import Agent
from nomic.core.input import JOINERS, LONGEST_TOKEN, check_same_form, check_token, clean_text
from nomic.core.log.models import PrivateEvent
from nomic.core.roster import actions as roster_actions, queries as roster_queries
from nomic.core.secrets import queries as secrets_queries
from rulesets.history import queries as history_queries


@dataclass(frozen=True, slots=True)
class WrittenCell:
    """A cell that changes: whose, how, from what and to what."""

    row: Column
    column: ColumnFacts
    agent: int | None
    name: str
    op: str
    before: Held
    after: Held

    @property
    def facts(self) -> dict[str, Fact]:
        """For the record."""
        return {
            "column": self.column.number,
            "name": self.column.name,
            "agent": self.agent,
            "agent_name": self.name,
            "op": self.op,
            "before": self.before,
            "after": self.after,
        }


@dataclass(frozen=True, slots=True)
class TrackerAct:
    """Who changes the tracker, on which ground, and with which words. `rule`: its id and title."""

    by: Agent | None
    comment: str = ""
    rule: tuple[int, str] | None = None
    act: str = ""
    cause: str = ""
    undoes: Update | None = None
    rolls: Sequence[int] = ()
    token: str = field(default_factory=vault.fresh_uid)


def write_values(the_floor: Floor, kind: str, act: TrackerAct, cells: Sequence[WrittenCell], **more: Any) -> Update:
    """Step: the next public act, with its event."""
    number = games_queries.next_number(Update.objects.filter(game=the_floor.game))
    update = _create_update(the_floor, act, number=number, seq=the_floor.next_seq, comment=act.comment)
    for cell in cells:
        _create_value(the_floor, update, cell, before=cell.before, value=cell.after)
    the_floor.record(kind, actor=act.by, subject=f"update:{number}", number=number, **_grounds(act, cells), **more)
    return update


def write_secret_values(the_floor: Floor, act: TrackerAct, cells: Sequence[WrittenCell]) -> Update:
    """Step: the same in secret. It makes no event and has no number; its values and comment are sealed."""
    link = the_floor.append_private_event("tracker.updated", actor=act.by, **_grounds(act, cells))
    update = _create_update(the_floor, act, seq=the_floor.game.last_seq, private=link)
    for cell in cells:
        _create_value(the_floor, update, cell, sealed=vault.seal({"before": cell.before, "value": cell.after}))
    return update


def _create_update(
    the_floor: Floor,
    act: TrackerAct,
    *,
    seq: int,
    number: int | None = None,
    comment: str = "",
    private: PrivateEvent | None = None,
) -> Update:
    return Update.objects.create(
        game=the_floor.game,
        number=number,
        uid=vault.fresh_uid(),
        by=act.by,
        at=the_floor.now,
        seq=seq,
        comment=comment,
        rule_id=act.rule[0] if act.rule else None,
        act=act.act,
        cause=act.cause,
        undoes=act.undoes,
        rolls=list(act.rolls),
        private=private,
        token=act.token,
    )


def _create_value(the_floor: Floor, update: Update, cell: WrittenCell, **held: Any) -> None:
    Value.objects.create(
        game=the_floor.game,
        column=cell.row,
        agent_id=cell.agent,
        update=update,
        seq=update.seq,
        at=the_floor.now,
        **held,
    )


def _grounds(act: TrackerAct, cells: Sequence[WrittenCell]) -> dict[str, Any]:
    rule, title = act.rule or (None, "")
    return {
        "comment": act.comment,
        "rule": rule,
        "rule_title": title,
        "act": act.act,
        "cause": act.cause,
        "rolls": list(act.rolls),
        "cells": [cell.facts for cell in cells],
    }


# The tracker is changed, by any Agent whom a rule permits it, and changed back. (Rule 1.7: Gamestate Tracking)
# Several cells change together or not at all. Two who change one cell lose nothing: see
# `dynasties.tracker.rules`.

LONGEST_COMMENT, MOST_CELLS = 1_000, 200


@dataclass(frozen=True, slots=True)
class AskedChange:
    """What is wanted of one cell, understood. `index` is its place among those that were sent."""

    index: int
    row: Column
    column: ColumnFacts
    agent: Agent | None
    op: CellOp
    by: Held
    base: int | None

    @property
    def key(self) -> tuple[int, int | None]:
        return self.row.pk, self.agent.pk if self.agent else None


@dataclass(frozen=True, slots=True)
class UpdateWords:
    """What is said with an update: a comment, the rule that it rests on, and the act that it spends.

    Dice in the comment fall, declared by it, with the `nonce`; `act` names what the law lets em do often or
    occasionally.
    """

    comment: str = ""
    rule_id: int | None = None
    act: str = ""
    nonce: str = ""


def update_cells(
    *, actor_id: int, game_id: int, cells: Sequence[Mapping[str, object]], said: UpdateWords = UpdateWords(), token: str
) -> Update:
    """Change cells, each `{"column": number, "agent": id or None, "op", "value", "base"}`, resting on a rule; without
    one named, on that which carries the first column. Without cells it is a note in the tracker.

    Raises `Invalid` at `cells/0/value`, `comment`, `rule_id`, `act` or `token`; `Moved` where somebody changed a cell
    meanwhile. Secret cells change without a trace in the log, and never together with public ones.
    """
    check_token(token)
    comment = clean_text("comment", "A comment", said.comment, LONGEST_COMMENT, JOINERS)
    with floor(game_id) as the_floor:
        actor = roster_actions.require_player(the_floor, actor_id)
        asked = _asked_cells(the_floor, cells)
        if twin := Update.objects.filter(by=actor, token=token).first():
            check_same_form(_same(twin, comment, asked))
            return twin
        the_floor.law.requires(UPDATING).or_refuse()
        _check_permitted(the_floor, actor, asked)
        rule = _rule(the_floor, said.rule_id, asked)
        written = _written_cells(the_floor, asked)
        # A comment on secret cells that stay as they are is as secret as they: it is no note for everybody.
        in_secret = any(each.column.secret for each in asked)
        if not written and (in_secret or not comment):
            raise Invalid("cells", "Nothing would change.", "no-effect")
        if in_secret:
            return _write_secret(the_floor, TrackerAct(actor, comment, rule, said.act, token=token), written)
        rolls = _roll_value(the_floor, actor, replace(said, comment=comment), token)
        done = TrackerAct(actor, comment, rule, said.act, rolls=rolls, token=token)
        return write_values(the_floor, "tracker.updated", done, written)


def _write_secret(the_floor: Floor, done: TrackerAct, written: Sequence[WrittenCell]) -> Update:
    """Of what is secret nothing is public: no act that the log would count, and no dice."""
    if done.act:
        raise Invalid("act", "What is secret is no act that the log could count.", "secret-act")
    if find_dice(done.comment):
        raise Invalid("comment", "Dice fall in public: roll them on their own.", "secret-dice")
    return write_secret_values(the_floor, done, written)


def _asked_cells(the_floor: Floor, cells: Sequence[Mapping[str, object]]) -> list[AskedChange]:
    """What was sent, understood. Raises `Invalid` at the first field that is not."""
    if len(cells) > MOST_CELLS:
        raise Invalid("cells", f"At most {MOST_CELLS} cells at once.", "too-many")
    numbers = [number for cell in cells if (number := _id(cell.get("column"))) is not None]
    there = tracker_queries.column_rows(the_floor.game.pk, numbers)
    agents = {each.pk: each for each in roster_queries.roster(the_floor.game.pk)}
    asked = [_ask_one(index, cell, there, agents) for index, cell in enumerate(cells)]
    for place, each in enumerate(asked):
        if each.key in {other.key for other in asked[:place]}:
            raise Invalid(f"cells/{place}/column", "This cell stands here twice.", "twice")
    return asked


def _ask_one(
    index: int, cell: Mapping[str, object], there: Mapping[int, tuple[Column, ColumnFacts]], agents: Mapping[int, Agent]
) -> AskedChange:
    path, whose, base = f"cells/{index}", cell.get("agent"), cell.get("base")
    number, row = _id(cell.get("column")), _id(whose)
    found = there.get(number) if number is not None else None
    if found is None:
        raise Invalid(f"{path}/column", "There is no such column.", "no-column")
    agent = agents.get(row) if row is not None else None
    if (found[1].scope is Scope.AGENT) != (agent is not None) or (whose is not None and agent is None):
        raise Invalid(f"{path}/agent", "This column has no such row.", "no-row")
    if cell.get("op") not in list(CellOp):
        raise Invalid(f"{path}/op", "There is no such way to change a cell.", "no-op")
    op = CellOp(str(cell["op"]))
    try:
        by = read_amount(found[1], op, cell.get("value"))
    except Invalid as error:
        raise Invalid(f"{path}/{error.path}", error.text, error.code) from None
    return AskedChange(index, *found, agent, op, by, base if isinstance(base, int) else None)


def _id(sent: object) -> int | None:
    """What was sent as a number or an id, if it can be one; a bool is none, nor what no database column holds."""
    known = isinstance(sent, int) and not isinstance(sent, bool) and 0 < sent <= LARGEST
    return sent if known and isinstance(sent, int) else None


def _same(twin: Update, comment: str, asked: Sequence[AskedChange]) -> bool:
    """Whether an act is what a form with its token asks for: of its cells, it has written those that changed."""
    said = secrets_queries.unseal_event(twin.private).data["comment"] if twin.private else twin.comment
    keys = set(Value.objects.filter(update=twin).values_list("column", "agent"))
    return said == comment and keys <= {each.key for each in asked}


def _check_permitted(the_floor: Floor, actor: Agent, asked: Sequence[AskedChange]) -> None:
    law, mastermind = the_floor.law, the_floor.game.mastermind_id
    for each in asked:
        who = tracker_rules.Updater(
            is_own=each.agent is not None and each.agent.pk == actor.pk,
            is_mastermind=actor.pk == mastermind,
            row_name=each.agent.name if each.agent else "",
            row_idle=each.agent is not None and not each.agent.is_playing,
        )
        tracker_rules.may_update(each.column, who, law).or_refuse()
    # One act is either told to everybody or to nobody.
    if len({each.column.secret for each in asked}) > 1:
        raise Refused(Reason("secret-and-public", law.rule(UPDATING)))


def _rule(the_floor: Floor, rule_id: int | None, asked: Sequence[AskedChange]) -> tuple[int, str] | None:
    """The rule that the act rests on: its id and title."""
    ruleset = history_queries.ruleset(the_floor.game.pk)
    rule_id = rule_id if rule_id is not None or not asked else asked[0].column.rule
    if rule_id is None:
        return None
    tracker_rules.may_cite(in_force=carries(ruleset, rule_id), law=the_floor.law).or_refuse()
    rule = ruleset.rule(rule_id)
    return rule_id, rule.title if rule else ""


def _written_cells(the_floor: Floor, asked: Sequence[AskedChange]) -> list[WrittenCell]:
    """What each cell becomes; those that stay as they are left out. Raises `Moved` before anything is done."""
    held = tracker_queries.value_now(the_floor.game.pk, {each.row.pk for each in asked})
    now = {each.key: held.get(each.key, (each.column.standard, 0)) for each in asked}
    conflicts = [
        CellConflict(each.index, each.column, each.key[1], each.by, *now[each.key])
        for each in asked
        if find_clashes(each.op, each.by, now[each.key][0], each.base, now[each.key][1])
    ]
    if conflicts:
        raise CellMoved(conflicts)
    spending = spending_rule(the_floor.law)
    written = []
    for each in asked:
        before = now[each.key][0]
        after = cell_outcome(each.column, each.op, before, each.by, spending).or_refuse().outcome[0]
        if after != before:
            name = each.agent.name if each.agent else ""
            written.append(WrittenCell(each.row, each.column, each.key[1], name, each.op.value, before, after))
    return written


def _roll_value(the_floor: Floor, actor: Agent, said: UpdateWords, token: str) -> list[int]:
    """The dice that the comment asks for fall, the comment being what they are for; the first spends the act."""
    purpose = said.comment[:LONGEST_PURPOSE].strip()
    try:
        asked = find_dice(said.comment)
        rolls = [
            dice_actions.roll_dice_on_floor(
                the_floor,
                actor,
                dice_actions.ThrowWords(notation, purpose, said.nonce, "" if place else said.act),
                hashlib.sha256(f"{token} {place}".encode()).hexdigest()[:LONGEST_TOKEN],
            )
            for place, notation in enumerate(asked)
        ]
    except Invalid as error:
        path = error.path if error.path in {"nonce", "act"} else "comment"
        raise Invalid(path, error.text, error.code) from None
    if said.act and not asked:
        duties_actions.use_allowance(the_floor, actor, said.act)
    return [each.number for each in rolls]


def undo_update(*, actor_id: int, game_id: int, number: int, rule_id: int, why: str, token: str) -> Update:
    """Take back a public act, because it broke a rule as that stood at its moment. What it spent stays spent.

    An undoing may be undone like any other act. Raises `Invalid` at `why` or `token`; refused naming every cell that
    is in its way.
    """
    check_token(token)
    why = clean_text("why", "The reason", why, LONGEST_COMMENT, JOINERS)
    if not why:
        raise Invalid("why", "Say how it broke the rule.", "empty")
    with floor(game_id) as the_floor:
        actor = roster_actions.require_player(the_floor, actor_id)
        if twin := Update.objects.filter(by=actor, token=token).first():
            check_same_form(twin.comment == why and twin.undoes is not None and twin.undoes.number == number)
            return twin
        old = tracker_queries_updates.get_update(the_floor.game, number)
        if old is None:
            raise Refused(Reason("no-update", the_floor.law.rule(UNDOING), {"number": number}))
        tracker_queries_updates.undo_decision(old, rule_id).or_refuse()
        rule = history_queries.ruleset(game_id, old.seq).rule(rule_id)
        done = TrackerAct(actor, why, (rule_id, rule.title if rule else ""), undoes=old, token=token)
        return write_values(the_floor, "tracker.undone", done, _written_back(the_floor, old), undoes=number)


def _written_back(the_floor: Floor, old: Update) -> list[WrittenCell]:
    cells = tracker_queries_updates.done_by(old)
    back = tracker_rules.undo_outcome(cells, the_floor.law).outcome
    there = tracker_queries.column_rows(the_floor.game.pk, [each.column.number for each in cells])
    return [
        WrittenCell(*there[each.column.number], each.agent, each.name, "undo", each.now, after)
        for each in cells
        if (after := back[each.column.number, each.agent]) != each.now
    ]
