"""The Senate: its Episodes, convening one; and an Episode that gathers: seats are taken and left, it opens, or is
called off. (Rule Episodes)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from dynasties.quorum.dials import (
    CAUCUS,
    DECISION_TIME,
    EPISODES,
    LAURELS,
    LAURELS_WON,
    LEAST_ROUNDS,
    LEAST_SEATS,
    ROUNDS,
    SEATS,
    THRESHOLD,
    THRESHOLD_KIND,
    VETO,
)
from dynasties.quorum.episodes import queries as episodes_queries
from dynasties.quorum.episodes.presenters import EpisodeTerms, episode_terms, round_place
from dynasties.quorum.episodes.words import SENATOR_WORDS, STATE_WORDS
from dynasties.quorum.rounds import queries as rounds_queries, views as rounds_views
from dynasties.quorum.rounds.rules_scripts import POLICIES
from dynasties.quorum.rounds.views import account_required, actor_facts, get_episode_or_404, own_seat
from dynasties.quorum.senate import actions as senate_actions, queries as senate_queries
from dynasties.quorum.senate.forms import BenchForm, ConveneForm, ProgramForm
from dynasties.quorum.senate.queries import ListedEpisode
from nomic.core.decision import Reason
from nomic.core.forms import NotDone, fresh_token, run_form
from nomic.core.law.rules import Law
from nomic.core.law.rules_wordings import Duration, decimal_words
from nomic.core.requests import GameRequest, in_game, law_of, missing_provision
from proposals.reasons.presenters import address, reasons_context

if TYPE_CHECKING:
    from dynasties.quorum.episodes.models import Episode, Seat

PER_PAGE = 20  # of the Episodes that are past
USUAL_SEATS, USUAL_ROUNDS = 4, 10
# What a convener may allow, and which mechanism has it.
SWITCH_CHOICES = {"veto": VETO, "caucus": CAUCUS}


@require_safe
@never_cache
@in_game
def senate_page(request: GameRequest) -> HttpResponse:
    """Every Episode: those that sit, those that gather, and twenty a page those that are past; who has laurels."""
    law = law_of(request)
    found = [_episode_card(each, request) for each in senate_queries.current_episodes(request.game.pk, request.user.pk)]
    page = Paginator(senate_queries.past_episodes(request.game.pk), PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "sitting": [each for each in found if each.row.state == "sitting"],
        "gathering": [each for each in found if each.row.state == "gathering"],
        "past": [_episode_card(senate_queries.listed_past_episode(each), request) for each in page.object_list],
        "page": page,
        "laurels": episodes_queries.laurel_counts(request.game, law),
        "needed": law[LAURELS] if law.carries(LAURELS_WON) else None,
        "lack": missing_provision(EPISODES, request),
        "against": reasons_context(exclusion_on_request(request), request),
    }
    return render(request, "quorum/senate.html", context)


@dataclass(frozen=True, slots=True)
class EpisodeCard:
    """An Episode in the list. `seats`: number, name, kind and score of each; `is_in`: the reader sits in it."""

    listed: ListedEpisode
    row: Episode
    ordinal: str
    seats: Sequence[tuple[int, str, str, str]]
    state: str
    terms: EpisodeTerms
    is_in: bool


def _episode_card(each: ListedEpisode, request: GameRequest) -> EpisodeCard:
    row = each.episode
    scores = row.scores or [""] * len(each.seats)
    seats = [
        (seat.number, seat.name, SENATOR_WORDS[seat.kind], score)
        for seat, score in zip(each.seats, scores, strict=True)
    ]
    return EpisodeCard(
        each,
        row,
        round_place(each.round, row.config["num_rounds"]) if each.round is not None else "",
        sorted(seats, key=lambda seat: -Fraction(seat[3])) if row.scores else seats,
        STATE_WORDS[row.state],
        episode_terms(row.config, row.decision_seconds, row.convener_name, seed_given=row.seed_given),
        any(seat.account_id is not None and seat.account_id == request.user.pk for seat in each.seats),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@account_required
def convene_episode(request: GameRequest) -> HttpResponse:
    """Convene an Episode."""
    law = law_of(request)
    shut = [name for name, mechanism in SWITCH_CHOICES.items() if not law.carries(mechanism)]
    said: dict[str, Any] = {"helps": _field_helps(law), "shut": shut}
    if request.method != "POST":
        return _convene_page(request, ConveneForm(initial=_usual_wishes(law), **said), exclusion_on_request(request))
    form = ConveneForm(request.POST, **said)
    convene = senate_actions.convene_episode
    made = run_form(form, lambda: convene(**actor_facts(request), **form.wishes()), shows_refusals=True)
    if isinstance(made, NotDone):
        return _convene_page(request, form, made.reasons, made.status)
    messages.success(request, "The Episode is convened, and its seats may be taken.")
    return redirect("quorum_episode", request.game.slug, made.number)


def _usual_wishes(law: Law) -> dict[str, object]:
    """What a form begins with: what most will want, as far as the law lets it be."""
    seats, rounds = law[SEATS] or LEAST_SEATS, law[ROUNDS] or LEAST_ROUNDS
    return {
        "seats": min(seats, USUAL_SEATS),
        "rounds": min(rounds, USUAL_ROUNDS),
        "veto": True,
        "caucus": True,
        "token": fresh_token(),
    }


def _field_helps(law: Law) -> dict[str, str]:
    """What the law says of each field, as it is now."""
    usual = law[DECISION_TIME]
    bounds = [decimal_words(each) for each in (THRESHOLD_KIND.least, THRESHOLD_KIND.most)]
    return {
        "seats": f"From {LEAST_SEATS} to {law[SEATS]}, for people, programs and scripts.",
        "rounds": f"From {LEAST_ROUNDS} to {law[ROUNDS]}; one bill in each.",
        "threshold": f"The share of all influence that a bill takes to pass, from {bounds[0]} to {bounds[1]}. "
        f"Left empty, it is {decimal_words(law[THRESHOLD])}.",
        "decision_seconds": "Such as “24 hours”, “90 minutes” or “45 seconds”; a round closes sooner once all have "
        f"decided. Left empty, it is {Duration().words(usual) if usual else 'sixty days'}.",
    }


def _convene_page(
    request: GameRequest, form: ConveneForm, reasons: Sequence[Reason] = (), status: int = 200
) -> HttpResponse:
    context = {"form": form, "grounds": reasons_context(reasons, request), "refused": status == 409}
    return render(request, "quorum/convene.html", context, status=status)


# An Episode that gathers: seats are taken and left, programs and scripts seated; it opens, or is called off.


def gathering_page(
    request: GameRequest,
    row: Episode,
    typed: Mapping[str, Any] | None = None,
    refused: Sequence[Reason] = (),
    status: int = 200,
) -> HttpResponse:
    """The seats, and what the reader may do about them; htmx gets what moves of it, even when the Episode has opened.
    `typed`: forms that could not be taken, by name."""
    seats, forms = episodes_queries.seats_of(row), typed or {}
    empty = [each.number for each in seats if each.kind == "empty"]
    mine = own_seat(request, row)
    against = exclusion_on_request(request)
    context = {
        "episode": row,
        "address": address("quorum_episode", request, row.number),
        "etag": rounds_queries.etag(row, mine),
        "poll": rounds_views.refresh_seconds(row),
        "seats": [_seat_card(each, row, request, forms) for each in seats],
        "empty": len(empty),
        "taken": len(seats) - len(empty),
        "terms": episode_terms(row.config, row.decision_seconds, row.convener_name, seed_given=row.seed_given),
        "sits": mine.number if mine else None,
        "is_convener": row.convener_id == request.user.pk,
        "is_gathering": row.state == "gathering",
        "bench_form": forms.get("bench") or BenchForm(empty=empty),
        "bench": POLICIES.values(),
        "against": reasons_context(against, request),
        "may_act": request.user.is_authenticated and not against and row.state == "gathering",
        "refused": reasons_context(refused, request),
    }
    template = "quorum/_gathering.html" if request.htmx else "quorum/gathering.html"
    return render(request, template, context, status=status)


def exclusion_on_request(request: GameRequest) -> tuple[Reason, ...]:
    """Why the reader may neither convene nor sit now; empty where e may, and for who has yet to sign in."""
    law = law_of(request)
    against = episodes_queries.barring_reasons(request.game.pk, law)
    if against or not request.user.is_authenticated:
        return against
    return episodes_queries.exclusion_reasons(request.game, request.user, request.agent, law)


@dataclass(frozen=True, slots=True)
class SeatCard:
    """A seat of an Episode that gathers. `answers`: who does for the program in it; `wrong`: its form was refused."""

    row: Seat
    kind: str
    is_yours: bool
    answers: str
    may_leave: bool
    program_form: ProgramForm
    wrong: bool


def _seat_card(seat: Seat, row: Episode, request: GameRequest, forms: Mapping[str, Any]) -> SeatCard:
    held, key = seat.account_id is not None and seat.account_id == request.user.pk, f"program:{seat.number}"
    return SeatCard(
        seat,
        SENATOR_WORDS[seat.kind],
        held,
        seat.agent.name if seat.kind == "program" and seat.agent else "",
        held or (seat.kind == "script" and row.convener_id == request.user.pk),
        forms.get(key) or ProgramForm(auto_id=f"program_{seat.number}_%s"),
        key in forms,
    )


@require_POST
@never_cache
@account_required
def take_seat(request: GameRequest, number: int, seat: int) -> HttpResponse:
    """Sit down."""
    return _run_act(
        request,
        number,
        f"You sit in seat {seat}.",
        lambda: senate_actions.take_seat(**actor_facts(request), number=number, seat=seat),
    )


@require_POST
@never_cache
@account_required
def leave_seat(request: GameRequest, number: int, seat: int) -> HttpResponse:
    """Give a seat back."""
    return _run_act(
        request,
        number,
        f"Seat {seat} is free again.",
        lambda: senate_actions.leave_seat(**actor_facts(request), number=number, seat=seat),
    )


@require_POST
@never_cache
@account_required
def seat_program(request: GameRequest, number: int, seat: int) -> HttpResponse:
    """Seat a program that the reader answers for. Its token is on the page that answers, and nowhere ever after."""
    row, form = get_episode_or_404(request, number), ProgramForm(request.POST, auto_id=f"program_{seat}_%s")

    def seat_it() -> tuple[Seat, str]:
        return senate_actions.seat_program(**actor_facts(request), number=number, seat=seat, **form.cleaned_data)

    done = run_form(form, seat_it, shows_refusals=True)
    if isinstance(done, NotDone):
        row = get_episode_or_404(request, number) if done.reasons else row
        return gathering_page(request, row, {f"program:{seat}": form}, done.reasons, status=done.status)
    made, token = done
    return _token_page(request, number, made.number, made.name, token)


@require_POST
@never_cache
@account_required
def renew_token(request: GameRequest, number: int, seat: int) -> HttpResponse:
    """A new token for one's program; the old one is worth nothing any more."""
    made = senate_actions.renew_token(**actor_facts(request), number=number, seat=seat)
    name = next(
        each.name for each in episodes_queries.seats_of(get_episode_or_404(request, number)) if each.number == seat
    )
    return _token_page(request, number, seat, name, made)


def _token_page(request: GameRequest, number: int, seat: int, name: str, token: str) -> HttpResponse:
    where = request.build_absolute_uri(address("quorum_api_episode", request, number))
    context = {"number": number, "seat": seat, "name": name, "token": token, "where": where, "bot": bot_text()}
    return render(request, "quorum/token.html", context)


@require_POST
@never_cache
@account_required
def seat_script(request: GameRequest, number: int, seat: int) -> HttpResponse:
    """The convener seats a script."""
    script = request.POST.get("script", "")
    return _run_act(
        request,
        number,
        f"A script sits in seat {seat}.",
        lambda: senate_actions.seat_script(**actor_facts(request), number=number, seat=seat, script=script),
    )


@require_POST
@never_cache
@account_required
def open_episode(request: GameRequest, number: int) -> HttpResponse:
    """The convener opens it, with a script in every seat that is empty."""
    row = get_episode_or_404(request, number)
    form = BenchForm(
        request.POST, empty=[each.number for each in episodes_queries.seats_of(row) if each.kind == "empty"]
    )
    if not form.is_valid():
        return gathering_page(request, row, {"bench": form}, status=422)
    return _run_act(
        request,
        number,
        "The Senate sits.",
        lambda: senate_actions.open_episode(**actor_facts(request), number=number, scripts=form.scripts),
    )


@require_POST
@never_cache
@account_required
def call_off_episode(request: GameRequest, number: int) -> HttpResponse:
    """The convener calls it off."""
    return _run_act(
        request,
        number,
        "The Episode is called off.",
        lambda: senate_actions.call_off_episode(**actor_facts(request), number=number),
    )


def _run_act(request: GameRequest, number: int, said: str, act: Callable[[], object]) -> HttpResponse:
    act()
    messages.success(request, said)
    return redirect(reverse("quorum_episode", args=[request.game.slug, number]))


PROGRAMS = files("dynasties.quorum.programs")


def bot_text() -> str:
    """The ten lines, for who has the client as a file beside them."""
    return (
        (PROGRAMS / "bot.py")
        .read_text("utf-8")
        .replace("dynasties.quorum.programs.client", "quorum_client")
        .replace("-m dynasties.quorum.programs.bot", "bot.py")
    )
