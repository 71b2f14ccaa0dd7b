"""Tickets in an Agent's own hands: the exchange and the roll for supplies, on whichever page they stand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dynasties.spy.forms.moving import ExchangeForm, SupplyForm
from dynasties.spy.mechanics.tickets import may_roll_from
from dynasties.spy.queries import covers, moving, theatres
from nomic.core.forms.tokens import fresh_token
from nomic.core.mechanics.decision import Decision
from nomic.core.views.entering import GameRequest, law_of
from proposals.views.wording import grounds

Shown = dict[str, Any]


def tickets_desk(request: GameRequest, typed: Mapping[str, Any] | None = None) -> Shown:
    """What `spy/_exchange.html` and `spy/_supplies.html` take; nothing for who takes no part.

    `typed`: forms that could not be taken, by name: `exchange`, `supplies`.
    """
    theatre, agent, law = theatres.present(request.game.pk), request.agent, law_of(request)
    if theatre is None or agent is None or not theatres.takes_part(request.game, agent, law):
        return {}
    given = typed or {}
    # Where e is, is eir own secret: this is a page for em alone.
    place = covers.cover(theatre, agent.pk).location
    quiet = moving.may_be_quiet(theatre, agent.pk, law)
    return {
        "exchange": law.carries("spy.exchange"),
        "exchange_price": law.count("spy.exchange_price") or 0,
        "exchange_form": given.get("exchange") or ExchangeForm(initial={"token": fresh_token(), "take": "sea"}),
        "exchange_not": _why_not(request, moving.may_now(agent, moving.MOVE, law, request.now)),
        "supplies": law.carries("spy.supplies"),
        "supply_form": given.get("supplies") or SupplyForm(quiet=quiet, initial={"token": fresh_token()}),
        "supply_not": _why_not(
            request, may_roll_from(place, law.rule("spy.supplies")),
            moving.may_now(agent, moving.SUPPLY, law, request.now),
        ),
    }  # fmt: skip


def _why_not(request: GameRequest, *asked: Decision[bool]) -> list[Shown]:
    return grounds([reason for each in asked if not each.outcome for reason in each.reasons], request)
