"""Where everything is. Inside a game all addresses begin with `/g/<slug>/`."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import include, path
from django.views.generic import RedirectView

from nomic.core.views import account
from nomic.workings import WORKINGS
from rulesets.views import founding


def healthz(request: HttpRequest) -> HttpResponse:
    """Answers whether the web process is up."""
    return HttpResponse("ok", content_type="text/plain")


urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("accounts/", account.page, name="account"),
    path("accounts/pronouns/", account.pronouns, name="pronouns"),
    # An account has one address, which its own page changes.
    path("accounts/email/", RedirectView.as_view(pattern_name="account"), name="account_email"),
    path("accounts/", include("allauth.account.urls")),
    path("games/new/", founding.new, name="found"),
    path("", include("nomic.core.urls")),
    path("g/<slug:slug>/", include("rulesets.urls")),
    path("g/<slug:slug>/", include("proposals.urls")),
    path("g/<slug:slug>/", include("dynasties.urls")),
    *(path("g/<slug:slug>/", include(each.urls)) for each in WORKINGS),
]

handler400 = "nomic.answers.bad_request"
handler403 = "nomic.answers.forbidden"
handler404 = "nomic.answers.not_found"
handler500 = "nomic.answers.server_error"
