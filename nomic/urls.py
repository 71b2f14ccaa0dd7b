"""Where everything is. Inside a game all addresses begin with `/g/<slug>/`."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import include, path
from django.views.generic import RedirectView

from nomic.core.lobby import views as lobby_views
from nomic.plugins import PLUGINS
from rulesets.founding import views as founding_views


def healthz(request: HttpRequest) -> HttpResponse:
    """Answers whether the web process is up."""
    return HttpResponse("ok", content_type="text/plain")


urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("accounts/", lobby_views.account_page, name="account"),
    path("accounts/pronouns/", lobby_views.choose_pronouns, name="pronouns"),
    # An account has one address, which its own page changes.
    path("accounts/email/", RedirectView.as_view(pattern_name="account"), name="account_email"),
    path("accounts/", include("allauth.account.urls")),
    path("games/new/", founding_views.new_game, name="found"),
    path("", include("nomic.core.urls")),
    path("g/<slug:slug>/", include("rulesets.urls")),
    path("g/<slug:slug>/", include("proposals.urls")),
    path("g/<slug:slug>/", include("dynasties.urls")),
    *(path("g/<slug:slug>/", include(each.urls)) for each in PLUGINS.values()),
]

handler400 = "nomic.answers.bad_request"
handler403 = "nomic.answers.permission_denied"
handler404 = "nomic.answers.page_not_found"
handler500 = "nomic.answers.server_error"
