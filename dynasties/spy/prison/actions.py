"""An Agent attempts to capture another; the Mastermind rules with a die. (Rule Capture; Readings 17, 20, 27, 49)"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dynasties.spy.actions import covers as covering
from dynasties.spy.actions import entering, ledger
from dynasties.spy.actions.telling import tell_spy
from dynasties.spy.mechanics.capture import (
    Fate,
    Outcome,
    Party,
    may_attempt,
    may_capture,
    outcome,
    random_neighbours,
)
from dynasties.spy.mechanics.covers import Cover
from dynasties.spy.mechanics.ledger import LKL
from dynasties.spy.mechanics.placing import placed
from dynasties.spy.models import Attempt, Theatre
from dynasties.spy.queries import attempts, covers, theatres
from dynasties.spy.queries.attempts import NOT_THERE, WAITS, Try
from nomic.core import vault
from nomic.core.actions.dice import roll_in, roll_in_secret
from nomic.core.actions.tokens import check_token, same_again
from nomic.core.floor import Floor, floor
from nomic.core.mechanics.chain import digest
from nomic.core.mechanics.decision import Fact, Invalid, Reason, Refused
from nomic.core.models import Agent, Roll

PURPOSE = "A capture"
COMMENT = "CAPTURE"


@dataclass(frozen=True, slots=True)
class _Side:
    """One of the two at the moment of the ruling."""

    role: str
    agent: Agent
    cover: Cover

    @property
    def party(self) -> Party:
        return Party.of(self.cover)


def attempt_capture(*, actor_id: int, game_id: int, target_id: int, token: str) -> Attempt:
    """Tell the Mastermind whom the actor would capture. Answers the record: `queries.attempts.read(…).answer`.

    It is kept, and nobody else learns of it, whether or not the two are in one place: `waits` for the Mastermind's
    die if they are, else `not-there`. A form sent twice makes one attempt. Refused without a Location or an
    Affiliation of eir own, and while an attempt on the same Agent waits; `Invalid` at `target_id` for who may not be
    captured at all.
    """
    check_token(token)
    with floor(game_id) as the_floor:
        theatre, actor = entering.spy(the_floor, actor_id, "spy.capture")
        mark = digest({"agent": actor.pk, "token": token})  # another's form may have had the same token
        if twin := _twin(theatre, actor, target_id, mark):
            return twin
        target = _target(the_floor, theatre, actor, target_id)
        # What the target lacks, e is not told: the ruling goes by it.
        may_attempt(Party.of(covers.cover(theatre, actor.pk)), the_floor.law).or_refuse()
        _not_waiting(the_floor, theatre, actor, target)
        return _kept(the_floor, theatre, actor, target, mark)


def _twin(theatre: Theatre, actor: Agent, target_id: int, mark: str) -> Attempt | None:
    found = Attempt.objects.filter(token=mark).select_related("roll", "private").first()
    if found is not None:
        told = attempts.read(found)
        same_again((found.theatre_id, told.captor, told.target) == (theatre.pk, actor.pk, target_id))
    return found


def _target(the_floor: Floor, theatre: Theatre, actor: Agent, target_id: int) -> Agent:
    """Who takes part, and is another: everybody can see that."""
    target = theatres.player(theatre, target_id, the_floor.game, the_floor.law)
    if target is None or target == actor:
        raise Invalid("target_id", "Choose another of those who take part.", "no-target")
    return target


def _not_waiting(the_floor: Floor, theatre: Theatre, actor: Agent, target: Agent) -> None:
    for each in attempts.everything(theatre):
        if each.open and (each.captor, each.target) == (actor.pk, target.pk):
            raise Refused(
                Reason("attempt-waits", the_floor.law.rule("spy.capture"), {"name": target.name, "at": each.at})
            )


def _kept(the_floor: Floor, theatre: Theatre, actor: Agent, target: Agent, mark: str) -> Attempt:
    found = covers.covers(theatre, frozenset({actor.pk, target.pk}))
    mine, other = found[actor.pk], found[target.pk]
    together = may_capture(Party.of(mine), Party.of(other), the_floor.law).outcome
    uid = vault.fresh_uid()
    kept: dict[str, Fact] = {
        "uid": uid, "captor": actor.pk, "target": target.pk,
        "places": [mine.location, other.location], "together": together, "answer": WAITS if together else NOT_THERE,
    }  # fmt: skip
    link = the_floor.conceal("spy.attempt", actor=actor, theatre=theatre.number, **kept)
    return Attempt.objects.create(
        theatre=theatre, uid=uid, private=link, at=the_floor.now, token=mark,
        sealed=vault.seal({**kept, "ruling": None}),
    )  # fmt: skip


def rule_on_attempt(*, actor_id: int, game_id: int, uid: str) -> Attempt:
    """The Mastermind rolls for an attempt that waits, in public and naming nobody, and it is done to both what the row
    of the table says, as they are at this moment.

    Where one of the two takes part no longer it is set aside instead: no die, and nothing public. Refused for one
    that is ruled on already, or was never open.
    """
    with floor(game_id) as the_floor:
        theatre, mastermind = entering.mastermind(the_floor, actor_id, "spy.capture")
        attempt = _open(the_floor, theatre, uid)
        told = attempts.read(attempt)
        captor, target = _sides(theatre, told)
        if not all(theatres.takes_part(the_floor.game, each.agent, the_floor.law) for each in (captor, target)):
            return _ruled(the_floor, attempt, mastermind, None, None, {})
        return _rule(the_floor, attempt, mastermind, captor, target)


def _open(the_floor: Floor, theatre: Theatre, uid: str) -> Attempt:
    attempt = Attempt.objects.filter(theatre=theatre, uid=uid).select_related("roll", "private").first()
    if attempt is None or not attempts.read(attempt).open:
        raise Refused(Reason("attempt-decided", the_floor.law.rule("spy.capture")))
    return attempt


def _sides(theatre: Theatre, told: Try) -> tuple[_Side, _Side]:
    found = covers.covers(theatre, frozenset({told.captor, told.target}))
    agents = Agent.objects.in_bulk([told.captor, told.target])
    captor = _Side("captor", agents[told.captor], found[told.captor])
    return captor, _Side("target", agents[told.target], found[told.target])


def _rule(the_floor: Floor, attempt: Attempt, mastermind: Agent, captor: _Side, target: _Side) -> Attempt:
    roll = _rolled(the_floor, mastermind)
    found = outcome(roll.total if roll else 0, captor.party, target.party, the_floor.law)
    befalls = ((captor, found.captor), (target, found.target))
    _publish(the_floor, mastermind, roll, found, befalls)
    fates = {side.role: _suffer(the_floor, attempt, mastermind, roll, found, side, fate) for side, fate in befalls}
    for side, _ in befalls:
        tell_spy(the_floor, side.agent)
    return _ruled(the_floor, attempt, mastermind, roll, found.row or 0, fates)


def _rolled(the_floor: Floor, mastermind: Agent) -> Roll | None:
    sides = the_floor.law.count("spy.capture_die") or 0
    if not sides:
        return None
    return roll_in(the_floor, mastermind, f"DICE{sides}", PURPOSE, token=vault.fresh_uid())


def _publish(
    the_floor: Floor, mastermind: Agent, roll: Roll | None, found: Outcome, befalls: tuple[tuple[_Side, Fate], ...]
) -> None:
    """What the row makes public, which is LKLs, in one update; also where that leaves them as they were.

    So what everybody sees goes by the row alone, and not by whether somebody has declared an Affiliation.
    """
    if not found.is_public or LKL not in theatres.ledger(the_floor.game.pk).columns:
        return
    values = {(side.agent.pk, LKL): fate.lkl for side, fate in befalls if fate.lkl is not None}
    ledger.note(
        the_floor, mastermind, COMMENT, values, carried_by="spy.capture",
        named={side.agent.pk: side.agent.name for side, _ in befalls}, rolls=[roll.number] if roll else [],
    )  # fmt: skip


def _suffer(
    the_floor: Floor, attempt: Attempt, mastermind: Agent, roll: Roll | None, found: Outcome, side: _Side, fate: Fate
) -> dict[str, Fact]:
    """What becomes of one of them; answers with where e is now."""
    after = _after(the_floor, mastermind, side, fate)
    if after is not None:
        covering.hide(
            the_floor, attempt.theatre, after, "captured" if fate.sent_to else "scattered", actor=mastermind,
            attempt=attempt.uid, role=side.role, roll=roll.number if roll else None, row=found.row,
        )  # fmt: skip
    now = after or side.cover
    return {"from": side.cover.location, "to": now.location, "prison": now.prison, "lkl": fate.lkl}


def _after(the_floor: Floor, mastermind: Agent, side: _Side, fate: Fate) -> Cover | None:
    curtain = theatres.curtain(the_floor.game.pk).under(the_floor.law)
    if fate.sent_to:
        return placed(side.cover, fate.sent_to, curtain, prison=fate.sent_to)
    if not fate.moves_at_random or side.cover.location is None:
        return None
    near = random_neighbours(side.cover.location)
    die = roll_in_secret(the_floor, mastermind, 1, len(near), f"Where {side.agent.name} gets away to")
    return placed(side.cover, near[die.total - 1], curtain)


def _ruled(
    the_floor: Floor, attempt: Attempt, mastermind: Agent, roll: Roll | None, row: int | None, fates: Mapping[str, Fact]
) -> Attempt:
    ruling: dict[str, Fact] = {"row": row, "fates": fates}
    the_floor.conceal(
        "spy.attempt-ruled", actor=mastermind, theatre=attempt.theatre.number, attempt=attempt.uid,
        roll=roll.number if roll else None, **ruling,
    )  # fmt: skip
    attempt.ruled_at, attempt.roll = the_floor.now, roll
    attempt.sealed = vault.seal(vault.unseal(attempt.sealed) | {"ruling": ruling})
    attempt.save(update_fields=["ruled_at", "roll", "sealed"])
    return attempt
