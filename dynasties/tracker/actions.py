"""The tracker is changed, by any Agent whom a rule permits it, and changed back. (Rule 1.7: Gamestate Tracking)

Several cells change together or not at all. Two who change one cell lose nothing: see `dynasties.mechanics.merging`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dynasties.actions import cells as writing
from dynasties.actions.cells import Act, Written
from dynasties.mechanics import undoing, updating
from dynasties.mechanics.cells import Op, amount, outcome, spending_rule
from dynasties.mechanics.column_appliers import carries
from dynasties.mechanics.columns import LARGEST, Column, Held, Scope
from dynasties.mechanics.merging import Conflict, Moved, clashes
from dynasties.models import Column as ColumnRow
from dynasties.models import Update, Value
from dynasties.queries import tracker, updates
from nomic.core import queries as core
from nomic.core.actions import deeds, dice, people
from nomic.core.actions.dice import LONGEST_PURPOSE
from nomic.core.actions.tokens import LONGEST_TOKEN, check_token, same_again
from nomic.core.floor import Floor, floor
from nomic.core.mechanics.chance import find_dice
from nomic.core.mechanics.decision import Invalid, Reason, Refused
from nomic.core.mechanics.writing import JOINERS, tidied
from nomic.core.models import Agent
from rulesets import queries as rules

LONGEST_COMMENT, MOST_CELLS = 1_000, 200


@dataclass(frozen=True, slots=True)
class Asked:
    """What is wanted of one cell, understood. `index` is its place among those that were sent."""

    index: int
    row: ColumnRow
    column: Column
    agent: Agent | None
    op: Op
    by: Held
    base: int | None

    @property
    def key(self) -> tuple[int, int | None]:
        return self.row.pk, self.agent.pk if self.agent else None


def update(
    *,
    actor_id: int,
    game_id: int,
    cells: Sequence[Mapping[str, object]],
    comment: str = "",
    rule_id: int | None = None,
    act: str = "",
    nonce: str = "",
    token: str,
) -> Update:
    """Change cells, each `{"column": number, "agent": id or None, "op", "value", "base"}`, resting on a rule; without
    one named, on that which carries the first column. Without cells it is a note in the tracker.

    Dice in the comment fall, declared by it; `act` names what the law lets em do often or occasionally, and spends it.
    Raises `Invalid` at `cells/0/value`, `comment`, `rule_id`, `act` or `token`; `Moved` where somebody changed a cell
    meanwhile. Secret cells change without a trace in the log, and never together with public ones.
    """
    check_token(token)
    comment = tidied("comment", "A comment", comment, LONGEST_COMMENT, JOINERS)
    with floor(game_id) as the_floor:
        actor = people.player(the_floor, actor_id)
        asked = _asked(the_floor, cells)
        if twin := Update.objects.filter(by=actor, token=token).first():
            same_again(_same(twin, comment, asked))
            return twin
        the_floor.law.requires("tracker.updating").or_refuse()
        _permitted(the_floor, actor, asked)
        rule = _rule(the_floor, rule_id, asked)
        written = _written(the_floor, asked)
        # A comment on secret cells that stay as they are is as secret as they: it is no note for everybody.
        in_secret = any(each.column.secret for each in asked)
        if not written and (in_secret or not comment):
            raise Invalid("cells", "Nothing would change.", "no-effect")
        if in_secret:
            return _concealed(the_floor, Act(actor, comment, rule, act=act, token=token), written)
        rolls = _rolled(the_floor, actor, comment, act, nonce, token)
        done = Act(actor, comment, rule, act=act, rolls=rolls, token=token)
        return writing.write(the_floor, "tracker.updated", done, written)


def _concealed(the_floor: Floor, done: Act, written: Sequence[Written]) -> Update:
    """Of what is secret nothing is public: no act that the log would count, and no dice."""
    if done.act:
        raise Invalid("act", "What is secret is no act that the log could count.", "secret-act")
    if find_dice(done.comment):
        raise Invalid("comment", "Dice fall in public: roll them on their own.", "secret-dice")
    return writing.conceal(the_floor, done, written)


def _asked(the_floor: Floor, cells: Sequence[Mapping[str, object]]) -> list[Asked]:
    """What was sent, understood. Raises `Invalid` at the first field that is not."""
    if len(cells) > MOST_CELLS:
        raise Invalid("cells", f"At most {MOST_CELLS} cells at once.", "too-many")
    numbers = [number for cell in cells if (number := _id(cell.get("column"))) is not None]
    there = tracker.column_rows(the_floor.game.pk, numbers)
    agents = {each.pk: each for each in core.roster(the_floor.game.pk)}
    asked = [_one(index, cell, there, agents) for index, cell in enumerate(cells)]
    for place, each in enumerate(asked):
        if each.key in {other.key for other in asked[:place]}:
            raise Invalid(f"cells/{place}/column", "This cell stands here twice.", "twice")
    return asked


def _one(
    index: int, cell: Mapping[str, object], there: Mapping[int, tuple[ColumnRow, Column]], agents: Mapping[int, Agent]
) -> Asked:
    path, whose, base = f"cells/{index}", cell.get("agent"), cell.get("base")
    number, row = _id(cell.get("column")), _id(whose)
    found = there.get(number) if number is not None else None
    if found is None:
        raise Invalid(f"{path}/column", "There is no such column.", "no-column")
    agent = agents.get(row) if row is not None else None
    if (found[1].scope is Scope.AGENT) != (agent is not None) or (whose is not None and agent is None):
        raise Invalid(f"{path}/agent", "This column has no such row.", "no-row")
    if cell.get("op") not in list(Op):
        raise Invalid(f"{path}/op", "There is no such way to change a cell.", "no-op")
    op = Op(str(cell["op"]))
    try:
        by = amount(found[1], op, cell.get("value"))
    except Invalid as error:
        raise Invalid(f"{path}/{error.path}", error.text, error.code) from None
    return Asked(index, *found, agent, op, by, base if isinstance(base, int) else None)


def _id(sent: object) -> int | None:
    """What was sent as a number or an id, if it can be one; a bool is none, nor what no database column holds."""
    known = isinstance(sent, int) and not isinstance(sent, bool) and 0 < sent <= LARGEST
    return sent if known and isinstance(sent, int) else None


def _same(twin: Update, comment: str, asked: Sequence[Asked]) -> bool:
    """Whether an act is what a form with its token asks for: of its cells, it has written those that changed."""
    said = core.opened(twin.private).data["comment"] if twin.private else twin.comment
    keys = set(Value.objects.filter(update=twin).values_list("column", "agent"))
    return said == comment and keys <= {each.key for each in asked}


def _permitted(the_floor: Floor, actor: Agent, asked: Sequence[Asked]) -> None:
    law, mastermind = the_floor.law, the_floor.game.mastermind_id
    for each in asked:
        who = updating.Who(
            is_own=each.agent is not None and each.agent.pk == actor.pk,
            is_mastermind=actor.pk == mastermind,
            row_name=each.agent.name if each.agent else "",
            row_idle=each.agent is not None and not each.agent.playing,
        )
        updating.may_update(each.column, who, law).or_refuse()
    # One act is either told to everybody or to nobody.
    if len({each.column.secret for each in asked}) > 1:
        raise Refused(Reason("secret-and-public", law.rule("tracker.updating")))


def _rule(the_floor: Floor, rule_id: int | None, asked: Sequence[Asked]) -> tuple[int, str] | None:
    """The rule that the act rests on: its id and title."""
    ruleset = rules.ruleset(the_floor.game.pk)
    rule_id = rule_id if rule_id is not None or not asked else asked[0].column.rule
    if rule_id is None:
        return None
    updating.may_cite(in_force=carries(ruleset, rule_id), law=the_floor.law).or_refuse()
    rule = ruleset.rule(rule_id)
    return rule_id, rule.title if rule else ""


def _written(the_floor: Floor, asked: Sequence[Asked]) -> list[Written]:
    """What each cell becomes; those that stay as they are left out. Raises `Moved` before anything is done."""
    held = tracker.held_now(the_floor.game.pk, {each.row.pk for each in asked})
    now = {each.key: held.get(each.key, (each.column.standard, 0)) for each in asked}
    conflicts = [
        Conflict(each.index, each.column, each.key[1], each.by, *now[each.key])
        for each in asked
        if clashes(each.op, each.by, now[each.key][0], each.base, now[each.key][1])
    ]
    if conflicts:
        raise Moved(conflicts)
    spending = spending_rule(the_floor.law)
    written = []
    for each in asked:
        before = now[each.key][0]
        after = outcome(each.column, each.op, before, each.by, spending).or_refuse().outcome[0]
        if after != before:
            name = each.agent.name if each.agent else ""
            written.append(Written(each.row, each.column, each.key[1], name, each.op.value, before, after))
    return written


def _rolled(the_floor: Floor, actor: Agent, comment: str, act: str, nonce: str, token: str) -> list[int]:
    """The dice that the comment asks for fall, the comment being what they are for; the first spends the act."""
    try:
        asked = find_dice(comment)
        rolls = [
            dice.roll_in(
                the_floor, actor, notation, comment[:LONGEST_PURPOSE].strip(), nonce, "" if place else act,
                hashlib.sha256(f"{token} {place}".encode()).hexdigest()[:LONGEST_TOKEN],
            )
            for place, notation in enumerate(asked)
        ]  # fmt: skip
    except Invalid as error:
        path = error.path if error.path in {"nonce", "act"} else "comment"
        raise Invalid(path, error.text, error.code) from None
    if act and not asked:
        deeds.spend(the_floor, actor, act)
    return [each.number for each in rolls]


def undo(*, actor_id: int, game_id: int, number: int, rule_id: int, why: str, token: str) -> Update:
    """Take back a public act, because it broke a rule as that stood at its moment. What it spent stays spent.

    An undoing may be undone like any other act. Raises `Invalid` at `why` or `token`; refused naming every cell that
    is in its way.
    """
    check_token(token)
    why = tidied("why", "The reason", why, LONGEST_COMMENT, JOINERS)
    if not why:
        raise Invalid("why", "Say how it broke the rule.", "empty")
    with floor(game_id) as the_floor:
        actor = people.player(the_floor, actor_id)
        if twin := Update.objects.filter(by=actor, token=token).first():
            same_again(twin.comment == why and twin.undoes is not None and twin.undoes.number == number)
            return twin
        old = updates.update(the_floor.game, number)
        if old is None:
            raise Refused(Reason("no-update", the_floor.law.rule("tracker.undoing"), {"number": number}))
        updates.may_undo(old, rule_id).or_refuse()
        rule = rules.ruleset(game_id, old.seq).rule(rule_id)
        done = Act(actor, why, (rule_id, rule.title if rule else ""), undoes=old, token=token)
        return writing.write(the_floor, "tracker.undone", done, _back(the_floor, old), undoes=number)


def _back(the_floor: Floor, old: Update) -> list[Written]:
    cells = updates.done_by(old)
    back = undoing.undone(cells, the_floor.law).outcome
    there = tracker.column_rows(the_floor.game.pk, [each.column.number for each in cells])
    return [
        Written(*there[each.column.number], each.agent, each.name, "undo", each.now, after)
        for each in cells
        if (after := back[each.column.number, each.agent]) != each.now
    ]
