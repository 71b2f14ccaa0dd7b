"""What is listed is judged as it will be kept: signs that are one when they are typed may be several by then."""

from __future__ import annotations

import pytest

from nomic.core.decision import Invalid
from proposals.bnomic.register.models import Proposal
from proposals.bnomic.register.rules_lists import LONGEST_ITEM
from tests.balloting import BallotTable

TWO_IN_ONE = "\u0958"  # one letter, and always kept as two
SEMICOLON = "\u037e"  # the Greek question mark, and always kept as a semicolon


def said(row: Proposal) -> list[str]:
    return [each.said for each in row.listed.all()]


@pytest.mark.parametrize("field", ["depends", "conflicts", "body"])
def test_a_name_that_is_too_long_only_as_it_is_kept_is_refused(table: BallotTable, field: str) -> None:
    longest, too_long = ("x" * (LONGEST_ITEM - more) + TWO_IN_ONE for more in (2, 1))
    label = "Depends on: " if field == "body" else ""

    made = table.submits("Josh", **{field: label + longest})
    with pytest.raises(Invalid) as raised:
        table.submits("Josh", **{field: label + too_long})

    assert [len(each) for each in said(made)] == [LONGEST_ITEM]
    assert raised.value.code == "too-long"


def test_a_name_that_is_kept_with_a_separator_in_it_is_listed_as_it_is_kept(table: BallotTable) -> None:
    name = f"Cats{SEMICOLON} and Dogs"
    kept = table.submits("Lulu", name)

    listing = table.submits("Josh", depends=f'"{name}"')

    assert [(each.said, each.means) for each in listing.listed.all()] == [("Cats; and Dogs", kept.number)]
