"""People at their browsers: each in a context of their own, signed in without typing a password."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest
import time_machine
from django.conf import settings
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.test import Client
from django.utils.cache import patch_cache_control
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from tests.casting import Table
from tests.conftest import PATIENCE
from tests.openings import laid

if TYPE_CHECKING:
    from django.http import FileResponse, HttpRequest, HttpResponse
    from playwright.sync_api import Page

    from nomic.core.games.models import Account

NOON = datetime(2026, 1, 5, 12, tzinfo=UTC)
CENTURY = 100 * 365 * 24 * 3600  # seconds
BACKEND = "django.contrib.auth.backends.ModelBackend"
# What a browser needs under load is no part of what is tested.
expect.set_options(timeout=PATIENCE)


class CachedFilesHandler(StaticFilesHandler):
    """Serves static files that a browser keeps, although the server's clock, and so their date, is months behind."""

    def serve(self, request: HttpRequest) -> HttpResponse | FileResponse:
        response = super().serve(request)
        patch_cache_control(response, max_age=CENTURY)
        return response


@pytest.fixture(scope="session")
def live_server() -> Iterator[LiveServer]:
    """The product on a port of its own. A page asks only once for its style, scripts and fonts, as in production."""
    server = LiveServer("localhost", start=False)
    server.thread.static_handler = CachedFilesHandler
    server.start()
    yield server
    server.stop()


@pytest.fixture
def seat(open_page: Callable[..., Page], live_server: Any) -> Callable[..., Page]:
    """Opens a page signed in as an account, in a context of its own; takes what `new_context` takes."""

    def sit(account: Account, **options: Any) -> Page:
        client = Client()
        client.force_login(account, backend=BACKEND)
        value = client.cookies[settings.SESSION_COOKIE_NAME].value
        page = open_page(**options)
        page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": value, "url": live_server.url}])
        return page

    return sit


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """The server's clock, which stands until it is moved. The browser's own goes on."""
    with time_machine.travel(NOON, tick=False) as moved:
        yield moved


@pytest.fixture
def table(live_server: Any, clock: time_machine.Traveller) -> Table:
    """Five at the table: Kevan (Admin, Mastermind), Josh (Admin), Lulu, Raven and Sam. Quorum is 3."""
    return laid("Lulu", "Raven", "Sam", admins=["Josh"])
