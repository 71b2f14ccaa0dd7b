"""How each kind of act is done: through the action that a player's own click would call."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from nomic.demo import script
from nomic.demo.ballot.doing import BALLOTING
from nomic.demo.doing import gamestate, people, posts
from nomic.demo.senate.doing import SITTING
from nomic.demo.spies.doing import SPYING
from nomic.demo.stage import Stage

DOERS: Mapping[type[script.Act], Callable[[Stage, Any], None]] = {
    script.Arrive: people.arrive,
    script.Admit: people.admit,
    script.LookAt: people.look_at,
    script.AskIdle: people.ask_idle,
    script.Resign: people.resign,
    script.Report: people.report,
    script.LookAtDuty: people.look_at_duty,
    script.Send: people.send,
    script.Open: people.open_message,
    script.Visit: people.visit,
    script.Write: posts.write,
    script.Edit: posts.edit,
    script.Remark: posts.remark,
    script.Enact: posts.enact,
    script.Fail: posts.fail,
    script.Reopen: posts.reopen,
    script.Ascend: posts.ascend,
    script.Update: gamestate.update,
    script.Undo: gamestate.undo,
    script.Roll: gamestate.roll,
    script.Pen: gamestate.pen,
    **SPYING,
    **SITTING,
    **BALLOTING,
}
