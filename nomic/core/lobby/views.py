"""The front page with every game; an account's own page; signing in as one of the demo's cast."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from nomic.core import clock
from nomic.core.games import queries as games_queries
from nomic.core.language.rules import Keywords
from nomic.core.lobby import actions as lobby_actions, queries as lobby_queries
from nomic.core.lobby.forms import AddressForm, PronounsForm
from nomic.core.lobby.queries import Front
from nomic.core.registry import registry

if TYPE_CHECKING:
    from nomic.core.games.models import Account
    from nomic.core.plugin import Starter


@dataclass(frozen=True, slots=True)
class LobbyEntry:
    """A game on the front page, with its own words for its people.

    `kind`: what it was founded as, where that is played on a page of its own; `door`: label and address of that;
    `motto`: what such a game is about, where nobody ever heads one.
    """

    front: Front
    keywords: Keywords
    kind: str = ""
    door: tuple[str, str] | None = None
    motto: str = ""

    @property
    def players(self) -> str:
        word = self.keywords.agent if self.front.playing == 1 else self.keywords.plural("agent")
        return f"{self.front.playing} {word}"


def lobby_entries(account_id: int | None) -> list[LobbyEntry]:
    """Every game, the account's own first."""
    starters = registry().starters
    return [_lobby_entry(front, starters.get(front.game.procedure)) for front in lobby_queries.fronts(account_id)]


def _lobby_entry(front: Front, starter: Starter | None) -> LobbyEntry:
    keywords = games_queries.keywords_of(front.game)
    if starter is None or starter.front is None:
        return LobbyEntry(front, keywords)
    label, name = starter.front
    motto = "" if starter.headed else starter.motto
    return LobbyEntry(front, keywords, starter.kind, (label, reverse(name, args=[front.game.slug])), motto)


@require_safe
def lobby_page(request: HttpRequest) -> HttpResponse:
    """All games, the reader's own first."""
    found = lobby_entries(request.user.pk)
    return render(
        request,
        "core/lobby.html",
        {
            "now": clock.now(),
            "own": [entry for entry in found if entry.front.agent],
            "others": [entry for entry in found if not entry.front.agent],
            "cast": lobby_queries.demo_cast() if not request.user.is_authenticated else [],
        },
    )


# An account's own page: what it is called, where its mail goes, its password and its games.

TOO_MANY = "Too many tries. Wait a minute, then try again."


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def account_page(request: HttpRequest) -> HttpResponse:
    """GET: the account. POST: another address for it, if the password is right."""
    account = cast("Account", request.user)
    # Whoever has no password, as the cast of the demo, shares the account with others.
    if not account.has_usable_password():
        return _render_account(request, None)
    if request.method != "POST":
        return _render_account(request, AddressForm(account=account))
    form = AddressForm(request.POST, account=account)
    if not ratelimit.consume(request, action="change_password", user=account):
        form.errors.clear()
        form.add_error(None, TOO_MANY)
    if not form.is_valid():
        return _render_account(request, form, status=422)
    lobby_actions.change_address(account, form.cleaned_data["email"])
    messages.success(request, f"Your address is {account.email} now.")
    return redirect("account")


@require_POST
@login_required
def choose_pronouns(request: HttpRequest) -> HttpResponse:
    """How the server shall speak of Agents to this reader."""
    account, form = cast("Account", request.user), PronounsForm(request.POST)
    if not account.has_usable_password():
        return _render_account(request, None, status=409)
    if not form.is_valid():
        return _render_account(request, AddressForm(account=account), form, status=422)
    lobby_actions.choose_pronouns(account, form.cleaned_data["pronouns"])
    messages.success(request, "So it shall be said.")
    return redirect("account")


def _render_account(
    request: HttpRequest, form: AddressForm | None, spoken: PronounsForm | None = None, status: int = 200
) -> HttpResponse:
    spoken = spoken or PronounsForm(initial={"pronouns": cast("Account", request.user).pronouns})
    own = [entry for entry in lobby_entries(request.user.pk) if entry.front.agent]
    context = {"form": form, "spoken": spoken, "own": own, "now": clock.now()}
    return render(request, "account/account.html", context, status=status)


# Signing in as one of the demo's cast, where the demo switch is on; production settings refuse the switch.

BACKEND = "django.contrib.auth.backends.ModelBackend"


@require_POST
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in as the account named. 404 for anybody outside the cast, and for everybody while the switch is off."""
    username = request.POST.get("username", "")
    everybody = (account for troupe in lobby_queries.demo_cast() for account, _ in troupe.people)
    account = next((each for each in everybody if each.username == username), None)
    if account is None:
        raise Http404("There is no such demo sign-in.")
    login(request, account, backend=BACKEND)
    return redirect("lobby")
