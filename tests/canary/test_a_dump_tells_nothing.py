"""Somebody has stolen the database, and tries every Affiliation and every territory against every digest in it."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.apps import apps
from django.conf import settings
from django.core import serializers

from dynasties.spy.theatre.rules import Affiliation
from dynasties.spy.theatre.rules_map import ATLAS, Side
from nomic.core import vault
from nomic.core.log.models import PrivateEvent
from nomic.core.secrets.models import Day, SecretSeed
from nomic.core.secrets.queries import sealed_columns, unseal_event
from tests.canary import spies, world as worlds
from tests.canary.world import World
from tests.spying import SpyTable

pytestmark = pytest.mark.django_db

HEX = re.compile(r"[0-9a-f]{64}")
ANY_HEX = re.compile(r"\b(?:[0-9a-f]{16}|[0-9a-f]{64})\b")
VALUES = [*(each.value for each in Affiliation), *ATLAS, *(f"{code}-PRI" for code in ("ICE", "SIB"))]
NAMES = ("affiliation", "location", "from", "to", "value", "prison", "side", "target", "places", "code")


@pytest.fixture
def table(clock: time_machine.Traveller) -> SpyTable:
    """Everything that is secret among spies, and a message; some of it today, some of it published in a day's head."""
    return spies.table_of(worlds.play_once("a dump of spies", _play, clock))


def _play(clock: time_machine.Traveller) -> World:
    world = spies.public(clock)
    table = spies.table_of(world)
    spies.play(table, spies.OTHER, clock)
    table.attempt("Quill", "Rook")
    table.message("Quill", "Cleo", "I am in MUR, and serve the Mastermind.")
    return world


def dump() -> str:
    """Every row of every table, as a thief has it."""
    rows = [row for each in apps.get_models() for row in each._default_manager.all()]
    return str(serializers.serialize("json", rows))


def canonical(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def guesses(value: str, others: list[str]) -> Iterator[str]:
    """Every text whose digest could stand for a value, alone and with anything that looks like a salt."""
    plain = [value, canonical(value), *(canonical({name: value}) for name in NAMES)]
    yield from plain
    yield from (canonical({"content": each}) for each in (value, {"value": value}))
    for salt in others:
        yield from (salt + value, value + salt, f"{salt}:{value}", f"{value}:{salt}")
        yield canonical({"content": value, "salt": salt})
        yield canonical({"content": {"value": value}, "salt": salt})
        yield canonical({"value": value, "salt": salt})


def digests(text: str) -> Iterator[str]:
    said = text.encode()
    for name in ("sha256", "sha1", "md5"):
        yield hashlib.new(name, said).hexdigest()


def test_no_affiliation_and_no_territory_answers_to_any_digest_in_it(table: SpyTable) -> None:
    stolen = dump()
    known = {each for size in (64, 40, 32) for each in re.findall(rf"\b[0-9a-f]{{{size}}}\b", stolen)}
    salts = sorted(set(ANY_HEX.findall(stolen)))

    matched = [
        (value, text) for value in VALUES for text in guesses(value, salts) for each in digests(text) if each in known
    ]

    assert len(known) > 100
    assert matched == []


def test_the_contents_of_the_private_chain_do_not_answer_to_its_commitments_without_their_salts(
    table: SpyTable,
) -> None:
    """Even whoever guesses a content whole, moment and all, cannot tell whether it is right."""
    stolen = dump()
    known = set(HEX.findall(stolen))

    for link in PrivateEvent.objects.filter(game=table.made):
        told = unseal_event(link)
        content = told.content
        forms = [content, content["data"], {"content": content}, {"content": content, "salt": ""}]
        forms += [{"content": content, "salt": salt} for salt in (link.previous, link.hash, link.commitment)]
        assert not known & {hashlib.sha256(canonical(each).encode()).hexdigest() for each in forms}
        assert hashlib.sha256(canonical({"content": content, "salt": told.salt}).encode()).hexdigest() in known


def test_neither_a_key_nor_a_salt_nor_a_seed_is_in_it(table: SpyTable) -> None:
    stolen = dump()

    seeds = [vault.unseal(row.sealed)["seed"] for row in SecretSeed.objects.all()]
    seeds += [vault.unseal(row.sealed)["seed"] for row in Day.objects.filter(opened=None)]
    salts = [unseal_event(link).salt for link in PrivateEvent.objects.all()]
    assert seeds
    assert salts
    assert not [each for each in (*settings.NOMIC_VAULT_KEYS, *seeds, *salts) if each in stolen]


def test_nothing_that_is_sealed_tells_when_it_was_sealed(table: SpyTable) -> None:
    """What is sealed anew when something is done about it would tell to what that was done."""
    tokens = set(re.findall(r"gAAAA[\w=-]{40,}", dump()))

    moments = {int.from_bytes(base64.urlsafe_b64decode(each[:12])[1:9], "big") for each in tokens}

    assert len(tokens) > 50
    assert moments == {0}


def test_no_secret_stands_in_the_clear_in_any_table_of_what_is_secret(table: SpyTable) -> None:
    secret = {each.model for each in sealed_columns()}
    rows = [row for model in secret for row in model._default_manager.all()]

    stolen = serializers.serialize("json", rows)

    found = [value for value in (*VALUES, *(each.value for each in Side)) if f'"{value}"' in stolen]
    assert found == []
    assert not re.search(r"\b(?:" + "|".join(ATLAS) + r")\b", re.sub(r"gAAAA[\w=-]+", "", stolen))


def test_what_is_sealed_is_as_long_for_one_secret_as_for_another(
    table: SpyTable, clock: time_machine.Traveller
) -> None:
    lengths: dict[str, set[int]] = defaultdict(set)
    for affiliation in (None, *(each.value for each in Affiliation)):
        for location, prison in ((None, None), ("KRA", None), ("SIB", "SIB")):
            table.put("Cleo", location, affiliation=affiliation, prison=prison, side="behind" if prison else None)
            table.disclose("Cleo", "Quill", "affiliation")
            table.disclose("Cleo", "Quill", "prison")
    _every_way_of_moving(table, clock)
    for link in PrivateEvent.objects.filter(game=table.made):
        lengths[unseal_event(link).kind].add(len(link.sealed))
    for column in sealed_columns():
        if column.model._meta.app_label == "dynasty_spy":
            lengths[str(column)] |= {len(sealed) for _, sealed in column.filled_rows()}

    kinds = ("spy.cover", "spy.errand", "spy.attempt", "spy.disclosure", "dice.rolled-in-secret")
    columns = ("cover", "errand", "attempt", "disclosure")
    wanted = {*kinds, *(f"dynasty_spy.{each}.sealed" for each in columns)}
    assert {name: lengths[name] for name in wanted if len(lengths[name]) != 1} == {}


def _every_way_of_moving(table: SpyTable, clock: time_machine.Traveller) -> None:
    """For nothing and for Tickets, across the Iron Curtain and not, with the longest words and the shortest."""
    table.give("Quill", air=9, sea=9, land=9)
    for affiliation in (None, Affiliation.DOUBLE_MASTERMIND.value):
        for start, to, side in (
            ("KRA", "SLO", None),
            ("LON", "FRA", None),
            ("YOR", "NTH", None),
            ("BER", "FRA", None),
            ("PAR", "MAR", None),
            ("IST", "WBS", "free"),
        ):
            table.put("Quill", start, affiliation=affiliation, side=side)
            clock.shift(timedelta(days=2))  # nobody sweeps: the Clerk idles whoever has declared nothing
            table.move("Quill", to)
    table.put("Rook", table.cover("Quill").location, affiliation=Affiliation.DOUBLE_WORLD.value)
    table.rule_on(table.attempt("Rook", "Quill"))
    table.put("Cleo", "ICE", affiliation=Affiliation.WORLD.value)
    table.put("Rook", "ICE", affiliation=Affiliation.DOUBLE_MASTERMIND.value)
    table.rule_on(table.attempt("Cleo", "Rook"))
