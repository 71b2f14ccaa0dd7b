"""What the referee decides of the map, as plain JSON in and out: moves, captures, exchanges."""

from __future__ import annotations

from collections.abc import Mapping

from dynasties.spy.mechanics.allegiance import NAMES, Affiliation
from dynasties.spy.mechanics.atlas import known
from dynasties.spy.mechanics.capture import Fate, Party, may_capture, outcome
from dynasties.spy.mechanics.curtain import Curtain, Side
from dynasties.spy.mechanics.gadget_referee import gadget_request
from dynasties.spy.mechanics.licences import Licence
from dynasties.spy.mechanics.movement import Attempt, Mover, attempt, legal
from dynasties.spy.mechanics.tickets import Ticket, Tickets, exchange
from nomic.core.mechanics.fields import Field
from nomic.core.mechanics.law import Law
from nomic.core.mechanics.parts import Judge

Answer = dict[str, object]


def move(question: Field, law: Law) -> Answer:
    """One move, judged. What holds of it is told of a move that is barred, too."""
    mover, to, curtain = _mover(question), _code(question["to"]), _curtain(question)
    return _told(attempt(mover, to, curtain, law))


def moves(question: Field, law: Law) -> Answer:
    """All legal moves from a territory, by the codes of where they lead."""
    found = legal(_mover(question), _curtain(question), law)
    return {"moves": [{"to": each.move.to, **_told(each)} for each in found if each.move]}


def capture(question: Field, law: Law) -> Answer:
    """What a roll does to captor and target."""
    roll, captor, target = _roll(question["roll"], law), _party(question["captor"]), _party(question["target"])
    decision = may_capture(captor, target, law)
    if not decision.outcome:
        return {"legal": False, "reasons": list(decision.reasons)}
    found = outcome(roll, captor, target, law)
    return {"row": found.row, "captor": _fate(found.captor), "target": _fate(found.target)}


def exchange_tickets(question: Field, law: Law) -> Answer:
    """The Tickets after an exchange; as they were, where it is illegal."""
    tickets, times = _tickets(question["tickets"]), question["times"].count()
    decision = exchange(tickets, _ticket(question["give"]), _ticket(question["take"]), times, law)
    left = decision.outcome or tickets
    return {"legal": decision.outcome is not None, "tickets": left.as_facts(), "reasons": list(decision.reasons)}


JUDGES: Mapping[tuple[str, str | None], Judge] = {
    ("spy.move", None): move,
    ("spy.moves", None): moves,
    ("spy.capture", None): capture,
    ("spy.exchange", None): exchange_tickets,
    ("blognomic", "gadget_request"): gadget_request,
}


def _told(tried: Attempt) -> Answer:
    return {
        "legal": tried.move is not None,
        "kind": tried.kind,
        "cost": None if tried.cost is None else tried.cost.as_facts(),
        "crosses_curtain": tried.crosses,
        "checkpoint_charlie": tried.checkpoint,
        "side_after": tried.side_after,
        "reasons": list(tried.decision.reasons),
    }


def _fate(fate: Fate) -> Answer:
    return {"sent_to": fate.sent_to, "moves_at_random": fate.moves_at_random, "lkl": fate.lkl}


def _mover(question: Field) -> Mover:
    here = _code(question["from"])
    tickets, side = _tickets(question["tickets"]), _one_of(question["side"], tuple(Side))
    prison, affiliation = _prison(question["prison"], here), _one_of(question["affiliation"], tuple(Affiliation))
    return Mover(
        here,
        tickets,
        None if side is None else Side(side),
        prison,
        None if affiliation is None else Affiliation(affiliation),
        _licences(question["licences"]),
    )


def _party(field: Field) -> Party:
    here, affiliation = _code(field["location"]), field["affiliation"].one_of(tuple(Affiliation))
    return Party(here, Affiliation(affiliation), _prison(field["prison"], here))


def _curtain(question: Field) -> Curtain:
    return Curtain(_codes(question["curtain"]), _codes(question["smuggling"]))


def _codes(field: Field) -> frozenset[str]:
    return frozenset(map(_code, field.items())) if field.given else frozenset()


def _code(field: Field) -> str:
    code = field.text()
    if not known(code):
        raise field.invalid("is no code of a territory")
    return code


def _prison(field: Field, here: str) -> str | None:
    """Where one is a prisoner, which is where e is."""
    prison = _one_of(field, tuple(NAMES))
    if prison is not None and prison != here:
        raise field.invalid("is not where the prisoner is")
    return prison


def _one_of(field: Field, names: tuple[str, ...]) -> str | None:
    """One of them; None where it is left out or said to be null."""
    return field.one_of(names) if field.given and field.value is not None else None


def _tickets(field: Field) -> Tickets:
    return Tickets(*(field[kind].count() for kind in Ticket))


def _ticket(field: Field) -> Ticket:
    return Ticket(field.one_of(tuple(Ticket)))


def _licences(field: Field) -> frozenset[Licence]:
    return frozenset(Licence(each.one_of(tuple(Licence))) for each in field.items()) if field.given else frozenset()


def _roll(field: Field, law: Law) -> int:
    """What the die for captures can show; one without sides shows 0."""
    sides = law.count("spy.capture_die") or 0
    roll = field.count()
    if not min(1, sides) <= roll <= sides:
        raise field.invalid(f"must be what a die with {sides} sides shows")
    return roll
