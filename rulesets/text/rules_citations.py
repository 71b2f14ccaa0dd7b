"""Where on the ruleset's page a rule is found: by its id, its number, its title, and every title it ever bore."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping

from rulesets.mechanics.ruleset import Ruleset

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


def named(name: str, ruleset: Ruleset, former: Mapping[str, int]) -> int | None:
    """The id of the rule that the slug of a title means: one in force, else the last that ever bore it."""
    return next((rule_id for title, rule_id in _titles(ruleset, former) if slug(title) == slug(name)), None)


def _titles(ruleset: Ruleset, former: Mapping[str, int]) -> Iterable[tuple[str, int]]:
    yield from ((rule.title, rule.id) for rule in ruleset.rules)
    yield from reversed(list(former.items()))
