"""Who may edit a gamestate page, as the rule that carries it says. (Rule 1.7)"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from nomic.core.mechanics.decision import Decision, allowed, refused
from nomic.core.mechanics.law import Law


class Editors(StrEnum):
    """The licences that a rule can give."""

    AGENTS = "agents"
    ADMINS = "admins"
    MASTERMIND = "mastermind"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Editor:
    """Whoever would edit: what e is in the game at the moment of eir edit. A stranger is nothing of all this."""

    in_game: bool = False
    is_idle: bool = False
    is_admin: bool = False
    is_mastermind: bool = False


@dataclass(frozen=True, slots=True)
class Licence:
    """What a page's rule gives. `rule` is its title, or the last one that it bore; `live`: in force and not void.

    `dynastic`: it is none of the rules that a hiatus leaves in play.
    """

    editors: Editors
    rule: str
    live: bool = True
    dynastic: bool = True
    dropped: bool = False


def may_edit(licence: Licence, editor: Editor, law: Law, *, in_hiatus: bool) -> Decision[bool]:
    """Whether somebody may edit a page now. (Rule 1.7; Reading 39)"""
    # The Gamestate is for Agents to change, and idle ones are not counted among them.
    if not editor.in_game:
        return refused("not-an-agent", law.rule("agents.admission"))
    if editor.is_idle:
        return refused("is-idle", law.rule("agents.idling"))
    # Nothing changes the Gamestate but what the Ruleset lays down: with the rule, its licence is gone.
    if licence.dropped:
        return refused("page-dropped", licence.rule)
    if not licence.live:
        return refused("page-closed", licence.rule)
    # In Hiatus nothing may be done that a dynastic rule provides for.
    if in_hiatus and licence.dynastic:
        return refused("page-in-hiatus", law.rule("dov.declaring"))
    # Otherwise the rule says who.
    return _licensed(licence, editor)


def _licensed(licence: Licence, editor: Editor) -> Decision[bool]:
    holds = {
        Editors.AGENTS: True,
        Editors.ADMINS: editor.is_admin,
        Editors.MASTERMIND: editor.is_mastermind,
        Editors.NOBODY: False,
    }
    return allowed() if holds[licence.editors] else refused(f"page-for-{licence.editors.value}", licence.rule)
