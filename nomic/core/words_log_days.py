"""Sentences of the log for days, dice, duties and repairs. (Joined in `words_log`.)"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from nomic.core.mechanics.keywords import Keywords

Sentence: TypeAlias = str | Callable[[Mapping[str, Any], Keywords], str]

DAYS: Mapping[str, Sentence] = {}
