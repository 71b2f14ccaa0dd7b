"""The Clock strikes: what a midnight does, in its order, however late it is carried out. (Rules Nweeks and Ndays,
Opening)

Whoever takes the floor after a midnight finds it done: `nomic.core.floor` lets it come first.
"""

from __future__ import annotations

from datetime import datetime

from nomic.core import queries as core
from nomic.core.actions import silence
from nomic.core.floor import Floor, floor
from nomic.core.mechanics.effects import Effect
from nomic.core.models import Agent, Game
from proposals.bnomic.actions import counting
from proposals.bnomic.mechanics import nweeks
from proposals.bnomic.mechanics.nweeks import NDAY, Course, Place, midnight_after
from proposals.bnomic.mechanics.states import State
from proposals.bnomic.models import NweekClock, Proposal
from proposals.bnomic.queries.ballots import last_counted
from proposals.bnomic.queries.clocks import row_of


def strike(*, game_id: int) -> None:
    """The Clerk's look at a Clock that is due: to take the floor is enough. Harmless twice."""
    with floor(game_id):
        pass


def strokes(the_floor: Floor) -> None:
    """Step: everything that has been due until now, in order, each exactly once."""
    clock = row_of(the_floor.game)
    while clock and the_floor.game.stroke_at and the_floor.game.stroke_at <= the_floor.now:
        if clock.running:
            _midnight(the_floor, clock, the_floor.game.stroke_at)
        else:
            turn_on(the_floor, clock, the_floor.game.stroke_at)


def _midnight(the_floor: Floor, clock: NweekClock, due: datetime) -> None:
    """The end of an nday, then the beginning of the next: what passes in the count may amend the law of that."""
    place = Place(clock.nweek, clock.nday)
    if nweeks.counts(place, Course.of(the_floor.law), last_counted(the_floor.game.pk)):
        counting.count(the_floor, place.nweek, due)
    course = Course.of(the_floor.law)
    clock.nweek, clock.nday = nweeks.following(place, course)
    clock.save(update_fields=["nweek", "nday"])
    wait_until(the_floor, due + NDAY if goes(the_floor) else None)
    the_floor.record("bnomic.nday", subject=f"nweek:{clock.nweek}", nweek=clock.nweek, nday=clock.nday, due_at=due)
    if nweeks.opens(Place(clock.nweek, clock.nday), course):
        _open(the_floor, clock.nweek, due)


def _open(the_floor: Floor, nweek: int, due: datetime) -> None:
    """All Pending Proposals become Open."""
    pending = Proposal.objects.filter(game=the_floor.game, state=State.PENDING.value)
    numbers = list(pending.order_by("number").values_list("number", flat=True))
    pending.update(state=State.OPEN.value, opened_seq=the_floor.next_seq)
    the_floor.record("bnomic.opened", subject=f"nweek:{nweek}", nweek=nweek, numbers=numbers, due_at=due)


def turn_on(
    the_floor: Floor, clock: NweekClock, due: datetime | None = None, *, by: Agent | None = None, why: str = ""
) -> None:
    """Step: the Clock is On; the first midnight after this ends the nday. `due`: when a pause was over."""
    clock.running, clock.resumes_at = True, None
    clock.save(update_fields=["running", "resumes_at"])
    wait_until(the_floor, midnight_after(due or the_floor.now) if goes(the_floor) else None)
    the_floor.record(
        "bnomic.clock-on", actor=by, subject=f"nweek:{clock.nweek}", nweek=clock.nweek, nday=clock.nday, due_at=due,
        why=why, heard=silence.hear(the_floor, [by]) if by else [],
    )  # fmt: skip


def wound(the_floor: Floor, effect: Effect | None = None) -> None:
    """Step: the law changed, or a hiatus began or ended: the Clock goes or stands accordingly. A game whose law is the
    first to speak of it gets one, which is On."""
    game = the_floor.game
    if not goes(the_floor):
        if game.stroke_at is not None and row_of(game):
            wait_until(the_floor, None)
        return
    clock = row_of(game)
    if clock is None:
        turn_on(the_floor, NweekClock.objects.create(game=game))
    elif game.stroke_at is None:
        wait_until(the_floor, _next_stroke(clock, the_floor.now))


def _next_stroke(clock: NweekClock, now: datetime) -> datetime | None:
    """What the Clock waits for once it goes again. A pause that was over meanwhile is over now."""
    if clock.running:
        return midnight_after(now)
    return max(clock.resumes_at, now) if clock.resumes_at else None


def goes(the_floor: Floor) -> bool:
    """Whether midnights mean anything: a live rule says so, and no hiatus is on. (Reading 39)"""
    return the_floor.law.carries("nweek.clock") and core.open_hiatus(the_floor.game.pk) is None


def wait_until(the_floor: Floor, moment: datetime | None) -> None:
    """Step: this is the next moment at which something falls due."""
    the_floor.game.stroke_at = moment
    Game.objects.filter(pk=the_floor.game.pk).update(stroke_at=moment)
