"""An Episode: its chamber while it sits, its seats while it gathers, its scores when it is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
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
from dynasties.quorum.views import asking, bill_shown
from dynasties.quorum.views import chamber_shown as shown
from dynasties.quorum.views import desk_shown as desk
from dynasties.quorum.views.entered import found, own_seat, signed_in, who
from dynasties.quorum.views.gathering import page as gathering_page
from dynasties.quorum.views.gathering import why_not
from nomic.core.mechanics.decision import Invalid, Reason, Refused
from nomic.core.views.entering import GameRequest, in_game, law_of
from proposals.views.wording import address, grounds

if TYPE_CHECKING:
    from dynasties.quorum.models import Episode, Seat

BEFORE = {"gathering", "called-off"}
LONGEST_NUMBER = 3  # digits of a round: no Episode has a thousand


@dataclass(frozen=True, slots=True)
class Look:
    """An Episode, the seat that looks at it (None: a visitor), and the tag of what is seen from there."""

    row: Episode
    seat: Seat | None
    tag: str


def _look(request: GameRequest, row: Episode) -> Look:
    seat = own_seat(request, row)
    return Look(row, seat, observing.etag(row, seat))


@require_safe
@never_cache
@in_game
def episode(request: GameRequest, number: int) -> HttpResponse:
    """The page of an Episode. htmx gets the part that moves, with `?round=` the round that its page shows, or
    `?gathering` where that shows no round yet; and 304 where nothing has moved since."""
    row = found(request, number)
    look = _look(request, row)
    if request.htmx and asking.knows(request, look.tag):
        return asking.tagged(HttpResponse(status=304), look.tag)
    if row.state in BEFORE or (request.htmx and "gathering" in request.GET):
        return asking.tagged(gathering_page(request, row), look.tag)
    return asking.tagged(_part(request, look) if request.htmx else chamber(request, look), look.tag)


def _part(request: GameRequest, look: Look) -> HttpResponse:
    """What moves. A page that shows a round which has closed is told so, and is left as it is."""
    seen = observing.observation(look.row, look.seat)
    asked = request.GET.get("round", "")
    moved = asked != str(seen["round"]) or look.row.ended
    context = {
        "moved": moved,
        "fresh": _fresh(request.GET.get("decided", ""), seen),
        "shown_round": int(asked) if asked.isdecimal() and len(asked) <= LONGEST_NUMBER else None,
    }
    return render(request, "quorum/_head.html", _moving(request, look, seen) | context)


def _fresh(marks: str, seen: shown.Seen) -> list[str]:
    """Who has decided since: the page showed a mark for each seat, 1 for who had."""
    now = zip(marks, seen["decided"], seen["names"], strict=False)
    return [name for mark, decided, name in now if mark == "0" and decided]


def _moving(request: GameRequest, look: Look, seen: shown.Seen) -> dict[str, Any]:
    """What `quorum/_head.html` takes."""
    return {
        "head": shown.head(seen),
        "address": address("quorum_episode", request, look.row.number),
        "etag": look.tag,
        "poll": asking.pause(look.row) if seen["state"] == "sitting" else 0,
        "shown_round": seen["round"],
        "halted": episodes.halted(request.game.pk, law_of(request)),
    }


def chamber(
    request: GameRequest, look: Look, form: DecisionForm | None = None, refused: Sequence[Reason] = (),
    status: int = 200,
) -> HttpResponse:  # fmt: skip
    """The whole page. `form`: what was typed and cannot be taken; `refused`: why the rules do not allow it."""
    seen, seats = observing.observation(look.row, look.seat), episodes.seats_of(look.row)
    sits = seen["state"] == "sitting"
    against = why_not(request) if sits and look.seat else ()
    context = {
        "episode": look.row,
        "seen": seen,
        **_moving(request, look, seen),
        "bill": bill_shown.bill(seen["bill"], bill_shown.titles(seen)) if seen["bill"] else None,
        "desk": desk.desk(seen, form) if look.seat and sits else None,
        "stakes": bill_shown.stakes(seen) if seen["bill"] else [],
        "notes": shown.notes(seen),
        "standings": shown.standings(seen),
        "history": shown.history(seen),
        "charts": shown.charts(seen),
        "statutes": seen["statutes"],
        "programs": [each for each in seats if each.kind == "program" and each.account_id == request.user.pk],
        "laurelled": _laurelled(look.row, seats),
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
    look = _look(request, found(request, number))
    if look.seat is None:
        raise Refused(Reason("not-your-seat", law_of(request).rule(episodes.EPISODES)))
    seen = observing.observation(look.row, look.seat)
    form = desk.form_for(seen, request.POST)
    if _is_wrong(form, look.row, look.seat, seen):
        return chamber(request, look, form, status=422)
    try:
        answer = deciding.decide(
            **who(request), number=number, seat=look.seat.number, round=form.cleaned_data["round"], raw=form.raw()
        )
    except Refused as refusal:
        return _refused(request, number, form, refusal)
    closed = " With it the round has closed." if answer["closed"] else " You may change it until the round closes."
    messages.success(request, f"Your decision is sealed.{closed}")
    return redirect("quorum_episode", request.game.slug, number)


def _is_wrong(form: DecisionForm, row: Episode, seat: Seat, seen: shown.Seen) -> bool:
    """Whether what was typed for the open round cannot count as it stands. For another round the action judges."""
    if "round" in form.errors:
        raise Invalid("round", "It is not clear which round this was for.", "no-round")
    if row.state != "sitting" or form.cleaned_data["round"] != seen["round"]:
        return False
    form.place(deciding.judged(row, episodes.senate_of(row), seat.number, form.raw())["problems"])
    return bool(form.errors)


def _refused(request: GameRequest, number: int, form: DecisionForm, refusal: Refused) -> HttpResponse:
    """The page as it is by now, with the reasons, and with what is worth keeping of what was typed."""
    row = found(request, number)
    if row.state in BEFORE:
        return gathering_page(request, row, refused=refusal.reasons, status=409)
    look = _look(request, row)
    kept = desk.kept(observing.observation(row, look.seat), form)
    return chamber(request, look, kept, refusal.reasons, status=409)


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
        "bill": bill_shown.bill(episodes.closed_rounds(row)[of].bill, bill_shown.titles(seen), record),
        "before": of - 1 if of else None,
        "after": of + 1 if of + 1 < len(seen["history"]) else None,
    }
    return render(request, "quorum/round.html", context)
