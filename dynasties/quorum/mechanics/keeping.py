"""What is kept of a raw decision, which may be any JSON: as much as it takes to judge it the same, and no more.

Nothing that is kept is large, deep or beyond JSON, whatever was sent. (Rule Decisions; Reading 34)
"""

from __future__ import annotations

from collections.abc import Mapping

from dynasties.quorum.mechanics.decisions import CLAUSES, LISTS, MOST

LONGEST_TEXT = 1_001  # one character more than any law lets a note have
LONGEST_LIST = CLAUSES + 1
NAMES = ("vote", "priorities", "amendment", "filibuster", "veto", "note")
OF_A_NOTE = ("to", "text")


def kept(raw: object) -> object:
    """The same decision, less what no decision has. Never raises, and `read` says the same of both.

    Names that mean nothing are left out; a text and a list are cut where they are too long to be legal; in place of a
    list or an object where none may be stands an empty object; a number that JSON or a double does not have becomes
    `{"$float": "nan"}`, `"inf"` or `"-inf"`, which is as bad.
    """
    if not isinstance(raw, dict):
        return _one(raw)
    return {name: _part(name, raw[name]) for name in NAMES if name in raw}


def _part(name: str, value: object) -> object:
    if name == "priorities" and isinstance(value, LISTS):
        return [_one(number) for number in value[:LONGEST_LIST]]
    if name == "note" and isinstance(value, dict):
        return {part: _one(value[part]) for part in OF_A_NOTE if part in value}
    return _one(value)


def _one(value: object) -> object:
    """Anything that is to be no list and no object."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return value[:LONGEST_TEXT]
    if isinstance(value, int | float):
        return value if -MOST <= value <= MOST else _beyond(value)
    return {}


def _beyond(number: float) -> Mapping[str, str]:
    if number > MOST:
        return {"$float": "inf"}
    return {"$float": "-inf" if number < -MOST else "nan"}
