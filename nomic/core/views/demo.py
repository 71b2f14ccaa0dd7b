"""Signing in as one of the demo's cast, where the demo switch is on; production settings refuse the switch."""

from __future__ import annotations

from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from nomic.core import queries

BACKEND = "django.contrib.auth.backends.ModelBackend"


@require_POST
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in as the account named. 404 for anybody outside the cast, and for everybody while the switch is off."""
    username = request.POST.get("username", "")
    everybody = (account for troupe in queries.demo_cast() for account, _ in troupe.people)
    account = next((each for each in everybody if each.username == username), None)
    if account is None:
        raise Http404("There is no such demo sign-in.")
    login(request, account, backend=BACKEND)
    return redirect("lobby")
