"""Dice: rolled, listed, and each of them open to anybody's check. (Glossary: Dice)"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from nomic.core.decision import Decision
from nomic.core.dice import actions as dice_actions, queries as dice_queries
from nomic.core.dice.forms import DiceForm
from nomic.core.dice.queries import Check
from nomic.core.dice.rules import dice_notation, may_roll
from nomic.core.duties import queries as duties_queries
from nomic.core.forms import NotDone, run_form
from nomic.core.law.rules import label_of
from nomic.core.law.rules_timespans import day_of
from nomic.core.requests import AgentRequest, GameRequest, actor_of, agent_required, in_game, law_of, reason_rows
from nomic.core.secrets import queries as secrets_queries

if TYPE_CHECKING:
    from nomic.core.dice.models import Roll
    from nomic.core.secrets.models import Day

PER_PAGE, DAYS_PER_PAGE = 30, 30
DAY = timedelta(days=1)


@require_http_methods(["GET", "HEAD", "POST"])
def dice_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The newest rolls, of everybody or of one Agent, and the form to roll with."""
    return _throw_dice(request, slug) if request.method == "POST" else _roll_table(request, slug)


@in_game
def _roll_table(request: GameRequest) -> HttpResponse:
    return _render_dice(request, DiceForm(acts=_acts(request)))


@agent_required
def _throw_dice(request: AgentRequest) -> HttpResponse:
    form = DiceForm(request.POST, acts=_acts(request))
    made = run_form(
        form,
        lambda: dice_actions.roll_dice(**actor_of(request), said=form.throw_words(), token=form.cleaned_data["token"]),
    )
    if isinstance(made, NotDone):
        return _render_dice(request, form, made.status)
    return redirect("roll", request.game.slug, made.number)


def _render_dice(request: GameRequest, form: DiceForm, status: int = 200) -> HttpResponse:
    by = request.GET.get("by", "")
    chosen = int(by) if by.isascii() and by.isdecimal() and len(by) < 16 else None
    rolls = Paginator(dice_queries.rolls(request.game.pk, agent_id=chosen), PER_PAGE).get_page(request.GET.get("page"))
    may = _may_roll(request)
    context = {
        "form": form,
        "may": may is not None and may.outcome,
        "reasons": reason_rows(may.reasons if may else (), request),
        "rolls": [_roll_row(each) for each in rolls.object_list],
        "page": rolls,
        "query": f"{urlencode({'by': chosen})}&" if chosen is not None else "",
        "by": chosen,
        "rollers": dice_queries.rollers(request.game.pk),
    }
    return render(request, "core/dice.html", context, status=status)


def _may_roll(request: GameRequest) -> Decision[bool] | None:
    """Whether the reader may roll, asked as the action will ask it; None for who is not in the game."""
    if request.agent is None:
        return None
    return may_roll(idle_since=request.agent.idle_since, law=law_of(request))


def _acts(request: GameRequest) -> list[tuple[str, str]]:
    """What the law lets the reader do only so often; one that waits says until when."""
    if request.agent is None:
        return []
    acts = duties_queries.acts_of(request.game, request.agent, request.now, law_of(request))
    return [(act.name, act.label if may.outcome else f"{act.label} (not yet)") for act, may in acts]


class RollRow(NamedTuple):
    """A roll in the list; `check`: whether it holds."""

    roll: Roll
    notation: str
    check: str
    act: str


def _roll_row(roll: Roll) -> RollRow:
    checked = dice_queries.check_roll(roll).state.value
    return RollRow(roll, dice_notation(roll.dice, roll.sides), checked, label_of(roll.act))


@require_safe
@in_game
def roll_page(request: GameRequest, number: int) -> HttpResponse:
    """One roll: what it was for, what fell, what it was derived from, and whether that holds."""
    found = dice_queries.roll(request.game.pk, number)
    if found is None:
        raise Http404("There is no such roll.")
    checked = dice_queries.check_roll(found)
    context = _roll_row(found)._asdict() | {
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
def seeds_page(request: GameRequest) -> HttpResponse:
    """Every day's commitment, its seed once that is published, and the head of the private chain."""
    days = Paginator(secrets_queries.days(request.game.pk), DAYS_PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "days": [(day, published_from(day)) for day in days.object_list],
        "page": days,
        "secret_seeds": secrets_queries.secret_seeds(request.game.pk),
    }
    return render(request, "core/seeds.html", context)
