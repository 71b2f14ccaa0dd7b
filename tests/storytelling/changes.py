"""The lines under a Proposal: its change list, in words. Each phrase adds one change in its JSON form."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from tests.storytelling.phrases import CHANGES, Line
from tests.storytelling.stage import Stage

SENTENCE = re.compile(r"\S.*?[.!?](?=\s|$)")
HARMLESS = {
    "kind": "enact",
    "section": "dynastic",
    "title": "Nothing in Particular",
    "text": "This says nothing in particular.",
}


def change_list(stage: Stage, line: Line) -> list[dict[str, Any]]:
    """The changes written under a line. A silenced Proposal changes nothing in particular instead."""
    if line.under and stage.next_number in stage.silenced:
        return [HARMLESS]
    stage.changes = []
    for _, text in line.under:
        found = CHANGES.find(text)
        assert found is not None, text
        found[0].does(stage, line, found[1])
    return stage.changes


def carrier_of(stage: Stage, name: str) -> str:
    """The title of the rule that carries a dial or mechanism."""
    for rule in stage.table.rules():
        if f"(dial:{name})" in rule.text or f"(mechanism:{name})" in rule.text:
            return rule.title
    raise AssertionError(f"no rule carries {name}")


def sentence_on(stage: Stage, name: str) -> tuple[str, str]:
    """The rule that carries a dial or mechanism, and the sentence of it that does."""
    for rule in stage.table.rules():
        for kind in ("dial", "mechanism"):
            for sentence in SENTENCE.findall(rule.text):
                if f"({kind}:{name})" in sentence:
                    return rule.title, sentence
    raise AssertionError(f"no sentence carries {name}")


@CHANGES.phrase("amends {rule}: {old} -> {new}")
def amends(stage: Stage, line: Line, words: Mapping[str, str]) -> None:
    stage.changes.append(stage.table.amend(words["rule"], words["old"], words["new"]))


@CHANGES.phrase("rewrites {rule}: {text}")
def rewrites(stage: Stage, line: Line, words: Mapping[str, str]) -> None:
    rule = stage.table.rule(words["rule"])
    stage.changes.append({"kind": "amend", "rule": rule.id, "base": rule.text, "text": words["text"]})


@CHANGES.phrase("adds to {rule}: {text}")
def adds(stage: Stage, line: Line, words: Mapping[str, str]) -> None:
    rule = stage.table.rule(words["rule"])
    text = f"{rule.text}\n\n{words['text']}"
    stage.changes.append({"kind": "amend", "rule": rule.id, "base": rule.text, "text": text})


@CHANGES.phrase("sets {name}: {old} -> {new}")
def sets(stage: Stage, line: Line, words: Mapping[str, str]) -> None:
    """Amend the words of one dial, wherever it stands."""
    title = carrier_of(stage, words["name"])
    target = f"](dial:{words['name']})"
    stage.changes.append(stage.table.amend(title, f"[{words['old']}{target}", f"[{words['new']}{target}"))


@CHANGES.phrase("repeals the sentence on {name}")
def repeals_sentence(stage: Stage, line: Line, words: Mapping[str, str]) -> None:
    title, sentence = sentence_on(stage, words["name"])
    stage.changes.append(stage.table.amend(title, sentence, ""))


@CHANGES.phrase("repeals {rule}")
def repeals(stage: Stage, line: Line, words: Mapping[str, str]) -> None:
    stage.changes.append(stage.table.repeal(words["rule"]))


@CHANGES.phrase("finds {rule} void")
def finds_void(stage: Stage, line: Line, words: Mapping[str, str]) -> None:
    stage.changes.append({"kind": "find-void", "rule": stage.table.rule(words["rule"]).id})


@CHANGES.phrase("enacts rule {title} in {section}: {text}")
def enacts_rule(stage: Stage, line: Line, words: Mapping[str, str]) -> None:
    title, text, section = words["title"], words["text"], words["section"]
    stage.changes.append({"kind": "enact", "section": section, "title": title, "text": text})


@CHANGES.phrase("renames rule {rule} to {title}")
def renames_rule(stage: Stage, line: Line, words: Mapping[str, str]) -> None:
    rule = stage.table.rule(words["rule"])
    stage.changes.append({"kind": "rename", "rule": rule.id, "title": words["title"]})


@CHANGES.phrase("moves rule {rule} to {section}")
def moves_rule(stage: Stage, line: Line, words: Mapping[str, str]) -> None:
    rule = stage.table.rule(words["rule"])
    stage.changes.append({"kind": "move", "rule": rule.id, "section": words["section"]})


@CHANGES.phrase("makes {whom} an Admin")
def makes_admin(stage: Stage, line: Line, words: Mapping[str, str]) -> None:
    stage.changes.append({"kind": "make-admin", "agent": stage.agent_id(words["whom"])})


@CHANGES.phrase("makes {whom} no Admin")
def unmakes_admin(stage: Stage, line: Line, words: Mapping[str, str]) -> None:
    stage.changes.append({"kind": "remove-admin", "agent": stage.agent_id(words["whom"])})


@CHANGES.phrase("renames {whom} to {new}")
def renames_agent(stage: Stage, line: Line, words: Mapping[str, str]) -> None:
    stage.changes.append({"kind": "rename-agent", "agent": stage.agent_id(words["whom"]), "name": words["new"]})


@CHANGES.phrase("removes {whom} from the game")
def removes_agent(stage: Stage, line: Line, words: Mapping[str, str]) -> None:
    stage.changes.append({"kind": "remove-agent", "agent": stage.agent_id(words["whom"])})


@CHANGES.phrase("bars {whom} from the game")
def bars_agent(stage: Stage, line: Line, words: Mapping[str, str]) -> None:
    stage.changes.append({"kind": "bar-agent", "agent": stage.agent_id(words["whom"])})


@CHANGES.phrase("opens the game to {whom} again")
def unbars_agent(stage: Stage, line: Line, words: Mapping[str, str]) -> None:
    stage.changes.append({"kind": "unbar-agent", "agent": stage.agent_id(words["whom"])})
