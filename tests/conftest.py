"""Fixtures for every test: a browser that is not started unless asked for, and marks that follow from the folder."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from _pytest import runner
from django.conf import settings

from tests import services

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request

HERE = Path(__file__).parent
MARKED = {HERE / "browser": pytest.mark.browser, HERE / "servers": pytest.mark.servers}
PATIENCE = 30_000.0  # milliseconds that a page may take to show what a test waits for, on a machine that has much to do
# Chromium reports every 4xx as an error on its console. A refusal and a form with errors are pages to read.
PAGES_TO_READ = ("status of 409", "status of 422")
# And htmx reports that it gave up a question, because a newer one was asked or because its page was left.
GIVEN_UP = ("htmx:sendAbort", "htmx:afterRequest")
QUIET_CHROMIUM = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", type=int, metavar="SEED", help="drills: play from this seed, and five times as long")
    parser.addoption("--headed", action="store_true", help="browser tests: show Chromium, slowed down")
    parser.addoption(
        "--screenshots", type=Path, metavar="FOLDER", help="browser tests: leave pictures of how each ended"
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A drill's `seed` and `acts`: those that its mark says, or another seed and more acts for `make soak`.

    A drill without a seed plays nothing at random.
    """
    drill = metafunc.definition.get_closest_marker("drill")
    if drill is None:
        return
    soaked, acts = metafunc.config.getoption("--soak"), drill.kwargs["acts"]
    acts = acts if soaked is None else 5 * acts
    if drill.args:
        metafunc.parametrize(("seed", "acts"), [(seed, acts) for seed in (drill.args if soaked is None else [soaked])])
    else:
        metafunc.parametrize("acts", [acts])


# Before pytest's own hook, which selects by mark.
@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks that follow from the folder; and what needs the servers is skipped where there are none."""
    without = pytest.mark.skip(reason="needs the servers: python -m tools.with_services -- pytest …")
    away = not on_servers()
    for item in items:
        for folder, mark in MARKED.items():
            if folder in item.path.parents:
                item.add_marker(mark)
        if away and item.get_closest_marker("servers"):
            item.add_marker(without)


def _call_in_large_frame(run: Callable[[], bool | None]) -> bool | None:
    return run()


# CPython keeps the frames of calls in chunks of 16 KiB, and maps a new chunk whenever a call does not fit the last one.
# Deep in Django a call that is made thousands of times stands there by chance, which took a tenth of the time of tests
# that draw pages. A frame that claims to be large is given a chunk that has room for all inside it.
_call_in_large_frame.__code__ = _call_in_large_frame.__code__.replace(co_stacksize=70_000)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Run a test as pytest does, with room for its calls."""
    return _call_in_large_frame(lambda: runner.pytest_runtest_protocol(item, nextitem))


def pytest_collection_finish() -> None:
    """What is loaded by now stays: looking through it for garbage, again and again, took a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


def on_servers() -> bool:
    """Whether this run has a real PostgreSQL and a real Redis."""
    engine: str = settings.DATABASES["default"]["ENGINE"]
    return engine.endswith("postgresql") and bool(settings.REDIS_URL)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> Iterator[None]:
    """The tables, and how they are emptied after a test that commits."""
    # Imported here: a run without a database does without them.
    from django.test import TransactionTestCase

    from tests.emptying import empty_tables

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", empty_tables)
        yield


@pytest.fixture(scope="session")
def browser(pytestconfig: pytest.Config) -> Iterator[Browser]:
    """Debian's Chromium, started once a session."""
    # Imported here: a run without browser tests does without Playwright.
    from playwright.sync_api import sync_playwright

    # Playwright keeps an event loop in this thread, which Django takes for asynchronous code.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    headed = pytestconfig.getoption("--headed")
    chromium = None if headed else services.chromium_binary()
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=chromium or "/usr/bin/chromium",
            args=QUIET_CHROMIUM if headed else ["--headless", *QUIET_CHROMIUM],
            headless=not headed,
            slow_mo=500 if headed else 0,
        )
        yield started
        started.close()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture
def open_page(browser: Browser, live_server: Any, request: pytest.FixtureRequest) -> Iterator[Callable[..., Page]]:
    """Opens pages, each in a fresh context whose addresses begin at the live server; takes what `new_context` takes.

    At the end no console may hold an error but those that the test's mark `breaks_down` names, and nothing may have
    been asked of any other host.
    """
    breaking = request.node.get_closest_marker("breaks_down")
    expected = PAGES_TO_READ + GIVEN_UP + (breaking.args if breaking else ())
    contexts: list[BrowserContext] = []
    errors: list[str] = []
    strangers: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type == "error" and not any(each in message.text for each in expected):
            errors.append(f"{message.text} ({message.location.get('url', '')})")

    def watch(asked: Request) -> None:
        address = urlsplit(asked.url)
        if address.scheme not in {"data", "blob", "about"} and address.netloc != urlsplit(live_server.url).netloc:
            strangers.append(asked.url)

    def opened(**options: Any) -> Page:
        context = browser.new_context(base_url=live_server.url, **options)
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        context.on("console", hear)
        context.on("request", watch)
        context.on("weberror", lambda error: errors.append(str(error.error)))
        return context.new_page()

    yield opened
    pages = [page for context in contexts for page in context.pages]
    if folder := request.config.getoption("--screenshots"):
        for number, page in enumerate(pages, 1):
            page.screenshot(path=folder / f"{request.node.name}-{number}.png", full_page=True)
    for context in contexts:
        context.close()
    assert not errors, "the browser's console holds errors"
    assert not strangers, "a page asked something of another host"


@pytest.fixture
def page(open_page: Callable[..., Page]) -> Page:
    """One page, of a stranger."""
    return open_page()
