"""What the pages of Gadgets show of requests, approved kinds and owners, and what the reader may do about each.

Whether e may buy rests on eir own Location: it is worked out for the reader alone, and for nobody else's row.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from dynasties.spy.dials import GADGET_CLAIMS, GADGET_COSTS, GADGET_VETO, SHOP
from dynasties.spy.gadgets import (
    queries as gadgets_queries,
    rules as gadgets_rules,
    rules_requests as gadgets_rules_requests,
)
from dynasties.spy.gadgets.forms import STANCE_ICONS, PriceForm, RequestVoteForm
from dynasties.spy.gadgets.queries import JudgedRequest, OwnedGadgets
from dynasties.spy.gadgets.rules import Belongings, known_licences
from dynasties.spy.gadgets.rules_requests import Stance
from dynasties.spy.gadgets.words import REQUEST_ENDS, VOID_VOTE_WORDS, tickets_words
from dynasties.spy.theatre import queries as theatre_queries, queries_covers as theatre_queries_covers
from dynasties.spy.theatre.presenters import hiatus_reasons_on_request
from dynasties.spy.theatre.queries import Ledger
from dynasties.spy.theatre.rules_tickets import Tickets
from nomic.core.decision import Decision
from nomic.core.forms import TokenForm, fresh_token
from nomic.core.requests import GameRequest, law_of
from proposals.reasons.presenters import ReasonLine, reasons_context
from proposals.voting.presenters import judging_context_of

if TYPE_CHECKING:
    from dynasties.spy.gadgets.models import Gadget, Holding
    from dynasties.spy.theatre.models import Spy, Theatre
    from nomic.core.games.models import Agent

Shown = dict[str, Any]
STANCE_LABELS = {Stance.APPROVE: "approve", Stance.DISAPPROVE: "disapprove", Stance.VETO: "veto"}


@dataclass
class Stall:
    """Who looks at the Gadgets of a theatre. `typed`: forms that could not be taken, by what they are about."""

    request: GameRequest
    theatre: Theatre
    typed: Mapping[str, Any]

    @property
    def live(self) -> bool:
        return self.theatre.ended_at is None and theatre_queries.is_played(law_of(self.request))

    @property
    def agent(self) -> Agent | None:
        """The reader, if e may do anything here."""
        agent = self.request.agent
        return agent if agent is not None and agent.is_playing and self.live else None

    @cached_property
    def buyer(self) -> Agent | None:
        """The same, if e takes part."""
        agent = self.agent
        return agent if agent and theatre_queries.takes_part(self.request.game, agent, law_of(self.request)) else None

    @property
    def is_mastermind(self) -> bool:
        return self.agent is not None and self.agent.pk == self.request.game.mastermind_id

    @cached_property
    def owned_gadgets(self) -> Mapping[int, OwnedGadgets]:
        """What everybody owns: those who take part, and whoever else owns anything."""
        there = [each.agent_id for each in self.spies if self._plays(each.agent)]
        return gadgets_queries.owned_gadgets(self.theatre, there, self.ledger)

    @cached_property
    def spies(self) -> Sequence[Spy]:
        return theatre_queries.spies(self.theatre)

    @cached_property
    def ledger(self) -> Ledger:
        return theatre_queries.read_ledger(self.request.game.pk)

    def _plays(self, agent: Agent) -> bool:
        return theatre_queries.takes_part(self.request.game, agent, law_of(self.request))

    def belongings(self, agent_id: int) -> Belongings:
        found = self.owned_gadgets.get(agent_id)
        return found.belongings if found else Belongings(0, 0)

    def why_not(self, decision: Decision[Any]) -> list[ReasonLine]:
        """Why an act may not be done now, in words; nothing, if it may."""
        refusals = () if decision.outcome else decision.reasons
        # A request's own verdict tells of a hiatus, too.
        told = any(each.code == "hiatus" for each in refusals)
        return reasons_context([*(() if told else hiatus_reasons_on_request(self.request)), *refusals], self.request)

    @cached_property
    def purse(self) -> tuple[str | None, Tickets]:
        """Where the buyer is, and eir Tickets: for em alone."""
        assert self.buyer is not None  # it is asked for nobody else
        location = theatre_queries_covers.cover_of(self.theatre, self.buyer.pk).location
        return location, self.ledger.tickets(self.buyer.pk)


def request_row(judged: JudgedRequest, stall: Stall) -> Shown:
    """A request: what it says, how it stands, what was said of it, and what the reader may do."""
    row, verdict = judged.row, judged.verdict
    mine = stall.agent is not None and row.requester_id == stall.agent.pk
    shown: Shown = {
        "row": row,
        "licences": known_licences(row.licences),
        "voices": _voice_rows(judged),
        "ending": REQUEST_ENDS.get(row.ending, ""),
        "mine": mine,
    }
    if verdict is None:
        return shown
    state, headline = _request_state(judged)
    shown |= {
        "state": state,
        "headline": headline,
        "verdict": verdict,
        "reasons": reasons_context(verdict.reasons, stall.request),
        "against": reasons_context(verdict.against, stall.request) if state == "waiting" else [],
    }
    if mine and stall.agent:
        may = gadgets_rules_requests.may_end_own(True, law_of(stall.request))
        shown |= {"add": stall.why_not(verdict.can_be_added), "deny": stall.why_not(may), "acts": True}
    elif stall.agent:
        shown |= _ballot_row(judged, stall, stall.agent)
    return shown


def _request_state(judged: JudgedRequest) -> tuple[str, str]:
    verdict = judged.verdict
    assert verdict is not None  # it is pending
    if verdict.denied:
        return "failable", "The Clerk is about to deny it."
    if verdict.may_add:
        return "enactable", f"{judged.row.requester.name} may add it now."
    if verdict.reasons[0].code == "hiatus":
        return "hiatus", "In hiatus it waits, though its time runs on."
    return "waiting", "It is not decided yet."


def _voice_rows(judged: JudgedRequest) -> list[Shown]:
    """Everything said, the oldest first; of a pending request also what counts for nothing, and why."""
    voids = [each.void for each in judged.verdict.count.heard] if judged.verdict else [""] * len(judged.votes)
    return [
        {
            "icon": STANCE_ICONS[Stance(row.say)],
            "label": STANCE_LABELS[Stance(row.say)],
            "row": row,
            "void": VOID_VOTE_WORDS.get(void, ""),
        }
        for row, void in zip(judged.votes, voids, strict=True)
    ]


def _ballot_row(judged: JudgedRequest, stall: Stall, agent: Agent) -> Shown:
    """The form with which others say what they think, each choice with the reason why it is shut."""
    key, scene = f"say:{judged.row.number}", judging_context_of(stall.request)
    form = stall.typed.get(key) or RequestVoteForm(auto_id=f"say_{judged.row.number}_%s")
    says = [
        Stance.APPROVE,
        Stance.DISAPPROVE,
        *([Stance.VETO] if stall.is_mastermind and scene.law.carries(GADGET_VETO) else []),
    ]
    may = {
        each: gadgets_rules_requests.may_say(
            gadgets_rules_requests.RequestVoice(agent.name, each, scene.now),
            judged.facts,
            scene.roster,
            scene.law,
            scene.hiatus,
        )
        for each in says
    }
    chosen = form.data.get("vote") if form.is_bound else None
    choices = [
        {
            "vote": STANCE_ICONS[each],
            "label": STANCE_LABELS[each],
            "is_checked": chosen == STANCE_ICONS[each],
            "is_disabled": not may[each].outcome,
            "reason": "",
        }
        for each in says
    ]
    return {"form": form, "choices": choices, "shut": reasons_context(may[Stance.APPROVE].reasons, stall.request)}


def gadget_row(gadget: Gadget, stall: Stall) -> Shown:
    """An approved Gadget: its cost, and for the reader whether e may buy it or set what it costs."""
    cost, law = gadgets_queries.cost_of(gadget), law_of(stall.request)
    due = gadgets_rules.price_due_at(gadget.approved_at, law) if cost is None else None
    shown: Shown = {
        "row": gadget,
        "licences": known_licences(gadget.licences),
        "cost": None if cost is None else tickets_words(cost.as_facts()),
        "price_by": due,
        "overdue": due is not None and due < stall.request.now,
    }
    if stall.is_mastermind and law.carries(GADGET_COSTS):
        key, values = f"price:{gadget.number}", cost.as_facts() if cost else {}
        may = gadgets_rules.may_price(gadget.approved_at, cost is not None, law, stall.request.now)
        form = stall.typed.get(key) or PriceForm(initial=values, auto_id=f"price_{gadget.number}_%s")
        shown |= {"price": form, "price_not": stall.why_not(may), "priced": cost is not None}
    if stall.buyer and law.carries(SHOP):
        location, hand = stall.purse
        may = gadgets_rules.may_buy(location, cost, hand, law)
        shown |= {
            "buy": TokenForm(initial={"token": fresh_token()}, auto_id=False),
            "buy_not": stall.why_not(may),
            "too_many": stall.belongings(stall.buyer.pk).is_full,
        }
    return shown


def owner_rows(stall: Stall) -> list[Shown]:
    """Who owns what, by name; those who are here without any Gadget, too."""
    people = {each.agent_id: each.agent for each in stall.spies}
    people |= {each.owner_id: each.owner for found in stall.owned_gadgets.values() for each in found.holdings}
    there = sorted((people[key] for key in stall.owned_gadgets if key in people), key=lambda each: each.name.casefold())
    return [_owner_row(each, stall) for each in there]


def _owner_row(agent: Agent, stall: Stall) -> Shown:
    found = stall.owned_gadgets[agent.pk]
    return {
        "agent": agent,
        "mine": stall.agent is not None and stall.agent.pk == agent.pk,
        "belongings": found.belongings,
        "holdings": [_holding_row(each, stall, found.belongings) for each in found.holdings],
    }


def _holding_row(holding: Holding, stall: Stall, belongings: Belongings) -> Shown:
    shown: Shown = {"row": holding, "licences": known_licences(holding.gadget.licences)}
    law = law_of(stall.request)
    if stall.agent and stall.agent.pk == holding.owner_id:
        may = gadgets_rules.may_discard(True, law)
        return shown | {"discard": True, "discard_not": stall.why_not(may)}
    if stall.buyer and belongings.is_over and law.carries(GADGET_CLAIMS):
        own = stall.belongings(stall.buyer.pk)
        claim = gadgets_queries.may_claim(own, belongings, stall.buyer, holding.owner, law)
        return shown | {"claim": True, "claim_not": stall.why_not(claim)}
    return shown
