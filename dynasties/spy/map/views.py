"""The Map: the board for everybody, and for an Agent who takes part eir own moves on it. (Rules Map and Movement)"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from dynasties.spy.forms.moving import PlanForm, SiftForm
from dynasties.spy.mechanics.atlas import ATLAS
from dynasties.spy.mechanics.ledger import CURTAIN, LEGEND
from dynasties.spy.mechanics.movement import Attempt, Move
from dynasties.spy.mechanics.tickets import Ticket, Tickets
from dynasties.spy.mechanics.ways import MoveKind
from dynasties.spy.queries import board as boards
from dynasties.spy.queries import moving, theatres
from dynasties.spy.queries.board import Board, Place
from dynasties.spy.queries.theatres import Public
from dynasties.spy.views.board_shown import SIDES, kind_of, picture
from dynasties.spy.views.played import played
from dynasties.spy.views.tickets_shown import Hand, tickets_desk
from nomic.core.forms.tokens import fresh_token
from nomic.core.mechanics.decision import Reason
from nomic.core.mechanics.keywords import Keywords
from nomic.core.views.entering import GameRequest, in_game, law_of
from nomic.core.words import counted
from proposals.views.wording import address, grounds

if TYPE_CHECKING:
    from dynasties.spy.models import Theatre
    from nomic.core.models import Agent

Shown = dict[str, Any]
WAYS = {MoveKind.LAND: "by land", MoveKind.AIR: "by air", MoveKind.SEA: "by sea", MoveKind.HOP: "by a hop"}
FREE_OF_CHARGE = "free of charge"


@require_safe
@never_cache
@in_game
def page(request: GameRequest) -> HttpResponse:
    """The board, and a list beside it. `?to=` chooses where to move, or tells why not; `?plan=` plans the way there."""
    return shown(request)


def shown(
    request: GameRequest, typed: Mapping[str, Any] | None = None, refused: Sequence[Reason] = (), status: int = 200
) -> HttpResponse:
    """`typed`: forms that could not be taken, by name; `refused`: why the rules do not allow it."""
    theatre = played(request)
    public, sift = theatres.public(theatre), SiftForm(request.GET)
    board, mover = boards.board(public, law_of(request)), mover_of(request, theatre)
    mine = Mine(request, theatre, mover, board, public) if mover else None
    places = _sifted(board, sift)
    context = {
        "live": theatre.ended_at is None,
        "picture": picture(board, **(mine.on_the_board if mine else {})),
        "rows": [_row(each, board, mine, request.keywords) for each in places],
        "sift": sift,
        "sifted": len(places) < len(ATLAS),
        "pages": _pages(request, public.papers.numbers),
        "refused": grounds(refused, request),
        **(mine.context(typed or {}) if mine else {}),
    }
    return render(request, "spy/map.html", context, status=status)


def mover_of(request: GameRequest, theatre: Theatre) -> Agent | None:
    """The reader, if e may have a Location of eir own in this theatre now."""
    if request.agent is None or theatre.ended_at is not None:
        return None
    return request.agent if theatres.takes_part(request.game, request.agent, law_of(request)) else None


@dataclass
class Mine:
    """An Agent's own part of the Map: shown to em alone."""

    request: GameRequest
    theatre: Theatre
    agent: Agent
    board: Board
    public: Public

    @cached_property
    def found(self) -> moving.Moves:
        return moving.my_moves(self.theatre, self.agent, self.request.now, law_of(self.request), self.public)

    @property
    def here(self) -> str:
        return self.found.ground.mover.location or ""

    @cached_property
    def legal(self) -> Mapping[str, Move]:
        return {each.move.to: each.move for each in self.found.moves if each.move}

    @cached_property
    def chosen(self) -> str:
        """The territory that the address names, if it names one."""
        code = (self.request.POST.get("to") or self.request.GET.get("to", "")).strip().upper()
        return code if code in ATLAS else ""

    @property
    def on_the_board(self) -> Shown:
        lit = {code: f"move {priced(move)}" for code, move in self.legal.items()}
        return {"here": self.here, "lit": lit, "links": {code: f"?to={code}#move" for code in lit}}

    def context(self, typed: Mapping[str, Any]) -> Shown:
        tried = moving.tried(self.found.ground, self.chosen) if self.chosen else None
        return {
            "mine": True,
            "here": self.board.places[self.here] if self.here else None,
            "prison": self.found.ground.mover.prison,
            "side": SIDES.get(str(self.found.ground.mover.side), "") if self._on_both else "",
            "tickets": purse(self.found.ground.mover.tickets),
            "options": [self._option(move) for move in sorted(self.legal.values(), key=_order)],
            "chosen": self.chosen,
            "barred": self._barred(tried),
            "may_not": grounds([] if self.found.may.outcome else self.found.may.reasons, self.request),
            "again": None if self.found.may.outcome else self.found.may.next_check,
            "move_token": fresh_token(),
            "move_form": typed.get("move"),
            **self._planned(),
            **tickets_desk(self.request, self._hand, typed),
        }

    @property
    def _hand(self) -> Hand:
        quiet = moving.may_be_quiet(self.theatre, self.agent.pk, law_of(self.request))
        return Hand(self.found.ground.mover.location, self.found.times, quiet)

    @property
    def _on_both(self) -> bool:
        return bool(self.here) and self.board.places[self.here].side == boards.BOTH

    def _option(self, move: Move) -> Shown:
        place = self.board.places[move.to]
        return {"place": place, "way": WAYS[move.kind], "price": told(move.cost), "note": note(move)}

    def _barred(self, tried: Attempt | None) -> Shown | None:
        """Why there is no move to the territory that was asked for."""
        if tried is None or tried.move:
            return None
        return {"place": self.board.places[self.chosen], "grounds": grounds(tried.decision.reasons, self.request)}

    def _planned(self) -> Shown:
        asked = PlanForm(self.request.GET if "plan" in self.request.GET else None)
        if not asked.is_valid():
            return {"plan_form": asked}
        to = asked.cleaned_data["plan"]
        route = moving.route(self.found.ground, to)
        steps = [self._option(each) for each in route.moves] if route else []
        return {
            "plan_form": asked,
            "plan": {
                "to": self.board.places[to], "steps": steps, "found": route is not None,
                "spent": told(route.spent) if route else "",
            },
        }  # fmt: skip

    def row(self, place: Place) -> Shown:
        """What the list says of a territory to the one who would move."""
        code = place.code
        return {"here": code == self.here, "move": priced(self.legal[code]) if code in self.legal else ""}


def _order(move: Move) -> tuple[int, str]:
    return list(MoveKind).index(move.kind), move.to


def priced(move: Move) -> str:
    """“by air, 1 Air Ticket”, “by land, free of charge”."""
    return f"{WAYS[move.kind]}, {told(move.cost)}"


def told(cost: Tickets) -> str:
    """Tickets in words."""
    return ", ".join(purse(cost, every=False)) or FREE_OF_CHARGE


def purse(held: Tickets, *, every: bool = True) -> list[str]:
    """Each kind with its count; those of which there are none only if `every` one is wanted."""
    return [counted(held.of(kind), kind.label) for kind in Ticket if held.of(kind) or every]


def note(move: Move) -> str:
    """What else there is to know of a move before one makes it."""
    if move.checkpoint:
        return "through Checkpoint Charlie: the journal will tell that somebody passed"
    if move.crosses:
        return "across the Iron Curtain" + (", by your Gadget" if move.licence else ", smuggling")
    return "over the other side, by your Gadget" if move.licence else ""


def _row(place: Place, board: Board, mine: Mine | None, keywords: Keywords) -> Shown:
    return {
        "place": place,
        "kind": kind_of(place, keywords),
        "side": SIDES[place.side],
        "neighbours": _named(board, place.neighbours),
        **(mine.row(place) if mine else {}),
    }


def _named(board: Board, codes: Sequence[str]) -> SafeString:
    """The codes of neighbours, each with its name: made here, as there are hundreds of them on the page."""
    return format_html_join(" ", '<abbr title="{}">{}</abbr>', ((board.places[code].name, code) for code in codes))


def _sifted(board: Board, sift: SiftForm) -> list[Place]:
    wanted = sift.cleaned_data if sift.is_valid() else {}
    return [each for each in board.places.values() if _fits(each, wanted)]


def _fits(place: Place, wanted: Mapping[str, str]) -> bool:
    words, kind = wanted.get("q", "").strip().casefold(), wanted.get("kind", "")
    territory = place.territory
    kinds = {territory.kind.value} | ({"centre"} if territory.supply_centre else set())
    kinds |= {"airport"} if territory.airport else set()
    named = [place.code, place.name, territory.name, *territory.also]
    return (
        any(words in name.casefold() for name in named)
        and (not kind or kind in kinds)
        and wanted.get("side", "") in ("", place.side)
        and wanted.get("beside", "") in ("", *place.neighbours)
    )


def _pages(request: GameRequest, numbers: Mapping[str, int]) -> list[tuple[str, str]]:
    return [(title, address("page", request, numbers[title])) for title in (CURTAIN, LEGEND) if title in numbers]
