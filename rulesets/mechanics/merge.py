"""Two amendments drafted on the same text: where both may stand, and where they contradict each other.

A three-way merge. Both sides' edits of the base are laid over each other; those that touch, or that only spaces and
punctuation keep apart, form one stretch. A stretch that one side changed goes that side's way; one that both changed
alike goes that way too; one that they changed differently is a conflict, for a person to resolve.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rulesets.mechanics.alignment import Edit, edits_between, readable, separates

# How a conflict stands in the text that is offered for resolving by hand; `marked_in` finds what was left over.
NOW, PROPOSED, CLOSE = "⟦now: ", "⟦proposed: ", "⟧"


@dataclass(frozen=True, slots=True)
class Conflict:
    """One stretch as drafted on (`base`), as it stands now (`ours`), and as proposed (`theirs`)."""

    base: str
    ours: str
    theirs: str


@dataclass(frozen=True, slots=True)
class Merged:
    """`text` is None when anything conflicts. `marked` is the whole text, each conflict standing both ways in marks."""

    text: str | None
    conflicts: tuple[Conflict, ...]
    marked: str


@dataclass(frozen=True, slots=True)
class _Stretch:
    start: int
    end: int
    ours: tuple[Edit, ...]
    theirs: tuple[Edit, ...]


# A dry run behind many older lists merges the same three texts again and again.
@lru_cache(maxsize=64)
def merge3(base: str, ours: str, theirs: str) -> Merged:
    """Bring what `theirs` changes of `base` into `ours`. Nothing is lost silently: what contradicts is a conflict."""
    conflicts: list[Conflict] = []
    plain, marked, at = "", "", 0
    for stretch in _stretches(base, _edits(base, ours), _edits(base, theirs)):
        sides = Conflict(*(_side(base, stretch, edits) for edits in ((), stretch.ours, stretch.theirs)))
        settled = _settled(sides)
        if settled is None:
            conflicts.append(sides)
        kept = base[at : stretch.start]
        plain += kept + (settled or "")
        marked += kept + (_marks(sides) if settled is None else settled)
        at = stretch.end
    return Merged(None if conflicts else plain + base[at:], tuple(conflicts), marked + base[at:])


def marked_in(text: str) -> bool:
    """Whether a mark of a conflict is left in a text."""
    return NOW in text or PROPOSED in text


def _edits(base: str, text: str) -> tuple[Edit, ...]:
    return readable(base, edits_between(base, text))


def _settled(sides: Conflict) -> str | None:
    # Only one side touched it, or both did the same.
    if sides.ours in (sides.base, sides.theirs):
        return sides.theirs
    if sides.theirs == sides.base:
        return sides.ours
    return None


def _marks(sides: Conflict) -> str:
    return f"{NOW}{sides.ours}{CLOSE}{PROPOSED}{sides.theirs}{CLOSE}"


def _stretches(base: str, ours: Sequence[Edit], theirs: Sequence[Edit]) -> Iterator[_Stretch]:
    """Both sides' edits in the order of the base, those that are not kept apart taken together."""
    both = sorted([*((edit, True) for edit in ours), *((edit, False) for edit in theirs)], key=_place)
    open_: _Stretch | None = None
    for edit, is_ours in both:
        single = _Stretch(edit.start, edit.end, (edit,) if is_ours else (), () if is_ours else (edit,))
        if open_ is not None and _apart(base, open_, edit):
            yield open_
            open_ = None
        open_ = single if open_ is None else _joined(open_, single)
    if open_ is not None:
        yield open_


def _place(entry: tuple[Edit, bool]) -> tuple[int, int]:
    return entry[0].start, entry[0].end


def _apart(base: str, stretch: _Stretch, edit: Edit) -> bool:
    return separates(base[stretch.end : edit.start])


def _joined(left: _Stretch, right: _Stretch) -> _Stretch:
    return _Stretch(left.start, max(left.end, right.end), left.ours + right.ours, left.theirs + right.theirs)


def _side(base: str, stretch: _Stretch, edits: Sequence[Edit]) -> str:
    """The stretch as one side has it."""
    text, at = "", stretch.start
    for edit in edits:
        text += base[at : edit.start] + edit.new
        at = edit.end
    return text + base[at : stretch.end]
