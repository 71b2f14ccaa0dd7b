"""Sentences that cannot have effect: times that never arrive (rule Timespans), and rules that bar their own change
or repeal (Reading 47).
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from nomic.core.decision import Decision, Invalid, Reason
from rulesets.text.rules import Ruleset, RuleText, prose_of

TIMESPANS_BASIS = "Timespans"  # the title of the rule by which such a time never comes

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


def abstract_times(rule: RuleText) -> tuple[str, ...]:
    """The words for such times in a rule's live text, in order and once each. What is in italics is no law."""
    try:
        blocks = prose_of(rule.text)
    except Invalid:
        return ()
    found = (" ".join(match[0].split()) for block in blocks for match in ABSTRACT.finditer(block))
    return tuple(dict.fromkeys(found))


def timespans_basis(ruleset: Ruleset) -> str:
    """The rule that makes such words a trap, as one cites it; empty where the ruleset has none."""
    rule = ruleset.rule_by_title(TIMESPANS_BASIS)
    return ruleset.citation(rule.id) if rule and rule.id not in ruleset.void else ""


# Finding a sentence by which a rule bars its own change or repeal, and so would be void. (Reading 47)
# A guess, for people to judge: an admin confirms it or a Call for Judgment decides.

# No dial or mechanism stands for what rule 1.1 says of such rules, so no law can tell which rule carries it.
ENTRENCHMENT_BASIS = "Ruleset and Gamestate"
SENTENCE_END = re.compile(r"(?<=[.!?;:])\s+")
STEMS = r"(?:repeal|amend|alter|chang|modif|remov|delet|rescind|revok|abolish|edit|replac|supersed|overrul)"
CHANGE = rf"\b{STEMS}\w*+"
CHANGED = rf"\b{STEMS}\w*?ed\b"
NOT = (
    r"\b(?:(?:may|can|shall|must|will|could|should|is|are)\s+(?:not|never)"
    r"|cannot|can['’]t|mustn['’]t|won['’]t|shan['’]t)\b(?:\s+ever)?"
)
NOBODY = r"\b(?:no|nobody|none|neither|nothing|never)\b"
MANNER = r"(?:\s+(?:\w+ly|ever|so|in any way|at all|at any time)){0,4}\s+"
BAR = r"(?:bars?|forbids?|prohibits?|prevents?|precludes?|disallows?)"
BARRED = (
    r"\b(?:forbidden|prohibited|barred|disallowed|void|invalid|illegal|unlawful|impossible|ineffective|ignored"
    r"|(?:without|of no|ha[sv]e? no|shall have no) effect|fails?|not\s+(?:allowed|permitted|possible|lawful))\b"
)
FIXED = (
    r"\b(?:immutable|unamendable|irrevocable|irrepealable|unrepealable|unalterable|unchangeable|entrenched"
    r"|permanent|eternal|everlasting)\b"
)
# Words that may stand between a verb and the rule that it is about, as in “amend or repeal any part of this rule”.
LINKING = rf"(?:\W+(?:or|and|nor|to|of|in|any|all|parts?|the|text|wording|title|provisions?|{STEMS}\w*+)){{0,8}}\W+"
# Words that may stand between the rule and its verb, as in “this rule and rule 1.2 may not …”.
JOINING = r"(?:\W+(?:itself|also|or|and|nor|any|parts?|of|it|its|text|title|rules?|[0-9]\.[0-9]+)\b){0,8}\W+"
# Where a rule is only the means or the place, something else is barred: “points given by this rule may not be …”.
MEANS = r"(?<!\bby )(?<!\bunder )(?<!\bin )(?<!\bper )(?<!\bto )(?<!\bwith )(?<!\bfrom )(?<!\bthrough )"
A_FEW_WORDS = r"(?:\W++\w++){0,8}?\W+"
# Where a way is left open, the rule is hard to change, not barred from it.
WAY_OPEN = re.compile(
    r"\b(?:except|unless|other than|otherwise than|save|without(?! effect)|only (?:by|if|when|with))\b", re.IGNORECASE
)


def bars_own_repeal(text: str, names: Iterable[str] = ()) -> str | None:
    """The first live sentence that bars the rule's own change or repeal, or None.

    `names` are other ways to name the rule itself, such as “rule 1.5”. A sentence about what rules in general may
    say, as rule 1.1 has it, is no such bar. Raises `Invalid` for text too long to be a rule.
    """
    pattern = _pattern(names)
    for block in prose_of(text):
        for sentence in SENTENCE_END.split(block):
            if pattern.search(sentence) and not WAY_OPEN.search(sentence):
                return sentence
    return None


def barring_sentence(rule: RuleText, ruleset: Ruleset) -> str | None:
    """The sentence by which a rule of this ruleset bars its own repeal, by whatever name it calls itself, or None."""
    try:
        return bars_own_repeal(rule.text, (f"rule {ruleset.number(rule.id)}", f"rule {rule.title}"))
    except Invalid:
        return None


def may_be_found_void(ruleset: Ruleset, rule_id: int) -> Decision[str | None]:
    """The sentence for which a rule could be found void now, or the reason why there is none. (Rule 1.1)"""
    rule = ruleset.rule(rule_id)
    # What is void already, or repealed, is found void no more.
    offence = None if rule is None or rule_id in ruleset.void else barring_sentence(rule, ruleset)
    return Decision(offence, () if offence else (Reason("not-self-entrenching", ENTRENCHMENT_BASIS),))


def _pattern(names: Iterable[str]) -> re.Pattern[str]:
    own = "".join(rf"|{re.escape(name)}(?![.\w]*\w)" for name in names)
    kind = r"(?:(?:core|dynastic)\s+)?(?:rule|section|paragraph|provision|clause|sentence)\b"
    this = rf"\b(?:(?:this|the present)\s+{kind}{own})"
    shapes = (
        # “this rule may not be repealed”
        rf"{MEANS}{this}{JOINING}{NOT}\s+be{MANNER}{CHANGED}",
        # “neither this rule nor rule 1.2 may be amended”, “no part of this rule may be altered”
        rf"{NOBODY}(?:\W+(?:parts?|words?|sentences?|provisions?|of|in)){{0,4}}\W+{this}{JOINING}(?:may|can|shall)\s+(?:ever\s+)?be"
        rf"{MANNER}{CHANGED}",
        # “no proposal may amend this rule”, “Agents shall not alter this rule”
        rf"(?:{NOBODY}|{NOT}){A_FEW_WORDS}{CHANGE}{LINKING}{this}",
        # “amending this rule is forbidden”, “a proposal to repeal this rule has no effect”
        rf"{CHANGE}{LINKING}{this}\W+(?:\w++\W+){{0,3}}?{BARRED}",
        # “it is forbidden to amend this rule”
        rf"{BARRED}\s+(?:to|for){A_FEW_WORDS}{CHANGE}{LINKING}{this}",
        # “this rule is immutable”
        rf"{MEANS}{this}{JOINING}(?:is|are|shall be|remains?|stands?|stays?){MANNER}{FIXED}",
        # “this rule bars its own repeal”
        rf"{MEANS}{this}\s+(?:also\s+|hereby\s+)?{BAR}\s+(?:any\s+)?(?:itself|its)\s+(?:own\s+)?(?:from\s+being\s+)?{CHANGE}",
    )
    return re.compile("|".join(f"(?:{shape})" for shape in shapes), re.IGNORECASE)
