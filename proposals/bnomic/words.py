"""The sentences for what the rules of B Nomic say; joined in the wiring by the registry."""

from __future__ import annotations

from collections.abc import Sequence

from nomic.core.mechanics.decision import Fact
from nomic.core.mechanics.keywords import Keywords
from nomic.core.words import Facts, Words


def _no_such_nday(facts: Facts, keywords: Keywords) -> str:
    if facts["length"] is None:
        return "Nweeks and ndays are counted from 1."
    return f"Nweeks and ndays are counted from 1, and an nweek has {facts['length']} ndays."


def _not_pending_any_more(facts: Facts, keywords: Keywords) -> str:
    if facts["state"] == "Open":
        return "It is Open, and from its opening on a Proposal stands as it is."
    return f"It is Historical ({facts['state']}), and stands as it was voted on."


def _unknown_proposal(facts: Facts, keywords: Keywords) -> str:
    if facts["number"] is None:
        first = f"Nobody bears the Name “{facts['said']}” yet: it means the first Proposal to take it."
        return f"{first} Is {_or(facts['near'])} meant?" if facts["near"] else first
    return f"There is no Proposal {facts['number']} yet: it means the one that gets this Number."


def _historical_proposal(facts: Facts, keywords: Keywords) -> str:
    if facts["list"] == "conflicts":
        return f"Proposal {facts['number']} is {facts['state']} already, and Conflicts with nothing any more."
    if facts["state"] == "Lost":
        return f"Proposal {facts['number']} is Lost: whatever Depends on it becomes Lost too."
    return f"Proposal {facts['number']} is Won already: to Depend on it does nothing."


def _several_bear_the_name(facts: Facts, keywords: Keywords) -> str:
    return f"“{facts['said']}” is the Name of Proposals {_and(facts['bearers'])}; {facts['number']} is meant."


def _in_a_circle(facts: Facts, keywords: Keywords) -> str:
    return f"Proposals {_and(facts['numbers'])} Depend on each other in a circle: they stand or fall together."


def _and(numbers: Fact) -> str:
    assert isinstance(numbers, Sequence)
    *others, last = map(str, numbers)
    return f"{', '.join(others)} and {last}"


def _or(titles: Fact) -> str:
    assert isinstance(titles, Sequence)
    return " or ".join(map(str, titles))


WORDS: Words = {
    "names-itself": "It lists itself (“{said}”), and that does nothing.",
    "unknown-proposal": _unknown_proposal,
    "never-given": "There is no Proposal {number}, and no new one gets so low a Number: it means nothing.",
    "historical-proposal": _historical_proposal,
    "several-bear-the-name": _several_bear_the_name,
    "both-lists": "It Depends on Proposal {number} and Conflicts with it: in one ballot with it, this one is Lost.",
    "in-a-circle": _in_a_circle,
    "not-pending-any-more": _not_pending_any_more,
    "not-open-yet": "It is Pending: votes are cast from its opening on.",
    "ballot-closed": "The ballot on this Proposal is closed.",
    "clock-is-on": "The Clock is On already.",
    "clock-is-off": "The Clock is Off already.",
    "pause-too-short": "No midnight would fall into that pause. It lasts until {at} at least.",
    "pause-too-long": "A pause lasts until {at} at most. To stop the Clock for longer, turn it Off.",
    "no-such-nday": _no_such_nday,
    "nweek-counted": "The ballot of nweek {counted} has been counted, and no nweek's ballot is counted twice.",
    "count-passed-over": (
        "Open Proposals wait for their count at the end of nday {nday} of nweek {nweek}, and the Clock is not set past"
        " it."
    ),
    "not-to-be-carried-out": "Proposal {number} has not passed, or what it says has been done already.",
    "number-used": "A new Number is greater than all before it, and {highest} has been given.",
}
