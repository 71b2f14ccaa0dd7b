"""An Admin corrects a slip in the law, and puts one back. (Reading 48)"""

from __future__ import annotations

import pytest

from nomic.core.law import queries as law_queries
from nomic.core.log import queries as log_queries
from proposals.recount import recount_game
from rulesets.models import RuleVersion
from tests.casting import Table
from tests.pages.deciding.pages import address, browser, words

pytestmark = pytest.mark.django_db
SLIP = ("either Pending", "ether Pending")


def page(table: Table, end: str = "correct/") -> str:
    return address(table, f"ruleset/{table.rule('Proposals').id}/{end}")


def sent(table: Table, text: str, version: int = 1, who: str = "Kevan") -> tuple[int, str]:
    response = browser(table, who).post(page(table), {"text": text, "base_version": version}, follow=True)
    return response.status_code, words(response)


def test_an_admin_corrects_a_slip_and_another_look_reverses_it(table: Table) -> None:
    text = table.rule("Proposals").text

    status, told = sent(table, text.replace(*SLIP).replace("\n", "\r\n"))
    assert (status, "Corrected." in told, "ether Pending" in told) == (200, True, True)
    assert "Slip corrected" in told

    told = words(browser(table, "Kevan").post(page(table, "reverse/"), follow=True))
    assert "The correction is reversed." in told
    assert table.rule("Proposals").text == text


def test_a_correction_moves_no_law_and_stands_in_the_log(table: Table) -> None:
    before = law_queries.law_snapshot(table.made.pk)
    sent(table, table.rule("Proposals").text.replace(*SLIP))

    assert law_queries.law_snapshot(table.made.pk) == before
    assert log_queries.log(table.made.pk)[0].kind == "rule.corrected"
    assert list(recount_game(table.game).differences) == []


@pytest.mark.parametrize(
    ("swap", "version", "status", "said"),
    [
        (("[2]", "[3]"), 1, 409, "would change what the server obeys"),
        (("either", "one two three four five six seven eight nine ten eleven"), 1, 409, "no slip any more"),
        (("either", "either"), 1, 409, "says already"),
        (SLIP, 7, 409, "has changed since you opened it"),
        (("[2]", "[a few]"), 1, 422, "accepted"),
        (("either", "ei\u202ether"), 1, 422, "U+202E"),
    ],
)
def test_what_is_more_than_a_slip_is_refused(
    table: Table, swap: tuple[str, str], version: int, status: int, said: str
) -> None:
    versions = RuleVersion.objects.count()

    answered, told = sent(table, table.rule("Proposals").text.replace(*swap), version)

    assert answered == status
    assert said in told
    assert RuleVersion.objects.count() == versions


def test_only_admins_correct_and_only_corrections_are_reversed(table: Table) -> None:
    assert sent(table, table.rule("Proposals").text.replace(*SLIP), who="Josh")[0] == 409
    assert browser(table, "Kevan").post(page(table, "reverse/")).status_code == 409
    assert "Correct a slip" not in words(browser(table, "Josh").get(page(table, "")))
    assert "Correct a slip" in words(browser(table, "Kevan").get(page(table, "")))
