"""Reading a starter law: one plain file that says which rules a new game begins with."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TypeAlias

from nomic.core.decision import Invalid
from rulesets.text.rules import SECTIONS, Section

StarterRule: TypeAlias = tuple[Section, str, str]
NAMES = {section.value.capitalize(): section for section in SECTIONS}
HEADING = re.compile(r"(#{1,6})(?:[ \t]+(.*))?")


@dataclass(slots=True)
class StarterDraft:
    """A rule whose text is still being read, and the line of its title."""

    line: int
    section: Section
    title: str
    text: list[str] = field(default_factory=list)


def read_starter(text: str) -> tuple[StarterRule, ...]:
    """The rules of a starter law, as (section, title, Markdown text), in reading order.

    The file holds `# Core`, `# Dynastic` and `# Glossary`, once each and in this order, of which any may
    be empty. In a section each rule is a line `## Title` and the text below it, whose own headings are
    third-level ones. Raises `Invalid` with the offending line as path, such as `line 12`, or with no
    path when a section is missing.
    """
    sections: list[Section] = []
    drafts: list[StarterDraft] = []
    current: StarterDraft | None = None
    for number, line in enumerate(text.splitlines(), 1):
        heading = HEADING.fullmatch(line)
        level, words = (len(heading[1]), " ".join((heading[2] or "").split())) if heading else (0, "")
        if level == 1:
            sections.append(_section(words, sections, number))
            current = None
        elif level == 2:
            current = _draft(words, sections, drafts, number)
            drafts.append(current)
        else:
            _take(line, level, current, number)
    if len(sections) < len(SECTIONS):
        missing = SECTIONS[len(sections)].value.capitalize()
        raise Invalid("", f"the section “# {missing}” is missing", "section-missing")
    return tuple((draft.section, draft.title, _text(draft)) for draft in drafts)


def _section(words: str, before: list[Section], line: int) -> Section:
    if words not in NAMES:
        raise _invalid(line, f"there is no section “{words}”; accepted: {', '.join(NAMES)}", "unknown-section")
    if NAMES[words] not in SECTIONS[len(before) : len(before) + 1]:
        raise _invalid(line, f"the sections are {', '.join(NAMES)}, once each and in this order", "section-order")
    return NAMES[words]


def _draft(title: str, sections: list[Section], before: list[StarterDraft], line: int) -> StarterDraft:
    if not sections:
        raise _invalid(line, "this rule stands in no section", "no-section")
    if not title:
        raise _invalid(line, "a rule needs a title", "no-title")
    # Players cite rules by title, whatever the capitals.
    if any(title.casefold() == other.title.casefold() for other in before):
        raise _invalid(line, f"a rule called “{title}” stands above already", "doubled-title")
    return StarterDraft(line, sections[-1], title)


def _take(line: str, level: int, draft: StarterDraft | None, number: int) -> None:
    """Add a line to the text of the rule that it stands in; an empty line may stand anywhere."""
    if level > 3:
        raise _invalid(number, "the headings of a rule's text are third-level ones", "too-deep")
    if draft is not None:
        draft.text.append(line.rstrip())
    elif line.strip():
        raise _invalid(number, "this text stands in no rule", "stray-text")


def _text(draft: StarterDraft) -> str:
    text = "\n".join(draft.text).strip()
    if not text:
        raise _invalid(draft.line, f"the rule “{draft.title}” needs a text", "no-text")
    return text


def _invalid(line: int, text: str, code: str) -> Invalid:
    return Invalid(f"line {line}", text, code)
