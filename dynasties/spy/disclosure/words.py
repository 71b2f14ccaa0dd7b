"""The sentences for disclosing and revealing; and the secret story."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from dynasties.spy.disclosure.rules import DISCLOSABLE_THINGS
from dynasties.spy.gadgets.rules import LICENCE_LABELS, GadgetLicence
from dynasties.spy.theatre.rules import Affiliation
from dynasties.spy.theatre.rules_map import ATLAS
from dynasties.spy.theatre.words import SIDE_WORDS, affiliation_words, place_name
from nomic.core.language.rules import Keywords
from nomic.core.language.words import Words
from nomic.core.log.words import Sentence

DISCLOSURE_WORDS: Words = {
    "not-over": "The Dynasty is not over: everything is revealed once a Declaration of Victory has passed.",
    "all-revealed": "Everything has been revealed: what was played with it is over.",
    "own-secret": "Nobody needs to be told of emself.",
    "keeps-the-secrets": "The {Mastermind} keeps these secrets emself.",
}

DISCLOSURE_LOG_WORDS: Mapping[str, Sentence] = {
    "spy.opened": "{by} opens a part of what was top secret.",
    "spy.revealed": "{by} reveals everything that was top secret.",
}

# For `verify_log`: each of these is said of a link of the private chain, or of a theatre, and tells nothing else.
FLAW_WORDS: Mapping[str, str] = {
    "secret-gone": "what it committed to is not there any more",
    "secret-elsewhere": "is not what the row that points at it takes it for",
    "secret-unreadable": "unreadable: no key of this server opens what its row keeps",
    "secret-differs": "what its row keeps differs from what was committed to",
    "opened-unrevealed": "was opened without having been revealed: {found}",
    "opened-foreign": "was opened, and is none of what was secret there",
    "opening-differs": "was not opened as committed to: {wanted} was committed, what was opened makes {found}",
    "never-opened": "was never opened, though everything was revealed",
    "digest-differs": "what was opened is not all: {wanted} was told, {found} is there",
    "revealed-unknown": "was revealed, it is said in {found}, and knows nothing of it",
}


# The secret story, told when it is over: a sentence for what each link of the private chain says.
# Names stand in for the ids of Agents. What is not known here is told as it was written down.

Data: TypeAlias = Mapping[str, Any]
Names: TypeAlias = Mapping[int, str]

AGENT_FIELDS = ("agent", "captor", "target", "owner", "to", "by", "founder")
AGENT_LIST_FIELDS = ("group", "members", "invited")
AFFILIATION_FIELDS = ("affiliation", "value", "was")  # where a link may name an Affiliation


def agents_concerned(content: Data) -> frozenset[int]:
    """The Agents of whom a link speaks, and who did it."""
    data = content["data"]
    ids = [content["actor"], *(data.get(each) for each in AGENT_FIELDS)]
    ids += [each for name in AGENT_LIST_FIELDS for each in data.get(name) or ()]
    return frozenset(each for each in ids if isinstance(each, int))


def link_sentence(content: Data, names: Names, keywords: Keywords) -> str:
    """What a link says, in a sentence, in the game's own words."""
    say, data = LINK_SENTENCES.get(content["kind"]), _with_own_keywords(content["data"], keywords)
    return say(data, names) if say else f"{content['kind']}: {_all_facts(data)}"


def _with_own_keywords(data: Data, keywords: Keywords) -> Data:
    """The same with the game's own words for Affiliations."""
    words = {each.value: affiliation_words(each.value, keywords) for each in Affiliation}
    said = {name: words.get(data[name], data[name]) for name in AFFILIATION_FIELDS if isinstance(data.get(name), str)}
    facts = {"facts": _with_own_keywords(data["facts"], keywords)} if isinstance(data.get("facts"), Mapping) else {}
    return {**data, **said, **facts}


def _all_facts(data: Data) -> str:
    return ", ".join(f"{name} {value}" for name, value in sorted(data.items()))


def _name_of(key: object, names: Names) -> str:
    return names.get(key, "somebody") if isinstance(key, int) else "somebody"


def _names_of(keys: object, names: Names) -> str:
    return ", ".join(_name_of(each, names) for each in keys) if isinstance(keys, list) and keys else "nobody"


def _cover_sentence(data: Data, names: Names) -> str:
    """What became of an Agent, and what e was from then on."""
    how, who = COVER_SENTENCES.get(data["why"]), _name_of(data["agent"], names)
    return how(data, data["facts"], who, names) if how else f"{who}: {data['why']}."


def _move_sentence(data: Data, facts: Data, who: str, names: Names) -> str:
    licence = f", by virtue of “{LICENCE_LABELS[GadgetLicence(facts['licence'])]}”" if facts.get("licence") else ""
    crosses = ", across the Iron Curtain" if facts.get("crosses") else ""
    here, there = place_name(facts["from"]), place_name(facts["to"])
    return f"{who} moves by {facts['kind']} from {here} to {there}{crosses}{licence}."


def _correction_sentence(data: Data, facts: Data, who: str, names: Names) -> str:
    field = str(facts["field"])
    was, now = (str(each if each is not None else "none") for each in (facts["was"], data.get(field)))
    return (
        f"The record of {who} is put right, {DISCLOSABLE_THINGS.get(field, field)}: {was}, now {now}. “{facts['text']}”"
    )


CoverSentence: TypeAlias = Callable[[Data, Data, str, Names], str]
COVER_SENTENCES: Mapping[str, CoverSentence] = {
    "declared": lambda data, facts, who, names: f"{who} declares eir Affiliation: {data['affiliation']}.",
    "dealt": lambda data, facts, who, names: f"{who} is given {place_name(data['location'])} as eir Location.",
    "moved": _move_sentence,
    "corrected": _correction_sentence,
    "captured": lambda data, facts, who, names: f"{who} is put into the prison in {place_name(data['prison'])}.",
    "scattered": lambda data, facts, who, names: f"{who} gets away to {place_name(data['location'])}.",
    "rescued": lambda data, facts, who, names: f"{who} is rescued by {_name_of(facts.get('by'), names)}.",
    "turned": lambda data, facts, who, names: f"{who} turns: eir Affiliation is {data['affiliation']}.",
}


def _attempt_sentence(data: Data, names: Names) -> str:
    together = "they are in one place" if data.get("together") else "they are not in one place"
    return f"{_name_of(data['captor'], names)} attempts to capture {_name_of(data['target'], names)}; {together}."


def _attempt_ruling_sentence(data: Data, names: Names) -> str:
    row, roll = data.get("row"), data.get("roll")
    if row is None:
        return "The attempt is set aside."
    return f"The attempt is ruled on: row {row}" + (f", by roll {roll}." if roll else ".")


def _errand_sentence(data: Data, names: Names) -> str:
    way = f"{_name_of(data['agent'], names)} went from {place_name(data['from'])} to {place_name(data['to'])}"
    return f"{way}, " + ("passing Checkpoint Charlie." if data.get("checkpoint") else "past no checkpoint.")


def _disclosure_sentence(data: Data, names: Names) -> str:
    what, value = DISCLOSABLE_THINGS.get(data["what"], data["what"]), data["value"]
    said = SIDE_WORDS.get(value, place_name(value) if value in ATLAS else value or "none")
    return f"{_name_of(data['to'], names)} is told the {what} of {_name_of(data['owner'], names)}: {said}."


def _claim_sentence(data: Data, names: Names) -> str:
    words = f" “{data['words']}”" if data.get("words") else ""
    return (
        f"{_name_of(data['by'], names)} claims mission {data['mission']}, for {_names_of(data['group'], names)}.{words}"
    )


def _claim_ruling_sentence(data: Data, names: Names) -> str:
    reason = f": “{data['reason']}”" if data.get("reason") else "."
    return f"A claim to mission {data['mission']} is {'accepted' if data['accepted'] else 'refused'}{reason}"


def _team_sentence(data: Data, names: Names) -> str:
    asked = f", with {_names_of(data['invited'], names)} asked in" if data.get("invited") else ""
    return f"A group for mission {data['mission']} is {data['what']}: {_names_of(data['members'], names)}{asked}."


def _roll_sentence(data: Data, names: Names) -> str:
    faces = ", ".join(str(each) for each in data["faces"])
    return f"Secret dice, {data['dice']}DICE{data['sides']}: {faces}. {data['purpose']}."


LINK_SENTENCES: Mapping[str, Callable[[Data, Names], str]] = {
    "spy.cover": _cover_sentence,
    "spy.attempt": _attempt_sentence,
    "spy.attempt-ruled": _attempt_ruling_sentence,
    "spy.errand": _errand_sentence,
    "spy.disclosure": _disclosure_sentence,
    "spy.claim": _claim_sentence,
    "spy.claim-ruled": _claim_ruling_sentence,
    "spy.team": _team_sentence,
    "dice.rolled-in-secret": _roll_sentence,
}
