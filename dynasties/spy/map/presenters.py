"""What the Map shows: the picture of the board, the list beside it, an Agent's own moves, and the desk for Tickets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from dynasties.spy.dials import EXCHANGE, EXCHANGE_PRICE, SUPPLIES
from dynasties.spy.map import queries as map_queries
from dynasties.spy.map.forms import ExchangeForm, PlanForm, SiftForm, SupplyForm
from dynasties.spy.map.queries import BOTH, Board, BoardPlace
from dynasties.spy.map.rules import LegalMove, MoveKind
from dynasties.spy.theatre.queries import PublicState
from dynasties.spy.theatre.rules_map import ATLAS, board_drawing, border_id, drawn_borders
from dynasties.spy.theatre.rules_tickets import CURTAIN_TITLE, LEGEND_TITLE, Ticket, Tickets, may_roll_from
from dynasties.spy.theatre.words import affiliation_words
from nomic.core.decision import Decision
from nomic.core.forms import fresh_token
from nomic.core.language.rules import Keywords
from nomic.core.language.words import quantity
from nomic.core.requests import GameRequest, law_of
from proposals.reasons.presenters import ReasonLine, address, reasons_context

if TYPE_CHECKING:
    from dynasties.spy.theatre.models import Theatre
    from nomic.core.games.models import Agent

SIDE_LABELS = {
    "free": "in the Free World",
    "behind": "behind the Iron Curtain",
    BOTH: "on both sides of the Iron Curtain",
}


@dataclass(frozen=True, slots=True)
class BoardCell:
    """A territory in the picture. `at`: where and how large; `seen`: a short word of who was last known to be there."""

    place: BoardPlace
    at: Mapping[str, Any]
    seen: str
    classes: str
    title: str
    url: str

    @property
    def kind(self) -> str:
        return self.place.territory.kind


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """Everything that is drawn: cells, the ids of borders by what runs along them, and the paths across the seas."""

    viewbox: str
    cells: Sequence[BoardCell]
    divisions: Sequence[str]
    borders: Sequence[str]
    curtain: Sequence[str]
    porous: Sequence[str]
    checkpoint: Sequence[str]
    shortcuts: Sequence[str]
    airlinks: Sequence[str]


def board_picture(
    board: Board,
    *,
    lit: Mapping[str, str] | None = None,
    links: Mapping[str, str] | None = None,
    here: str = "",
    marks: Mapping[str, str] | None = None,
) -> BoardPicture:
    """By code: `lit`, what one may do there, in words; `links`, where a territory leads; `marks`, a short word in place
    of how many were last known to be there. `here`: where the reader is.
    """
    drawn = board_drawing()
    where, borders = drawn["territories"], drawn_borders()
    return BoardPicture(
        " ".join(map(str, drawn["viewbox"])),
        [_board_cell(each, where[code], lit or {}, links or {}, here, marks) for code, each in board.places.items()],
        _border_ids(borders["sea"]),
        _border_ids(borders["land"]),
        _border_ids(board.curtain),
        _border_ids(board.porous),
        _border_ids(board.checkpoint),
        [drawn["shortcuts"]["-".join(pair)] for pair in board.shortcuts],
        list(drawn["airlinks"].values()) if board.airlinks else [],
    )


def _border_ids(pairs: Iterable[tuple[str, str]]) -> list[str]:
    return [border_id(pair) for pair in pairs]


def _board_cell(
    place: BoardPlace,
    at: Mapping[str, Any],
    lit: Mapping[str, str],
    links: Mapping[str, str],
    here: str,
    marks: Mapping[str, str] | None,
) -> BoardCell:
    code, told = place.code, f"{place.name} ({place.code})"
    classes = [name for name, holds in (("lit", code in lit), ("here", code == here)) if holds]
    classes += ["both"] if place.side == BOTH else []
    seen = marks.get(code, "") if marks is not None else _people_text(place)
    title = f"{told}: {lit[code]}" if code in lit else f"{told}{' (you are here)' if code == here else ''}"
    return BoardCell(place, at, seen, " ".join(classes), title, links.get(code, ""))


def _people_text(place: BoardPlace) -> str:
    return str(len(place.seen)) if place.seen else ""


def kind_text(place: BoardPlace, keywords: Keywords) -> str:
    """What sort of territory it is, in words: “land, airport, supply centre, prison of the World”."""
    said = [place.territory.kind.value]
    said += ["airport"] if place.territory.airport else []
    said += ["supply centre"] if place.territory.supply_centre else []
    said += [f"prison of the {affiliation_words(place.prison, keywords)}"] if place.prison else []
    return ", ".join(said)


# Tickets in an Agent's own hands: the exchange and the roll for supplies, on whichever page they stand.


@dataclass(frozen=True, slots=True)
class Hand:
    """What the forms go by, as a page for one Agent alone has read it: where e is, which is eir own secret, whether it
    is time for each act, and whether eir roll for supplies need not publish eir LKL."""

    place: str | None
    times: Mapping[str, Decision[bool]]
    quiet: bool


def tickets_desk(request: GameRequest, hand: Hand, typed: Mapping[str, Any] | None = None) -> dict[str, object]:
    """What `spy/_exchange.html` and `spy/_supplies.html` take, for who takes part.

    `typed`: forms that could not be taken, by name: `exchange`, `supplies`.
    """
    given, law = typed or {}, law_of(request)
    return {
        "exchange": law.carries(EXCHANGE),
        "exchange_price": law[EXCHANGE_PRICE],
        "exchange_form": given.get("exchange") or ExchangeForm(initial={"token": fresh_token(), "take": "sea"}),
        "exchange_not": _exchange_barriers(request, hand.times[map_queries.MOVE]),
        "supplies": law.carries(SUPPLIES),
        "supply_form": given.get("supplies") or SupplyForm(quiet=hand.quiet, initial={"token": fresh_token()}),
        "supply_not": _exchange_barriers(
            request, may_roll_from(hand.place, law.rule(SUPPLIES)), hand.times[map_queries.SUPPLY]
        ),
    }


def _exchange_barriers(request: GameRequest, *asked: Decision[bool]) -> list[ReasonLine]:
    return reasons_context([reason for each in asked if not each.outcome for reason in each.reasons], request)


WAYS = {MoveKind.LAND: "by land", MoveKind.AIR: "by air", MoveKind.SEA: "by sea", MoveKind.HOP: "by a hop"}
FREE_OF_CHARGE = "free of charge"


@dataclass(frozen=True, slots=True)
class MoveOption:
    """A move in words: where to, how, for how much, and what else there is to know of it."""

    place: BoardPlace
    way: str
    price: str
    note: str


@dataclass(frozen=True, slots=True)
class WayPlan:
    """The cheapest way to a territory, as far as one is found."""

    to: BoardPlace
    steps: Sequence[MoveOption]
    found: bool
    spent: str


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """What the list says of a territory. `here`: the reader is; `move`: eir move to it, in words, if there is one."""

    place: BoardPlace
    kind: str
    side: str
    neighbours: SafeString
    here: bool
    move: str


@dataclass
class OwnMap:
    """An Agent's own part of the Map: shown to em alone."""

    request: GameRequest
    theatre: Theatre
    agent: Agent
    board: Board
    public: PublicState

    @cached_property
    def moves(self) -> map_queries.OwnMoves:
        return map_queries.own_moves(self.theatre, self.agent, self.request.now, law_of(self.request), self.public)

    @property
    def location(self) -> str:
        return self.moves.ground.mover.location or ""

    @cached_property
    def legal_moves(self) -> Mapping[str, LegalMove]:
        return {each.move.to: each.move for each in self.moves.moves if each.move}

    @cached_property
    def chosen_code(self) -> str:
        """The territory that the address names, if it names one."""
        code = (self.request.POST.get("to") or self.request.GET.get("to", "")).strip().upper()
        return code if code in ATLAS else ""

    @property
    def picture(self) -> BoardPicture:
        lit = {code: f"move {price_text(move)}" for code, move in self.legal_moves.items()}
        return board_picture(self.board, lit=lit, links={code: f"?to={code}#move" for code in lit}, here=self.location)

    def context(self, typed: Mapping[str, Any]) -> dict[str, object]:
        tried = map_queries.attempt_to(self.moves.ground, self.chosen_code) if self.chosen_code else None
        return {
            "mine": True,
            "here": self.board.places[self.location] if self.location else None,
            "prison": self.moves.ground.mover.prison,
            "side": SIDE_LABELS.get(str(self.moves.ground.mover.side), "") if self._on_both else "",
            "tickets": purse_text(self.moves.ground.mover.tickets),
            "options": [self._move_option(move) for move in sorted(self.legal_moves.values(), key=_move_order)],
            "chosen": self.chosen_code,
            "barred": self.board.places[self.chosen_code] if tried and not tried.move else None,
            "barred_grounds": reasons_context(tried.decision.reasons, self.request) if tried else [],
            "may_not": reasons_context([] if self.moves.may.outcome else self.moves.may.reasons, self.request),
            "again": None if self.moves.may.outcome else self.moves.may.next_check,
            "move_token": fresh_token(),
            "move_form": typed.get("move"),
            "plan_form": (asked := PlanForm(self.request.GET if "plan" in self.request.GET else None)),
            "plan": self._way_plan(asked.cleaned_data["plan"]) if asked.is_valid() else None,
            **tickets_desk(self.request, self._hand, typed),
        }

    @property
    def _hand(self) -> Hand:
        quiet = map_queries.may_be_quiet(self.theatre, self.agent.pk, law_of(self.request))
        return Hand(self.moves.ground.mover.location, self.moves.times, quiet)

    @property
    def _on_both(self) -> bool:
        return bool(self.location) and self.board.places[self.location].side == map_queries.BOTH

    def _move_option(self, move: LegalMove) -> MoveOption:
        return MoveOption(self.board.places[move.to], WAYS[move.kind], cost_text(move.cost), move_note(move))

    def _way_plan(self, to: str) -> WayPlan:
        route, place = map_queries.route_to(self.moves.ground, to), self.board.places[to]
        if route is None:
            return WayPlan(place, [], False, "")
        return WayPlan(place, [self._move_option(each) for each in route.moves], True, cost_text(route.spent))


def _move_order(move: LegalMove) -> tuple[int, str]:
    return list(MoveKind).index(move.kind), move.to


def price_text(move: LegalMove) -> str:
    """“by air, 1 Air Ticket”, “by land, free of charge”."""
    return f"{WAYS[move.kind]}, {cost_text(move.cost)}"


def cost_text(cost: Tickets) -> str:
    """Tickets in words."""
    return ", ".join(purse_text(cost, every=False)) or FREE_OF_CHARGE


def purse_text(held: Tickets, *, every: bool = True) -> list[str]:
    """Each kind with its count; those of which there are none only if `every` one is wanted."""
    return [quantity(held.of(kind), kind.label) for kind in Ticket if held.of(kind) or every]


def move_note(move: LegalMove) -> str:
    """What else there is to know of a move before one makes it."""
    if move.checkpoint:
        return "through Checkpoint Charlie: the journal will tell that somebody passed"
    if move.crosses:
        return "across the Iron Curtain" + (", by your Gadget" if move.licence else ", smuggling")
    return "over the other side, by your Gadget" if move.licence else ""


def _place_row(place: BoardPlace, board: Board, mine: OwnMap | None, keywords: Keywords) -> PlaceRow:
    move = mine.legal_moves.get(place.code) if mine else None
    return PlaceRow(
        place,
        kind_text(place, keywords),
        SIDE_LABELS[place.side],
        _neighbours_text(board, place.neighbours),
        mine is not None and place.code == mine.location,
        price_text(move) if move else "",
    )


def _neighbours_text(board: Board, codes: Sequence[str]) -> SafeString:
    """The codes of neighbours, each with its name: made here, as there are hundreds of them on the page."""
    return format_html_join(" ", '<abbr title="{}">{}</abbr>', ((board.places[code].name, code) for code in codes))


def _sifted_places(board: Board, sift: SiftForm) -> list[BoardPlace]:
    wanted = sift.cleaned_data if sift.is_valid() else {}
    return [each for each in board.places.values() if _fits(each, wanted)]


def _fits(place: BoardPlace, wanted: Mapping[str, str]) -> bool:
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


def _page_links(request: GameRequest, numbers: Mapping[str, int]) -> list[tuple[str, str]]:
    return [
        (title, address("page", request, numbers[title])) for title in (CURTAIN_TITLE, LEGEND_TITLE) if title in numbers
    ]
