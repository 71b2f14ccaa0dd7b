"""Pages as a browser reads them: the white space with which templates are laid out says nothing."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

AS_TYPED = re.compile(r"(<(textarea|pre)\b.*?</\2>)", re.DOTALL)
LAYOUT = ((re.compile(r"\s*\n\s*(?=>)"), ""), (re.compile(r"(?<=>)\s*\n\s*(?=<)"), ""), (re.compile(r"\s*\n\s*"), " "))


def without_layout(html: str) -> str:
    """The page without the white space of its lines: none between tags, else one space. What is typed stays."""
    parts = AS_TYPED.split(html)
    for at in range(0, len(parts), 3):
        for pattern, instead in LAYOUT:
            parts[at] = pattern.sub(instead, parts[at])
    return "".join(part for at, part in enumerate(parts) if at % 3 != 2)


@pytest.fixture(autouse=True)
def _read_without_layout(monkeypatch: pytest.MonkeyPatch) -> None:
    ask = Client.request

    def request(client: Client, **asked: Any) -> Any:
        answer = ask(client, **asked)
        if not answer.streaming and answer.get("Content-Type", "").startswith("text/html"):
            answer.content = without_layout(answer.content.decode()).encode()
        return answer

    monkeypatch.setattr(Client, "request", request)
