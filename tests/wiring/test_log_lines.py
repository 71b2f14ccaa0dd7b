"""What the server writes into its own log, and mails to nobody: never what people sent in."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from nomic.core.messages import actions as messages_actions
from nomic.core.messages.actions import LetterWords
from tests.casting import Table
from tests.pages.deciding.pages import address, browser

pytestmark = pytest.mark.django_db

SECRET = "the-mill-at-midnight"


def send_what_breaks(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A private message whose sending breaks."""
    table = Table("Josh", "Lulu")

    def broken(*, letter: LetterWords, **_: object) -> None:
        whispered = letter.body
        raise RuntimeError(f"broken after {len(whispered)} characters")

    monkeypatch.setattr(messages_actions, "send_message", broken)
    client: Client = browser(table, "Josh")
    client.raise_request_exception = False
    return client.post(
        address(table, "messages/new/"),
        {"to": table.agent("Lulu").pk, "subject": SECRET, "body": SECRET, "token": "form-1"},
    )


def test_an_error_is_logged_without_what_was_sent_in_and_mailed_to_nobody(
    monkeypatch: pytest.MonkeyPatch, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.ADMINS = [("Keeper", "keeper@nomic.example")]

    answer = send_what_breaks(monkeypatch)

    lines = [logging.Formatter().format(record) for record in caplog.records]
    assert answer.status_code == 500
    assert any("RuntimeError: broken after 20 characters" in line for line in lines)
    assert not any(SECRET in line for line in lines)
    assert mail.outbox == []
