"""An account's own page: what it is called, where its mail goes, its password and its games."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from nomic.core import clock
from nomic.core.actions import accounts
from nomic.core.forms.accounts import AddressForm, PronounsForm
from nomic.core.views.lobby import entries

if TYPE_CHECKING:
    from nomic.core.models import Account

TOO_MANY = "Too many tries. Wait a minute, then try again."


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def page(request: HttpRequest) -> HttpResponse:
    """GET: the account. POST: another address for it, if the password is right."""
    account = cast("Account", request.user)
    # Whoever has no password, as the cast of the demo, shares the account with others.
    if not account.has_usable_password():
        return _shown(request, None)
    if request.method != "POST":
        return _shown(request, AddressForm(account=account))
    form = AddressForm(request.POST, account=account)
    if not ratelimit.consume(request, action="change_password", user=account):
        form.errors.clear()
        form.add_error(None, TOO_MANY)
    if not form.is_valid():
        return _shown(request, form, status=422)
    accounts.change_address(account, form.cleaned_data["email"])
    messages.success(request, f"Your address is {account.email} now.")
    return redirect("account")


@require_POST
@login_required
def pronouns(request: HttpRequest) -> HttpResponse:
    """How the server shall speak of Agents to this reader."""
    account, form = cast("Account", request.user), PronounsForm(request.POST)
    if not account.has_usable_password():
        return _shown(request, None, status=409)
    if not form.is_valid():
        return _shown(request, AddressForm(account=account), form, status=422)
    accounts.choose_pronouns(account, form.cleaned_data["pronouns"])
    messages.success(request, "So it shall be said.")
    return redirect("account")


def _shown(
    request: HttpRequest, form: AddressForm | None, spoken: PronounsForm | None = None, status: int = 200
) -> HttpResponse:
    spoken = spoken or PronounsForm(initial={"pronouns": cast("Account", request.user).pronouns})
    own = [entry for entry in entries(request.user.pk) if entry.front.agent]
    context = {"form": form, "spoken": spoken, "own": own, "now": clock.now()}
    return render(request, "account/account.html", context, status=status)
