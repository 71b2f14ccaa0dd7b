"""What an Agent's dossier shows, in words: eir own secrets, and no one else's."""

from __future__ import annotations

from collections.abc import Mapping
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
from dynasties.spy.queries import attempts, covers, disclosures, gadgets, moving, theatres
from dynasties.spy.queries import dossier as queries
from dynasties.spy.queries.attempts import Befallen, Made
from dynasties.spy.queries.disclosures import Told
from dynasties.spy.queries.dossier import Line
from dynasties.spy.views.map import purse, told
from dynasties.spy.views.missions_shown import record, stage_of
from dynasties.spy.views.played import halted
from dynasties.spy.views.secret_lines import place_of, row_of, said, side_of
from dynasties.spy.views.tickets_shown import tickets_desk
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
    playing = theatres.players(theatre, request.game, law_of(request)) if theatre else []
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
    def names(self) -> Mapping[int, str]:
        return {each.agent_id: each.agent.name for each in theatres.spies(self.theatre)}

    @property
    def log(self) -> list[Line]:
        return queries.log_of(self.theatre, self.agent, self.request.game)

    def context(self, typed: Mapping[str, forms.Form]) -> Shown:
        held = theatres.ledger(self.request.game.pk)
        return {
            "plays": self.plays,
            "halted": halted(self.request),
            "over": self.theatre.ended_at is not None,
            "affiliation": serves(self.cover.affiliation, self.request.keywords),
            "place": place_of(self.request, self.cover.location),
            "has_place": self.cover.location is not None,
            "side": side_of(self.cover),
            "lkl": held.of(self.agent.pk, LKL) or "",
            "tickets": purse(moving.tickets_of(self.theatre, self.agent.pk)),
            "budgets": self._budgets(),
            "holdings": [each for each in gadgets.in_play(self.theatre) if each.owner_id == self.agent.pk],
            "record": record(self.request, stage_of(self.request, self.theatre)) if self.plays else None,
            "made": [self._made(each) for each in attempts.of_captor(self.theatre, self.agent)],
            "befallen": [self._befallen(each) for each in attempts.on_target(self.theatre, self.agent)],
            "told_me": [self._told(each) for each in disclosures.read_by(self.theatre, self.agent)],
            "given_away": [
                {"at": each.at, "what": THINGS.get(each.what, each.what)}
                for each in disclosures.about(self.theatre, self.agent)
            ],
            **self._declaring(typed),
            **self._prison(),
            **self._capturing(typed),
            **self._rescuing(typed),
            **tickets_desk(self.request),
        }  # fmt: skip

    def _declaring(self, typed: Mapping[str, forms.Form]) -> Shown:
        asked = self.cover.affiliation is None and self.plays and self.law.carries("spy.affiliation")
        form = typed.get("declare") or DeclareForm(choices=choices(self.request.keywords))
        late = self.spy.declare_by is not None and self.spy.declare_by < self.request.now
        return {"declare_form": form if asked else None, "declare_by": self.spy.declare_by, "late": late}

    def _prison(self) -> Shown:
        if self.cover.prison is None:
            return {"prison": None}
        licences = moving.ground(self.theatre, self.agent, self.law).mover.licences
        return {
            "prison": {"place": place_of(self.request, self.cover.prison), "code": self.cover.prison,
                       "side": serves(str(NAMES[self.cover.prison]), self.request.keywords)},
            "leave": self._may(prison_of.may_leave(self.cover.prison, self.cover.serves, self.law, licences)),
            "turn": self._may(prison_of.may_turn(self.cover.serves, self.cover.prison, self.law)),
        }  # fmt: skip

    def _capturing(self, typed: Mapping[str, forms.Form]) -> Shown:
        form = typed.get("capture") or CaptureForm(
            people=others(self.request), initial={"token": fresh_token()}, auto_id="capture_%s"
        )
        return {"capture_form": form, "capture": self._may(may_attempt(Party.of(self.cover), self.law))}

    def _rescuing(self, typed: Mapping[str, forms.Form]) -> Shown:
        form = typed.get("rescue") or RescueForm(
            people=others(self.request), initial={"token": fresh_token()}, auto_id="rescue_%s"
        )
        return {"rescue_form": form, "rescue": self._may(self._may_rescue()),
                "ransom": told(prison_of.rescue_cost(self.law))}  # fmt: skip

    def _may_rescue(self) -> Decision[bool]:
        """What the reader lacks emself, as if a prisoner were where e is: whether one is, the act tells."""
        here = self.cover.location
        return prison_of.may_rescue(
            moving.tickets_of(self.theatre, self.agent.pk), rescuer_place=here, came_by_move=self.cover.walked_in,
            imprisoned_self=self.cover.prison is not None, prisoner_place=here, prisoner_imprisoned=here in NAMES,
            law=self.law,
        )  # fmt: skip

    def _may(self, decision: Decision[Any]) -> Shown:
        """Whether an act may be done, and the grounds for or against it."""
        stopped = halted(self.request)
        may = bool(decision.outcome) and self.plays and not stopped
        return {"may": may, "grounds": stopped or grounds(decision.reasons, self.request)}

    def _budgets(self) -> list[Shown]:
        if not self.plays:
            return []
        asked = (
            ("Move or exchange", moving.MOVE, "spy.movement"),
            ("Roll for supplies", moving.SUPPLY, "spy.supplies"),
        )
        return [
            self._budget(label, moving.may_now(self.agent, act, self.law, self.request.now))
            for label, act, mechanism in asked if self.law.carries(mechanism)
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
            value = place_of(self.request, value)
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
