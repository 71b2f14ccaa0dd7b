"""The demo games, and how each kind of act in them is done: through the action that a player would call."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from dynasties.pages import actions as pages_actions, queries as pages_queries
from dynasties.succession import actions as succession_actions
from dynasties.tracker import actions as tracker_actions
from nomic.core import clock
from nomic.core.dice import actions as dice_actions
from nomic.core.duties import actions as duties_actions
from nomic.core.games import queries as games_queries
from nomic.core.lobby import actions as lobby_actions
from nomic.core.log import queries as log_queries
from nomic.core.messages import actions as messages_actions
from nomic.core.notifications import actions as notifications_actions, queries as notifications_queries
from nomic.core.roster import actions as roster_actions, actions_activity as roster_actions_activity
from nomic.core.secrets import actions as secrets_actions
from nomic.demo import script
from nomic.demo.ballot import BALLOTING, LITTLE_SOAKING_PIER
from nomic.demo.commons import THE_COMMONS
from nomic.demo.script import (
    Admit,
    Arrive,
    Ascend,
    AskIdle,
    EditPost,
    Enact,
    Fail,
    LookAt,
    LookAtDuty,
    Open,
    Pen,
    Remark,
    Reopen,
    Report,
    Resign,
    RollDice,
    Script,
    Send,
    Undo,
    UpdateTracker,
    VisitGame,
    Write,
)
from nomic.demo.senate import SITTING, THE_DRAUGHTY_HOUSE
from nomic.demo.spies import SPYING
from nomic.demo.spies_story import THE_COLD_BUFFET
from nomic.demo.stage import DemoStage, act_token
from proposals.comments import actions as comments_actions
from proposals.composer import actions as composer_actions
from proposals.deciding import actions as deciding_actions
from proposals.posts import queries as posts_queries
from proposals.repairs import actions as repairs_actions
from proposals.voting.rules import Status
from rulesets.founding.actions import found_game


def update(stage: DemoStage, act: UpdateTracker) -> None:
    tracker_actions.update_cells(
        actor_id=stage.agent(act.by),
        game_id=stage.game_id,
        cells=[stage.cell(each, act.by) for each in act.cells],
        said=tracker_actions.UpdateWords(act.comment, act=act.does),
        token=act_token(act),
    )


def undo(stage: DemoStage, act: Undo) -> None:
    number, rule = stage.update(act.comment), stage.rule(act.rule)
    who = stage.agent(act.by)
    tracker_actions.undo_update(
        actor_id=who, game_id=stage.game_id, number=number, rule_id=rule, why=act.why, token=act_token(act)
    )


def roll(stage: DemoStage, act: RollDice) -> None:
    dice_actions.roll_dice(
        actor_id=stage.agent(act.by),
        game_id=stage.game_id,
        said=dice_actions.ThrowWords(act.notation, act.purpose, act=act.does),
        token=act_token(act),
    )


def write_page(stage: DemoStage, act: Pen) -> None:
    shown = next(each for each in pages_queries.live_pages(stage.game_id) if each.row.title == act.page)
    pages_actions.edit_page(
        actor_id=stage.agent(act.by),
        game_id=stage.game_id,
        number=shown.row.number,
        text=f"{shown.version.text}\n\n{act.more}",
        comment=act.comment,
        base_version=shown.version.n,
    )


# How the acts of people are done: arriving, coming and going, messages, and what everybody has seen.


def arrive(stage: DemoStage, act: Arrive) -> None:
    account = lobby_actions.ensure_account(stage.script.usernames[act.name])
    roster_actions.announce_arrival(account=account, game_id=stage.game_id, name=act.name, text=act.text)


def admit(stage: DemoStage, act: Admit) -> None:
    application = stage.application(act.name)
    roster_actions.admit_applicant(actor_id=stage.agent(act.by), game_id=stage.game_id, application_id=application)


def look_at(stage: DemoStage, act: LookAt) -> None:
    if not roster_actions_activity.look_again_at_agent(game_id=stage.game_id, agent_id=stage.agent(act.name)):
        raise ValueError(f"the Clerk would not have idled {act.name} at that moment")


def ask_idle(stage: DemoStage, act: AskIdle) -> None:
    roster_actions_activity.ask_idle(actor_id=stage.agent(act.by), game_id=stage.game_id)


def resign(stage: DemoStage, act: Resign) -> None:
    roster_actions.resign_office(actor_id=stage.agent(act.by), game_id=stage.game_id)


def report(stage: DemoStage, act: Report) -> None:
    number = stage.duty(act.words)
    duties_actions.report_done(actor_id=stage.agent(act.by), game_id=stage.game_id, number=number, note=act.note)


def look_at_duty(stage: DemoStage, act: LookAtDuty) -> None:
    if not duties_actions.look_again_at_duty(game_id=stage.game_id, number=stage.duty(act.words)):
        raise ValueError(f"“{act.words}” was not overdue at that moment")


def send(stage: DemoStage, act: Send) -> None:
    messages_actions.send_message(
        actor_id=stage.agent(act.by),
        game_id=stage.game_id,
        letter=messages_actions.LetterWords(
            stage.agent(act.to) if act.to else messages_actions.OFFICE,
            act.subject,
            act.body,
            stage.letter(act.by, act.answers) if act.answers else None,
        ),
        token=act_token(act),
    )


def open_message(stage: DemoStage, act: Open) -> None:
    uid = stage.letter(act.by, act.subject)
    messages_actions.open_message(actor_id=stage.agent(act.by), game_id=stage.game_id, uid=uid)


def visit(stage: DemoStage, act: VisitGame) -> None:
    """As if e had opened a page of the game, and the inbox."""
    account_id, now = stage.account(act.by), clock.now()
    game = games_queries.game(stage.script.slug)
    assert game is not None
    seen = notifications_queries.visit(account_id, stage.game_id)
    notifications_actions.note_visit(
        account_id=account_id, game_id=stage.game_id, visit=seen, seq=game.last_seq, now=now
    )
    notifications_actions.open_all_notices(account_id=account_id, now=now)


# How the acts in the journal are done: posts, comments, what becomes of matters, and the Ascension Address.


def write(stage: DemoStage, act: Write) -> None:
    composer_actions.publish_post(
        actor_id=stage.agent(act.by),
        game_id=stage.game_id,
        words=composer_actions.PostWords(
            act.category, act.title, act.body, stage.changes(act.changes), act.anonymous, act.evidence
        ),
        token=act_token(act),
    )


def edit(stage: DemoStage, act: EditPost) -> None:
    entry = posts_queries.journal_posts(stage.game_id).get(title=act.title)
    composer_actions.edit_post(
        actor_id=stage.agent(act.by),
        game_id=stage.game_id,
        number=entry.number,
        words=composer_actions.PostWords(entry.category, act.new_title, act.body, entry.changes),
        base_version=entry.version,
    )


def remark(stage: DemoStage, act: Remark) -> None:
    comments_actions.post_comment(
        actor_id=stage.agent(act.by),
        game_id=stage.game_id,
        number=stage.number(act.title),
        body=act.body,
        vote=act.vote,
        token=act_token(act),
    )


def enact(stage: DemoStage, act: Enact) -> None:
    if act.by is None:
        _clerk(stage, act.title, Status.ENACTED)
        return
    number = stage.number(act.title)
    deciding_actions.enact_matter(actor_id=stage.agent(act.by), game_id=stage.game_id, number=number, note=act.note)


def fail(stage: DemoStage, act: Fail) -> None:
    if act.by is None:
        _clerk(stage, act.title, Status.FAILED)
        return
    number = stage.number(act.title)
    deciding_actions.fail_matter(actor_id=stage.agent(act.by), game_id=stage.game_id, number=number, note=act.note)


def _clerk(stage: DemoStage, title: str, expected: Status) -> None:
    entry = posts_queries.journal_posts(stage.game_id).get(title=title)
    if deciding_actions.check_matter(game_id=stage.game_id, post_id=entry.pk) is not expected:
        raise ValueError(f"the Clerk would not have {expected} “{title}” at that moment")


def reopen_matter(stage: DemoStage, act: Reopen) -> None:
    number, rule = stage.number(act.title), stage.rule(act.rule)
    repairs_actions.reopen_matter(
        actor_id=stage.agent(act.by), game_id=stage.game_id, number=number, why=act.why, rule_id=rule
    )


def ascend(stage: DemoStage, act: Ascend) -> None:
    succession_actions.give_address(
        actor_id=stage.agent(act.by),
        game_id=stage.game_id,
        words=succession_actions.AddressWords(
            act.theme,
            act.text,
            [stage.rule(title) for title in act.repeal],
            act.renames,
            act.package,
            act.accent,
            act.emblem,
        ),
        token=act_token(act),
    )


DOERS: Mapping[type[script.DemoAct], Callable[[DemoStage, Any], None]] = {
    script.Arrive: arrive,
    script.Admit: admit,
    script.LookAt: look_at,
    script.AskIdle: ask_idle,
    script.Resign: resign,
    script.Report: report,
    script.LookAtDuty: look_at_duty,
    script.Send: send,
    script.Open: open_message,
    script.VisitGame: visit,
    script.Write: write,
    script.EditPost: edit,
    script.Remark: remark,
    script.Enact: enact,
    script.Fail: fail,
    script.Reopen: reopen_matter,
    script.Ascend: ascend,
    script.UpdateTracker: update,
    script.Undo: undo,
    script.RollDice: roll,
    script.Pen: write_page,
    **SPYING,
    **SITTING,
    **BALLOTING,
}


# The games, in the order in which they are told, and how one is played: each act at its own moment.

SCRIPTS = (THE_COMMONS, THE_COLD_BUFFET, THE_DRAUGHTY_HOUSE, LITTLE_SOAKING_PIER)


def play(script: Script) -> int:
    """Play a script to its end, and answer how many acts that took: none, if it has been played already.

    Acts are told apart by their moments. One that is not later than the newest event has been done: so a playing that
    broke off goes on where it stopped, unless somebody has acted in the game since. What leaves no event (a message, a
    visit) is harmless to do twice.
    """
    if games_queries.game(script.slug) is None:
        _found_game(script)
    game = games_queries.game(script.slug)
    assert game is not None
    stage, reached = DemoStage(script, game.pk, game.founded_at), log_queries.last_moment(game)
    left = [act for act in script.acts if stage.moment(act) > reached]
    begins = game.next_day_at
    for act in left:
        begins = _turn_days(script.slug, game.pk, begins, stage.moment(act))
        with clock.set_to(stage.moment(act)):
            DOERS[type(act)](stage, act)
    return len(left)


def _found_game(script: Script) -> None:
    founder = lobby_actions.ensure_account(script.usernames[script.founder])
    with clock.set_to(clock.now().replace(microsecond=0) - script.length):
        found_game(founder=founder, title=script.title, slug=script.slug, name=script.founder, starter=script.starter)


def _turn_days(slug: str, game_id: int, begins: datetime | None, moment: datetime) -> datetime | None:
    """Every day that begins before this moment is turned as it begins: later than anything that was done before it.

    `begins` and the answer: when the next day does.
    """
    while begins and begins < moment:
        with clock.set_to(begins):
            secrets_actions.look_again_at_day(game_id=game_id)
        begins = _next_day(slug)
    return begins


def _next_day(slug: str) -> datetime | None:
    game = games_queries.game(slug)
    return game.next_day_at if game else None
