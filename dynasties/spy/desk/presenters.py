"""What the Mastermind's desk shows, in words. Only `desk_queries.read_desk` fills it, for the present Mastermind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
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
from dynasties.spy.map.presenters import board_picture
from dynasties.spy.map.queries import CheckpointPassage
from dynasties.spy.missions.presenters import claim_card, stage_of
from dynasties.spy.prison.queries import NOT_THERE, UnsealedAttempt
from dynasties.spy.theatre.presenters import hiatus_notices
from dynasties.spy.theatre.queries_covers import TrailEntry
from dynasties.spy.theatre.rules_map import ATLAS
from dynasties.spy.theatre.words import TRAIL_CAUSES, affiliation_words
from dynasties.tracker.rules import Held
from nomic.core.requests import AgentRequest, law_of, missing_provision
from proposals.reasons.presenters import address

if TYPE_CHECKING:
    from dynasties.spy.theatre.models import Theatre

Shown = dict[str, Any]


@dataclass(frozen=True, slots=True)
class SiftedTrail:
    """The entries of the trail that were asked for."""

    form: TrailForm
    entries: Sequence[TrailEntry]
    query: Mapping[str, Any] = field(default_factory=dict)


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

    def context(self, typed: Mapping[str, forms.Form]) -> Shown:
        law, live = law_of(self.request), self.theatre.ended_at is None
        without = [(each.agent.pk, each.agent.name) for each in self.desk.agents_without_location]
        return {
            "live": live,
            "halted": hiatus_notices(self.request),
            "still": not live or bool(hiatus_notices(self.request)),
            "rows": [self._agent_row(each) for each in self.desk.rows],
            "without": without,
            "assign_form": typed.get("assign") or AssignForm(people=without, auto_id="assign_%s"),
            "correct_form": typed.get("correct") or CorrectForm(people=self.people, auto_id="correct_%s"),
            "dealing": live and law.carries(LOCATION),
            "lack": missing_provision(LOCATION, self.request),
            "waiting": [self._attempt_row(each) for each in self.desk.waiting_attempts],
            "tries": [self._attempt_row(each) for each in self.desk.tries if not each.open],
            "passages": [self._passage_row(each) for each in self.desk.passages],
            "unposted": [self._passage_row(each) for each in self.desk.unposted_passages],
            "claims": [
                claim_card(each, self.request, stage_of(self.request, self.theatre, self.desk.public), back="desk")
                for each in self.desk.claims
            ],
            "unpriced": self._unpriced_rows(),
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

    def line(self, entry: TrailEntry) -> Shown:
        return {
            "at": entry.at,
            "agent": self.names.get(entry.cover.agent, ""),
            "said": trail_sentence(entry, self.names, self.request.keywords),
            "text": entry.facts.get("text", ""),
        }

    def _agent_row(self, row: DeskRow) -> Shown:
        cover = row.cover
        return {
            "agent": row.agent,
            "plays": row.plays,
            "affiliation": affiliation_words(cover.affiliation, self.request.keywords),
            "declare_by": row.declare_by,
            "late": row.declare_by is not None and row.declare_by < self.request.now,
            "place": self._place_text(cover.location),
            "side": side_text(cover),
            "prison": cover.prison,
            "tickets": row.tickets,
            "lkl": _held_text(row.lkl),
            "rank": _held_text(row.rank),
            "moved_at": row.moved_at,
        }

    def _attempt_row(self, each: UnsealedAttempt) -> Shown:
        captor, target = each.places
        return {
            "uid": each.uid,
            "at": each.at,
            "captor": self.names.get(each.captor, "?"),
            "target": self.names.get(each.target, "?"),
            "place": self._place_text(captor),
            "target_place": self._place_text(target),
            "not_there": each.answer == NOT_THERE,
            "void": each.is_void,
            "ruled_at": each.ruled_at,
            "outcome": outcome_text(each.row) if each.row is not None else "",
            "total": each.total,
            "roll_url": address("roll", self.request, each.roll) if each.roll else "",
            "undeclared": self._is_undeclared(each.target),
        }

    def _is_undeclared(self, agent_id: int) -> bool:
        """Whether e appears to serve nobody yet, so that no prison is eirs to send anybody to."""
        row = next((each for each in self.desk.rows if each.agent.pk == agent_id), None)
        return row is not None and row.cover.affiliation is None

    def _passage_row(self, each: CheckpointPassage) -> Shown:
        return {
            "uid": each.uid,
            "agent": self.names.get(each.agent, "?"),
            "origin": self._place_text(each.origin),
            "to": self._place_text(each.to),
            "due_at": each.due_at,
            "late": each.due_at < self.request.now,
            "post": each.post,
            "url": address("post", self.request, each.post) if each.post else "",
        }

    def _unpriced_rows(self) -> list[Shown]:
        law = law_of(self.request)
        return [
            {
                "name": each.name,
                "url": address("spy_gadget", self.request, each.number),
                "due_at": price_due_at(each.approved_at, law),
            }
            for each in self.desk.unpriced
        ]

    def _board_picture(self) -> Shown:
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
