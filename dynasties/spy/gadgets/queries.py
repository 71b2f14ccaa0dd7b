"""Gadgets: what is asked for, what is approved, who owns what. All of it is public. Reads only. (Rule Gadgets)"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Prefetch, Q, QuerySet

from dynasties.spy.dials import GADGET_CLAIMS
from dynasties.spy.gadgets import rules as gadgets_rules, rules_requests as gadgets_rules_requests
from dynasties.spy.gadgets.models import Gadget, GadgetRequest, Holding, RequestStatus, RequestVote
from dynasties.spy.gadgets.rules import Belongings, GadgetLicence, known_licences
from dynasties.spy.gadgets.rules_requests import PendingRequest, RequestVerdict, RequestVoice, Stance
from dynasties.spy.theatre.models import Theatre
from dynasties.spy.theatre.queries import Ledger
from dynasties.spy.theatre.rules_tickets import GADGETS_COLUMN, Tickets
from nomic.core.decision import Decision, refusal
from nomic.core.games.models import Agent
from nomic.core.law.rules import Law
from proposals.voting.queries import JudgingContext


@dataclass(frozen=True, slots=True)
class JudgedRequest:
    """A request, everything that was said of it, and, while it is pending, how it stands."""

    row: GadgetRequest
    votes: tuple[RequestVote, ...]
    facts: PendingRequest
    verdict: RequestVerdict | None


@dataclass(frozen=True, slots=True)
class OwnedGadgets:
    """What an Agent owns, and how many e may."""

    belongings: Belongings
    holdings: tuple[Holding, ...]


def gadget_requests(theatre: Theatre) -> QuerySet[GadgetRequest]:
    """Every request, in the order of asking, with what was said of it."""
    votes = RequestVote.objects.select_related("voter").order_by("seq", "pk")
    rows = GadgetRequest.objects.filter(theatre=theatre).select_related("requester", "ended_by", "gadget")
    return rows.prefetch_related(Prefetch("votes", queryset=votes)).order_by("number")


def gadget_request(theatre: Theatre, number: int) -> GadgetRequest | None:
    return gadget_requests(theatre).filter(number=number).first()


def plain_request(theatre: Theatre, number: int) -> GadgetRequest | None:
    """For acts: a request by its number."""
    rows = GadgetRequest.objects.filter(theatre=theatre, number=number)
    return rows.select_related("requester", "theatre__game").first()


def due_request(game_id: int, request_id: int, now: datetime) -> GadgetRequest | None:
    """For the Clerk: a request that is still due for a look."""
    rows = GadgetRequest.objects.filter(pk=request_id, **_due_filter(now), theatre__game_id=game_id)
    return rows.select_related("requester", "theatre__game").first()


def request_denied_in(game_id: int, seq: int) -> GadgetRequest | None:
    """The request that was denied in this event."""
    rows = GadgetRequest.objects.filter(theatre__game_id=game_id, ended_seq=seq, status=RequestStatus.DENIED)
    return rows.select_related("requester", "theatre__game").first()


def judged_request(row: GadgetRequest, scene: JudgingContext) -> JudgedRequest:
    """A request as it stands in this scene; what is decided is not judged again."""
    votes = tuple(row.votes.all())
    facts = request_facts(row, votes, scene)
    pending = row.status == RequestStatus.PENDING
    verdict = (
        gadgets_rules_requests.judge_request(facts, scene.roster, scene.law, scene.now, scene.hiatus)
        if pending
        else None
    )
    return JudgedRequest(row, votes, facts, verdict)


def request_facts(row: GadgetRequest, votes: Iterable[RequestVote], scene: JudgingContext) -> PendingRequest:
    """The same as the mechanics take it: everybody by the name that e has in this scene."""
    voices = tuple(RequestVoice(scene.name(each.voter_id), Stance(each.say), each.at) for each in votes)
    return PendingRequest(scene.name(row.requester_id), row.posted_at, voices, watched=True)


def pending_count(theatre: Theatre, agent_id: int) -> int:
    """How many requests of an Agent are pending."""
    own = GadgetRequest.objects.filter(theatre=theatre, requester_id=agent_id, status=RequestStatus.PENDING)
    return own.count()


def due_requests(now: datetime) -> list[tuple[int, int]]:
    """Requests that want looking at, where spies are played: `(game id, request id)`, in due order."""
    rows = GadgetRequest.objects.filter(**_due_filter(now)).order_by("next_check", "pk")
    return list(rows.values_list("theatre__game_id", "pk"))


def _due_filter(now: datetime) -> dict[str, Any]:
    return {"status": RequestStatus.PENDING, "next_check__lte": now, "theatre__ended_at": None}


def approved_gadgets(theatre: Theatre) -> QuerySet[Gadget]:
    """Every kind of Gadget that was ever approved, in that order. `in_play`: how many of it are owned now."""
    rows = Gadget.objects.filter(theatre=theatre).select_related("request", "theatre")
    in_play = Count("holdings", filter=Q(holdings__until_at=None, holdings__isnull=False))
    return rows.annotate(in_play=in_play).order_by("number")


def gadget(game_id: int, number: int) -> Gadget | None:
    """A kind of Gadget by its number, of whatever stretch of play: they are numbered through the game."""
    row = Gadget.objects.filter(theatre__game_id=game_id, number=number).select_related("theatre").first()
    return approved_gadgets(row.theatre).filter(pk=row.pk).first() if row else None


def cost_of(gadget: Gadget) -> Tickets | None:
    """What it costs in the shop; None until the Mastermind has said so."""
    if gadget.air is None or gadget.sea is None or gadget.land is None:
        return None
    return Tickets(gadget.air, gadget.sea, gadget.land)


def holding_history(gadget: Gadget) -> QuerySet[Holding]:
    """Everybody who ever owned one of this kind, in order."""
    return Holding.objects.filter(gadget=gadget).select_related("owner").order_by("since_seq", "pk")


def holdings_in_play(theatre: Theatre) -> QuerySet[Holding]:
    """Every Gadget that somebody owns now."""
    rows = Holding.objects.filter(gadget__theatre=theatre, until_at=None)
    return rows.select_related("gadget", "owner").order_by("since_seq", "pk")


def belongings_of(theatre: Theatre, agent_id: int, ledger: Ledger) -> Belongings:
    """How many Gadgets an Agent owns, and how many e may by the tracker; no number where it keeps none."""
    return Belongings(holdings_in_play(theatre).filter(owner_id=agent_id).count(), gadget_limit_of(agent_id, ledger))


def gadget_limit_of(agent_id: int, ledger: Ledger) -> int | None:
    return ledger.number(agent_id, GADGETS_COLUMN) if GADGETS_COLUMN in ledger.columns else None


def owned_gadgets(theatre: Theatre, agent_ids: Iterable[int], ledger: Ledger) -> Mapping[int, OwnedGadgets]:
    """What each of these Agents owns, and whoever else owns anything."""
    found: dict[int, list[Holding]] = {key: [] for key in agent_ids}
    for holding in holdings_in_play(theatre):
        found.setdefault(holding.owner_id, []).append(holding)
    return {
        key: OwnedGadgets(Belongings(len(holdings), gadget_limit_of(key, ledger)), tuple(holdings))
        for key, holdings in found.items()
    }


def may_claim(claimant: Belongings, claimed: Belongings, agent: Agent, owner: Agent, law: Law) -> Decision[bool]:
    """Whether an Agent may claim a Gadget of this owner: asked by the page, and by the act."""
    # Nobody touches what belongs to who is idle or gone: e finds it as e left it.
    if not owner.is_playing:
        return refusal("row-idle" if owner.in_game else "gone", law.rule(GADGET_CLAIMS), name=owner.name)
    return gadgets_rules.may_claim(claimant, claimed, own=agent.pk == owner.pk, law=law)


def unpriced_gadgets(theatre: Theatre) -> QuerySet[Gadget]:
    """Approved Gadgets whose cost has not been set."""
    return Gadget.objects.filter(theatre=theatre, priced_at=None).order_by("number")


def licences_of(theatre: Theatre, agent_id: int) -> frozenset[GadgetLicence]:
    """What the Gadgets that an Agent owns let em do."""
    owned = Holding.objects.filter(owner_id=agent_id, until_at=None, gadget__theatre=theatre)
    return frozenset(known_licences(name for each in owned.select_related("gadget") for name in each.gadget.licences))
