"""Dice: rolled, listed, and each of them open to anybody's check. (Glossary: Dice)"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from nomic.core import queries
from nomic.core.actions import dice as actions
from nomic.core.forms.dice import DiceForm
from nomic.core.mechanics.chance import written
from nomic.core.mechanics.decision import Decision, Invalid
from nomic.core.mechanics.rolling import may_roll
from nomic.core.mechanics.terms import label_of
from nomic.core.mechanics.timespans import day_of
from nomic.core.queries import Check
from nomic.core.views.entering import AgentRequest, GameRequest, as_agent, in_game, law_of
from nomic.core.views.recalling import grounds

if TYPE_CHECKING:
    from nomic.core.models import Day, Roll

PER_PAGE, DAYS_PER_PAGE = 30, 30
DAY = timedelta(days=1)


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """The newest rolls, of everybody or of one Agent, and the form to roll with."""
    return _thrown(request, slug) if request.method == "POST" else _table(request, slug)


@in_game
def _table(request: GameRequest) -> HttpResponse:
    return _shown(request, DiceForm(acts=_acts(request)))


@as_agent
def _thrown(request: AgentRequest) -> HttpResponse:
    form = DiceForm(request.POST, acts=_acts(request))
    if form.is_valid():
        try:
            made = actions.roll(actor_id=request.agent.pk, game_id=request.game.pk, **form.cleaned_data)
        except Invalid as error:
            form.refuse(error)
        else:
            return redirect("roll", request.game.slug, made.number)
    return _shown(request, form, status=422)


def _shown(request: GameRequest, form: DiceForm, status: int = 200) -> HttpResponse:
    by = request.GET.get("by", "")
    chosen = int(by) if by.isascii() and by.isdecimal() and len(by) < 16 else None
    rolls = Paginator(queries.rolls(request.game.pk, agent_id=chosen), PER_PAGE).get_page(request.GET.get("page"))
    may = _may(request)
    context = {
        "form": form,
        "may": may is not None and may.outcome,
        "reasons": grounds(may.reasons if may else (), request),
        "rolls": [_row(each) for each in rolls.object_list],
        "page": rolls,
        "query": f"{urlencode({'by': chosen})}&" if chosen is not None else "",
        "by": chosen,
        "rollers": queries.rollers(request.game.pk),
    }
    return render(request, "core/dice.html", context, status=status)


def _may(request: GameRequest) -> Decision[bool] | None:
    """Whether the reader may roll, asked as the action will ask it; None for who is not in the game."""
    if request.agent is None:
        return None
    return may_roll(idle_since=request.agent.idle_since, law=law_of(request))


def _acts(request: GameRequest) -> list[tuple[str, str]]:
    """What the law lets the reader do only so often; one that waits says until when."""
    if request.agent is None:
        return []
    acts = queries.acts_of(request.game, request.agent, request.now, law_of(request))
    return [(act.name, act.label if may.outcome else f"{act.label} (not yet)") for act, may in acts]


def _row(roll: Roll) -> dict[str, Any]:
    return {"roll": roll, "notation": written(roll.dice, roll.sides), "check": queries.checked(roll).state.value,
            "act": label_of(roll.act)}  # fmt: skip


@require_safe
@in_game
def roll(request: GameRequest, number: int) -> HttpResponse:
    """One roll: what it was for, what fell, what it was derived from, and whether that holds."""
    found = queries.roll(request.game.pk, number)
    if found is None:
        raise Http404("There is no such roll.")
    checked = queries.checked(found)
    context = _row(found) | {
        "faces": checked.faces,
        "sealed": checked.state is Check.SEALED,
        "right": checked.state is Check.RIGHT,
        "checkable_from": published_from(found.day),
    }
    return render(request, "core/roll.html", context)


def published_from(day: Day) -> datetime:
    """When a day's seed may be published: the first moment of the next."""
    return day_of(day.event.at) + DAY


@require_safe
@in_game
def seeds(request: GameRequest) -> HttpResponse:
    """Every day's commitment, its seed once that is published, and the head of the private chain."""
    days = Paginator(queries.days(request.game.pk), DAYS_PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "days": [(day, published_from(day)) for day in days.object_list],
        "page": days,
        "secret_seeds": queries.secret_seeds(request.game.pk),
    }
    return render(request, "core/seeds.html", context)
