"""Change lists: what a proposal would do if enacted, as a tagged union with a strict JSON form, and the state they
change.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, replace
from enum import StrEnum
from types import MappingProxyType
from typing import ClassVar, Self, TypeAlias, cast

from nomic.core.decision import Invalid
from nomic.core.input import normalize_newlines
from nomic.core.roster.rules import normalize_name
from rulesets.text.rules import LONGEST_TEXT, Ruleset, Section, clean_text, title_problem


@dataclass(frozen=True, slots=True)
class RosterSeat:
    """What a change list may change of one Agent. An idle Agent is in the game; one who left is not."""

    name: str
    is_admin: bool = False
    in_game: bool = True
    is_barred: bool = False
    is_idle: bool = False


@dataclass(frozen=True, slots=True)
class GameState:
    """The ruleset, the Agents by id, the id that the next new rule gets, and the words that no Agent may be called:
    the game's keywords, and the names of those who wait for admission. `more` is what higher packages keep, by the
    name that the wiring loads it under."""

    ruleset: Ruleset = field(default_factory=Ruleset)
    agents: Mapping[int, RosterSeat] = field(default_factory=dict)
    next_rule_id: int = 1
    keywords: frozenset[str] = frozenset()
    more: Mapping[str, object] = field(default_factory=dict)

    def seat(self, agent: int) -> RosterSeat | None:
        """The Agent, if e is in the game."""
        seat = self.agents.get(agent)
        return seat if seat is not None and seat.in_game else None

    def with_ruleset(self, ruleset: Ruleset) -> Self:
        return replace(self, ruleset=ruleset)

    def with_seat(self, agent: int, seat: RosterSeat) -> Self:
        return replace(self, agents={**self.agents, agent: seat})

    def with_more(self, name: str, kept: object) -> Self:
        # What nobody asks for is not read for this either.
        return replace(self, more=ChainMap({name: kept}, cast(dict[str, object], self.more)))


# Change lists: what a proposal would do if enacted, as a tagged union with a strict JSON form.
# Each kind of change is a class with its `kind` and the `shape` of its JSON object. The codec takes a table of kinds:
# the wiring joins those of higher packages to `CORE_CHANGES` (`rulesets.changes.queries.change_kinds`).

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
    text = normalize_newlines(value)
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
    return clean_text(read_text(value))


def read_title(value: object) -> str:
    """A rule's title, its spaces made single."""
    title = " ".join(read_text(value, LONGEST_FIND).split())
    if problem := title_problem(title):
        raise Invalid("", problem, "bad-title")
    return title


def read_name(value: object) -> str:
    """An Agent's name, as the roster takes it."""
    return normalize_name(" ".join(read_text(value, LONGEST_FIND).split()))


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
    changes = tuple(_read_change(entry, kinds, f"{path}/{index}") for index, entry in enumerate(entries))
    if sum(map(_length, changes)) > LONGEST_LIST:
        raise Invalid(path, f"all its texts together are longer than {LONGEST_LIST} characters", "too-long")
    return changes


def changes_to_json(changes: Sequence[Change]) -> list[dict[str, Written]]:
    """The JSON form, every field written out; `changes_from` reads it back."""
    return [{"kind": change.kind, **_values(change)} for change in changes]


def _read_change(entry: object, kinds: Kinds, path: str) -> Change:
    if not isinstance(entry, dict):
        raise Invalid(path, "a change is an object", "not-an-object")
    kind = entry.get("kind")
    if not isinstance(kind, str) or kind not in kinds:
        raise Invalid(f"{path}/kind", "this must be one of " + ", ".join(f"“{each}”" for each in kinds), "no-kind")
    for name in entry:
        if name != "kind" and name not in kinds[kind].shape:
            raise Invalid(f"{path}/{name}", f"a change of kind “{kind}” has no such field", "unknown-field")
    values = _read_field(entry, kinds[kind], path)
    try:
        return kinds[kind](**values)
    except Invalid as error:  # its fields contradict each other
        raise Invalid(f"{path}/{error.path}", error.text, error.code) from None


def _read_field(entry: Mapping[str, object], kind: type[Change], path: str) -> dict[str, Plain]:
    values = {}
    optional = {each.name for each in fields(kind) if each.default is not MISSING}
    for name, reader in kind.shape.items():
        if name not in entry and name not in optional:
            raise Invalid(f"{path}/{name}", "this is missing", "missing")
        if name in entry:
            values[name] = _typed_field(reader, entry[name], f"{path}/{name}")
    return values


def _typed_field(reader: Reader, value: object, path: str) -> Plain:
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
