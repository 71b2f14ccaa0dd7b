"""Who may edit a gamestate page, and how change lists make, write and drop pages. (Rules 1.5 and 1.7)"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Self

from dynasties.tracker.rules_columns import read_key, rule_called
from nomic.core.decision import Decision, Invalid, permission, refusal
from nomic.core.input import JOINERS, LAYOUT, hidden_at
from nomic.core.law.dials import AGENTS_ADMISSION, AGENTS_IDLING, DOV_DECLARING
from nomic.core.law.rules import Law
from rulesets.changes.rules import Change, GameState, read_id, read_text, read_title
from rulesets.changes.rules_kinds import ChangeSummary, describe_plainly
from rulesets.changes.rules_steps import ChangeCase, ChangeOutcome, ChangeProblem, ChangeStep
from rulesets.history.rules_differences import marked_in, merge_texts


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
class PageLicence:
    """What a page's rule gives. `rule` is its title, or the last one that it bore; `live`: in force and not void.

    `dynastic`: it is none of the rules that a hiatus leaves in play.
    """

    editors: Editors
    rule: str
    live: bool = True
    dynastic: bool = True
    dropped: bool = False


def may_edit(licence: PageLicence, editor: Editor, law: Law, *, in_hiatus: bool) -> Decision[bool]:
    """Whether somebody may edit a page now. (Rule 1.7; Reading 39)"""
    # The Gamestate is for Agents to change, and idle ones are not counted among them.
    if not editor.in_game:
        return refusal("not-an-agent", law.rule(AGENTS_ADMISSION))
    if editor.is_idle:
        return refusal("is-idle", law.rule(AGENTS_IDLING))
    # Nothing changes the Gamestate but what the Ruleset lays down: with the rule, its licence is gone.
    if licence.dropped:
        return refusal("page-dropped", licence.rule)
    if not licence.live:
        return refusal("page-closed", licence.rule)
    # In Hiatus nothing may be done that a dynastic rule provides for.
    if in_hiatus and licence.dynastic:
        return refusal("page-in-hiatus", law.rule(DOV_DECLARING))
    # Otherwise the rule says who.
    return _is_licensed(licence, editor)


def _is_licensed(licence: PageLicence, editor: Editor) -> Decision[bool]:
    holds = {
        Editors.AGENTS: True,
        Editors.ADMINS: editor.is_admin,
        Editors.MASTERMIND: editor.is_mastermind,
        Editors.NOBODY: False,
    }
    return permission() if holds[licence.editors] else refusal(f"page-for-{licence.editors.value}", licence.rule)


# Change lists make gamestate pages, drop them, and write them anew. (Rules 1.5 and 1.7)

PAGES_KEPT = "pages"  # in `State.more`
LONGEST_TEXT = 50_000


@dataclass(frozen=True, slots=True)
class PageKept:
    """A page as change lists find it, and the id of the rule that carries it."""

    title: str
    text: str
    rule: int


@dataclass(frozen=True, slots=True)
class PagesKept:
    """The pages that are there by their numbers, and the number that the next one gets."""

    pages: Mapping[int, PageKept] = field(default_factory=dict)
    next_number: int = 1

    def with_page(self, number: int, page: PageKept) -> Self:
        return replace(self, pages={**self.pages, number: page}, next_number=max(self.next_number, number + 1))

    def without(self, number: int) -> Self:
        return replace(self, pages={key: page for key, page in self.pages.items() if key != number})


def pages_in(state: GameState) -> PagesKept:
    kept = state.more.get(PAGES_KEPT, PagesKept())
    assert isinstance(kept, PagesKept)
    return kept


def read_page_text(value: object) -> str:
    """A page's text as it is kept: without blanks around it, and without signs that readers could not see."""
    text = read_text(value, LONGEST_TEXT).strip()
    if hidden_at(text, LAYOUT | JOINERS):
        raise Invalid("", "a page cannot hold control or invisible characters", "hidden-characters")
    return text


def read_editors(value: object) -> Editors:
    for editors in Editors:
        if value == editors.value:
            return editors
    raise Invalid("", "this must be one of " + ", ".join(f"“{each.value}”" for each in Editors), "no-editors")


@dataclass(frozen=True, slots=True)
class MakePage(Change):
    """A new page, carried by a rule, which says who may edit it; one that the same list enacts goes by its title."""

    title: str
    rule: int | str
    editors: Editors
    text: str = ""

    kind = "make-page"
    shape = MappingProxyType({"title": read_title, "rule": read_key, "editors": read_editors, "text": read_page_text})


@dataclass(frozen=True, slots=True)
class WritePage(Change):
    """A page's whole new text, and the whole text that it was drafted on (`base`)."""

    page: int
    base: str
    text: str

    kind = "write-page"
    shape = MappingProxyType({"page": read_id, "base": read_page_text, "text": read_page_text})


@dataclass(frozen=True, slots=True)
class DropPage(Change):
    page: int

    kind = "drop-page"
    shape = MappingProxyType({"page": read_id})


# -- how each is made --------------------------------------------------------------------------------


def apply_make_page(case: ChangeCase, change: Change) -> ChangeOutcome | ChangeProblem:
    assert isinstance(change, MakePage)
    kept = pages_in(case.state)
    rule = rule_called(case.state, change.rule)
    if rule is None:
        return case.problem("page-rule-missing", rule=str(change.rule))
    for number, page in kept.pages.items():
        if case.fold(page.title) == case.fold(change.title):
            # A page whose rule is gone for good gives its title up, and goes with it.
            if case.state.ruleset.rule(page.rule) is not None:
                return case.problem("page-title-taken", title=change.title)
            kept = kept.without(number)
    state = case.state.with_more(
        PAGES_KEPT, kept.with_page(kept.next_number, PageKept(change.title, change.text, rule))
    )
    return state, ChangeStep(case.index, change, after=change.text, rule=rule)


def apply_drop_page(case: ChangeCase, change: Change) -> ChangeOutcome | ChangeProblem:
    assert isinstance(change, DropPage)
    kept = pages_in(case.state)
    page = kept.pages.get(change.page)
    if page is None:
        return case.problem("page-missing")
    return case.state.with_more(PAGES_KEPT, kept.without(change.page)), ChangeStep(case.index, change, before=page.text)


def apply_write_page(case: ChangeCase, change: Change) -> ChangeOutcome | ChangeProblem:
    assert isinstance(change, WritePage)
    page = pages_in(case.state).pages.get(change.page)
    if page is None:
        return case.problem("page-missing")
    # The text stands as it did when this was drafted: the new one takes its place.
    if page.text == change.base:
        return _merged_page(case, change, page, change.text)
    # The text has moved: what both changed apart from each other stands, and what they changed alike.
    merged = merge_texts(change.base, page.text, change.text)
    if merged.text is not None:
        return _merged_page(case, change, page, merged.text, merged=True)
    # They contradict each other: an admin says what both mean together.
    if case.resolution is None or marked_in(case.resolution):
        problem = case.problem("merge-conflict" if case.resolution is None else "still-marked", rule=page.title)
        return replace(problem, conflicts=merged.conflicts, marked=merged.marked)
    return _merged_page(case, change, page, case.resolution, resolved=True)


def _merged_page(
    case: ChangeCase, change: WritePage, page: PageKept, text: str, merged: bool = False, resolved: bool = False
) -> ChangeOutcome | ChangeProblem:
    try:
        text = read_page_text(text)
    except Invalid as error:
        return case.problem("bad-page-text", said=error.text)
    if text == page.text:
        return case.problem("no-effect", rule=page.title)
    state = case.state.with_more(PAGES_KEPT, pages_in(case.state).with_page(change.page, replace(page, text=text)))
    return state, ChangeStep(case.index, change, page.text, text, merged=merged, resolved=resolved)


# -- how each is told --------------------------------------------------------------------------------


def describe_page_change(change: Change, state: GameState) -> ChangeSummary:
    """The change with its page's title for the number."""
    line = describe_plainly(change, state)
    number = getattr(change, "page", None)
    if number is None:
        return ChangeSummary(f"{line.code}-{line.facts['editors']}", line.facts)
    page = pages_in(state).pages.get(number)
    return ChangeSummary(line.code, {**line.facts, "page": page.title if page else f"#{number}"})


def page_change_texts(change: Change, state: GameState) -> tuple[str, str] | None:
    """The page's text before a change and after it."""
    if isinstance(change, WritePage):
        return change.base, change.text
    if isinstance(change, MakePage):
        return "", change.text
    page = pages_in(state).pages.get(change.page) if isinstance(change, DropPage) else None
    return (page.text, "") if page else None
