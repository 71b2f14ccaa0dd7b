"""What everybody owes: yours first, then the others', then what was done. (Rule Shall and May)"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from nomic.core import queries
from nomic.core.actions import duties as actions
from nomic.core.forms.duties import DoneForm
from nomic.core.mechanics.decision import Decision, Invalid
from nomic.core.mechanics.duties import may_do, overdue
from nomic.core.mechanics.terms import Act
from nomic.core.views.entering import AgentRequest, GameRequest, as_agent, in_game, law_of
from nomic.core.views.recalling import grounds, lack
from nomic.core.words_log import subject_label

if TYPE_CHECKING:
    from nomic.core.models import Duty

PER_PAGE = 30


@dataclass(frozen=True, slots=True)
class Shown:
    """A duty on the page. `form` is there for whoever may report it as done; `rests`: who owes it is idle."""

    duty: Duty
    cause: str
    cause_url: str
    is_overdue: bool
    rests: bool
    form: DoneForm | None = None


@require_safe
@in_game
def page(request: GameRequest) -> HttpResponse:
    """What is owed now, by whom and until when; and what was done."""
    return _page(request, None)


def _page(request: GameRequest, wrong: tuple[int, DoneForm] | None) -> HttpResponse:
    """`wrong`: the number of a duty, and its form with what was not understood."""
    shown = [_shown(request, each, wrong) for each in queries.open_duties(request.game.pk)]
    done = Paginator(queries.done_duties(request.game.pk), PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "yours": [each for each in shown if each.form],
        "others": [each for each in shown if not each.form],
        "done": [_shown(request, each, None) for each in done.object_list],
        "page": done,
        "acts": _acts(request),
        "lack": lack("duties.owing", request),
    }
    return render(request, "core/duties.html", context, status=422 if wrong else 200)


def _acts(request: GameRequest) -> list[tuple[Act, Decision[bool], list[dict[str, str]]]]:
    """What the law lets the reader do only so often: whether e may now, and why not."""
    if request.agent is None:
        return []
    return [
        (act, may, grounds(may.reasons, request))
        for act, may in queries.acts_of(request.game, request.agent, request.now, law_of(request))
    ]


def _shown(request: GameRequest, duty: Duty, wrong: tuple[int, DoneForm] | None) -> Shown:
    owed, agent = queries.duty_facts(duty), request.agent
    kind, _, key = duty.cause.partition(":")
    url = reverse("post", args=[request.game.slug, int(key)]) if kind == "post" and key.isdecimal() else ""
    form = None
    if agent is not None and agent.playing:
        law = law_of(request)
        if may_do(owed, agent_id=agent.pk, is_admin=agent.is_admin, law=law).outcome:
            form = wrong[1] if wrong and wrong[0] == duty.number else DoneForm(auto_id=f"done_{duty.number}_%s")
    cause = subject_label(duty.cause, {}) if duty.cause else ""
    return Shown(duty, cause, url, overdue(owed, request.now).outcome, owed.idle and not owed.done, form)


@require_POST
@as_agent
def done(request: AgentRequest, number: int) -> HttpResponse:
    """Who owes it reports it as done."""
    form = DoneForm(request.POST, auto_id=f"done_{number}_%s")
    if form.is_valid():
        try:
            actions.done(
                actor_id=request.agent.pk, game_id=request.game.pk, number=number, note=form.cleaned_data["note"]
            )
        except Invalid as error:
            if error.path not in form.fields:
                raise
            form.add_error(error.path, error.text)
        else:
            messages.success(request, "Reported as done.")
            return redirect("duties", request.game.slug)
    return _page(request, (number, form))
