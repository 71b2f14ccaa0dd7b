"""How the acts of a ballot are done: through the actions that its own pages would call."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from nomic.core import clock
from nomic.demo.ballot import acts
from nomic.demo.script import Act
from nomic.demo.stage import Stage, token
from proposals.actions.voting import comment
from proposals.bnomic.actions import administering, submitting, voting
from proposals.bnomic.queries import ballots

if TYPE_CHECKING:
    from proposals.bnomic.models import Proposal


def submit(stage: Stage, act: acts.Submit) -> None:
    submitting.submit(
        actor_id=stage.agent(act.by), game_id=stage.game_id, name=act.name, body=act.body, depends=act.depends,
        conflicts=act.conflicts, changes=stage.changes(act.changes), token=token(act),
    )  # fmt: skip


def revise(stage: Stage, act: acts.Revise) -> None:
    submitting.revise(
        actor_id=stage.agent(act.by), game_id=stage.game_id, number=act.number, name=act.name, body=act.body,
        depends=act.depends, conflicts=act.conflicts, changes=stage.changes(act.changes),
        base_version=_proposal(stage, act.number).post.version,
    )  # fmt: skip


def cast(stage: Stage, act: acts.Cast) -> None:
    voting.vote(actor_id=stage.agent(act.by), game_id=stage.game_id, number=act.number, vote=act.vote)


def say(stage: Stage, act: acts.Say) -> None:
    entry = _proposal(stage, act.number).post
    comment(
        actor_id=stage.agent(act.by), game_id=stage.game_id, number=entry.number, body=act.body, token=token(act)
    )  # fmt: skip


def pause(stage: Stage, act: acts.Pause) -> None:
    until = clock.now() + timedelta(days=act.days)
    administering.pause(actor_id=stage.agent(act.by), game_id=stage.game_id, until=until, why=act.why)


def carried_out(stage: Stage, act: acts.CarriedOut) -> None:
    administering.carried_out(actor_id=stage.agent(act.by), game_id=stage.game_id, number=act.number, why=act.why)


def _proposal(stage: Stage, number: int) -> Proposal:
    found = ballots.proposal(stage.game_id, number)
    assert found is not None
    return found


BALLOTING: Mapping[type[Act], Callable[[Stage, Any], None]] = {
    acts.Submit: submit,
    acts.Revise: revise,
    acts.Cast: cast,
    acts.Say: say,
    acts.Pause: pause,
    acts.CarriedOut: carried_out,
}
