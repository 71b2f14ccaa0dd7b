"""Run the midnights that are due, in their order; and the acts of the Administrator on the Clock, the numbering and
what was said in prose. (Rules The Administrator, Nweeks and Ndays, Opening, Passing)
"""

from __future__ import annotations

from datetime import datetime

from nomic.core.decision import Invalid, Refused
from nomic.core.effects import Effect
from nomic.core.floor import Floor, floor
from nomic.core.games.models import Agent, Game
from nomic.core.input import clean_text
from nomic.core.roster import (
    actions as roster_actions,
    actions_activity as roster_actions_activity,
    queries as roster_queries,
)
from proposals.bnomic.ballot import actions as ballot_actions
from proposals.bnomic.clock import queries as clock_queries
from proposals.bnomic.dials import NWEEK_ADMINISTERING, NWEEK_CLOCK
from proposals.bnomic.nweeks import queries as nweeks_queries, rules as nweeks_rules
from proposals.bnomic.nweeks.models import NweekClock
from proposals.bnomic.nweeks.queries import clock_row, last_counted_nweek
from proposals.bnomic.nweeks.rules import NDAY, Course, Place, ProposalState, midnight_after
from proposals.bnomic.register import queries as register_queries
from proposals.bnomic.register.actions import get_proposal_or_refuse
from proposals.bnomic.register.models import Proposal


def run_clock(*, game_id: int) -> None:
    """The Clerk's look at a Clock that is due: to take the floor is enough. Harmless twice."""
    with floor(game_id):
        pass


def run_forced_events(the_floor: Floor) -> None:
    """Step: everything that has been due until now, in order, each exactly once."""
    clock = clock_row(the_floor.game)
    while clock and the_floor.game.stroke_at and the_floor.game.stroke_at <= the_floor.now:
        if clock.running:
            _run_midnight(the_floor, clock, the_floor.game.stroke_at)
        else:
            start_clock(the_floor, clock, the_floor.game.stroke_at)


def _run_midnight(the_floor: Floor, clock: NweekClock, due: datetime) -> None:
    """The end of an nday, then the beginning of the next: what passes in the count may amend the law of that."""
    place = Place(clock.nweek, clock.nday)
    if nweeks_rules.has_count(place, Course.of(the_floor.law), last_counted_nweek(the_floor.game.pk)):
        ballot_actions.count_ballot(the_floor, place.nweek, due)
    course = Course.of(the_floor.law)
    clock.nweek, clock.nday = nweeks_rules.next_place(place, course)
    clock.save(update_fields=["nweek", "nday"])
    set_next_event(the_floor, due + NDAY if is_clock_going(the_floor) else None)
    the_floor.record("bnomic.nday", subject=f"nweek:{clock.nweek}", nweek=clock.nweek, nday=clock.nday, due_at=due)
    if nweeks_rules.has_opening(Place(clock.nweek, clock.nday), course):
        _open_pending(the_floor, clock.nweek, due)


def _open_pending(the_floor: Floor, nweek: int, due: datetime) -> None:
    """All Pending Proposals become Open."""
    pending = Proposal.objects.filter(game=the_floor.game, state=ProposalState.PENDING.value)
    numbers = list(pending.order_by("number").values_list("number", flat=True))
    pending.update(state=ProposalState.OPEN.value, opened_seq=the_floor.next_seq)
    the_floor.record("bnomic.opened", subject=f"nweek:{nweek}", nweek=nweek, numbers=numbers, due_at=due)


def start_clock(
    the_floor: Floor, clock: NweekClock, due: datetime | None = None, *, by: Agent | None = None, why: str = ""
) -> None:
    """Step: the Clock is On; the first midnight after this ends the nday. `due`: when a pause was over."""
    clock.running, clock.resumes_at = True, None
    clock.save(update_fields=["running", "resumes_at"])
    set_next_event(the_floor, midnight_after(due or the_floor.now) if is_clock_going(the_floor) else None)
    the_floor.record(
        "bnomic.clock-on",
        actor=by,
        subject=f"nweek:{clock.nweek}",
        nweek=clock.nweek,
        nday=clock.nday,
        due_at=due,
        why=why,
        heard=roster_actions_activity.hear_agents(the_floor, [by]) if by else [],
    )


def adjust_clock(the_floor: Floor, effect: Effect | None = None) -> None:
    """Step: the law changed, or a hiatus began or ended: the Clock goes or stands accordingly. A game whose law is the
    first to speak of it gets one, which is On."""
    game = the_floor.game
    if not is_clock_going(the_floor):
        if game.stroke_at is not None and clock_row(game):
            set_next_event(the_floor, None)
        return
    clock = clock_row(game)
    if clock is None:
        start_clock(the_floor, NweekClock.objects.create(game=game))
    elif game.stroke_at is None:
        set_next_event(the_floor, _next_forced_event(clock, the_floor.now))


def _next_forced_event(clock: NweekClock, now: datetime) -> datetime | None:
    """What the Clock waits for once it goes again. A pause that was over meanwhile is over now."""
    if clock.running:
        return midnight_after(now)
    return max(clock.resumes_at, now) if clock.resumes_at else None


def is_clock_going(the_floor: Floor) -> bool:
    """Whether midnights mean anything: a live rule says so, and no hiatus is on. (Reading 39)"""
    return the_floor.law.carries(NWEEK_CLOCK) and roster_queries.open_hiatus(the_floor.game.pk) is None


def set_next_event(the_floor: Floor, moment: datetime | None) -> None:
    """Step: this is the next moment at which something falls due."""
    the_floor.game.stroke_at = moment
    Game.objects.filter(pk=the_floor.game.pk).update(stroke_at=moment)


# The Administrator's desk: the Clock, the numbering, and what was told in prose. Each act is on record with its
# reason, and a form that is sent twice does it once. (Rules The Administrator, Nweeks and Ndays, Passing)

LONGEST_WHY = 500
GREATEST = 1_000_000  # what an nweek, an nday or a Number is set to: a slip must not use up what numbers there are


def turn_clock_on(*, actor_id: int, game_id: int, why: str) -> None:
    """Turn the Clock On, also out of a pause: the next midnight ends the nday."""
    why = _clean_why(why)
    with floor(game_id) as the_floor:
        admin, clock = _get_administrator(the_floor, actor_id), _get_clock(the_floor)
        if clock_queries.did_last(admin, "bnomic.clock-on", why=why):
            return
        nweeks_rules.may_turn_on(nweeks_queries.clock_facts(clock), the_floor.law).or_refuse()
        start_clock(the_floor, clock, by=admin, why=why)


def turn_clock_off(*, actor_id: int, game_id: int, why: str) -> None:
    """Turn the Clock Off: midnights do nothing until somebody turns it On."""
    why = _clean_why(why)
    with floor(game_id) as the_floor:
        admin, clock = _get_administrator(the_floor, actor_id), _get_clock(the_floor)
        if clock_queries.did_last(admin, "bnomic.clock-off", why=why):
            return
        nweeks_rules.may_turn_off(nweeks_queries.clock_facts(clock), the_floor.law).or_refuse()
        _stop_clock(the_floor, admin, clock, "bnomic.clock-off", None, why)


def pause_clock(*, actor_id: int, game_id: int, until: datetime, why: str) -> None:
    """Have the Clock pause until then, and go on by itself. A midnight at the very end of the pause does nothing."""
    why = _clean_why(why)
    with floor(game_id) as the_floor:
        admin, clock = _get_administrator(the_floor, actor_id), _get_clock(the_floor)
        if clock_queries.did_last(admin, "bnomic.clock-paused", why=why, until=until):
            return
        now = nweeks_queries.clock_facts(clock)
        nweeks_rules.may_pause(now, until, the_floor.now, the_floor.law).or_refuse()
        _stop_clock(the_floor, admin, clock, "bnomic.clock-paused", until, why)


def _stop_clock(the_floor: Floor, admin: Agent, clock: NweekClock, kind: str, until: datetime | None, why: str) -> None:
    clock.running, clock.resumes_at = False, until
    clock.save(update_fields=["running", "resumes_at"])
    set_next_event(the_floor, until if is_clock_going(the_floor) else None)
    the_floor.record(
        kind,
        actor=admin,
        subject=f"nweek:{clock.nweek}",
        nweek=clock.nweek,
        nday=clock.nday,
        until=until,
        why=why,
        heard=roster_actions_activity.hear_agents(the_floor, [admin]),
    )


def set_clock(*, actor_id: int, game_id: int, nweek: int, nday: int, why: str) -> None:
    """Put right where the Clock stands, which by itself neither opens nor counts anything. Where it is there already,
    nothing is put right."""
    why = _clean_why(why)
    _check_within("nweek", nweek)
    _check_within("nday", nday)
    with floor(game_id) as the_floor:
        admin, clock = _get_administrator(the_floor, actor_id), _get_clock(the_floor)
        nweeks_rules.may_set(
            Place(nweek, nday),
            here=Place(clock.nweek, clock.nday),
            counted=nweeks_queries.last_counted_nweek(game_id),
            open_ones=Proposal.objects.filter(game_id=game_id, state=ProposalState.OPEN.value).exists(),
            course=Course.of(the_floor.law),
            law=the_floor.law,
        ).or_refuse()
        was = {"nweek": clock.nweek, "nday": clock.nday}
        if was == {"nweek": nweek, "nday": nday}:
            return
        clock.nweek, clock.nday = nweek, nday
        clock.save(update_fields=["nweek", "nday"])
        the_floor.record(
            "bnomic.clock-set",
            actor=admin,
            subject=f"nweek:{nweek}",
            nweek=nweek,
            nday=nday,
            was=was,
            why=why,
            heard=roster_actions_activity.hear_agents(the_floor, [admin]),
        )


def set_next_number(*, actor_id: int, game_id: int, number: int, why: str) -> None:
    """Have the next Proposal get this Number, which is greater than all before. Where that is said already, nothing
    is put right."""
    why = _clean_why(why)
    _check_within("number", number)
    with floor(game_id) as the_floor:
        admin, clock = _get_administrator(the_floor, actor_id), _get_clock(the_floor)
        nweeks_rules.may_number_from(number, register_queries.highest_number(game_id), the_floor.law).or_refuse()
        if clock.numbers_from == number:
            return
        clock.numbers_from = number
        clock.save(update_fields=["numbers_from"])
        the_floor.record(
            "bnomic.numbered-from",
            actor=admin,
            number=number,
            why=why,
            heard=roster_actions_activity.hear_agents(the_floor, [admin]),
        )


def record_carried_out(*, actor_id: int, game_id: int, number: int, why: str) -> None:
    """Put on record that what a Proposal that has passed says in prose is done. `why`: how, or why there is nothing."""
    why = _clean_why(why)
    with floor(game_id) as the_floor:
        admin, row = _get_administrator(the_floor, actor_id), get_proposal_or_refuse(the_floor, number)
        if clock_queries.did_last(admin, "bnomic.carried-out", why=why, number=number):
            return
        register_queries.may_carry_out(row, the_floor.law).or_refuse()
        row.carried_out_at = the_floor.now
        row.save(update_fields=["carried_out_at"])
        the_floor.record(
            "bnomic.carried-out",
            actor=admin,
            subject=row.post.subject_key,
            number=number,
            why=why,
            heard=roster_actions_activity.hear_agents(the_floor, [admin]),
        )


def _get_administrator(the_floor: Floor, actor_id: int) -> Agent:
    """Step: whoever sits at the desk."""
    return roster_actions.require_admin(the_floor, actor_id, office=NWEEK_ADMINISTERING)


def _clean_why(why: str) -> str:
    why = clean_text("why", "A reason", why, LONGEST_WHY)
    if not why:
        raise Invalid("why", "Say why: the log shows it.", "empty")
    return why


def _check_within(path: str, number: int) -> None:
    # Less than 1 is another matter: the law says that one counts from there.
    if number > GREATEST:
        raise Invalid(path, f"That is too far: {GREATEST} at most.", "too-far")


def _get_clock(the_floor: Floor) -> NweekClock:
    """Step: the Clock of the game; refused where its law has never spoken of one."""
    clock = nweeks_queries.clock_row(the_floor.game)
    if clock is None:
        raise Refused(*the_floor.law.requires(NWEEK_CLOCK).reasons)
    return clock
