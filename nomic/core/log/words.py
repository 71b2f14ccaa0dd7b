"""The log in plain English: a sentence for every kind of event that any package records.

A sentence holds `{subject}` where the page puts the link to what the event is about.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from nomic.core.mechanics.keywords import Keywords
from nomic.core.words_log_days import DAYS, literal
from nomic.core.words_log_dynasties import DYNASTIES

Facts: TypeAlias = Mapping[str, Any]
Sentence: TypeAlias = str | Callable[[Facts, Keywords], str]

# What the log may be sifted by: a name for the address, a label, and the beginnings of the kinds.
GROUPS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "posts": ("Posts and comments", ("post.", "comment.")),
    "votes": ("Votes", ("vote.",)),
    "decisions": ("Decisions", ("proposal.", "cfj.", "dov.", "clerk.")),
    "law": ("The law", ("rule.", "law.")),
    "people": ("People", ("agent.", "mastermind.")),
    "tracker": ("The tracker and its pages", ("tracker.", "column.", "page.")),
    "duties": ("Duties", ("duty.",)),
    "game": ("The game", ("game.", "hiatus.", "dynasty.")),
    "dice": ("Dice and days", ("dice.", "day.", "seed.")),
}
FEW = 3


def _moved(facts: Facts, keywords: Keywords) -> str:
    moved = facts.get("moved", [])
    if len(moved) > FEW:
        return f"The law says something else of {len(moved)} dials and mechanisms."
    return f"The law says something else now: {'; '.join(_move(each) for each in moved)}."


def _move(each: Mapping[str, str | None]) -> str:
    name, was, now = each["name"], literal(each["from"]), literal(each["to"])
    if each["to"] is None:
        return f"{name} is gone (it was “{was}”)"
    return f"{name} is there, “{now}”" if each["from"] is None else f"{name} from “{was}” to “{now}”"


def _crowned(facts: Facts, keywords: Keywords) -> str:
    if facts.get("name"):
        return f"{{subject}} is the {literal(keywords.mastermind)}."
    return f"There is no {literal(keywords.mastermind)} any more."


def _admitted(facts: Facts, keywords: Keywords) -> str:
    if facts["by"] == facts.get("name"):
        return "{subject} takes the first place on the roster."
    return "{by} admits {subject}."


def _idled(facts: Facts, keywords: Keywords) -> str:
    if facts.get("because"):
        return "{by} idles {subject}: {because}."
    return "{by} idles {subject}, " + ("at eir request." if facts.get("asked") else "after long silence.")


def with_reason(sentence: str, facts: Facts) -> str:
    """A sentence without its full stop, and the reason that somebody gave, if e did; one stop at the end is enough."""
    why = str(facts.get("why") or "")
    return sentence + (": “{why}”" if why else "") + ("" if why.endswith((".", "!", "?", "…")) else ".")


def _said_why(sentence: str) -> Sentence:
    return lambda facts, keywords: with_reason(sentence, facts)


def _ruled(sentence: str) -> Sentence:
    """A finding, with the rule that it rests on."""
    return lambda facts, keywords: (
        with_reason(sentence + (" under {citation}" if facts.get("citation") else ""), facts)
    )


def _rule(deed: str) -> Sentence:
    """What a change list did to a rule, and how its text was put together."""

    def sentence(facts: Facts, keywords: Keywords) -> str:
        how = ", merged by hand" if facts.get("resolved") else ", merged" if facts.get("merged") else ""
        return f"{{cause}} {deed} {{subject}}{how}."

    return sentence


def _enacted(facts: Facts, keywords: Keywords) -> str:
    """Also what whoever enacted it settled emself: declared to do nothing, or written together by hand."""
    by_hand = facts.get("by_hand") or {}
    settled = [
        f"{_changes(places)} {how}"
        for places, how in (
            (by_hand.get("skipped", ()), "declared to do nothing"),
            (by_hand.get("resolutions", ()), "written by hand"),
        )
        if places
    ]
    return "{by} enacts {subject}" + "".join(f", {each}" for each in settled) + "."


def _changes(places: Iterable[int | str]) -> str:
    """“change 2”, “changes 2 and 4”: places are counted from 0, changes from 1."""
    *others, last = (str(place + 1) for place in sorted(map(int, places)))
    return f"changes {', '.join(others)} and {last}" if others else f"change {last}"


LOG_WORDS: Mapping[str, Sentence] = {
    "game.founded": "{by} founds the game “{title}”.",
    "hiatus.began": "The game goes into hiatus: {because}.",
    "hiatus.ended": "The hiatus ends: {because}.",
    "law.laid-down": "The starter law is laid down: {rules} rules.",
    "law.changed": _moved,
    "rule.enacted": _rule("enacts"),
    "rule.amended": _rule("amends"),
    "rule.renamed": _rule("renames"),
    "rule.moved": _rule("moves"),
    "rule.repealed": _rule("repeals"),
    "rule.corrected": "{by} corrects a slip in {subject}.",
    "rule.reworded": "{cause} rewords {subject} in the keywords of the new Dynasty.",
    "rule.reversed": "{by} puts back what was corrected in {subject}.",
    "rule.found-void": "{by} finds {subject} void: it bars its own change or repeal.",
    "agent.announced": "{by} announces eir arrival and asks to be admitted.",
    "agent.withdrew": "{by} takes back eir announcement.",
    "agent.declined": _said_why("{by} turns {name} away"),
    "agent.admitted": _admitted,
    "agent.asked-idle": "{by} asks to go idle.",
    "agent.asked-back": "{by} asks to come back.",
    "agent.idled": _idled,
    "agent.unidled": "{by} brings {subject} back from idleness.",
    "agent.left": "{subject} leaves the game.",
    "agent.removed": "{subject} is removed from the game.",
    "agent.barred": "The game is shut to {subject}.",
    "agent.unbarred": "The game is open to {subject} again.",
    "agent.made-admin": lambda facts, keywords: f"{{subject}} becomes {literal(keywords.a('admin'))}.",
    "agent.unmade-admin": lambda facts, keywords: f"{{subject}} is {literal(keywords.a('admin'))} no longer.",
    "agent.renamed": "{before} is called {subject} from now on.",
    "mastermind.changed": _crowned,
    "post.made": "{by} posts {subject}.",
    "post.edited": "{by} edits {subject}: version {version}.",
    "post.owned": "{by} tells that {subject} is eirs.",
    "post.withdrawn": "{by} withdraws {subject}.",
    "post.marked-illegal": _ruled("{by} marks {subject} as illegal"),
    "post.reopened": _ruled("{by} opens {subject} again"),
    "post.noted": "{by} notes on {subject}: “{text}”.",
    "comment.made": "{by} comments on {subject}.",
    "vote.cast": "{by} votes {vote} on {subject}.",
    "proposal.opened": "{subject} is open for voting.",
    "proposal.enacted": _enacted,
    "proposal.failed": "{by} fails {subject}.",
    "clerk.stumbled": "The Clerk cannot resolve {subject}, for a fault of the server; it waits for somebody to act.",
    "cfj.opened": "{subject} is open for judgment.",
    "cfj.passed": "{by} passes the Call for Judgment {subject}.",
    "cfj.failed": "{by} fails the Call for Judgment {subject}.",
    "dov.opened": "{by} declares victory: {subject}.",
    "dov.passed": "{by} passes the Declaration of Victory {subject}.",
    "dov.failed": "{by} fails the Declaration of Victory {subject}.",
    **DYNASTIES,
    **DAYS,
}


def log_sentence(
    kind: str, by: str, data: Facts, keywords: Keywords, words: Mapping[str, Sentence] = LOG_WORDS
) -> tuple[str, bool, str]:
    """An event in words: what stands before its subject, whether the subject stands there, and what follows.

    `words` are the sentences of every package, where there are more than the core's. A kind without one, as a later
    version may have recorded it, is shown as it is.
    """
    template = words.get(kind, "{by}: {kind} {subject}")
    facts = {"by": by, "kind": kind, **data}
    if not isinstance(template, str):
        template = template(facts, keywords)
    before, subject, after = template.partition("{subject}")
    return _filled(before, facts), bool(subject), _filled(after, facts)


def told(
    kind: str, by: str, subject: str, data: Facts, keywords: Keywords, words: Mapping[str, Sentence] = LOG_WORDS
) -> str:
    """An event in one sentence, without a link in it."""
    before, has_subject, after = log_sentence(kind, by, data, keywords, words)
    return before + (subject_label(subject, data) if has_subject and subject else "") + after


def _filled(template: str, facts: Facts) -> str:
    # Facts are put in once, so that braces in what people wrote stay as they are; a fact that is not there is a gap.
    return template.format_map(defaultdict(str, {name: _shown(name, value) for name, value in facts.items()}))


def _shown(name: str, value: Any) -> str:
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
