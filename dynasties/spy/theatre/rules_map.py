"""The Iron Curtain: which territories are behind it, which lie on both sides, and the page that says so."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from dynasties.spy.mechanics.atlas import ATLAS, named
from nomic.core.mechanics.law import Law

BEHIND_TITLE, SMUGGLING_TITLE = "Behind the Iron Curtain", "Smuggling territories"
HEADING = re.compile(r" {0,3}#{1,6}\s(?P<title>.+)")
BULLET = re.compile(r"\s*(?:[-*+]|\d{1,3}[.)])\s(?P<text>.+)")
CODE = re.compile(r"\b[A-Z]{3}\b")


class Side(StrEnum):
    FREE = "free"
    BEHIND = "behind"


@dataclass(frozen=True, slots=True)
class Curtain:
    """The territories behind the Iron Curtain, and those on both sides. One in both lists lies on both sides."""

    behind: frozenset[str] = frozenset()
    smuggling: frozenset[str] = frozenset()

    def side(self, code: str, kept: Side | None = None) -> Side | None:
        """On which side a territory is for an Agent who keeps a side; None on neither yet. (Readings 19, 38)"""
        # Smuggling territories lie on both sides: for each Agent, on the one that e keeps.
        if code in self.smuggling:
            return kept
        # All others, seas among them, are the Free World.
        return Side.BEHIND if code in self.behind else Side.FREE

    def under(self, law: Law) -> Curtain:
        """The same as far as the law goes: without its rule, no territory lies on both sides."""
        return self if law.carries("spy.smuggling") else Curtain(self.behind)


def write_page(curtain: Curtain) -> str:
    """The page called Iron Curtain: two sections, a bullet for each territory, in the order of the codes."""
    sections = ((BEHIND_TITLE, curtain.behind), (SMUGGLING_TITLE, curtain.smuggling))
    return "\n\n".join(f"## {title}\n\n{_bullets(codes)}".rstrip() for title, codes in sections) + "\n"


def _bullets(codes: Iterable[str]) -> str:
    return "\n".join(f"- {code} ({named(code)})" for code in sorted(codes))


@lru_cache(maxsize=64)
def read_page(text: str) -> Curtain:
    """What the page lists. A bullet may say code or name, among other words; what it does not know it passes over."""
    found: dict[str, set[str]] = {BEHIND_TITLE: set(), SMUGGLING_TITLE: set()}
    for section, said in _entries(text):
        if section in found:
            found[section] |= _understood(said)[0]
    return Curtain(frozenset(found[BEHIND_TITLE]), frozenset(found[SMUGGLING_TITLE]))


def problems(text: str) -> tuple[str, ...]:
    """What a writer may have meant as a territory and the page does not say so: the words, in their order."""
    return tuple(dict.fromkeys(each for section, said in _entries(text) for each in _not_understood(section, said)))


def _not_understood(section: str, said: str) -> tuple[str, ...]:
    codes, strange = _understood(said)
    # A bullet outside both sections puts no territory on any side.
    if not section or not codes:
        return (said,)
    return strange


def _entries(text: str) -> Iterator[tuple[str, str]]:
    """Each bullet with the section under whose heading it stands; an empty one if it is neither of the two."""
    section = ""
    for line in text.splitlines():
        if heading := HEADING.fullmatch(line):
            section = _section(heading["title"])
        elif bullet := BULLET.fullmatch(line):
            yield section, bullet["text"].strip()


def _section(title: str) -> str:
    words = title.casefold()
    if "smuggling" in words:
        return SMUGGLING_TITLE
    return BEHIND_TITLE if "behind" in words else ""


def _understood(said: str) -> tuple[frozenset[str], tuple[str, ...]]:
    """The territories that a bullet names, and what looks like a code in it and is none."""
    if said.upper() in ATLAS:
        return frozenset({said.upper()}), ()
    # A name may hold another one, as “Gulf of Lyon” does: each word is read once, and for the longest name.
    by_name = {_CALLED[name.casefold()] for name in _NAMES.findall(said)}
    words = CODE.findall(_NAMES.sub(" ", said))
    by_code = {_CODES[word] for word in words if word in _CODES}
    return frozenset(by_name | by_code), tuple(word for word in words if word not in _CODES)


def _called() -> Iterator[tuple[str, str]]:
    """Every name with its code; the board's own names come last, and so prevail."""
    yield from ((name.casefold(), code) for code, each in ATLAS.items() for name in each.also if not CODE.match(name))
    yield from ((each.name.casefold(), code) for code, each in ATLAS.items())


_CALLED = dict(_called())
_CODES = {name: code for code, each in ATLAS.items() for name in each.also if CODE.fullmatch(name)}
_CODES |= {code: code for code in ATLAS}
_NAMES = re.compile(
    r"(?<!\w)(?:" + "|".join(re.escape(name) for name in sorted(_CALLED, key=len, reverse=True)) + r")(?!\w)",
    re.IGNORECASE,
)

# The Warsaw Pact and Albania, with the waters that are theirs alone.
PACT = (
    "ALB ARM AZE BER BIE BUL CAU CEN CZE DON EST GDA GEO GOR HUN KAZ KHA KIE KRA LAT LIT MOL MOS MUR ODE POD PRU "
    "ROS RUM SAX SEV SIB SIL SLO STP URA VOL WAR CAS EBS WBS WHI"
)
# The neutral and the non-aligned, and two harbours of every trade.
BETWEEN = "AUS CRO FIN IRN IST SER"
STARTING_PAGE = write_page(Curtain(frozenset(PACT.split()), frozenset(BETWEEN.split())))
