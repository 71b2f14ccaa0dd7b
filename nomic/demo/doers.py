"""How the acts in the journal are done: posts, comments, what becomes of matters, and the Ascension Address."""

from __future__ import annotations

from dynasties.actions import ascending
from nomic.demo.script import Ascend, Edit, Enact, Fail, Remark, Reopen, Write
from nomic.demo.stage import Stage, token
from proposals import queries
from proposals.actions import posting, repairs, resolving, voting
from proposals.mechanics.votes import Status


def write(stage: Stage, act: Write) -> None:
    posting.post(
        actor_id=stage.agent(act.by),
        game_id=stage.game_id,
        category=act.category,
        title=act.title,
        body=act.body,
        changes=stage.changes(act.changes),
        anonymous=act.anonymous,
        evidence=act.evidence,
        token=token(act),
    )


def edit(stage: Stage, act: Edit) -> None:
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


def remark(stage: Stage, act: Remark) -> None:
    voting.comment(
        actor_id=stage.agent(act.by),
        game_id=stage.game_id,
        number=stage.number(act.title),
        body=act.body,
        vote=act.vote,
        token=token(act),
    )


def enact(stage: Stage, act: Enact) -> None:
    if act.by is None:
        _clerk(stage, act.title, Status.ENACTED)
        return
    number = stage.number(act.title)
    resolving.enact(actor_id=stage.agent(act.by), game_id=stage.game_id, number=number, note=act.note)


def fail(stage: Stage, act: Fail) -> None:
    if act.by is None:
        _clerk(stage, act.title, Status.FAILED)
        return
    number = stage.number(act.title)
    resolving.fail(actor_id=stage.agent(act.by), game_id=stage.game_id, number=number, note=act.note)


def _clerk(stage: Stage, title: str, expected: Status) -> None:
    entry = queries.posts(stage.game_id).get(title=title)
    if resolving.look_again(game_id=stage.game_id, post_id=entry.pk) is not expected:
        raise ValueError(f"the Clerk would not have {expected} “{title}” at that moment")


def reopen(stage: Stage, act: Reopen) -> None:
    number, rule = stage.number(act.title), stage.rule(act.rule)
    repairs.reopen(actor_id=stage.agent(act.by), game_id=stage.game_id, number=number, why=act.why, rule_id=rule)


def ascend(stage: Stage, act: Ascend) -> None:
    ascending.ascend(
        actor_id=stage.agent(act.by),
        game_id=stage.game_id,
        theme=act.theme,
        text=act.text,
        repeal=[stage.rule(title) for title in act.repeal],
        renames=act.renames,
        accent=act.accent,
        emblem=act.emblem,
        package=act.package,
        token=token(act),
    )
