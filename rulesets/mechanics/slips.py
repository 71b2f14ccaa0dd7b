"""When a change of text is no more than a slip put right, which any Admin may do at once. (Rule 1.1; Reading 48)"""

from __future__ import annotations

from nomic.core.mechanics.decision import Decision, allowed, refused
from rulesets.mechanics.diff import words_diff
from rulesets.mechanics.entrenchment import BASIS
from rulesets.mechanics.ruleset import Ruleset
from rulesets.mechanics.text import passages

MOST_WORDS = 10


def may_correct(ruleset: Ruleset, rule_id: int, text: str) -> Decision[bool]:
    """Whether putting `text` for the rule's own is no more than the correction of a slip."""
    rule = ruleset.rule(rule_id)
    # Only what is in force can be put right.
    if rule is None:
        return refused("nothing-in-force", BASIS)
    if text == rule.text:
        return refused("nothing-corrected", BASIS)
    # A slip is a matter of a few letters: what rewrites sentences is an amendment.
    words = max(_words(rule.text, text, "removed"), _words(rule.text, text, "added"))
    if words > MOST_WORDS:
        return refused("slip-too-large", BASIS, words=words, most=MOST_WORDS)
    # What the server obeys, or would obey once a rule that prevails or a finding is gone, changes by enactment alone.
    if _links(text) != _links(rule.text):
        return refused("slip-moves-the-law", BASIS)
    return allowed()


def _links(text: str) -> list[tuple[str, str, str, bool]]:
    return [(each.kind, each.name, each.words, each.inert) for each in passages(text)]


def _words(before: str, after: str, op: str) -> int:
    return sum(len(span.text.split()) for span in words_diff(before, after) if span.op == op)
