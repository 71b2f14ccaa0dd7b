"""What a theme or a procedure brings along: `PluginInfo` for law, referee and words; `Plugin` for tables and pages.

The wiring goes through all plugins and names none of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, runtime_checkable

from nomic.core.decision import Reason
from nomic.core.input import Field
from nomic.core.language.rules import capitalize
from nomic.core.law.rules import Dial, Law, Mechanism

if TYPE_CHECKING:
    from nomic.core.dice.queries import Flaw
    from nomic.core.effects import Effect
    from nomic.core.floor import Floor
    from nomic.core.language.words import Words
    from nomic.core.log.recount import Check
    from nomic.core.log.words import Sentence
    from nomic.core.notifications.models import Notice
    from nomic.core.notifications.rules import NoticeKind
    from nomic.core.registry import Handler, Teller
    from nomic.core.requests import GameRequest
    from proposals.posts.models import Draft, Post

# What answers a question to the referee, under a law: plain JSON, in which reasons may stand that the referee words.
Judge: TypeAlias = Callable[[Field, Law], Mapping[str, object]]
Look: TypeAlias = "tuple[tuple[str, int], partial[Any]]"


@dataclass(frozen=True, slots=True)
class Published:
    """A reason that the referee gives under a code of its own closed list, in the words of the reason."""

    code: str
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class PluginInfo:
    """`summary` says in a sentence or two how it is played; `dials` and `mechanisms` are what its law may say to the
    server; `words` its sentences for reasons, `log_words` for events; `notices` its kinds of notices; `subjects` what
    else its events are about, such as `episode:2`, and the name of the address of that, or nothing; `decisions` the
    kinds of those that end a post; `readings` how its law is read where it could be read otherwise; `judges` what the
    referee decides of it, by procedure and kind. `founded_as`: what a game is called that begins with it; empty, that
    none does. `front`: label and name of address of the page where such a game is mostly played.
    """

    name: str
    title: str
    law: str
    summary: str = ""
    keywords: Mapping[str, str] = field(default_factory=dict)
    dials: tuple[Dial[Any], ...] = ()
    mechanisms: tuple[Mechanism, ...] = ()
    words: Words = field(default_factory=dict)
    log_words: Mapping[str, Sentence] = field(default_factory=dict)
    notices: Mapping[str, NoticeKind] = field(default_factory=dict)
    subjects: Mapping[str, str] = field(default_factory=dict)
    decisions: tuple[str, ...] = ()
    readings: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    judges: Mapping[tuple[str, str | None], Judge] = field(default_factory=dict)
    founded_as: str = ""
    front: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Starter:
    """A kind of game to be founded: what a founder reads, the text of its law, the theme that it begins with.

    `front`: label and name of address of the page where it is mostly played, if that is not the journal. `keywords`:
    the words for its people, where they are others; `headed`: whether a Mastermind heads it, who founds it;
    `summary`: in a sentence or two, how such a game is played.
    """

    label: str
    law: str
    package: str = ""
    front: tuple[str, str] | None = None
    keywords: Mapping[str, str] = field(default_factory=dict)
    headed: bool = True
    summary: str = ""

    @property
    def kind(self) -> str:
        """What such a game is called for short."""
        return self.label.partition(":")[0]

    @property
    def motto(self) -> str:
        """What such a game is about, as a sentence without its stop."""
        return capitalize(self.label.partition(":")[2].strip())


@dataclass(frozen=True, slots=True)
class Unvoted:
    """What waits for the reader's vote. `where`: words, such as “on the ballot”; `page`: the name of the address where
    all of it is; `owed`: title and address of each."""

    where: str
    page: str
    owed: Sequence[tuple[str, str]] = ()


def nothing_due(now: datetime) -> Iterator[Look]:
    """For a part that waits for no moment."""
    return iter(())


def nothing_wrong(game_id: int) -> Iterator[Flaw]:
    """For a part without secrets to prove."""
    return iter(())


def no_counts(request: GameRequest) -> Mapping[str, Callable[[], int]]:
    """For a part on whose pages nothing waits for anybody."""
    return {}


def no_entries(request: GameRequest) -> list[tuple[str, str]]:
    """For a part without pages of its own."""
    return []


def no_votes(request: GameRequest) -> Unvoted | None:
    """For a part on which nobody votes."""
    return None


def no_page(entry: Post | Draft) -> str | None:
    """For a part to which no post belongs, or no draft."""
    return None


def nothing_pending() -> Mapping[int, int]:
    """For a part in which nothing waits to be decided."""
    return {}


def no_states(entries: Sequence[Post], request: GameRequest) -> Mapping[int, tuple[str, str]]:
    """For a part to which no post belongs."""
    return {}


def as_written(body: str) -> str:
    """For a part that reads nothing out of the bodies of posts."""
    return body


def no_panel(request: GameRequest) -> tuple[str, Mapping[str, Any]] | None:
    """For a part that shows nothing beside the pages of a game."""
    return None


@dataclass(frozen=True, slots=True)
class Plugin:
    """What a part does with tables and pages. `urls`: the module of its addresses.

    `strokes`: what falls due in a game by itself, before whoever holds its floor does anything (`Game.stroke_at`).
    `handlers`, `tellers` and `stands`: its part in `nomic.effects`; `checks`: in a recount;
    `flaws`: in `verify_log`, with the sentences for codes of its own in `flaw_words`; `due`: what the Clerk looks at;
    `entries`: label and name of address of its pages in a game's bar; `counts`: by name of address, how much waits;
    `unvoted`: what waits for the reader's vote, None where nothing is ever voted on;
    `page`: the address of the page of a post that is decided by it, None for any other; `states`: by their keys, how
    such posts stand at the moment of a request, in a style of the journal's and in a word; `prose`: the body of such
    a post, or the beginning of it, without what stands there to be read by the part; `draft`: of the page where a draft
    of such a post is taken up; `doors`: label and name of address of where something is put to it, while the law has
    that; `panel`: template and context of what it shows in the sidebar of a game; `pending`: how much waits to be
    decided, by game.
    """

    urls: str
    strokes: Callable[[Floor], None] | None = None
    handlers: Mapping[type[Effect], tuple[Handler, ...]] = field(default_factory=dict)
    tellers: Mapping[str, tuple[Teller, ...]] = field(default_factory=dict)
    stands: Mapping[str, Callable[[Notice], bool]] = field(default_factory=dict)
    checks: Mapping[str, Check] = field(default_factory=dict)
    flaws: Callable[[int], Iterator[Flaw]] = nothing_wrong
    flaw_words: Mapping[str, str] = field(default_factory=dict)
    due: Callable[[datetime], Iterator[Look]] = nothing_due
    entries: Callable[[GameRequest], list[tuple[str, str]]] = no_entries
    counts: Callable[[GameRequest], Mapping[str, Callable[[], int]]] = no_counts
    unvoted: Callable[[GameRequest], Unvoted | None] = no_votes
    page: Callable[[Post], str | None] = no_page
    draft: Callable[[Draft], str | None] = no_page
    doors: Callable[[GameRequest], list[tuple[str, str]]] = no_entries
    states: Callable[[Sequence[Post], GameRequest], Mapping[int, tuple[str, str]]] = no_states
    prose: Callable[[str], str] = as_written
    panel: Callable[[GameRequest], tuple[str, Mapping[str, Any]] | None] = no_panel
    pending: Callable[[], Mapping[int, int]] = nothing_pending


@runtime_checkable
class PluginApp(Protocol):
    """The Django app of a procedure or theme that brings a plugin, which is asked for once Django knows the tables."""

    name: str

    def plugin(self) -> Plugin: ...
