"""Reasons in plain English. Each package brings a table of its own codes; `nomic.words` joins them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import TypeAlias

from nomic.core.decision import Fact, Reason
from nomic.core.language.rules import OFFICES, Keywords, article, plural

Facts: TypeAlias = Mapping[str, Fact]
Template: TypeAlias = str | Callable[[Facts, Keywords], str]
Words: TypeAlias = Mapping[str, Template]

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")

WORDS: Words = {
    "not-in-the-law": lambda facts, keywords: _no_provision(facts),
    "not-an-agent": lambda facts, keywords: f"Only {keywords.a('agent')} of this game may do that.",
    "not-an-admin": lambda facts, keywords: f"Only {keywords.a('admin')} may do that.",
    "is-idle": lambda facts, keywords: (
        f"You {_are_since(facts)} idle{_since(facts)}, and until you come back that is not yours to do."
    ),
    "asked-to-idle": "The {Agent} has asked to go idle.",
    "silence-idles-nobody": "The law of this game idles nobody for eir silence.",
    "silent": "Not a word since {silent_since}, which is more than {after}.",
    "not-silent-yet": "Last heard of at {silent_since}: the law asks for more than {after} of silence.",
    "not-the-clerk": "The law leaves that to others than the Clerk: {by}.",
    "the-clerk-alone": "The law leaves that to the Clerk alone.",
    "clerk-waits": "The Clerk leaves it to the {Admins} until {until}.",
    "name-taken": "“{name}” could be mistaken for “{other}”, who is here already.",
    "name-stays": "You were called {name} here, and a name changes only by a Proposal; come back under that name.",
    "name-reserved": "“{name}” could be mistaken for “{word}”, which means something in the law.",
    "barred": "You are barred from this game.",
    "applicant-barred": "{name} is barred from this game.",
    "already-here": "You are in this game already, as {name}.",
    "application-waiting": "Your arrival is announced already, and waits for one of the {Admins}.",
    "application-decided": "That announcement has been answered already.",
    "has-not-asked": "{name} has not asked to come back.",
    "not-idle": "{name} is not idle.",
    "idle-already": "{name} is idle already.",
    "nobody-here": "That is nobody in this game.",
    "gone": "{name} is in this game no longer.",
    "duty-done": "That has been reported as done already.",
    "not-your-duty": "Somebody else owes that.",
    "no-mastermind": "Nobody is the {Mastermind} now.",
    "message-to-oneself": "A message goes to somebody else.",
    "no-such-act": "No rule in force names “{act}” as something to be done often or occasionally.",
    "often-enough": lambda facts, keywords: _allowance_used(facts, "a day"),
    "occasionally-enough": lambda facts, keywords: _allowance_used(facts, "a week"),
    "hiatus": lambda facts, keywords: (
        f"The game {_is_since(facts)} in hiatus{_since(facts)}, and such business waits until it ends."
    ),
}


def sentence(reason: Reason, keywords: Keywords, words: Words = WORDS) -> str:
    """The reason as a sentence, in the game's own keywords.

    `words` must have the reason's code: a `KeyError` is a bug that the tests would have found.
    """
    template = words[reason.code]
    if not isinstance(template, str):
        return template(reason.facts, keywords)
    return template.format_map({name: fact_text(fact) for name, fact in reason.facts.items()} | office_words(keywords))


def fact_text(fact: Fact) -> str:
    """A fact as a page shows it."""
    if isinstance(fact, datetime):
        return moment(fact)
    return duration(fact) if isinstance(fact, timedelta) else str(fact)


def moment(at: datetime) -> str:
    """“14 Mar 2007, 01:02 UTC”."""
    utc = at.astimezone(UTC)
    return f"{utc.day} {MONTHS[utc.month - 1]} {utc.year}, {utc:%H:%M} UTC"


def duration(span: timedelta) -> str:
    """“3 h 12 min”; hours up to 48, days and hours beyond; seconds only under a minute. Rounded down."""
    seconds = max(int(span.total_seconds()), 0)
    if seconds < 60:
        return f"{seconds} s"
    if seconds > 48 * 3600:
        return _units(seconds // 86400, "d", seconds % 86400 // 3600, "h")
    return _units(seconds // 3600, "h", seconds % 3600 // 60, "min")


def quantity(number: Fact, noun: str) -> str:
    """“1 vote”, “2 votes”."""
    return f"{number} {noun if number == 1 else plural(noun)}"


def office_words(keywords: Keywords) -> dict[str, str]:
    """What sentences call people by: `{Agent}`, `{Agents}`, `{an_agent}`, to begin with `{An_agent}`; and so on."""
    found: dict[str, str] = {}
    for name in OFFICES:
        usual, called = article(name), keywords.a(name)
        found |= {name.title(): keywords.of(name), f"{name.title()}s": keywords.plural(name)}
        found |= {f"{usual}_{name}": called, f"{usual.title()}_{name}": called[0].upper() + called[1:]}
    return found


def _units(large: int, name: str, small: int, other: str) -> str:
    parts = [f"{large} {name}"] if large else []
    return " ".join(parts + ([f"{small} {other}"] if small else []))


def _no_provision(facts: Facts) -> str:
    """That nothing provides for it; `ever`: whether something once did, where the record of the law has been asked."""
    if "ever" not in facts:
        return "No rule of this game provides for that."
    return f"No rule of this game {'provides for that any more' if facts['ever'] else 'has ever provided for that'}."


def _allowance_used(facts: Facts, period: str) -> str:
    """Why an act has to wait: it has been done in this day or week, or too short a time ago (`spacing`)."""
    why = (
        f"{fact_text(facts['spacing'])} must pass before the next time"
        if "spacing" in facts
        else f"once {period} is all"
    )
    return f"You did that at {fact_text(facts['last'])}, and {why}. Next allowed at {fact_text(facts['again'])}."


def _are_since(facts: Facts) -> str:
    return "have been" if "since" in facts else "are"


def _is_since(facts: Facts) -> str:
    return "has been" if "since" in facts else "is"


def _since(facts: Facts) -> str:
    return f" since {fact_text(facts['since'])}" if "since" in facts else ""
