"""The secret story, told when it is over: a sentence for what each link of the private chain says.

Names stand in for the ids of Agents. What is not known here is told as it was written down.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from dynasties.spy.mechanics.allegiance import Affiliation
from dynasties.spy.mechanics.atlas import ATLAS
from dynasties.spy.mechanics.disclosing import THINGS
from dynasties.spy.mechanics.licences import LABELS, Licence
from nomic.core.mechanics.keywords import Keywords

Data: TypeAlias = Mapping[str, Any]
Names: TypeAlias = Mapping[int, str]

PEOPLE = ("agent", "captor", "target", "owner", "to", "by", "founder")
GROUPS = ("group", "members", "invited")
SERVED = ("affiliation", "value", "was")  # where a link may name an Affiliation
SIDES = {"free": "the Free World", "behind": "behind the Iron Curtain"}


def place(code: object) -> str:
    """A territory by its name and code, or what it is instead."""
    territory = ATLAS.get(str(code))
    return f"{territory.name} ({territory.code})" if territory else str(code or "nowhere")


def concerned(content: Data) -> frozenset[int]:
    """The Agents of whom a link speaks, and who did it."""
    data = content["data"]
    ids = [content["actor"], *(data.get(each) for each in PEOPLE)]
    ids += [each for name in GROUPS for each in data.get(name) or ()]
    return frozenset(each for each in ids if isinstance(each, int))


def serves(affiliation: str | None, keywords: Keywords) -> str:
    """An Affiliation in the game's own words, as “Double Agent (World)”; nothing for none."""
    if affiliation is None:
        return ""
    named = affiliation.replace("Double Agent", "Double @").replace("Mastermind", keywords.mastermind)
    return named.replace("@", keywords.agent)


def told(content: Data, names: Names, keywords: Keywords) -> str:
    """What a link says, in a sentence, in the game's own words."""
    say, data = SENTENCES.get(content["kind"]), _reworded(content["data"], keywords)
    return say(data, names) if say else f"{content['kind']}: {_all(data)}"


def _reworded(data: Data, keywords: Keywords) -> Data:
    """The same with the game's own words for Affiliations."""
    words = {each.value: serves(each.value, keywords) for each in Affiliation}
    said = {name: words.get(data[name], data[name]) for name in SERVED if isinstance(data.get(name), str)}
    facts = {"facts": _reworded(data["facts"], keywords)} if isinstance(data.get("facts"), Mapping) else {}
    return {**data, **said, **facts}


def _all(data: Data) -> str:
    return ", ".join(f"{name} {value}" for name, value in sorted(data.items()))


def _who(key: object, names: Names) -> str:
    return names.get(key, "somebody") if isinstance(key, int) else "somebody"


def _they(keys: object, names: Names) -> str:
    return ", ".join(_who(each, names) for each in keys) if isinstance(keys, list) and keys else "nobody"


def _cover(data: Data, names: Names) -> str:
    """What became of an Agent, and what e was from then on."""
    how, who = COVERS.get(data["why"]), _who(data["agent"], names)
    return how(data, data["facts"], who, names) if how else f"{who}: {data['why']}."


def _moved(data: Data, facts: Data, who: str, names: Names) -> str:
    licence = f", by virtue of “{LABELS[Licence(facts['licence'])]}”" if facts.get("licence") else ""
    crosses = ", across the Iron Curtain" if facts.get("crosses") else ""
    return f"{who} moves by {facts['kind']} from {place(facts['from'])} to {place(facts['to'])}{crosses}{licence}."


def _corrected(data: Data, facts: Data, who: str, names: Names) -> str:
    field = str(facts["field"])
    was, now = (str(each if each is not None else "none") for each in (facts["was"], data.get(field)))
    return f"The record of {who} is put right, {THINGS.get(field, field)}: {was}, now {now}. “{facts['text']}”"


Covered: TypeAlias = Callable[[Data, Data, str, Names], str]
COVERS: Mapping[str, Covered] = {
    "declared": lambda data, facts, who, names: f"{who} declares eir Affiliation: {data['affiliation']}.",
    "dealt": lambda data, facts, who, names: f"{who} is given {place(data['location'])} as eir Location.",
    "moved": _moved,
    "corrected": _corrected,
    "captured": lambda data, facts, who, names: f"{who} is put into the prison in {place(data['prison'])}.",
    "scattered": lambda data, facts, who, names: f"{who} gets away to {place(data['location'])}.",
    "rescued": lambda data, facts, who, names: f"{who} is rescued by {_who(facts.get('by'), names)}.",
    "turned": lambda data, facts, who, names: f"{who} turns: eir Affiliation is {data['affiliation']}.",
}


def _attempt(data: Data, names: Names) -> str:
    together = "they are in one place" if data.get("together") else "they are not in one place"
    return f"{_who(data['captor'], names)} attempts to capture {_who(data['target'], names)}; {together}."


def _attempt_ruled(data: Data, names: Names) -> str:
    row, roll = data.get("row"), data.get("roll")
    if row is None:
        return "The attempt is set aside."
    return f"The attempt is ruled on: row {row}" + (f", by roll {roll}." if roll else ".")


def _errand(data: Data, names: Names) -> str:
    way = f"{_who(data['agent'], names)} went from {place(data['from'])} to {place(data['to'])}"
    return f"{way}, " + ("passing Checkpoint Charlie." if data.get("checkpoint") else "past no checkpoint.")


def _disclosure(data: Data, names: Names) -> str:
    what, value = THINGS.get(data["what"], data["what"]), data["value"]
    said = SIDES.get(value, place(value) if value in ATLAS else value or "none")
    return f"{_who(data['to'], names)} is told the {what} of {_who(data['owner'], names)}: {said}."


def _claim(data: Data, names: Names) -> str:
    words = f" “{data['words']}”" if data.get("words") else ""
    return f"{_who(data['by'], names)} claims mission {data['mission']}, for {_they(data['group'], names)}.{words}"


def _claim_ruled(data: Data, names: Names) -> str:
    reason = f": “{data['reason']}”" if data.get("reason") else "."
    return f"A claim to mission {data['mission']} is {'accepted' if data['accepted'] else 'refused'}{reason}"


def _team(data: Data, names: Names) -> str:
    asked = f", with {_they(data['invited'], names)} asked in" if data.get("invited") else ""
    return f"A group for mission {data['mission']} is {data['what']}: {_they(data['members'], names)}{asked}."


def _roll(data: Data, names: Names) -> str:
    faces = ", ".join(str(each) for each in data["faces"])
    return f"Secret dice, {data['dice']}DICE{data['sides']}: {faces}. {data['purpose']}."


SENTENCES: Mapping[str, Callable[[Data, Names], str]] = {
    "spy.cover": _cover,
    "spy.attempt": _attempt,
    "spy.attempt-ruled": _attempt_ruled,
    "spy.errand": _errand,
    "spy.disclosure": _disclosure,
    "spy.claim": _claim,
    "spy.claim-ruled": _claim_ruled,
    "spy.team": _team,
    "dice.rolled-in-secret": _roll,
}
