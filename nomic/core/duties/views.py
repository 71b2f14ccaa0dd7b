"""What is said when a duty is done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from nomic.core.decision import Decision, Invalid
from nomic.core.duties import actions as duties_actions, queries as duties_queries
from nomic.core.duties.actions import LONGEST_NOTE
from nomic.core.duties.rules import is_overdue, may_report_done
from nomic.core.forms import NotDone, RefusableForm, run_form
from nomic.core.law.dials import DUTIES_OWING
from nomic.core.law.rules import Act
from nomic.core.log.words import subject_label
from nomic.core.requests import (
    AgentRequest,
    GameRequest,
    actor_of,
    agent_required,
    in_game,
    law_of,
    missing_provision,
    reason_rows,
)

if TYPE_CHECKING:
    from nomic.core.duties.models import Duty


class DoneForm(RefusableForm):
    """A few words with it, which everybody can read."""

    note = forms.CharField(
        label="What you did",
        required=False,
        max_length=LONGEST_NOTE,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text="Everybody can read it.",
    )

    def add_refusal(self, error: Invalid) -> None:
        """Show it at its field; what is wrong with the address instead is raised."""
        if error.path not in self.fields:
            raise error
        super().add_refusal(error)


# What everybody owes: yours first, then the others', then what was done. (Rule Shall and May)

PER_PAGE = 30


@dataclass(frozen=True, slots=True)
class DutyRow:
    """A duty on the page. `form` is there for whoever may report it as done; `rests`: who owes it is idle."""

    duty: Duty
    cause: str
    cause_url: str
    is_overdue: bool
    rests: bool
    form: DoneForm | None = None


@require_safe
@in_game
def duties_page(request: GameRequest) -> HttpResponse:
    """What is owed now, by whom and until when; and what was done."""
    return _render_duties(request, None)


def _render_duties(request: GameRequest, wrong: tuple[int, DoneForm] | None) -> HttpResponse:
    """`wrong`: the number of a duty, and its form with what was not understood."""
    shown = [_duty_row(request, each, wrong) for each in duties_queries.open_duties(request.game.pk)]
    done = Paginator(duties_queries.done_duties(request.game.pk), PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "yours": [each for each in shown if each.form],
        "others": [each for each in shown if not each.form],
        "done": [_duty_row(request, each, None) for each in done.object_list],
        "page": done,
        "acts": _acts(request),
        "lack": missing_provision(DUTIES_OWING, request),
    }
    return render(request, "core/duties.html", context, status=422 if wrong else 200)


def _acts(request: GameRequest) -> list[tuple[Act, Decision[bool], list[dict[str, str]]]]:
    """What the law lets the reader do only so often: whether e may now, and why not."""
    if request.agent is None:
        return []
    return [
        (act, may, reason_rows(may.reasons, request))
        for act, may in duties_queries.acts_of(request.game, request.agent, request.now, law_of(request))
    ]


def _duty_row(request: GameRequest, duty: Duty, wrong: tuple[int, DoneForm] | None) -> DutyRow:
    owed, agent = duties_queries.duty_facts(duty), request.agent
    kind, _, key = duty.cause.partition(":")
    url = reverse("post", args=[request.game.slug, int(key)]) if kind == "post" and key.isdecimal() else ""
    form = None
    if agent is not None and agent.is_playing:
        law = law_of(request)
        if may_report_done(owed, agent_id=agent.pk, is_admin=agent.is_admin, law=law).outcome:
            form = wrong[1] if wrong and wrong[0] == duty.number else DoneForm(auto_id=f"done_{duty.number}_%s")
    cause = subject_label(duty.cause, {}) if duty.cause else ""
    return DutyRow(duty, cause, url, is_overdue(owed, request.now).outcome, owed.idle and not owed.done, form)


@require_POST
@agent_required
def report_done_view(request: AgentRequest, number: int) -> HttpResponse:
    """Who owes it reports it as done."""
    form = DoneForm(request.POST, auto_id=f"done_{number}_%s")
    done = run_form(form, lambda: duties_actions.report_done(**actor_of(request), number=number, **form.cleaned_data))
    if isinstance(done, NotDone):
        return _render_duties(request, (number, form))
    messages.success(request, "Reported as done.")
    return redirect("duties", request.game.slug)
