"""The table of change kinds: each whole, each under its own name, each with words."""

from __future__ import annotations

import pytest

from nomic.changes import CHANGES
from nomic.words import WORDS
from proposals.changes.forms import ChangeForm
from rulesets.changes.rules import CORE_CHANGES
from rulesets.changes.rules_steps import CORE_APPLIERS


def test_the_core_kinds_are_in_it_with_their_own_appliers() -> None:
    assert {kind: CHANGES[kind].change for kind in CORE_CHANGES} == CORE_CHANGES
    assert all(CHANGES[kind].apply is CORE_APPLIERS[change] for kind, change in CORE_CHANGES.items())


@pytest.mark.parametrize("kind", CHANGES)
def test_a_kind_stands_under_its_own_name_in_class_form_and_words(kind: str) -> None:
    entry = CHANGES[kind]

    assert (entry.change.kind, entry.form.kind, issubclass(entry.form, ChangeForm)) == (kind, kind, True)
    assert any(code.startswith(kind) for code in WORDS)
