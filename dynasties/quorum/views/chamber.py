"""An Episode: its chamber while it sits, its seats while it gathers, its scores when it is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from dynasties.quorum.actions import deciding
from dynasties.quorum.forms.deciding import DecisionForm
from dynasties.quorum.mechanics.laurels import laurel
from dynasties.quorum.queries import episodes, observing
from dynasties.quorum.views import chamber_shown as shown
from dynasties.quorum.views import desk_shown as desk
from dynasties.quorum.views.entered import found, own_seat, signed_in, who
from dynasties.quorum.views.gathering import page as gathering_page
from nomic.core.mechanics.decision import Reason, Refused
from nomic.core.views.entering import GameRequest, in_game, law_of
from proposals.views.wording import address, grounds

if TYPE_CHECKING:
    from dynasties.quorum.models import Episode, Seat

BEFORE = {"gathering", "called-off"}
# How often a page that is open asks whether anything moved, in seconds; and what is a quick round.
SELDOM, OFTEN, QUICK = 20, 4, 600
ETAG = "ETag"


@require_safe
@never_cache
@in_game
def episode(request: GameRequest, number: int) -> HttpResponse:
    """The page of an Episode. htmx gets the part that moves, with `?round=` the round that its page shows; and 304
    where nothing has moved since."""
    row = found(request, number)
    if row.state in BEFORE:
        return gathering_page(request, row)
    seat = own_seat(request, row)
    tag = f'"{observing.etag(row, seat)}"'
    if request.htmx and request.headers.get("If-None-Match") == tag:
        return _tagged(HttpResponse(status=304), tag)
    return _tagged(_head(request, row, seat, tag) if request.htmx else chamber(request, row), tag)


def _tagged(answer: HttpResponse, tag: str) -> HttpResponse:
    answer[ETAG] = tag
    return answer


def _head(request: GameRequest, row: Episode, seat: Seat | None, tag: str) -> HttpResponse:
    """The part of the chamber that moves. A page that shows a round which has closed is told so, and left as it is."""
    seen = observing.observation(row, seat)
    asked = request.GET.get("round", "")
    moved = asked != str(seen["round"]) or row.ended
    context = _moving(request, row, seen, tag) | {"moved": moved, "shown_round": int(asked) if asked.isdecimal() else 0}
    return render(request, "quorum/_head.html", context)


def _moving(request: GameRequest, row: Episode, seen: shown.Seen, tag: str) -> dict[str, Any]:
    """What `quorum/_head.html` takes."""
    poll = OFTEN if row.decision_seconds <= QUICK else SELDOM
    return {
        "head": shown.head(seen),
        "address": address("quorum_episode", request, row.number),
        "etag": tag,
        "poll": poll if seen["state"] == "sitting" else 0,
        "shown_round": seen["round"],
        "halted": episodes.halted(row.game_id, law_of(request)),
    }


def chamber(
    request: GameRequest, row: Episode, form: DecisionForm | None = None, refused: Sequence[Reason] = (),
    status: int = 200,
) -> HttpResponse:  # fmt: skip
    """The whole page. `form`: what was typed and cannot be taken; `refused`: why the rules do not allow it."""
    seat = own_seat(request, row)
    seen = observing.observation(row, seat)
    seats = episodes.seats_of(row)
    tag = f'"{observing.etag(row, seat)}"'
    against = episodes.barred(request.game.pk, law_of(request)) if seen["state"] == "sitting" else ()
    context = {
        "episode": row,
        "seen": seen,
        **_moving(request, row, seen, tag),
        "bill": shown.bill(seen["bill"], shown.titles(seen)) if seen["bill"] else None,
        "desk": desk.desk(seen, form) if seat and seen["state"] == "sitting" else None,
        "stakes": shown.stakes(seen) if seen["bill"] else [],
        "notes": shown.notes(seen),
        "standings": shown.standings(seen),
        "history": shown.history(seen),
        "charts": shown.charts(seen),
        "statutes": seen["statutes"],
        "programs": [each for each in seats if each.kind == "program" and each.account_id == request.user.pk],
        "laurelled": _laurelled(row, seats),
        "barred": grounds(against, request),
        "refused": grounds(refused, request),
    }
    return render(request, "quorum/episode.html", context, status=status)


def _laurelled(row: Episode, seats: Sequence[Seat]) -> str:
    """Who takes the laurel of an Episode that was played to its end; empty while nobody does."""
    if row.state != "over" or not row.scores:
        return ""
    agent = laurel(row.scores, [each.agent_id for each in seats])
    return next((each.name for each in seats if each.agent_id == agent), "") if agent else ""


@require_POST
@never_cache
@signed_in
def decide(request: GameRequest, number: int) -> HttpResponse:
    """A senator decides, or decides otherwise. What the mechanics find wrong is told at its field, and not taken."""
    row = found(request, number)
    seat = own_seat(request, row)
    if seat is None:
        raise Refused(Reason("not-your-seat", law_of(request).rule(episodes.EPISODES)))
    seen = observing.observation(row, seat)
    form = desk.form_for(seen, request.POST)
    if row.state == "sitting" and _is_wrong(form, row, seat, seen):
        return chamber(request, row, form, status=422)
    try:
        answer = deciding.decide(
            **who(request), number=number, seat=seat.number, round=form.cleaned_data["round"], raw=form.raw()
        )
    except Refused as refusal:
        return chamber(request, row, desk.kept(seen, form), refusal.reasons, status=409)
    closed = " With it the round has closed." if answer["closed"] else " You may change it until the round closes."
    messages.success(request, f"Your decision is sealed.{closed}")
    return redirect("quorum_episode", request.game.slug, number)


def _is_wrong(form: DecisionForm, row: Episode, seat: Seat, seen: shown.Seen) -> bool:
    """Whether what was typed for the open round cannot count as it stands."""
    if not form.is_valid():
        return True
    if form.cleaned_data["round"] != seen["round"]:
        return False
    form.place(deciding.judged(row, episodes.senate_of(row), seat.number, form.raw())["problems"])
    return bool(form.errors)


@require_safe
@never_cache
@in_game
def round(request: GameRequest, number: int, of: int) -> HttpResponse:
    """A round that has closed: its bill, what everybody did, and what each gain came from."""
    row = found(request, number)
    seen = observing.observation(row, own_seat(request, row))
    record = next((each for each in seen["history"] if each["round"] == of), None)
    if record is None:
        raise Http404("No round of that number has closed.")
    context = {
        "episode": row,
        "round": shown.closed(record, seen["names"]),
        "bill": shown.bill(episodes.closed_rounds(row)[of].bill, shown.titles(seen), record["adopted"]),
        "before": of - 1 if of else None,
        "after": of + 1 if of + 1 < len(seen["history"]) else None,
    }
    return render(request, "quorum/round.html", context)
