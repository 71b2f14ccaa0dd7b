"""The log in plain English: a sentence for every kind of event that the core records.

A sentence holds `{subject}` where the page puts the link to what the event is about. Packages above bring their
own sentences; the wiring joins them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeAlias

from nomic.core.language.rules import Keywords

Facts: TypeAlias = Mapping[str, Any]
Sentence: TypeAlias = str | Callable[[Facts, Keywords], str]


def _mastermind_changed(facts: Facts, keywords: Keywords) -> str:
    if facts.get("name"):
        return f"{{subject}} is the {literal(keywords.mastermind)}."
    return f"There is no {literal(keywords.mastermind)} any more."


def _agent_admitted(facts: Facts, keywords: Keywords) -> str:
    if facts["by"] == facts.get("name"):
        return "{subject} takes the first place on the roster."
    return "{by} admits {subject}."


def _agent_idled(facts: Facts, keywords: Keywords) -> str:
    if facts.get("because"):
        return "{by} idles {subject}: {because}."
    return "{by} idles {subject}, " + ("at eir request." if facts.get("asked") else "after long silence.")


def with_reason(sentence: str, facts: Facts) -> str:
    """A sentence without its full stop, and the reason that somebody gave, if e did; one stop at the end is enough."""
    why = str(facts.get("why") or "")
    return sentence + (": “{why}”" if why else "") + ("" if why.endswith((".", "!", "?", "…")) else ".")


def _with_why(sentence: str) -> Sentence:
    return lambda facts, keywords: with_reason(sentence, facts)


def _dice_rolled(facts: Mapping[str, Any], keywords: Keywords) -> str:
    faces = facts.get("faces", ())
    each = f" ({', '.join(map(str, faces))})" if 1 < len(faces) <= FEW_FACES else ""
    return f"{{by}} rolls {{roll}} for “{{purpose}}”: {{total}}{each}, {{subject}}."


def _day_turned(facts: Mapping[str, Any], keywords: Keywords) -> str:
    days = [str(each["day"]) for each in facts.get("opens", ())]
    opened = f", and the seed of {' and '.join(days)} is published" if days else ""
    return f"{{day}} begins: the seed of its dice is committed{opened}."


def _duty_arose(facts: Mapping[str, Any], keywords: Keywords) -> str:
    who = "{who}" if facts.get("who") else f"any {literal(keywords.admin)}"
    cause = " after {cause}" if facts.get("cause") else ""
    due = f", by {_stamp(facts['due_at'])}" if facts.get("due_at") else ""
    return f"{{subject}} falls on {who}{cause}{due}: “{{text}}” (rule {{rule}})."


def _duty_done(facts: Mapping[str, Any], keywords: Keywords) -> str:
    return "{by} reports {subject} as done" + (": “{note}”." if facts.get("note") else ".")


def _duty_resumed(facts: Mapping[str, Any], keywords: Keywords) -> str:
    return f"{{subject}} rested, and is due by {_stamp(facts.get('due_at', ''))} now."


DAYS: Mapping[str, Sentence] = {
    "duty.arose": _duty_arose,
    "duty.done": _duty_done,
    "duty.overdue": "{subject} is overdue.",
    "duty.resumed": _duty_resumed,
    "day.turned": _day_turned,
    "seed.committed": "Seed {n} of secret dice is committed.",
    "seed.opened": "Seed {n} of secret dice is published: whatever fell by it can be checked.",
    "dice.rolled": _dice_rolled,
}


LOG_WORDS: Mapping[str, Sentence] = {
    "game.founded": "{by} founds the game “{title}”.",
    "hiatus.began": "The game goes into hiatus: {because}.",
    "hiatus.ended": "The hiatus ends: {because}.",
    "agent.announced": "{by} announces eir arrival and asks to be admitted.",
    "agent.withdrew": "{by} takes back eir announcement.",
    "agent.declined": _with_why("{by} turns {name} away"),
    "agent.admitted": _agent_admitted,
    "agent.asked-idle": "{by} asks to go idle.",
    "agent.asked-back": "{by} asks to come back.",
    "agent.idled": _agent_idled,
    "agent.unidled": "{by} brings {subject} back from idleness.",
    "agent.left": "{subject} leaves the game.",
    "agent.removed": "{subject} is removed from the game.",
    "agent.barred": "The game is shut to {subject}.",
    "agent.unbarred": "The game is open to {subject} again.",
    "agent.made-admin": lambda facts, keywords: f"{{subject}} becomes {literal(keywords.a('admin'))}.",
    "agent.unmade-admin": lambda facts, keywords: f"{{subject}} is {literal(keywords.a('admin'))} no longer.",
    "agent.renamed": "{before} is called {subject} from now on.",
    "mastermind.changed": _mastermind_changed,
    **DAYS,
}


def log_sentence(
    kind: str, by: str, data: Facts, keywords: Keywords, words: Mapping[str, Sentence]
) -> tuple[str, bool, str]:
    """An event in words: what stands before its subject, whether the subject stands there, and what follows.

    `words` are the sentences of every package. A kind without one, as a later version may have recorded it, is shown
    as it is.
    """
    template = words.get(kind, "{by}: {kind} {subject}")
    facts = {"by": by, "kind": kind, **data}
    if not isinstance(template, str):
        template = template(facts, keywords)
    before, subject, after = template.partition("{subject}")
    return _fill_facts(before, facts), bool(subject), _fill_facts(after, facts)


def event_text(kind: str, by: str, subject: str, data: Facts, keywords: Keywords, words: Mapping[str, Sentence]) -> str:
    """An event in one sentence, without a link in it."""
    before, has_subject, after = log_sentence(kind, by, data, keywords, words)
    return before + (subject_label(subject, data) if has_subject and subject else "") + after


def _fill_facts(template: str, facts: Facts) -> str:
    # Facts are put in once, so that braces in what people wrote stay as they are; a fact that is not there is a gap.
    return template.format_map(defaultdict(str, {name: _fact_words(name, value) for name, value in facts.items()}))


def _fact_words(name: str, value: Any) -> str:
    return subject_label(str(value), {}) if name == "cause" and value else str(value)


def subject_label(subject: str, data: Facts) -> str:
    """What an event is about: “#12 “Faster””, “Enactment”, “Josh”."""
    kind, _, key = subject.partition(":")
    title = f" “{data['title']}”" if data.get("title") else ""
    if kind == "post":
        return f"#{key}{title}"
    if kind in {"rule", "page"}:
        return title.strip() or f"{kind} {key}"
    if kind == "episode":
        return f"Episode {key}"
    if kind == "dynasty":
        return str(data.get("title") or f"{kind} {key}")
    return str(data.get("name") or f"{kind} {key}")


FEW_FACES = 10  # faces that a sentence tells one by one


def _stamp(moment: object) -> str:
    """A moment of the log as readers see it: “2026-03-14 01:02 UTC”."""
    return f"{str(moment)[:16].replace('T', ' ')} UTC"


def literal(words: object) -> str:
    """Words that stand in a sentence as they are, braces and all."""
    return str(words).replace("{", "{{").replace("}", "}}")


# What an event is about, as a person would type it: “#12”, “rule 5”, or the code that the log itself keeps.

KINDS = ("post", "rule", "agent", "application", "page", "update", "column", "duty", "dynasty")
NUMBERED = re.compile(r"(?:#|(?P<kind>[a-z]+)[:\s]\s*#?)?(?P<number>[0-9]{1,18})", re.IGNORECASE)


def subject_in(words: str, more: Collection[str] = ()) -> str | None:
    """The code of what these words number, such as `post:12` for “#12”, “12” or “post 12”; None for a name.

    `more`: the kinds of subjects that procedures and themes have of their own.
    """
    found = NUMBERED.fullmatch(words.strip())
    kind = (found["kind"] or "post").lower() if found else ""
    return f"{kind}:{int(found['number'])}" if found and (kind in KINDS or kind in more) else None


def typed_subject(subject: str) -> str:
    """A code as `subject_in` reads it, for the eye: “#12”, “rule 5”."""
    kind, _, number = subject.partition(":")
    return f"#{number}" if kind == "post" else f"{kind} {number}"
