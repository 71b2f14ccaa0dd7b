"""No dial and no mechanism without a story: the text of the law is what the server obeys, for each of them.

That each such story shows what it claims is looked at where it is played, in `tests.test_stories`; what it has to show,
`tests.storytelling.claims` says.
"""

from __future__ import annotations

import pytest

from nomic.core.law import queries as law_queries
from tests.storytelling.claims import unproven_claims
from tests.storytelling.parser import parse
from tests.test_stories import CASES


def test_every_dial_has_a_story_that_moves_it() -> None:
    assert not law_queries.catalogue().dials.keys() - {name for case in CASES for name in case.dials}


def test_every_mechanism_has_a_story_that_repeals_it() -> None:
    assert not law_queries.catalogue().mechanisms.keys() - {name for case in CASES for name in case.mechanisms}


def test_what_stories_claim_is_in_the_catalogue() -> None:
    catalogue = law_queries.catalogue()

    assert not {str(case): names for case in CASES if (names := set(case.dials) - catalogue.dials.keys())}
    assert not {str(case): names for case in CASES if (names := set(case.mechanisms) - catalogue.mechanisms.keys())}


CLAIM = """CASE  a claim
RULE  Enactment
DIAL  enactment.timeout
CAST  Kevan (Mastermind, Admin), Josh, Lulu
00:00 Josh proposes "Shorter"
        {change}
00:01 Lulu votes FOR
12:00 Kevan enacts #1
12:00 Lulu proposes "Next"
{checks}
END
"""
MOVES = 'sets enactment.timeout: "48 hours" -> "36 hours"'
OTHER = 'sets idle.after: "7 days" -> "six days"'
BELOW = "47:59:59 expect pending #2 still-open  [no]"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("change", "checks", "lack"),
    [
        (OTHER, f"{BELOW}\n60:00 Kevan fails #2  [yes]", "no enacted Proposal moves enactment.timeout"),
        (MOVES, f"{BELOW}\n48:00 Kevan fails #2", "after the enactment no line is marked ['yes']"),
        (MOVES, "13:00 expect pending #2  [no]\n60:00 Kevan fails #2  [yes]", "every marked line would hold"),
        (MOVES, "13:00 expect pending #2  [yes]\n13:00 Lulu comments  [no]", "marked as what they are not"),
        (MOVES, f"{BELOW}\n48:00 Kevan fails #2  [yes]", ""),
    ],
)
def test_the_guard_sees_through_a_story_that_shows_nothing(change: str, checks: str, lack: str) -> None:
    (case,) = parse(CLAIM.format(change=change, checks=checks))

    found = unproven_claims(case)

    assert found.keys() == ({"enactment.timeout"} if lack else set())
    assert found.get("enactment.timeout", "").startswith(lack)
