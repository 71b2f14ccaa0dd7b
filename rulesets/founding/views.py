"""The page on which a game is founded."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from nomic.core.forms import NotDone, run_form
from rulesets.founding import queries as founding_queries
from rulesets.founding.actions import found_game
from rulesets.founding.forms import FoundingForm

if TYPE_CHECKING:
    from nomic.core.games.models import Account


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new_game(request: HttpRequest) -> HttpResponse:
    """Found a game from a starter law, and go to its journal."""
    if request.method != "POST":
        return render(
            request, "rulesets/found.html", {"form": FoundingForm(), "kinds": founding_queries.starters().values()}
        )
    form = FoundingForm(request.POST)
    game = run_form(form, lambda: found_game(founder=cast("Account", request.user), **form.cleaned_data))
    if isinstance(game, NotDone):
        context = {"form": form, "kinds": founding_queries.starters().values()}
        return render(request, "rulesets/found.html", context, status=game.status)
    return redirect("journal", game.slug)
