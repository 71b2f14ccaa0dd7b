"""What an account of the cast was told, in words; shared by the tests of notices."""

from __future__ import annotations

from nomic.core import queries
from nomic.core.models import Mail, Notice
from nomic.core.words_notices import notice_sentence
from tests.casting import Table


def told(table: Table, name: str, kind: str = "") -> list[str]:
    """Everything that somebody was told in this game, oldest first, in words."""
    rows = Notice.objects.filter(account=table.account(name), game=table.made).order_by("pk")
    return [said(each) for each in (rows.filter(kind=kind) if kind else rows)]


def said(notice: Notice) -> str:
    return notice_sentence(notice.kind, notice.facts, queries.keywords(notice.game))


def letters(table: Table, name: str) -> list[Mail]:
    return list(Mail.objects.filter(account=table.account(name)).order_by("pk"))


def choose(table: Table, name: str, kind: str, reach: str) -> None:
    table.account(name).notice_choices.update_or_create(kind=kind, defaults={"reach": reach})


def forget() -> None:
    """What was told while the table was laid is over."""
    Mail.objects.all().delete()
    Notice.objects.all().delete()
