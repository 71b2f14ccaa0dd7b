"""Who may ask to be admitted. (Rule Agents)"""

from __future__ import annotations

from typing import Any

import pytest

from nomic.catalogue import CATALOGUE
from nomic.core.law.dials import AGENTS_ADMISSION
from nomic.core.roster.rules import may_apply

LAW = CATALOGUE.standard()
STRANGER: dict[str, Any] = {"barred": False, "here_as": None, "waiting": False, "law": LAW}


def code(**given: Any) -> str:
    decision = may_apply(**STRANGER | given)
    return "" if decision.outcome else decision.reasons[0].code


def test_a_stranger_may_announce_eir_arrival() -> None:
    assert code() == ""


@pytest.mark.parametrize(
    ("given", "why"),
    [({"barred": True}, "barred"), ({"here_as": "Josh"}, "already-here"), ({"waiting": True}, "application-waiting")],
)
def test_who_is_barred_or_here_or_waiting_may_not(given: dict[str, Any], why: str) -> None:
    assert code(**given) == why


def test_who_is_here_is_told_under_which_name_and_by_which_rule() -> None:
    reason = may_apply(**STRANGER | {"here_as": "Josh"}).reasons[0]

    assert (reason.rule, reason.facts) == (LAW.rule(AGENTS_ADMISSION), {"name": "Josh"})


def test_being_barred_weighs_more_than_being_here_and_that_more_than_waiting() -> None:
    assert code(barred=True, here_as="Josh", waiting=True) == "barred"
    assert code(here_as="Josh", waiting=True) == "already-here"


def test_without_the_rule_that_lets_people_in_nobody_arrives() -> None:
    silent = CATALOGUE.law({}, set(CATALOGUE.mechanisms) - {"agents.admission"}, {})

    assert code(law=silent) == "not-in-the-law"
    assert code(law=silent, barred=True) == "not-in-the-law"
