"""Case files read: strictly, so that a slip of the pen is an error with its line, and no test that checks nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.storytelling import (
    acts,
    balloting,
    balloting_expectations,
    changes,
    dice,
    duties,
    expectations,
    pages,
    sitting,
    sitting_expectations,
    sitting_secrets,
    spying,
    spying_expectations,
    spying_gadgets,
    spying_missions,
    tracking,
)
from tests.storytelling.phrases import ACTS, CHANGES, EXPECTATIONS, Book, Line, StoryError

__all__ = ["Case", "Seat", "cases_in", "parse"]
# Their phrases are entered in the books when they are imported.
BOOKS = (
    acts,
    changes,
    expectations,
    dice,
    duties,
    tracking,
    pages,
    spying,
    spying_gadgets,
    spying_missions,
    spying_expectations,
    sitting,
    sitting_expectations,
    sitting_secrets,
    balloting,
    balloting_expectations,
)

START = datetime(2026, 1, 5, tzinfo=UTC)  # a Monday, long after any summer time
COMMENT = re.compile(r'(?:^|\s)#(?:\s[^"]*)?$')
HEADERS = ("RULE", "PROCEDURE", "THEME", "CAST", "START", "DIAL", "MECHANISM")
THEMES = ("quorum", "spy")
PROCEDURES = ("bnomic",)
HOURS = re.compile(r"(\d{2,}):([0-5]\d)(?::([0-5]\d))?")
DAY = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)?")
COUNTED = re.compile(r"day (\d+) ([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?")
TIMED = re.compile(rf"({DAY.pattern}|{COUNTED.pattern}|{HOURS.pattern}) +(\S.*)")
MARK = re.compile(r"(.*\S) +\[(yes|no|gone)\]")
OFFICE = "(?:Mastermind|Admin|Administrator)"
SEAT = re.compile(rf"([A-Z][\w'-]*)(?: \(({OFFICE}(?:, {OFFICE})*)\))?")


@dataclass(frozen=True, slots=True)
class Seat:
    name: str
    admin: bool = False
    mastermind: bool = False
    idle: bool = False


@dataclass(slots=True)
class Case:
    """A case: its title, what it pins, who plays, when it starts, by which procedure and under which theme's law, and
    its lines."""

    path: str
    line: int
    title: str
    pins: list[str] = field(default_factory=list)
    cast: tuple[Seat, ...] = ()
    start: datetime = START
    procedure: str = ""
    theme: str = ""
    dials: list[str] = field(default_factory=list)
    mechanisms: list[str] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)

    def __str__(self) -> str:
        return f"{self.path}:{self.title}"


def cases_in(folder: Path) -> list[Case]:
    """Every case of every file under the folder, in the order of names."""
    files = sorted(folder.rglob("*.txt"))
    found = [case for each in files for case in parse(each.read_text("utf-8"), each.relative_to(folder).as_posix())]
    seen: set[str] = set()
    for case in found:
        if str(case) in seen:
            raise StoryError(case.path, case.line, f"there is a case “{case.title}” already")
        seen.add(str(case))
    return found


def parse(text: str, path: str = "case") -> list[Case]:
    """Read one file. Raises `StoryError` for anything that is not understood."""
    return list(_Reader(path).read(text.splitlines()))


def moment(words: str, start: datetime) -> datetime | None:
    """`12:00` after the start (hours may go beyond 24), `day 9 12:00` by the days from its own on, `2026-03-15 00:00`,
    or None for none of them."""
    if match := COUNTED.fullmatch(words):
        midnight = start.replace(hour=0, minute=0, second=0)
        return midnight + timedelta(int(match[1]) - 1, int(match[4] or 0), hours=int(match[2]), minutes=int(match[3]))
    if match := HOURS.fullmatch(words):
        return start + timedelta(hours=int(match[1]), minutes=int(match[2]), seconds=int(match[3] or 0))
    return datetime.fromisoformat(words).replace(tzinfo=UTC) if DAY.fullmatch(words) else None


class _Reader:
    def __init__(self, path: str) -> None:
        self.path = path
        self.number = 0
        self.case: Case | None = None

    def wrong(self, text: str) -> StoryError:
        return StoryError(self.path, self.number, text)

    def read(self, lines: Sequence[str]) -> Iterator[Case]:
        for self.number, raw in enumerate(lines, 1):
            line = COMMENT.sub("", raw.rstrip())
            if not line.strip():
                continue
            if self.case is None:
                self.case = self._open(line)
            elif line == "END":
                yield self._close(self.case)
                self.case = None
            else:
                self._inside(self.case, line)
        if self.case is not None:
            raise self.wrong(f"the case “{self.case.title}” has no END")

    def _open(self, line: str) -> Case:
        word, _, title = line.partition(" ")
        if word != "CASE" or not title.strip():
            raise self.wrong("a case begins with CASE and a title")
        return Case(self.path, self.number, title.strip())

    def _close(self, case: Case) -> Case:
        if not case.pins:
            raise self.wrong(f"the case “{case.title}” pins no rule or Reading")
        if not any(line.text.startswith("expect ") or line.answer for line in case.lines):
            raise self.wrong(f"the case “{case.title}” expects nothing")
        return case

    def _inside(self, case: Case, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word in HEADERS:
            return self._header(case, word, rest.strip())
        if line.startswith(" "):
            return self._under(case, line.strip())
        if (match := TIMED.fullmatch(line)) is None:
            raise self.wrong(f"a line begins with a time such as 12:00 or 2026-03-15 00:00: “{line}”")
        at = self._moment(case, match[1])
        self._line(case, at, match.groups()[-1].strip())

    def _moment(self, case: Case, words: str) -> datetime:
        try:
            at = moment(words, case.start)
        except ValueError as error:
            raise self.wrong(str(error)) from None
        assert at is not None
        if not case.cast:
            raise self.wrong("the CAST comes before the first line")
        if at < (case.lines[-1].at if case.lines else case.start):
            raise self.wrong("time does not run backwards")
        return at

    def _header(self, case: Case, word: str, rest: str) -> None:
        if case.lines:
            raise self.wrong(f"{word} comes before the first line")
        if not rest:
            raise self.wrong(f"{word} says nothing")
        match word:
            case "RULE":
                case.pins += [each.strip() for each in rest.split(";")]
            case "DIAL":
                case.dials += rest.split()
            case "MECHANISM":
                case.mechanisms += rest.split()
            case "THEME":
                if rest not in THEMES:
                    raise self.wrong(f"there is no theme “{rest}”")
                case.theme = rest
            case "PROCEDURE":
                if rest not in PROCEDURES or case.cast:
                    raise self.wrong(f"there is no procedure “{rest}”, or it comes after the CAST")
                case.procedure = rest
            case "START":
                if (start := moment(rest, START)) is None or not DAY.fullmatch(rest):
                    raise self.wrong("START is a day and a time, such as 2026-03-14 23:00")
                case.start = start
            case "CAST":
                case.cast = tuple(self._cast(rest, case.procedure))

    def _cast(self, rest: str, procedure: str) -> Iterator[Seat]:
        playing, _, idle = rest.partition(";")
        for place, words in enumerate(re.split(r",\s*(?![^(]*\))", playing.strip())):
            if (match := SEAT.fullmatch(words.strip())) is None:
                raise self.wrong(f"no seat: “{words}”")
            yield self._seat(match[1], (match[2] or "").split(", "), place == 0, procedure)
        if idle:
            yield from self._idle(idle.strip())

    def _seat(self, name: str, offices: Sequence[str], first: bool, procedure: str) -> Seat:
        """Where the game runs by a procedure of its own, nobody is a Mastermind, and an Admin is an Administrator."""
        called = "Administrator" if procedure else "Admin"
        seat = Seat(name, admin=called in offices, mastermind="Mastermind" in offices)
        if seat.mastermind != (first and not procedure) or (first and not seat.admin):
            wanted = called if procedure else f"Mastermind, {called}"
            raise self.wrong(f"the first of the cast, and no other, founds the game: ({wanted})")
        return seat

    def _idle(self, words: str) -> Iterator[Seat]:
        if not words.endswith(" idle"):
            raise self.wrong("after the semicolon: who is idle, such as “Zack idle”")
        for name in words.removesuffix(" idle").split(","):
            if not SEAT.fullmatch(name.strip()):
                raise self.wrong(f"no name: “{name}”")
            yield Seat(name.strip(), idle=True)

    def _line(self, case: Case, at: datetime, text: str) -> None:
        mark, answer = "", ""
        if match := MARK.fullmatch(text):
            text, mark = match[1], match[2]
        if match := re.fullmatch(r"(.*\S) +-> +((?:refused|invalid) [a-z-]+(?:, [a-z-]+)*)", text):
            text, answer = match[1], match[2]
        self._book(text, answer)
        case.lines.append(Line(self.number, at, text, answer, mark))

    def _book(self, text: str, answer: str = "") -> Book:
        book = EXPECTATIONS if text.startswith("expect ") else ACTS
        if book.find(text) is None:
            raise self.wrong(f"not understood: “{text}”")
        if answer and book is EXPECTATIONS:
            raise self.wrong("an expectation is never refused")
        return book

    def _under(self, case: Case, text: str) -> None:
        if not case.lines:
            raise self.wrong("nothing stands above this indented line")
        above = case.lines[-1]
        found = self._book(above.text).find(above.text)
        if found is None or not found[0].under:
            raise self.wrong(f"nothing belongs under “{above.text}”")
        if CHANGES.find(text) is None:
            raise self.wrong(f"no change that a Proposal makes: “{text}”")
        under = (*above.under, (self.number, text))
        case.lines[-1] = Line(above.number, above.at, above.text, above.answer, above.mark, under)
