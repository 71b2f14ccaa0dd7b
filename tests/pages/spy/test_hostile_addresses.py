"""Addresses of secret things, with words in them that no database takes."""

from __future__ import annotations

import pytest

from tests.pages.deciding.pages import address, browser
from tests.spying import SpyTable

ADDRESSES = (
    "desk/attempts/{}/",
    "desk/checkpoint/{}/",
    "teams/{}/invite/",
    "teams/{}/join/",
    "teams/{}/leave/",
    "claims/{}/accept/",
    "claims/{}/refuse/",
    "dossier/log/{}/",
)


@pytest.mark.parametrize("word", ["%00", "a%00b", "%E2%80%AE", "%3Cscript%3E", "%D9%A1"])
@pytest.mark.parametrize("path", ADDRESSES)
def test_what_can_be_nobodys_address_is_not_found(table: SpyTable, path: str, word: str) -> None:
    who = browser(table, "Kevan" if path.startswith(("desk", "claims")) else "Lulu")

    answers = [each(address(table, f"spy/{path.format(word)}")).status_code for each in (who.get, who.post)]

    assert answers == [404, 404]
