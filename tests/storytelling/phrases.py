"""The phrases of the language: templates such as `{who} votes {vote} [on {post}]`, and what each of them does."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.storytelling.stage import Stage

# What may stand for a word in braces. A name is one word with a capital; texts stand in straight quotes.
TEXT = r'"([^"]*)"'
SENATOR = r"(?:[A-Z][\w'-]*|seat \d)"
AMOUNT = r"-?\d+(?:\.\d+|/\d+)?"
BILL = r"(?:a plain bill|a spending bill|an edict|a repeal|no repeal|the repeal of B\d\d)(?: \([123] [123] [123]\))?"
MOMENT = r"(?:(?:day \d+ |\d{4}-\d\d-\d\d )?\d+:\d\d(?::\d\d)?)"
NAMES = r"[A-Z][\w'-]*(?:, [A-Z][\w'-]*)*(?: and [A-Z][\w'-]*)?"
NUMBERS = r"\d+(?:, \d+)*(?: and \d+)?"
COUNT_STEP = r"(?:\d+ (?:Historical|Passed|Lost by its Strength|Lost in conflict with \d+|Lost with \d+))"
SLOTS = {
    "who": r"([A-Z][\w'-]*)",
    "whom": r"([A-Z][\w'-]*)",
    "post": r"#(\d+)",
    "vote": r"(FOR|AGAINST|DEFERENTIAL|VETO)",
    "counted": r"(FOR|AGAINST|VETO|abstain|unresolved|none)",
    "category": r"(plain|Proposal|Call for Judgment|Declaration of Victory)",
    "section": r"(core|dynastic|glossary)",
    "name": r"([a-z]+\.[a-z_]+)",
    "code": r"([a-z][a-z-]*)",
    "number": r"(\d+)",
    "place": r"(\d\.\d+)",
    "made": r"(\d+)",
    "limit": r"(\d+|any)",
    "daily": r"(\d+|any)",
    "posts": r"(#\d+(?: #\d+)*|empty)",
    "moment": rf"({MOMENT}|none)",
    "later": rf"({MOMENT})",
    "state": r"(pending|may-enact|may-pass|may-fail|may-either|enacted|passed|failed|withdrawn|illegal)",
    "office": r"(Agent|Mastermind|Admin)",
    "renames": r"([A-Z][\w'-]* to [A-Z][\w'-]*(?: and [A-Z][\w'-]* to [A-Z][\w'-]*)*)",
    "other": r"([A-Z][\w'-]*)",
    "dice": r"(\S+)",
    "act": r"([a-z0-9-]+)",
    "total": r"(-?\d+)",
    "least": r"(-?\d+)",
    "most": r"(-?\d+)",
    "check": r"(sealed|right)",
    "fate": r"(sealed|published)",
    "column": r"([A-Z][\w'-]*)",
    "whose": r"([A-Z][\w'-]*|all|the game)",
    "held": r"(-?\d+|yes|no|nothing|[A-Z][\w'-]*)",
    "standard": r"(-?\d+|yes|[A-Z][\w'-]*)",
    "hushed": r"(secret)",
    "editors": r"(agents|admins|mastermind|nobody)",
    "deed": r"(sets|raises|lowers|spends)",
    "holds": r"(a number(?: from -?\d+)?(?: to -?\d+)?|a text|yes or no|one of [A-Z]\w*(?: or [A-Z]\w*)+)",
    "territory": r"([A-Z]{3})",
    "territories": r"([A-Z]{3}(?: [A-Z]{3})*)",
    "pile": r"(nothing|\d+ (?:air|sea|land)(?:(?:, | and )\d+ (?:air|sea|land))*)",
    "price": r"(nothing|\d+ (?:air|sea|land)(?:(?:, | and )\d+ (?:air|sea|land))*)",
    "ticket": r"(air|sea|land)",
    "way": r"(land|air|sea|hop)",
    "curtain_side": r"(behind the Curtain|in the Free World)",
    "allegiance": r"(World|Mastermind|Double Agent \((?:World|Mastermind)\))",
    "thing": r"(affiliation|location|side|prison)",
    "codes": r"([a-z][a-z-]*(?:, [a-z][a-z-]*)*)",
    "licences": r"([a-z][a-z-]*(?: and [a-z][a-z-]*)*)",
    "request_state": r"(pending|approved|denied)",
    "mission_state": r"(open|closed)",
    "rank": r"(Beginner Spy|Standard Spy|Experienced Spy|Master Spy)",
    "supply": r"(nothing|an Air Ticket|a Sea Ticket|a Land Ticket|news)",
    "befalls": r"(a success|a backfire|a draw|in the news|in no row)",
    "sitters": r"([A-Z][\w'-]*(?:, [\w'-]+)* and [\w'-]+)",
    "script": r"([a-z]+(?:-[a-z]+)*)",
    "scripts": r"([a-z-]+(?:(?:, | and )[a-z-]+)*)",
    "bills": rf"({BILL}(?:(?:, | and ){BILL})*)",
    "a_bill": rf"({BILL})",
    "threshold": r"(\d\.\d+)",
    "withheld": r"(veto|notes|veto or notes)",
    "time": r"(\d+ (?:second|minute|hour|day)s?)",
    "said": r"(says yea|says nay|abstains)",
    "weights": r"(\d+(?:\.\d+)? \d+(?:\.\d+)? \d+(?:\.\d+)?)",
    "chosen": r"(A[123])",
    "filibusters": r"(filibusters)",
    "vetoes": r"(vetoes)",
    "note": r'("[^"]*"|a note of \d+ characters)',
    "part": r"(vote|priorities|amendment|filibuster|veto|note)",
    "fallible": r"(decision|filibuster|veto)",
    "episode_state": r"(gathering|sitting|over|adjourned|called off)",
    "holder": r"(nobody|the (?:person|program) [A-Z][\w'-]*|the script [a-z-]+)",
    "outcome": r"(passed|failed|vetoed)",
    "share": r"([\d.]+ of [\d.]+)",
    "adopted": r"(A[123]|nothing)",
    "owners": rf"(nobody|{SENATOR}(?:(?:, | and ){SENATOR})*)",
    "amounts": rf"({SENATOR} {AMOUNT}(?:(?:, | and ){SENATOR} {AMOUNT})*)",
    "amount": rf"({AMOUNT})",
    "holding": r"(Capital|Influence)",
    "ids": r"(B\d\d(?: B\d\d)*|none)",
    "voters": rf"({NAMES})",
    "word": r"(FOR|AGAINST|ABSTAIN|DEFERENTIAL)",
    "numbers": rf"({NUMBERS})",
    "numbers_or_none": rf"({NUMBERS}|none)",
    "proposal_state": r"(Pending|Open|Won|Lost)",
    "clock_state": r"(On|Off)",
    "fall": r"(its Strength|conflict with Proposal \d+|Dependency on Proposal \d+)",
    "relation": r"(Depends on|Conflicts with)",
    "steps": rf"({COUNT_STEP}(?:, {COUNT_STEP})*)",
    "without": r"(without)",
    "carried": r"(carried out|not carried out)",
    "grounds": r"((?: +[a-z][a-z-]*(?: \d+)?)*)",
}
SLOT = re.compile(r"\{(\w+)\}")


class StoryError(Exception):
    """A case file that cannot be understood: where, and what is wrong there."""

    def __init__(self, path: str, line: int, text: str) -> None:
        super().__init__(f"{path}:{line}: {text}")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a case: when, what is written there, and the lines indented under it.

    `answer` is what a `->` asks for, such as `refused pending-limit`; `mark` the tag in brackets at the end.
    """

    number: int
    at: datetime
    text: str
    answer: str = ""
    mark: str = ""
    under: tuple[tuple[int, str], ...] = ()


Does = Callable[["Stage", Line, Mapping[str, str]], None]


@dataclass(frozen=True, slots=True)
class Phrase:
    """A template and what it does. `under` says whether lines may be indented under it."""

    template: str
    does: Does
    under: bool = False
    pattern: re.Pattern[str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "pattern", re.compile(_pattern(self.template)))


def _pattern(template: str) -> str:
    """Brackets hold what may be left out; two spaces in a case file are as good as one."""
    pattern = re.escape(template).replace(r"\{", "{").replace(r"\}", "}").replace(r"\ ", r" +")
    pattern = pattern.replace(r" +\[", "(?: +").replace(r"\[", "(?:").replace(r"\]", ")?")
    pattern = pattern.replace(r" +{grounds}", "{grounds}")
    return SLOT.sub(lambda slot: _slot(slot[1]), pattern)


def _slot(name: str) -> str:
    return f"(?P<{name}>{SLOTS.get(name, TEXT).replace('(', '(?:', 1)})"


@dataclass(slots=True)
class Book:
    """All phrases of one sort: acts, expectations, changes."""

    phrases: list[Phrase] = field(default_factory=list)

    def phrase(self, template: str, *, under: bool = False) -> Callable[[Does], Does]:
        def enter(does: Does) -> Does:
            self.phrases.append(Phrase(template, does, under))
            return does

        return enter

    def find(self, text: str) -> tuple[Phrase, Mapping[str, str]] | None:
        """The phrase that fits a text, with its words: only those that are there, texts without their quotes."""
        for phrase in self.phrases:
            if match := phrase.pattern.fullmatch(text):
                return phrase, {name: _word(word) for name, word in match.groupdict().items() if word is not None}
        return None


def _word(word: str) -> str:
    if word.startswith('"'):
        return word[1:-1].replace(r"\n", "\n")
    return word.removeprefix("#") if re.fullmatch(r"#\d+", word) else word


ACTS, EXPECTATIONS, CHANGES = Book(), Book(), Book()
