"""What an Agent's dossier shows, in words: eir own secrets, and no one else's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django import forms

from dynasties.spy.forms.dossier import CaptureForm, DeclareForm, RescueForm
from dynasties.spy.mechanics import prison as prison_of
from dynasties.spy.mechanics.allegiance import NAMES, Affiliation
from dynasties.spy.mechanics.atlas import ATLAS
from dynasties.spy.mechanics.capture import Party, may_attempt
from dynasties.spy.mechanics.covers import Cover
from dynasties.spy.mechanics.disclosing import THINGS
from dynasties.spy.mechanics.ledger import LKL
from dynasties.spy.mechanics.ranks import supply_is_quiet
from dynasties.spy.mechanics.tickets import Tickets
from dynasties.spy.queries import attempts, covers, disclosures, gadgets, missions, moving, theatres
from dynasties.spy.queries import dossier as queries
from dynasties.spy.queries.attempts import Befallen, Made
from dynasties.spy.queries.disclosures import Told
from dynasties.spy.queries.dossier import Line
from dynasties.spy.queries.theatres import Public
from dynasties.spy.views.map import purse, told
from dynasties.spy.views.missions_shown import record
from dynasties.spy.views.played import halted, stopped_at
from dynasties.spy.views.secret_lines import place_of, row_of, said, side_of
from dynasties.spy.views.tickets_shown import Hand, tickets_desk
from dynasties.spy.words_story import SIDES, serves
from nomic.core.forms.tokens import fresh_token
from nomic.core.mechanics.decision import Decision
from nomic.core.mechanics.keywords import Keywords
from nomic.core.mechanics.law import Law
from nomic.core.views.entering import AgentRequest, law_of
from proposals.views.wording import address, grounds

if TYPE_CHECKING:
    from dynasties.spy.models import Spy, Theatre
    from nomic.core.models import Agent

Shown = dict[str, Any]


def choices(keywords: Keywords) -> list[tuple[str, str]]:
    """The four Affiliations in the game's own words."""
    return [(each.value, _choice(each, keywords)) for each in Affiliation]


def _choice(each: Affiliation, keywords: Keywords) -> str:
    name = serves(each.value, keywords)
    return f"{name}, who appears to serve the {serves(each.apparent.value, keywords)}" if each.double else name


def others(request: AgentRequest) -> list[tuple[int, str]]:
    """Everybody else who takes part, by name: all of it is public."""
    theatre = theatres.present(request.game.pk)
    return _others(theatres.spies(theatre), request) if theatre else []


def _others(spies: Sequence[Spy], request: AgentRequest) -> list[tuple[int, str]]:
    playing = theatres.players_of(spies, request.game, law_of(request))
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
    def cover(self) -> Cover:
        return covers.seen(self.theatre, self.agent.pk, self.agent, self.request.game) or Cover(self.agent.pk)

    @cached_property
    def plays(self) -> bool:
        live = self.theatre.ended_at is None
        return live and theatres.takes_part(self.request.game, self.agent, self.law)

    @cached_property
    def public(self) -> Public:
        return theatres.public(self.theatre)

    @cached_property
    def names(self) -> Mapping[int, str]:
        return {each.agent_id: each.agent.name for each in self.public.spies}

    @property
    def people(self) -> list[tuple[int, str]]:
        """Whom e may capture or rescue: everybody else who takes part."""
        return _others(self.public.spies, self.request) if self.theatre.ended_at is None else []

    @property
    def tickets(self) -> Tickets:
        return self.public.ledger.tickets(self.agent.pk)

    def _place(self, code: str | None) -> str:
        return place_of(code, self.public.papers.legend)

    @property
    def log(self) -> list[Line]:
        return queries.log_of(self.theatre, self.agent, self.request.game)

    def context(self, typed: Mapping[str, forms.Form]) -> Shown:
        tries, disclosed = attempts.own(self.theatre, self.agent), disclosures.own(self.theatre, self.agent)
        return {
            "plays": self.plays,
            "halted": halted(self.request),
            "over": self.theatre.ended_at is not None,
            "affiliation": serves(self.cover.affiliation, self.request.keywords),
            "place": self._place(self.cover.location),
            "has_place": self.cover.location is not None,
            "side": side_of(self.cover),
            "lkl": self.public.ledger.of(self.agent.pk, LKL) or "",
            "tickets": purse(self.tickets),
            "holdings": [each for each in gadgets.in_play(self.theatre) if each.owner_id == self.agent.pk],
            "made": [self._made(each) for each in tries.made],
            "befallen": [self._befallen(each) for each in tries.befallen],
            "told_me": [self._told(each) for each in disclosed.told],
            "given_away": [
                {"at": each.at, "what": THINGS.get(each.what, each.what)}
                for each in disclosed.given
            ],
            **self._declaring(typed),
            **self._prison(),
            **self._capturing(typed),
            **self._rescuing(typed),
            **self._playing(),
        }  # fmt: skip

    def _playing(self) -> Shown:
        """What only who takes part has: eir record, and what e may do every so often."""
        if not self.plays:
            return {"budgets": [], "record": None}
        law, found = self.law, missions.record_of(self.theatre, self.agent, self.law)
        times = moving.times_of(self.agent, law, self.request.now, stopped_at(self.request))
        hand = Hand(self.cover.location, times, supply_is_quiet(found.completed, law))
        return {
            "budgets": self._budgets(times),
            "record": record(self.request, self.theatre, found),
            **tickets_desk(self.request, hand),
        }

    def _declaring(self, typed: Mapping[str, forms.Form]) -> Shown:
        asked = self.cover.affiliation is None and self.plays and self.law.carries("spy.affiliation")
        form = typed.get("declare") or DeclareForm(choices=choices(self.request.keywords))
        late = self.spy.declare_by is not None and self.spy.declare_by < self.request.now
        return {"declare_form": form if asked else None, "declare_by": self.spy.declare_by, "late": late}

    def _prison(self) -> Shown:
        if self.cover.prison is None:
            return {"prison": None}
        licences = theatres.licences_of(self.theatre, self.agent.pk)
        return {
            "prison": {"place": self._place(self.cover.prison), "code": self.cover.prison,
                       "side": serves(str(NAMES[self.cover.prison]), self.request.keywords)},
            "leave": self._may(prison_of.may_leave(self.cover.prison, self.cover.serves, self.law, licences)),
            "turn": self._may(prison_of.may_turn(self.cover.serves, self.cover.prison, self.law)),
        }  # fmt: skip

    def _capturing(self, typed: Mapping[str, forms.Form]) -> Shown:
        form = typed.get("capture") or CaptureForm(
            people=self.people, initial={"token": fresh_token()}, auto_id="capture_%s"
        )
        return {"capture_form": form, "capture": self._may(may_attempt(Party.of(self.cover), self.law))}

    def _rescuing(self, typed: Mapping[str, forms.Form]) -> Shown:
        form = typed.get("rescue") or RescueForm(
            people=self.people, initial={"token": fresh_token()}, auto_id="rescue_%s"
        )
        return {"rescue_form": form, "rescue": self._may(self._may_rescue()),
                "ransom": told(prison_of.rescue_cost(self.law))}  # fmt: skip

    def _may_rescue(self) -> Decision[bool]:
        """What the reader lacks emself, as if a prisoner were where e is: whether one is, the act tells."""
        here = self.cover.location
        return prison_of.may_rescue(
            self.tickets, rescuer_place=here, came_by_move=self.cover.walked_in,
            imprisoned_self=self.cover.prison is not None, prisoner_place=here, prisoner_imprisoned=here in NAMES,
            law=self.law,
        )  # fmt: skip

    def _may(self, decision: Decision[Any]) -> Shown:
        """Whether an act may be done, and the grounds for or against it."""
        stopped = halted(self.request)
        may = bool(decision.outcome) and self.plays and not stopped
        return {"may": may, "grounds": stopped or grounds(decision.reasons, self.request)}

    def _budgets(self, times: Mapping[str, Decision[bool]]) -> list[Shown]:
        asked = (
            ("Move or exchange", moving.MOVE, "spy.movement"),
            ("Roll for supplies", moving.SUPPLY, "spy.supplies"),
        )
        return [
            self._budget(label, times[act]) for label, act, mechanism in asked if self.law.carries(mechanism)
        ]  # fmt: skip

    def _budget(self, label: str, may: Decision[bool]) -> Shown:
        return {"label": label, "again": None if may.outcome else may.next_check, "may": may.outcome,
                "grounds": grounds(() if may.outcome else may.reasons, self.request)}  # fmt: skip

    def _made(self, each: Made) -> Shown:
        return {
            "at": each.at, "target": self.names.get(each.target, "?"), "waits": each.open, "void": each.void,
            "not_there": each.answer == attempts.NOT_THERE, **self._rolled(each),
        }  # fmt: skip

    def _befallen(self, each: Befallen) -> Shown:
        return {"at": each.at, **self._rolled(each)}

    def _rolled(self, each: Made | Befallen) -> Shown:
        return {
            "total": each.total, "outcome": row_of(each.row) if each.row is not None else "",
            "roll_url": address("roll", self.request, each.roll) if each.roll else "",
        }  # fmt: skip

    def _told(self, each: Told) -> Shown:
        value = serves(each.value, self.request.keywords) if each.what == "affiliation" else each.value
        value = value or "none"
        if value in ATLAS:
            value = self._place(value)
        return {"at": each.at, "owner": self.names.get(each.owner, "?"), "what": THINGS.get(each.what, each.what),
                "value": SIDES.get(value, value)}  # fmt: skip

    def line(self, each: Line) -> Shown:
        """A line of the log."""
        told_of = said(each.entry, self.names, self.request.keywords)
        return {"at": each.at, "said": told_of, "commitment": each.commitment}

    @staticmethod
    def lone_line(request: AgentRequest, theatre: Theatre, commitment: str) -> str:
        """One of them, in words."""
        names = {each.agent_id: each.agent.name for each in theatres.spies(theatre)}
        lines = queries.log_of(theatre, request.agent, request.game)
        return next((said(each.entry, names, request.keywords) for each in lines if each.commitment == commitment), "")
