"""The sentences of ascending: who may speak, what e may repeal, which keywords may give way. (Joined in `words`.)"""

from __future__ import annotations

from nomic.core.language.rules import Keywords
from nomic.core.language.words import Facts, Words


def _awaited_text(facts: Facts, keywords: Keywords) -> str:
    return f"No Dynasty waits for its Ascension Address: it has been given, or no {keywords.mastermind} is new."


def _term(facts: Facts, keywords: Keywords) -> str:
    if facts["word"] == facts["term"]:
        return f"“{facts['term']}” means something in the law already."
    return f"“{facts['word']}” could be mistaken for “{facts['term']}”, which means something in the law."


SUCCESSION_WORDS: Words = {
    # Who speaks, and who takes the role.
    "no-address-awaited": _awaited_text,
    "another-speaks": "Only the new {Mastermind} posts the Ascension Address.",
    "speaks-for-nobody": "Nobody heads this Dynasty: one of the {Admins} posts its Address.",
    "speaker-idle": "You are idle; come back first, and then speak.",
    "not-yours-to-pass": "Only the new {Mastermind} may pass the role on.",
    "handed-already": "The role was passed to you, and only the winner may choose to pass it.",
    "yours-already": "The role is yours already.",
    "heir-idle": "{name} is idle, and for this rule an idle {Agent} counts as none.",
    # What an Address may repeal.
    "repeals-nothing": "A rule that is to be repealed is not in force.",
    "not-dynastic": "“{title}” is no dynastic rule: an Address repeals none but those.",
    # Which keywords may give way.
    "too-many-keywords": "At most {most} keywords give way at once.",
    "renamed-twice": "“{word}” cannot give way to two words.",
    "keyword-fixed": "“{word}” keeps its name: the server itself, and every game, calls “{term}” so.",
    "no-such-keyword": "No rule that stays uses “{word}” as a name of its own, with a capital letter.",
    "no-word": "A keyword needs a word to give way to.",
    "hidden-in-word": "A keyword cannot hold control or invisible characters.",
    "word-too-long": "A keyword has at most {most} characters.",
    "not-a-word": "“{word}” is no keyword: it takes letters, beginning with one, and at most spaces and hyphens.",
    "same-word": "“{word}” is what it is called already.",
    "two-become-one": "“{word}” and “{other}” could not be told apart: each keyword needs a word of its own.",
    "keyword-taken": "“{word}” could be mistaken for the keyword “{other}”.",
    "glossary-term": _term,
    "somebodys-name": "“{word}” could be mistaken for {name}, who is or was one of the {Agents}.",
    "rules-title": "“{word}” could be mistaken for the rule “{title}”.",
    "word-in-use": "“{title}” uses “{word}” for something else.",
    # What becomes of the rules.
    "reworded-badly": "In the new words “{title}” could be no rule: {said}.",
    "titles-alike": "In the new words “{title}” would be called “{after}”, as another rule is.",
    "title-names-somebody": "In the new words “{title}” would be called “{after}”, as somebody in the game is.",
    "column-badly-called": "In the new words the column “{name}” would be called “{after}”, and {said}.",
    "package-clash": "The theme package “{theme}” does not fit: a rule or column here is called like one of its own.",
}
