"""The count at the end of an nweek, and the passing of what has Won. (Rules The Count, Passing)"""

from __future__ import annotations

import logging
from datetime import datetime

from nomic.core.floor import Floor
from nomic.core.mechanics.chain import Json, plain
from nomic.core.models import Event
from proposals.bnomic.mechanics.ballot import Count, Line
from proposals.bnomic.mechanics.recording import facts_json, trace_json
from proposals.bnomic.mechanics.states import State
from proposals.bnomic.models import NweekCount, Proposal
from proposals.bnomic.queries import ballots
from rulesets import queries as law
from rulesets.actions.changing import Cause, make
from rulesets.mechanics.apply import Applied

log = logging.getLogger(__name__)


def count(the_floor: Floor, nweek: int, due: datetime) -> None:
    """Step: what is Open is counted and becomes Historical; what has Won passes, each wholly before the next."""
    rows = {row.number: row for row in ballots.in_state(the_floor.game.pk, State.OPEN)}
    ballot = ballots.ballot_of(the_floor.game, the_floor.law, list(rows.values()))
    counted = ballot.count()
    event = the_floor.record(
        "bnomic.counted", subject=f"nweek:{nweek}", nweek=nweek, due_at=due, facts=facts_json(ballot.open_ones,
        ballot.lost_before, ballot.law), trace=trace_json(counted.trace), strength=_by_number(counted),
        passed=list(counted.passed),
    )  # fmt: skip
    _keep(the_floor, nweek, due, event, counted)
    for number, line in sorted(counted.sunk.items()):
        _lose(the_floor, rows[number], line, due)
    for number in counted.passed:
        _pass(the_floor, rows[number], due)


def _by_number(counted: Count) -> dict[str, int]:
    return {str(number): strength for number, strength in counted.strength.items()}


def _keep(the_floor: Floor, nweek: int, due: datetime, event: Event, counted: Count) -> None:
    """What was Open is Historical from this event on; that a Won one has passed without effect is true until it has."""
    row = NweekCount.objects.create(
        game=the_floor.game, nweek=nweek, due_at=due, at=the_floor.now, seq=event.seq, facts=event.data["facts"],
        trace=event.data["trace"],
    )  # fmt: skip
    historical = Proposal.objects.filter(game=the_floor.game, state=State.OPEN.value)
    won = historical.filter(number__in=counted.passed)
    won.update(state=State.WON.value, closed_seq=event.seq, count=row, passed=False)
    historical.update(state=State.LOST.value, closed_seq=event.seq, count=row)


def _lose(the_floor: Floor, row: Proposal, line: Line, due: datetime) -> None:
    """Each Lost one is told of by itself, so that its own log has its end. `through`: whose doing it was."""
    the_floor.record(
        "bnomic.lost", subject=row.post.subject_key, number=row.number, name=row.name, step=line.step.value,
        through=line.by, due_at=due,
    )  # fmt: skip


def _pass(the_floor: Floor, row: Proposal, due: datetime) -> None:
    """All of its changes are made, or none."""
    try:
        with the_floor.attempt():
            applied = law.trial_of(law.state(the_floor.game), row.post.changes)
            _make(the_floor, row, applied, due)
    except Exception:
        # A bug of the server holds up neither the Proposals behind it nor the game.
        log.exception("Proposal %s of game %s could not pass", row.number, the_floor.game.slug)
        the_floor.record("bnomic.stumbled", subject=row.post.subject_key, number=row.number, due_at=due)


def _make(the_floor: Floor, row: Proposal, applied: Applied, due: datetime) -> None:
    kind = "bnomic.passed" if applied.whole else "bnomic.passed-without-effect"
    the_floor.record(
        kind, subject=row.post.subject_key, number=row.number, name=row.name, problems=problems_json(applied),
        due_at=due,
    )  # fmt: skip
    if applied.whole:
        Proposal.objects.filter(pk=row.pk).update(passed=True)
        make(the_floor, applied, Cause(row.post.subject_key, None))


def problems_json(applied: Applied) -> list[Json]:
    """What stands against a change list, for the record: the place of each change that cannot be made, and why."""
    return [{"place": each.index, "code": each.code, "facts": plain(each.facts)} for each in applied.problems]
