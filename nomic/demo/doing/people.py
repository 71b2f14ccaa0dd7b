"""How the acts of people are done: arriving, coming and going, messages, and what everybody has seen."""

from __future__ import annotations

from nomic.core import clock, queries
from nomic.core.actions import accounts, duties, joining, messages, roster, silence, visits
from nomic.demo.script import (
    Admit,
    Arrive,
    AskIdle,
    LookAt,
    LookAtDuty,
    Open,
    Report,
    Resign,
    Send,
    Visit,
)
from nomic.demo.stage import Stage, token


def arrive(stage: Stage, act: Arrive) -> None:
    account = accounts.without_password(stage.script.usernames[act.name])
    joining.announce_arrival(account=account, game_id=stage.game_id, name=act.name, text=act.text)


def admit(stage: Stage, act: Admit) -> None:
    application = stage.application(act.name)
    joining.admit(actor_id=stage.agent(act.by), game_id=stage.game_id, application_id=application)


def look_at(stage: Stage, act: LookAt) -> None:
    if not silence.look_again_at_agent(game_id=stage.game_id, agent_id=stage.agent(act.name)):
        raise ValueError(f"the Clerk would not have idled {act.name} at that moment")


def ask_idle(stage: Stage, act: AskIdle) -> None:
    silence.ask_idle(actor_id=stage.agent(act.by), game_id=stage.game_id)


def resign(stage: Stage, act: Resign) -> None:
    roster.resign(actor_id=stage.agent(act.by), game_id=stage.game_id)


def report(stage: Stage, act: Report) -> None:
    number = stage.duty(act.words)
    duties.done(actor_id=stage.agent(act.by), game_id=stage.game_id, number=number, note=act.note)


def look_at_duty(stage: Stage, act: LookAtDuty) -> None:
    if not duties.look_again_at_duty(game_id=stage.game_id, number=stage.duty(act.words)):
        raise ValueError(f"“{act.words}” was not overdue at that moment")


def send(stage: Stage, act: Send) -> None:
    messages.send(
        actor_id=stage.agent(act.by),
        game_id=stage.game_id,
        to=stage.agent(act.to) if act.to else messages.OFFICE,
        subject=act.subject,
        body=act.body,
        answers=stage.letter(act.by, act.answers) if act.answers else None,
        token=token(act),
    )


def open_message(stage: Stage, act: Open) -> None:
    uid = stage.letter(act.by, act.subject)
    messages.open_message(actor_id=stage.agent(act.by), game_id=stage.game_id, uid=uid)


def visit(stage: Stage, act: Visit) -> None:
    """As if e had opened a page of the game, and the inbox."""
    account_id, now = stage.account(act.by), clock.now()
    game = queries.game(stage.script.slug)
    assert game is not None
    seen = queries.visit(account_id, stage.game_id)
    visits.note_visit(account_id=account_id, game_id=stage.game_id, visit=seen, seq=game.last_seq, now=now)
    visits.open_all(account_id=account_id, now=now)
