"""Pages of the law as a reader gets them."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from django.http import HttpResponse
from django.test import Client

from tests.casting import Table


def get(table: Table, path: str, name: str | None = None, status: int = 200) -> Any:
    """The page at that address in the game, for that Agent or for a stranger."""
    response = browser(table, name).get(f"/g/{table.game.slug}/{path}")
    assert response.status_code == status, response.content[:2000]
    return response


def browser(table: Table, name: str | None = None) -> Client:
    client = Client()
    if name:
        client.force_login(table.account(name), backend="django.contrib.auth.backends.ModelBackend")
    return client


def main(response: HttpResponse) -> str:
    """The markup of the page's main part."""
    found = re.search(r"<main.*?</main>", response.content.decode(), re.DOTALL)
    assert found
    return found.group()


def words(response: HttpResponse) -> str:
    """The words of the page's main part."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", main(response))))


def article(response: HttpResponse, anchor: str) -> str:
    """The markup of the one rule that stands under that anchor."""
    found = re.search(rf'<article[^>]*id="{re.escape(anchor)}".*?</article>', response.content.decode(), re.DOTALL)
    assert found, anchor
    return found.group()


def ids(response: HttpResponse) -> list[str]:
    return re.findall(r'\sid="([^"]+)"', response.content.decode())
