"""What each kind of notice says, from its facts, in the game's own words; never what was kept from others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, TypeAlias

from nomic.core.language import words as language_words
from nomic.core.language.rules import Keywords

Facts: TypeAlias = Mapping[str, Any]
Sentence: TypeAlias = Callable[[Facts, Keywords], str]


def _post(facts: Facts) -> str:
    """“your Proposal #12 “Faster””, without “your”; or as it is called where that tells it from all others."""
    number, title = facts.get("number", "?"), facts.get("title", "")
    return facts.get("called") or f"{facts.get('category', 'post')} #{number} “{title}”"


def _moment_of(facts: Facts, name: str) -> str:
    """A moment among the facts, which are plain JSON."""
    value = facts.get(name)
    return language_words.moment(datetime.fromisoformat(value)) if value else ""


def _matter_resolved(facts: Facts, keywords: Keywords) -> str:
    how, yours = facts.get("how", "decided"), f"your {_post(facts)}"
    done = {"marked-illegal": f"marked {yours} as illegal", "reopened": f"opened {yours} again"}
    why = f": “{facts['why']}”" if facts.get("why") else ""
    return f"{_with_capital(facts.get('by', 'somebody'))} has {done.get(how, f'{how} {yours}')}{why}."


def _with_capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _vote_missing(facts: Facts, keywords: Keywords) -> str:
    return f"You have not voted on the {_post(facts)}, which may be decided from {_moment_of(facts, 'at')} on."


def _duty(facts: Facts, keywords: Keywords) -> str:
    whose = f"One of the {keywords.plural('admin')} shall" if facts.get("admins") else "You shall"
    if facts.get("overdue"):
        return f"Overdue since {_moment_of(facts, 'due_at')}: {facts.get('text', '')} ({facts.get('rule', 'the law')})."
    until = f", by {_moment_of(facts, 'due_at')}" if facts.get("due_at") else ""
    return f"{whose}: {facts.get('text', '')}{until} ({facts.get('rule', 'the law')})."


def _standing(facts: Facts, keywords: Keywords) -> str:
    by = facts.get("by", "somebody")
    how = {
        "idled": f"You are idle now, by {by}.",
        "unidled": f"You are {keywords.a('agent')} again: {by} has brought you back from idleness.",
        "removed": f"You are no longer in the game: {by} has removed you.",
        "barred": "The game is shut to you.",
    }
    return how.get(str(facts.get("how")), "You stand otherwise in the game.")


def _hiatus(facts: Facts, keywords: Keywords) -> str:
    because = f": {facts['because']}" if facts.get("because") else ""
    return f"The hiatus ends{because}." if facts.get("ended") else f"The game goes into hiatus{because}."


def _arrival(facts: Facts, keywords: Keywords) -> str:
    if facts.get("admitted"):
        return f"You are admitted, as {facts.get('name')}: you are {keywords.a('agent')} of this game now."
    return f"You are not admitted: “{facts.get('why', '')}” ({facts.get('by', 'somebody')})."


def _dynasty(facts: Facts, keywords: Keywords) -> str:
    if facts.get("address"):
        theme = f", on “{facts['theme']}”" if facts.get("theme") else ""
        return f"A new Dynasty opens: {facts.get('by', 'somebody')} has posted an Ascension Address{theme}."
    name = facts.get("name")
    if not name:
        return f"A new Dynasty begins, without {keywords.a('mastermind')}."
    return f"A new Dynasty begins: {name} is the {keywords.mastermind}."


def _mission_word(facts: Facts, keywords: Keywords) -> str:
    """No more than that there is something to see: with whom one attempts what, is under seal."""
    what = {
        "invited": "You are asked to join a group for a mission.",
        "claimed": "A claim that a mission is completed waits for your ruling.",
        "ruled": f"The {keywords.mastermind} has ruled on a claim that you have a part in.",
    }
    return what.get(str(facts.get("what")), "There is word for you about a mission.")


def _senate(facts: Facts, keywords: Keywords) -> str:
    """What everybody may read: that it begins or is over. No word of what anybody decided."""
    episode = f"Episode {facts.get('episode', '?')} of the Senate"
    if facts.get("what") == "opened":
        until = f", by {_moment_of(facts, 'closes_at')}" if facts.get("closes_at") else ""
        return f"{episode} is open, and you sit in it: decide in its first round{until}."
    return f"{episode} is {facts.get('what', 'over')}."


def _round(facts: Facts, keywords: Keywords) -> str:
    until = f" It closes at {_moment_of(facts, 'closes_at')} at the latest." if facts.get("closes_at") else ""
    where = f"Round {facts.get('round', '?')} of Episode {facts.get('episode', '?')}"
    return f"{where} waits for your decision.{until}"


def _quantity(count: int, what: str) -> str:
    return f"1 {what}" if count == 1 else f"{count} {what}s"


def _ballot_open(facts: Facts, keywords: Keywords) -> str:
    count = facts.get("proposals", 0)
    until = f" until {_moment_of(facts, 'until')}" if facts.get("until") else ""
    return f"{_quantity(count, 'Proposal')} {'is' if count == 1 else 'are'} Open: vote on {_it(count)}{until}."


def _it(count: int) -> str:
    return "it" if count == 1 else "them"


def _ballot_near(facts: Facts, keywords: Keywords) -> str:
    missing = facts.get("missing", 0)
    until = _moment_of(facts, "at")
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


NOTICE_WORDS: Mapping[str, Sentence] = {
    "matter-resolved": _matter_resolved,
    "comment": lambda facts, keywords: f"{facts.get('by', 'Somebody')} comments on your {_post(facts)}.",
    "vote-missing": _vote_missing,
    "duty": _duty,
    "standing": _standing,
    "unidled": lambda facts, keywords: f"{facts.get('name', 'Somebody')} comes back from idleness.",
    "hiatus": _hiatus,
    # The sender's name, for the recipient alone; neither the subject nor a word of the text.
    "message": lambda facts, keywords: f"You have a private message from {facts.get('from', 'somebody')}.",
    "arrival": _arrival,
    "dynasty": _dynasty,
    # Not a word of the news: a letter leaves the house.
    "spy": lambda facts, keywords: f"The {keywords.mastermind} has news for you in your dossier.",
    "mission": lambda facts, keywords: f"A new mission is on the board: “{facts.get('name', '')}”.",
    "mission-word": _mission_word,
    "senate": _senate,
    "senate-round": _round,
    "senate-near": lambda facts, keywords: (
        f"You have not decided in round {facts.get('round', '?')} of Episode {facts.get('episode', '?')},"
        f" which closes at {_moment_of(facts, 'closes_at')}."
    ),
    "ballot-open": _ballot_open,
    "ballot-near": _ballot_near,
    "ballot-own": _ballot_own,
    "ballot-counted": lambda facts, keywords: (
        f"The ballot of nweek {facts.get('nweek', '?')} is counted: {facts.get('won', 0)} of"
        f" {_quantity(facts.get('counted', 0), 'Proposal')} Won."
    ),
    "application": lambda facts, keywords: f"{facts.get('name', 'Somebody')} asks to be admitted.",
    "admin-work": lambda facts, keywords: f"The {_post(facts)} may be {facts.get('how', 'resolved')}.",
}


def notice_sentence(kind: str, facts: Facts, keywords: Keywords) -> str:
    """A notice in words; a kind that this server does not know any more says only that there is one."""
    say = NOTICE_WORDS.get(kind)
    return say(facts, keywords) if say else "Something has happened."
