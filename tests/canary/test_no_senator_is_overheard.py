"""The canary in the Senate: everybody looks everywhere; two that differ only in what is secret look the same."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from dynasties.quorum.programs import views_entry as programs_views_entry
from dynasties.quorum.rounds import queries as rounds_queries
from nomic.core.log.models import PrivateEvent
from nomic.core.notifications.models import Mail, Notice
from nomic.core.secrets.queries import unseal_event
from tests.canary import senate, world as worlds
from tests.canary.crawl import Crawl, routes, whole
from tests.canary.senate import ONE, OTHER, PROGRAMS, VIEWERS, Plot, Senate
from tests.canary.test_a_dump_tells_nothing import dump
from tests.canary.world import unplanted
from tests.sitting import YEA

pytestmark = pytest.mark.django_db

API = "/g/table/quorum/api/episodes/1/"
CHAMBER = "/g/table/quorum/1/"
PLACES = (API, CHAMBER, "/g/table/quorum/senate/", "/g/table/log/", "/g/table/log.json", "/g/table/", "/inbox/", "/")
# Those who have no part in what is secret, wherever they sit.
OTHERS = tuple(viewer for viewer in VIEWERS if viewer not in ("Quill", "Decima"))
# Each request has an id; a digest, or its head, is of what nobody can guess. Entity tags are longer than a head, and
# must be the same.
CHANCE = re.compile(r"\b(?:[0-9a-f]{64}|[0-9a-f]{16}|[0-9a-f]{12}|[0-9a-f]{8})\b")


@pytest.fixture(autouse=True)
def calendar(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has asked how often is not known from the test before."""
    monkeypatch.setattr(programs_views_entry, "CALENDAR", programs_views_entry.ProgramCalendar())


def shown(client: Client, *addresses: str, **headers: str) -> dict[str, str]:
    """What is answered there, to the letter but for the id of the request."""
    return {each: CHANCE.sub("#", whole(client.get(each, headers=headers))) for each in addresses}


def seen(world: Senate, viewer: str) -> dict[str, Any]:
    """A viewer's observation."""
    content: dict[str, Any] = world.browser(viewer).get(API).json()
    return content


# -- birds


@pytest.mark.parametrize("viewer", ["", "Kevan", "Josh", "Cleo", "Quill", "Decima"])
def test_everybody_finds_eir_own_secrets_and_nobody_elses(viewer: str, clock: time_machine.Traveller) -> None:
    world = senate.filled(clock)

    shown = world.crawl(viewer, errors=True)

    world.check(viewer, shown)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_program_s_view_holds_no_secret_but_its_own(viewer: str, clock: time_machine.Traveller) -> None:
    world = senate.filled(clock)
    client = world.browser(viewer)

    answers = [
        whole(client.get(API)),
        whole(client.get(API, headers={"If-None-Match": "*"})),
        whole(client.get(f"{API}replay")),
        whole(client.get(f"{API}?wait=0")),
    ]
    answers += [whole(client.post(f"{API}decision", body, "application/json")) for body in ("", "{}", "[]")]

    mine = viewer if viewer in PROGRAMS else None
    for canary in world.canaries:
        assert any(canary.words in each for each in answers) is (mine in canary.owners), canary.words


@pytest.mark.postgresql
def test_the_crawl_reaches_every_address_of_the_senate(clock: time_machine.Traveller) -> None:
    world = senate.filled(clock)
    world.senate.convenes("Josh", seats=3)
    world.values |= {"number": ["1", "2"], "int": ["1", "2"]}

    reached: set[str] = set()
    for viewer in ("Josh", "Quill", "Decima"):
        Crawl(world.browser(viewer), reached=reached, once=True, elsewhere=world.elsewhere).walk(world.values)

    unreached = {route.name for route in routes() if route.name.startswith("quorum_")} - reached
    assert not unreached, f"fill these in, in tests/canary/senate.py: {sorted(unreached)}"
    unhappened = unplanted(lambda kind: kind.startswith("quorum."))
    assert not unhappened, f"let these happen, in tests/canary/senate.py: {sorted(unhappened)}"


def test_when_it_is_over_the_replay_tells_everybody_all_but_tokens(clock: time_machine.Traveller) -> None:
    world = senate.filled(clock)
    for round in (1, 2):
        for name in (*senate.PEOPLE, *PROGRAMS):
            world.decides(name, YEA, round)

    answer = whole(world.browser("").get(f"{API}replay"))

    assert "canary-seed" in answer
    assert [name for name in (*senate.PEOPLE, *PROGRAMS) if f"canary-told-{name}" not in answer] == []
    assert not any(token in answer for token in world.tokens.values())


@pytest.mark.parametrize("viewer", VIEWERS)
def test_before_that_it_is_refused_to_everybody(viewer: str, clock: time_machine.Traveller) -> None:
    world = senate.filled(clock)
    client = world.browser(viewer)

    answers = [client.get(each).status_code for each in (f"{API}replay", f"{CHAMBER}replay/", f"{CHAMBER}replay.json")]

    assert answers == [409, 409, 409]


# -- the mark, and nothing beside it


@pytest.mark.parametrize("viewer", OTHERS)
def test_that_somebody_has_decided_is_a_mark_and_nothing_else(viewer: str, clock: time_machine.Traveller) -> None:
    world = senate.convened(clock)
    before = seen(world, viewer)

    world.decides("Quill", {"vote": "nay", "filibuster": True}, 0)

    after = seen(world, viewer)
    assert before["decided"] == [False, False, False, False, True]
    assert after["decided"] == [False, True, False, False, True]
    assert {**after, "decided": None} == {**before, "decided": None}


@pytest.mark.parametrize("viewer", OTHERS)
def test_that_somebody_has_decided_otherwise_nobody_else_can_tell(viewer: str, clock: time_machine.Traveller) -> None:
    world = senate.convened(clock)
    client, looked = world.browser(viewer), list[tuple[dict[str, str], list[str]]]()
    _looked(client)  # that e was here at all is noted once

    for decision in ({"vote": "nay"}, {"vote": "yea", "note": senate.note("Nona", "x" * 200)}, None):
        for name in ("Quill", "Decima"):
            world.decides(name, decision, 0)
        looked.append(_looked(client))

    for answers, asked in looked[1:]:
        for place, answer in answers.items():
            assert answer == looked[0][0][place], place
        # Not even by how much there was to be looked up.
        assert asked == looked[0][1]


def _looked(client: Client) -> tuple[dict[str, str], list[str]]:
    """What is shown wherever something could be, and what the database was asked for it."""
    programs_views_entry.CALENDAR = programs_views_entry.ProgramCalendar()
    with senate.pinned(), CaptureQueriesContext(connection) as asked:
        answers = shown(client, *PLACES)
    # Transactions are numbered.
    return answers, [each["sql"].partition(" WHERE ")[0] for each in asked if "SAVEPOINT" not in each["sql"]]


def test_a_tag_is_moved_by_one_s_own_decision_and_by_another_s_mark_alone(clock: time_machine.Traveller) -> None:
    world = senate.convened(clock)

    def tags() -> dict[str, str]:
        return {viewer: world.browser(viewer).get(API)["ETag"] for viewer in ("", "Nona", "Decima")}

    moments = [tags()]
    for decision in ({"vote": "nay"}, {"vote": "yea"}, {"vote": "yea"}):
        world.decides("Decima", decision, 0)
        moments.append(tags())

    assert [len({each[viewer] for each in moments}) for viewer in ("", "Nona", "Decima")] == [2, 2, 3]


# -- twins


@pytest.mark.parametrize("viewer", ["", "Kevan", "Cleo", "Nona"])
def test_two_senates_that_differ_only_in_what_is_secret_look_the_same(
    viewer: str, clock: time_machine.Traveller
) -> None:
    one, other = (_walked(plot, viewer, clock) for plot in (ONE, OTHER))

    assert list(one) == list(other)
    for address, answer in one.items():
        assert answer == other[address], address
    assert {API, CHAMBER} <= one.keys()


@pytest.mark.parametrize("viewer", OTHERS)
def test_nobody_finds_anything_out_by_trying(viewer: str, clock: time_machine.Traveller) -> None:
    one, other = (_tried(plot, viewer, clock) for plot in (ONE, OTHER))

    assert one == other


def _walked(plot: Plot, viewer: str, clock: time_machine.Traveller) -> dict[str, str]:
    with _played(plot, clock) as world:
        found = {**world.crawl(viewer), **_letters(world, viewer)}
    return {CHANCE.sub("#", address): CHANCE.sub("#", answer) for address, answer in found.items()}


def _tried(plot: Plot, viewer: str, clock: time_machine.Traveller) -> dict[str, str]:
    """What a viewer is answered who asks for more than is eirs: as a program, and by every form."""
    with _played(plot, clock) as world:
        client, found = world.browser(viewer), dict[str, str]()
        tag = client.get(API)["ETag"]
        for known in (tag, "*", '"x"'):
            found[known] = shown(client, API, **{"If-None-Match": known})[API]
        for token in (*world.tokens.values(), "nonsense"):
            found[token] = shown(client, API, Authorization=f"Bearer {token[:-1]}")[API]
        for round in (0, 1, 2):
            body = json.dumps({"round": round, "decision": {"vote": "yea"}, "rid": "a"})
            answer = client.post(f"{API}decision", body, "application/json") if viewer not in PROGRAMS else None
            found[f"decision {round}"] = CHANCE.sub("#", whole(answer)) if answer else ""
        for place in ("replay/", "replay.json", "rounds/1/", "seats/2/token/", "seats/2/leave/", "seats/1/take/"):
            found |= shown(client, CHAMBER + place)
            found[f"POST {place}"] = CHANCE.sub("#", whole(client.post(CHAMBER + place, {"name": "X", "token": "t"})))
    return found


@contextmanager
def _played(plot: Plot, clock: time_machine.Traveller) -> Iterator[Senate]:
    """A senate in which that has happened; it is taken back afterwards, numbers and all."""
    programs_views_entry.CALENDAR = programs_views_entry.ProgramCalendar()
    with worlds.rolled_back(clock):
        world = worlds.play_once(f"a senate {plot}", partial(_play_plot, plot), clock)
        with senate.pinned(after=100_000):
            yield world


def _play_plot(plot: Plot, clock: time_machine.Traveller) -> Senate:
    # Both plots begin with the very same rows.
    world = senate.convened(clock)
    with senate.pinned():
        senate.play(world, plot, clock)
    return world


def _letters(world: Senate, viewer: str) -> dict[str, str]:
    """What somebody was told, and what was sent to em."""
    if not viewer or viewer in PROGRAMS:
        return {}
    who = world.table.account(viewer)
    told = [(each.kind, each.at, each.facts, each.url, each.reach) for each in Notice.objects.filter(account=who)]
    sent = [(each.subject, each.body, each.made_at) for each in Mail.objects.filter(account=who)]
    return {"told": str(told), "sent": str(sent)}


# -- somebody has stolen the database


def test_neither_a_decision_nor_a_note_nor_a_seed_nor_a_token_is_in_a_dump(clock: time_machine.Traveller) -> None:
    world = senate.filled(clock)

    stolen = dump()

    salts = [unseal_event(link).salt for link in PrivateEvent.objects.all()]
    salts.append(rounds_queries.seed_and_salt(world.senate.episode())[1])
    words = [each.words for each in world.canaries if each.words != "gAAAAA"]
    assert len(words) > 10
    assert [each for each in (*words, *salts, *settings.NOMIC_VAULT_KEYS) if each in stolen] == []
    assert '"vote": "nay"' not in stolen.replace("\\", "")


def test_what_is_sealed_of_a_decision_does_not_tell_by_its_length_whether_there_is_a_note(
    clock: time_machine.Traveller,
) -> None:
    world, lengths = senate.convened(clock), list[int]()
    told = {"priorities": [0.125, 1e-9, 3], "amendment": "A1", "note": senate.note("Nona", "x" * 200)}
    for decision in ({"vote": "yea"}, {"vote": "abstain", **told}):
        world.decides("Decima", decision, 0)
        lengths.append(len(PrivateEvent.objects.filter(game=world.table.made).latest("n").sealed))

    assert lengths[0] == lengths[1]
