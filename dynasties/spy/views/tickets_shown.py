"""Tickets in an Agent's own hands: the exchange and the roll for supplies, on whichever page they stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dynasties.spy.forms.moving import ExchangeForm, SupplyForm
from dynasties.spy.mechanics.tickets import may_roll_from
from dynasties.spy.queries import moving
from nomic.core.forms.tokens import fresh_token
from nomic.core.mechanics.decision import Decision
from nomic.core.views.entering import GameRequest, law_of
from proposals.views.wording import grounds

Shown = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Hand:
    """What the forms go by, as a page for one Agent alone has read it: where e is, which is eir own secret, whether it
    is time for each act, and whether eir roll for supplies need not publish eir LKL."""

    place: str | None
    times: Mapping[str, Decision[bool]]
    quiet: bool


def tickets_desk(request: GameRequest, hand: Hand, typed: Mapping[str, Any] | None = None) -> Shown:
    """What `spy/_exchange.html` and `spy/_supplies.html` take, for who takes part.

    `typed`: forms that could not be taken, by name: `exchange`, `supplies`.
    """
    given, law = typed or {}, law_of(request)
    return {
        "exchange": law.carries("spy.exchange"),
        "exchange_price": law.count("spy.exchange_price") or 0,
        "exchange_form": given.get("exchange") or ExchangeForm(initial={"token": fresh_token(), "take": "sea"}),
        "exchange_not": _why_not(request, hand.times[moving.MOVE]),
        "supplies": law.carries("spy.supplies"),
        "supply_form": given.get("supplies") or SupplyForm(quiet=hand.quiet, initial={"token": fresh_token()}),
        "supply_not": _why_not(request, may_roll_from(hand.place, law.rule("spy.supplies")), hand.times[moving.SUPPLY]),
    }


def _why_not(request: GameRequest, *asked: Decision[bool]) -> list[Shown]:
    return grounds([reason for each in asked if not each.outcome for reason in each.reasons], request)
