"""What the Mastermind's desk shows, in words. Only `desk_queries.read_desk` fills it, for the present Mastermind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django import forms

from dynasties.spy.desk.forms import AssignForm, CorrectForm, TrailForm
from dynasties.spy.desk.queries import DeskRow, MastermindDesk
from dynasties.spy.dials import LOCATION
from dynasties.spy.disclosure import presenters as disclosure_presenters
from dynasties.spy.disclosure.presenters import outcome_text, place_text, side_text, trail_sentence
from dynasties.spy.gadgets.rules import price_due_at
from dynasties.spy.map import queries as map_queries
from dynasties.spy.map.presenters import BoardPicture, board_picture
from dynasties.spy.map.queries import CheckpointPassage
from dynasties.spy.missions.presenters import claim_card, stage_of
from dynasties.spy.prison.queries import UnsealedAttempt
from dynasties.spy.theatre.presenters import hiatus_notices
from dynasties.spy.theatre.queries_covers import TrailEntry
from dynasties.spy.theatre.rules_map import ATLAS
from dynasties.spy.theatre.words import TRAIL_CAUSES, affiliation_words
from dynasties.tracker.rules import Held
from nomic.core.requests import AgentRequest, law_of, missing_provision

if TYPE_CHECKING:
    from dynasties.spy.theatre.models import Theatre


@dataclass(frozen=True, slots=True)
class SiftedTrail:
    """The entries of the trail that were asked for."""

    form: TrailForm
    entries: Sequence[TrailEntry]
    query: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DeskAgent:
    """A line of the table of everybody."""

    facts: DeskRow
    affiliation: str
    late: bool
    place: str
    side: str
    lkl: str
    rank: str


@dataclass(frozen=True, slots=True)
class DeskAttempt:
    """Somebody's attempt to capture another. `undeclared`: the target appears to serve nobody yet."""

    facts: UnsealedAttempt
    captor: str
    target: str
    place: str
    target_place: str
    outcome: str
    undeclared: bool


@dataclass(frozen=True, slots=True)
class PassageLine:
    """Somebody passed Checkpoint Charlie. `late`: it should have been posted by now."""

    facts: CheckpointPassage
    agent: str
    origin: str
    to: str
    late: bool


@dataclass
class DeskTable:
    """The desk, and who sits at it."""

    request: AgentRequest
    theatre: Theatre
    desk: MastermindDesk

    @cached_property
    def names(self) -> Mapping[int, str]:
        return {each.agent.pk: each.agent.name for each in self.desk.rows} | {
            self.request.agent.pk: self.request.agent.name
        }

    @property
    def people(self) -> list[tuple[int, str]]:
        return [(each.agent.pk, each.agent.name) for each in self.desk.rows]

    def _place_text(self, code: str | None) -> str:
        return place_text(code, self.desk.public.papers.legend)

    def context(self, typed: Mapping[str, forms.Form]) -> dict[str, object]:
        law, live = law_of(self.request), self.theatre.ended_at is None
        without = [(each.agent.pk, each.agent.name) for each in self.desk.agents_without_location]
        return {
            "live": live,
            "halted": hiatus_notices(self.request),
            "still": not live or bool(hiatus_notices(self.request)),
            "rows": [self._desk_agent(each) for each in self.desk.rows],
            "without": without,
            "assign_form": typed.get("assign") or AssignForm(people=without, auto_id="assign_%s"),
            "correct_form": typed.get("correct") or CorrectForm(people=self.people, auto_id="correct_%s"),
            "dealing": live and law.carries(LOCATION),
            "lack": missing_provision(LOCATION, self.request),
            "waiting": [self._desk_attempt(each) for each in self.desk.waiting_attempts],
            "tries": [self._desk_attempt(each) for each in self.desk.tries if not each.open],
            "passages": [self._passage_line(each) for each in self.desk.passages],
            "unposted": [self._passage_line(each) for each in self.desk.unposted_passages],
            "claims": [
                claim_card(each, self.request, stage_of(self.request, self.theatre, self.desk.public), back="desk")
                for each in self.desk.claims
            ],
            "unpriced": [(each, price_due_at(each.approved_at, law)) for each in self.desk.unpriced],
            "picture": self._board_picture(),
            **disclosure_presenters.disclose_context(
                self.request, self.theatre, disclosure_presenters.disclose_form(self.request, self.desk.public.spies)
            ),
            **disclosure_presenters.reveal_context(self.request, self.theatre),
        }

    @property
    def sifted_trail(self) -> SiftedTrail:
        form = TrailForm(self.request.GET or None, people=self.people, hows=TRAIL_CAUSES)
        if not form.is_valid():
            return SiftedTrail(form, self.desk.trail)
        of, how = form.cleaned_data["of"], form.cleaned_data["how"]
        entries = [each for each in self.desk.trail if of in (None, each.cover.agent) and how in ("", each.why)]
        return SiftedTrail(form, entries, {name: value for name, value in (("of", of), ("how", how)) if value})

    def line(self, entry: TrailEntry) -> tuple[datetime, str]:
        return entry.at, trail_sentence(entry, self.names, self.request.keywords)

    def _desk_agent(self, row: DeskRow) -> DeskAgent:
        return DeskAgent(
            row,
            affiliation_words(row.cover.affiliation, self.request.keywords),
            row.declare_by is not None and row.declare_by < self.request.now,
            self._place_text(row.cover.location),
            side_text(row.cover),
            _held_text(row.lkl),
            _held_text(row.rank),
        )

    def _desk_attempt(self, each: UnsealedAttempt) -> DeskAttempt:
        captor, target = self.names.get(each.captor, "?"), self.names.get(each.target, "?")
        place, target_place = (self._place_text(one) for one in each.places)
        undeclared = self._is_undeclared(each.target)
        return DeskAttempt(each, captor, target, place, target_place, outcome_text(each.row), undeclared)

    def _is_undeclared(self, agent_id: int) -> bool:
        """Whether e appears to serve nobody yet, so that no prison is eirs to send anybody to."""
        row = next((each for each in self.desk.rows if each.agent.pk == agent_id), None)
        return row is not None and row.cover.affiliation is None

    def _passage_line(self, each: CheckpointPassage) -> PassageLine:
        origin, to = self._place_text(each.origin), self._place_text(each.to)
        return PassageLine(each, self.names.get(each.agent, "?"), origin, to, each.due_at < self.request.now)

    def _board_picture(self) -> BoardPicture:
        there: dict[str, list[str]] = {}
        for row in self.desk.rows:
            if row.plays and row.cover.location in ATLAS:
                there.setdefault(str(row.cover.location), []).append(row.agent.name)
        marks = {code: names[0][:1] if len(names) == 1 else str(len(names)) for code, names in there.items()}
        return board_picture(
            map_queries.read_board(self.desk.public, law_of(self.request)),
            marks=marks,
            lit={code: ", ".join(names) for code, names in there.items()},
        )


def _held_text(held: Held) -> str:
    return "" if held is None else str(held)
