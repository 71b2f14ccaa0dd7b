"""The sentences for what the rules of Dynasties, the tracker and its pages say; joined in `nomic.words`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dynasties.succession.words import SUCCESSION_WORDS
from dynasties.tracker.words import TRACKER_WORDS
from nomic.core.language.rules import Keywords
from nomic.core.language.words import Words
from nomic.core.log.words import Sentence
from nomic.core.notifications.rules import Facts, NoticeKind

RESERVED = frozenset({"Dynasty", "Dynasties", "Metadynasty", "Hiatus", "Ascension Address", "Ascension Addresses"})

WORDS: Words = {
    **SUCCESSION_WORDS,
    **TRACKER_WORDS,
    # Why a gamestate page is not edited.
    "no-page": "There is no such page.",
    "page-dropped": "This page is no part of the Gamestate any more.",
    "page-closed": "The rule that carried this page gives no licence any more: it can be read, not edited.",
    "page-in-hiatus": "The game is in hiatus, and what a dynastic rule provides for waits until it ends.",
    "page-for-admins": "The rule lets only the {Admins} edit this page.",
    "page-for-mastermind": "The rule lets only the {Mastermind} edit this page.",
    "page-for-nobody": "The rule lets nobody edit this page: it changes when an enactment changes it.",
    # What a change list does to the pages, and why it cannot.
    "make-page-agents": "Make a page, “{title}”, carried by “{rule}”, for every one of the {Agents} to edit.",
    "make-page-admins": "Make a page, “{title}”, carried by “{rule}”, for the {Admins} to edit.",
    "make-page-mastermind": "Make a page, “{title}”, carried by “{rule}”, for the {Mastermind} to edit.",
    "make-page-nobody": "Make a page, “{title}”, carried by “{rule}”, for enactments alone to write.",
    "write-page": "Write the page “{page}” anew.",
    "drop-page": "Do away with the page “{page}”.",
    "page-missing": "Change {number}: there is no such page.",
    "page-rule-missing": "Change {number}: the rule that would carry the page ({rule}) is not in force.",
    "page-title-taken": "Change {number}: there is already a page called “{title}”.",
    "bad-page-text": "Change {number}: this cannot stand in a page: {said}",
}


MOST_CELLS = 3


def _column_dropped(facts: Mapping[str, Any], keywords: Keywords) -> str:
    if facts.get("why") == "rule-gone":
        return "{subject} is a column of the tracker no longer, for no rule carries it."
    return "{cause} does away with the column {subject}."


def _tracker_updated(facts: Mapping[str, Any], keywords: Keywords) -> str:
    """Who changed what, from what to what; of many cells, how many."""
    cells = facts.get("cells", [])
    said = [_cell_change(each) for each in cells] if len(cells) <= MOST_CELLS else [f"{len(cells)} values"]
    what = "changes " + "; ".join(said) if cells else "notes in the tracker"
    who = "{cause}" if str(facts.get("cause", "")).startswith("post:") else "{by}"
    return f"{who} {what} ({{subject}})" + (": {comment}" if facts.get("comment") else ".")


def _cell_change(cell: Mapping[str, Any]) -> str:
    whose = f" of {cell['agent_name']}" if cell.get("agent_name") else ""
    words = f"{cell['name']}{whose} from {_held_value(cell['before'])} to {_held_value(cell['after'])}"
    return words.replace("{", "{{").replace("}", "}}")


def _held_value(value: str | int | bool | None) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "nothing" if value is None else str(value)


LOG_WORDS: Mapping[str, Sentence] = {
    # The Dynasties themselves. A subject's title is the Dynasty's name.
    "dynasty.began": "{subject} begins.",
    "dynasty.handed-on": "{by} hands the role on: {subject} begins in its place.",
    "dynasty.vacated": "Whoever was to speak has left: {subject} begins in its place.",
    "dynasty.opened": "{by} opens {subject}: “{theme}”.",
    # The tracker.
    "column.made": "{cause} makes {subject} a column of the tracker.",
    "column.renamed": "{cause} gives the column “{before}” of the tracker a new name: “{name}”.",
    "column.dropped": _column_dropped,
    "tracker.updated": _tracker_updated,
    "tracker.undone": "{by} undoes update {undoes} of the tracker ({subject}), which broke “{rule_title}”: {comment}",
    # The gamestate pages.
    "page.made": "{cause} makes the page {subject}.",
    "page.written": "{cause} writes the page {subject} anew: version {version}.",
    "page.edited": "{by} edits the page {subject}: version {version}.",
    "page.dropped": "{cause} does away with the page {subject}.",
}


def _dynasty_notice(facts: Facts, keywords: Keywords) -> str:
    if facts.get("address"):
        theme = f", on “{facts['theme']}”" if facts.get("theme") else ""
        return f"A new Dynasty opens: {facts.get('by', 'somebody')} has posted an Ascension Address{theme}."
    name = facts.get("name")
    if not name:
        return f"A new Dynasty begins, without {keywords.a('mastermind')}."
    return f"A new Dynasty begins: {name} is the {keywords.mastermind}."


NOTICES: Mapping[str, NoticeKind] = {"dynasty": NoticeKind("A new dynasty begins", _dynasty_notice)}
