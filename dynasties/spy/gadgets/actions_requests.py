"""Ask for a Gadget, vote on a request, add or deny what was asked for, and notify its Requester. (Rule Gadgets;
Readings 24, 39, 40)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.urls import reverse

from dynasties.spy.dials import GADGET_REQUESTS
from dynasties.spy.gadgets import (
    actions as gadgets_actions,
    queries as gadgets_queries,
    rules_requests as gadgets_rules_requests,
)
from dynasties.spy.gadgets.models import Gadget, GadgetRequest, Holding, RequestStatus, RequestVote
from dynasties.spy.gadgets.queries import JudgedRequest
from dynasties.spy.gadgets.rules import GadgetLicence
from dynasties.spy.gadgets.rules_requests import RequestVerdict, Stance
from dynasties.spy.theatre import actions as theatre_actions
from dynasties.spy.theatre.models import Theatre
from nomic.core.decision import Decision, Fact, Invalid, Reason, Refused
from nomic.core.effects import CameBack, HiatusChanged, LawChanged, RosterChanged
from nomic.core.floor import Floor, floor
from nomic.core.games import queries as games_queries
from nomic.core.games.models import Agent
from nomic.core.input import check_same_form, check_token, clean_text, unseen_in
from nomic.core.law.dials import CLERK
from nomic.core.log.models import Event
from nomic.core.notifications.actions import event_key, other_accounts, tell_account, tell_accounts
from proposals.voting.queries import judging_context

LONGEST_NAME, LONGEST_DESCRIPTION, LONGEST_COMMENT = 80, 4_000, 1_000


def request_gadget(
    *, actor_id: int, game_id: int, name: str, description: str, licences: Iterable[str] = (), token: str
) -> GadgetRequest:
    """Ask for a Gadget. `licences`: what the server shall let its owner do, by the names of `Licence`.

    Raises `Invalid` at `name`, `description` or `licences`; a form sent twice makes one request.
    """
    name, description, asked = _clean_name(name), _clean_description(description), _clean_licences(licences)
    check_token(token)
    with floor(game_id) as the_floor:
        theatre, actor = theatre_actions.require_spy(the_floor, actor_id, GADGET_REQUESTS)
        if twin := GadgetRequest.objects.filter(requester=actor, token=token).first():
            check_same_form((twin.name, twin.description, twin.licences) == (name, description, asked))
            return twin
        pending = gadgets_queries.pending_count(theatre, actor.pk)
        gadgets_rules_requests.may_request(name, description, pending, the_floor.law).or_refuse()
        return _open_request(the_floor, theatre, actor, name=name, description=description, licences=asked, token=token)


def _open_request(the_floor: Floor, theatre: Theatre, actor: Agent, **words: object) -> GadgetRequest:
    """Step: the request stands, and has its moment."""
    number = games_queries.next_number(GadgetRequest.objects.filter(theatre__game=the_floor.game))
    row = GadgetRequest.objects.create(
        theatre=theatre, number=number, requester=actor, posted_at=the_floor.now, posted_seq=the_floor.next_seq, **words
    )
    the_floor.record(
        "spy.gadget-requested",
        actor=actor,
        subject=_request_subject(row),
        name=row.name,
        description=row.description,
        licences=row.licences,
    )
    _settle_request(the_floor, row)
    return row


def vote_on_request(*, actor_id: int, game_id: int, number: int, say: Stance, comment: str = "") -> RequestVote:
    """Approve or disapprove of a pending request, or veto it; the latest that somebody says of it counts.

    Raises `Invalid` at `comment`. Saying the same again changes nothing.
    """
    comment = clean_text("comment", "A comment", comment, LONGEST_COMMENT)
    with floor(game_id) as the_floor:
        theatre, actor = theatre_actions.require_agent(the_floor, actor_id, GADGET_REQUESTS)
        row = _get_pending_request(the_floor, theatre, number)
        _require_may_say(the_floor, actor, say, row)
        last = row.votes.filter(voter=actor).order_by("-seq").first()
        if last is not None and (last.say, last.comment) == (say, comment):
            return last
        vote = RequestVote.objects.create(
            request=row, voter=actor, say=say, comment=comment, at=the_floor.now, seq=the_floor.next_seq
        )
        the_floor.record(
            "spy.gadget-voted", actor=actor, subject=_request_subject(row), name=row.name, say=say, comment=comment
        )
        _settle_request(the_floor, row)
    return vote


def _require_may_say(the_floor: Floor, actor: Agent, say: Stance, row: GadgetRequest) -> None:
    now = judging_context(the_floor.game, the_floor.now, the_floor.law)
    facts = gadgets_queries.judged_request(row, now).facts
    voice = gadgets_rules_requests.RequestVoice(actor.name, say, now.now)
    gadgets_rules_requests.may_say(voice, facts, now.roster, now.law, now.hiatus).or_refuse()


def add_gadget(*, actor_id: int, game_id: int, number: int) -> Gadget:
    """The Requester adds what e asked for to eir Gadgets, now that it may be: with that it is approved."""
    with floor(game_id) as the_floor:
        theatre, actor = theatre_actions.require_spy(the_floor, actor_id, GADGET_REQUESTS)
        row = _get_pending_request(the_floor, theatre, number)
        gadgets_rules_requests.may_end_own(row.requester_id == actor.pk, the_floor.law).or_refuse()
        found = _judge_now(the_floor, row)
        assert found.verdict is not None  # it is pending
        decision, facts = found.verdict.can_be_added.or_refuse(), _request_facts(row) | found.verdict.count.facts
        _end_request(the_floor, row, RequestStatus.APPROVED, "added", actor)
        gadget = _approve_request(the_floor, theatre, row, actor)
        the_floor.record(
            "spy.gadget-approved",
            actor=actor,
            subject=f"gadget:{gadget.number}",
            request=row.number,
            decision=decision,
            **facts,
        )
        gadgets_actions.owe_price(the_floor, gadget)
    return gadget


def _approve_request(the_floor: Floor, theatre: Theatre, row: GadgetRequest, owner: Agent) -> Gadget:
    """Step: its kind is on the list of approved ones, and its Requester owns the first of it."""
    number = games_queries.next_number(Gadget.objects.filter(theatre__game=the_floor.game))
    gadget = Gadget.objects.create(
        theatre=theatre,
        number=number,
        request=row,
        name=row.name,
        description=row.description,
        licences=row.licences,
        approved_at=the_floor.now,
        approved_seq=the_floor.next_seq,
    )
    Holding.objects.create(
        gadget=gadget, owner=owner, how="approved", since_at=the_floor.now, since_seq=the_floor.next_seq
    )
    return gadget


def deny_own_request(*, actor_id: int, game_id: int, number: int) -> GadgetRequest:
    """The Requester denies eir own pending request, at any time."""
    with floor(game_id) as the_floor:
        theatre, actor = theatre_actions.require_agent(the_floor, actor_id, GADGET_REQUESTS)
        row = _get_pending_request(the_floor, theatre, number)
        gadgets_rules_requests.may_end_own(row.requester_id == actor.pk, the_floor.law).or_refuse()
        _deny_request(the_floor, row, "by-requester", by=actor)
    return row


def look_again_at_request(*, game_id: int, request_id: int) -> bool:
    """The Clerk's look at a request: denied if it is ripe and a ground holds, or its Requester is gone. Repeatable."""
    with floor(game_id) as the_floor:
        row = gadgets_queries.due_request(game_id, request_id, the_floor.now)
        if row is None:
            return False
        _settle_request(the_floor, row)
    return row.status != RequestStatus.PENDING


def reschedule_requests(the_floor: Floor, effect: LawChanged | RosterChanged | CameBack | HiatusChanged) -> None:
    """Handler: law, roster or hiatus changed, and with them how every pending request stands."""
    pending = GadgetRequest.objects.filter(theatre__game=the_floor.game, status=RequestStatus.PENDING)
    pending.update(next_check=the_floor.now)


def _settle_request(the_floor: Floor, row: GadgetRequest) -> None:
    """Step: a request is denied if it is to be; else it has its next moment, and its Requester knows if e may add it.

    Nothing that was said about it is overlooked: each is weighed at its moment.
    """
    if not row.requester.in_game:
        _deny_request(the_floor, row, "requester-left")
        return
    verdict = _judge_now(the_floor, row).verdict
    assert verdict is not None  # it is pending
    if verdict.denied:
        _deny_request(the_floor, row, verdict.reasons[0].code, verdict=verdict)
        return
    row.next_check = verdict.next_check
    row.save(update_fields=["next_check"])
    if verdict.may_add:
        facts = notice_facts(row) | {"by": CLERK, "how": "found nothing against"}
        tell_account(
            the_floor,
            row.requester.account_id,
            "matter-resolved",
            f"{_request_subject(row)}:ripe",
            facts,
            request_address(row),
        )


def _deny_request(
    the_floor: Floor, row: GadgetRequest, ending: str, *, by: Agent | None = None, verdict: RequestVerdict | None = None
) -> None:
    """Step: it is denied, by its Requester or by the Clerk; a verdict is recorded with its grounds."""
    facts: dict[str, Any] = verdict.count.facts if verdict else {}
    decision = Decision(True, verdict.reasons) if verdict else None
    _end_request(the_floor, row, RequestStatus.DENIED, ending, by)
    the_floor.record(
        "spy.gadget-denied",
        actor=by,
        subject=_request_subject(row),
        decision=decision,
        ending=ending,
        **_request_facts(row),
        **facts,
    )


def _end_request(the_floor: Floor, row: GadgetRequest, status: RequestStatus, ending: str, by: Agent | None) -> None:
    row.status, row.ending, row.ended_by = status, ending, by
    row.ended_at, row.ended_seq, row.next_check = the_floor.now, the_floor.next_seq, None
    row.save(update_fields=["status", "ending", "ended_by", "ended_at", "ended_seq", "next_check"])


def _judge_now(the_floor: Floor, row: GadgetRequest) -> JudgedRequest:
    return gadgets_queries.judged_request(row, judging_context(the_floor.game, the_floor.now, the_floor.law))


def _get_pending_request(the_floor: Floor, theatre: Theatre, number: int) -> GadgetRequest:
    row = gadgets_queries.plain_request(theatre, number)
    if row is None:
        raise Refused(Reason("no-such-request", the_floor.law.rule(GADGET_REQUESTS)))
    if row.status != RequestStatus.PENDING:
        raise Refused(Reason("request-decided", the_floor.law.rule(GADGET_REQUESTS), {"status": row.status}))
    return row


def _request_facts(row: GadgetRequest) -> dict[str, Any]:
    return {"name": row.name, "requester": row.requester_id, "requester_name": row.requester.name}


def _request_subject(row: GadgetRequest) -> str:
    return f"request:{row.number}"


def _clean_name(name: str) -> str:
    name = " ".join(clean_text("name", "The name of a Gadget", name, LONGEST_NAME, frozenset()).split())
    if not name or unseen_in(name):
        raise Invalid("name", "Give it a name that can be read.", "empty")
    return name


def _clean_description(description: str) -> str:
    description = clean_text("description", "A description", description, LONGEST_DESCRIPTION)
    if not description:
        raise Invalid("description", "Say what it is and what it does.", "empty")
    return description


def _clean_licences(asked: Iterable[str]) -> list[str]:
    wanted = set(asked)
    if unknown := wanted - set(GadgetLicence):
        raise Invalid("licences", f"There is no licence called {sorted(unknown)[0]}.", "no-licence")
    return [each.value for each in GadgetLicence if each in wanted]


def notice_facts(row: GadgetRequest) -> dict[str, Fact]:
    """What a notice calls it by."""
    return {"category": "gadget request", "number": row.number, "title": row.name}


def request_address(row: GadgetRequest) -> str:
    """Where it is read."""
    return f"{reverse('spy_gadgets', args=[row.theatre.game.slug])}#request-{row.number}"


# Who is told of a request that is denied: whose it is. (`plugin` says after which events)


def notify_requester(the_floor: Floor, event: Event) -> None:
    """Eir request is denied, by somebody else or by the Clerk."""
    row = gadgets_queries.request_denied_in(the_floor.game.pk, event.seq)
    if row is None or not row.requester.in_game:
        return
    facts = {**notice_facts(row), "how": "denied", "by": event.by}
    tell_accounts(
        the_floor,
        other_accounts([row.requester.account_id], event),
        "matter-resolved",
        event_key(event),
        facts,
        request_address(row),
    )
