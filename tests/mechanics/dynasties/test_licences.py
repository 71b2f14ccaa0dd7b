"""Who may edit a gamestate page: each clause, on either side of it. (Rule 1.7; Reading 39)"""

from __future__ import annotations

from dataclasses import replace

import pytest

from dynasties.pages.rules import Editor, Editors, PageLicence, may_edit
from nomic.catalogue import CATALOGUE

LAW = CATALOGUE.standard()
AGENT = Editor(in_game=True)
ADMIN, MASTERMIND = replace(AGENT, is_admin=True), replace(AGENT, is_mastermind=True)
STRANGER, IDLE = Editor(), replace(AGENT, is_idle=True, is_admin=True, is_mastermind=True)
OPEN = PageLicence(Editors.AGENTS, "Maps")


def why(licence: PageLicence, editor: Editor, *, in_hiatus: bool = False) -> tuple[str, str] | None:
    """The code and the rule of a refusal; None where it is allowed."""
    decision = may_edit(licence, editor, LAW, in_hiatus=in_hiatus)
    return None if decision.outcome else (decision.reasons[0].code, decision.reasons[0].rule)


@pytest.mark.parametrize(
    ("editors", "agent", "admin", "mastermind"),
    [
        (Editors.AGENTS, None, None, None),
        (Editors.ADMINS, ("page-for-admins", "Maps"), None, ("page-for-admins", "Maps")),
        (Editors.MASTERMIND, ("page-for-mastermind", "Maps"), ("page-for-mastermind", "Maps"), None),
        (Editors.NOBODY, *[("page-for-nobody", "Maps")] * 3),
    ],
)
def test_a_licence_lets_those_edit_whom_it_names(
    editors: Editors, agent: object, admin: object, mastermind: object
) -> None:
    licence = replace(OPEN, editors=editors)

    assert [why(licence, each) for each in (AGENT, ADMIN, MASTERMIND)] == [agent, admin, mastermind]


@pytest.mark.parametrize("editors", list(Editors))
def test_neither_a_stranger_nor_anybody_idle_edits_anything(editors: Editors) -> None:
    licence = replace(OPEN, editors=editors)

    assert why(licence, STRANGER) == ("not-an-agent", "Agents")
    assert why(licence, IDLE) == ("is-idle", "Agents")


def test_a_page_is_closed_with_its_rule_and_gone_once_it_is_dropped() -> None:
    assert why(replace(OPEN, live=False), AGENT) == ("page-closed", "Maps")
    assert why(replace(OPEN, dropped=True), AGENT) == ("page-dropped", "Maps")


def test_hiatus_stops_what_a_dynastic_rule_gives_and_leaves_a_core_rule_alone() -> None:
    assert why(OPEN, AGENT, in_hiatus=True) == ("page-in-hiatus", "Victory and Ascension")
    assert why(replace(OPEN, dynastic=False), AGENT, in_hiatus=True) is None
