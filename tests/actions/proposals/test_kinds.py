"""What kinds of matter do with tables: every kind has its line, and no field may be left out of it."""

from __future__ import annotations

from dataclasses import fields

import pytest

from nomic.effects import TELLERS
from proposals.deciding.actions_kinds import KIND_ACTIONS, KindActions, actions_of
from proposals.kinds import KINDS
from proposals.kinds.proposal.kind import PROPOSAL


def test_every_kind_says_what_it_does() -> None:
    assert KIND_ACTIONS.keys() == KINDS.keys()


def test_a_kind_that_says_nothing_is_an_error() -> None:
    with pytest.raises(LookupError, match="'coup'"):
        actions_of("coup")


@pytest.mark.parametrize("left_out", [each.name for each in fields(KindActions)])
def test_a_line_without_a_field_fails_with_the_name_of_the_field(left_out: str) -> None:
    whole = actions_of(PROPOSAL.code)
    facts = {each.name: getattr(whole, each.name) for each in fields(KindActions) if each.name != left_out}

    with pytest.raises(TypeError, match=f"missing 1 required keyword-only argument: '{left_out}'"):
        KindActions(**facts)


@pytest.mark.parametrize("event", [event for kind in KINDS.values() for event in kind.end_events])
def test_authors_are_told_of_every_end(event: str) -> None:
    assert [each.__name__ for each in TELLERS[event]] == ["notify_author_of_end"]
