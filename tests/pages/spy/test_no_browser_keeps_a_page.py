"""What is secret is in no cache: neither a page of spies, nor an answer to a form, nor why an act is refused."""

from __future__ import annotations

import pytest
from django.test import Client

from dynasties.spy.missions.models import Team
from tests.canary.crawl import Route, routes
from tests.spying import SpyTable

PUBLIC = {"spy_revealed", "spy_revealed_link", "spy_revealed_json"}  # there is nothing before all of it is open
OURS = [each for each in routes() if each.name.startswith("spy_") and each.name not in PUBLIC]


@pytest.fixture
def table(table: SpyTable) -> SpyTable:
    table.open_mission()
    table.team(1, "Lulu")
    return table


def answers(table: SpyTable, name: str, route: Route, uid: str) -> list[str]:
    """What becomes of asking for an address, and of sending forms to it: status and how it may be kept."""
    client = Client()
    client.force_login(table.account(name), backend="django.contrib.auth.backends.ModelBackend")
    values = {"slug": [table.made.slug], "int": ["1"], "number": ["1"], "holding": ["1"], "uid": [uid]}
    [address] = route.filled(values | {"commitment": ["0" * 64]})
    told = [client.get(address), client.post(address), client.post(address, {"token": "x", "reason": "So.", "to": "?"})]
    return [
        f"{each.status_code} {each.get('Cache-Control')}" for each in told if each.status_code not in (302, 404, 405)
    ]


@pytest.mark.parametrize("name", ["Lulu", "Kevan"])
def test_no_answer_in_a_dynasty_of_spies_may_be_kept_by_anybody(table: SpyTable, name: str) -> None:
    found = {route.name: answers(table, name, route, Team.objects.get().uid) for route in OURS}

    assert sum(bool(each) for each in found.values()) > len(OURS) / 2
    kept = {route: each for route, told in found.items() for each in told if "no-store" not in each}
    assert kept == {}
