"""The sentences for the map: why one may or may not move, exchange, leave, rescue, turn and capture."""

from __future__ import annotations

from dynasties.spy.gadgets.rules import LICENCE_LABELS, GadgetLicence
from dynasties.spy.theatre.rules_map import territory_name
from dynasties.spy.theatre.rules_tickets import Ticket
from nomic.core.decision import Fact
from nomic.core.language.rules import Keywords
from nomic.core.language.words import Facts, Words, quantity

ARRIVING = {"free": "to behind the Iron Curtain", "behind": "to the Free World"}


def _place(code: Fact) -> str:
    """“Berlin (BER)”."""
    return f"{territory_name(str(code))} ({code})"


def _ends(facts: Facts) -> str:
    return f"from {_place(facts['from'])} to {_place(facts['to'])}"


def _tickets(number: Fact, kind: Fact) -> str:
    return quantity(number, Ticket(str(kind)).label)


def _missing_words(facts: Facts, keywords: Keywords) -> str:
    return f"That takes {_tickets(facts['needs'], facts['kind'])}, and {facts['has']} {_is(facts['has'])} there."


def _is(number: Fact) -> str:
    return "is" if number == 1 else "are"


def _curtain_words(facts: Facts, keywords: Keywords) -> str:
    way = f"The way {_ends(facts)} leads {ARRIVING[str(facts['side'])]}"
    if facts["smuggling"]:
        return f"{way}, and out of a smuggling territory one crosses by a sea move alone, unless a Gadget permits it."
    return f"{way}, and nothing here permits that: it takes a Gadget that lets its owner cross."


def _third_words(facts: Facts, keywords: Keywords) -> str:
    thirds = facts["middles"]
    assert isinstance(thirds, list)
    between = ", ".join(map(_place, thirds))
    return f"A hop {_ends(facts)} would lead over {between}, and there the Iron Curtain stands between."


def _leaving_words(facts: Facts, keywords: Keywords) -> str:
    if facts["licence"] == "affiliation":
        return f"The prison in {_place(facts['prison'])} bears the name of the side that this prisoner serves."
    return f"A Gadget with the licence {_licence(facts)} lets its owner leave the prison in {_place(facts['prison'])}."


def _licence(facts: Facts) -> str:
    return f"“{LICENCE_LABELS[GadgetLicence(str(facts['licence']))]}”"


MAP_WORDS: Words = {
    # Why one may move, and by what.
    "by-land": lambda facts, keywords: f"By land {_ends(facts)}, free of charge.",
    "by-air": lambda facts, keywords: f"By air {_ends(facts)}, for {_tickets(facts['tickets'], 'air')}.",
    "by-sea": lambda facts, keywords: f"By sea {_ends(facts)}, for {_tickets(facts['tickets'], 'sea')}.",
    "by-hop": lambda facts, keywords: f"By a hop {_ends(facts)}, for {_tickets(facts['tickets'], 'land')}.",
    "checkpoint-charlie": "At Checkpoint Charlie the Iron Curtain is open, and whoever passes is noticed.",
    "crosses-by-gadget": lambda facts, keywords: (
        f"A Gadget with the licence {_licence(facts)} lets its owner pass the Iron Curtain {_ends(facts)}."
    ),
    "crosses-by-smuggling": lambda facts, keywords: (
        f"From the smuggling territory {_place(facts['from'])} one may cross the Iron Curtain by sea,"
        f" by {facts['licence']}."
    ),
    "leaves-prison": _leaving_words,
    # Why one may not.
    "no-location": "There is no Location yet.",
    "same-place": lambda facts, keywords: f"A move leads to another territory, not to {_place(facts['to'])} again.",
    "no-ticket": _missing_words,
    "curtain": _curtain_words,
    "third-behind-curtain": _third_words,
    "not-adjacent": lambda facts, keywords: f"{_place(facts['from'])} and {_place(facts['to'])} are not adjacent.",
    "no-third-territory": lambda facts, keywords: (
        f"And for a hop no third land territory is adjacent to {_place(facts['from'])} and {_place(facts['to'])}."
    ),
    "no-hop-at-airport": lambda facts, keywords: (
        f"And there is no hop from or to an airport, as {_place(facts['airport'])} is."
    ),
    "airports-by-air": lambda facts, keywords: (
        f"Between airports one moves by air alone, and there is no way {_ends(facts)}."
    ),
    "no-such-moves": lambda facts, keywords: f"The law of this game has no moves of that kind: {facts['kind']}.",
    "in-prison": lambda facts, keywords: (
        f"Nobody walks out of the prison in {_place(facts['prison'])} without a Gadget for it, a rescue,"
        " or the Affiliation whose name it bears."
    ),
    # Tickets.
    "exchange-for-nothing": "An exchange gains at least one Ticket.",
    "exchange-for-the-same": lambda facts, keywords: (
        f"An exchange is for Tickets of another kind, not {Ticket(str(facts['kind'])).label}s for the same."
    ),
    "exchanged": lambda facts, keywords: (
        f"{_tickets(facts['spent'], facts['give'])} for {_tickets(facts['gained'], facts['take'])}."
    ),
    "not-in-supply-centre": lambda facts, keywords: (
        f"One rolls for supplies in a supply centre, and {_place(facts['place'])} is none."
        if facts["place"]
        else "One rolls for supplies in a supply centre, and there is no Location yet."
    ),
    "not-quiet": "Only an Experienced Spy may keep eir LKL out of a roll for supplies.",
    # Affiliations and prisons.
    "affiliation-stands": "An Affiliation that is declared changes only where a rule lets it.",
    "rescuer-in-prison": "Who is in prison emself rescues nobody.",
    "no-prisoner-here": "A rescue is for a prisoner who is where you are.",
    "not-moved-here": "A rescue is for who has moved to where the prisoner is.",
    "no-prisoner": "A Double {Agent} turns only as a prisoner.",
    "no-double-agent": "Only a Double {Agent} can turn.",
    "prison-of-the-other-side": lambda facts, keywords: (
        f"In the prison of {_place(facts['prison'])} a Double {keywords.agent} turns who serves its side in truth,"
        " and nobody else."
    ),
    # Capture and ranks.
    "not-in-one-place": "Nobody of that name is where you are.",
    "not-standard-yet": lambda facts, keywords: (
        f"That is for who has completed {quantity(facts['needs'], 'mission')}; so far it is {facts['completed']}."
        if facts["needs"] is not None
        else "The law of this game has no Standard Spy."
    ),
    "gadgets-raised": "The number of Gadgets is raised once.",
}
