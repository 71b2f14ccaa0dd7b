"""What no Gadget may do: give victory, or alter the Ruleset. Judged by its words, before anybody votes. (Rule Gadgets)

People read what words mean; this only stops what says outright what the rule forbids. Whatever says it in a roundabout
way is for the voters and the Mastermind to see.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

_LAW = r"(?:rules?|rulesets?|rule\s?books?|laws?|dials?|mechanisms?|glossary)"
_ALTER = (
    r"(?:(?:repeal|amend|enact|edit|rewrit|re-?word|delet|alter|chang|modif|replac|remov|suspend|abolish|overrul)\w*"
    r"|add(?:s|ed|ing)?|strik(?:e|es|ing)|struck)"
)
# A few words may stand between: “repeals any one dynastic rule”; but not “moves as a rule allows”.
_APART = (
    r"(?:that|which|as|than|under|by|within|per|in|to|from|for|with|without|against|despite|unless|if|when|where|and|or"
    r"|but|before|after|through)\b"
)
_BETWEEN = rf"(?:\s+(?!{_APART})[\w’'-]+){{0,4}}?"
VICTORY = (
    r"\bvictor(?:y|ies|ious)\b",
    r"\bdovs?\b",
    r"\b(?:win|wins|won|winning|winner\s+of)\s+(?:the|this|our)\s+(?:whole\s+|entire\s+)?(?:game|dynasty|round|nomic)\b",
    r"\b(?:e|she|he|they|owner|holder|you|agent|player|spy)\s+(?:\w+\s+)?(?:wins?|has\s+won|have\s+won)\s*(?:[.!;]|$)",
)
LAW = (
    r"\bruleset\b",
    rf"\b{_ALTER}{_BETWEEN}\s+{_LAW}\b",
    rf"\b{_LAW}\s+(?:is|are|be|being|gets?)\s+{_ALTER}",
    r"\brules?\s+(?:called\s+|named\s+|on\s+|about\s+)?[“\"'‘«*_]*gadgets\b",
    r"\b[“\"'‘«]gadgets[”\"'’»]\s+rule\b|\bgadgets\s+rule\b",
)
KINDS = (
    ("grants-victory", re.compile("|".join(VICTORY), re.MULTILINE)),
    ("edits-the-law", re.compile("|".join(LAW), re.MULTILINE)),
)


def overreach(words: str) -> Iterator[tuple[str, str]]:
    """For each thing that no Gadget may do and these words say: its code, and the first words that say so."""
    plain = unicodedata.normalize("NFKC", words).casefold()
    for code, pattern in KINDS:
        if found := pattern.search(plain):
            yield code, " ".join(found.group().split())
