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


DAYS: Mapping[str, Sentence] = {
    "day.turned": _turned,
    "seed.committed": "Seed {n} of secret dice is committed.",
    "seed.opened": "Seed {n} of secret dice is published: whatever fell by it can be checked.",
    "dice.rolled": _rolled,
}
