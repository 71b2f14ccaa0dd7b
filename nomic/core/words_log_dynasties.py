"""Sentences of the log for Dynasties, the tracker and its pages. (Joined in `words_log`.)"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from nomic.core.mechanics.keywords import Keywords

Sentence: TypeAlias = str | Callable[[Mapping[str, Any], Keywords], str]

DYNASTIES: Mapping[str, Sentence] = {
    # The Dynasties themselves. A subject's title is the Dynasty's name.
    "dynasty.began": "{subject} begins.",
    "dynasty.handed-on": "{by} hands the role on: {subject} begins in its place.",
    "dynasty.vacated": "Whoever was to speak has left: {subject} begins in its place.",
    "dynasty.opened": "{by} opens {subject}: “{theme}”.",
    # The gamestate pages.
    "page.made": "{cause} makes the page {subject}.",
    "page.written": "{cause} writes the page {subject} anew: version {version}.",
    "page.edited": "{by} edits the page {subject}: version {version}.",
    "page.dropped": "{cause} does away with the page {subject}.",
}
