"""The words that a dynasty uses for its people: the code says Agent, the page says what the law says."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

OFFICES = ("agent", "mastermind", "admin")
VOWELS = frozenset("aeiouàáâäåæèéêëìíîïòóôöøœùúûü")
SILENT_H = ("heir", "honest", "honor", "honour", "hour")
# Written with a vowel, spoken with none: a Unicorn, a European, a One-Eye, a User.
SOUNDS_OF_Y_OR_W = re.compile(r"eu|ewe|onc?e\b|u(?:ni(?![mn])|s[aeu]|t[aeio]|r[aei]|bi|k[eu])")


@dataclass(frozen=True, slots=True)
class Keywords:
    """The game's keyword for each of the code's words. `plurals` holds plurals that English would not guess."""

    agent: str = "Agent"
    mastermind: str = "Mastermind"
    admin: str = "Admin"
    plurals: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def load(cls, stored: Mapping[str, Any]) -> Self:
        """The words that a game or a Dynasty is stored with; those that are none of ours are passed over."""
        words = {name: word for name, word in stored.items() if name in OFFICES}
        return cls(**words, plurals=stored.get("plurals", {}))

    def of(self, name: str) -> str:
        """The keyword for `agent`, `mastermind` or `admin`."""
        words = {"agent": self.agent, "mastermind": self.mastermind, "admin": self.admin}
        return words[name]

    def plural(self, name: str) -> str:
        """The keyword for several of them."""
        return self.plurals.get(name) or plural(self.of(name))

    def offices(self, *, mastermind: bool, admin: bool) -> tuple[str, ...]:
        """What somebody is called for the offices that e holds, the highest first."""
        return ((self.mastermind,) if mastermind else ()) + ((self.admin,) if admin else ())

    @property
    def reserved_words(self) -> frozenset[str]:
        """Each keyword, for one and for several: whoever were called so could be taken for all of them."""
        return frozenset(word for name in OFFICES for word in (self.of(name), self.plural(name)))

    def a(self, name: str) -> str:
        """The keyword with its article: “an Agent”, “a Wizard”."""
        word = self.of(name)
        return f"{article(word)} {word}"


def capitalize(words: str) -> str:
    """The words with a capital at the beginning, and the rest as it is."""
    return words[:1].upper() + words[1:]


def article(word: str) -> str:
    """“a” or “an”, by how the word begins: an Agent, a Wizard, a Unicorn, an Heir."""
    first = word.lower()
    if first.startswith(SILENT_H):
        return "an"
    return "an" if first[:1] in VOWELS and not SOUNDS_OF_Y_OR_W.match(first) else "a"


def plural(word: str) -> str:
    """The regular English plural: Agents, Witches, Spies."""
    if re.search(r"(s|x|z|ch|sh)$", word, re.IGNORECASE):
        return word + "es"
    if re.search(r"[^aeiou]y$", word, re.IGNORECASE):
        return word[:-1] + "ies"
    return word + "s"
