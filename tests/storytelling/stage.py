"""The stage on which a case is played: a table, a clock, and the post that is spoken of."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any

from nomic.core.decision import Invalid, Refused
from tests.casting import Table
from tests.storytelling.phrases import ACTS, EXPECTATIONS, Line


@dataclass(slots=True)
class Stage:
    """`silenced` holds the numbers of Proposals that change nothing here: the world in which they were not made.

    `tokens`: by the names of programs, what they act with.
    """

    table: Table
    line: Line
    start: Any
    silenced: frozenset[int] = frozenset()
    last_number: int = 0
    changes: list[dict[str, Any]] = field(default_factory=list)
    tokens: dict[str, str] = field(default_factory=dict)

    def copy_as_now(self, silenced: frozenset[int] = frozenset()) -> Stage:
        """The stage as it is now, whatever is done on this one; there, those Proposals are `silenced`."""
        table = copy(self.table)
        table.accounts = dict(table.accounts)
        return replace(self, table=table, tokens=dict(self.tokens), silenced=silenced)

    @property
    def next_number(self) -> int:
        return self.last_number + 1

    def number(self, words: Mapping[str, str]) -> int:
        """The post that a line names, or else the newest."""
        return int(words.get("post", self.last_number))

    def agent_id(self, name: str) -> int:
        return self.table.agent(name).pk

    def play(self, line: Line) -> None:
        """Play one line. Raises `AssertionError` when what comes of it is not what the line says."""
        self.line = line
        book = EXPECTATIONS if line.text.startswith("expect ") else ACTS
        found = book.find(line.text)
        assert found is not None, "a line that was not parsed"
        phrase, words = found
        if book is EXPECTATIONS:
            phrase.does(self, line, words)
        else:
            with _answered(line.answer), _nothing_broken():
                phrase.does(self, line, words)


@contextmanager
def _answered(answer: str) -> Iterator[None]:
    """An act is refused exactly when the line says so, with exactly those codes."""
    try:
        yield
    except Refused as error:
        got = "refused " + ", ".join(sorted({reason.code for reason in error.reasons}))
    except Invalid as error:
        got = f"invalid {error.code}"
    else:
        got = ""
    verb, _, codes = answer.partition(" ")
    wanted = f"{verb} " + ", ".join(sorted(codes.split(", "))) if answer else ""
    assert got == wanted, f"wanted {wanted or 'it done'}, got {got or 'it done'}"


@contextmanager
def _nothing_broken() -> Iterator[None]:
    """The sweep logs what breaks and goes on, and so does a count; a story does not."""
    broken = _Broken()
    logger = logging.getLogger("proposals")
    logger.addHandler(broken)
    try:
        yield
    finally:
        logger.removeHandler(broken)
    assert not broken.told, broken.told


class _Broken(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.told: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.told.append(self.format(record) + (f": {record.exc_info[1]}" if record.exc_info else ""))
