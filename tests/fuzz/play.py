"""Random play: every act goes through the actions, hostile ones too.

The dice are thrown from a seed, so that what fails once fails again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

import time_machine

from nomic.core import clock
from nomic.core.decision import Invalid, Refused
from nomic.core.games.models import Agent
from nomic.core.roster import actions as roster_actions, actions_activity as roster_actions_activity
from nomic.core.roster.models import Application
from proposals import tasks as proposals_tasks
from proposals.comments import actions as comments_actions
from proposals.composer import actions as composer_actions
from proposals.deciding import actions as deciding_actions
from proposals.posts.models import Post
from proposals.repairs import actions as repairs_actions
from proposals.voting.rules import Vote
from rulesets.changes.actions import find_rule_void
from tests.casting import Table
from tests.fuzz import dynastic
from tests.fuzz.chance import NAMES, Chance

REFUSALS = (Refused, Invalid)
CATEGORIES = {"proposal": 16, "plain": 2, "cfj": 2, "dov": 1}


class Play:
    """A game and everything that anybody can do in it, by chance. `done` counts what came about, by act."""

    def __init__(self, seed: int, clock: time_machine.Traveller) -> None:
        self.clock = clock
        self.table = Table("Josh", "Lulu", "Raven", "Bucky", "Wes", slug=f"wild-{seed}", title="Wild")
        self.table.make_admin("Josh")
        self.table.enact_rule("Walks", "[Often](often:walk), one may walk. [Occasionally](occasionally:dance), dance.")
        self.table.column("Gold", standard=3)
        self.table.column("Cover", rule="Spies", kind="text", secret=True)
        self.chance = Chance(seed, self.table, Table("Eve", slug=f"other-{seed}", founder="Mallory"))
        self.dice, self.game = self.chance.dice, self.table.made.pk
        self.done, self.refused = Counter[str](), Counter[str]()

    def go(self, acts: int) -> None:
        """So many acts. Only refusals are caught: whatever else is raised is what is looked for."""
        for _ in range(acts):
            act = self.dice.choices(list(ACTS), list(ACTS.values()))[0]
            try:
                act(self)
                self.done[act.__name__] += 1
            except REFUSALS:
                self.refused[act.__name__] += 1

    def now(self) -> datetime:
        return clock.now()

    def awake(self) -> list[Agent]:
        return list(Agent.objects.filter(game_id=self.game, state="active").order_by("pk"))


def post(play: Play, *, category: str = "", most: int = 3) -> Post:
    chance = play.chance
    category = category or play.dice.choices(list(CATEGORIES), list(CATEGORIES.values()))[0]
    changes = [] if category == "plain" else chance.changes(most)
    return composer_actions.publish_post(
        actor_id=chance.anybody(),
        game_id=play.game,
        words=composer_actions.PostWords(category, f"Post {play.dice.randrange(99)}", changes=changes),
        token=chance.token(),
    )


def vote(play: Play) -> None:
    icon = play.dice.choices([*Vote, None], [10, 2, 2, 1, 1])[0]
    comments_actions.post_comment(
        actor_id=play.chance.anybody(),
        game_id=play.game,
        number=play.chance.number(),
        body="So.",
        vote=icon,
        token=play.chance.token(),
    )


def carry(play: Play) -> None:
    """All who are awake vote FOR what somebody proposes, and the Clerk comes by when it is due."""
    entry = post(play, category="proposal", most=4)
    for agent in play.awake():
        with suppress(*REFUSALS):
            token = play.chance.token()
            comments_actions.post_comment(
                actor_id=agent.pk, game_id=play.game, number=entry.number, vote=Vote.FOR, token=token
            )
    play.clock.shift(timedelta(hours=14))
    proposals_tasks.sweep()


def edit(play: Play) -> None:
    number = play.chance.number()
    composer_actions.edit_post(
        actor_id=play.chance.author(number),
        game_id=play.game,
        number=number,
        words=composer_actions.PostWords(
            play.dice.choice(list(CATEGORIES)), "Edited", play.chance.token(), play.chance.changes(2)
        ),
        base_version=1,
    )


def withdraw(play: Play) -> None:
    number = play.chance.number()
    composer_actions.withdraw_post(actor_id=play.chance.author(number), game_id=play.game, number=number)


def mark_illegal(play: Play) -> None:
    repairs_actions.mark_illegal(**_finding(play))


def reopen(play: Play) -> None:
    repairs_actions.reopen_matter(**_finding(play))


def _finding(play: Play) -> dict[str, Any]:
    return {
        "actor_id": play.chance.admin(),
        "game_id": play.game,
        "number": play.chance.number(),
        "why": "No rule allows it.",
        "rule_id": play.chance.rule(),
    }


def note(play: Play) -> None:
    repairs_actions.append_note(
        actor_id=play.chance.admin(), game_id=play.game, number=play.chance.number(), text="Seen and noted."
    )


def enact(play: Play) -> None:
    deciding_actions.enact_matter(
        actor_id=play.chance.admin(),
        game_id=play.game,
        number=play.chance.number(),
        resolutions={0: "By hand."} if play.chance.luck(0.2) else {},
        skipped=frozenset(range(4)) if play.chance.luck(0.3) else frozenset(),
    )


def fail(play: Play) -> None:
    deciding_actions.fail_matter(actor_id=play.chance.admin(), game_id=play.game, number=play.chance.number())


def find_a_rule_void(play: Play) -> None:
    find_rule_void(actor_id=play.chance.admin(), game_id=play.game, rid=play.chance.rule())


def announce(play: Play) -> None:
    account = play.table.account(play.dice.choice(NAMES[:6]))
    roster_actions.announce_arrival(account=account, game_id=play.game, name=play.dice.choice(NAMES))


def admit(play: Play) -> None:
    roster_actions.admit_applicant(
        actor_id=play.chance.admin(), game_id=play.game, application_id=play.chance.application()
    )


def turn_away(play: Play) -> None:
    """By an Admin, or by the applicant emself."""
    waiting = Application.objects.filter(pk=play.chance.application()).first()
    if waiting is not None and play.chance.luck(0.5):
        roster_actions.withdraw_application(account=waiting.account, application_id=waiting.pk)
    elif waiting is not None:
        roster_actions.decline_applicant(
            actor_id=play.chance.admin(), game_id=play.game, application_id=waiting.pk, why="Not now."
        )


def idle(play: Play) -> None:
    who = play.chance.anybody()
    if play.chance.luck(0.5):
        roster_actions_activity.ask_idle(actor_id=who, game_id=play.game)
    roster_actions_activity.idle_agent(actor_id=play.chance.admin(), game_id=play.game, agent_id=who)


def come_back(play: Play) -> None:
    """Everybody who is idle, so that the game goes on."""
    for agent in Agent.objects.filter(game_id=play.game, state="idle").order_by("pk"):
        roster_actions_activity.ask_back(actor_id=agent.pk, game_id=play.game)
        roster_actions_activity.unidle_agent(actor_id=play.chance.admin(), game_id=play.game, agent_id=agent.pk)


def go_away(play: Play) -> None:
    """From the game, or from an office; seldom, so that somebody is left."""
    act = roster_actions.leave_game if play.chance.luck(0.5) else roster_actions.resign_office
    if play.chance.luck(0.3):
        act(actor_id=play.chance.anybody(), game_id=play.game)


def sweep(play: Play) -> None:
    proposals_tasks.sweep()


def wait(play: Play) -> None:
    play.clock.shift(timedelta(hours=play.dice.choice([0, 1, 5, 13, 49]), seconds=play.dice.choice([-1, 0, 1])))


def step_back(play: Play) -> None:
    """The server's clock is put right, backwards."""
    play.clock.shift(timedelta(minutes=-play.dice.randrange(90)))


Act = Callable[[Play], object]
ACTS: dict[Act, int] = {
    post: 6,
    vote: 10,
    carry: 12,
    edit: 3,
    withdraw: 1,
    mark_illegal: 1,
    reopen: 2,
    note: 1,
    enact: 6,
    fail: 3,
    find_a_rule_void: 1,
    announce: 3,
    admit: 3,
    turn_away: 1,
    idle: 2,
    come_back: 3,
    go_away: 2,
    sweep: 3,
    wait: 5,
    step_back: 1,
    **dynastic.ACTS,
}
