"""Times that cannot arrive: words for a moment that no clock and no rule can tell. (Rule Timespans)

A hint and no judgment: what is meant may stand in another sentence.
"""

from __future__ import annotations

import re

from nomic.core.mechanics.decision import Invalid
from rulesets.mechanics.ruleset import Rule, Ruleset
from rulesets.mechanics.text import prose

BASIS = "Timespans"  # the title of the rule by which such a time never comes

_HOURS = "dawn|dusk|daybreak|nightfall|sunrise|sunset|twilight|teatime|bedtime|high noon"
_MEALS = "breakfast|lunch|dinner|supper|tea"
ABSTRACT = re.compile(
    r"\b(?:"
    rf"(?:at|by|before|after|from|until|till|towards?|around|about)\s+(?:{_HOURS})"
    rf"|(?:around|about|towards?)\s+(?:{_MEALS})(?:[- ]?time)?"
    r"|(?:in|at)\s+the\s+(?:fullness\s+of\s+time|right\s+(?:time|moment)|near\s+future|end\s+times)"
    r"|when(?:ever)?\s+the\s+(?:time|moment)\s+(?:is\s+(?:right|ripe)|comes|has\s+come)"
    r"|when(?:ever)?\s+the\s+(?:stars|planets|omens)\s+\w+(?:\s+\w+)?"
    r"|in\s+(?:due|good)\s+(?:course|time)"
    r"|as\s+soon\s+as\s+(?:(?:is|it\s+is|reasonably|humanly)\s+)?(?:possible|practicable|convenient)"
    r"|(?:at|on)\s+(?:some|an?\s+(?:opportune|suitable|appropriate|convenient))\s+(?:point|time|day|moment)"
    r"|sooner\s+or\s+later|before\s+long"
    r"|(?<!as )soon(?!\s+as\b)|eventually|shortly"
    r")\b",
    re.IGNORECASE,
)


def abstract_times(rule: Rule) -> tuple[str, ...]:
    """The words for such times in a rule's live text, in order and once each. What is in italics is no law."""
    try:
        blocks = prose(rule.text)
    except Invalid:
        return ()
    found = (" ".join(match[0].split()) for block in blocks for match in ABSTRACT.finditer(block))
    return tuple(dict.fromkeys(found))


def basis(ruleset: Ruleset) -> str:
    """The rule that makes such words a trap, as one cites it; empty where the ruleset has none."""
    rule = ruleset.titled(BASIS)
    return ruleset.cited(rule.id) if rule and rule.id not in ruleset.void else ""
