"""The new Mastermind's page: the Address, tried out whole before it is given; and the role handed on. (Rule 1.9)"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from dynasties.actions import ascending as actions
from dynasties.actions import reigning
from dynasties.forms.ascending import MARK, AscensionForm, HandOnForm
from dynasties.mechanics.ascending import asked
from dynasties.mechanics.rewording import Reworded
from dynasties.queries import ascending, dynasties
from dynasties.queries.ascending import Plan
from nomic.core import queries as core
from nomic.core.forms.tokens import fresh_token
from nomic.core.mechanics.decision import Invalid, Reason
from nomic.core.views.entering import AgentRequest, GameRequest, as_agent
from proposals import queries as proposals
from proposals.views.changes_shown import spans
from proposals.views.rehearsing import quietly
from proposals.views.wording import address, grounds, said
from rulesets import queries as law
from rulesets.mechanics.diff import words_diff
from rulesets.mechanics.ruleset import Section

METHODS = ["GET", "HEAD", "POST"]


@require_http_methods(METHODS)
@as_agent
def ascend(request: AgentRequest) -> HttpResponse:
    """GET: the Address, unwritten. POST: tried out, and, once it has been seen as it stands, given."""
    may = ascending.may_ascend(request.game, request.agent)
    if request.method != "POST":
        return _page(request, _form(request), reasons=may.reasons)
    form, inside = _form(request), request.POST.getlist("inside")
    # A form sent twice is the same Address, whatever has become of the law by it.
    if form.is_valid() and proposals.posted(request.agent, form.cleaned_data["token"]):
        return _give(request, form, None, inside, "")
    plan = _tried(request, form, inside) if form.is_valid() else None
    if plan is None or not plan.decision.outcome:
        return _page(request, form, plan, inside, reasons=may.reasons)
    mark = _mark(request, plan, form.entries(inside))
    if request.POST.get("do") != "ascend" or form.cleaned_data["previewed"] != mark:
        return _page(request, form, plan, inside, mark=mark, reasons=may.reasons)
    return _give(request, form, plan, inside, mark)


def _form(request: AgentRequest) -> AscensionForm:
    rules = law.ruleset(request.game.pk).in_section(Section.DYNASTIC)
    data = request.POST if request.method == "POST" else None
    return AscensionForm(data, initial={"token": fresh_token()}, rules=rules, keywords=request.keywords)


def _tried(request: AgentRequest, form: AscensionForm, inside: Sequence[str]) -> Plan | None:
    """What it would bring about; every reason why it may not be stands at its field."""
    try:
        wishes = actions.wishes_of(request.keywords, **form.wishes(inside))
    except Invalid as error:
        form.refuse(error)
        return None
    plan = ascending.plan(request.game, wishes)
    for reason in plan.decision.reasons:
        form.tell(reason, said(reason, request))
    return plan


def _mark(request: AgentRequest, plan: Plan, entries: list[dict[str, Any]]) -> str:
    """By which is known that what is given is what was seen, on the law as it was seen."""
    return f"{law.edition(request.game.pk).seq}-{asked(plan.wishes, entries)}"


def _give(
    request: AgentRequest, form: AscensionForm, plan: Plan | None, inside: Sequence[str], mark: str
) -> HttpResponse:
    try:
        actions.ascend(
            actor_id=request.agent.pk, game_id=request.game.pk, token=form.cleaned_data["token"],
            **form.wishes(inside),
        )  # fmt: skip
    except Invalid as error:
        form.refuse(error)
        return _page(request, form, plan, inside, mark=mark)
    messages.success(request, "The Dynasty is open, and the game goes on.")
    row = dynasties.present(request.game.pk)
    return redirect("dynasty", request.game.slug, row.number if row else 1)


def _page(
    request: AgentRequest,
    form: AscensionForm,
    plan: Plan | None = None,
    inside: Sequence[str] = (),
    *,
    mark: str = "",
    reasons: Sequence[Reason] = (),
) -> HttpResponse:
    context = {
        "form": form,
        "mark": mark,
        "plan": _plan(plan, inside, request) if plan else None,
        "refused": grounds(reasons, request),
        "may_pass": not reasons and request.game.mastermind_id == request.agent.pk,
        "here": address("ascend", request),
    }
    return render(request, "dynasties/ascend.html", context, status=422 if form.errors else 200)


def _plan(plan: Plan, inside: Sequence[str], request: AgentRequest) -> dict[str, Any]:
    """The preview: every rule before and after, and what stays as it is."""
    ticked = {each.casefold() for each in inside}
    holding: dict[str, dict[str, Any]] = {}
    for each in plan.reworded:
        for found in each.inside:
            value = f"{found.rename.key}{MARK}{found.whole}"
            entry = holding.setdefault(
                value.casefold(), {"value": value, "word": found.rename.word, "whole": found.whole, "rules": []}
            )
            entry["is_ticked"] = value.casefold() in ticked
            entry["rules"].append(each.before.title)
    return {
        "title": f"Ascension Address: {plan.wishes.theme}",
        "text": plan.wishes.text,
        "repealed": [rule.title for rule in plan.repealed],
        "reworded": [_reworded(each) for each in plan.reworded if each.changed],
        "inside": list(holding.values()),
        "dials": [{"title": each.after.title, "words": each.dials} for each in plan.reworded if each.dials],
        "left_alone": [each.before.title for each in plan.reworded if each.left_alone],
        "enacted": [{"title": each.title, "text": each.text} for each in plan.enacted],
        "columns": [(each.column.name, each.name) for each in plan.columns],
        "tracked": plan.tracked,
        "untracked": plan.untracked,
        **quietly(law.lints_between(plan.before, plan.after), request),
    }


def _reworded(each: Reworded) -> dict[str, Any]:
    title, text = (
        words_diff(before, after)
        for before, after in ((each.before.title, each.after.title), (each.before.text, each.after.text))
    )
    places = sum(span.op == "added" for span in (*title, *text))
    return {"name": each.after.title, "title": spans(title), "text": spans(text), "places": places}


@require_http_methods(METHODS)
@as_agent
def hand_on(request: AgentRequest) -> HttpResponse:
    """GET: to whom. POST: hands the role on."""
    members = core.current_roster_facts(request.game).in_game
    others = [each for each in members if each.playing and each.id != request.agent.pk]
    form = HandOnForm(request.POST or None, heirs=[(each.id, each.name) for each in others])
    reasons: Sequence[Reason] = ()
    if heir := core.agent(request.game.pk, others[0].id) if others else None:
        reasons = ascending.may_pass_role(request.game, request.agent, heir).reasons
    if request.method == "POST" and form.is_valid():
        to = int(form.cleaned_data["heir"])
        reigning.pass_role(actor_id=request.agent.pk, game_id=request.game.pk, to_agent_id=to)
        messages.success(request, "The role is handed on.")
        return redirect("dynasties", request.game.slug)
    context = {"form": form, "refused": grounds(reasons, request), "others": others}
    return render(request, "dynasties/hand_on.html", context, status=422 if form.errors else 200)


def awaited(request: GameRequest) -> dict[str, Any] | None:
    """The notice for `dynasties/_awaited.html`: who is to speak; None where nobody is, or where e is about to."""
    game, agent = request.game, request.agent
    here = request.resolver_match.url_name if request.resolver_match else ""
    if not game.awaits_address or here in {"ascend", "hand_on"}:
        return None
    row = dynasties.present(game.pk)
    return {
        "name": dynasties.name_of(row) if row else "",
        "head": row.head_name if row else "",
        "admins": request.keywords.plural("admin"),
        "may": agent is not None and ascending.may_ascend(game, agent).outcome,
        "url": address("ascend", request),
        "pass_url": address("hand_on", request) if agent and game.mastermind_id == agent.pk else "",
    }
