"""Change lists make gamestate pages, drop them, and write them anew. (Rules 1.5 and 1.7)"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Self

from dynasties.mechanics.column_appliers import rule_called
from dynasties.mechanics.column_changes import read_key
from dynasties.mechanics.licences import Editors
from nomic.core.mechanics.decision import Invalid
from nomic.core.mechanics.writing import JOINERS, LAYOUT, hidden_at
from rulesets.mechanics.changes import Change, read_id, read_text, read_title
from rulesets.mechanics.described import Line
from rulesets.mechanics.described import describe as described
from rulesets.mechanics.gamestate import State
from rulesets.mechanics.merge import marked_in, merge3
from rulesets.mechanics.steps import Case, Done, Problem, Step

KEPT = "pages"  # in `State.more`
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


def pages_in(state: State) -> PagesKept:
    kept = state.more.get(KEPT, PagesKept())
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
    shape = MappingProxyType(
        {"title": read_title, "rule": read_key, "editors": read_editors, "text": read_page_text}
    )  # fmt: skip


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


def make(case: Case, change: Change) -> Done | Problem:
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
    state = case.state.with_more(KEPT, kept.with_page(kept.next_number, PageKept(change.title, change.text, rule)))
    return state, Step(case.index, change, after=change.text, rule=rule)


def drop(case: Case, change: Change) -> Done | Problem:
    assert isinstance(change, DropPage)
    kept = pages_in(case.state)
    page = kept.pages.get(change.page)
    if page is None:
        return case.problem("page-missing")
    return case.state.with_more(KEPT, kept.without(change.page)), Step(case.index, change, before=page.text)


def write(case: Case, change: Change) -> Done | Problem:
    assert isinstance(change, WritePage)
    page = pages_in(case.state).pages.get(change.page)
    if page is None:
        return case.problem("page-missing")
    # The text stands as it did when this was drafted: the new one takes its place.
    if page.text == change.base:
        return _written(case, change, page, change.text)
    # The text has moved: what both changed apart from each other stands, and what they changed alike.
    merged = merge3(change.base, page.text, change.text)
    if merged.text is not None:
        return _written(case, change, page, merged.text, merged=True)
    # They contradict each other: an admin says what both mean together.
    if case.resolution is None or marked_in(case.resolution):
        problem = case.problem("merge-conflict" if case.resolution is None else "still-marked", rule=page.title)
        return replace(problem, conflicts=merged.conflicts, marked=merged.marked)
    return _written(case, change, page, case.resolution, resolved=True)


def _written(
    case: Case, change: WritePage, page: PageKept, text: str, merged: bool = False, resolved: bool = False
) -> Done | Problem:
    try:
        text = read_page_text(text)
    except Invalid as error:
        return case.problem("bad-page-text", said=error.text)
    if text == page.text:
        return case.problem("no-effect", rule=page.title)
    state = case.state.with_more(KEPT, pages_in(case.state).with_page(change.page, replace(page, text=text)))
    return state, Step(case.index, change, page.text, text, merged=merged, resolved=resolved)


# -- how each is told --------------------------------------------------------------------------------


def describe(change: Change, state: State) -> Line:
    """The change with its page's title for the number."""
    line = described(change, state)
    number = getattr(change, "page", None)
    if number is None:
        return Line(f"{line.code}-{line.facts['editors']}", line.facts)
    page = pages_in(state).pages.get(number)
    return Line(line.code, {**line.facts, "page": page.title if page else f"#{number}"})


def texts(change: Change, state: State) -> tuple[str, str] | None:
    """The page's text before a change and after it."""
    if isinstance(change, WritePage):
        return change.base, change.text
    if isinstance(change, MakePage):
        return "", change.text
    page = pages_in(state).pages.get(change.page) if isinstance(change, DropPage) else None
    return (page.text, "") if page else None
