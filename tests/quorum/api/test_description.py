"""The description is whole: a validator takes it, it names every address, and every schema and error in it is used."""

from __future__ import annotations

import json
import re

import pytest
from django.urls import resolve
from openapi_spec_validator import validate

from dynasties.quorum.rounds.rules_decisions import fallback_json
from dynasties.quorum.urls import api_urls
from tests.quorum.api.programs import DOCUMENT, NOBODY, Program, fits

TEXT = json.dumps(DOCUMENT)


def test_a_validator_takes_it() -> None:
    validate(DOCUMENT)


def test_every_address_stands_in_it_and_no_other() -> None:
    ours = {re.sub(r"<int:(\w+)>", r"{\1}", str(each.pattern).removeprefix("quorum/api")) for each in api_urls}

    assert set(DOCUMENT["paths"]) == ours


@pytest.mark.django_db
def test_its_addresses_are_beside_it(senate: list[Program]) -> None:
    answer = NOBODY.get("/g/table/quorum/api/openapi.json")

    assert answer.json() == DOCUMENT
    assert [each["url"] for each in DOCUMENT["servers"]] == ["."]
    assert resolve("/g/table/quorum/api/episodes/1/").url_name == "quorum_api_episode"


@pytest.mark.django_db
def test_who_has_it_is_told_so(senate: list[Program]) -> None:
    first = senate[0].asks("get", "/openapi.json")

    again = senate[0].asks("get", "/openapi.json", headers={"If-None-Match": first["ETag"]})

    assert (first.status_code, again.status_code) == (200, 304)


@pytest.mark.django_db
def test_a_game_that_is_not_there_has_none(senate: list[Program]) -> None:
    assert Program(slug="nowhere").asks("get", "/openapi.json").status_code == 404


@pytest.mark.parametrize("kind", ["schemas", "responses", "securitySchemes"])
def test_nothing_stands_in_it_for_nothing(kind: str) -> None:
    def is_used(name: str) -> bool:
        return f'"#/components/{kind}/{name}"' in TEXT or (kind == "securitySchemes" and f'"{name}": []' in TEXT)

    assert [name for name in DOCUMENT["components"][kind] if not is_used(name)] == []


def test_the_fallback_is_a_decision_as_it_is_described() -> None:
    fits(fallback_json(), DOCUMENT["components"]["schemas"]["Decision"])
