"""Sentences of the log for days, dice, duties and repairs. (Joined in `words_log`.)"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from nomic.core.mechanics.keywords import Keywords

Sentence: TypeAlias = str | Callable[[Mapping[str, Any], Keywords], str]

FEW = 10  # faces that a sentence tells one by one


def _rolled(facts: Mapping[str, Any], keywords: Keywords) -> str:
    faces = facts.get("faces", ())
    each = f" ({', '.join(map(str, faces))})" if 1 < len(faces) <= FEW else ""
    return f"{{by}} rolls {{roll}} for “{{purpose}}”: {{total}}{each}, {{subject}}."


def _turned(facts: Mapping[str, Any], keywords: Keywords) -> str:
    days = [str(each["day"]) for each in facts.get("opens", ())]
    opened = f", and the seed of {' and '.join(days)} is published" if days else ""
    return f"{{day}} begins: the seed of its dice is committed{opened}."


def _arose(facts: Mapping[str, Any], keywords: Keywords) -> str:
    who = "{who}" if facts.get("who") else f"any {literal(keywords.admin)}"
    cause = " after {cause}" if facts.get("cause") else ""
    due = f", by {_stamp(facts['due_at'])}" if facts.get("due_at") else ""
    return f"{{subject}} falls on {who}{cause}{due}: “{{text}}” (rule {{rule}})."


def _done(facts: Mapping[str, Any], keywords: Keywords) -> str:
    return "{by} reports {subject} as done" + (": “{note}”." if facts.get("note") else ".")


def _resumed(facts: Mapping[str, Any], keywords: Keywords) -> str:
    return f"{{subject}} rested, and is due by {_stamp(facts.get('due_at', ''))} now."


def _stamp(moment: object) -> str:
    """A moment of the log as readers see it: “2026-03-14 01:02 UTC”."""
    return f"{str(moment)[:16].replace('T', ' ')} UTC"


def literal(words: object) -> str:
    """Words that stand in a sentence as they are, braces and all."""
    return str(words).replace("{", "{{").replace("}", "}}")


DAYS: Mapping[str, Sentence] = {
    "duty.arose": _arose,
    "duty.done": _done,
    "duty.overdue": "{subject} is overdue.",
    "duty.resumed": _resumed,
    "day.turned": _turned,
    "seed.committed": "Seed {n} of secret dice is committed.",
    "seed.opened": "Seed {n} of secret dice is published: whatever fell by it can be checked.",
    "dice.rolled": _rolled,
}
