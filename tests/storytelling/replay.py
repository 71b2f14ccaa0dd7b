"""A case is replayed on the database, moment by moment, through the real actions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import time_machine
from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction

from nomic.core import chain
from nomic.core.decision import Invalid, Refused
from nomic.core.log import queries as log_queries
from nomic.core.log.models import Event
from nomic.core.secrets import queries as secrets_queries
from tests.balloting import BallotTable
from tests.casting import Table
from tests.openings import opened
from tests.sitting import SenateTable
from tests.spying import SpyTable
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
    """What came of it: what was wrong with each marked line, after which event each was played, what moved the law.

    `troubles` holds an empty text for a marked line that was so. `moved` leads from the name of a dial or mechanism to
    the events of its changes, with the number of the Proposal.
    """

    troubles: dict[Line, str] = field(default_factory=dict)
    played_after: dict[Line, int] = field(default_factory=dict)
    moved: dict[str, dict[int, int]] = field(default_factory=dict)

    @property
    def held(self) -> dict[Line, bool]:
        """Which marked lines were so."""
        return {line: not trouble for line, trouble in self.troubles.items()}


def replay(case: Case, silenced: frozenset[int] = frozenset()) -> Replay:
    """Play a case. With `silenced` Proposals nothing is demanded: it tells which marked lines would still hold."""
    with time_machine.travel(case.start, tick=False) as traveller, _undone():
        stage, told = _set(case, silenced), Replay()
        for line in case.lines:
            traveller.move_to(line.at, tick=False)
            told.played_after[line] = stage.table.game.last_seq
            trouble = _play(stage, line)
            if trouble and not silenced:
                raise Broken(case, line, trouble)
            if line.mark:
                told.troubles[line] = trouble
        _log_is_whole(stage)
        told.moved = _moved(stage)
    return told


@contextmanager
def _undone() -> Iterator[None]:
    """Afterwards the database is as it was, and the next case finds it empty."""
    begun = transaction.savepoint()
    try:
        yield
    finally:
        transaction.savepoint_rollback(begun)


def _set(case: Case, silenced: frozenset[int]) -> Stage:
    """The stage as it is when a case begins; cases with the same cast, day and law begin at the same table."""
    table = opened((case.procedure, case.theme, case.cast), lambda: _seated(case))
    return Stage(table, case.lines[0], case.start, silenced)


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


def _log_is_whole(stage: Stage) -> None:
    """Whatever a story does, its log stays gapless and chained, and so does what is kept under seal."""
    game = stage.table.game
    breaks = chain.chain_breaks(log_queries.links(game.pk), last_seq=game.last_seq, last_hash=game.last_hash)
    assert not list(breaks), breaks
    hidden = secrets_queries.private_breaks(game.pk, last_n=game.private_n, last_hash=game.private_hash)
    assert not hidden, hidden


def _moved(stage: Stage) -> dict[str, dict[int, int]]:
    moved: dict[str, dict[int, int]] = {}
    for event in Event.objects.filter(game=stage.table.made, kind="law.changed", subject__startswith="post:"):
        for each in event.data["moved"]:
            moved.setdefault(each["name"], {})[event.seq] = int(event.subject.removeprefix("post:"))
    return moved
