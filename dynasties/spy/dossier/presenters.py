"""What an Agent's dossier shows, in words: eir own secrets, and no one else's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django import forms

from dynasties.spy.dials import AFFILIATION, MOVEMENT, SUPPLIES
from dynasties.spy.disclosure import queries as disclosure_queries
from dynasties.spy.disclosure.presenters import outcome_text, place_text, side_text, trail_sentence
from dynasties.spy.disclosure.queries import DisclosedThing
from dynasties.spy.disclosure.rules import DISCLOSABLE_THINGS
from dynasties.spy.dossier import queries as dossier_queries
from dynasties.spy.dossier.forms import CaptureForm, DeclareForm, RescueForm
from dynasties.spy.dossier.queries import DossierLine
from dynasties.spy.gadgets import queries as gadgets_queries
from dynasties.spy.map import queries as map_queries
from dynasties.spy.map.presenters import Hand, cost_text, purse_text, tickets_desk
from dynasties.spy.missions import queries as missions_queries
from dynasties.spy.missions.presenters import own_record
from dynasties.spy.missions.rules import supply_is_quiet
from dynasties.spy.prison import queries as prison_queries, rules as prison_rules
from dynasties.spy.prison.rules import CaptureParty, may_attempt
from dynasties.spy.theatre import queries as theatre_queries, queries_covers as theatre_queries_covers
from dynasties.spy.theatre.presenters import hiatus_notices, hiatus_since
from dynasties.spy.theatre.queries import PublicState
from dynasties.spy.theatre.rules import NAMES, Affiliation, SecretState
from dynasties.spy.theatre.rules_map import ATLAS
from dynasties.spy.theatre.rules_tickets import LKL_COLUMN, Tickets
from dynasties.spy.theatre.words import SIDE_WORDS, affiliation_words
from nomic.core.decision import Decision
from nomic.core.forms import fresh_token
from nomic.core.language.rules import Keywords
from nomic.core.law.rules import Law
from nomic.core.requests import AgentRequest, law_of
from proposals.reasons.presenters import ReasonLine, reasons_context

if TYPE_CHECKING:
    from dynasties.spy.theatre.models import Spy, Theatre
    from nomic.core.games.models import Agent


@dataclass(frozen=True, slots=True)
class ActPermission:
    """Whether an act may be done, and the grounds for or against it."""

    may: bool
    grounds: Sequence[ReasonLine]


@dataclass(frozen=True, slots=True)
class ActBudget:
    """What may be done every so often. `again`: from when on, where it has been."""

    label: str
    may: bool
    again: datetime | None
    grounds: Sequence[ReasonLine]


@dataclass(frozen=True, slots=True)
class DisclosedLine:
    """What the reader was told of somebody."""

    at: datetime
    owner: str
    what: str
    value: str


def affiliation_choices(keywords: Keywords) -> list[tuple[str, str]]:
    """The four Affiliations in the game's own words."""
    return [(each.value, _affiliation_label(each, keywords)) for each in Affiliation]


def _affiliation_label(each: Affiliation, keywords: Keywords) -> str:
    name = affiliation_words(each.value, keywords)
    return (
        f"{name}, who appears to serve the {affiliation_words(each.apparent.value, keywords)}" if each.double else name
    )


def other_players(request: AgentRequest) -> list[tuple[int, str]]:
    """Everybody else who takes part, by name: all of it is public."""
    theatre = theatre_queries.present_theatre(request.game.pk)
    return _other_names(theatre_queries.spies(theatre), request) if theatre else []


def _other_names(spies: Sequence[Spy], request: AgentRequest) -> list[tuple[int, str]]:
    playing = theatre_queries.players_of(spies, request.game, law_of(request))
    found = [(each.pk, each.name) for each in playing if each != request.agent]
    return sorted(found, key=lambda each: each[1].casefold())


@dataclass
class Folder:
    """A dossier, and its owner, who reads it."""

    request: AgentRequest
    theatre: Theatre
    spy: Spy

    @property
    def agent(self) -> Agent:
        return self.request.agent

    @property
    def law(self) -> Law:
        return law_of(self.request)

    @cached_property
    def cover(self) -> SecretState:
        return theatre_queries_covers.visible_cover(
            self.theatre, self.agent.pk, self.agent, self.request.game
        ) or SecretState(self.agent.pk)

    @cached_property
    def plays(self) -> bool:
        live = self.theatre.ended_at is None
        return live and theatre_queries.takes_part(self.request.game, self.agent, self.law)

    @cached_property
    def public(self) -> PublicState:
        return theatre_queries.public_state(self.theatre)

    @cached_property
    def names(self) -> Mapping[int, str]:
        return {each.agent_id: each.agent.name for each in self.public.spies}

    @property
    def people(self) -> list[tuple[int, str]]:
        """Whom e may capture or rescue: everybody else who takes part."""
        return _other_names(self.public.spies, self.request) if self.theatre.ended_at is None else []

    @property
    def tickets(self) -> Tickets:
        return self.public.ledger.tickets(self.agent.pk)

    def _place_text(self, code: str | None) -> str:
        return place_text(code, self.public.papers.legend)

    @property
    def log(self) -> list[DossierLine]:
        return dossier_queries.own_log(self.theatre, self.agent, self.request.game)

    def context(self, typed: Mapping[str, forms.Form]) -> dict[str, object]:
        tries = prison_queries.viewer_attempts(self.theatre, self.agent)
        disclosed = disclosure_queries.own_disclosures(self.theatre, self.agent)
        return {
            "plays": self.plays,
            "halted": hiatus_notices(self.request),
            "over": self.theatre.ended_at is not None,
            "affiliation": affiliation_words(self.cover.affiliation, self.request.keywords),
            "place": self._place_text(self.cover.location),
            "has_place": self.cover.location is not None,
            "side": side_text(self.cover),
            "lkl": self.public.ledger.of(self.agent.pk, LKL_COLUMN) or "",
            "tickets": purse_text(self.tickets),
            "holdings": [
                each for each in gadgets_queries.holdings_in_play(self.theatre) if each.owner_id == self.agent.pk
            ],
            "made": [(each, self.names.get(each.target, "?"), outcome_text(each.row)) for each in tries.made],
            "befallen": [(each, outcome_text(each.row)) for each in tries.befallen],
            "told_me": [self._disclosed_line(each) for each in disclosed.told],
            "given_away": [(each.at, DISCLOSABLE_THINGS.get(each.what, each.what)) for each in disclosed.given],
            **self._declare_context(typed),
            **self._prison_context(),
            **self._capture_context(typed),
            **self._rescue_context(typed),
            **self._player_context(),
        }

    def _player_context(self) -> dict[str, object]:
        """What only who takes part has: eir record, and what e may do every so often."""
        if not self.plays:
            return {"budgets": [], "record": None}
        law, found = self.law, missions_queries.record_of(self.theatre, self.agent, self.law)
        times = map_queries.times_of(self.agent, law, self.request.now, hiatus_since(self.request))
        hand = Hand(self.cover.location, times, supply_is_quiet(found.completed, law))
        return {
            "budgets": self._budgets(times),
            "record": own_record(self.request, self.theatre, found),
            **tickets_desk(self.request, hand),
        }

    def _declare_context(self, typed: Mapping[str, forms.Form]) -> dict[str, object]:
        asked = self.cover.affiliation is None and self.plays and self.law.carries(AFFILIATION)
        form = typed.get("declare") or DeclareForm(choices=affiliation_choices(self.request.keywords))
        late = self.spy.declare_by is not None and self.spy.declare_by < self.request.now
        return {"declare_form": form if asked else None, "declare_by": self.spy.declare_by, "late": late}

    def _prison_context(self) -> dict[str, object]:
        prison, served = self.cover.prison, self.cover.affiliation_served
        if prison is None:
            return {"prison": None}
        licences = gadgets_queries.licences_of(self.theatre, self.agent.pk)
        return {
            "prison": self._place_text(prison),
            "prison_side": affiliation_words(str(NAMES[prison]), self.request.keywords),
            "leave": self._permission(prison_rules.may_leave(prison, served, self.law, licences)),
            "turn": self._permission(prison_rules.may_turn(served, prison, self.law)),
        }

    def _capture_context(self, typed: Mapping[str, forms.Form]) -> dict[str, object]:
        form = typed.get("capture") or CaptureForm(
            people=self.people, initial={"token": fresh_token()}, auto_id="capture_%s"
        )
        return {"capture_form": form, "capture": self._permission(may_attempt(CaptureParty.of(self.cover), self.law))}

    def _rescue_context(self, typed: Mapping[str, forms.Form]) -> dict[str, object]:
        form = typed.get("rescue") or RescueForm(
            people=self.people, initial={"token": fresh_token()}, auto_id="rescue_%s"
        )
        return {
            "rescue_form": form,
            "rescue": self._permission(self._may_rescue()),
            "ransom": cost_text(prison_rules.rescue_cost(self.law)),
        }

    def _may_rescue(self) -> Decision[bool]:
        """What the reader lacks emself, as if a prisoner were where e is: whether one is, the act tells."""
        here = self.cover.location
        imprisoned = self.cover.prison is not None
        rescue = prison_rules.RescueFacts(
            self.tickets, here, self.cover.walked_in, imprisoned, prisoner_place=here, prisoner_imprisoned=here in NAMES
        )
        return prison_rules.may_rescue(rescue, self.law)

    def _permission(self, decision: Decision[Any]) -> ActPermission:
        stopped = hiatus_notices(self.request)
        may = bool(decision.outcome) and self.plays and not stopped
        return ActPermission(may, stopped or reasons_context(decision.reasons, self.request))

    def _budgets(self, times: Mapping[str, Decision[bool]]) -> list[ActBudget]:
        asked = (("Move or exchange", map_queries.MOVE, MOVEMENT), ("Roll for supplies", map_queries.SUPPLY, SUPPLIES))
        return [self._budget(label, times[act]) for label, act, mechanism in asked if self.law.carries(mechanism)]

    def _budget(self, label: str, may: Decision[bool]) -> ActBudget:
        again, against = (None, ()) if may.outcome else (may.next_check, may.reasons)
        return ActBudget(label, may.outcome, again, reasons_context(against, self.request))

    def _disclosed_line(self, each: DisclosedThing) -> DisclosedLine:
        value = affiliation_words(each.value, self.request.keywords) if each.what == "affiliation" else each.value
        value = value or "none"
        if value in ATLAS:
            value = self._place_text(value)
        what = DISCLOSABLE_THINGS.get(each.what, each.what)
        return DisclosedLine(each.at, self.names.get(each.owner, "?"), what, SIDE_WORDS.get(value, value))

    def line(self, each: DossierLine) -> tuple[DossierLine, str]:
        return each, trail_sentence(each.entry, self.names, self.request.keywords)

    @staticmethod
    def lone_line(request: AgentRequest, theatre: Theatre, commitment: str) -> str:
        """One of them, in words."""
        names = {each.agent_id: each.agent.name for each in theatre_queries.spies(theatre)}
        lines = dossier_queries.own_log(theatre, request.agent, request.game)
        return next(
            (trail_sentence(each.entry, names, request.keywords) for each in lines if each.commitment == commitment), ""
        )
