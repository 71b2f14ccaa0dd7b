"""The Administrator's desk: the Clock, the numbering, and what was told in prose. Each act is on record with its
reason, and a form that is sent twice does it once. (Rules The Administrator, Nweeks and Ndays, Passing)"""

from __future__ import annotations

from datetime import datetime

from nomic.core.actions import people, silence
from nomic.core.floor import Floor, floor
from nomic.core.mechanics.decision import Invalid, Refused
from nomic.core.mechanics.writing import tidied
from nomic.core.models import Agent
from proposals.bnomic.actions import striking
from proposals.bnomic.actions.submitting import proposal_of
from proposals.bnomic.mechanics import administering
from proposals.bnomic.mechanics.nweeks import Course, Place
from proposals.bnomic.mechanics.states import State
from proposals.bnomic.models import NweekClock, Proposal
from proposals.bnomic.queries import ballots, clocks, desk, permits

LONGEST_WHY = 500
GREATEST = 1_000_000  # what an nweek, an nday or a Number is set to: a slip must not use up what numbers there are


def turn_on(*, actor_id: int, game_id: int, why: str) -> None:
    """Turn the Clock On, also out of a pause: the next midnight ends the nday."""
    why = _why(why)
    with floor(game_id) as the_floor:
        admin, clock = _admin(the_floor, actor_id), _clock(the_floor)
        if desk.did_last(admin, "bnomic.clock-on", why=why):
            return
        administering.may_turn_on(clocks.clock_of(clock), the_floor.law).or_refuse()
        striking.turn_on(the_floor, clock, by=admin, why=why)


def turn_off(*, actor_id: int, game_id: int, why: str) -> None:
    """Turn the Clock Off: midnights do nothing until somebody turns it On."""
    why = _why(why)
    with floor(game_id) as the_floor:
        admin, clock = _admin(the_floor, actor_id), _clock(the_floor)
        if desk.did_last(admin, "bnomic.clock-off", why=why):
            return
        administering.may_turn_off(clocks.clock_of(clock), the_floor.law).or_refuse()
        _stop(the_floor, admin, clock, "bnomic.clock-off", None, why)


def pause(*, actor_id: int, game_id: int, until: datetime, why: str) -> None:
    """Have the Clock pause until then, and go on by itself. A midnight at the very end of the pause does nothing."""
    why = _why(why)
    with floor(game_id) as the_floor:
        admin, clock = _admin(the_floor, actor_id), _clock(the_floor)
        if desk.did_last(admin, "bnomic.clock-paused", why=why, until=until):
            return
        now = clocks.clock_of(clock)
        administering.may_pause(now, until, the_floor.now, the_floor.law).or_refuse()
        _stop(the_floor, admin, clock, "bnomic.clock-paused", until, why)


def _stop(the_floor: Floor, admin: Agent, clock: NweekClock, kind: str, until: datetime | None, why: str) -> None:
    clock.running, clock.resumes_at = False, until
    clock.save(update_fields=["running", "resumes_at"])
    striking.wait_until(the_floor, until if striking.goes(the_floor) else None)
    the_floor.record(
        kind, actor=admin, subject=f"nweek:{clock.nweek}", nweek=clock.nweek, nday=clock.nday, until=until, why=why,
        heard=silence.hear(the_floor, [admin]),
    )  # fmt: skip


def set_clock(*, actor_id: int, game_id: int, nweek: int, nday: int, why: str) -> None:
    """Put right where the Clock stands, which by itself neither opens nor counts anything. Where it is there already,
    nothing is put right."""
    why = _why(why)
    _within("nweek", nweek)
    _within("nday", nday)
    with floor(game_id) as the_floor:
        admin, clock = _admin(the_floor, actor_id), _clock(the_floor)
        administering.may_set(
            Place(nweek, nday), here=Place(clock.nweek, clock.nday), counted=ballots.last_counted(game_id),
            open_ones=Proposal.objects.filter(game_id=game_id, state=State.OPEN.value).exists(),
            course=Course.of(the_floor.law), law=the_floor.law,
        ).or_refuse()  # fmt: skip
        was = {"nweek": clock.nweek, "nday": clock.nday}
        if was == {"nweek": nweek, "nday": nday}:
            return
        clock.nweek, clock.nday = nweek, nday
        clock.save(update_fields=["nweek", "nday"])
        the_floor.record(
            "bnomic.clock-set", actor=admin, subject=f"nweek:{nweek}", nweek=nweek, nday=nday, was=was, why=why,
            heard=silence.hear(the_floor, [admin]),
        )  # fmt: skip


def number_from(*, actor_id: int, game_id: int, number: int, why: str) -> None:
    """Have the next Proposal get this Number, which is greater than all before. Where that is said already, nothing
    is put right."""
    why = _why(why)
    _within("number", number)
    with floor(game_id) as the_floor:
        admin, clock = _admin(the_floor, actor_id), _clock(the_floor)
        administering.may_number_from(number, ballots.highest_number(game_id), the_floor.law).or_refuse()
        if clock.numbers_from == number:
            return
        clock.numbers_from = number
        clock.save(update_fields=["numbers_from"])
        the_floor.record(
            "bnomic.numbered-from", actor=admin, number=number, why=why, heard=silence.hear(the_floor, [admin])
        )


def carried_out(*, actor_id: int, game_id: int, number: int, why: str) -> None:
    """Put on record that what a Proposal that has passed says in prose is done. `why`: how, or why there is nothing."""
    why = _why(why)
    with floor(game_id) as the_floor:
        admin, row = _admin(the_floor, actor_id), proposal_of(the_floor, number)
        if desk.did_last(admin, "bnomic.carried-out", why=why, number=number):
            return
        permits.may_carry_out(row, the_floor.law).or_refuse()
        row.carried_out_at = the_floor.now
        row.save(update_fields=["carried_out_at"])
        the_floor.record(
            "bnomic.carried-out", actor=admin, subject=row.post.subject_key, number=number, why=why,
            heard=silence.hear(the_floor, [admin]),
        )  # fmt: skip


def _admin(the_floor: Floor, actor_id: int) -> Agent:
    """Step: whoever sits at the desk."""
    return people.admin(the_floor, actor_id, office=administering.OFFICE)


def _why(why: str) -> str:
    why = tidied("why", "A reason", why, LONGEST_WHY)
    if not why:
        raise Invalid("why", "Say why: the log shows it.", "empty")
    return why


def _within(path: str, number: int) -> None:
    # Less than 1 is another matter: the law says that one counts from there.
    if number > GREATEST:
        raise Invalid(path, f"That is too far: {GREATEST} at most.", "too-far")


def _clock(the_floor: Floor) -> NweekClock:
    """Step: the Clock of the game; refused where its law has never spoken of one."""
    clock = clocks.row_of(the_floor.game)
    if clock is None:
        raise Refused(*the_floor.law.requires("nweek.clock").reasons)
    return clock
