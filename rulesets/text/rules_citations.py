"""How rules are referred to: citations of one rule in the text of another, and the anchors of rules on the ruleset
page.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping

from rulesets.text.rules import Ruleset

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


def broken_citations(ruleset: Ruleset, gone: Collection[str]) -> Iterator[tuple[int, str]]:
    """Each rule's id with what it cites and nobody finds. `gone` are titles to look for without quotation marks."""
    numbers = set(ruleset.numbers().values())
    for rule in ruleset.rules:
        for number in sorted(citations(rule.text) - numbers):
            yield rule.id, f"rule {number}"
        for title in sorted(titles_cited(rule.text) | _bare(rule.text, gone)):
            if ruleset.rule_by_title(title) is None:
                yield rule.id, f"rule “{title}”"


def _bare(text: str, titles: Collection[str]) -> frozenset[str]:
    words = " ".join(text.split())
    return frozenset(title for title in titles if re.search(rf"\brule\s+{re.escape(title)}(?!\w)", words))


# Where on the ruleset's page a rule is found: by its id, its number, its title, and every title it ever bore.

# Ids that every page has for its own parts.
TAKEN = frozenset({"main", "glance", "messages", "contents", "repealed"})


def slug(title: str) -> str:
    """A title as an address says it: “Calls for Judgment” is `calls-for-judgment`. May be empty."""
    return "-".join(re.findall(r"\w+", unicodedata.normalize("NFKC", title).casefold()))


def anchors(ruleset: Ruleset, former: Mapping[str, int]) -> dict[int, tuple[str, ...]]:
    """Each rule's anchors by its id, first `rule-5`, then `r1.5`, then names; no two rules have one in common.

    `former` holds every title ever borne, with its newest bearer, the newest last. The title of a rule in force goes
    before one that another rule has given up.
    """
    numbers = ruleset.numbers()
    found = {rule.id: [f"rule-{rule.id}", f"r{numbers[rule.id]}"] for rule in ruleset.rules}
    taken = set(TAKEN) | {each for names in found.values() for each in names}
    for title, rule_id in _titles(ruleset, former):
        name = slug(title)
        if rule_id in found and name and name not in taken:
            taken.add(name)
            found[rule_id].append(name)
    return {rule_id: tuple(names) for rule_id, names in found.items()}


def rule_by_anchor(name: str, ruleset: Ruleset, former: Mapping[str, int]) -> int | None:
    """The id of the rule that the slug of a title means: one in force, else the last that ever bore it."""
    return next((rule_id for title, rule_id in _titles(ruleset, former) if slug(title) == slug(name)), None)


def _titles(ruleset: Ruleset, former: Mapping[str, int]) -> Iterable[tuple[str, int]]:
    yield from ((rule.title, rule.id) for rule in ruleset.rules)
    yield from reversed(list(former.items()))
