"""The sentences for Gadgets: requests, votes on them, costs, claims and the shop; and those of the log about them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dynasties.spy.theatre.rules_tickets import Ticket
from nomic.core.decision import Fact
from nomic.core.language.rules import Keywords
from nomic.core.language.words import Facts, Words, quantity
from nomic.core.log.words import Sentence


def _so_far(facts: Facts) -> str:
    return f"{_agents(facts['approvals'])} for it and {_agents(facts['denials'])} against it"


def _agents(number: Fact) -> str:
    return "nobody is" if number == 0 else f"{number} {'is' if number == 1 else 'are'}"


def _unripe_words(facts: Facts, keywords: Keywords) -> str:
    return f"So far {_so_far(facts)}."


def _ripe_words(facts: Facts, keywords: Keywords) -> str:
    return f"It is old enough, and nothing stands against it: {_so_far(facts)}."


def _disapproval_words(facts: Facts, keywords: Keywords) -> str:
    return f"{_count(facts['denials'], keywords)} disapproving deny it, and {_those(facts['needed'])} enough."


def _approval_words(facts: Facts, keywords: Keywords) -> str:
    has = facts["approvals"] or "nobody"
    return f"It needs {_count(facts['needed'], keywords)} to approve of it besides the Requester, and {has} did."


def _count(number: Fact, keywords: Keywords) -> str:
    return f"{number} {keywords.agent if number == 1 else keywords.plural('agent')}"


def _those(number: Fact) -> str:
    return f"{number} {'is' if number == 1 else 'are'}"


def _pending_words(facts: Facts, keywords: Keywords) -> str:
    return (
        f"{quantity(facts['pending'], 'request')} of yours {'is' if facts['pending'] == 1 else 'are'} pending,"
        f" and the law lets {keywords.a('agent')} have {facts['limit']}."
    )


def _ownership_words(facts: Facts) -> str:
    return f"{facts['owned']} of {facts['limit']}"


GADGET_WORDS: Words = {
    # Requests.
    "request-vetoed": "The {Mastermind} has vetoed it.",
    "request-unripe": _unripe_words,
    "request-ripe": _ripe_words,
    "request-disapproved": _disapproval_words,
    "request-lacks-approvals": _approval_words,
    "requests-enough": _pending_words,
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
        f"Its owner has no more Gadgets than e may: {_ownership_words(facts)}."
        if facts["limit"] is not None
        else "The law of this game sets no number of Gadgets."
    ),
    "claim-too-many": lambda facts, keywords: (
        f"One more would be too many for you: you have {_ownership_words(facts)}."
    ),
    "not-your-gadget": "Only its owner may do that.",
    "gone-already": "Somebody else was faster: it has another owner now, or none.",
    # The shop.
    "not-at-a-supply-centre": "The shop is in supply centres, and you are in none.",
    "no-price-yet": "Its cost has not been set yet.",
}


# How a request was decided, and why something said of one counts for nothing: on their pages.
REQUEST_ENDS = {
    "added": "approved, and added by its Requester",
    "by-requester": "denied by its Requester",
    "requester-left": "denied: its Requester has left the game",
    "request-vetoed": "denied: it was vetoed",
    "request-disapproved": "denied: too many disapproved",
    "request-lacks-approvals": "denied: too few approved",
}
VOID_VOTE_WORDS = {
    "replaced": "replaced by a later one",
    "idle": "idle, so it does not count",
    "left": "no longer in the game",
    "not-the-mastermind": "no veto",
    "veto-not-allowed": "no veto in the law",
    "own-request": "no vote on eir own request",
    "in-hiatus": "said in a hiatus",
    "before-posting": "said too early",
}


def _vote_sentence(facts: Mapping[str, Any], keywords: Keywords) -> str:
    deeds = {"approve": "approves of", "disapprove": "disapproves of", "veto": "vetoes"}
    how = deeds.get(facts.get("say", ""), "speaks of")
    return f"{{by}} {how} {{subject}}, “{{name}}”" + (": “{comment}”." if facts.get("comment") else ".")


DENIAL_SENTENCES = {
    "by-requester": "{by} denies eir own {subject}, “{name}”.",
    "requester-left": "{subject} is denied, “{name}”: its Requester has left the game.",
    "request-vetoed": "{subject} is denied, “{name}”: it is vetoed.",
    "request-disapproved": "{subject} is denied, “{name}”: {denials} disapprove.",
    "request-lacks-approvals": "{subject} is denied, “{name}”: too few approve, {approvals}.",
}


def _denial_sentence(facts: Mapping[str, Any], keywords: Keywords) -> str:
    return DENIAL_SENTENCES.get(facts.get("ending", ""), "{subject} is denied, “{name}”.")


def _price_sentence(facts: Mapping[str, Any], keywords: Keywords) -> str:
    anew = " now" if facts.get("anew") else ""
    return f"{{by}} sets the cost of {{subject}}, “{{name}}”:{anew} {tickets_words(facts)}."


def tickets_words(facts: Mapping[str, Any]) -> str:
    """“1 Air Ticket and 2 Land Tickets”, “nothing”."""
    parts = [quantity(facts[kind.value], kind.label) for kind in Ticket if facts.get(kind.value)]
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts) or "nothing"


GADGET_LOG_WORDS: Mapping[str, Sentence] = {
    "spy.gadget-requested": "{by} asks for a Gadget, “{name}” ({subject}).",
    "spy.gadget-voted": _vote_sentence,
    "spy.gadget-approved": "{by} adds {subject}, “{name}”, to eir Gadgets, and with that it is approved.",
    "spy.gadget-denied": _denial_sentence,
    "spy.gadget-priced": _price_sentence,
    "spy.gadget-bought": "{by} buys {subject}, “{name}”.",
    "spy.gadget-claimed": "{by} claims {subject}, “{name}”, from {owner_name}, who had {owned} and may have {limit}.",
    "spy.gadget-discarded": "{by} throws {subject} away, “{name}”.",
}
