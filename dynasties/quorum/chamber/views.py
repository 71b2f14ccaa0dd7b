"""An Episode: its chamber while it sits, its seats while it gathers, its scores when it is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from dynasties.quorum.chamber import presenters as chamber_presenters
from dynasties.quorum.chamber.forms import DecisionForm
from dynasties.quorum.dials import EPISODES
from dynasties.quorum.episodes import queries as episodes_queries
from dynasties.quorum.episodes.rules import laurel_winner
from dynasties.quorum.rounds import actions as rounds_actions, queries as rounds_queries, views as rounds_views
from dynasties.quorum.rounds.views import account_required, get_episode_or_404, own_seat
from dynasties.quorum.senate.views import exclusion_on_request, gathering_page
from nomic.core.decision import Invalid, Reason, Refused
from nomic.core.requests import GameRequest, in_game, law_of
from proposals.reasons.presenters import address, reasons_context

if TYPE_CHECKING:
    from dynasties.quorum.episodes.models import Episode, Seat

STATES_BEFORE_OPENING = {"gathering", "called-off"}
LONGEST_NUMBER = 3  # digits of a round: no Episode has a thousand


@dataclass(frozen=True, slots=True)
class ChamberLook:
    """An Episode, the seat that looks at it (None: a visitor), and the tag of what is seen from there."""

    row: Episode
    seat: Seat | None
    tag: str


def _look_at(request: GameRequest, row: Episode) -> ChamberLook:
    seat = own_seat(request, row)
    return ChamberLook(row, seat, rounds_queries.etag(row, seat))


@require_safe
@never_cache
@in_game
def episode_page(request: GameRequest, number: int) -> HttpResponse:
    """The page of an Episode. htmx gets the part that moves, with `?round=` the round that its page shows, or
    `?gathering` where that shows no round yet; and 304 where nothing has moved since."""
    row = get_episode_or_404(request, number)
    look = _look_at(request, row)
    if request.htmx and rounds_views.is_tag_known(request, look.tag):
        return rounds_views.tag_answer(HttpResponse(status=304), look.tag)
    if row.state in STATES_BEFORE_OPENING or (request.htmx and "gathering" in request.GET):
        return rounds_views.tag_answer(gathering_page(request, row), look.tag)
    return rounds_views.tag_answer(
        _moving_part(request, look) if request.htmx else chamber_page(request, look), look.tag
    )


def _moving_part(request: GameRequest, look: ChamberLook) -> HttpResponse:
    """What moves. A page that shows a round which has closed is told so, and is left as it is."""
    seen = rounds_queries.observation(look.row, look.seat)
    asked = request.GET.get("round", "")
    moved = asked != str(seen["round"]) or look.row.has_ended
    context = {
        "moved": moved,
        "fresh": _fresh_marks(request.GET.get("decided", ""), seen),
        "shown_round": int(asked) if asked.isdecimal() and len(asked) <= LONGEST_NUMBER else None,
    }
    return render(request, "quorum/_head.html", _head_context(request, look, seen) | context)


def _fresh_marks(marks: str, seen: chamber_presenters.Seen) -> list[str]:
    """Who has decided since: the page showed a mark for each seat, 1 for who had."""
    now = zip(marks, seen["decided"], seen["names"], strict=False)
    return [name for mark, decided, name in now if mark == "0" and decided]


def _head_context(request: GameRequest, look: ChamberLook, seen: chamber_presenters.Seen) -> dict[str, object]:
    """What `quorum/_head.html` takes."""
    return {
        "head": chamber_presenters.chamber_head(seen),
        "address": address("quorum_episode", request, look.row.number),
        "etag": look.tag,
        "poll": rounds_views.refresh_seconds(look.row) if seen["state"] == "sitting" else 0,
        "shown_round": seen["round"],
        "halted": episodes_queries.hiatus_reasons(request.game.pk, law_of(request)),
    }


def chamber_page(
    request: GameRequest,
    look: ChamberLook,
    form: DecisionForm | None = None,
    refused: Sequence[Reason] = (),
    status: int = 200,
) -> HttpResponse:
    """The whole page. `form`: what was typed and cannot be taken; `refused`: why the rules do not allow it."""
    seen, seats = rounds_queries.observation(look.row, look.seat), episodes_queries.seats_of(look.row)
    sits, notes = seen["state"] == "sitting", chamber_presenters.received_notes(seen)
    against = exclusion_on_request(request) if sits and look.seat else ()
    context = {
        "episode": look.row,
        "seen": seen,
        **_head_context(request, look, seen),
        "bill": chamber_presenters.bill_card(seen["bill"], chamber_presenters.bill_titles(seen))
        if seen["bill"]
        else None,
        "desk": chamber_presenters.senator_desk(seen, form) if look.seat and sits else None,
        "stakes": chamber_presenters.threshold_stakes(seen) if seen["bill"] else [],
        "notes": notes,
        "fresh_notes": [each for each in notes if each.is_fresh],
        "older_notes": [each for each in notes if not each.is_fresh],
        "standings": chamber_presenters.standing_rows(seen),
        "history": chamber_presenters.closed_rounds(seen),
        "charts": chamber_presenters.episode_charts(seen),
        "statutes": seen["statutes"],
        "programs": [each for each in seats if each.kind == "program" and each.account_id == request.user.pk],
        "laurelled": _laurel_holder(look.row, seats),
        "barred": reasons_context(against, request),
        "refused": reasons_context(refused, request),
    }
    return render(request, "quorum/episode.html", context, status=status)


def _laurel_holder(row: Episode, seats: Sequence[Seat]) -> str:
    """Who takes the laurel of an Episode that was played to its end; empty while nobody does."""
    if row.state != "over" or not row.scores:
        return ""
    agent = laurel_winner(row.scores, [each.agent_id for each in seats])
    return next((each.name for each in seats if each.agent_id == agent), "") if agent else ""


@require_POST
@never_cache
@account_required
def take_decision(request: GameRequest, number: int) -> HttpResponse:
    """A senator decides, or decides otherwise. What the mechanics find wrong is told at its field, and not taken."""
    look = _look_at(request, get_episode_or_404(request, number))
    if look.seat is None:
        raise Refused(Reason("not-your-seat", law_of(request).rule(EPISODES)))
    seen = rounds_queries.observation(look.row, look.seat)
    form = chamber_presenters.form_for(seen, request.POST)
    if _is_wrong(form, look.row, look.seat, seen):
        return chamber_page(request, look, form, status=422)
    seat, round = look.seat.number, form.cleaned_data["round"]
    ask = rounds_actions.DecisionRequest(seat, round, form.raw(), account_id=request.user.pk)
    try:
        answer = rounds_actions.take_decision(game_id=request.game.pk, number=number, ask=ask)
    except Refused as refusal:
        return _refused_page(request, number, form, refusal)
    closed = " With it the round has closed." if answer["closed"] else " You may change it until the round closes."
    messages.success(request, f"Your decision is sealed.{closed}")
    return redirect("quorum_episode", request.game.slug, number)


def _is_wrong(form: DecisionForm, row: Episode, seat: Seat, seen: chamber_presenters.Seen) -> bool:
    """Whether what was typed for the open round cannot count as it stands. For another round the action judges."""
    if "round" in form.errors:
        raise Invalid("round", "It is not clear which round this was for.", "no-round")
    if row.state != "sitting" or form.cleaned_data["round"] != seen["round"]:
        return False
    form.place(rounds_actions.judge_decision(row, rounds_queries.senate_of(row), seat.number, form.raw())["problems"])
    return bool(form.errors)


def _refused_page(request: GameRequest, number: int, form: DecisionForm, refusal: Refused) -> HttpResponse:
    """The page as it is by now, with the reasons, and with what is worth keeping of what was typed."""
    row = get_episode_or_404(request, number)
    if row.state in STATES_BEFORE_OPENING:
        return gathering_page(request, row, refused=refusal.reasons, status=409)
    look = _look_at(request, row)
    kept = chamber_presenters.form_after_refusal(rounds_queries.observation(row, look.seat), form)
    return chamber_page(request, look, kept, refusal.reasons, status=409)


@require_safe
@never_cache
@in_game
def closed_round(request: GameRequest, number: int, of: int) -> HttpResponse:
    """A round that has closed: its bill, what everybody did, and what each gain came from."""
    row = get_episode_or_404(request, number)
    seen = rounds_queries.observation(row, own_seat(request, row))
    record = next((each for each in seen["history"] if each["round"] == of), None)
    if record is None:
        raise Http404("No round of that number has closed.")
    context = {
        "episode": row,
        "round": chamber_presenters.closed_round(record, seen["names"]),
        "bill": chamber_presenters.bill_card(
            rounds_queries.closed_rounds(row)[of].bill, chamber_presenters.bill_titles(seen), record
        ),
        "before": of - 1 if of else None,
        "after": of + 1 if of + 1 < len(seen["history"]) else None,
    }
    return render(request, "quorum/round.html", context)
