"""The sentences of the law: lint codes, what a change list does, why a change cannot be made, and events of the log."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from nomic.core.language.rules import Keywords
from nomic.core.log.words import Facts, Sentence, literal

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


# The words for change lists: what a change does, why it cannot, and what an older one does to it.
# Format strings over plain facts; the game's keywords are put in where the words are shown.

CHANGE_WORDS: Mapping[str, str] = MappingProxyType(
    {
        # What each kind of change does.
        "enact": "Enact a new rule, “{title}”, last of the {section} rules.",
        "enact-first": "Enact a new rule, “{title}”, first of the {section} rules.",
        "enact-after": "Enact a new rule, “{title}”, among the {section} rules after “{after}”.",
        "amend": "Amend “{rule}”.",
        "replace": "In “{rule}”, replace “{find}” with “{replace}”.",
        "repeal": "Repeal “{rule}”.",
        "find-void": "Find “{rule}” void: it bars its own change or repeal.",
        "rename": "Rename “{rule}” to “{title}”.",
        "move": "Move “{rule}”, to be the last of the {section} rules.",
        "move-first": "Move “{rule}”, to be the first of the {section} rules.",
        "move-after": "Move “{rule}”, to stand among the {section} rules after “{after}”.",
        "make-admin": "Make {agent} {an_admin}.",
        "remove-admin": "{agent} is no longer {an_admin}.",
        "rename-agent": "{agent} is now called {name}.",
        "remove-agent": "Remove {agent} from the game.",
        "bar-agent": "Remove {agent} from the game and shut it to em.",
        "unbar-agent": "Open the game to {agent} again.",
        "oblige": "{agent} shall do this within {hours} hours of the enactment: “{text}”",
        "oblige-an-hour": "{agent} shall do this within an hour of the enactment: “{text}”",
        "oblige-anytime": "{agent} shall do this: “{text}”",
        "apply-to-itself": "What this changes about enactment applies to this Proposal itself.",
        # Why a rule is not found void.
        "not-self-entrenching": "Nothing is found by which that rule bars its own change or repeal.",
        # Why a slip is not corrected.
        "nothing-in-force": "There is no such rule in force.",
        "nothing-corrected": "That is what the rule says already.",
        "slip-too-large": "{words} words are no slip any more (at most {most} may change): propose an amendment.",
        "slip-moves-the-law": "That would change what the server obeys: propose an amendment.",
        "rule-moved-meanwhile": "The rule has changed since you opened it: look at its text again.",
        "no-correction": "The last change of this rule was no correction.",
        # Why one cannot be made.
        "target-missing": "Change {number}: the rule that it would change ({rule}) is not in force.",
        "not-found": "Change {number}: “{find}” does not stand in “{rule}”.",
        "ambiguous": "Change {number}: “{find}” stands in “{rule}” more than once; quote more of the sentence.",
        "no-effect": "Change {number} would change nothing.",
        "merge-conflict": "Change {number}: “{rule}” has changed since this was drafted, in the same words.",
        "still-marked": "Change {number}: marks of the conflict are left in the text for “{rule}”.",
        "title-is-a-name": "Change {number}: “{title}” could be mistaken for the name of one of the {Agents}.",
        "no-text": "Change {number}: a rule needs a text.",
        "title-taken": "Change {number}: there is already a rule called “{title}”.",
        "already-admin": "Change {number}: {agent} is {an_admin} already.",
        "not-admin": "Change {number}: {agent} is not {an_admin}.",
        "agent-missing": "Change {number}: {agent} is not in the game.",
        "agent-name-taken": "Change {number}: the name {name} is taken.",
        "list-unread": "The server can no longer read this change list; {an_admin} may declare that it does nothing.",
        "bad-text": "Change {number}: this cannot stand in a rule: {said}",
        # Which rule that is, of one that is not in force.
        "rule-gone": "“{title}”, which was rule {cited} last",
        "rule-gone-by-then": "“{title}”, rule {cited}, which is gone by then",
        "rule-never": "there never was such a one",
        # What an older list does to one.
        "repeals-first": "{ref} repeals this rule first.",
        "rewrites-first": "{ref} rewrites this sentence first.",
        "repeats-first": "{ref} adds the same words a second time first.",
        "removes-first": "{ref} removes this {Agent} first.",
        "takes-title-first": "{ref} gives this title to a rule first.",
        "takes-name-first": "{ref} takes this name first.",
        "does-it-first": "{ref} does the same first.",
        "spoils-first": "{ref} stands in the way of this.",
    }
)


# Sentences of the log for what becomes of the law and its rules.

FEW = 3


def _law_changed(facts: Facts, keywords: Keywords) -> str:
    moved = facts.get("moved", [])
    if len(moved) > FEW:
        return f"The law says something else of {len(moved)} dials and mechanisms."
    return f"The law says something else now: {'; '.join(_dial_change(each) for each in moved)}."


def _dial_change(each: Mapping[str, str | None]) -> str:
    name, was, now = each["name"], literal(each["from"]), literal(each["to"])
    if each["to"] is None:
        return f"{name} is gone (it was “{was}”)"
    return f"{name} is there, “{now}”" if each["from"] is None else f"{name} from “{was}” to “{now}”"


def _rule_changed(deed: str) -> Sentence:
    """What a change list did to a rule, and how its text was put together."""

    def sentence(facts: Facts, keywords: Keywords) -> str:
        how = ", merged by hand" if facts.get("resolved") else ", merged" if facts.get("merged") else ""
        return f"{{cause}} {deed} {{subject}}{how}."

    return sentence


LOG_WORDS: Mapping[str, Sentence] = {
    "law.laid-down": "The starter law is laid down: {rules} rules.",
    "law.changed": _law_changed,
    "rule.enacted": _rule_changed("enacts"),
    "rule.amended": _rule_changed("amends"),
    "rule.renamed": _rule_changed("renames"),
    "rule.moved": _rule_changed("moves"),
    "rule.repealed": _rule_changed("repeals"),
    "rule.corrected": "{by} corrects a slip in {subject}.",
    "rule.reworded": "{cause} rewords {subject} in the keywords of the new Dynasty.",
    "rule.reversed": "{by} puts back what was corrected in {subject}.",
    "rule.found-void": "{by} finds {subject} void: it bars its own change or repeal.",
}
