"""The pages on which one thing is disclosed, everything is revealed, and the secret story is read and checked."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from dynasties.spy.theatre.models import Disclosure
from nomic.core.log.models import PrivateEvent
from tests.openings import kept
from tests.spying import SpyTable

pytestmark = pytest.mark.django_db
STORY, FILE, REVEAL, DISCLOSE = (
    "/g/table/spy/revealed/1/",
    "/g/table/spy/revealed/1.json",
    "/g/table/spy/reveal/1/",
    ("/g/table/spy/disclose/"),
)


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(datetime(2026, 1, 5, 12, tzinfo=UTC), tick=False) as moved:
        yield moved


@pytest.fixture
def table(clock: time_machine.Traveller) -> SpyTable:
    """A day of play: Lulu went from KRA to SLO and would capture Raven, who was told whom e serves."""
    return kept(day, clock)


def day(clock: time_machine.Traveller) -> SpyTable:
    table = SpyTable("Lulu", "Raven")
    table.sweep()
    table.put("Lulu", "KRA", affiliation="World")
    table.put("Raven", "SLO", affiliation="Mastermind")
    table.move("Lulu", "SLO")
    table.attempt("Lulu", "Raven")
    table.disclose("Lulu", "Raven")
    clock.shift(timedelta(days=1))
    table.sweep()
    return table


@pytest.fixture
def over(clock: time_machine.Traveller) -> SpyTable:
    return kept(dynasty, clock)


def dynasty(clock: time_machine.Traveller) -> SpyTable:
    table = day(clock)
    table.win("Raven", clock)
    return table


@pytest.fixture
def revealed(clock: time_machine.Traveller) -> SpyTable:
    return kept(revelation, clock)


def revelation(clock: time_machine.Traveller) -> SpyTable:
    table = dynasty(clock)
    table.reveal("Raven")
    clock.shift(timedelta(days=1))
    table.sweep()
    return table


def signed_in(table: SpyTable, name: str) -> Client:
    client = Client()
    client.force_login(table.account(name), backend="django.contrib.auth.backends.ModelBackend")
    return client


# -- disclosing


def choice(table: SpyTable, **more: str) -> dict[str, str]:
    told = {"owner_id": str(table.agent("Lulu").pk), "to_id": str(table.agent("Raven").pk), "what": "location"}
    return told | more


def test_the_mastermind_discloses_one_thing(table: SpyTable) -> None:
    answer = signed_in(table, "Kevan").post(DISCLOSE, choice(table))

    assert (answer.status_code, answer["Location"]) == (302, DISCLOSE)
    assert Disclosure.objects.count() == 2


def test_what_cannot_be_chosen_is_said_at_its_field_and_the_rest_is_kept(table: SpyTable) -> None:
    answer = signed_in(table, "Kevan").post(DISCLOSE, choice(table, to_id="0"))

    page = answer.content.decode()
    assert answer.status_code == 422
    assert 'value="location" selected' in page
    assert "field--wrong" in page
    assert Disclosure.objects.count() == 1


def test_what_the_rules_do_not_allow_is_said_over_the_form(table: SpyTable) -> None:
    answer = signed_in(table, "Kevan").post(DISCLOSE, choice(table, to_id=str(table.agent("Lulu").pk)))

    page = answer.content.decode()
    assert answer.status_code == 409
    assert "Nobody needs to be told of emself." in page
    assert 'value="location" selected' in page
    assert '<a href="/g/table/spy/desk/">Desk</a>' in page


@pytest.mark.parametrize("who", ["Lulu", "Raven"])
def test_nobody_else_sees_the_form_or_sends_it(table: SpyTable, who: str) -> None:
    client = signed_in(table, who)

    assert [client.get(DISCLOSE).status_code, client.post(DISCLOSE, choice(table)).status_code] == [409, 409]
    assert Disclosure.objects.count() == 1


def test_in_a_hiatus_the_button_is_off_and_says_why(over: SpyTable) -> None:
    page = signed_in(over, "Raven").get(DISCLOSE).content.decode()

    assert 'disabled aria-describedby="no-disclosing"' in page


# -- revealing


def test_before_it_is_revealed_there_is_no_story_and_no_file(over: SpyTable) -> None:
    client = signed_in(over, "Raven")

    assert [client.get(each).status_code for each in (STORY, FILE, STORY + "1/")] == [404] * 3


def test_it_takes_a_tick_and_then_everything_is_revealed(over: SpyTable) -> None:
    client = signed_in(over, "Raven")

    asked, without, done = client.get(REVEAL), client.post(REVEAL), client.post(REVEAL, {"sure": "on"})

    assert (asked.status_code, without.status_code) == (200, 422)
    assert "Tick this if you mean it" in without.content.decode()
    assert (done.status_code, done["Location"]) == (302, STORY)


def test_to_everybody_else_the_button_is_off_and_says_why(over: SpyTable) -> None:
    page = signed_in(over, "Lulu").get(REVEAL).content.decode()

    assert 'disabled aria-describedby="why-not"' in page
    assert "Only the Mastermind may do that." in page
    assert signed_in(over, "Lulu").post(REVEAL, {"sure": "on"}).status_code == 409


# -- the story


def test_a_visitor_reads_the_whole_story_with_the_number_of_each_link(revealed: SpyTable) -> None:
    page = Client().get(STORY).content.decode()

    assert re.search(r"Lulu moves by land from \S+ \(KRA\) to \S+ \(SLO\)\.", page)
    assert "Lulu attempts to capture Raven; they are in one place." in page
    assert "Raven is told the Affiliation of Lulu: World." in page
    ours = PrivateEvent.objects.filter(game=revealed.made).count()
    assert 5 < page.count('href="/g/table/spy/revealed/1/') < ours + 5


def test_what_concerns_one_agent_can_be_read_alone(revealed: SpyTable) -> None:
    page = Client().get(STORY, {"agent": str(revealed.agent("Raven").pk)}).content.decode()

    assert "What concerns Raven" in page
    assert "Lulu attempts to capture Raven" in page
    assert "Lulu moves by land" not in page


@pytest.mark.parametrize("asked", ["x", "-1", "9" * 30, "987654"])
def test_nonsense_for_an_agent_is_no_error(revealed: SpyTable, asked: str) -> None:
    assert Client().get(STORY, {"agent": asked}).status_code == 200


def digest(value: object) -> str:
    said = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(said.encode()).hexdigest()


def root_of(commitment: str, way: dict[str, Any]) -> str:
    """As the page's recipe says, with SHA-256 alone."""
    found, turns = digest({"leaf": commitment}), int(way["place"], 16)
    for neighbour in way["neighbours"]:
        found = digest({"left": neighbour, "right": found} if turns % 2 else {"left": found, "right": neighbour})
        turns //= 2
    return found


def test_a_stranger_checks_the_file_with_sha256_alone(revealed: SpyTable) -> None:
    told = json.loads(Client().get(FILE).content)

    log = {event.seq: event.data for event in revealed.game.events.all()}
    assert digest(told["openings"]) == told["digest"] == log[told["event"]]["digest"]
    assert {each["n"] for each in told["openings"]} == {int(n) for n in told["ways"]}
    for each in told["openings"]:
        way, committed = told["ways"][str(each["n"])], digest({"content": each["content"], "salt": each["salt"]})
        assert committed == way["commitment"]
        assert root_of(committed, way) == way["root"] == log[way["event"]]["private_root"]


def test_one_link_shows_its_opening_and_its_proof_and_the_proof_page_takes_it(revealed: SpyTable) -> None:
    n = json.loads(Client().get(FILE).content)["openings"][0]["n"]

    answer = Client().get(f"{STORY}{n}/")

    proof = answer.context["proof"]
    checked = Client().post("/g/table/messages/check/", {"proof": proof}).content.decode()
    assert PrivateEvent.objects.get(game=revealed.made, n=n).commitment in answer.content.decode()
    assert "The proof holds" in checked


def test_a_link_that_was_not_opened_is_none(revealed: SpyTable) -> None:
    last = PrivateEvent.objects.filter(game=revealed.made).order_by("-n")[0].n

    assert Client().get(f"{STORY}{last}/").status_code == 404


def test_what_was_hidden_today_is_proven_from_tomorrow(over: SpyTable, clock: time_machine.Traveller) -> None:
    over.put("Lulu", "CAI")
    over.reveal("Raven")
    n = json.loads(Client().get(FILE).content)["openings"][-1]["n"]

    today = Client().get(f"{STORY}{n}/").content.decode()
    clock.shift(timedelta(days=1))
    over.sweep()

    assert "this can be proven from tomorrow" in today
    assert "The way from there" in Client().get(f"{STORY}{n}/").content.decode()


def test_words_of_players_are_no_markup_in_the_story(table: SpyTable, clock: time_machine.Traveller) -> None:
    table.correct("Lulu", "location", "CAI", "<b>boo</b>")
    table.win("Raven", clock)
    table.reveal("Raven")

    page = Client().get(STORY).content.decode()

    assert "&lt;b&gt;boo&lt;/b&gt;" in page
    assert "<b>boo</b>" not in page
