"""What a theme is: a plain record of what a Dynasty may begin with. (Rule 1.9)"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from nomic.core.mechanics.decision import Reason
from nomic.core.mechanics.fields import Field
from nomic.core.mechanics.law import Dial, Law, Mechanism
from rulesets.mechanics.starter import read_starter

if TYPE_CHECKING:
    from nomic.core.words import Words
    from nomic.core.words_log import Sentence

# From the ids of the theme's own rules, by title, to further changes in JSON form: columns, pages.
More: TypeAlias = Callable[[Mapping[str, int]], list[dict[str, Any]]]
# What answers a question to the referee, under a law: plain JSON, in which reasons may stand that the referee words.
Procedure: TypeAlias = Callable[[Field, Law], Mapping[str, object]]
Look: TypeAlias = "tuple[tuple[str, int], partial[Any]]"


@dataclass(frozen=True, slots=True)
class Published:
    """A reason that the referee gives under a code of its own closed list, in the words of the reason."""

    code: str
    reason: Reason


def nothing_more(rules: Mapping[str, int]) -> list[dict[str, Any]]:
    """For a theme that is all in its rules."""
    return []


@dataclass(frozen=True, slots=True)
class Theme:
    """A theme package. `law` holds its rules as a starter law does, a line `## Title` before each, in the words Agent,
    Mastermind and Admin, which become the game's own; `keywords` suggests words for them; `more` tells what its rules
    carry.

    `dials` and `mechanisms` are what its law may say to the server; `words` its sentences for reasons, `log_words` for
    events, whose kinds begin with the theme's name; `readings` how its law is read where it could be read otherwise;
    `procedures` what the referee decides of it. `founded_as`: what a game is called that begins with it; empty, that it
    comes with an Address alone. `front`: label and name of address of the page where such a game is mostly played.
    """

    name: str
    title: str
    summary: str
    law: str
    keywords: Mapping[str, str] = field(default_factory=dict)
    accent: int | None = None
    emblem: str = ""
    more: More = nothing_more
    dials: tuple[Dial, ...] = ()
    mechanisms: tuple[Mechanism, ...] = ()
    words: Words = field(default_factory=dict)
    log_words: Mapping[str, Sentence] = field(default_factory=dict)
    readings: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    procedures: Mapping[tuple[str, str | None], Procedure] = field(default_factory=dict)
    founded_as: str = ""
    front: tuple[str, str] | None = None

    @property
    def rules(self) -> tuple[tuple[str, str], ...]:
        """Title and text of its dynastic rules, in order."""
        read = read_starter(f"# Core\n# Dynastic\n{self.law}\n# Glossary\n")
        return tuple((title, text) for _, title, text in read)


def nothing_due(now: datetime) -> Iterator[Look]:
    """For a theme that waits for no moment."""
    return iter(())


def nothing_wrong(game_id: int) -> Iterator[Any]:
    """For a theme without secrets to prove."""
    return iter(())


def no_counts(request: Any) -> Mapping[str, Callable[[], int]]:
    """For a theme on whose pages nothing waits for anybody."""
    return {}


def no_entries(request: Any) -> list[tuple[str, str]]:
    """For a theme without pages of its own."""
    return []


@dataclass(frozen=True, slots=True)
class Workings:
    """What a theme does with tables and pages. `urls`: the module of its addresses.

    `handlers`: its part in `nomic.effects`; `tellers` and `stands`: in `nomic.notices`; `checks`: in a recount;
    `flaws`: in `verify_log`, with the sentences for codes of its own in `flaw_words`; `due`: what the Clerk looks at;
    `entries`: label and name of address of its pages in a game's bar; `counts`: by name of address, how much waits.
    """

    urls: str
    handlers: Mapping[type, tuple[Callable[..., None], ...]] = field(default_factory=dict)
    tellers: Mapping[str, tuple[Callable[..., None], ...]] = field(default_factory=dict)
    stands: Mapping[str, Callable[[Any], bool]] = field(default_factory=dict)
    checks: Mapping[str, Any] = field(default_factory=dict)
    flaws: Callable[[int], Iterator[Any]] = nothing_wrong
    flaw_words: Mapping[str, str] = field(default_factory=dict)
    due: Callable[[datetime], Iterator[Look]] = nothing_due
    entries: Callable[[Any], list[tuple[str, str]]] = no_entries
    counts: Callable[[Any], Mapping[str, Callable[[], int]]] = no_counts
