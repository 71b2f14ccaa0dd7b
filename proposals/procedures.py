"""The procedures beside the journal's own: a line for each. None of them knows another, nor the journal's."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from nomic.core.plugin import Plugin, Unvoted
from nomic.core.registry import registry
from proposals.bnomic import procedure
from proposals.procedure import Procedure

if TYPE_CHECKING:
    from nomic.core.requests import GameRequest
    from proposals.posts.models import Draft, Post

PROCEDURES: Mapping[str, Procedure] = {each.name: each for each in (procedure.PROCEDURE,)}


def procedure_plugins() -> Mapping[str, Plugin]:
    """What each does with tables and pages."""
    return registry().procedures


def composer_links(request: GameRequest) -> list[tuple[str, str]]:
    """Label and name of address of where something is put to a procedure that this game's law has."""
    return [door for each in procedure_plugins().values() for door in each.doors(request)]


def bar_entries(request: GameRequest) -> list[tuple[str, str]]:
    """Label and name of address of the pages in the game's bar of the procedures that this game's law has."""
    return [entry for each in procedure_plugins().values() for entry in each.entries(request)]


def unvoted_elsewhere(request: GameRequest) -> list[Unvoted]:
    """What waits for the reader's vote in the procedures that this game's law has, where anything does."""
    found = (each.unvoted(request) for each in procedure_plugins().values())
    return [each for each in found if each and each.owed]


class ProcedureState(NamedTuple):
    """Of a post that a procedure decides: how it stands, in a style of the journal's and in a word; and what makes
    prose of its body, or of the beginning of it."""

    style: str
    word: str
    prose: Callable[[str], str]


def procedure_states(entries: Sequence[Post], request: GameRequest) -> dict[int, ProcedureState]:
    """What procedures tell of those posts that they decide, at the moment of this request, by the keys of the posts."""
    found = ((each.states(entries, request), each.prose) for each in procedure_plugins().values())
    return {key: ProcedureState(*state, prose) for states, prose in found for key, state in states.items()}


def page_of(entry: Post) -> str | None:
    """The address of the page of a post that a procedure decides; None for every post of the journal's own."""
    pages = (each.page(entry) for each in procedure_plugins().values())
    return next((page for page in pages if page), None)


def composer_of(draft: Draft) -> str | None:
    """Where a draft of what a procedure decides is taken up; None for every draft of the journal's own."""
    pages = (each.draft(draft) for each in procedure_plugins().values())
    return next((page for page in pages if page), None)
