"""Which other Proposals a Proposal lists as Dependencies and Conflicts, which ones that means, and what is odd about
it. (Rule Dependencies and Conflicts)
"""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Literal, NamedTuple, Self, TypeAlias

from markdown_it.token import Token

from nomic.core.decision import Invalid, Reason
from nomic.core.law.rules import Law, Mechanism
from proposals.bnomic.dials import NWEEK_CONFLICTS, NWEEK_DEPENDENCIES
from proposals.bnomic.nweeks.rules import ProposalState
from rulesets.text.rules import LINE_END, MARKDOWN, clean_text

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


class _ListLine(NamedTuple):
    """A line that lists others, its place counted from 0."""

    place: int
    name: ListName
    items: tuple[str, ...]


def read_lists(body: str) -> Lists:
    """What a body lists."""
    return split_body(body)[1]


def split_body(body: str) -> tuple[str, Lists]:
    """A body without the lines that list others, tidied, and what those lines list. What is longer than anybody could
    submit lists nothing."""
    body = clean_text(body)
    # To tell code and quotations apart takes time, and most bodies give no cause to.
    if len(body) > LONGEST_READ or not ANYWHERE.search(body):
        return body, Lists()
    lines = body.split(LINE_END)
    found = list(_find_lists(lines, _prose_lines(body)))
    lists = Lists(_items_of_list("depends", found), _items_of_list("conflicts", found))
    return _without_lines(lines, {each.place for each in found}), lists


def join_body(prose: str, lists: Lists) -> str:
    """A body that says this and lists those: after the prose, one line for each list that is not empty.

    `split` gives back the prose, tidied, and the lists, if the prose itself lists nothing.
    """
    prose = clean_text(prose)
    said = (("Depends on", lists.depends), ("Conflicts with", lists.conflicts))
    lines = [f"{label}: {items_text(listed)}" for label, listed in said if listed]
    body = clean_text(PARAGRAPH.join((prose, *lines)))
    # Code that is never closed would swallow whatever follows it.
    return body if read_lists(body) != Lists() else clean_text(PARAGRAPH.join((*lines, prose)))


def read_items(field: str) -> tuple[str, ...]:
    """What a form's field lists, or the words after a label: each once, in order.

    Items are separated by commas, semicolons or line ends; a name that holds one of those stands in quotation marks,
    “…” or "…". `none` lists nothing, and so does a dash.
    """
    return _each_once(said for found in ITEM.finditer(field) if (said := _clean_item(found)))


def items_text(listed: Iterable[str]) -> str:
    """Items as a form's field shows them, in quotation marks where they need them: `items` reads them back."""
    return ", ".join(map(_item_text, listed))


def read_proposal_number(said: str) -> int | None:
    """14 for `#14`, `14`, `Proposal 14`, `Proposal #14` and the title `Proposal 14: Harbours`; None for a name."""
    number = NUMBER.fullmatch(said)
    return int(number["bare"] or number["marked"]) if number else None


def proposal_title(number: int, name: str) -> str:
    """“Proposal 14: Harbours”, or without a Name “Proposal 14”; `number_in` reads either back."""
    return f"Proposal {number}: {name}" if name else f"Proposal {number}"


def check_lists(lists: Lists) -> None:
    """Raise `Invalid` at `depends` or `conflicts`: a list is longer than may be (`too-many-listed`), or an item of it
    (`too-long`)."""
    for path, listed in (("depends", lists.depends), ("conflicts", lists.conflicts)):
        if len(listed) > MOST_LISTED:
            raise Invalid(path, f"{len(listed):,} items; a list has {MOST_LISTED} at most.", "too-many-listed")
        if longest := max((len(each) for each in listed if len(each) > LONGEST_ITEM), default=0):
            raise Invalid(path, f"{longest:,} characters; a Name has {LONGEST_ITEM} at most.", "too-long")


def _prose_lines(body: str) -> set[int]:
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


def _find_lists(lines: Sequence[str], prose: Collection[int]) -> Iterator[_ListLine]:
    """The lines that list others. Below a label alone, so do the points that follow."""
    above: ListName | None = None
    for place, line in enumerate(lines):
        if place in prose and (label := LABELLED.fullmatch(line)):
            name: ListName = "depends" if label["depends"] else "conflicts"
            said = _text_after_label(label)
            above = None if said.strip() else name
            yield _ListLine(place, name, read_items(said))
        elif above and place in prose and (point := POINTED.fullmatch(line)):
            yield _ListLine(place, above, read_items(point["said"]))
        elif line.strip():
            above = None


def _text_after_label(label: re.Match[str]) -> str:
    """What follows a label; without the end of the emphasis where all of the line is emphasised."""
    around = label["close"].strip() == ":"
    return label["said"].rstrip().removesuffix(label["open"]) if around else label["said"]


def _clean_item(found: re.Match[str]) -> str:
    """One item, tidied; nothing where it names nothing."""
    if found["plain"] is None:
        said = found["curly"] if found["straight"] is None else found["straight"].replace('""', '"')
        return " ".join(said.split())
    said = " ".join(found["plain"].split()).removesuffix(".")
    if emphasised := EMPHASISED.fullmatch(said):
        said = emphasised["said"]
    return "" if said.casefold() in NOTHING else said


def _item_text(said: str) -> str:
    # A mark that opens, bare, might find one that closes in another item.
    bare = read_items(said) == (said,) and not said.startswith(('"', "“"))
    return said if bare else '"{}"'.format(said.replace('"', '""'))


def _each_once(listed: Iterable[str]) -> tuple[str, ...]:
    first: dict[str | int, str] = {}
    for each in listed:
        number = read_proposal_number(each)
        first.setdefault(each.casefold() if number is None else number, each)
    return tuple(first.values())


def _items_of_list(name: ListName, found: Iterable[_ListLine]) -> tuple[str, ...]:
    return _each_once(item for each in found if each.name == name for item in each.items)


def _without_lines(lines: Sequence[str], taken: Collection[int]) -> str:
    """The other lines. Where some are taken out, the blank ones before and after become one gap."""
    kept: list[str] = []
    gap = False
    for place, line in enumerate(lines):
        gap = place in taken or (gap and not line.strip())
        if place not in taken and (line.strip() or not gap or (kept and kept[-1].strip())):
            kept.append(line)
    return clean_text(LINE_END.join(kept))


# Which Proposals the items of a list mean. (Rule Dependencies and Conflicts)


class KnownProposal(NamedTuple):
    """A Proposal of the game as it stands; `name` is empty where it has none. `is_due`: its ballot is over, and its
    state is what follows from a count that is still to be made."""

    number: int
    name: str
    state: ProposalState
    is_due: bool = False


class MeantItem(NamedTuple):
    """An item of a list, and the Number that it means; None as long as nobody bears the Name."""

    said: str
    number: int | None


def meant_numbers(meant: Iterable[MeantItem]) -> list[int]:
    """The Numbers that items mean, without those whose Name nobody bears."""
    return [each.number for each in meant if each.number is not None]


@dataclass(frozen=True, slots=True)
class Meanings:
    """What a Proposal's lists mean, in the order in which they say it."""

    depends: tuple[MeantItem, ...] = ()
    conflicts: tuple[MeantItem, ...] = ()


@dataclass(frozen=True, slots=True)
class Register:
    """The Proposals of a game, by Number and by Name. `named`: by a Name as it is compared, the oldest first."""

    known: Mapping[int, KnownProposal]
    named: Mapping[str, tuple[int, ...]]

    @classmethod
    def of(cls, known: Iterable[KnownProposal]) -> Self:
        by_number = {each.number: each for each in sorted(known)}
        by_name: dict[str, tuple[int, ...]] = defaultdict(tuple)
        for each in by_number.values():
            if name := _normalize_name(each.name):
                by_name[name] += (each.number,)
        return cls(by_number, dict(by_name))

    def with_states(self, states: Mapping[int, ProposalState], due: Collection[int]) -> Register:
        """The same with these states; `due`: of whom they follow from a count that is still to be made."""
        return Register.of(
            KnownProposal(each.number, each.name, states.get(each.number, each.state), each.number in due)
            for each in self.known.values()
        )

    def bearers(self, said: str) -> tuple[int, ...]:
        """All who bear this Name, the oldest first; nobody bears a number."""
        return self.named.get(_normalize_name(said), ()) if read_proposal_number(said) is None else ()

    def state(self, number: int) -> ProposalState | None:
        """The state of a Proposal; None if there is none of that Number yet."""
        return self.known[number].state if number in self.known else None

    def passed_by(self, number: int) -> bool:
        """Whether nobody has this Number and nobody will get it: a new one is greater than all before it."""
        return number not in self.known and number <= max(self.known, default=0)

    def number_meant(self, said: str) -> int | None:
        """The Number that an item means, whether it has been given yet or not.

        Of those that bear a Name it is the newest that is not Historical, else the newest; None if nobody bears it.
        """
        number = read_proposal_number(said)
        if number is not None:
            return number
        bearers = self.bearers(said)
        living = [each for each in bearers if not self.known[each].state.historical]
        return max(living or bearers, default=None)

    def meanings(self, lists: Lists) -> Meanings:
        """What lists mean if they are submitted now."""
        depends, conflicts = (
            tuple(MeantItem(said, self.number_meant(said)) for said in listed)
            for listed in (lists.depends, lists.conflicts)
        )
        return Meanings(depends, conflicts)


def _normalize_name(name: str) -> str:
    return " ".join(name.split()).casefold()


# What an author may want to know about eir lists before the ballot: nothing here is forbidden.
# (Rules Dependencies and Conflicts, The Count)


CLOSE = 0.75  # of a Name: as much of it is the same as in “The Ghost Train” and “A Ghost Train”, and a little less
MOST_NEAR = 2
# To compare Names takes time that grows with each of these, and every reader of a list waits for it.
ASKED, COMPARED, LONGEST_COMPARED = 2, 20, 40  # unknown Names of a list, Names of others, characters of either


def list_warnings(
    own: int, meanings: Meanings, register: Register, depends: Mapping[int, Collection[int]], law: Law
) -> tuple[Reason, ...]:
    """What is odd about the lists of Proposal `own`, item by item.

    `own` is in the register: before it is submitted, under the Number that it would get. `depends`: the Numbers that
    each other Proposal Depends on. Every reason has the facts `said` (the item) and `number` (whom it means; None if
    nobody is), except as below. Codes:

    - `names-itself`, `unknown-proposal`, `never-given`; `list` is `depends` or `conflicts`; where a Name is unknown,
      `near`: the titles of one or two others whose Names are much like it, for it may be mistyped
    - `historical-proposal`: a Lost one sinks whoever Depends on it, and a Won one does nothing; `list`, `state`
    - `several-bear-the-name`; `bearers`, the oldest first
    - `both-lists`: it Depends on one that it Conflicts with
    - `in-a-circle`, without `said` and `number`: by way of others it Depends on itself; `numbers`, from `own` on
    - `not-in-the-law`, once for a list that no rule gives a meaning to; `mechanism`
    """
    return (
        *_warnings_of_list(own, NWEEK_DEPENDENCIES, meanings.depends, register, law),
        *_warnings_of_list(own, NWEEK_CONFLICTS, meanings.conflicts, register, law),
        *_warnings_in_both(own, meanings, register, law),
        *_circle_warnings(own, meanings.depends, register, depends, law),
    )


def _warnings_of_list(
    own: int, mechanism: Mechanism, listed: Iterable[MeantItem], register: Register, law: Law
) -> Iterator[Reason]:
    listed = tuple(listed)
    # What no rule provides for means nothing, whoever is named.
    if listed and not law.carries(mechanism):
        yield from law.requires(mechanism).reasons
        return
    near = _similar_names(own, [each.said for each in listed if each.number is None], register)
    for each in listed:
        bearers = register.bearers(each.said)
        # A Name that several bear means one of them.
        if len(bearers) > 1:
            yield _warning("several-bear-the-name", mechanism, each, law, bearers=bearers)
        if reason := _item_warning(own, mechanism, each, near.get(each.said, ()), register, law):
            yield reason


def _similar_names(own: int, unknown: Collection[str], register: Register) -> dict[str, tuple[str, ...]]:
    """By Names that nobody bears, the titles of other living Proposals whose Names are much like them, the most alike
    first; nothing where they are too many for one of them to be meant."""
    asked = [each for each in unknown if len(each) <= LONGEST_COMPARED][:ASKED]
    if not asked:
        return {}
    living = [each for each in register.known.values() if each.number != own and _is_living(each.number, register)]
    named = {each.name.casefold(): each for each in living if 0 < len(each.name) <= LONGEST_COMPARED}
    newest = list(named)[-COMPARED:]
    found = {said: get_close_matches(said.casefold(), newest, MOST_NEAR + 1, CLOSE) for said in asked}
    return {
        said: tuple(proposal_title(named[each].number, named[each].name) for each in names)
        for said, names in found.items()
        if len(names) <= MOST_NEAR
    }


def _item_warning(
    own: int, mechanism: Mechanism, item: MeantItem, near: tuple[str, ...], register: Register, law: Law
) -> Reason | None:
    name = "depends" if mechanism == NWEEK_DEPENDENCIES else "conflicts"
    # Nobody falls by itself, so to list oneself does nothing.
    if item.number == own:
        return _warning("names-itself", mechanism, item, law, list=name)
    state = None if item.number is None else register.state(item.number)
    # A Number that was left out, or is none, means nobody for ever.
    if item.number is not None and register.passed_by(item.number):
        return _warning("never-given", mechanism, item, law, list=name)
    # Whoever gets the Number, or takes the Name, is meant from then on.
    if state is None:
        return _warning("unknown-proposal", mechanism, item, law, list=name, near=near)
    # What is Historical is in no ballot to come.
    if state.historical:
        return _warning("historical-proposal", mechanism, item, law, list=name, state=state.value)
    return None


def _warnings_in_both(own: int, meanings: Meanings, register: Register, law: Law) -> Iterator[Reason]:
    """If both are in one ballot, either the other is knocked out, and this one with it, or this one is."""
    if not (law.carries(NWEEK_DEPENDENCIES) and law.carries(NWEEK_CONFLICTS)):
        return
    against = {each.number for each in meanings.conflicts}
    for each in meanings.depends:
        if each.number in against and each.number != own and _is_living(each.number, register):
            yield _warning("both-lists", NWEEK_CONFLICTS, each, law)


def _circle_warnings(
    own: int, listed: Iterable[MeantItem], register: Register, depends: Mapping[int, Collection[int]], law: Law
) -> Iterator[Reason]:
    """Those in a circle stand or fall together. What is Historical stands or falls no more."""
    if not law.carries(NWEEK_DEPENDENCIES):
        return
    named = [each.number for each in listed if each.number is not None and each.number != own]
    if circle := _shortest_circle(own, {**depends, own: named}, register):
        yield Reason("in-a-circle", law.rule(NWEEK_DEPENDENCIES), {"numbers": circle})


def _shortest_circle(own: int, depends: Mapping[int, Collection[int]], register: Register) -> tuple[int, ...]:
    """The shortest way from a Proposal back to itself, along those that each Depends on; empty if there is none."""
    before: dict[int, int] = {}
    waiting = deque([own])
    while waiting:
        number = waiting.popleft()
        for needed in sorted(depends.get(number, ())):
            if needed == own and number != own:
                return _way_back(number, own, before)
            if needed != own and needed not in before and _is_living(needed, register):
                before[needed] = number
                waiting.append(needed)
    return ()


def _way_back(last: int, own: int, before: Mapping[int, int]) -> tuple[int, ...]:
    way = [last]
    while way[-1] != own:
        way.append(before[way[-1]])
    return tuple(reversed(way))


def _is_living(number: int | None, register: Register) -> bool:
    state = None if number is None else register.state(number)
    return state is not None and not state.historical


def _warning(code: str, mechanism: Mechanism, item: MeantItem, law: Law, **facts: str | Sequence[int | str]) -> Reason:
    return Reason(code, law.rule(mechanism), {"said": item.said, "number": item.number, **facts})
