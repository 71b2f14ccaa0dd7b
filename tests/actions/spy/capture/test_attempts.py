"""An Agent attempts to capture another. (Rule Capture; Reading 27)"""

from __future__ import annotations

import pytest

from dynasties.spy.prison import queries as prison_queries
from dynasties.spy.theatre.models import Attempt
from nomic.core.decision import Invalid, Refused
from nomic.core.dice.models import Roll
from tests.actions.spy.capture.reading import answer, code
from tests.lawmaking import amend, change
from tests.spying import SpyTable


def test_an_attempt_on_who_is_there_waits_for_the_mastermind(table: SpyTable) -> None:
    seq = table.game.last_seq

    attempt = table.attempt("Lulu", "Raven")

    assert (answer(attempt), prison_queries.unseal_attempt(attempt).open) == ("waits", True)
    assert table.public_kinds(after=seq) == []


def test_an_attempt_on_who_is_elsewhere_is_refused_in_private_and_kept(table: SpyTable) -> None:
    seq, links, rolls = table.game.last_seq, table.game.private_n, Roll.objects.count()

    attempt = table.attempt("Lulu", "Josh")

    assert (answer(attempt), prison_queries.unseal_attempt(attempt).open) == ("not-there", False)
    assert prison_queries.unseal_attempt(attempt).places == ("PAR", "WAR")
    assert table.public_kinds(after=seq) == []
    assert (table.game.private_n, Roll.objects.count()) == (links + 1, rolls)


def test_a_row_of_an_attempt_is_as_long_for_either_answer(table: SpyTable) -> None:
    there, elsewhere = table.attempt("Lulu", "Raven"), table.attempt("Lulu", "Josh")

    assert len(there.sealed) == len(elsewhere.sealed)
    assert len(there.private.sealed) == len(elsewhere.private.sealed)


def test_the_same_form_makes_one_attempt_and_with_another_name_none(table: SpyTable) -> None:
    first = table.attempt("Lulu", "Raven", token="twice")

    assert table.attempt("Lulu", "Raven", token="twice") == first
    with pytest.raises(Invalid) as invalid:
        table.attempt("Lulu", "Josh", token="twice")

    assert (invalid.value.code, Attempt.objects.count()) == ("used-token", 1)


def test_the_token_of_anothers_form_bars_nobody(table: SpyTable) -> None:
    first = table.attempt("Lulu", "Raven", token="alike")

    second = table.attempt("Raven", "Lulu", token="alike")

    assert second != first


def test_a_second_attempt_on_the_same_agent_waits_for_the_first(table: SpyTable) -> None:
    first = table.attempt("Lulu", "Raven")
    with pytest.raises(Refused) as refused:
        table.attempt("Lulu", "Raven")
    assert code(refused) == "attempt-waits"

    table.rule_on(first)
    table.put("Lulu", "PAR", affiliation="World")
    table.put("Raven", "PAR", affiliation="Mastermind")

    assert answer(table.attempt("Lulu", "Raven")) == "waits"


def test_an_attempt_takes_an_affiliation_and_a_location_of_ones_own(table: SpyTable) -> None:
    with pytest.raises(Refused) as undeclared:
        table.attempt("Josh", "Raven")
    table.put("Lulu", None, affiliation="World")
    with pytest.raises(Refused) as nowhere:
        table.attempt("Lulu", "Raven")

    assert (code(undeclared), code(nowhere)) == ("declare-first", "no-location")
    assert not Attempt.objects.exists()


def test_what_the_target_lacks_is_not_told(table: SpyTable) -> None:
    table.put("Josh", "PAR")
    assert answer(table.attempt("Lulu", "Josh")) == "waits"

    table.put("Raven", None)
    assert answer(table.attempt("Lulu", "Raven")) == "not-there"


@pytest.mark.parametrize("target", ["Kevan", "Lulu"])
def test_the_mastermind_and_oneself_are_not_captured(table: SpyTable, target: str) -> None:
    with pytest.raises(Invalid) as invalid:
        table.attempt("Lulu", target)

    assert (invalid.value.path, invalid.value.code) == ("target_id", "no-target")


def test_a_mastermind_who_takes_part_is_captured_like_anybody(table: SpyTable) -> None:
    text = table.rule("Location").text
    change(table, amend(table, "Location", text.replace("[takes no part]", "[takes part]")))
    table.put("Kevan", "PAR")

    assert answer(table.attempt("Lulu", "Kevan")) == "waits"


def test_prisoners_capture_and_are_captured(table: SpyTable) -> None:
    table.put("Lulu", "ICE", affiliation="Mastermind", prison="ICE")
    table.put("Raven", "ICE", affiliation="Mastermind", prison="ICE")

    assert answer(table.attempt("Lulu", "Raven")) == "waits"
