"""The tables of kinds and of categories: no field is left out of a record, and nothing is guessed."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from proposals.kinds import CATEGORIES, KINDS, MOTION, PLAIN, add_kind, category_of, kind_of
from proposals.kinds.kind import Category, KindWords, MatterKind
from proposals.kinds.proposal.kind import PROPOSAL
from proposals.voting.rules import Status

RECORDS: tuple[tuple[type[Any], Any], ...] = ((MatterKind, PROPOSAL), (KindWords, PROPOSAL.words), (Category, PLAIN))


@pytest.mark.parametrize(
    ("record", "whole", "left_out"),
    [(record, whole, each.name) for record, whole in RECORDS for each in fields(record)],
)
def test_a_record_without_a_field_fails_with_the_name_of_the_field(
    record: type[Any], whole: Any, left_out: str
) -> None:
    facts = {each.name: getattr(whole, each.name) for each in fields(record) if each.name != left_out}

    with pytest.raises(TypeError, match=f"missing 1 required keyword-only argument: '{left_out}'"):
        record(**facts)


def test_an_unknown_kind_is_an_error_and_judged_as_nothing_else() -> None:
    with pytest.raises(LookupError, match="no kind of matter called 'coup'"):
        kind_of("coup")
    with pytest.raises(LookupError, match="no kind of matter called 'plain'"):
        kind_of(PLAIN.code)
    with pytest.raises(LookupError, match="no category of posts called 'coup'"):
        category_of("coup")


@pytest.mark.parametrize("code", [*KINDS, PLAIN.code, MOTION.code])
def test_a_code_that_is_taken_is_not_joined_again(code: str) -> None:
    class Twin:
        pass

    twin: Any = Twin()
    twin.code = code

    with pytest.raises(ValueError, match="already"):
        add_kind(twin)


def test_categories_follow_from_kinds_and_keep_their_order() -> None:
    assert list(CATEGORIES) == ["plain", "proposal", "cfj", "dov", "address", "motion"]
    assert [each.kind for each in CATEGORIES.values()] == [None, *KINDS.values(), None, None]
    assert [each.label for each in CATEGORIES.values()] == [
        "Plain post",
        "Proposal",
        "Call for Judgment",
        "Declaration of Victory",
        "Ascension Address",
        "Proposal",
    ]


def test_each_kind_has_its_own_word_for_passing() -> None:
    events = [event for kind in KINDS.values() for event in kind.end_events]

    assert events == ["proposal.enacted", "proposal.failed", "cfj.passed", "cfj.failed", "dov.passed", "dov.failed"]
    assert {kind.status_word(Status.PENDING) for kind in KINDS.values()} == {"pending"}


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_what_a_kind_names_it_brings_and_fits_its_column(kind: MatterKind) -> None:
    assert len(kind.code) <= 10
    assert all(len(icon) <= 12 for icon in kind.icons)
    assert {kind.posting, kind.voting, kind.deciding} <= set(kind.mechanisms)
    assert kind.resolver in kind.dials
    assert {f"{kind.code}.opened", *kind.end_events} == set(kind.events)
