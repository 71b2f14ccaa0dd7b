"""The registry is whole from the start, or the server does not start."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

import pytest
from django.core.management import call_command

from nomic.core.registry import Registry, register, registry
from tests.registering import using

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


def test_what_is_registered_is_made_once_and_when_it_is_asked_for(whole: Registry) -> None:
    made: list[Registry] = []

    def make() -> Registry:
        made.append(replace(whole))
        return made[-1]

    register(make)
    assert made == []

    assert registry() is registry() is made[0]
    assert len(made) == 1
