"""A snapshot on disk: files of records, each one question and its answer; and how two snapshots differ.

A file is gzipped JSON lines, `{"ask": …, "answer": …}`, in the order in which was asked. No ask occurs twice in one.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator, Mapping
from difflib import unified_diff
from itertools import islice
from pathlib import Path
from typing import NamedTuple

SUFFIX = ".jsonl.gz"
LENGTH = re.compile(r"^Content-Length: \d+$", re.MULTILINE)
BREAK = re.compile(r"(?<=[>,;])")
MOST_SIGNS, LONGEST = 160, 600  # characters of a line that is left whole; and that are printed of one


class AnswerSnapshot:
    """A snapshot that is being written."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.counts: dict[str, int] = {}

    def write(self, name: str, answers: Mapping[str, str]) -> None:
        """Write one file of it: `name` without a suffix, with folders if need be."""
        path = self.folder / f"{name}{SUFFIX}"
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = (json.dumps({"ask": ask, "answer": answer}, ensure_ascii=False) for ask, answer in answers.items())
        with path.open("wb") as raw, gzip.GzipFile("", "wb", 1, raw, mtime=0) as file:
            for line in lines:
                file.write(line.encode("utf-8", "backslashreplace") + b"\n")
        self.counts[name] = len(answers)


def read_answers(path: Path) -> dict[str, str]:
    """The answers in one file by what was asked; nothing where there is no such file."""
    if not path.exists():
        return {}
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return {record["ask"]: record["answer"] for record in map(json.loads, file)}


class AnswerDifference(NamedTuple):
    """An answer that is not the same in both; None where it was not asked."""

    file: str
    ask: str
    old: str | None
    new: str | None

    @property
    def title(self) -> str:
        only = " (only in the old one)" if self.new is None else " (only in the new one)" if self.old is None else ""
        return f"{self.file}: {self.ask}{only}"

    def lines(self) -> list[str]:
        """A unified diff, without its head."""
        old, new = (_short_lines(each or "") for each in (self.old, self.new))
        return [line[:LONGEST] for line in islice(unified_diff(old, new, lineterm="", n=1), 2, None)]


def _short_lines(text: str) -> list[str]:
    """The lines of a text; a long one is broken after each tag, comma and semicolon, so that one sees what differs."""
    return [
        part for line in text.splitlines() for part in (BREAK.split(line) if len(line) > MOST_SIGNS else [line]) if part
    ]


def find_differences(old: Path, new: Path, but: str = "", *, spaces: bool = False) -> Iterator[AnswerDifference]:
    """Every difference, by file.

    `but`: a pattern of those to pass over, found in `file: ask`; `spaces`: those in white space alone are passed over.
    """
    passed = re.compile(but) if but else None
    for name in sorted(files_of(old) | files_of(new)):
        one, other = old / name, new / name
        if one.exists() and other.exists() and one.read_bytes() == other.read_bytes():
            continue
        before, after = read_answers(one), read_answers(other)
        for ask in [*before, *(ask for ask in after if ask not in before)]:
            found = AnswerDifference(name.removesuffix(SUFFIX), ask, before.get(ask), after.get(ask))
            if found.old == found.new or (passed and passed.search(f"{found.file}: {ask}")):
                continue
            if not spaces or _without_spaces(found.old) != _without_spaces(found.new):
                yield found


def _without_spaces(answer: str | None) -> str:
    """An answer without its white space, and without how long it is said to be."""
    return "".join(LENGTH.sub("", answer or "").split())


def files_of(folder: Path) -> set[str]:
    """The names of the files in a snapshot."""
    return {str(path.relative_to(folder)) for path in folder.rglob(f"*{SUFFIX}")}
