"""How the acts on the Gamestate are done: the tracker, dice, pages."""

from __future__ import annotations

from dynasties.actions import pages, tracker
from dynasties.queries import pages as pages_read
from nomic.core.actions import dice
from nomic.demo.script import Pen, Roll, Undo, Update
from nomic.demo.stage import Stage, token


def update(stage: Stage, act: Update) -> None:
    tracker.update(
        actor_id=stage.agent(act.by),
        game_id=stage.game_id,
        cells=[stage.cell(each, act.by) for each in act.cells],
        comment=act.comment,
        act=act.does,
        token=token(act),
    )


def undo(stage: Stage, act: Undo) -> None:
    number, rule = stage.update(act.comment), stage.rule(act.rule)
    who = stage.agent(act.by)
    tracker.undo(actor_id=who, game_id=stage.game_id, number=number, rule_id=rule, why=act.why, token=token(act))


def roll(stage: Stage, act: Roll) -> None:
    dice.roll(
        actor_id=stage.agent(act.by),
        game_id=stage.game_id,
        notation=act.notation,
        purpose=act.purpose,
        act=act.does,
        token=token(act),
    )


def pen(stage: Stage, act: Pen) -> None:
    shown = next(each for each in pages_read.pages(stage.game_id) if each.row.title == act.page)
    pages.edit(
        actor_id=stage.agent(act.by),
        game_id=stage.game_id,
        number=shown.row.number,
        text=f"{shown.version.text}\n\n{act.more}",
        comment=act.comment,
        base_version=shown.version.n,
    )
