"""Pages as a reader gets them: by whom, as what, and only the words."""

from __future__ import annotations

import re
from collections import Counter
from html import unescape
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from nomic.core.log.models import Event
from proposals.posts.models import Comment
from tests.casting import Table


def browser(table: Table, name: str | None = None) -> Client:
    """A browser in which that Agent is signed in; nobody, without a name."""
    client = Client()
    if name:
        client.force_login(table.account(name), backend="django.contrib.auth.backends.ModelBackend")
    return client


def address(table: Table, path: str) -> str:
    return f"/g/{table.game.slug}/{path}"


def queries_of(table: Table, path: str, name: str | None = "Josh", **headers: str) -> int:
    """How many queries a page takes on a second reading, when what a server keeps of the law is kept."""
    client, url = browser(table, name), address(table, path)
    client.get(url, headers=headers)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(url, headers=headers).status_code == 200
    return len(captured)


def asked_twice(table: Table, path: str, name: str | None = "Josh") -> list[str]:
    """What a page asks of the tables more often than once within one reading."""
    with CaptureQueriesContext(connection) as captured:
        assert browser(table, name).get(address(table, path)).status_code == 200
    asked = Counter(each["sql"] for each in captured)
    return [sql for sql, times in asked.items() if times > 1]


def words(response: Any) -> str:
    """The text of the page's main part, without markup."""
    text = response.content.decode()
    main = re.search(r"<main.*?</main>", text, re.DOTALL)
    bare = re.sub(r"<[^>]+>", " ", main.group() if main else text)
    return re.sub(r"\s+", " ", unescape(bare))


def written(table: Table) -> tuple[int, int]:
    """How many events and comments there are: what a page that only reads leaves alone."""
    return Event.objects.filter(game=table.game).count(), Comment.objects.count()
