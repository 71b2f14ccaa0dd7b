"""Played at random, with a Clerk that is often late: the log holds, no look breaks, and a recount agrees."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from time_machine import Traveller

from nomic.core import clock
from nomic.core.actions import hiatus
from nomic.core.floor import floor
from nomic.core.mechanics.decision import Invalid, Refused
from nomic.core.models import Agent
from proposals.bnomic.recounting import CHECKS
from proposals.recounting import recount
from tests.balloting import BallotTable
from tests.concurrency.test_floor import holds

NAMES = ("Kevan", "Josh", "Lulu", "Raven")
LAWS = (
    ("Nweeks and Ndays", "dial:nweek.length", ("twelve", "3", "5", "14")),
    ("Opening", "dial:nweek.opens", ("9", "1", "2", "4")),
    ("The Count", "dial:nweek.closes", ("12", "2", "3", "5")),
    ("The Count", "dial:nweek.winning", ("1", "0", "2")),
    ("The Count", "dial:nweek.ties", ("the higher Number", "the lower Number")),
)


class Play:
    """One game at random."""

    def __init__(self, table: BallotTable, traveller: Traveller, seed: int) -> None:
        self.table, self.traveller, self.dice = table, traveller, Random(seed)
        self.acts: dict[Callable[[], Any], int] = {
            self.submit: 8, self.revise: 3, self.vote: 20, self.wait: 12, self.sweep: 5, self.desk: 3, self.roster: 1,
            self.halt: 1,
        }  # fmt: skip

    def turn(self) -> None:
        [act] = self.dice.choices([*self.acts], weights=[*self.acts.values()])
        try:
            act()
        except (Refused, Invalid):
            assert holds(self.table.game)

    def who(self) -> str:
        return self.dice.choice(NAMES)

    def number(self) -> int:
        """A Proposal's, of the latest rather; 1 where there is none."""
        return self.dice.choice([*self.table.states()][-6:] or [1])

    def items(self) -> str:
        names = [str(self.number()), "Cats", "Dogs", "Owls"]
        return ", ".join(self.dice.sample(names, self.dice.choice([0, 0, 1, 2])))

    def changes(self) -> list[dict[str, Any]]:
        title, name, words = self.dice.choice(LAWS)
        try:
            text = self.table.rule(title).text
        except LookupError:
            return [{"kind": "repeal", "rule": self.dice.randint(1, 40)}]
        if self.dice.random() < 0.08:
            return [self.table.repeal(title)]
        start = text.index(f"]({name})")
        old = text[text.rindex("[", 0, start) : start] + f"]({name})"
        return [self.table.amend(title, old, f"[{self.dice.choice(words)}]({name})")]

    def paper(self) -> dict[str, Any]:
        changes = self.changes() if self.dice.random() < 0.6 else []
        name = self.dice.choice(["", "Cats", "Dogs", "Owls"])
        return {"title": name, "changes": changes, "depends": self.items(), "conflicts": self.items()}

    def submit(self) -> None:
        self.table.submits(self.who(), **self.paper())

    def revise(self) -> None:
        if self.table.states():
            self.table.revises(self.who(), self.number(), **self.paper())

    def vote(self) -> None:
        """Somebody on something, or everybody on something that is Open."""
        number, word = self.number(), self.dice.choice(["FOR", "FOR", "FOR", "AGAINST", "ABSTAIN"])
        everybody = self.table.states().get(number) == "Open" and self.dice.random() < 0.6
        for name in NAMES if everybody else [self.who()]:
            self.table.votes(number, **{name: word})

    def wait(self) -> None:
        hours = self.dice.choice([1, 10, 24, 24, 24, 60])
        self.traveller.move_to(clock.now() + timedelta(hours=hours))

    def sweep(self) -> None:
        self.table.sweep()

    def desk(self) -> None:
        until = clock.now() + timedelta(hours=self.dice.choice([10, 30, 100]))
        choices: list[tuple[str, dict[str, Any]]] = [
            ("turn_on", {}), ("turn_on", {}), ("turn_off", {}), ("pause", {"until": until}),
            ("set_clock", {"nweek": self.table.nday()[0] + self.dice.randint(0, 1), "nday": self.dice.randint(1, 12)}),
            ("number_from", {"number": self.number() + self.dice.randint(0, 5)}),
            ("carried_out", {"number": self.number()}),
        ]
        act, facts = self.dice.choice(choices)
        self.table.desk(act, **facts)

    def roster(self) -> None:
        name = self.dice.choice(NAMES[1:])
        if Agent.objects.get(game=self.table.made, name=name).state == "active":
            self.table.idle(name)
        else:
            self.table.unidle(name)

    def halt(self) -> None:
        with floor(self.table.made.pk) as the_floor:
            hiatus.begin(the_floor, "a trial")
        self.wait()
        with floor(self.table.made.pk) as the_floor:
            hiatus.end(the_floor, "it is over")


@pytest.mark.parametrize("seed", range(4))
def test_played_at_random_everything_agrees(
    table: BallotTable, time_machine: Traveller, seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    play = Play(table, time_machine, seed)

    for _ in range(100):
        play.turn()

    assert recount(table.game, CHECKS).differences == ()
    assert holds(table.game)
    assert [each for each in caplog.records if each.levelname == "ERROR"] == []
