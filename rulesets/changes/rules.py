"""Change lists: what a proposal would do if enacted, as a tagged union with a strict JSON form.

Each kind of change is a class with its `kind` and the `shape` of its JSON object. The codec takes a table of kinds:
the wiring joins those of higher packages to `CORE_CHANGES` (`rulesets.queries.kinds`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from enum import StrEnum
from types import MappingProxyType
from typing import ClassVar, TypeAlias

from nomic.core.mechanics.decision import Invalid
from nomic.core.mechanics.names import tidy
from nomic.core.mechanics.writing import one_platform
from rulesets.mechanics.ruleset import Section
from rulesets.mechanics.text import LONGEST_TEXT, tidied, title_problem

Plain: TypeAlias = str | int | tuple[str, ...] | None
Written: TypeAlias = str | int | list[str] | None
Reader: TypeAlias = Callable[[object], Plain]

MOST_CHANGES = 50
LONGEST_FIND = 5_000
LONGEST_LIST = 500_000
LARGEST_ID = 2**63 - 1


def read_text(value: object, most: int = LONGEST_TEXT) -> str:
    """Any text up to `most` characters, with the line ends of one platform."""
    if not isinstance(value, str):
        raise Invalid("", "this must be text", "not-text")
    text = one_platform(value)
    if len(text) > most:
        raise Invalid("", f"this is {len(text)} characters long; at most {most} are accepted", "too-long")
    if "\0" in text or any(0xD800 <= ord(each) <= 0xDFFF for each in text):
        raise Invalid("", "this contains characters that are no text", "no-text")
    return text


def read_find(value: object) -> str:
    text = read_text(value, LONGEST_FIND)
    if not text:
        raise Invalid("", "say which words to replace", "empty")
    return text


def read_law(value: object) -> str:
    """A rule's whole text, as rules are kept."""
    return tidied(read_text(value))


def read_title(value: object) -> str:
    """A rule's title, its spaces made single."""
    title = " ".join(read_text(value, LONGEST_FIND).split())
    if problem := title_problem(title):
        raise Invalid("", problem, "bad-title")
    return title


def read_name(value: object) -> str:
    """An Agent's name, as the roster takes it."""
    return tidy(" ".join(read_text(value, LONGEST_FIND).split()))


def read_id(value: object, least: int = 1) -> int:
    """A stable id. A bool is no number here, though Python thinks so."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= LARGEST_ID:
        raise Invalid("", f"this must be a whole number from {least} up", "not-an-id")
    return value


def read_anchor(value: object) -> int | None:
    """The rule to stand after: its id, 0 for the start of the section, None for its end."""
    return None if value is None else read_id(value, least=0)


def read_section(value: object) -> Section:
    for section in Section:
        if value == section.value:
            return section
    raise Invalid("", "this must be one of " + ", ".join(f"“{each.value}”" for each in Section), "no-section")


@dataclass(frozen=True, slots=True)
class Change:
    """One change that an enactment makes. Each kind is a frozen dataclass of plain values, read as `shape` says."""

    kind: ClassVar[str]
    shape: ClassVar[Mapping[str, Reader]]


@dataclass(frozen=True, slots=True)
class EnactRule(Change):
    """A new rule in a section, after the rule of that id: 0 is the section's start, None its end."""

    section: Section
    title: str
    text: str
    after: int | None = None

    kind = "enact"
    shape = MappingProxyType({"section": read_section, "title": read_title, "text": read_law, "after": read_anchor})


@dataclass(frozen=True, slots=True)
class AmendRule(Change):
    """A rule's whole new text, and the whole text that it was drafted on (`base`)."""

    rule: int
    base: str
    text: str

    kind = "amend"
    shape = MappingProxyType({"rule": read_id, "base": read_law, "text": read_law})


@dataclass(frozen=True, slots=True)
class ReplaceText(Change):
    """Words that stand in a rule exactly once, and what to put for them."""

    rule: int
    find: str
    replace: str

    kind = "replace"
    shape = MappingProxyType({"rule": read_id, "find": read_find, "replace": read_text})


@dataclass(frozen=True, slots=True)
class RepealRule(Change):
    rule: int

    kind = "repeal"
    shape = MappingProxyType({"rule": read_id})


@dataclass(frozen=True, slots=True)
class RenameRule(Change):
    rule: int
    title: str

    kind = "rename"
    shape = MappingProxyType({"rule": read_id, "title": read_title})


@dataclass(frozen=True, slots=True)
class MoveRule(Change):
    """A rule's new section and place there: after the rule of that id, 0 for the start, None for the end."""

    rule: int
    section: Section
    after: int | None = None

    kind = "move"
    shape = MappingProxyType({"rule": read_id, "section": read_section, "after": read_anchor})


@dataclass(frozen=True, slots=True)
class MakeAdmin(Change):
    agent: int

    kind = "make-admin"
    shape = MappingProxyType({"agent": read_id})


@dataclass(frozen=True, slots=True)
class RemoveAdmin(Change):
    agent: int

    kind = "remove-admin"
    shape = MappingProxyType({"agent": read_id})


@dataclass(frozen=True, slots=True)
class RenameAgent(Change):
    agent: int
    name: str

    kind = "rename-agent"
    shape = MappingProxyType({"agent": read_id, "name": read_name})


@dataclass(frozen=True, slots=True)
class RemoveAgent(Change):
    agent: int

    kind = "remove-agent"
    shape = MappingProxyType({"agent": read_id})


@dataclass(frozen=True, slots=True)
class BarAgent(Change):
    """The game is shut to somebody: e is removed if e is in it, and never admitted again. (Rule 1.2)"""

    agent: int

    kind = "bar-agent"
    shape = MappingProxyType({"agent": read_id})


@dataclass(frozen=True, slots=True)
class UnbarAgent(Change):
    """The game is open again to somebody to whom it was shut: e may be admitted as anybody may."""

    agent: int

    kind = "unbar-agent"
    shape = MappingProxyType({"agent": read_id})


Kinds: TypeAlias = Mapping[str, type[Change]]
_RULES: tuple[type[Change], ...] = (EnactRule, AmendRule, ReplaceText, RepealRule, RenameRule, MoveRule)
_AGENTS: tuple[type[Change], ...] = (MakeAdmin, RemoveAdmin, RenameAgent, RemoveAgent, BarAgent, UnbarAgent)
CORE_CHANGES: Kinds = MappingProxyType({each.kind: each for each in _RULES + _AGENTS})


def changes_from(entries: object, kinds: Kinds = CORE_CHANGES, path: str = "changes") -> tuple[Change, ...]:
    """Read a JSON list of changes. Raises `Invalid` with a path such as “changes/2/find” (places count from 0)."""
    if not isinstance(entries, list):
        raise Invalid(path, "a change list is a list", "not-a-list")
    if len(entries) > MOST_CHANGES:
        raise Invalid(path, f"{len(entries)} changes are too many; at most {MOST_CHANGES} are accepted", "too-many")
    changes = tuple(_change(entry, kinds, f"{path}/{index}") for index, entry in enumerate(entries))
    if sum(map(_length, changes)) > LONGEST_LIST:
        raise Invalid(path, f"all its texts together are longer than {LONGEST_LIST} characters", "too-long")
    return changes


def changes_to_json(changes: Sequence[Change]) -> list[dict[str, Written]]:
    """The JSON form, every field written out; `changes_from` reads it back."""
    return [{"kind": change.kind, **_values(change)} for change in changes]


def _change(entry: object, kinds: Kinds, path: str) -> Change:
    if not isinstance(entry, dict):
        raise Invalid(path, "a change is an object", "not-an-object")
    kind = entry.get("kind")
    if not isinstance(kind, str) or kind not in kinds:
        raise Invalid(f"{path}/kind", "this must be one of " + ", ".join(f"“{each}”" for each in kinds), "no-kind")
    for name in entry:
        if name != "kind" and name not in kinds[kind].shape:
            raise Invalid(f"{path}/{name}", f"a change of kind “{kind}” has no such field", "unknown-field")
    values = _read(entry, kinds[kind], path)
    try:
        return kinds[kind](**values)
    except Invalid as error:  # its fields contradict each other
        raise Invalid(f"{path}/{error.path}", error.text, error.code) from None


def _read(entry: Mapping[str, object], kind: type[Change], path: str) -> dict[str, Plain]:
    values = {}
    optional = {each.name for each in fields(kind) if each.default is not MISSING}
    for name, reader in kind.shape.items():
        if name not in entry and name not in optional:
            raise Invalid(f"{path}/{name}", "this is missing", "missing")
        if name in entry:
            values[name] = _field(reader, entry[name], f"{path}/{name}")
    return values


def _field(reader: Reader, value: object, path: str) -> Plain:
    try:
        return reader(value)
    except Invalid as error:
        raise Invalid(path, error.text, error.code) from None


def _values(change: Change) -> dict[str, Written]:
    return {name: _plain(getattr(change, name)) for name in change.shape}


def _plain(value: Plain) -> Written:
    if isinstance(value, tuple):
        return list(value)
    return value.value if isinstance(value, StrEnum) else value


def _length(change: Change) -> int:
    texts = (value for value in _values(change).values() if isinstance(value, str | list))
    return sum(len(text) for value in texts for text in ([value] if isinstance(value, str) else value))
