"""The sentences for what the law's own mechanics find: one format string for each lint code, over its facts."""

from __future__ import annotations

from collections.abc import Mapping

RESERVED = frozenset({"Ruleset", "Rulesets", "Gamestate"})

WORDS: Mapping[str, str] = {
    "self-entrenching": (
        "“{rule}” seems to bar its own change or repeal (“{sentence}”); once that is found, the whole rule is void."
    ),
    "unreadable": "In “{rule}”, line {line}, the law cannot be read: {problem}.",
    "dial-lost": "“{rule}” no longer says “{words}” for “{label}”, and no other rule does. From then on: {absence}.",
    "mechanism-lost": "“{rule}” no longer carries “{label}”, and no other rule does. From then on: {absence}.",
    "dial-doubled": "Passages disagree on the dial {dial}: “{words}” ({rule}) is obeyed, and these are not: {others}.",
    "act-doubled": "Passages disagree on how often the act {act} is done: “{words}” ({rule}) is obeyed, not: {others}.",
    "act-lost": "“{rule}” no longer names the act “{act}”, and no other rule does: nobody can do it {budget} any more.",
    "act-gained": "“{rule}” would name an act, “{act}”, that may be done {budget}.",
    "act-changed": "The act “{act}” may be done {budget} from then on, as “{rule}” says.",
    "trigger-gained": (
        "“{rule}” would be set off: “{words}”. Whoever resolves a Proposal then owes what it asks. The change itself"
        " does not set it off, unless it says outright that it applies to itself."
    ),
    "reference-dangling": "“{rule}” cites {citation}, and there would be none.",
    "reference-moved": "“{rule}” cites rule {number}, which was “{was}” and would be “{now}”.",
    "malformed-dial": "In “{rule}”, “{words}” looks like a dial, mechanism or act, but is no link and sets nothing.",
    "time-abstract": (
        "“{rule}” speaks of a time that no clock tells: “{words}”. By {cited}, it comes only once a rule says when"
        " it is."
    ),
    "inert-dial": "In “{rule}”, line {line}, the {kind} {name} (“{words}”) stands in italics, which are no law.",
    "dial-changed": "“{label}” goes from “{was}” to “{now}”.",
    "dial-gained": "“{label}” would be “{now}”. Until now: {was}.",
    "mechanism-gained": "“{rule}” would carry “{label}”.",
}
