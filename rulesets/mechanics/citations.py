"""Where one rule's text cites another: by number, “rule 1.5”, or by title, “the rule entitled “Voting””."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from rulesets.mechanics.ruleset import Ruleset

NUMBER = r"[1-9]\.[0-9]{1,3}(?![0-9.]*[0-9])"
# “rules 1.2 (Agents), 1.6 (Calls for Judgment) and 1.9”
ASIDE = r"(?:\s*\([^()\n]{0,120}\))?"
NUMBERS = re.compile(rf"\brules?\s+({NUMBER}{ASIDE}(?:(?:\s*,|\s+(?:and|or|to))+\s+{NUMBER}{ASIDE})*)", re.IGNORECASE)
TITLED = re.compile(
    r"\brule\s+(?:(?:entitled|titled|called|named|of\s+the\s+title)\s+)?[“\"]([^“”\"\n]{1,100})[”\"]", re.IGNORECASE
)


def citations(text: str) -> frozenset[str]:
    """The rule numbers that a text cites, such as “1.5”."""
    return frozenset(number for found in NUMBERS.finditer(text) for number in re.findall(NUMBER, found[1]))


def titles_cited(text: str) -> frozenset[str]:
    """The rule titles that a text cites in quotation marks."""
    return frozenset(" ".join(found[1].split()).rstrip(".,") for found in TITLED.finditer(text))


def dangling(ruleset: Ruleset, gone: Collection[str]) -> Iterator[tuple[int, str]]:
    """Each rule's id with what it cites and nobody finds. `gone` are titles to look for without quotation marks."""
    numbers = set(ruleset.numbers().values())
    for rule in ruleset.rules:
        for number in sorted(citations(rule.text) - numbers):
            yield rule.id, f"rule {number}"
        for title in sorted(titles_cited(rule.text) | _bare(rule.text, gone)):
            if ruleset.titled(title) is None:
                yield rule.id, f"rule “{title}”"


def _bare(text: str, titles: Collection[str]) -> frozenset[str]:
    words = " ".join(text.split())
    return frozenset(title for title in titles if re.search(rf"\brule\s+{re.escape(title)}(?!\w)", words))
