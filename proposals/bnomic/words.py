"""The sentences for what the rules of B Nomic say, and those of the log for what happens in nweeks and ballots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from nomic.core.decision import Fact
from nomic.core.language import words as language_words
from nomic.core.language.rules import Keywords
from nomic.core.language.words import Facts as LanguageFacts, Words
from nomic.core.log.words import Facts, Sentence, with_reason
from nomic.core.notifications.rules import DIGEST, NoticeKind
from nomic.core.notifications.words import moment_of


def _no_such_nday(facts: LanguageFacts, keywords: Keywords) -> str:
    if facts["length"] is None:
        return "Nweeks and ndays are counted from 1."
    return f"Nweeks and ndays are counted from 1, and an nweek has {facts['length']} ndays."


def _not_pending_any_more(facts: LanguageFacts, keywords: Keywords) -> str:
    if facts["state"] == "Open":
        return "It is Open, and from its opening on a Proposal stands as it is."
    return f"It is Historical ({facts['state']}), and stands as it was voted on."


def _unknown_proposal(facts: LanguageFacts, keywords: Keywords) -> str:
    if facts["number"] is None:
        first = f"Nobody bears the Name “{facts['said']}” yet: it means the first Proposal to take it."
        return f"{first} Is {_or(facts['near'])} meant?" if facts["near"] else first
    return f"There is no Proposal {facts['number']} yet: it means the one that gets this Number."


def _historical_proposal(facts: LanguageFacts, keywords: Keywords) -> str:
    if facts["list"] == "conflicts":
        return f"Proposal {facts['number']} is {facts['state']} already, and Conflicts with nothing any more."
    if facts["state"] == "Lost":
        return f"Proposal {facts['number']} is Lost: whatever Depends on it becomes Lost too."
    return f"Proposal {facts['number']} is Won already: to Depend on it does nothing."


def _several_bear_the_name(facts: LanguageFacts, keywords: Keywords) -> str:
    return f"“{facts['said']}” is the Name of Proposals {_and(facts['bearers'])}; {facts['number']} is meant."


def _in_a_circle(facts: LanguageFacts, keywords: Keywords) -> str:
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


# The log's sentences for what happens in nweeks and ballots; joined in the wiring by the registry.


def _proposal_name(facts: Facts) -> str:
    return "Proposal {number}" + (" “{name}”" if facts.get("name") else "")


def _submit_text(deed: str) -> Sentence:
    return lambda facts, keywords: f"{{by}} {deed} {_proposal_name(facts)}."


def _revise_text(facts: Facts, keywords: Keywords) -> str:
    return f"{{by}} revises {_proposal_name(facts)}: version {{version}}."


def _due(facts: Facts) -> str:
    """When it was due: what is told late says so."""
    due = facts.get("due_at")
    return f" (due {language_words.moment(datetime.fromisoformat(due))})" if due else ""


def _nday_text(facts: Facts, keywords: Keywords) -> str:
    which = "Nweek" if facts.get("nday") == 1 else "Nday {nday} of nweek"
    return f"{which} {{nweek}} begins{_due(facts)}."


def _opening_text(facts: Facts, keywords: Keywords) -> str:
    numbers = facts.get("numbers", [])
    if not numbers:
        return "No Proposal was Pending, so that none is Open in nweek {nweek}" + _due(facts) + "."
    listed = ", ".join(map(str, numbers))
    return f"{_proposals(len(numbers))} Open: {listed}{_due(facts)}."


def _proposals(count: int) -> str:
    return "1 Proposal is" if count == 1 else f"{count} Proposals are"


def _count_text(facts: Facts, keywords: Keywords) -> str:
    counted, won = len(facts.get("strength", {})), len(facts.get("passed", []))
    if not counted:
        return f"The ballot of nweek {{nweek}} is counted: nothing was Open{_due(facts)}."
    return f"The ballot of nweek {{nweek}} is counted: {won} Won, {counted - won} Lost{_due(facts)}."


def _on_text(facts: Facts, keywords: Keywords) -> str:
    if facts.get("why"):
        return with_reason("{by} turns the Clock On", facts)
    return "The Clock is On, at nday {nday} of nweek {nweek}" + _due(facts) + "."


def _pause_text(facts: Facts, keywords: Keywords) -> str:
    until = language_words.moment(datetime.fromisoformat(facts["until"]))
    return with_reason(f"{{by}} has the Clock pause until {until}", facts)


def _desk_text(deed: str) -> Sentence:
    """An act at the desk, with its reason."""
    return lambda facts, keywords: with_reason(f"{{by}} {deed}", facts)


LOST = {
    "strength": "has too little Strength, and is Lost",
    "conflict": "is Lost by its Conflict with Proposal {through}",
    "dependency": "is Lost, for it Depends on Proposal {through}",
}


LOG: Mapping[str, Sentence] = {
    "bnomic.submitted": _submit_text("submits"),
    "bnomic.revised": _revise_text,
    "bnomic.voted": "{by} votes {vote} on Proposal {number}.",
    "bnomic.nday": _nday_text,
    "bnomic.opened": _opening_text,
    "bnomic.counted": _count_text,
    "bnomic.lost": lambda facts, keywords: f"{_proposal_name(facts)} {LOST[facts.get('step', 'strength')]}.",
    "bnomic.passed": lambda facts, keywords: f"{_proposal_name(facts)} passes.",
    "bnomic.passed-without-effect": lambda facts, keywords: (
        f"{_proposal_name(facts)} passes without effect: not all of its changes could be made."
    ),
    "bnomic.stumbled": "The Clerk could not make Proposal {number} pass: the server's log says why.",
    "bnomic.carried-out": _desk_text("has carried out what Proposal {number} says"),
    "bnomic.clock-on": _on_text,
    "bnomic.clock-off": _desk_text("turns the Clock Off"),
    "bnomic.clock-paused": _pause_text,
    "bnomic.clock-set": _desk_text("sets the Clock to nday {nday} of nweek {nweek}"),
    "bnomic.numbered-from": _desk_text("has Proposals numbered from {number} on"),
}


# What people are told of ballots.


def _quantity(count: int, what: str) -> str:
    return f"1 {what}" if count == 1 else f"{count} {what}s"


def _ballot_open(facts: Facts, keywords: Keywords) -> str:
    count = facts.get("proposals", 0)
    until = f" until {moment_of(facts, 'until')}" if facts.get("until") else ""
    return f"{_quantity(count, 'Proposal')} {'is' if count == 1 else 'are'} Open: vote on {_it(count)}{until}."


def _it(count: int) -> str:
    return "it" if count == 1 else "them"


def _ballot_near(facts: Facts, keywords: Keywords) -> str:
    missing = facts.get("missing", 0)
    until = moment_of(facts, "at")
    return f"You have not voted on {_quantity(missing, 'Open Proposal')}, and the ballot is counted at {until}."


FATES = {
    "passed": "is Won, and its changes are made",
    "prose": "is Won, and what it says in prose is for {an_admin} to carry out",
    "nothing": "is Won, and lists nothing to be done",
    "passed-without-effect": "is Won, and has passed without effect: not all of its changes could be made",
    "stumbled": "is Won, but the Clerk could not make it pass",
    "strength": "is Lost, for want of Strength",
    "conflict": "is Lost, for it Conflicts with Proposal {by}",
    "dependency": "is Lost, for it Depends on Proposal {by}",
}


def _ballot_own(facts: Facts, keywords: Keywords) -> str:
    """What became of everything of eirs in one ballot."""
    an_admin = keywords.a("admin")
    fates = (
        f"Your {each['title']} {FATES.get(each['how'], 'is counted').format(by=each.get('by'), an_admin=an_admin)}."
        for each in facts.get("fates", ())
    )
    return f"The ballot of nweek {facts.get('nweek', '?')} is counted. {' '.join(fates)}"


NOTICES: Mapping[str, NoticeKind] = {
    "ballot-open": NoticeKind("Proposals are Open, where they are voted on in ballots", _ballot_open, idle=False),
    "ballot-near": NoticeKind(
        "A ballot will soon be counted, and you have not voted on everything", _ballot_near, idle=False
    ),
    "ballot-own": NoticeKind("A ballot with something of yours is counted", _ballot_own),
    "ballot-counted": NoticeKind(
        "A ballot is counted",
        lambda facts, keywords: (
            f"The ballot of nweek {facts.get('nweek', '?')} is counted: {facts.get('won', 0)} of"
            f" {_quantity(facts.get('counted', 0), 'Proposal')} Won."
        ),
        DIGEST,
    ),
}
