"""The sentences for Gadgets: requests, votes on them, costs, claims and the shop; and those of the log about them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dynasties.spy.mechanics.tickets import Ticket
from nomic.core.mechanics.decision import Fact
from nomic.core.mechanics.keywords import Keywords
from nomic.core.words import Facts, Words, counted
from nomic.core.words_log import Sentence


def _so_far(facts: Facts) -> str:
    return f"{_agents(facts['approvals'])} for it and {_agents(facts['denials'])} against it"


def _agents(number: Fact) -> str:
    return "nobody is" if number == 0 else f"{number} {'is' if number == 1 else 'are'}"


def _unripe(facts: Facts, keywords: Keywords) -> str:
    return f"So far {_so_far(facts)}."


def _ripe(facts: Facts, keywords: Keywords) -> str:
    return f"It is old enough, and nothing stands against it: {_so_far(facts)}."


def _disapproved(facts: Facts, keywords: Keywords) -> str:
    return f"{_count(facts['denials'], keywords)} disapproving deny it, and {_those(facts['needed'])} enough."


def _unloved(facts: Facts, keywords: Keywords) -> str:
    has = facts["approvals"] or "nobody"
    return f"It needs {_count(facts['needed'], keywords)} to approve of it besides the Requester, and {has} did."


def _count(number: Fact, keywords: Keywords) -> str:
    return f"{number} {keywords.agent if number == 1 else keywords.plural('agent')}"


def _those(number: Fact) -> str:
    return f"{number} {'is' if number == 1 else 'are'}"


def _pending(facts: Facts, keywords: Keywords) -> str:
    return (
        f"{counted(facts['pending'], 'request')} of yours {'is' if facts['pending'] == 1 else 'are'} pending,"
        f" and the law lets {keywords.a('agent')} have {facts['limit']}."
    )


def _owned(facts: Facts) -> str:
    return f"{facts['owned']} of {facts['limit']}"


GADGETS: Words = {
    # Requests.
    "request-vetoed": "The {Mastermind} has vetoed it.",
    "request-unripe": _unripe,
    "request-ripe": _ripe,
    "request-disapproved": _disapproved,
    "request-lacks-approvals": _unloved,
    "requests-enough": _pending,
    "grants-victory": "No Gadget may give anybody victory, and this one says “{words}”.",
    "edits-the-law": "No Gadget may alter the Ruleset, and this one says “{words}”.",
    "no-such-request": "There is no such request here.",
    "request-decided": "That request is decided already: {status}.",
    "own-request": "Others approve or disapprove of your request; you may deny it.",
    "not-your-request": "Only its Requester may do that.",
    # Gadgets.
    "no-such-gadget": "There is no such Gadget here.",
    "price-stands": "Its cost could be set anew until {until}, and stands now.",
    "claim-of-ones-own": "It is your own.",
    "not-over-the-limit": lambda facts, keywords: (
        f"Its owner has no more Gadgets than e may: {_owned(facts)}."
        if facts["limit"] is not None
        else "The law of this game sets no number of Gadgets."
    ),
    "claim-too-many": lambda facts, keywords: f"One more would be too many for you: you have {_owned(facts)}.",
    "not-your-gadget": "Only its owner may do that.",
    "gone-already": "Somebody else was faster: it has another owner now, or none.",
    # The shop.
    "not-at-a-supply-centre": "The shop is in supply centres, and you are in none.",
    "no-price-yet": "Its cost has not been set yet.",
}


# How a request was decided, and why something said of one counts for nothing: on their pages.
ENDED = {
    "added": "approved, and added by its Requester",
    "by-requester": "denied by its Requester",
    "requester-left": "denied: its Requester has left the game",
    "request-vetoed": "denied: it was vetoed",
    "request-disapproved": "denied: too many disapproved",
    "request-lacks-approvals": "denied: too few approved",
}
HOW = {
    "replaced": "replaced by a later one",
    "idle": "idle, so it does not count",
    "left": "no longer in the game",
    "not-the-mastermind": "no veto",
    "veto-not-allowed": "no veto in the law",
    "own-request": "no vote on eir own request",
    "in-hiatus": "said in a hiatus",
    "before-posting": "said too early",
}


def _voted(facts: Mapping[str, Any], keywords: Keywords) -> str:
    deeds = {"approve": "approves of", "disapprove": "disapproves of", "veto": "vetoes"}
    how = deeds.get(facts.get("say", ""), "speaks of")
    return f"{{by}} {how} {{subject}}, “{{name}}”" + (": “{comment}”." if facts.get("comment") else ".")


ENDINGS = {
    "by-requester": "{by} denies eir own {subject}, “{name}”.",
    "requester-left": "{subject} is denied, “{name}”: its Requester has left the game.",
    "request-vetoed": "{subject} is denied, “{name}”: it is vetoed.",
    "request-disapproved": "{subject} is denied, “{name}”: {denials} disapprove.",
    "request-lacks-approvals": "{subject} is denied, “{name}”: too few approve, {approvals}.",
}


def _denied(facts: Mapping[str, Any], keywords: Keywords) -> str:
    return ENDINGS.get(facts.get("ending", ""), "{subject} is denied, “{name}”.")


def _priced(facts: Mapping[str, Any], keywords: Keywords) -> str:
    anew = " now" if facts.get("anew") else ""
    return f"{{by}} sets the cost of {{subject}}, “{{name}}”:{anew} {tickets(facts)}."


def tickets(facts: Mapping[str, Any]) -> str:
    """“1 Air Ticket and 2 Land Tickets”, “nothing”."""
    parts = [counted(facts[kind.value], kind.label) for kind in Ticket if facts.get(kind.value)]
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts) or "nothing"


GADGETS_LOG: Mapping[str, Sentence] = {
    "spy.gadget-requested": "{by} asks for a Gadget, “{name}” ({subject}).",
    "spy.gadget-voted": _voted,
    "spy.gadget-approved": "{by} adds {subject}, “{name}”, to eir Gadgets, and with that it is approved.",
    "spy.gadget-denied": _denied,
    "spy.gadget-priced": _priced,
    "spy.gadget-bought": "{by} buys {subject}, “{name}”.",
    "spy.gadget-claimed": "{by} claims {subject}, “{name}”, from {owner_name}, who had {owned} and may have {limit}.",
    "spy.gadget-discarded": "{by} throws {subject} away, “{name}”.",
}
