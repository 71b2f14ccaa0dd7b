"""Random play of B Nomic: every act, by anybody, at any time, under a law that its own Proposals change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import timedelta
from random import Random
from typing import Any

import time_machine

from nomic.core import clock
from nomic.core.decision import Invalid, Refused
from nomic.core.floor import floor
from nomic.core.games.models import Agent, AgentState, Game
from nomic.core.roster import actions as roster_actions, queries as roster_queries
from proposals.bnomic.nweeks.models import NweekClock
from proposals.bnomic.nweeks.queries import clock_reading
from proposals.bnomic.nweeks.rules import midnight_after
from proposals.bnomic.papers import actions as papers_actions
from proposals.bnomic.register.models import BallotVote, Proposal
from rulesets.founding.queries import starter_law
from rulesets.history import queries as history_queries
from tests.balloting import BallotTable
from tests.fuzz import ballot_truths

REFUSALS = (Refused, Invalid)
PATIENCE = 3
NAMES = ("Cats", "Dogs", "Birds", "Fish", "", "cats", "Hens & Eggs", "#4")
VOTES = ("FOR", "FOR", "FOR", "AGAINST", "ABSTAIN", "MAYBE")
WORDS: Mapping[str, tuple[str, ...]] = {
    "nweek.length": ("1", "2", "3", "five", "twelve", "366"),
    "nweek.opens": ("1", "2", "3", "5", "9", "366"),
    "nweek.closes": ("1", "2", "4", "five", "12", "366"),
    "nweek.winning": ("0", "1", "3", "1000"),
    "nweek.ties": ("the higher Number", "the lower Number"),
}
OWN = (
    "Nweeks and Ndays",
    "Proposals",
    "Dependencies and Conflicts",
    "Opening",
    "Votes",
    "The Count",
    "The Administrator",
    "Passing",
    "Calls for Judgment",
)
KINDS = {"dial": 8, "repeal": 1, "enact": 4, "add": 3, "rename-agent": 1, "remove-agent": 1}


class BallotPlay:
    """A game of B Nomic and everything that anybody can do in it, by chance. `done` counts what came about, by act."""

    def __init__(self, seed: int, traveller: time_machine.Traveller) -> None:
        self.dice, self.clock = Random(seed), traveller
        self.table = BallotTable("Josh", "Lulu", "Raven", "Wes", slug=f"ballot-{seed}")
        self.table.make_admin("Josh")
        self.game = self.table.made.pk
        self.done, self.refused = Counter[str](), Counter[str]()

    def go(self, acts: int, *, wanted: frozenset[str] = frozenset()) -> None:
        """So many acts, or a few times as many until those that are wanted are done.

        Whatever but a refusal is raised is what is looked for; and what is refused leaves no trace, not even of what
        was due before it.
        """
        for count in range(PATIENCE * acts):
            if count >= acts and wanted <= self.done.keys():
                return
            act = self.dice.choices(list(ACTS), list(ACTS.values()))[0]
            before = self.written()
            try:
                act(self)
                self.done[act.__name__] += 1
            except REFUSALS:
                self.refused[act.__name__] += 1
                assert self.written() == before, act.__name__

    def written(self) -> tuple[object, ...]:
        game = Game.objects.get(pk=self.game)
        return game.last_seq, game.stroke_at, Proposal.objects.count(), BallotVote.objects.count()

    # -- by chance

    def luck(self, chance: float) -> bool:
        return self.dice.random() < chance

    def who(self) -> str:
        """Anybody who ever played."""
        return self.dice.choice(list(Agent.objects.filter(game_id=self.game).order_by("pk"))).name

    def admin(self) -> str:
        admins = Agent.objects.filter(game_id=self.game, is_admin=True).order_by("pk")
        return self.dice.choice(list(admins)).name if admins and self.luck(0.95) else self.who()

    def awake(self) -> list[str]:
        found = Agent.objects.filter(game_id=self.game, state=AgentState.ACTIVE.value).order_by("pk")
        return [agent.name for agent in found]

    def number(self, state: str) -> int:
        """A Proposal, mostly one in that state."""
        there = Proposal.objects.filter(game_id=self.game).order_by("-number")
        fitting = [row.number for row in there if row.state == state]
        return self.dice.choice(fitting) if fitting and self.luck(0.9) else self.dice.randint(1, len(there) + 1)

    def listed(self) -> str:
        """A list of others, mostly a short one of such as there are."""
        newest = max((row.number for row in Proposal.objects.filter(game_id=self.game)), default=0)
        items = [*NAMES[:4], *(str(number) for number in range(max(1, newest - 4), newest + 3))]
        return ", ".join(self.dice.sample(items, self.dice.choice([0, 1, 1, 2])))

    def paper(self) -> dict[str, Any]:
        return {"depends": self.listed(), "conflicts": self.listed(), "changes": self.changes()}

    def changes(self) -> list[dict[str, Any]]:
        return [self.change() for _ in range(self.dice.choice([0, 1, 1, 2]))]

    def change(self) -> dict[str, Any]:
        """One that can be made now, as far as it is of this game; another may come first."""
        kind = self.dice.choices(list(KINDS), list(KINDS.values()))[0]
        rule = self.dice.choice(self.table.rules())
        match kind:
            case "dial":
                return self._turned()
            case "repeal":
                found = [each for each in self.table.rules() if each.title in OWN]
                return {"kind": kind, "rule": (self.dice.choice(found) if found else rule).id}
            case "enact":
                title = self.dice.choice(NAMES[:4])
                return {"kind": kind, "section": "dynastic", "title": title, "text": "They are green."}
            case "add":
                return {"kind": "amend", "rule": rule.id, "base": rule.text, "text": f"{rule.text}\n\nThat is so."}
        agent = self.table.agent(self.who()).pk
        return {"kind": kind, "agent": agent, "name": f"Newt{self.dice.randrange(9)}"}

    def _turned(self) -> dict[str, Any]:
        """A dial of nweeks that the law carries; words that stand nowhere, where it carries none."""
        carried = {name: dial for name, dial in history_queries.folded_law(self.game).dials.items() if name in WORDS}
        name = self.dice.choice(sorted(carried) or sorted(WORDS))
        rule, words = (carried[name].rule_id, carried[name].words) if name in carried else (1, "nothing")
        new = self.dice.choice(WORDS[name])
        return {"kind": "replace", "rule": rule, "find": f"[{words}](dial:{name})", "replace": f"[{new}](dial:{name})"}


def submit(play: BallotPlay) -> None:
    play.table.submits(play.who(), play.dice.choice(NAMES), **play.paper())


def submit_twice(play: BallotPlay) -> None:
    """A form that is sent twice makes one."""
    wishes = {"title": "Twice", "token": play.table.token(), **play.paper()}
    author = play.who()
    first = play.table.submits(author, **wishes)
    assert play.table.submits(author, **wishes).pk == first.pk


def revise(play: BallotPlay) -> None:
    number = play.number("Pending")
    row = Proposal.objects.filter(game_id=play.game, number=number).select_related("post__author").first()
    author = row.post.author.name if row and row.post.author and play.luck(0.9) else play.who()
    version = row.post.version if row and play.luck(0.9) else 1
    papers_actions.revise_proposal(
        actor_id=play.table.agent(author).pk,
        game_id=play.game,
        number=number,
        words=papers_actions.PaperWords(play.dice.choice(NAMES), play.table.token(), **play.paper()),
        base_version=version,
    )


def vote(play: BallotPlay) -> None:
    play.table.votes(play.number("Open"), **{play.who(): play.dice.choice(VOTES)})


def all_vote(play: BallotPlay) -> None:
    """Most Players are FOR most of what is Open."""
    for row in Proposal.objects.filter(game_id=play.game, state="Open").order_by("number"):
        for name in play.awake():
            with suppress(*REFUSALS):
                play.table.votes(row.number, **{name: "FOR" if play.luck(0.8) else "AGAINST"})


def carry(play: BallotPlay) -> None:
    """Time goes by to the next opening, and to the next count, with everybody at it; while the Clock goes."""
    for due in ("next_opening", "next_count"):
        if moment := getattr(clock_reading(play.table.game, clock.now(), play.table.law), due):
            play.clock.move_to(max(clock.now(), moment), tick=False)
            look(play)
            all_vote(play)


def wait(play: BallotPlay) -> None:
    play.clock.shift(play.dice.choice([timedelta(seconds=1), timedelta(hours=7), timedelta(days=1)]))


def sleep(play: BallotPlay) -> None:
    """Nobody looks for days, up to an instant before a midnight, to the midnight, or past it."""
    late = timedelta(days=play.dice.choice([0, 1, 1, 2, 3, 8, 16]), seconds=play.dice.choice([-1, 0, 0, 1]))
    play.clock.move_to(midnight_after(clock.now()) + late, tick=False)


def look(play: BallotPlay) -> None:
    """The Clerk comes by: what the pages said before is what is on record now."""
    ballot_truths.nothing_but_what_the_pages_said(play.game, play.table.sweep)


def step_back(play: BallotPlay) -> None:
    """The server's clock is put right, backwards."""
    play.clock.shift(timedelta(minutes=-play.dice.randrange(90)))


def turn(play: BallotPlay) -> None:
    """Mostly On, so that the game goes on."""
    running = NweekClock.objects.get(game_id=play.game).running
    act = "turn_on" if not running or play.luck(0.3) else "turn_off"
    play.table.desk(act, play.admin(), why=play.table.token())


def pause(play: BallotPlay) -> None:
    until = clock.now() + timedelta(hours=play.dice.choice([1, 25, 60, 300, 9000]))
    if play.luck(0.3):
        until = until.replace(hour=0, minute=0, second=0, microsecond=0)
    play.table.desk("pause", play.admin(), until=until)


def set_clock(play: BallotPlay) -> None:
    nweek, nday = play.table.nday()
    nweek += play.dice.choice([-1, 0, 0, 0, 0, 1])
    play.table.desk("set_clock", play.admin(), nweek=nweek, nday=max(0, nday + play.dice.randint(-3, 3)))


def number_from(play: BallotPlay) -> None:
    highest = max((row.number for row in Proposal.objects.filter(game_id=play.game)), default=0)
    play.table.desk("number_from", play.admin(), number=highest + play.dice.choice([-1, 0, 1, 3]))


def carry_out(play: BallotPlay) -> None:
    play.table.desk("carried_out", play.admin(), number=play.number("Won"))


def idle(play: BallotPlay) -> None:
    with suppress(*REFUSALS):
        play.table.idle(play.who(), by=play.admin())


def come_back(play: BallotPlay) -> None:
    """Everybody who is idle, so that the game goes on."""
    for agent in Agent.objects.filter(game_id=play.game, state=AgentState.IDLE.value).order_by("pk"):
        with suppress(*REFUSALS):
            play.table.unidle(agent.name, by=play.admin())


def join(play: BallotPlay) -> None:
    """A stranger comes, and mostly somebody goes."""
    if len(play.awake()) > 4:
        play.table.leave(play.dice.choice(play.awake()[2:]))
    with suppress(*REFUSALS):
        application = play.table.announce(f"Guest{play.dice.randrange(99)}")
        roster_actions.admit_applicant(
            actor_id=play.table.agent(play.admin()).pk, game_id=play.game, application_id=application
        )


def halt(play: BallotPlay) -> None:
    """A hiatus, such as a Declaration of Victory brings where the law has any."""
    with floor(play.game) as the_floor:
        if not roster_queries.open_hiatus(play.game):
            roster_actions.begin_hiatus(the_floor, "a Declaration of Victory")


def resume(play: BallotPlay) -> None:
    with floor(play.game) as the_floor:
        if roster_queries.open_hiatus(play.game):
            roster_actions.end_hiatus(the_floor, "it was rejected")


def restore(play: BallotPlay) -> None:
    """What the law has lost of its beginnings is law again: a Call for Judgment could bring that about."""
    there = {rule.title for rule in play.table.rules()}
    lost = [
        {"kind": "enact", "section": section, "title": title, "text": text}
        for section, title, text in starter_law("bnomic")
        if title not in there
    ]
    play.table.legislate(*lost)


ACTS: Mapping[Callable[[BallotPlay], None], int] = {
    submit: 55,
    submit_twice: 4,
    revise: 15,
    vote: 15,
    all_vote: 10,
    carry: 10,
    wait: 15,
    sleep: 15,
    look: 15,
    step_back: 2,
    turn: 10,
    pause: 3,
    set_clock: 6,
    number_from: 3,
    carry_out: 5,
    idle: 3,
    come_back: 8,
    join: 5,
    halt: 1,
    resume: 15,
    restore: 15,
}
