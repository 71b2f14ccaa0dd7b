"""What an author may want to know about eir lists before the ballot: nothing here is forbidden.

(Rules Dependencies and Conflicts, The Count)
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches

from nomic.core.mechanics.decision import Reason
from nomic.core.mechanics.law import Law
from proposals.bnomic.mechanics.listing import titled
from proposals.bnomic.mechanics.meanings import Meanings, Meant, Register

DEPENDS, CONFLICTS = "nweek.dependencies", "nweek.conflicts"

CLOSE = 0.75  # of a Name: as much of it is the same as in “The Ghost Train” and “A Ghost Train”, and a little less
MOST_NEAR = 2
# To compare Names takes time that grows with each of these, and every reader of a list waits for it.
ASKED, COMPARED, LONGEST_COMPARED = 2, 20, 40  # unknown Names of a list, Names of others, characters of either


def warnings(
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
        *_of_list(own, DEPENDS, meanings.depends, register, law),
        *_of_list(own, CONFLICTS, meanings.conflicts, register, law),
        *_in_both(own, meanings, register, law),
        *_in_a_circle(own, meanings.depends, register, depends, law),
    )


def _of_list(own: int, mechanism: str, listed: Iterable[Meant], register: Register, law: Law) -> Iterator[Reason]:
    listed = tuple(listed)
    # What no rule provides for means nothing, whoever is named.
    if listed and not law.carries(mechanism):
        yield from law.requires(mechanism).reasons
        return
    near = _near(own, [each.said for each in listed if each.number is None], register)
    for each in listed:
        bearers = register.bearers(each.said)
        # A Name that several bear means one of them.
        if len(bearers) > 1:
            yield _reason("several-bear-the-name", mechanism, each, law, bearers=bearers)
        if reason := _about(own, mechanism, each, near.get(each.said, ()), register, law):
            yield reason


def _near(own: int, unknown: Collection[str], register: Register) -> dict[str, tuple[str, ...]]:
    """By Names that nobody bears, the titles of other living Proposals whose Names are much like them, the most alike
    first; nothing where they are too many for one of them to be meant."""
    asked = [each for each in unknown if len(each) <= LONGEST_COMPARED][:ASKED]
    if not asked:
        return {}
    living = [each for each in register.known.values() if each.number != own and _living(each.number, register)]
    named = {each.name.casefold(): each for each in living if 0 < len(each.name) <= LONGEST_COMPARED}
    newest = list(named)[-COMPARED:]
    found = {said: get_close_matches(said.casefold(), newest, MOST_NEAR + 1, CLOSE) for said in asked}
    return {
        said: tuple(titled(named[each].number, named[each].name) for each in names)
        for said, names in found.items()
        if len(names) <= MOST_NEAR
    }


def _about(own: int, mechanism: str, item: Meant, near: tuple[str, ...], register: Register, law: Law) -> Reason | None:
    name = "depends" if mechanism == DEPENDS else "conflicts"
    # Nobody falls by itself, so to list oneself does nothing.
    if item.number == own:
        return _reason("names-itself", mechanism, item, law, list=name)
    state = None if item.number is None else register.state(item.number)
    # A Number that was left out, or is none, means nobody for ever.
    if item.number is not None and register.passed_by(item.number):
        return _reason("never-given", mechanism, item, law, list=name)
    # Whoever gets the Number, or takes the Name, is meant from then on.
    if state is None:
        return _reason("unknown-proposal", mechanism, item, law, list=name, near=near)
    # What is Historical is in no ballot to come.
    if state.historical:
        return _reason("historical-proposal", mechanism, item, law, list=name, state=state.value)
    return None


def _in_both(own: int, meanings: Meanings, register: Register, law: Law) -> Iterator[Reason]:
    """If both are in one ballot, either the other is knocked out, and this one with it, or this one is."""
    if not (law.carries(DEPENDS) and law.carries(CONFLICTS)):
        return
    against = {each.number for each in meanings.conflicts}
    for each in meanings.depends:
        if each.number in against and each.number != own and _living(each.number, register):
            yield _reason("both-lists", CONFLICTS, each, law)


def _in_a_circle(
    own: int, listed: Iterable[Meant], register: Register, depends: Mapping[int, Collection[int]], law: Law
) -> Iterator[Reason]:
    """Those in a circle stand or fall together. What is Historical stands or falls no more."""
    if not law.carries(DEPENDS):
        return
    named = [each.number for each in listed if each.number is not None and each.number != own]
    if circle := _circle(own, {**depends, own: named}, register):
        yield Reason("in-a-circle", law.rule(DEPENDS), {"numbers": circle})


def _circle(own: int, depends: Mapping[int, Collection[int]], register: Register) -> tuple[int, ...]:
    """The shortest way from a Proposal back to itself, along those that each Depends on; empty if there is none."""
    before: dict[int, int] = {}
    waiting = deque([own])
    while waiting:
        number = waiting.popleft()
        for needed in sorted(depends.get(number, ())):
            if needed == own and number != own:
                return _way(number, own, before)
            if needed != own and needed not in before and _living(needed, register):
                before[needed] = number
                waiting.append(needed)
    return ()


def _way(last: int, own: int, before: Mapping[int, int]) -> tuple[int, ...]:
    way = [last]
    while way[-1] != own:
        way.append(before[way[-1]])
    return tuple(reversed(way))


def _living(number: int | None, register: Register) -> bool:
    state = None if number is None else register.state(number)
    return state is not None and not state.historical


def _reason(code: str, mechanism: str, item: Meant, law: Law, **facts: str | Sequence[int | str]) -> Reason:
    return Reason(code, law.rule(mechanism), {"said": item.said, "number": item.number, **facts})
