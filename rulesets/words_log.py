"""Sentences of the log for what becomes of the law and its rules."""

from __future__ import annotations

from collections.abc import Mapping

from nomic.core.language.rules import Keywords
from nomic.core.log.words import Facts, Sentence, literal

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
