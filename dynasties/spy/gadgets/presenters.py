"""What the pages of Gadgets show of requests, approved kinds and owners, and what the reader may do about each.

Whether e may buy rests on eir own Location: it is worked out for the reader alone, and for nobody else's row.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from dynasties.spy.dials import GADGET_CLAIMS, GADGET_COSTS, GADGET_VETO, SHOP
from dynasties.spy.gadgets import (
    queries as gadgets_queries,
    rules as gadgets_rules,
    rules_requests as gadgets_rules_requests,
)
from dynasties.spy.gadgets.forms import STANCE_ICONS, PriceForm, RequestVoteForm
from dynasties.spy.gadgets.queries import JudgedRequest, OwnedGadgets
from dynasties.spy.gadgets.rules import Belongings, GadgetLicence, known_licences
from dynasties.spy.gadgets.rules_requests import RequestVerdict, RequestVoice, Stance
from dynasties.spy.gadgets.words import REQUEST_ENDS, VOID_VOTE_WORDS, tickets_words
from dynasties.spy.theatre import queries as theatre_queries, queries_covers as theatre_queries_covers
from dynasties.spy.theatre.presenters import hiatus_reasons_on_request
from dynasties.spy.theatre.queries import Ledger
from dynasties.spy.theatre.rules_tickets import Tickets
from nomic.core.decision import Decision
from nomic.core.forms import TokenForm, fresh_token
from nomic.core.requests import GameRequest, law_of
from proposals.comments.presenters import IconChoice
from proposals.reasons.presenters import ReasonLine, reasons_context
from proposals.voting.presenters import judging_context_of

if TYPE_CHECKING:
    from dynasties.spy.gadgets.models import Gadget, GadgetRequest, Holding, RequestVote
    from dynasties.spy.theatre.models import Spy, Theatre
    from nomic.core.games.models import Agent

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


@dataclass(frozen=True, slots=True)
class RequestCard:
    """A request: what it says, how it stands, what was said of it, and what the reader may do.

    `acts`: it is the reader's own, which e may add or deny unless `add` or `deny` say why not.
    """

    row: GadgetRequest
    licences: Sequence[GadgetLicence]
    voices: Sequence[VoiceLine]
    ending: str
    verdict: RequestVerdict | None = None
    state: str = ""
    headline: str = ""
    reasons: Sequence[ReasonLine] = ()
    against: Sequence[ReasonLine] = ()
    acts: bool = False
    add: Sequence[ReasonLine] = ()
    deny: Sequence[ReasonLine] = ()
    form: RequestVoteForm | None = None
    choices: Sequence[IconChoice] = ()
    shut: Sequence[ReasonLine] = ()


def request_card(judged: JudgedRequest, stall: Stall) -> RequestCard:
    row, verdict, agent, ending = judged.row, judged.verdict, stall.agent, REQUEST_ENDS.get(judged.row.ending, "")
    card = RequestCard(row, known_licences(row.licences), _voice_lines(judged), ending, verdict)
    if verdict is None:
        return card
    state, headline = _request_state(judged)
    reasons = reasons_context(verdict.reasons, stall.request)
    against = reasons_context(verdict.against, stall.request) if state == "waiting" else ()
    card = replace(card, state=state, headline=headline, reasons=reasons, against=against)
    if agent and row.requester_id == agent.pk:
        may = gadgets_rules_requests.may_end_own(True, law_of(stall.request))
        return replace(card, acts=True, add=stall.why_not(verdict.can_be_added), deny=stall.why_not(may))
    return _add_ballot(card, judged, stall, agent) if agent else card


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


@dataclass(frozen=True, slots=True)
class VoiceLine:
    """What somebody said of a request. `void`: why it counts for nothing, if it does."""

    row: RequestVote
    icon: str
    label: str
    void: str


def _voice_lines(judged: JudgedRequest) -> list[VoiceLine]:
    """Everything said, the oldest first; of a pending request also what counts for nothing, and why."""
    voids = [each.void for each in judged.verdict.count.heard] if judged.verdict else [""] * len(judged.votes)
    return [
        VoiceLine(row, STANCE_ICONS[say := Stance(row.say)], STANCE_LABELS[say], VOID_VOTE_WORDS.get(void, ""))
        for row, void in zip(judged.votes, voids, strict=True)
    ]


def _add_ballot(card: RequestCard, judged: JudgedRequest, stall: Stall, agent: Agent) -> RequestCard:
    """The form with which others say what they think, each choice that is shut, and why none of it counts now."""
    key, scene = f"say:{judged.row.number}", judging_context_of(stall.request)
    form = stall.typed.get(key) or RequestVoteForm(auto_id=f"say_{judged.row.number}_%s")
    vetoes = stall.is_mastermind and scene.law.carries(GADGET_VETO)
    voices = [RequestVoice(agent.name, each, scene.now) for each in Stance if each is not Stance.VETO or vetoes]
    may = {
        each.say: gadgets_rules_requests.may_say(each, judged.facts, scene.roster, scene.law, scene.hiatus)
        for each in voices
    }
    chosen = form.data.get("vote") if form.is_bound else None
    choices = [
        IconChoice(icon := STANCE_ICONS[say], STANCE_LABELS[say], chosen == icon, not decision.outcome)
        for say, decision in may.items()
    ]
    shut = reasons_context(may[Stance.APPROVE].reasons, stall.request)
    return replace(card, form=form, choices=choices, shut=shut)


@dataclass(frozen=True, slots=True)
class GadgetCard:
    """An approved Gadget: its cost, and for the reader whether e may buy it or set what it costs.

    `price_by`: until when the cost has to be set, while it is not. `price`, `buy`: forms, for whom they are any;
    `price_not`, `buy_not`: why not now; `too_many`: whoever buys it then owns too many.
    """

    row: Gadget
    licences: Sequence[GadgetLicence]
    cost: str
    price_by: datetime | None
    overdue: bool
    price: PriceForm | None = None
    price_not: Sequence[ReasonLine] = ()
    buy: TokenForm | None = None
    buy_not: Sequence[ReasonLine] = ()
    too_many: bool = False


def gadget_card(gadget: Gadget, stall: Stall) -> GadgetCard:
    cost, law, now = gadgets_queries.cost_of(gadget), law_of(stall.request), stall.request.now
    due = gadgets_rules.price_due_at(gadget.approved_at, law) if cost is None else None
    words = tickets_words(cost.as_facts()) if cost else ""
    card = GadgetCard(gadget, known_licences(gadget.licences), words, due, due is not None and due < now)
    if stall.is_mastermind and law.carries(GADGET_COSTS):
        key, values = f"price:{gadget.number}", cost.as_facts() if cost else {}
        may = gadgets_rules.may_price(gadget.approved_at, cost is not None, law, now)
        form = stall.typed.get(key) or PriceForm(initial=values, auto_id=f"price_{gadget.number}_%s")
        card = replace(card, price=form, price_not=stall.why_not(may))
    if stall.buyer and law.carries(SHOP):
        location, hand = stall.purse
        may = gadgets_rules.may_buy(location, cost, hand, law)
        token, is_full = {"token": fresh_token()}, stall.belongings(stall.buyer.pk).is_full
        buy = TokenForm(initial=token, auto_id=False)
        card = replace(card, buy=buy, buy_not=stall.why_not(may), too_many=is_full)
    return card


@dataclass(frozen=True, slots=True)
class OwnerRow:
    """Who owns what."""

    agent: Agent
    mine: bool
    belongings: Belongings
    holdings: Sequence[HeldGadget]


def owner_rows(stall: Stall) -> list[OwnerRow]:
    """By name; those who are here without any Gadget, too."""
    people = {each.agent_id: each.agent for each in stall.spies}
    people |= {each.owner_id: each.owner for found in stall.owned_gadgets.values() for each in found.holdings}
    there = sorted((people[key] for key in stall.owned_gadgets if key in people), key=lambda each: each.name.casefold())
    return [_owner_row(each, stall) for each in there]


def _owner_row(agent: Agent, stall: Stall) -> OwnerRow:
    found = stall.owned_gadgets[agent.pk]
    held = [_held_gadget(each, stall, found.belongings) for each in found.holdings]
    return OwnerRow(agent, stall.agent is not None and stall.agent.pk == agent.pk, found.belongings, held)


@dataclass(frozen=True, slots=True)
class HeldGadget:
    """One Gadget that somebody owns. `act`: what the reader might do with it, `not_now`: and why e may not."""

    row: Holding
    licences: Sequence[GadgetLicence]
    act: Literal["", "discard", "claim"] = ""
    not_now: Sequence[ReasonLine] = ()


def _held_gadget(holding: Holding, stall: Stall, belongings: Belongings) -> HeldGadget:
    held, law = HeldGadget(holding, known_licences(holding.gadget.licences)), law_of(stall.request)
    if stall.agent and stall.agent.pk == holding.owner_id:
        return replace(held, act="discard", not_now=stall.why_not(gadgets_rules.may_discard(True, law)))
    if stall.buyer and belongings.is_over and law.carries(GADGET_CLAIMS):
        own = stall.belongings(stall.buyer.pk)
        claim = gadgets_queries.may_claim(own, belongings, stall.buyer, holding.owner, law)
        return replace(held, act="claim", not_now=stall.why_not(claim))
    return held
