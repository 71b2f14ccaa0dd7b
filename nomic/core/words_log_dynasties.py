"""Sentences of the log for Dynasties, the tracker and its pages. (Joined in `words_log`.)"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from nomic.core.mechanics.keywords import Keywords

Sentence: TypeAlias = str | Callable[[Mapping[str, Any], Keywords], str]

MOST_CELLS = 3


def _dropped(facts: Mapping[str, Any], keywords: Keywords) -> str:
    if facts.get("why") == "rule-gone":
        return "{subject} is a column of the tracker no longer, for no rule carries it."
    return "{cause} does away with the column {subject}."


def _updated(facts: Mapping[str, Any], keywords: Keywords) -> str:
    """Who changed what, from what to what; of many cells, how many."""
    cells = facts.get("cells", [])
    said = [_cell(each) for each in cells] if len(cells) <= MOST_CELLS else [f"{len(cells)} values"]
    what = "changes " + "; ".join(said) if cells else "notes in the tracker"
    who = "{cause}" if str(facts.get("cause", "")).startswith("post:") else "{by}"
    return f"{who} {what} ({{subject}})" + (": {comment}" if facts.get("comment") else ".")


def _cell(cell: Mapping[str, Any]) -> str:
    whose = f" of {cell['agent_name']}" if cell.get("agent_name") else ""
    words = f"{cell['name']}{whose} from {_held(cell['before'])} to {_held(cell['after'])}"
    return words.replace("{", "{{").replace("}", "}}")


def _held(value: str | int | bool | None) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "nothing" if value is None else str(value)


DYNASTIES: Mapping[str, Sentence] = {
    # The Dynasties themselves. A subject's title is the Dynasty's name.
    "dynasty.began": "{subject} begins.",
    "dynasty.handed-on": "{by} hands the role on: {subject} begins in its place.",
    "dynasty.vacated": "Whoever was to speak has left: {subject} begins in its place.",
    "dynasty.opened": "{by} opens {subject}: “{theme}”.",
    # The tracker.
    "column.made": "{cause} makes {subject} a column of the tracker.",
    "column.renamed": "{cause} gives the column “{before}” of the tracker a new name: “{name}”.",
    "column.dropped": _dropped,
    "tracker.updated": _updated,
    "tracker.undone": "{by} undoes update {undoes} of the tracker ({subject}), which broke “{rule_title}”: {comment}",
    # The gamestate pages.
    "page.made": "{cause} makes the page {subject}.",
    "page.written": "{cause} writes the page {subject} anew: version {version}.",
    "page.edited": "{by} edits the page {subject}: version {version}.",
    "page.dropped": "{cause} does away with the page {subject}.",
}
