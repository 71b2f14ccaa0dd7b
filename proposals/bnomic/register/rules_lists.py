"""Which other Proposals a Proposal lists as Dependencies and Conflicts, as lines in its body of text. (Rule
Dependencies and Conflicts)

The body is the truth, and a form only writes such lines: `Depends on: #14, The Great Reform`, or `Conflicts with: 3;
"Harbours, Ships and Tides"`. The label may be emphasised, or stand in a list or a heading of Markdown; where nothing
follows it, the points of the list below it are the items. What stands in code or in a quotation lists nothing.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from markdown_it.token import Token

from nomic.core.mechanics.decision import Invalid
from rulesets.mechanics.text import LINE_END, MARKDOWN, tidied

ListName: TypeAlias = Literal["depends", "conflicts"]

LONGEST_READ = 100_000  # characters of a body: twice what is submitted, and all that a draft keeps
MOST_LISTED = 50
LONGEST_ITEM = 120
PARAGRAPH = LINE_END * 2

# A mark of Markdown, and no more of it than a reader would take for one. Nothing is read twice: `*+` and `++`.
POINT = r"\s*+(?:[-*+]|[0-9]{1,9}[.)])\s++"
MARKS = r"[*_]{0,3}"
LABEL = r"(?:(?P<depends>depend(?:s(?:\s++on\b)?|ency|encies))|(?P<conflicts>conflicts?(?:\s++with\b)?))"
LABELLED = re.compile(
    rf"(?:{POINT}|\s*+#{{1,6}}\s++)?\s*+(?P<open>{MARKS}){LABEL}\s*+(?P<close>{MARKS}\s*+:{MARKS})(?P<said>.*)",
    re.IGNORECASE,
)
ANYWHERE = re.compile(rf"{LABEL}\s*+{MARKS}\s*+:", re.IGNORECASE)
POINTED = re.compile(rf"{POINT}(?P<said>.*)")
# Within quotation marks a separator is a sign like any other, and a straight mark is written twice.
QUOTED = r'(?:"(?P<straight>(?:[^"]|"")*+)"|“(?P<curly>[^“”]*+)”)'
ITEM = re.compile(rf"\s*+(?:{QUOTED}\s*+\.?+\s*+(?=[,;\n]|\Z)|(?P<plain>[^,;\n]*+))(?:[,;\n]|\Z)")
EMPHASISED = re.compile(r"(?P<marks>\*{1,3}|_{1,3})(?P<said>[^*_\s](?:.*[^*_\s])?)(?P=marks)")
NUMBER = re.compile(
    r"(?P<bare>[0-9]{1,9})|(?:proposals?(?![^\W\d])\s*#?|#)\s*(?P<marked>[0-9]{1,9})(?::\s.*)?", re.IGNORECASE
)
NOTHING = frozenset({"", "none", "nothing", "nobody", "n/a", "-", "–", "—"})


@dataclass(frozen=True, slots=True)
class Lists:
    """What a Proposal lists, in order, each once. An item is a number or a name as written, without quotation marks."""

    depends: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()


class _Found(NamedTuple):
    """A line that lists others, its place counted from 0."""

    place: int
    name: ListName
    items: tuple[str, ...]


def read_lists(body: str) -> Lists:
    """What a body lists."""
    return split(body)[1]


def split(body: str) -> tuple[str, Lists]:
    """A body without the lines that list others, tidied, and what those lines list. What is longer than anybody could
    submit lists nothing."""
    body = tidied(body)
    # To tell code and quotations apart takes time, and most bodies give no cause to.
    if len(body) > LONGEST_READ or not ANYWHERE.search(body):
        return body, Lists()
    lines = body.split(LINE_END)
    found = list(_found(lines, _prose(body)))
    lists = Lists(_of_list("depends", found), _of_list("conflicts", found))
    return _without(lines, {each.place for each in found}), lists


def joined(prose: str, lists: Lists) -> str:
    """A body that says this and lists those: after the prose, one line for each list that is not empty.

    `split` gives back the prose, tidied, and the lists, if the prose itself lists nothing.
    """
    prose = tidied(prose)
    said = (("Depends on", lists.depends), ("Conflicts with", lists.conflicts))
    lines = [f"{label}: {as_field(listed)}" for label, listed in said if listed]
    body = tidied(PARAGRAPH.join((prose, *lines)))
    # Code that is never closed would swallow whatever follows it.
    return body if read_lists(body) != Lists() else tidied(PARAGRAPH.join((*lines, prose)))


def items(field: str) -> tuple[str, ...]:
    """What a form's field lists, or the words after a label: each once, in order.

    Items are separated by commas, semicolons or line ends; a name that holds one of those stands in quotation marks,
    “…” or "…". `none` lists nothing, and so does a dash.
    """
    return _each_once(said for found in ITEM.finditer(field) if (said := _item(found)))


def as_field(listed: Iterable[str]) -> str:
    """Items as a form's field shows them, in quotation marks where they need them: `items` reads them back."""
    return ", ".join(map(_as_item, listed))


def number_in(said: str) -> int | None:
    """14 for `#14`, `14`, `Proposal 14`, `Proposal #14` and the title `Proposal 14: Harbours`; None for a name."""
    number = NUMBER.fullmatch(said)
    return int(number["bare"] or number["marked"]) if number else None


def titled(number: int, name: str) -> str:
    """“Proposal 14: Harbours”, or without a Name “Proposal 14”; `number_in` reads either back."""
    return f"Proposal {number}: {name}" if name else f"Proposal {number}"


def check(lists: Lists) -> None:
    """Raise `Invalid` at `depends` or `conflicts`: a list is longer than may be (`too-many-listed`), or an item of it
    (`too-long`)."""
    for path, listed in (("depends", lists.depends), ("conflicts", lists.conflicts)):
        if len(listed) > MOST_LISTED:
            raise Invalid(path, f"{len(listed):,} items; a list has {MOST_LISTED} at most.", "too-many-listed")
        if longest := max((len(each) for each in listed if len(each) > LONGEST_ITEM), default=0):
            raise Invalid(path, f"{longest:,} characters; a Name has {LONGEST_ITEM} at most.", "too-long")


def _prose(body: str) -> set[int]:
    """The places of the lines that are plain paragraphs or headings, and stand in no quotation."""
    tokens: list[Token] = []
    # Blocks are enough: what stands inside a line matters not, and takes longest to read.
    MARKDOWN.block.parse(body, MARKDOWN, {}, tokens)
    places: set[int] = set()
    quoted, opened = 0, ""
    for token in tokens:
        quoted += {"blockquote_open": 1, "blockquote_close": -1}.get(token.type, 0)
        if token.type == "inline" and token.map and not quoted and opened in {"paragraph_open", "heading_open"}:
            places.update(range(*token.map))
        opened = token.type
    return places


def _found(lines: Sequence[str], prose: Collection[int]) -> Iterator[_Found]:
    """The lines that list others. Below a label alone, so do the points that follow."""
    above: ListName | None = None
    for place, line in enumerate(lines):
        if place in prose and (label := LABELLED.fullmatch(line)):
            name: ListName = "depends" if label["depends"] else "conflicts"
            said = _after(label)
            above = None if said.strip() else name
            yield _Found(place, name, items(said))
        elif above and place in prose and (point := POINTED.fullmatch(line)):
            yield _Found(place, above, items(point["said"]))
        elif line.strip():
            above = None


def _after(label: re.Match[str]) -> str:
    """What follows a label; without the end of the emphasis where all of the line is emphasised."""
    around = label["close"].strip() == ":"
    return label["said"].rstrip().removesuffix(label["open"]) if around else label["said"]


def _item(found: re.Match[str]) -> str:
    """One item, tidied; nothing where it names nothing."""
    if found["plain"] is None:
        said = found["curly"] if found["straight"] is None else found["straight"].replace('""', '"')
        return " ".join(said.split())
    said = " ".join(found["plain"].split()).removesuffix(".")
    if emphasised := EMPHASISED.fullmatch(said):
        said = emphasised["said"]
    return "" if said.casefold() in NOTHING else said


def _as_item(said: str) -> str:
    # A mark that opens, bare, might find one that closes in another item.
    bare = items(said) == (said,) and not said.startswith(('"', "“"))
    return said if bare else '"{}"'.format(said.replace('"', '""'))


def _each_once(listed: Iterable[str]) -> tuple[str, ...]:
    first: dict[str | int, str] = {}
    for each in listed:
        number = number_in(each)
        first.setdefault(each.casefold() if number is None else number, each)
    return tuple(first.values())


def _of_list(name: ListName, found: Iterable[_Found]) -> tuple[str, ...]:
    return _each_once(item for each in found if each.name == name for item in each.items)


def _without(lines: Sequence[str], taken: Collection[int]) -> str:
    """The other lines. Where some are taken out, the blank ones before and after become one gap."""
    kept: list[str] = []
    gap = False
    for place, line in enumerate(lines):
        gap = place in taken or (gap and not line.strip())
        if place not in taken and (line.strip() or not gap or (kept and kept[-1].strip())):
            kept.append(line)
    return tidied(LINE_END.join(kept))
