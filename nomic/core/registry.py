"""What the packages above bring to those below, as one typed record: whoever reads it imports none of them.

`nomic.registry` makes it. It is made when it is first asked for, so that a command that needs none of it (`adjudicate`)
does not wait for it; checks and servers ask at their start.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from nomic.core.effects import Effect
    from nomic.core.floor import Floor
    from nomic.core.games.models import Game
    from nomic.core.language.words import Words
    from nomic.core.law.rules import Catalogue
    from nomic.core.log.models import Event
    from nomic.core.log.words import Sentence
    from nomic.core.notifications.models import Notice
    from nomic.core.notifications.rules import NoticeKind
    from nomic.core.plugin import Plugin, Starter
    from rulesets.changes.rules_kinds import ChangeKind

# Takes the one kind of effect that it is registered for, which no type of a table can say.
Handler: TypeAlias = "Callable[[Floor, Any], None]"
Teller: TypeAlias = "Callable[[Floor, Event], None]"
PendingCounts: TypeAlias = Callable[[], Mapping[int, int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Registry:
    """The law: `catalogue` has every dial and mechanism, `starters` what a game can be founded as, by name, `readings`
    how rules are read where they could be read otherwise, each by its number.

    Words: `words` for reasons and `log_words` for events, by code and kind; `log_groups` what the log may be sifted by:
    a label and the beginnings of kinds, by the name in the address; `subjects` what events of procedures and themes
    are about, with the name of the address of its page, if it has one; `decisions` the kinds of events that end a
    post, or open it again; `notices` every kind of notice, as the page of choices lists them; `reserved` what no Agent
    may be called.

    Change lists: `changes` has every kind of change by its name, `kept` what loads that part of a game's state which
    the packages above keep.

    Acts: `handlers` of each effect, in order; `tellers` of each kind of event: they write the notices of it;
    `still_current`: by kind of notice, whether it still says something to its reader; other kinds always do.

    `plugins`, by app: what procedures and themes do with tables and pages; `procedures`: those of the procedures, by
    name. `pending_counts`: each tells how much waits to be decided, by game. `demo_cast`: by the title of the demo's
    games, username and label of each sign-in button.
    """

    catalogue: Catalogue
    starters: Mapping[str, Starter]
    readings: Sequence[tuple[str, Mapping[str, str]]]
    words: Words
    log_words: Mapping[str, Sentence]
    log_groups: Mapping[str, tuple[str, tuple[str, ...]]]
    subjects: Mapping[str, str]
    decisions: tuple[str, ...]
    notices: Mapping[str, NoticeKind]
    reserved: frozenset[str]
    changes: Mapping[str, ChangeKind]
    kept: Mapping[str, Callable[[Game], object]]
    handlers: Mapping[type[Effect], tuple[Handler, ...]]
    tellers: Mapping[str, tuple[Teller, ...]]
    still_current: Mapping[str, Callable[[Notice], bool]]
    plugins: Mapping[str, Plugin]
    procedures: Mapping[str, Plugin]
    pending_counts: tuple[PendingCounts, ...]
    demo_cast: Sequence[tuple[str, Sequence[tuple[str, str]]]]


_make: Callable[[], Registry] | None = None


def register(make: Callable[[], Registry]) -> None:
    """From now on `make` makes the registry, once, when it is next asked for."""
    global _make
    _make = make
    registry.cache_clear()


@cache
def registry() -> Registry:
    """The registry. Raises `TypeError` with the names of the fields that were left out."""
    if _make is None:
        raise RuntimeError("The registry is asked for before Django is set up.")
    return _make()
