"""The Dynasties of a game, their archive and colours; the new Mastermind's Address, and handing on the role. (Rules
1.8 and 1.9)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe

from dynasties.succession import (
    actions as succession_actions,
    queries as succession_queries,
    queries_ascension as succession_queries_ascension,
)
from dynasties.succession.forms import MARK, AscensionForm, HandOnForm
from dynasties.succession.queries_ascension import AscensionPlan
from dynasties.succession.rules import accent_colours, read_wishes
from dynasties.succession.rules_rewording import Reworded
from nomic.core.decision import Reason
from nomic.core.forms import NotDone, fresh_token, run_form
from nomic.core.games import queries as games_queries
from nomic.core.language.rules import OFFICES, Keywords
from nomic.core.law.dials import DOV_DECLARING
from nomic.core.log import queries as log_queries
from nomic.core.requests import AgentRequest, GameRequest, actor_of, agent_required, in_game, missing_provision
from nomic.core.roster import queries as roster_queries
from nomic.core.templatetags.nomic_markdown import markdown
from proposals.changes.presenters import present_lints, shorten_diff
from proposals.posts import queries as posts_queries
from proposals.reasons.presenters import address, reason_text, reasons_context
from rulesets.changes import queries as changes_queries
from rulesets.history import queries as history_queries
from rulesets.history.rules_differences import words_diff
from rulesets.text.rules import Section

if TYPE_CHECKING:
    from dynasties.succession.models import Dynasty
    from nomic.core.games.models import Game


@require_safe
@in_game
def dynasties_page(request: GameRequest) -> HttpResponse:
    """Every Dynasty, the newest first, with what happened in it; and whether the law lets there be another."""
    rows = list(succession_queries.all_dynasties(request.game.pk))
    counted = succession_queries.statistics(rows, request.now)
    shown_rows = [dynasty_context(row, counted[row.number], request) for row in rows]
    return render(
        request, "dynasties/dynasties.html", {"rows": shown_rows, "lack": missing_provision(DOV_DECLARING, request)}
    )


@require_safe
@in_game
def dynasty_page(request: GameRequest, number: int) -> HttpResponse:
    """One Dynasty: its Address and keywords, how it ended, and what the game had come to by then."""
    row = succession_queries.get_dynasty(request.game.pk, number)
    if row is None:
        raise Http404("There is no such Dynasty.")
    context = {
        "dynasty": dynasty_context(row, succession_queries.statistics([row], request.now)[number], request),
        "address_text": markdown(row.address.body) if row.address else "",
        "keywords_then": _keywords(succession_queries.keywords_of(row)),
        "won": _won_context(row, request),
        "earlier": _links_beside(request, number - 1),
        "later": _links_beside(request, number + 1),
    }
    return render(request, "dynasties/dynasty.html", context)


def dynasty_context(row: Dynasty, counted: succession_queries.Statistics, request: GameRequest) -> dict[str, Any]:
    """A Dynasty as both pages show it."""
    return {
        "row": row,
        "name": succession_queries.dynasty_name_of(row),
        "url": address("dynasty", request, row.number),
        "head_url": address("agent", request, row.head_id) if row.head_id else "",
        "address_url": address("post", request, row.address.number) if row.address else "",
        "statistics": counted,
        "before": (row.ended_seq or 1) - 1,
    }


def _links_beside(request: GameRequest, number: int) -> dict[str, str] | None:
    """The Dynasty of that number, for a link to it."""
    row = succession_queries.get_dynasty(request.game.pk, number)
    return (
        {"name": succession_queries.dynasty_name_of(row), "url": address("dynasty", request, number)} if row else None
    )


def _keywords(words: Keywords) -> list[dict[str, str]]:
    """Each office's word, for one and for several."""
    usual = Keywords()
    return [{"office": usual.of(each), "word": words.of(each), "several": words.plural(each)} for each in OFFICES]


def _won_context(row: Dynasty, request: GameRequest) -> dict[str, Any] | None:
    """The Declaration of Victory with which it ended."""
    event = succession_queries.won_by(row)
    if event is None:
        return None
    number = int(event.subject.removeprefix("post:"))
    winner = log_queries.last_called(row.game_id, event.subject)
    return {"number": number, "url": address("post", request, number), "title": winner.get("title", ""), "at": event.at}


@require_safe
@cache_control(public=True, max_age=3600)
def stylesheet(request: HttpRequest, slug: str) -> HttpResponse:
    """The accent of the present Dynasty, for light paper and for dark; nothing where it has none."""
    game = games_queries.game(slug)
    if game is None:
        raise Http404("There is no such game.")
    hue = succession_queries.accent(game)
    light, dark = accent_colours(hue) if hue is not None else ("", "")
    css = f":root {{ --accent: light-dark({light}, {dark}); }}\n" if light else ""
    return HttpResponse(css, content_type="text/css; charset=utf-8")


def plate(game: Game) -> dict[str, str]:
    """What the nameplate says of the present Dynasty. The sheet's address changes with its colour."""
    row = succession_queries.present_dynasty(game.pk)
    if row is None:
        return {}
    sheet = reverse("dynasty_css", args=[game.slug])
    return {
        "dynasty": f"{row.emblem} {succession_queries.dynasty_name_of(row)}".strip(),
        "dynasty_url": reverse("dynasty", args=[game.slug, row.number]),
        "motto": row.theme,
        "theme_url": f"{sheet}?hue={row.accent}" if row.accent is not None else "",
    }


# The new Mastermind's page: the Address, tried out whole before it is given; and the role handed on. (Rule 1.9)

METHODS = ["GET", "HEAD", "POST"]


@require_http_methods(METHODS)
@agent_required
def ascend_page(request: AgentRequest) -> HttpResponse:
    """GET: the Address, unwritten. POST: tried out, and, once it has been seen as it stands, given."""
    may = succession_queries_ascension.may_ascend(request.game, request.agent)
    if request.method != "POST":
        return _ascension_context(request, _ascension_form(request), reasons=may.reasons)
    form, inside = _ascension_form(request), request.POST.getlist("inside")
    # A form sent twice is the same Address, whatever has become of the law by it.
    if form.is_valid() and posts_queries.post_by_token(request.agent, form.cleaned_data["token"]):
        return _give_address(request, form, None, inside, "")
    plan = _tried_plan(request, form, inside) if form.is_valid() else None
    if plan is None or not plan.decision.outcome:
        return _ascension_context(request, form, plan, inside, reasons=may.reasons)
    mark = _mark_words(request, plan, form.entries(inside))
    if request.POST.get("do") != "ascend" or form.cleaned_data["previewed"] != mark:
        return _ascension_context(request, form, plan, inside, mark=mark, reasons=may.reasons)
    return _give_address(request, form, plan, inside, mark)


def _ascension_form(request: AgentRequest) -> AscensionForm:
    rules = history_queries.ruleset(request.game.pk).in_section(Section.DYNASTIC)
    data = request.POST if request.method == "POST" else None
    return AscensionForm(data, initial={"token": fresh_token()}, rules=rules, keywords=request.keywords)


def _tried_plan(request: AgentRequest, form: AscensionForm, inside: Sequence[str]) -> AscensionPlan | None:
    """What it would bring about; every reason why it may not be stands at its field."""
    wishes = run_form(form, lambda: succession_actions.wishes_of(request.keywords, form.words(inside)))
    if isinstance(wishes, NotDone):
        return None
    plan = succession_queries_ascension.ascension_plan(request.game, wishes)
    for reason in plan.decision.reasons:
        form.add_reason(reason, reason_text(reason, request))
    return plan


def _mark_words(request: AgentRequest, plan: AscensionPlan, entries: list[dict[str, Any]]) -> str:
    """By which is known that what is given is what was seen, on the law as it was seen."""
    return f"{history_queries.edition(request.game.pk).seq}-{read_wishes(plan.wishes, entries)}"


def _give_address(
    request: AgentRequest, form: AscensionForm, plan: AscensionPlan | None, inside: Sequence[str], mark: str
) -> HttpResponse:
    address, token = succession_actions.give_address, form.cleaned_data["token"]
    done = run_form(form, lambda: address(**actor_of(request), token=token, words=form.words(inside)))
    if isinstance(done, NotDone):
        return _ascension_context(request, form, plan, inside, mark=mark)
    messages.success(request, "The Dynasty is open, and the game goes on.")
    row = succession_queries.present_dynasty(request.game.pk)
    return redirect("dynasty", request.game.slug, row.number if row else 1)


def _ascension_context(
    request: AgentRequest,
    form: AscensionForm,
    plan: AscensionPlan | None = None,
    inside: Sequence[str] = (),
    *,
    mark: str = "",
    reasons: Sequence[Reason] = (),
) -> HttpResponse:
    context = {
        "form": form,
        "mark": mark,
        "plan": _ascension_plan(plan, inside, request) if plan else None,
        "refused": reasons_context(reasons, request),
        "may_pass": not reasons and request.game.mastermind_id == request.agent.pk,
        "here": address("ascend", request),
    }
    return render(request, "dynasties/ascend.html", context, status=422 if form.errors else 200)


def _ascension_plan(plan: AscensionPlan, inside: Sequence[str], request: AgentRequest) -> dict[str, Any]:
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
        "repealed": [rule.title for rule in plan.repealed_rules],
        "reworded": [_reworded_rules(each) for each in plan.reworded if each.has_changed],
        "inside": list(holding.values()),
        "dials": [{"title": each.after.title, "words": each.dials} for each in plan.reworded if each.dials],
        "left_alone": [each.before.title for each in plan.reworded if each.left_alone],
        "enacted": [{"title": each.title, "text": each.text} for each in plan.enacted_rules],
        "columns": [(each.column.name, each.name) for each in plan.columns],
        "tracked": plan.made_columns,
        "untracked": plan.dropped_columns,
        **present_lints(changes_queries.lints_between(plan.before, plan.after), request),
    }


def _reworded_rules(each: Reworded) -> dict[str, Any]:
    title, text = (
        words_diff(before, after)
        for before, after in ((each.before.title, each.after.title), (each.before.text, each.after.text))
    )
    places = sum(span.op == "added" for span in (*title, *text))
    return {"name": each.after.title, "title": shorten_diff(title), "text": shorten_diff(text), "places": places}


@require_http_methods(METHODS)
@agent_required
def hand_on_page(request: AgentRequest) -> HttpResponse:
    """GET: to whom. POST: hands the role on."""
    members = roster_queries.current_roster_facts(request.game).in_game
    others = [each for each in members if each.is_playing and each.id != request.agent.pk]
    form = HandOnForm(request.POST or None, heirs=[(each.id, each.name) for each in others])
    reasons: Sequence[Reason] = ()
    if heir := games_queries.agent(request.game.pk, others[0].id) if others else None:
        reasons = succession_queries_ascension.may_pass_role(request.game, request.agent, heir).reasons
    if request.method == "POST" and form.is_valid():
        to = int(form.cleaned_data["heir"])
        succession_actions.pass_role(actor_id=request.agent.pk, game_id=request.game.pk, to_agent_id=to)
        messages.success(request, "The role is handed on.")
        return redirect("dynasties", request.game.slug)
    context = {"form": form, "refused": reasons_context(reasons, request), "others": others}
    return render(request, "dynasties/hand_on.html", context, status=422 if form.errors else 200)


def address_awaited(request: GameRequest) -> dict[str, Any] | None:
    """The notice for `dynasties/_awaited.html`: who is to speak; None where nobody is, or where e is about to."""
    game, agent = request.game, request.agent
    here = request.resolver_match.url_name if request.resolver_match else ""
    if not game.awaits_address or here in {"ascend", "hand_on"}:
        return None
    row = succession_queries.present_dynasty(game.pk)
    return {
        "name": succession_queries.dynasty_name_of(row) if row else "",
        "head": row.head_name if row else "",
        "admins": request.keywords.plural("admin"),
        "may": agent is not None and succession_queries_ascension.may_ascend(game, agent).outcome,
        "url": address("ascend", request),
        "pass_url": address("hand_on", request) if agent and game.mastermind_id == agent.pk else "",
    }
