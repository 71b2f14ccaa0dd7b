"""The steps that write the tracker: one act, its values, and its event or its link in the private chain. (Rule 1.7)"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from dynasties.mechanics.columns import Column, Held
from dynasties.models import Column as ColumnRow
from dynasties.models import Update, Value
from nomic.core import queries as core
from nomic.core import vault
from nomic.core.floor import Floor
from nomic.core.mechanics.decision import Fact
from nomic.core.models import Agent, PrivateEvent


@dataclass(frozen=True, slots=True)
class Written:
    """A cell that changes: whose, how, from what and to what."""

    row: ColumnRow
    column: Column
    agent: int | None
    name: str
    op: str
    before: Held
    after: Held

    @property
    def facts(self) -> dict[str, Fact]:
        """For the record."""
        return {
            "column": self.column.number, "name": self.column.name, "agent": self.agent, "agent_name": self.name,
            "op": self.op, "before": self.before, "after": self.after,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Act:
    """Who changes the tracker, on which ground, and with which words. `rule`: its id and title."""

    by: Agent | None
    comment: str = ""
    rule: tuple[int, str] | None = None
    act: str = ""
    cause: str = ""
    undoes: Update | None = None
    rolls: Sequence[int] = ()
    token: str = field(default_factory=vault.fresh_uid)


def write(the_floor: Floor, kind: str, act: Act, cells: Sequence[Written], **more: Any) -> Update:
    """Step: the next public act, with its event."""
    number = core.next_number(Update.objects.filter(game=the_floor.game))
    update = _update(the_floor, act, number=number, seq=the_floor.next_seq, comment=act.comment)
    for cell in cells:
        _value(the_floor, update, cell, before=cell.before, value=cell.after)
    the_floor.record(kind, actor=act.by, subject=f"update:{number}", number=number, **_grounds(act, cells), **more)
    return update


def conceal(the_floor: Floor, act: Act, cells: Sequence[Written]) -> Update:
    """Step: the same in secret. It makes no event and has no number; its values and comment are sealed."""
    link = the_floor.conceal("tracker.updated", actor=act.by, **_grounds(act, cells))
    update = _update(the_floor, act, seq=the_floor.game.last_seq, private=link)
    for cell in cells:
        _value(the_floor, update, cell, sealed=vault.seal({"before": cell.before, "value": cell.after}))
    return update


def _update(
    the_floor: Floor, act: Act, *, seq: int, number: int | None = None, comment: str = "",
    private: PrivateEvent | None = None,
) -> Update:  # fmt: skip
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


def _value(the_floor: Floor, update: Update, cell: Written, **held: Any) -> None:
    Value.objects.create(
        game=the_floor.game, column=cell.row, agent_id=cell.agent, update=update, seq=update.seq, at=the_floor.now,
        **held,
    )  # fmt: skip


def _grounds(act: Act, cells: Sequence[Written]) -> dict[str, Any]:
    rule, title = act.rule or (None, "")
    return {
        "comment": act.comment, "rule": rule, "rule_title": title, "act": act.act, "cause": act.cause,
        "rolls": list(act.rolls), "cells": [cell.facts for cell in cells],
    }  # fmt: skip
