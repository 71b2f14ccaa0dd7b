"""The Senate: its Episodes, and convening one. (Rule Episodes)"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from dynasties.quorum.actions import convening
from dynasties.quorum.forms.convening import ConveneForm
from dynasties.quorum.mechanics.dials import LEAST_ROUNDS, LEAST_SEATS, THRESHOLD
from dynasties.quorum.queries import episodes, laurels, listing
from dynasties.quorum.queries.listing import Listed
from dynasties.quorum.views.chamber_shown import Shown, place, terms
from dynasties.quorum.views.entered import signed_in, who
from dynasties.quorum.views.gathering import why_not
from dynasties.quorum.words_chamber import SENATORS, STATES
from nomic.core.forms.tokens import fresh_token
from nomic.core.mechanics.decision import Invalid, Reason, Refused
from nomic.core.mechanics.law import Law
from nomic.core.mechanics.shares import decimal_words
from nomic.core.mechanics.wordings import Duration
from nomic.core.views.entering import GameRequest, in_game, law_of
from nomic.core.views.recalling import lack
from proposals.views.wording import address, grounds

PER_PAGE = 20  # of the Episodes that are past
USUAL_SEATS, USUAL_ROUNDS = 4, 10
# What a convener may allow, and which mechanism has it.
CHOICES = {"veto": "senate.veto", "caucus": "senate.caucus"}


@require_safe
@never_cache
@in_game
def senate(request: GameRequest) -> HttpResponse:
    """Every Episode: those that sit, those that gather, and twenty a page those that are past; who has laurels."""
    law = law_of(request)
    found = [_shown(each, request) for each in listing.on(request.game.pk, request.user.pk)]
    page = Paginator(listing.past(request.game.pk), PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "sitting": [each for each in found if each["row"].state == "sitting"],
        "gathering": [each for each in found if each["row"].state == "gathering"],
        "past": [_shown(listing.at_rest(each), request) for each in page.object_list],
        "page": page,
        "laurels": laurels.taken(request.game, law),
        "needed": law.count("senate.laurels") if law.carries("senate.laurels_won") else None,
        "lack": lack(episodes.EPISODES, request),
        "against": grounds(why_not(request), request),
    }
    return render(request, "quorum/senate.html", context)


def _shown(each: Listed, request: GameRequest) -> Shown:
    row = each.episode
    scores = row.scores or [""] * len(each.seats)
    seats = [
        {"number": seat.number, "name": seat.name, "kind": SENATORS[seat.kind], "score": score}
        for seat, score in zip(each.seats, scores, strict=True)
    ]
    return {
        "row": row,
        "listed": each,
        "ordinal": place(each.round, row.config["num_rounds"]) if each.round is not None else "",
        "url": address("quorum_episode", request, row.number),
        "seats": sorted(seats, key=lambda seat: -Fraction(seat["score"])) if row.scores else seats,
        "state": STATES[row.state],
        "terms": terms(row.config, row.decision_seconds, row.convener_name, seed_given=row.seed_given),
        "is_in": any(seat.account_id is not None and seat.account_id == request.user.pk for seat in each.seats),
    }


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@signed_in
def convene(request: GameRequest) -> HttpResponse:
    """Convene an Episode."""
    law = law_of(request)
    shut = [name for name, mechanism in CHOICES.items() if not law.carries(mechanism)]
    said: dict[str, Any] = {"helps": _helps(law), "shut": shut}
    if request.method != "POST":
        return _written(request, ConveneForm(initial=_usual(law), **said), why_not(request))
    form = ConveneForm(request.POST, **said)
    if not form.is_valid():
        return _written(request, form, status=422)
    try:
        made = convening.convene(**who(request), **form.cleaned_data)
    except Invalid as error:
        form.refuse(error)
        return _written(request, form, status=422)
    except Refused as refusal:
        # What was typed stays on the page, with the reasons why it is not taken.
        return _written(request, form, refusal.reasons, status=409)
    messages.success(request, "The Episode is convened, and its seats may be taken.")
    return redirect("quorum_episode", request.game.slug, made.number)


def _usual(law: Law) -> dict[str, object]:
    """What a form begins with: what most will want, as far as the law lets it be."""
    seats, rounds = law.count("senate.seats") or LEAST_SEATS, law.count("senate.rounds") or LEAST_ROUNDS
    return {
        "seats": min(seats, USUAL_SEATS), "rounds": min(rounds, USUAL_ROUNDS), "veto": True, "caucus": True,
        "token": fresh_token(),
    }  # fmt: skip


def _helps(law: Law) -> dict[str, str]:
    """What the law says of each field, as it is now."""
    usual = law.duration("senate.decision_time")
    bounds = [decimal_words(each) for each in (THRESHOLD.least, THRESHOLD.most)]
    return {
        "seats": f"From {LEAST_SEATS} to {law.count('senate.seats')}, for people, programs and scripts.",
        "rounds": f"From {LEAST_ROUNDS} to {law.count('senate.rounds')}; one bill in each.",
        "threshold": f"The share of all influence that a bill takes to pass, from {bounds[0]} to {bounds[1]}. "
        f"Left empty, it is {decimal_words(law.share('senate.threshold'))}.",
        "decision_seconds": "Such as “24 hours”, “90 minutes” or “45 seconds”; a round closes sooner once all have "
        f"decided. Left empty, it is {Duration().words(usual) if usual else 'sixty days'}.",
    }


def _written(
    request: GameRequest, form: ConveneForm, reasons: Sequence[Reason] = (), status: int = 200
) -> HttpResponse:
    context: dict[str, Any] = {"form": form, "grounds": grounds(reasons, request), "refused": status == 409}
    return render(request, "quorum/convene.html", context, status=status)
