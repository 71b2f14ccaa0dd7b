"""What the referee decides of spies, as plain JSON in and out: moves, captures, exchanges and Gadget requests."""

from __future__ import annotations

from collections.abc import Mapping

from dynasties.spy.dials import CAPTURE_DIE
from dynasties.spy.gadgets.rules import GadgetLicence
from dynasties.spy.gadgets.rules_requests import PendingRequest, RequestVerdict, RequestVoice, Stance, judge_request
from dynasties.spy.map.rules import MoveAttempt, Mover, attempt_move, legal_attempts
from dynasties.spy.prison.rules import CaptureFate, CaptureParty, capture_outcome, may_capture
from dynasties.spy.theatre.rules import NAMES, Affiliation
from dynasties.spy.theatre.rules_map import Curtain, Side, is_territory
from dynasties.spy.theatre.rules_tickets import Ticket, Tickets, after_exchange
from nomic.core.decision import Invalid
from nomic.core.input import Field
from nomic.core.law.rules import Law
from nomic.core.plugin import Judge, Published
from proposals.voting.rules import quorum, read_hiatus, read_roster

Answer = dict[str, object]


def judge_move(question: Field, law: Law) -> Answer:
    """One move, judged. What holds of it is told of a move that is barred, too."""
    mover, to, curtain = _read_mover(question), _read_code(question["to"]), _read_curtain(question)
    return _move_answer(attempt_move(mover, to, curtain, law))


def judge_moves(question: Field, law: Law) -> Answer:
    """All legal moves from a territory, by the codes of where they lead."""
    found = legal_attempts(_read_mover(question), _read_curtain(question), law)
    return {"moves": [{"to": each.move.to, **_move_answer(each)} for each in found if each.move]}


def judge_capture(question: Field, law: Law) -> Answer:
    """What a roll does to captor and target."""
    roll, captor, target = (
        _read_roll(question["roll"], law),
        _read_party(question["captor"]),
        _read_party(question["target"]),
    )
    decision = may_capture(captor, target, law)
    if not decision.outcome:
        return {"legal": False, "reasons": list(decision.reasons)}
    found = capture_outcome(roll, captor, target, law)
    return {"row": found.row, "captor": _fate_answer(found.captor), "target": _fate_answer(found.target)}


def judge_exchange(question: Field, law: Law) -> Answer:
    """The Tickets after an exchange; as they were, where it is illegal."""
    tickets, times = _read_tickets(question["tickets"]), question["times"].count()
    decision = after_exchange(tickets, _read_ticket(question["give"]), _read_ticket(question["take"]), times, law)
    left = decision.outcome or tickets
    return {"legal": decision.outcome is not None, "tickets": left.as_facts(), "reasons": list(decision.reasons)}


def judge_gadget_request(question: Field, law: Law) -> dict[str, object]:
    """A pending request, judged: enacted means that it may be added now, failed that it is denied."""
    roster = read_roster(question)
    posted_at, now = question["posted_at"].moment(), question["now"].moment()
    if now < posted_at:
        raise Invalid("now", "lies before the posting")
    voices = tuple(map(_read_voice, question["votes"].items()))
    request = PendingRequest(question["author"].text(), posted_at, voices)
    verdict = judge_request(request, roster, law, now, read_hiatus(question["hiatus"]))
    return _verdict_answer(verdict) | {"quorum": quorum(len(roster.agents), law)}


JUDGES: Mapping[tuple[str, str | None], Judge] = {
    ("spy.move", None): judge_move,
    ("spy.moves", None): judge_moves,
    ("spy.capture", None): judge_capture,
    ("spy.exchange", None): judge_exchange,
    ("blognomic", "gadget_request"): judge_gadget_request,
}


def _move_answer(tried: MoveAttempt) -> Answer:
    return {
        "legal": tried.move is not None,
        "kind": tried.kind,
        "cost": None if tried.cost is None else tried.cost.as_facts(),
        "crosses_curtain": tried.crosses,
        "checkpoint_charlie": tried.checkpoint,
        "side_after": tried.side_after,
        "reasons": list(tried.decision.reasons),
    }


def _fate_answer(fate: CaptureFate) -> Answer:
    return {"sent_to": fate.sent_to, "moves_at_random": fate.moves_at_random, "lkl": fate.lkl}


def _read_mover(question: Field) -> Mover:
    here = _read_code(question["from"])
    tickets, side = _read_tickets(question["tickets"]), _read_one_of(question["side"], tuple(Side))
    prison, affiliation = (
        _read_prison(question["prison"], here),
        _read_one_of(question["affiliation"], tuple(Affiliation)),
    )
    return Mover(
        here,
        tickets,
        None if side is None else Side(side),
        prison,
        None if affiliation is None else Affiliation(affiliation),
        _read_licences(question["licences"]),
    )


def _read_party(field: Field) -> CaptureParty:
    here, affiliation = _read_code(field["location"]), field["affiliation"].one_of(tuple(Affiliation))
    return CaptureParty(here, Affiliation(affiliation), _read_prison(field["prison"], here))


def _read_curtain(question: Field) -> Curtain:
    return Curtain(_read_codes(question["curtain"]), _read_codes(question["smuggling"]))


def _read_codes(field: Field) -> frozenset[str]:
    return frozenset(map(_read_code, field.items())) if field.is_given else frozenset()


def _read_code(field: Field) -> str:
    code = field.text()
    if not is_territory(code):
        raise field.invalid("is no code of a territory")
    return code


def _read_prison(field: Field, here: str) -> str | None:
    """Where one is a prisoner, which is where e is."""
    prison = _read_one_of(field, tuple(NAMES))
    if prison is not None and prison != here:
        raise field.invalid("is not where the prisoner is")
    return prison


def _read_one_of(field: Field, names: tuple[str, ...]) -> str | None:
    """One of them; None where it is left out or said to be null."""
    return field.one_of(names) if field.is_given and field.value is not None else None


def _read_tickets(field: Field) -> Tickets:
    return Tickets(*(field[kind].count() for kind in Ticket))


def _read_ticket(field: Field) -> Ticket:
    return Ticket(field.one_of(tuple(Ticket)))


def _read_licences(field: Field) -> frozenset[GadgetLicence]:
    return (
        frozenset(GadgetLicence(each.one_of(tuple(GadgetLicence))) for each in field.items())
        if field.is_given
        else frozenset()
    )


def _read_roll(field: Field, law: Law) -> int:
    """What the die for captures can show; one without sides shows 0."""
    sides = law[CAPTURE_DIE]
    roll = field.count()
    if not min(1, sides) <= roll <= sides:
        raise field.invalid(f"must be what a die with {sides} sides shows")
    return roll


# What the referee decides of a gadget request, as plain JSON in and out.

SAYS = tuple(Stance)
# What the referee calls the grounds, in its closed list of codes.
PUBLISHED = {
    "request-vetoed": "vetoed",
    "request-disapproved": "timed-out-against",
    "request-lacks-approvals": "too-few-votes",
    "request-ripe": "timed-out",
    "request-unripe": "still-open",
}


def _read_voice(field: Field) -> RequestVoice:
    return RequestVoice(field["voter"].text(), Stance(field["vote"].one_of(SAYS)), field["at"].moment())


def _verdict_answer(verdict: RequestVerdict) -> dict[str, object]:
    count = verdict.count
    return {
        "status": verdict.status.value,
        "may_enact": verdict.may_add,
        "may_fail": verdict.denied,
        "reasons": [Published(PUBLISHED.get(each.code, each.code), each) for each in verdict.reasons],
        "tally": {
            "for": count.approvals,
            "against": count.denials,
            "deferential": 0,
            "abstain": 0,
            "vetoed": count.vetoed,
            "self_killed": False,
        },
        "next_check": verdict.next_check,
    }
