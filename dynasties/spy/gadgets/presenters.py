"""What the pages of Gadgets show of requests, approved kinds and owners, and what the reader may do about each.

Whether e may buy rests on eir own Location: it is worked out for the reader alone, and for nobody else's row.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from dynasties.spy.forms.gadgets import ICONS, PriceForm, SayForm
from dynasties.spy.mechanics import gadget_requests as requests_of
from dynasties.spy.mechanics import gadgets as rule_of
from dynasties.spy.mechanics.gadget_requests import VETO, Say
from dynasties.spy.mechanics.gadgets import COSTS, Belongings
from dynasties.spy.mechanics.licences import known
from dynasties.spy.mechanics.tickets import Tickets
from dynasties.spy.queries import covers, gadgets, theatres
from dynasties.spy.queries.gadgets import Judged, Owned
from dynasties.spy.queries.theatres import Ledger
from dynasties.spy.views.played import stopped
from dynasties.spy.words_gadgets import ENDED, HOW, tickets
from nomic.core.forms.tokens import TokenForm, fresh_token
from nomic.core.mechanics.decision import Decision
from nomic.core.views.entering import GameRequest, law_of
from proposals.views.scenes import scene_of
from proposals.views.wording import grounds

if TYPE_CHECKING:
    from dynasties.spy.models import Gadget, Holding, Spy, Theatre
    from nomic.core.models import Agent

Shown = dict[str, Any]
LABELS = {Say.APPROVE: "approve", Say.DISAPPROVE: "disapprove", Say.VETO: "veto"}


@dataclass
class Stall:
    """Who looks at the Gadgets of a theatre. `typed`: forms that could not be taken, by what they are about."""

    request: GameRequest
    theatre: Theatre
    typed: Mapping[str, Any]

    @property
    def live(self) -> bool:
        return self.theatre.ended_at is None and theatres.is_played(law_of(self.request))

    @property
    def agent(self) -> Agent | None:
        """The reader, if e may do anything here."""
        agent = self.request.agent
        return agent if agent is not None and agent.playing and self.live else None

    @cached_property
    def buyer(self) -> Agent | None:
        """The same, if e takes part."""
        agent = self.agent
        return agent if agent and theatres.takes_part(self.request.game, agent, law_of(self.request)) else None

    @property
    def is_mastermind(self) -> bool:
        return self.agent is not None and self.agent.pk == self.request.game.mastermind_id

    @cached_property
    def owned(self) -> Mapping[int, Owned]:
        """What everybody owns: those who take part, and whoever else owns anything."""
        there = [each.agent_id for each in self.spies if self._plays(each.agent)]
        return gadgets.owned(self.theatre, there, self.ledger)

    @cached_property
    def spies(self) -> Sequence[Spy]:
        return theatres.spies(self.theatre)

    @cached_property
    def ledger(self) -> Ledger:
        return theatres.ledger(self.request.game.pk)

    def _plays(self, agent: Agent) -> bool:
        return theatres.takes_part(self.request.game, agent, law_of(self.request))

    def belongings(self, agent_id: int) -> Belongings:
        found = self.owned.get(agent_id)
        return found.belongings if found else Belongings(0, 0)

    def why_not(self, decision: Decision[Any]) -> list[Shown]:
        """Why an act may not be done now, in words; nothing, if it may."""
        refusals = () if decision.outcome else decision.reasons
        # A request's own verdict tells of a hiatus, too.
        told = any(each.code == "hiatus" for each in refusals)
        return grounds([*(() if told else stopped(self.request)), *refusals], self.request)

    @cached_property
    def purse(self) -> tuple[str | None, Tickets]:
        """Where the buyer is, and eir Tickets: for em alone."""
        assert self.buyer is not None  # it is asked for nobody else
        location = covers.cover(self.theatre, self.buyer.pk).location
        return location, self.ledger.tickets(self.buyer.pk)


def asked(judged: Judged, stall: Stall) -> Shown:
    """A request: what it says, how it stands, what was said of it, and what the reader may do."""
    row, verdict = judged.row, judged.verdict
    mine = stall.agent is not None and row.requester_id == stall.agent.pk
    shown: Shown = {
        "row": row,
        "licences": known(row.licences),
        "voices": _voices(judged),
        "ending": ENDED.get(row.ending, ""),
        "mine": mine,
    }
    if verdict is None:
        return shown
    state, headline = _state(judged)
    shown |= {
        "state": state,
        "headline": headline,
        "verdict": verdict,
        "reasons": grounds(verdict.reasons, stall.request),
        "against": grounds(verdict.against, stall.request) if state == "waiting" else [],
    }
    if mine and stall.agent:
        may = requests_of.may_end_own(True, law_of(stall.request))
        shown |= {"add": stall.why_not(verdict.addable), "deny": stall.why_not(may), "acts": True}
    elif stall.agent:
        shown |= _ballot(judged, stall, stall.agent)
    return shown


def _state(judged: Judged) -> tuple[str, str]:
    verdict = judged.verdict
    assert verdict is not None  # it is pending
    if verdict.denied:
        return "failable", "The Clerk is about to deny it."
    if verdict.may_add:
        return "enactable", f"{judged.row.requester.name} may add it now."
    if verdict.reasons[0].code == "hiatus":
        return "hiatus", "In hiatus it waits, though its time runs on."
    return "waiting", "It is not decided yet."


def _voices(judged: Judged) -> list[Shown]:
    """Everything said, the oldest first; of a pending request also what counts for nothing, and why."""
    voids = [each.void for each in judged.verdict.count.heard] if judged.verdict else [""] * len(judged.votes)
    return [
        {
            "icon": ICONS[Say(row.say)],
            "label": LABELS[Say(row.say)],
            "row": row,
            "void": HOW.get(void, ""),
        }
        for row, void in zip(judged.votes, voids, strict=True)
    ]


def _ballot(judged: Judged, stall: Stall, agent: Agent) -> Shown:
    """The form with which others say what they think, each choice with the reason why it is shut."""
    key, scene = f"say:{judged.row.number}", scene_of(stall.request)
    form = stall.typed.get(key) or SayForm(auto_id=f"say_{judged.row.number}_%s")
    says = [Say.APPROVE, Say.DISAPPROVE, *([Say.VETO] if stall.is_mastermind and scene.law.carries(VETO) else [])]
    may = {
        each: requests_of.may_say(agent.name, each, judged.facts, scene.roster, scene.law, scene.now, scene.hiatus)
        for each in says
    }
    chosen = form.data.get("vote") if form.is_bound else None
    choices = [
        {"vote": ICONS[each], "label": LABELS[each], "is_checked": chosen == ICONS[each],
         "is_disabled": not may[each].outcome, "reason": ""}
        for each in says
    ]  # fmt: skip
    return {"form": form, "choices": choices, "shut": grounds(may[Say.APPROVE].reasons, stall.request)}


def kind(gadget: Gadget, stall: Stall) -> Shown:
    """An approved Gadget: its cost, and for the reader whether e may buy it or set what it costs."""
    cost, law = gadgets.cost(gadget), law_of(stall.request)
    due = rule_of.price_by(gadget.approved_at, law) if cost is None else None
    shown: Shown = {
        "row": gadget,
        "licences": known(gadget.licences),
        "cost": None if cost is None else tickets(cost.as_facts()),
        "price_by": due,
        "overdue": due is not None and due < stall.request.now,
    }
    if stall.is_mastermind and law.carries(COSTS):
        key, values = f"price:{gadget.number}", cost.as_facts() if cost else {}
        may = rule_of.may_price(gadget.approved_at, cost is not None, law, stall.request.now)
        form = stall.typed.get(key) or PriceForm(initial=values, auto_id=f"price_{gadget.number}_%s")
        shown |= {"price": form, "price_not": stall.why_not(may), "priced": cost is not None}
    if stall.buyer and law.carries(rule_of.SHOP):
        location, hand = stall.purse
        may = rule_of.may_buy(location, cost, hand, law)
        shown |= {
            "buy": TokenForm(initial={"token": fresh_token()}, auto_id=False),
            "buy_not": stall.why_not(may),
            "too_many": stall.belongings(stall.buyer.pk).full,
        }
    return shown


def owners(stall: Stall) -> list[Shown]:
    """Who owns what, by name; those who are here without any Gadget, too."""
    people = {each.agent_id: each.agent for each in stall.spies}
    people |= {each.owner_id: each.owner for found in stall.owned.values() for each in found.holdings}
    there = sorted((people[key] for key in stall.owned if key in people), key=lambda each: each.name.casefold())
    return [_owner(each, stall) for each in there]


def _owner(agent: Agent, stall: Stall) -> Shown:
    found = stall.owned[agent.pk]
    return {
        "agent": agent,
        "mine": stall.agent is not None and stall.agent.pk == agent.pk,
        "belongings": found.belongings,
        "holdings": [_held(each, stall, found.belongings) for each in found.holdings],
    }


def _held(holding: Holding, stall: Stall, belongings: Belongings) -> Shown:
    shown: Shown = {"row": holding, "licences": known(holding.gadget.licences)}
    law = law_of(stall.request)
    if stall.agent and stall.agent.pk == holding.owner_id:
        may = rule_of.may_discard(True, law)
        return shown | {"discard": True, "discard_not": stall.why_not(may)}
    if stall.buyer and belongings.over and law.carries(rule_of.CLAIMING):
        own = stall.belongings(stall.buyer.pk)
        claim = gadgets.may_claim(own, belongings, stall.buyer, holding.owner, law)
        return shown | {"claim": True, "claim_not": stall.why_not(claim)}
    return shown
