"""The server's own sentences for a reader who wants Agents spoken of otherwise than in Spivak. (Rule Spivak)

Only the five pronouns change, and for “they” the verb right beside it. What stands in “…” is somebody's words or the
law's, and stays. The server's sentences keep to what this can do: where a second verb hangs on one pronoun, they name
the Agent, or say the pronoun twice.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

SPIVAK = ("e", "em", "eir", "eirs", "emself")
THEY = "they"
FORMS: Mapping[str, Mapping[str, str]] = MappingProxyType({
    THEY: dict(zip(SPIVAK, ("they", "them", "their", "theirs", "themself"), strict=True)),
    "she": dict(zip(SPIVAK, ("she", "her", "her", "hers", "herself"), strict=True)),
    "he": dict(zip(SPIVAK, ("he", "him", "his", "his", "himself"), strict=True)),
})  # fmt: skip

PRONOUN = re.compile(r"(?<![\w.’'@/-])(emself|eirs|eir|em|e)(?![\w’'@/-]|\.\w)", re.IGNORECASE)
QUOTED = re.compile(r"(“[^“”]*(?:“[^“”]*”[^“”]*)*”)")
# The verb after “they”, over an adverb or two; and the verb before it, as in “is e” and “does e”.
ADVERB = r"(?:(?:also|always|never|still|now|then|once|thus|only|alone|already|[a-z]+ly)\s+){0,2}"
AFTER = re.compile(rf"\b(they)(\s+{ADVERB})([a-z]+)(?![\w’'-])", re.IGNORECASE)
BEFORE = re.compile(r"\b(is|was|has|does)(\s+they)\b", re.IGNORECASE)
IRREGULAR = MappingProxyType({
    "is": "are", "was": "were", "has": "have", "does": "do", "goes": "go", "dies": "die", "lies": "lie",
    "isn": "aren", "hasn": "haven", "doesn": "don",
})  # fmt: skip
NO_VERBS = frozenset({"this", "thus", "always", "as", "its", "us", "perhaps", "sometimes", "less", "unless"})
LONGER = ("ches", "shes", "sses", "xes", "zzes", "oes")


def respelt(text: str, choice: str) -> str:
    """A sentence of the server's with the pronouns of that choice; as it is for “spivak”. Quotations stay."""
    forms = FORMS.get(choice)
    if forms is None:
        return text
    parts = enumerate(QUOTED.split(text))
    return "".join(part if place % 2 else _changed(part, choice, forms) for place, part in parts)


def speaks(text: str) -> bool:
    """Whether there is a pronoun in it to be changed."""
    return PRONOUN.search(text) is not None


def _changed(text: str, choice: str, forms: Mapping[str, str]) -> str:
    if not speaks(text):
        return text
    changed = PRONOUN.sub(lambda found: _cased(found[1], forms[found[1].lower()]), text)
    return _agreeing(changed) if choice == THEY else changed


def _cased(old: str, new: str) -> str:
    return new.capitalize() if old[0].isupper() else new


def _agreeing(text: str) -> str:
    """Several have done it, grammatically: “they vote”, “they are”, “are they”."""
    text = AFTER.sub(lambda found: found[1] + found[2] + _plural(found[3]), text)
    return BEFORE.sub(lambda found: _cased(found[1], IRREGULAR[found[1].lower()]) + found[2], text)


def _plural(verb: str) -> str:
    """“votes” to “vote”, “tries” to “try”, “passes” to “pass”; what is no such verb stays."""
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    if verb in NO_VERBS or not verb.endswith("s") or verb.endswith(("ss", "us")):
        return verb
    if verb.endswith("ies"):
        return verb[:-3] + "y"
    return verb[:-2] if verb.endswith(LONGER) else verb[:-1]
