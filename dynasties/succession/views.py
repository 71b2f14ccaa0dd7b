"""The Dynasties of a game, their archive and colours; the new Mastermind's Address, and handing on the role. (Rules
1.8 and 1.9)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
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
from rulesets.reading.presenters import DiffPiece
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
    found = [(row, succession_queries.dynasty_name_of(row), counted[row.number]) for row in rows]
    context = {"rows": found, "lack": missing_provision(DOV_DECLARING, request)}
    return render(request, "dynasties/dynasties.html", context)


@require_safe
@in_game
def dynasty_page(request: GameRequest, number: int) -> HttpResponse:
    """One Dynasty: its Address and keywords, how it ended, and what the game had come to by then."""
    row = succession_queries.get_dynasty(request.game.pk, number)
    if row is None:
        raise Http404("There is no such Dynasty.")
    context = {
        "row": row,
        "name": succession_queries.dynasty_name_of(row),
        "statistics": succession_queries.statistics([row], request.now)[number],
        "before": (row.ended_seq or 1) - 1,
        "address_text": markdown(row.address.body) if row.address else "",
        "keywords_then": _keywords(Keywords.load(row.keywords)),
        "won": _winning_post(row),
        "earlier": _dynasty_link(request, number - 1),
        "later": _dynasty_link(request, number + 1),
    }
    return render(request, "dynasties/dynasty.html", context)


def _dynasty_link(request: GameRequest, number: int) -> tuple[int, str] | None:
    """Number and name of the Dynasty of that number, for a link to it."""
    row = succession_queries.get_dynasty(request.game.pk, number)
    return (number, succession_queries.dynasty_name_of(row)) if row else None


def _keywords(words: Keywords) -> list[tuple[str, str, str]]:
    """Each office's usual word, and its word for one and for several."""
    usual = Keywords()
    return [(usual.of(each), words.of(each), words.plural(each)) for each in OFFICES]


@dataclass(frozen=True, slots=True)
class WinningPost:
    """The Declaration of Victory with which a Dynasty ended."""

    number: int
    title: object
    at: datetime


def _winning_post(row: Dynasty) -> WinningPost | None:
    event = succession_queries.won_by(row)
    if event is None:
        return None
    title = log_queries.last_called(row.game_id, event.subject).get("title", "")
    return WinningPost(int(event.subject.removeprefix("post:")), title, event.at)


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
        "preview": _ascension_preview(plan, inside) if plan else None,
        **(present_lints(changes_queries.lints_between(plan.before, plan.after), request) if plan else {}),
        "refused": reasons_context(reasons, request),
        "may_pass": not reasons and request.game.mastermind_id == request.agent.pk,
        "here": address("ascend", request),
    }
    return render(request, "dynasties/ascend.html", context, status=422 if form.errors else 200)


@dataclass(frozen=True, slots=True)
class InsideWord:
    """A word that holds a keyword, the rules that it is in, and whether it is to give way. `value`: of its tick."""

    value: str
    word: str
    whole: str
    is_ticked: bool
    rules: list[str]


@dataclass(frozen=True, slots=True)
class AscensionPreview:
    """What an Address would bring about. `reworded`: rules, with the differences of title and text, and in how many
    places; then what stays as it is."""

    plan: AscensionPlan
    reworded: Sequence[tuple[str, Sequence[DiffPiece], Sequence[DiffPiece], int]]
    inside: Sequence[InsideWord]
    dials: Sequence[Reworded]
    left_alone: Sequence[Reworded]


def _ascension_preview(plan: AscensionPlan, inside: Sequence[str]) -> AscensionPreview:
    ticked = {each.casefold() for each in inside}
    holding: dict[str, InsideWord] = {}
    for each in plan.reworded:
        for found in each.inside:
            value = f"{found.rename.key}{MARK}{found.whole}"
            key = value.casefold()
            word = InsideWord(value, found.rename.word, found.whole, key in ticked, [])
            holding.setdefault(key, word).rules.append(each.before.title)
    return AscensionPreview(
        plan,
        [_differences(each) for each in plan.reworded if each.has_changed],
        list(holding.values()),
        [each for each in plan.reworded if each.dials],
        [each for each in plan.reworded if each.left_alone],
    )


def _differences(each: Reworded) -> tuple[str, Sequence[DiffPiece], Sequence[DiffPiece], int]:
    title, text = words_diff(each.before.title, each.after.title), words_diff(each.before.text, each.after.text)
    places = sum(span.op == "added" for span in (*title, *text))
    return each.after.title, shorten_diff(title), shorten_diff(text), places


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


@dataclass(frozen=True, slots=True)
class AwaitedAddress:
    """The notice of `dynasties/_awaited.html`: who is to speak, and what the reader may do about it."""

    name: str
    head: str
    admins: str
    may: bool
    may_pass: bool


def address_awaited(request: GameRequest) -> AwaitedAddress | None:
    """None where nobody is to speak, or where e is about to."""
    game, agent = request.game, request.agent
    here = request.resolver_match.url_name if request.resolver_match else ""
    if not game.awaits_address or here in {"ascend", "hand_on"}:
        return None
    row = succession_queries.present_dynasty(game.pk)
    return AwaitedAddress(
        succession_queries.dynasty_name_of(row) if row else "",
        row.head_name if row else "",
        request.keywords.plural("admin"),
        agent is not None and succession_queries_ascension.may_ascend(game, agent).outcome,
        agent is not None and game.mastermind_id == agent.pk,
    )
