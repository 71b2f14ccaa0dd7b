"""A script is played: each act through the action that a player's own click would call, at the moment it is set for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from nomic.core import clock
from nomic.core import queries as core
from nomic.core.actions import accounts, roster
from nomic.demo.script import (
    LENGTH,
    Act,
    Admit,
    Arrive,
    AskIdle,
    Change,
    Edit,
    Enact,
    Fail,
    LookAt,
    Remark,
    Script,
    Write,
)
from proposals import queries
from proposals.actions import posting, resolving, voting
from proposals.mechanics.votes import Status
from rulesets import queries as rules
from rulesets.actions.founding import found_game


def play(script: Script) -> int:
    """Play a script to its end, and answer how many acts that took: none, if it has been played already.

    Acts are told apart by their moments. One that is not later than the newest event has been done: so a playing that
    broke off goes on where it stopped, unless somebody has acted in the game since.
    """
    if core.game(script.slug) is None:
        _found(script)
    game = core.game(script.slug)
    assert game is not None
    stage, reached = Stage(script, game.pk, game.founded_at), core.last_moment(game)
    left = [act for act in script.acts if stage.moment(act) > reached]
    for act in left:
        stage.do(act)
    return len(left)


@dataclass(frozen=True, slots=True)
class Stage:
    """A game in which acts are done, each at its own moment before the present of the script."""

    script: Script
    game_id: int
    founded_at: datetime

    def moment(self, act: Act) -> datetime:
        return self.founded_at + LENGTH - act.ago

    def do(self, act: Act) -> None:
        with clock.set_to(self.moment(act)):
            DOERS[type(act)](self, act)

    def agent(self, name: str | None) -> int:
        return next(agent.pk for agent in core.roster(self.game_id) if agent.name == name)

    def number(self, title: str) -> int:
        return queries.posts(self.game_id).get(title=title).number

    def application(self, name: str) -> int:
        return core.waiting_applications(self.game_id).get(name=name).pk

    def rule(self, title: str) -> int:
        return next(rule.id for rule in rules.ruleset(self.game_id).rules if rule.title == title)

    def changes(self, scripted: tuple[Change, ...]) -> list[dict[str, Any]]:
        """A change list with the ids for which the script has titles and names."""
        ids = {"rule": self.rule, "agent": self.agent}
        return [{key: ids[key](value) if key in ids else value for key, value in each.items()} for each in scripted]


def _found(script: Script) -> None:
    founder = accounts.without_password(script.usernames[script.founder])
    with clock.set_to(clock.now().replace(microsecond=0) - LENGTH):
        found_game(founder=founder, title=script.title, slug=script.slug, name=script.founder)


def _token(act: Act) -> str:
    return f"script-{act.ago.total_seconds():.0f}"


def _arrive(stage: Stage, act: Arrive) -> None:
    account = accounts.without_password(stage.script.usernames[act.name])
    roster.announce_arrival(account=account, game_id=stage.game_id, name=act.name, text=act.text)


def _admit(stage: Stage, act: Admit) -> None:
    application = stage.application(act.name)
    roster.admit(actor_id=stage.agent(act.by), game_id=stage.game_id, application_id=application)


def _write(stage: Stage, act: Write) -> None:
    posting.post(
        actor_id=stage.agent(act.by),
        game_id=stage.game_id,
        category=act.category,
        title=act.title,
        body=act.body,
        changes=stage.changes(act.changes),
        token=_token(act),
    )


def _edit(stage: Stage, act: Edit) -> None:
    entry = queries.posts(stage.game_id).get(title=act.title)
    posting.edit(
        actor_id=stage.agent(act.by),
        game_id=stage.game_id,
        number=entry.number,
        title=act.new_title,
        body=act.body,
        category=entry.category,
        changes=entry.changes,
        base_version=entry.version,
    )


def _remark(stage: Stage, act: Remark) -> None:
    voting.comment(
        actor_id=stage.agent(act.by),
        game_id=stage.game_id,
        number=stage.number(act.title),
        body=act.body,
        vote=act.vote,
        token=_token(act),
    )


def _enact(stage: Stage, act: Enact) -> None:
    if act.by is None:
        _clerk(stage, act.title, Status.ENACTED)
        return
    number = stage.number(act.title)
    resolving.enact(actor_id=stage.agent(act.by), game_id=stage.game_id, number=number, note=act.note)


def _fail(stage: Stage, act: Fail) -> None:
    if act.by is None:
        _clerk(stage, act.title, Status.FAILED)
        return
    number = stage.number(act.title)
    resolving.fail(actor_id=stage.agent(act.by), game_id=stage.game_id, number=number, note=act.note)


def _clerk(stage: Stage, title: str, expected: Status) -> None:
    entry = queries.posts(stage.game_id).get(title=title)
    if resolving.look_again(game_id=stage.game_id, post_id=entry.pk) is not expected:
        raise ValueError(f"the Clerk would not have {expected} “{title}” at that moment")


def _look_at(stage: Stage, act: LookAt) -> None:
    if not roster.look_again_at_agent(game_id=stage.game_id, agent_id=stage.agent(act.name)):
        raise ValueError(f"the Clerk would not have idled {act.name} at that moment")


def _ask_idle(stage: Stage, act: AskIdle) -> None:
    roster.ask_idle(actor_id=stage.agent(act.by), game_id=stage.game_id)


DOERS: Mapping[type[Act], Callable[[Stage, Any], None]] = {
    Arrive: _arrive,
    Admit: _admit,
    Write: _write,
    Edit: _edit,
    Remark: _remark,
    Enact: _enact,
    Fail: _fail,
    LookAt: _look_at,
    AskIdle: _ask_idle,
}
