"""An Episode that gathers: seats are taken and left, programs and scripts seated; it opens, or is called off."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from dynasties.quorum.actions import convening, seating
from dynasties.quorum.forms.convening import BenchForm, ProgramForm
from dynasties.quorum.mechanics.policies import POLICIES
from dynasties.quorum.queries import episodes, observing
from dynasties.quorum.views import asking
from dynasties.quorum.views.chamber_shown import Shown, terms
from dynasties.quorum.views.copying import bot
from dynasties.quorum.views.entered import found, own_seat, signed_in, who
from dynasties.quorum.words_chamber import SENATORS
from nomic.core.mechanics.decision import Invalid, Reason, Refused
from nomic.core.views.entering import GameRequest, law_of
from proposals.views.wording import address, grounds

if TYPE_CHECKING:
    from dynasties.quorum.models import Episode, Seat


def page(
    request: GameRequest, row: Episode, typed: Mapping[str, Any] | None = None, refused: Sequence[Reason] = (),
    status: int = 200,
) -> HttpResponse:  # fmt: skip
    """The seats, and what the reader may do about them; htmx gets what moves of it, even when the Episode has opened.
    `typed`: forms that could not be taken, by name."""
    seats, forms = episodes.seats_of(row), typed or {}
    empty = [each.number for each in seats if each.kind == "empty"]
    mine = own_seat(request, row)
    against = why_not(request)
    context = {
        "episode": row,
        "address": address("quorum_episode", request, row.number),
        "etag": observing.etag(row, mine),
        "poll": asking.pause(row),
        "seats": [_seat(each, row, request, forms) for each in seats],
        "empty": len(empty),
        "taken": len(seats) - len(empty),
        "terms": terms(row.config, row.decision_seconds, row.convener_name, seed_given=row.seed_given),
        "sits": mine.number if mine else None,
        "is_convener": row.convener_id == request.user.pk,
        "is_gathering": row.state == "gathering",
        "bench_form": forms.get("bench") or BenchForm(empty=empty),
        "bench": POLICIES.values(),
        "against": grounds(against, request),
        "may_act": request.user.is_authenticated and not against and row.state == "gathering",
        "refused": grounds(refused, request),
    }
    template = "quorum/_gathering.html" if request.htmx else "quorum/gathering.html"
    return render(request, template, context, status=status)


def why_not(request: GameRequest) -> tuple[Reason, ...]:
    """Why the reader may neither convene nor sit now; empty where e may, and for who has yet to sign in."""
    law = law_of(request)
    against = episodes.barred(request.game.pk, law)
    if against or not request.user.is_authenticated:
        return against
    return episodes.kept_out(request.game, request.user, request.agent, law)


def _seat(seat: Seat, row: Episode, request: GameRequest, forms: Mapping[str, Any]) -> Shown:
    held = seat.account_id is not None and seat.account_id == request.user.pk
    return {
        "row": seat,
        "is_empty": seat.kind == "empty",
        "kind": SENATORS[seat.kind],
        "is_yours": held,
        "answers": seat.agent.name if seat.kind == "program" and seat.agent else "",
        "may_leave": held or (seat.kind == "script" and row.convener_id == request.user.pk),
        "program_form": forms.get(f"program:{seat.number}") or ProgramForm(auto_id=f"program_{seat.number}_%s"),
        "wrong": f"program:{seat.number}" in forms,
    }


@require_POST
@never_cache
@signed_in
def take(request: GameRequest, number: int, seat: int) -> HttpResponse:
    """Sit down."""
    return _done(request, number, f"You sit in seat {seat}.", lambda: seating.take_seat(
        **who(request), number=number, seat=seat
    ))  # fmt: skip


@require_POST
@never_cache
@signed_in
def leave(request: GameRequest, number: int, seat: int) -> HttpResponse:
    """Give a seat back."""
    return _done(request, number, f"Seat {seat} is free again.", lambda: seating.leave_seat(
        **who(request), number=number, seat=seat
    ))  # fmt: skip


@require_POST
@never_cache
@signed_in
def program(request: GameRequest, number: int, seat: int) -> HttpResponse:
    """Seat a program that the reader answers for. Its token is on the page that answers, and nowhere ever after."""
    row, form = found(request, number), ProgramForm(request.POST, auto_id=f"program_{seat}_%s")
    if not form.is_valid():
        return page(request, row, {f"program:{seat}": form}, status=422)
    try:
        made, token = seating.seat_program(**who(request), number=number, seat=seat, **form.cleaned_data)
    except Invalid as error:
        form.refuse(error)
        return page(request, row, {f"program:{seat}": form}, status=422)
    except Refused as refusal:
        return page(request, found(request, number), {f"program:{seat}": form}, refusal.reasons, status=409)
    return _token_shown(request, number, made.number, made.name, token)


@require_POST
@never_cache
@signed_in
def token(request: GameRequest, number: int, seat: int) -> HttpResponse:
    """A new token for one's program; the old one is worth nothing any more."""
    made = seating.renew_token(**who(request), number=number, seat=seat)
    name = next(each.name for each in episodes.seats_of(found(request, number)) if each.number == seat)
    return _token_shown(request, number, seat, name, made)


def _token_shown(request: GameRequest, number: int, seat: int, name: str, token: str) -> HttpResponse:
    where = request.build_absolute_uri(address("quorum_api_episode", request, number))
    context = {"number": number, "seat": seat, "name": name, "token": token, "where": where, "bot": bot()}
    return render(request, "quorum/token.html", context)


@require_POST
@never_cache
@signed_in
def bench(request: GameRequest, number: int, seat: int) -> HttpResponse:
    """The convener seats a script."""
    script = request.POST.get("script", "")
    return _done(request, number, f"A script sits in seat {seat}.", lambda: seating.seat_script(
        **who(request), number=number, seat=seat, script=script
    ))  # fmt: skip


@require_POST
@never_cache
@signed_in
def open_(request: GameRequest, number: int) -> HttpResponse:
    """The convener opens it, with a script in every seat that is empty."""
    row = found(request, number)
    form = BenchForm(request.POST, empty=[each.number for each in episodes.seats_of(row) if each.kind == "empty"])
    if not form.is_valid():
        return page(request, row, {"bench": form}, status=422)
    return _done(request, number, "The Senate sits.", lambda: convening.open_episode(
        **who(request), number=number, scripts=form.scripts
    ))  # fmt: skip


@require_POST
@never_cache
@signed_in
def call_off(request: GameRequest, number: int) -> HttpResponse:
    """The convener calls it off."""
    return _done(request, number, "The Episode is called off.", lambda: convening.call_off(
        **who(request), number=number
    ))  # fmt: skip


def _done(request: GameRequest, number: int, said: str, act: Callable[[], object]) -> HttpResponse:
    act()
    messages.success(request, said)
    return redirect(reverse("quorum_episode", args=[request.game.slug, number]))
