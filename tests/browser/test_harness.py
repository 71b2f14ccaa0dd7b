"""The browser harness itself: the shipped style and scripts reach the page, and nothing breaks on the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_the_sign_in_page_comes_with_its_style_and_scripts(page: Page) -> None:
    asked: list[tuple[str, int]] = []
    page.on("response", lambda answer: asked.append((answer.url, answer.status)))

    page.goto("/accounts/login/")

    assert page.evaluate("typeof htmx") == "object"
    assert any(url.endswith("/static/nomic.css") for url, _ in asked)
    assert {status for _, status in asked} == {200}
