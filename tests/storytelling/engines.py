"""Which stories are played on PostgreSQL as well: those in which something is told for the first time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tests.storytelling.parser import Case
from tests.storytelling.phrases import ACTS, CHANGES, EXPECTATIONS, Phrase

Told = tuple[str, str]  # the template of a phrase, and how it is answered


def telling_anew(cases: Iterable[Case]) -> list[Case]:
    """Those that hold a phrase with an answer that none before them holds.

    Behind the same words and the same answer are the same queries: to play them once more, with other numbers, tries
    the rules again and not the engine.
    """
    known, found = set[Told](), list[Case]()
    for case in cases:
        told = set(_told(case))
        if told - known:
            found.append(case)
            known |= told
    return found


def _told(case: Case) -> Iterator[Told]:
    for line in case.lines:
        book = EXPECTATIONS if line.text.startswith("expect ") else ACTS
        yield _template(book.find(line.text)), line.answer
        for _, text in line.under:
            yield _template(CHANGES.find(text)), ""


def _template(found: tuple[Phrase, object] | None) -> str:
    return found[0].template if found else ""
