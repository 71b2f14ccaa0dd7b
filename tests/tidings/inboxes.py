"""What an account of the cast was told, in words; shared by the tests of notices."""

from __future__ import annotations

from nomic.core.games import queries as games_queries
from nomic.core.notifications.models import Mail, Notice
from nomic.core.notifications.queries import notice_sentence
from tests.casting import Table


def told(table: Table, name: str, kind: str = "") -> list[str]:
    """Everything that somebody was told in this game, oldest first, in words."""
    rows = Notice.objects.filter(account=table.account(name), game=table.made).order_by("pk")
    return [said(each) for each in (rows.filter(kind=kind) if kind else rows)]


def said(notice: Notice) -> str:
    return notice_sentence(notice.kind, notice.facts, games_queries.keywords_of(notice.game))


def letters(table: Table, name: str) -> list[Mail]:
    return list(Mail.objects.filter(account=table.account(name)).order_by("pk"))


def choose(table: Table, name: str, kind: str, reach: str) -> None:
    table.account(name).notice_choices.update_or_create(kind=kind, defaults={"reach": reach})


def forget() -> None:
    """What was told while the table was laid is over."""
    Mail.objects.all().delete()
    Notice.objects.all().delete()
