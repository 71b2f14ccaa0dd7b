"""Random play in the Senate: every act, by anybody, at any time, while its law and the game stand still or change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from datetime import timedelta
from fractions import Fraction
from random import Random
from typing import Any

import time_machine

from dynasties.quorum.episodes import queries as episodes_queries
from dynasties.quorum.episodes.models import Episode, Seat
from dynasties.quorum.plugin import CHECKS
from dynasties.quorum.replay import queries as replay_queries
from dynasties.quorum.replay.rules import verify_replay
from dynasties.quorum.rounds import (
    actions as rounds_actions,
    queries as rounds_queries,
    queries_proofs as rounds_queries_proofs,
)
from dynasties.quorum.rounds.models import Decision, Reply
from dynasties.quorum.rounds.rules_scripts import POLICIES
from dynasties.quorum.senate import actions as senate_actions
from nomic.core.decision import Invalid, Refused
from nomic.core.games.models import Game
from nomic.core.roster import queries as roster_queries
from proposals import tasks as proposals_tasks
from proposals.recount import recount_game
from tests.fuzz import truths
from tests.sitting import SenateTable

REFUSALS = (Refused, Invalid)
PATIENCE = 4
# Wanda and Eve are of no game.
PEOPLE = ("Kevan", "Josh", "Lulu", "Raven", "Wanda", "Eve")
NUMBERS = (0, 0, 1, 1, 2, 7, 0.1, 0.2, 1e-9, 10**30, -1, float("nan"), float("inf"), True, "1", None)
NOTES = ("Together?", "Together?", "x" * 300, "\0", "\ud800", "")
VOTES = ("yea", "yea", "yea", "nay", "abstain", "aye", None)


class SenatePlay:
    """A game of Quorum and everything that anybody can do in it, by chance. `done` counts what came about, by act."""

    def __init__(self, seed: int, traveller: time_machine.Traveller) -> None:
        self.dice, self.clock, self.forms = Random(seed), traveller, 0
        self.table = SenateTable("Josh", "Lulu", "Raven", slug=f"senate-{seed}")
        self.table.make_admin("Josh")
        self.game = self.table.made.pk
        self.tokens: dict[tuple[int, int], str] = {}  # by the numbers of Episode and seat
        self.gone: list[tuple[str, str]] = []  # rules that were repealed
        self.done, self.refused = Counter[str](), Counter[str]()

    def go(self, acts: int, *, wanted: frozenset[str] = frozenset()) -> None:
        """So many acts, or a few times as many until those that are wanted are done: the game's own dice are real.

        Whatever but a refusal is raised is what is looked for; and what is refused leaves no trace.
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

    def written(self) -> tuple[int, ...]:
        game = Game.objects.get(pk=self.game)
        return game.last_seq, game.private_n, Decision.objects.count(), Reply.objects.count(), Seat.objects.count()

    # -- by chance

    def who(self) -> str:
        return self.dice.choice(PEOPLE)

    def often(self, chance: float = 0.9) -> bool:
        return self.dice.random() < chance

    def which(self, state: str) -> int:
        """An Episode, mostly one that stands so."""
        there = list(Episode.objects.filter(game_id=self.game).order_by("-number").values_list("number", "state"))
        fitting = [number for number, stands in there if stands == state]
        return self.dice.choice(fitting) if fitting and self.often() else self.dice.randint(1, len(there) + 1)

    def seat(self, number: int, kind: str) -> int:
        """A seat of an Episode, mostly of this kind."""
        seats = Seat.objects.filter(episode__game_id=self.game, episode__number=number, kind=kind)
        fitting = list(seats.order_by("number").values_list("number", flat=True))
        return self.dice.choice(fitting) if fitting and self.often() else self.dice.randrange(5)

    def holder(self, number: int, seat: int) -> str:
        """Who sits in a seat or answers for its program, mostly."""
        row = Seat.objects.filter(episode__game_id=self.game, episode__number=number, number=seat).first()
        named = row.account.username.capitalize() if row and row.account else self.who()
        return named if self.often() else self.who()

    def raw(self) -> object:
        """A decision, mostly one."""
        if self.dice.random() < 0.1:
            return self.dice.choice([None, [], {}, 7, "yea", {"vote": {"vote": "yea"}}, [[[[]]]]])
        made: dict[str, Any] = {"vote": self.dice.choice(VOTES)}
        if self.dice.random() < 0.7:
            made["priorities"] = self.dice.choices(NUMBERS if self.dice.random() < 0.1 else NUMBERS[:10], k=3)
        made["amendment"] = self.dice.choice(["none", "A1", "A2", "A3"] * 4 + ["A9"])
        made |= {name: True for name in ("filibuster", "veto") if self.dice.random() < 0.2}
        if self.dice.random() < 0.3:
            made["note"] = {"to": self.dice.randrange(4), "text": self.dice.choice(NOTES)}
        return made

    def open_round(self, number: int) -> int:
        """The open round of an Episode, mostly."""
        found = episodes_queries.get_episode(self.game, number)
        round = rounds_queries.open_round(found) if found else None
        return (round.number if round else 0) + (self.dice.random() < 0.1)


def convene(play: SenatePlay) -> None:
    play.table.convenes(
        play.who(),
        seats=play.dice.randint(2, 4) if play.often() else 1,
        rounds=play.dice.randint(2, 4),
        threshold=play.dice.choice([None, Fraction(3, 10), Fraction(2, 3)]) if play.often() else Fraction(19, 20),
        veto=play.often(0.7),
        caucus=play.often(0.7),
        decision_seconds=play.dice.choice([None, 60, 7200]) if play.often() else 1,
        seed=play.dice.choice([None, "goose"]) if play.often() else "ä",
    )


def sit(play: SenatePlay) -> None:
    number = play.which("gathering")
    play.table.sits(play.who(), play.seat(number, "empty"), number)


def seat_program(play: SenatePlay) -> None:
    play.forms += 1
    called = play.dice.choice([f"Automaton {play.forms}", f"Engine {play.forms}"]) if play.often() else "Josh"
    number = play.which("gathering")
    seat = play.seat(number, "empty")
    play.tokens[number, seat] = play.table.seats_program(play.who(), seat, called, number)


def renew(play: SenatePlay) -> None:
    number = play.which("sitting")
    seat = play.seat(number, "program")
    asks = play.table.asks(play.holder(number, seat), number)
    play.tokens[number, seat] = senate_actions.renew_token(**asks, seat=seat)


def seat_script(play: SenatePlay) -> None:
    number = play.which("gathering")
    play.table.seats_script(_convener(play, number), play.seat(number, "empty"), _scripts(play, 1)[0], number)


def _convener(play: SenatePlay, number: int) -> str:
    """Of an Episode, mostly."""
    episode = episodes_queries.get_episode(play.game, number)
    return episode.convener.username.capitalize() if episode and play.often() else play.who()


def _scripts(play: SenatePlay, count: int) -> list[str]:
    return play.dice.choices([*POLICIES] if play.often() else ["reckless"], k=count)


def leave(play: SenatePlay) -> None:
    number = play.which("gathering")
    seat = play.seat(number, play.dice.choice(["person", "program", "script"]))
    play.table.leaves_seat(play.holder(number, seat), seat, number)


def open_it(play: SenatePlay) -> None:
    number = play.which("gathering")
    play.table.opens(_convener(play, number), *_scripts(play, play.dice.choice([1, 2, 3, 4])), number=number)


def call_off(play: SenatePlay) -> None:
    number = play.which("gathering")
    play.table.calls_off(_convener(play, number), number)


def decide(play: SenatePlay) -> None:
    """A person decides in eir own seat, mostly."""
    number = play.which("sitting")
    seat = play.seat(number, "person")
    _decide(play, number, seat, account_id=play.table.account(play.holder(number, seat)).pk)


def decide_by_program(play: SenatePlay) -> None:
    number = play.which("sitting")
    seat = play.seat(number, "program")
    token = play.tokens.get((number, seat), "no-token") if play.often() else "no-token"
    _decide(play, number, seat, token=token)


def _decide(play: SenatePlay, number: int, seat: int, **who: Any) -> None:
    rid = f"rid-{play.dice.randrange(30)}" if play.dice.random() < 0.3 else None
    ask = rounds_actions.DecisionRequest(seat, play.open_round(number), play.raw(), rid, **who)
    rounds_actions.take_decision(game_id=play.game, number=number, ask=ask)


def wait(play: SenatePlay) -> None:
    play.clock.shift(play.dice.choice([timedelta(seconds=1), timedelta(minutes=59), timedelta(hours=5)]))


def sweep(play: SenatePlay) -> None:
    proposals_tasks.sweep()


def look(play: SenatePlay) -> None:
    rounds_actions.close_if_due(game_id=play.game, number=play.which("sitting"))


def halt(play: SenatePlay) -> None:
    play.table.halts()


def resume(play: SenatePlay) -> None:
    if roster_queries.open_hiatus(play.game):
        play.table.resumes()


def repeal(play: SenatePlay) -> None:
    rules = [rule for rule in play.table.rules() if rule.section == "dynastic"]
    if not play.gone:
        rule = rules[0] if play.often(0.5) else play.dice.choice(rules)
        play.table.strike(rule.title)
        play.gone.append((rule.title, rule.text))


def enact(play: SenatePlay) -> None:
    """What was repealed is law again."""
    if play.gone:
        title, text = play.gone.pop()
        play.table.change({"kind": "enact", "section": "dynastic", "title": title, "text": text})


def shut_or_bar(play: SenatePlay) -> None:
    if play.dice.random() < 0.3 and play.table.agent("Raven").in_game:
        play.table.bars("Raven")
    elif any("[may](dial:senate.open_to)" in rule.text for rule in play.table.rules()):
        play.table.shut()


ACTS: Mapping[Callable[[SenatePlay], None], int] = {
    convene: 15,
    sit: 35,
    seat_program: 15,
    renew: 4,
    seat_script: 6,
    leave: 4,
    open_it: 20,
    call_off: 2,
    decide: 140,
    decide_by_program: 60,
    wait: 15,
    sweep: 10,
    look: 10,
    halt: 3,
    resume: 25,
    repeal: 3,
    enact: 25,
    shut_or_bar: 1,
}


def hold(play: SenatePlay) -> None:
    """Fails where the Senate's rows, its log and its private chain do not agree, or a replay is not true."""
    game = Game.objects.get(pk=play.game)
    truths.the_record_is_true(game)
    assert recount_game(game, CHECKS).differences == ()
    assert [*rounds_queries_proofs.episode_flaws(play.game)] == []
    for episode in Episode.objects.filter(game_id=play.game):
        rounds_queries.observation(episode, None)
        assert not episode.has_ended or verify_replay(replay_queries.get_replay(episode)) is None
