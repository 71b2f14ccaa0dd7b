"""A case is replay_of on the database, moment by moment, through the real actions."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import time_machine
from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction

from nomic.core import chain
from nomic.core.decision import Invalid, Refused
from nomic.core.games.models import Game
from nomic.core.log import queries as log_queries
from nomic.core.log.models import Event
from nomic.core.secrets import queries as secrets_queries
from proposals.posts.models import Post
from tests.balloting import BallotTable
from tests.casting import Table
from tests.openings import opened
from tests.sitting import SenateTable
from tests.spying import SpyTable
from tests.storytelling.changes import HARMLESS
from tests.storytelling.parser import Case
from tests.storytelling.phrases import Line
from tests.storytelling.stage import Stage

# What the law is when a case begins, apart from that of every game; or what other law there is.
TABLES: dict[str, type[Table]] = {"": Table, "quorum": SenateTable, "spy": SpyTable, "bnomic": BallotTable}


class Broken(AssertionError):
    """A case that did not go as it is written."""

    def __init__(self, case: Case, line: Line, text: str) -> None:
        super().__init__(f"{case.path}:{line.number}: {line.text}\n    {text}")


@dataclass(slots=True)
class Replay:
    """A case that has been played as it is told, and can be gone back into for as long as the database holds it.

    Of a case that claims something, `played_after` tells after which event each line was played, and `moved` leads
    from the name of a dial or mechanism to the events of its changes, with the number of the Proposal. `bookmarks`
    holds, by the place of a line, the savepoint from which it was played, and the stage as it was then.
    """

    case: Case
    stage: Stage
    clock: time_machine.Traveller
    played_after: dict[Line, int] = field(default_factory=dict)
    moved: dict[str, dict[int, int]] = field(default_factory=dict)
    bookmarks: list[tuple[str | None, Stage]] = field(default_factory=list)

    def play(self) -> None:
        claims = bool(self.case.dials or self.case.mechanisms)
        for line in self.case.lines:
            if claims:
                self.bookmarks.append((transaction.savepoint(), self.stage.copy_as_now()))
                self.played_after[line] = _last_seq(self.stage)
            if trouble := self.trouble(line):
                raise Broken(self.case, line, trouble)
        log_is_whole(self.stage)
        if claims:
            self.moved = _moved(self.stage)

    def place_of_move(self, name: str) -> int:
        """The place of the line in which a dial or mechanism was first moved."""
        first = min(self.moved[name])
        return max(place for place, line in enumerate(self.case.lines) if self.played_after[line] < first)

    def goes_otherwise_without(self, name: str, marked: Collection[Line]) -> bool:
        """Whether some marked line does not hold where the Proposals that move `name` change nothing in particular.

        The case is played once more, from the line on in which the first of them is carried out. Whatever was done
        later is gone then: of several names, those that were moved last come first.
        """
        place = self.place_of_move(name)
        bookmark, stage = self.bookmarks[place]
        assert bookmark is not None
        transaction.savepoint_rollback(bookmark)
        self.stage = stage.copy_as_now(silenced=frozenset(self.moved[name].values()))
        Post.objects.filter(game=stage.table.made, number__in=self.stage.silenced).update(changes=[HARMLESS])
        for line in self.case.lines[place:]:
            if self.trouble(line) and line in marked:
                return True
        log_is_whole(self.stage)
        return False

    def trouble(self, line: Line) -> str:
        """Play a line at its time: what is wrong with it, an empty text where nothing is."""
        self.clock.move_to(line.at, tick=False)
        return _play(self.stage, line)


@contextmanager
def replay_of(case: Case) -> Iterator[Replay]:
    """Play a case as it is told. Raises `Broken` where it does not go so; afterwards the database is as it was."""
    with _staged(case) as told:
        told.play()
        yield told


def troubles(case: Case) -> dict[Line, str]:
    """What is wrong with each of the marked lines, an empty text where nothing is; the others must go as written.

    None of them sees what another has done.
    """
    found: dict[Line, str] = {}
    with _staged(case) as told:
        for line in case.lines:
            if line.mark:
                before, stage = transaction.savepoint(), told.stage.copy_as_now()
                found[line] = told.trouble(line)
                transaction.savepoint_rollback(before)
                told.stage = stage
            elif trouble := told.trouble(line):
                raise Broken(case, line, trouble)
    return found


@contextmanager
def _staged(case: Case) -> Iterator[Replay]:
    """A case before its first line, on an empty database, which is empty again afterwards."""
    with time_machine.travel(case.start, tick=False) as clock:
        begun = transaction.savepoint()
        try:
            yield Replay(case, _set(case), clock)
        finally:
            transaction.savepoint_rollback(begun)


def _set(case: Case) -> Stage:
    """The stage as it is when a case begins; cases with the same cast, day and law begin at the same table."""
    table = opened((case.procedure, case.theme, case.cast), lambda: _seated(case))
    return Stage(table, case.lines[0], case.start)


def _seated(case: Case) -> Table:
    founder, *others = case.cast
    table = TABLES[case.procedure or case.theme](*(seat.name for seat in others), founder=founder.name)
    for seat in others:
        if seat.admin:
            table.make_admin(seat.name)
        if seat.idle:
            table.idle(seat.name, by=founder.name)
    return table


def _play(stage: Stage, line: Line) -> str:
    try:
        stage.play(line)
    except AssertionError as error:
        return str(error) or "it is not so"
    except (Refused, Invalid, LookupError, ObjectDoesNotExist) as error:
        return f"{type(error).__name__}: {error}"
    return ""


def log_is_whole(stage: Stage) -> None:
    """Whatever a story does, its log stays gapless and chained, and so does what is kept under seal."""
    game = stage.table.game
    breaks = chain.chain_breaks(log_queries.links(game.pk), last_seq=game.last_seq, last_hash=game.last_hash)
    assert not list(breaks), breaks
    hidden = secrets_queries.private_breaks(game.pk, last_n=game.private_n, last_hash=game.private_hash)
    assert not hidden, hidden


def _last_seq(stage: Stage) -> int:
    return Game.objects.values_list("last_seq", flat=True).get(pk=stage.table.made.pk)


def _moved(stage: Stage) -> dict[str, dict[int, int]]:
    moved: dict[str, dict[int, int]] = {}
    for event in Event.objects.filter(game=stage.table.made, kind="law.changed", subject__startswith="post:"):
        for each in event.data["moved"]:
            moved.setdefault(each["name"], {})[event.seq] = int(event.subject.removeprefix("post:"))
    return moved
