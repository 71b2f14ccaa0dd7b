"""Asking for a Gadget, what others say of it, and how it is decided. (Rule Gadgets; Readings 24, 39, 40)"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.urls import reverse

from dynasties.spy.actions import entering, pricing
from dynasties.spy.mechanics import gadget_requests as requests_of
from dynasties.spy.mechanics.gadget_requests import REQUESTING, Say, Verdict
from dynasties.spy.mechanics.licences import Licence
from dynasties.spy.models import Gadget, GadgetRequest, Holding, RequestVote, Theatre
from dynasties.spy.models.gadgets import RequestStatus
from dynasties.spy.queries import gadgets
from dynasties.spy.queries.gadgets import Judged
from nomic.core import queries as core
from nomic.core.actions.tidings import tell
from nomic.core.actions.tokens import check_token, same_again
from nomic.core.floor import Floor, floor
from nomic.core.mechanics.decision import Decision, Fact, Invalid, Reason, Refused
from nomic.core.mechanics.dials import CLERK
from nomic.core.mechanics.effects import CameBack, HiatusChanged, LawChanged, RosterChanged
from nomic.core.mechanics.writing import tidied, unseen_in
from nomic.core.models import Agent
from proposals.queries import scene

LONGEST_NAME, LONGEST_DESCRIPTION, LONGEST_COMMENT = 80, 4_000, 1_000


def request(
    *, actor_id: int, game_id: int, name: str, description: str, licences: Iterable[str] = (), token: str
) -> GadgetRequest:  # fmt: skip
    """Ask for a Gadget. `licences`: what the server shall let its owner do, by the names of `Licence`.

    Raises `Invalid` at `name`, `description` or `licences`; a form sent twice makes one request.
    """
    name, description, asked = _name(name), _description(description), _licences(licences)
    check_token(token)
    with floor(game_id) as the_floor:
        theatre, actor = entering.spy(the_floor, actor_id, REQUESTING)
        if twin := GadgetRequest.objects.filter(requester=actor, token=token).first():
            same_again((twin.name, twin.description, twin.licences) == (name, description, asked))
            return twin
        pending = gadgets.pending_of(theatre, actor.pk)
        requests_of.may_request(name, description, pending, the_floor.law).or_refuse()
        return _ask(the_floor, theatre, actor, name=name, description=description, licences=asked, token=token)


def _ask(the_floor: Floor, theatre: Theatre, actor: Agent, **words: object) -> GadgetRequest:
    """Step: the request stands, and has its moment."""
    number = core.next_number(GadgetRequest.objects.filter(theatre__game=the_floor.game))
    row = GadgetRequest.objects.create(
        theatre=theatre, number=number, requester=actor, posted_at=the_floor.now, posted_seq=the_floor.next_seq,
        **words,
    )  # fmt: skip
    the_floor.record(
        "spy.gadget-requested", actor=actor, subject=_subject(row), name=row.name, description=row.description,
        licences=row.licences,
    )  # fmt: skip
    _settle(the_floor, row)
    return row


def say(*, actor_id: int, game_id: int, number: int, say: Say, comment: str = "") -> RequestVote:
    """Approve or disapprove of a pending request, or veto it; the latest that somebody says of it counts.

    Raises `Invalid` at `comment`. Saying the same again changes nothing.
    """
    comment = tidied("comment", "A comment", comment, LONGEST_COMMENT)
    with floor(game_id) as the_floor:
        theatre, actor = entering.anybody(the_floor, actor_id, REQUESTING)
        row = _pending(the_floor, theatre, number)
        _may_say(the_floor, actor, say, row)
        last = row.votes.filter(voter=actor).order_by("-seq").first()
        if last is not None and (last.say, last.comment) == (say, comment):
            return last
        vote = RequestVote.objects.create(
            request=row, voter=actor, say=say, comment=comment, at=the_floor.now, seq=the_floor.next_seq
        )
        the_floor.record(
            "spy.gadget-voted", actor=actor, subject=_subject(row), name=row.name, say=say, comment=comment
        )  # fmt: skip
        _settle(the_floor, row)
    return vote


def _may_say(the_floor: Floor, actor: Agent, say: Say, row: GadgetRequest) -> None:
    now = scene(the_floor.game, the_floor.now, the_floor.law)
    facts = gadgets.judged(row, now).facts
    requests_of.may_say(actor.name, say, facts, now.roster, now.law, now.now, now.hiatus).or_refuse()


def add(*, actor_id: int, game_id: int, number: int) -> Gadget:
    """The Requester adds what e asked for to eir Gadgets, now that it may be: with that it is approved."""
    with floor(game_id) as the_floor:
        theatre, actor = entering.spy(the_floor, actor_id, REQUESTING)
        row = _pending(the_floor, theatre, number)
        requests_of.may_end_own(row.requester_id == actor.pk, the_floor.law).or_refuse()
        found = _judged(the_floor, row)
        assert found.verdict is not None  # it is pending
        decision, facts = found.verdict.addable.or_refuse(), _called(row) | found.verdict.count.facts
        _end(the_floor, row, RequestStatus.APPROVED, "added", actor)
        gadget = _approve(the_floor, theatre, row, actor)
        the_floor.record(
            "spy.gadget-approved", actor=actor, subject=f"gadget:{gadget.number}", request=row.number,
            decision=decision, **facts,
        )  # fmt: skip
        pricing.owe(the_floor, gadget)
    return gadget


def _approve(the_floor: Floor, theatre: Theatre, row: GadgetRequest, owner: Agent) -> Gadget:
    """Step: its kind is on the list of approved ones, and its Requester owns the first of it."""
    number = core.next_number(Gadget.objects.filter(theatre__game=the_floor.game))
    gadget = Gadget.objects.create(
        theatre=theatre, number=number, request=row, name=row.name, description=row.description,
        licences=row.licences, approved_at=the_floor.now, approved_seq=the_floor.next_seq,
    )  # fmt: skip
    Holding.objects.create(
        gadget=gadget, owner=owner, how="approved", since_at=the_floor.now, since_seq=the_floor.next_seq
    )
    return gadget


def deny_own(*, actor_id: int, game_id: int, number: int) -> GadgetRequest:
    """The Requester denies eir own pending request, at any time."""
    with floor(game_id) as the_floor:
        theatre, actor = entering.anybody(the_floor, actor_id, REQUESTING)
        row = _pending(the_floor, theatre, number)
        requests_of.may_end_own(row.requester_id == actor.pk, the_floor.law).or_refuse()
        _deny(the_floor, row, "by-requester", by=actor)
    return row


def look_again_at_request(*, game_id: int, request_id: int) -> bool:
    """The Clerk's look at a request: denied if it is ripe and a ground holds, or its Requester is gone. Repeatable."""
    with floor(game_id) as the_floor:
        row = gadgets.due_request(game_id, request_id, the_floor.now)
        if row is None:
            return False
        _settle(the_floor, row)
    return row.status != RequestStatus.PENDING


def requests_are_due(the_floor: Floor, effect: LawChanged | RosterChanged | CameBack | HiatusChanged) -> None:
    """Handler: law, roster or hiatus changed, and with them how every pending request stands."""
    pending = GadgetRequest.objects.filter(theatre__game=the_floor.game, status=RequestStatus.PENDING)
    pending.update(next_check=the_floor.now)


def _settle(the_floor: Floor, row: GadgetRequest) -> None:
    """Step: a request is denied if it is to be; else it has its next moment, and its Requester knows if e may add it.

    Nothing that was said about it is overlooked: each is weighed at its moment.
    """
    if not row.requester.in_game:
        _deny(the_floor, row, "requester-left")
        return
    verdict = _judged(the_floor, row).verdict
    assert verdict is not None  # it is pending
    if verdict.denied:
        _deny(the_floor, row, verdict.reasons[0].code, verdict=verdict)
        return
    row.next_check = verdict.next_check
    row.save(update_fields=["next_check"])
    if verdict.may_add:
        facts = called(row) | {"by": CLERK, "how": "found nothing against"}
        tell(the_floor, row.requester.account_id, "matter-resolved", f"{_subject(row)}:ripe", facts, address(row))


def _deny(
    the_floor: Floor, row: GadgetRequest, ending: str, *, by: Agent | None = None,
    verdict: Verdict | None = None,
) -> None:  # fmt: skip
    """Step: it is denied, by its Requester or by the Clerk; a verdict is recorded with its grounds."""
    facts: dict[str, Any] = verdict.count.facts if verdict else {}
    decision = Decision(True, verdict.reasons) if verdict else None
    _end(the_floor, row, RequestStatus.DENIED, ending, by)
    the_floor.record(
        "spy.gadget-denied", actor=by, subject=_subject(row), decision=decision, ending=ending, **_called(row), **facts
    )


def _end(the_floor: Floor, row: GadgetRequest, status: RequestStatus, ending: str, by: Agent | None) -> None:
    row.status, row.ending, row.ended_by = status, ending, by
    row.ended_at, row.ended_seq, row.next_check = the_floor.now, the_floor.next_seq, None
    row.save(update_fields=["status", "ending", "ended_by", "ended_at", "ended_seq", "next_check"])


def _judged(the_floor: Floor, row: GadgetRequest) -> Judged:
    return gadgets.judged(row, scene(the_floor.game, the_floor.now, the_floor.law))


def _pending(the_floor: Floor, theatre: Theatre, number: int) -> GadgetRequest:
    row = gadgets.plain_request(theatre, number)
    if row is None:
        raise Refused(Reason("no-such-request", the_floor.law.rule(REQUESTING)))
    if row.status != RequestStatus.PENDING:
        raise Refused(Reason("request-decided", the_floor.law.rule(REQUESTING), {"status": row.status}))
    return row


def _called(row: GadgetRequest) -> dict[str, Any]:
    return {"name": row.name, "requester": row.requester_id, "requester_name": row.requester.name}


def _subject(row: GadgetRequest) -> str:
    return f"request:{row.number}"


def _name(name: str) -> str:
    name = " ".join(tidied("name", "The name of a Gadget", name, LONGEST_NAME, frozenset()).split())
    if not name or unseen_in(name):
        raise Invalid("name", "Give it a name that can be read.", "empty")
    return name


def _description(description: str) -> str:
    description = tidied("description", "A description", description, LONGEST_DESCRIPTION)
    if not description:
        raise Invalid("description", "Say what it is and what it does.", "empty")
    return description


def _licences(asked: Iterable[str]) -> list[str]:
    wanted = set(asked)
    if unknown := wanted - set(Licence):
        raise Invalid("licences", f"There is no licence called {sorted(unknown)[0]}.", "no-licence")
    return [each.value for each in Licence if each in wanted]


def called(row: GadgetRequest) -> dict[str, Fact]:
    """What a notice calls it by."""
    return {"category": "gadget request", "number": row.number, "title": row.name}


def address(row: GadgetRequest) -> str:
    """Where it is read."""
    return f"{reverse('spy_gadgets', args=[row.theatre.game.slug])}#request-{row.number}"
