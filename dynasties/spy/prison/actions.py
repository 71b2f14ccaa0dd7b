"""Attempt a capture and rule on it with a die; rescue prisoners; turn as a Double Agent. (Rules Capture and Prisons;
Readings 17, 20, 21, 27, 49)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from dynasties.spy.dials import CAPTURE, CAPTURE_DIE, RESCUE, TURNING
from dynasties.spy.prison import queries as prison_queries, rules as prison_rules
from dynasties.spy.prison.queries import NOT_THERE, WAITS, UnsealedAttempt
from dynasties.spy.prison.rules import (
    CaptureFate,
    CaptureParty,
    capture_outcome,
    may_attempt,
    may_capture,
    random_neighbours,
)
from dynasties.spy.theatre import (
    actions as theatre_actions,
    queries as theatre_queries,
    queries_covers as theatre_queries_covers,
)
from dynasties.spy.theatre.actions import carrying_rule, notify_spy, ticket_cells
from dynasties.spy.theatre.models import Attempt, Theatre
from dynasties.spy.theatre.queries import tickets_of
from dynasties.spy.theatre.rules import SecretState, state_after_placing
from dynasties.spy.theatre.rules_tickets import LKL_COLUMN
from dynasties.tracker.actions import TrackerAct
from dynasties.tracker.models import Update
from nomic.core import vault
from nomic.core.chain import digest
from nomic.core.decision import Fact, Invalid, Reason, Refused
from nomic.core.dice.actions import ThrowWords, roll_dice_on_floor, roll_secret_dice
from nomic.core.dice.models import Roll
from nomic.core.floor import Floor, floor
from nomic.core.games.models import Agent
from nomic.core.input import check_same_form, check_token

CAPTURE_PURPOSE = "A capture"
CAPTURE_COMMENT = "CAPTURE"


@dataclass(frozen=True, slots=True)
class _Side:
    """One of the two at the moment of the ruling."""

    role: str
    agent: Agent
    cover: SecretState

    @property
    def party(self) -> CaptureParty:
        return CaptureParty.of(self.cover)


def attempt_capture(*, actor_id: int, game_id: int, target_id: int, token: str) -> Attempt:
    """Tell the Mastermind whom the actor would capture. Answers the record: `prison_queries.unseal_attempt(…).answer`.

    It is kept, and nobody else learns of it, whether or not the two are in one place: `waits` for the Mastermind's
    die if they are, else `not-there`. A form sent twice makes one attempt. Refused without a Location or an
    Affiliation of eir own, and while an attempt on the same Agent waits; `Invalid` at `target_id` for who may not be
    captured at all.
    """
    check_token(token)
    with floor(game_id) as the_floor:
        theatre, actor = theatre_actions.require_spy(the_floor, actor_id, CAPTURE)
        mark = digest({"agent": actor.pk, "token": token})  # another's form may have had the same token
        if twin := _earlier_attempt(theatre, actor, target_id, mark):
            return twin
        target = _get_target(the_floor, theatre, actor, target_id)
        # What the target lacks, e is not told: the ruling goes by it.
        may_attempt(CaptureParty.of(theatre_queries_covers.cover_of(theatre, actor.pk)), the_floor.law).or_refuse()
        _require_none_waiting(the_floor, theatre, actor, target)
        return _record_attempt(the_floor, theatre, actor, target, mark)


def _earlier_attempt(theatre: Theatre, actor: Agent, target_id: int, mark: str) -> Attempt | None:
    found = Attempt.objects.filter(token=mark).select_related("roll", "private").first()
    if found is not None:
        told = prison_queries.unseal_attempt(found)
        check_same_form((found.theatre_id, told.captor, told.target) == (theatre.pk, actor.pk, target_id))
    return found


def _get_target(the_floor: Floor, theatre: Theatre, actor: Agent, target_id: int) -> Agent:
    """Who takes part, and is another: everybody can see that."""
    target = theatre_queries.player(theatre, target_id, the_floor.game, the_floor.law)
    if target is None or target == actor:
        raise Invalid("target_id", "Choose another of those who take part.", "no-target")
    return target


def _require_none_waiting(the_floor: Floor, theatre: Theatre, actor: Agent, target: Agent) -> None:
    for each in prison_queries.all_attempts(theatre):
        if each.open and (each.captor, each.target) == (actor.pk, target.pk):
            raise Refused(Reason("attempt-waits", the_floor.law.rule(CAPTURE), {"name": target.name, "at": each.at}))


def _record_attempt(the_floor: Floor, theatre: Theatre, actor: Agent, target: Agent, mark: str) -> Attempt:
    found = theatre_queries_covers.covers_of(theatre, frozenset({actor.pk, target.pk}))
    mine, other = found[actor.pk], found[target.pk]
    together = may_capture(CaptureParty.of(mine), CaptureParty.of(other), the_floor.law).outcome
    uid = vault.fresh_uid()
    kept: dict[str, Fact] = {
        "uid": uid,
        "captor": actor.pk,
        "target": target.pk,
        "places": [mine.location, other.location],
        "together": together,
        "answer": WAITS if together else NOT_THERE,
    }
    link = the_floor.append_private_event("spy.attempt", actor=actor, theatre=theatre.number, **kept)
    return Attempt.objects.create(
        theatre=theatre,
        uid=uid,
        private=link,
        at=the_floor.now,
        token=mark,
        sealed=vault.seal({**kept, "ruling": None}),
    )


def rule_on_attempt(*, actor_id: int, game_id: int, uid: str) -> Attempt:
    """The Mastermind rolls for an attempt that waits, in public and naming nobody, and it is done to both what the row
    of the table says, as they are at this moment.

    Where one of the two takes part no longer it is set aside instead: no die, and nothing public. Refused for one
    that is ruled on already, or was never open.
    """
    with floor(game_id) as the_floor:
        theatre, mastermind = theatre_actions.require_mastermind(the_floor, actor_id, CAPTURE)
        attempt = _get_waiting_attempt(the_floor, theatre, uid)
        told = prison_queries.unseal_attempt(attempt)
        captor, target = _get_sides(theatre, told)
        if not all(theatre_queries.takes_part(the_floor.game, each.agent, the_floor.law) for each in (captor, target)):
            return _record_ruling(the_floor, _Ruling(attempt, mastermind), {})
        return _carry_out_ruling(the_floor, attempt, mastermind, (captor, target))


def _get_waiting_attempt(the_floor: Floor, theatre: Theatre, uid: str) -> Attempt:
    attempt = Attempt.objects.filter(theatre=theatre, uid=uid).select_related("roll", "private").first()
    if attempt is None or not prison_queries.unseal_attempt(attempt).open:
        raise Refused(Reason("attempt-decided", the_floor.law.rule(CAPTURE)))
    return attempt


def _get_sides(theatre: Theatre, told: UnsealedAttempt) -> tuple[_Side, _Side]:
    found = theatre_queries_covers.covers_of(theatre, frozenset({told.captor, told.target}))
    agents = Agent.objects.in_bulk([told.captor, told.target])
    captor = _Side("captor", agents[told.captor], found[told.captor])
    return captor, _Side("target", agents[told.target], found[told.target])


@dataclass(frozen=True, slots=True)
class _Ruling:
    """What the Mastermind rules on, with which die, and in which row of the table; neither if it is set aside."""

    attempt: Attempt
    mastermind: Agent
    roll: Roll | None = None
    row: int | None = None


def _carry_out_ruling(the_floor: Floor, attempt: Attempt, mastermind: Agent, sides: tuple[_Side, _Side]) -> Attempt:
    captor, target = sides
    roll = _roll_die(the_floor, mastermind)
    found = capture_outcome(roll.total if roll else 0, captor.party, target.party, the_floor.law)
    ruling = _Ruling(attempt, mastermind, roll, found.row)
    befalls = ((captor, found.captor), (target, found.target))
    if found.is_public:
        _publish_locations(the_floor, ruling, befalls)
    fates = {side.role: _apply_fate(the_floor, ruling, side, fate) for side, fate in befalls}
    for side, _ in befalls:
        notify_spy(the_floor, side.agent)
    return _record_ruling(the_floor, replace(ruling, row=found.row or 0), fates)


def _roll_die(the_floor: Floor, mastermind: Agent) -> Roll | None:
    sides = the_floor.law[CAPTURE_DIE]
    if not sides:
        return None
    return roll_dice_on_floor(the_floor, mastermind, ThrowWords(f"DICE{sides}", CAPTURE_PURPOSE), vault.fresh_uid())


def _publish_locations(the_floor: Floor, ruling: _Ruling, befalls: tuple[tuple[_Side, CaptureFate], ...]) -> None:
    """What the row makes public, which is LKLs, in one update; also where that leaves them as they were.

    So what everybody sees goes by the row alone, and not by whether somebody has declared an Affiliation.
    """
    if LKL_COLUMN not in theatre_queries.read_ledger(the_floor.game.pk).columns:
        return
    values = {(side.agent.pk, LKL_COLUMN): fate.lkl for side, fate in befalls if fate.lkl is not None}
    rolls = [ruling.roll.number] if ruling.roll else []
    done = TrackerAct(ruling.mastermind, CAPTURE_COMMENT, carrying_rule(the_floor, CAPTURE), rolls=rolls)
    theatre_actions.write_cells(the_floor, done, values, {side.agent.pk: side.agent.name for side, _ in befalls})


def _apply_fate(the_floor: Floor, ruling: _Ruling, side: _Side, fate: CaptureFate) -> dict[str, Fact]:
    """What becomes of one of them; answers with where e is now."""
    after = _state_after_fate(the_floor, ruling.mastermind, side, fate)
    if after is not None:
        theatre_actions.save_secret_state(
            the_floor,
            ruling.attempt.theatre,
            after,
            "captured" if fate.sent_to else "scattered",
            actor=ruling.mastermind,
            attempt=ruling.attempt.uid,
            role=side.role,
            roll=ruling.roll.number if ruling.roll else None,
            row=ruling.row,
        )
    now = after or side.cover
    return {"from": side.cover.location, "to": now.location, "prison": now.prison, "lkl": fate.lkl}


def _state_after_fate(the_floor: Floor, mastermind: Agent, side: _Side, fate: CaptureFate) -> SecretState | None:
    curtain = theatre_queries.read_curtain(the_floor.game.pk).curtain_under_law(the_floor.law)
    if fate.sent_to:
        return state_after_placing(side.cover, fate.sent_to, curtain, prison=fate.sent_to)
    if not fate.moves_at_random or side.cover.location is None:
        return None
    near = random_neighbours(side.cover.location)
    die = roll_secret_dice(the_floor, mastermind, 1, len(near), f"Where {side.agent.name} gets away to")
    return state_after_placing(side.cover, near[die.total - 1], curtain)


def _record_ruling(the_floor: Floor, ruling: _Ruling, fates: Mapping[str, Fact]) -> Attempt:
    attempt, roll = ruling.attempt, ruling.roll
    told: dict[str, Fact] = {"row": ruling.row, "fates": fates}
    the_floor.append_private_event(
        "spy.attempt-ruled",
        actor=ruling.mastermind,
        theatre=attempt.theatre.number,
        attempt=attempt.uid,
        roll=roll.number if roll else None,
        **told,
    )
    attempt.ruled_at, attempt.roll = the_floor.now, roll
    attempt.sealed = vault.seal(vault.unseal(attempt.sealed) | {"ruling": told})
    attempt.save(update_fields=["ruled_at", "roll", "sealed"])
    return attempt


# Prisoners are rescued, and Double Agents turn. (Rule Prisons; Readings 21 and 49)

RESCUE_COMMENT = "RESCUE"


def rescue_prisoner(*, actor_id: int, game_id: int, prisoner_id: int, token: str) -> Update:
    """Free a prisoner who is where the actor has moved to, for the price in Tickets of every kind.

    Everybody sees that the actor paid for a rescue; the prisoner alone is told that it was eirs. A form sent twice
    pays once. Refused by what the rules want of it; `Invalid` at `prisoner_id` for who takes no part.
    """
    check_token(token)
    with floor(game_id) as the_floor:
        theatre, actor = theatre_actions.require_spy(the_floor, actor_id, RESCUE)
        if twin := theatre_actions.earlier_update(actor, token):
            check_same_form(prison_queries.is_rescue(theatre, twin, prisoner_id))
            return twin
        return _free_prisoner(the_floor, theatre, actor, _get_prisoner(theatre, actor, prisoner_id), token)


def _get_prisoner(theatre: Theatre, actor: Agent, prisoner_id: int) -> Agent:
    spy = theatre_queries.spy_of(theatre, prisoner_id)
    if spy is None or prisoner_id == actor.pk or not spy.agent.in_game:
        raise Invalid("prisoner_id", "Choose another of those who take part.", "no-spy")
    return spy.agent


def _free_prisoner(the_floor: Floor, theatre: Theatre, actor: Agent, freed: Agent, token: str) -> Update:
    found = theatre_queries_covers.covers_of(theatre, frozenset({actor.pk, freed.pk}))
    mine, other, held = found[actor.pk], found[freed.pk], tickets_of(theatre, actor.pk)
    rescue = prison_rules.RescueFacts(
        held,
        rescuer_place=mine.location,
        came_by_move=mine.walked_in,
        imprisoned_self=mine.prison is not None,
        prisoner_place=other.location,
        prisoner_imprisoned=other.prison is not None,
    )
    prison_rules.may_rescue(rescue, the_floor.law).or_refuse()
    left = held.less(prison_rules.rescue_cost(the_floor.law))
    done = TrackerAct(actor, RESCUE_COMMENT, carrying_rule(the_floor, RESCUE), token=token)
    update = theatre_actions.write_cells(the_floor, done, ticket_cells(actor, left, held))
    theatre_actions.save_secret_state(
        the_floor, theatre, replace(other, prison=None), "rescued", actor=actor, by=actor.pk, update=update.number
    )
    notify_spy(the_floor, freed)
    return update


def turn_affiliation(*, actor_id: int, game_id: int) -> SecretState:
    """A Double Agent in the prison of the side that e serves in truth makes it eir Affiliation; the Mastermind alone
    is told. Refused for everybody else."""
    with floor(game_id) as the_floor:
        theatre, actor = theatre_actions.require_spy(the_floor, actor_id, TURNING)
        before = theatre_queries_covers.cover_of(theatre, actor.pk)
        side = prison_rules.may_turn(before.affiliation_served, before.prison, the_floor.law).or_refuse().outcome
        after = replace(before, affiliation=str(side))
        theatre_actions.save_secret_state(the_floor, theatre, after, "turned", actor=actor)
    return after
