"""The registry is whole from the start, or the server does not start."""

from __future__ import annotations

import runpy
import sys
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

import pytest
from django.core.management import call_command

from nomic.core.law.rules import each_dial, each_mechanism
from nomic.core.registry import Registry, register, registry
from nomic.words import LOG_WORDS, NOTICES
from tests.registering import using

APP = ("nomic.", "rulesets.", "proposals.", "dynasties.")
FIELDS = [each.name for each in fields(Registry)]


@pytest.fixture
def whole() -> Iterator[Registry]:
    """The registry as it is, which comes back afterwards."""
    found = registry()
    with using(found):
        yield found


@pytest.mark.parametrize("missing", FIELDS)
def test_a_registry_without_a_field_stops_every_start_with_its_name(missing: str, whole: Registry) -> None:
    given: dict[str, Any] = {name: getattr(whole, name) for name in FIELDS if name != missing}
    register(lambda: Registry(**given))

    with pytest.raises(TypeError, match=f"missing 1 required keyword-only argument: '{missing}'"):
        call_command("check")


def test_no_dial_or_mechanism_that_is_declared_is_forgotten() -> None:
    declared = [
        vars(module) for name, module in sys.modules.items() if name.endswith(".dials") and name.startswith(APP)
    ]
    known = registry().catalogue

    assert declared
    assert [each.name for names in declared for each in each_dial(names) if each.name not in known.dials] == []
    assert [
        each.name for names in declared for each in each_mechanism(names) if each.name not in known.mechanisms
    ] == []


def test_nobody_is_told_of_an_event_that_never_happens_nor_of_a_notice_without_words() -> None:
    assert registry().tellers.keys() - LOG_WORDS.keys() == set()
    assert registry().still_current.keys() - NOTICES.keys() == set()


def test_a_web_server_asks_for_it_before_anybody_asks_it(whole: Registry, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.core.wsgi.get_wsgi_application", lambda: None)
    register(lambda: Registry())  # type: ignore[call-arg]  # nothing in it at all

    with pytest.raises(TypeError, match="'catalogue'"):
        runpy.run_module("nomic.wsgi")


def test_what_is_registered_is_made_once_and_when_it_is_asked_for(whole: Registry) -> None:
    made: list[Registry] = []

    def make() -> Registry:
        made.append(replace(whole))
        return made[-1]

    register(make)
    assert made == []

    assert registry() is registry() is made[0]
    assert len(made) == 1
