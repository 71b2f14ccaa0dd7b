"""The tracker in the language of the stories: columns, changes of cells, undoing, and who sees what."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from dynasties.tracker import queries as tracker_queries, queries_updates as tracker_queries_updates
from dynasties.tracker.rules import Held
from tests.storytelling.phrases import ACTS, CHANGES, EXPECTATIONS, Line
from tests.storytelling.stage import Stage

Words = Mapping[str, str]
NUMBER = re.compile(r"a number(?: from (-?\d+))?(?: to (-?\d+))?")


def column_facts(words: Words) -> dict[str, Any]:
    """What a column is, in the JSON form of `make-column`, less its name."""
    holds, rest = words["holds"], {"scope": words.get("scope", "agent"), "secret": "secret" in words.get("hushed", "")}
    if "standard" in words:
        rest["standard"] = words["standard"]
    if bounds := NUMBER.fullmatch(holds):
        least, most = (int(each) if each else None for each in bounds.groups())
        return rest | {"column_kind": "number", "least": least, "most": most}
    if holds.startswith("one of "):
        return rest | {"column_kind": "choice", "choices": holds.removeprefix("one of ").split(" or ")}
    return rest | {"column_kind": "switch" if holds == "yes or no" else "text"}


@ACTS.phrase("the tracker has {column}, {holds}[, {standard} to begin with][, {hushed}], carried by {rule}")
def has_column(stage: Stage, line: Line, words: Words) -> None:
    facts = column_facts(words)
    stage.table.column(words["column"], words["rule"], facts.pop("column_kind"), **facts)


@ACTS.phrase("the tracker has {column} of the game, {holds}, carried by {rule}")
def has_column_of_the_game(stage: Stage, line: Line, words: Words) -> None:
    facts = column_facts({**words, "scope": "game"})
    stage.table.column(words["column"], words["rule"], facts.pop("column_kind"), **facts)


def _change(stage: Stage, words: Words, op: str, value: Held, base: int | None = None, **more: Any) -> None:
    cell = stage.table.cell(words["column"], _whose(words), op, value, base)
    stage.table.update(words["who"], cell, **more)


def _whose(words: Words) -> str | None:
    whose = words.get("whose", words.get("whom", words.get("who")))
    return None if whose == "the game" else whose


@ACTS.phrase("{who} updates {column} of {whose} to {held}[ by rule {rule}]")
def updates_cell(stage: Stage, line: Line, words: Words) -> None:
    rule_id = stage.table.rule(words["rule"]).id if "rule" in words else None
    _change(stage, words, "set", words["held"], rule_id=rule_id)


@ACTS.phrase("{who} updates {column} of {whose} to {held} over change {number}")
def updates_seen(stage: Stage, line: Line, words: Words) -> None:
    """As from a form that was opened when the cell had been changed so often: 0 is never."""
    _change(stage, words, "set", words["held"], int(words["number"]))


@ACTS.phrase("{who} adds {number} to {column} of {whose}[ over change {made}]")
def adds_to_cell(stage: Stage, line: Line, words: Words) -> None:
    _change(stage, words, "gain", words["number"], int(words["made"]) if "made" in words else None)


@ACTS.phrase("{who} takes {number} from {column} of {whose}[ over change {made}]")
def takes_from_cell(stage: Stage, line: Line, words: Words) -> None:
    _change(stage, words, "lose", words["number"], int(words["made"]) if "made" in words else None)


@ACTS.phrase("{who} spends {number} {column}")
def spends(stage: Stage, line: Line, words: Words) -> None:
    _change(stage, words, "spend", words["number"])


@ACTS.phrase("{who} writes {text} in the tracker[ as part of {act}]")
def writes(stage: Stage, line: Line, words: Words) -> None:
    stage.table.update(words["who"], comment=words["text"], act=words.get("act", ""))


@ACTS.phrase("{who} undoes update {number}, which broke {rule}")
def undoes(stage: Stage, line: Line, words: Words) -> None:
    stage.table.undo(words["who"], int(words["number"]), words["rule"])


# -- under a Proposal --------------------------------------------------------------------------------


@CHANGES.phrase("makes column {column}, {holds}[, {standard} to begin with][, {hushed}], carried by {rule}")
def makes_column(stage: Stage, line: Line, words: Words) -> None:
    known = next((rule.id for rule in stage.table.rules() if rule.title == words["rule"]), words["rule"])
    stage.changes.append({"kind": "make-column", "name": words["column"], "rule": known, **column_facts(words)})


@CHANGES.phrase("drops column {column}")
def drops_column(stage: Stage, line: Line, words: Words) -> None:
    stage.changes.append({"kind": "drop-column", "column": words["column"]})


@CHANGES.phrase("{deed} {column} of {whose}: {held}")
def sets_value(stage: Stage, line: Line, words: Words) -> None:
    ops = {"sets": "set", "raises": "gain", "lowers": "lose", "spends": "spend"}
    whose = None if words["whose"] == "the game" else words["whose"]
    agent = "all" if whose == "all" else stage.agent_id(whose) if whose else None
    change = {"kind": "set-value", "column": words["column"], "agent": agent, "op": ops[words["deed"]]}
    stage.changes.append({**change, "value": words["held"]})


# -- expectations ------------------------------------------------------------------------------------


@EXPECTATIONS.phrase("expect {column} of {whose} is {held}")
def expect_held(stage: Stage, line: Line, words: Words) -> None:
    """As one sees it who sees it: its own Agent where it is secret."""
    whose = _whose(words)
    number = stage.table.column_number(words["column"])
    found = next(each for each in tracker_queries.live_columns(stage.table.made.pk) if each.number == number)
    held = stage.table.held(words["column"], whose, whose)
    words_for: dict[Held, str] = {None: "nothing", True: "yes", False: "no"}
    told = str(held) if _is_number(held) else words_for.get(held, str(held))
    assert told == words["held"], f"{found.name} is {told}"


def _is_number(held: Held) -> bool:
    return isinstance(held, int) and not isinstance(held, bool)


@EXPECTATIONS.phrase("expect {who} sees {column} of {whose}")
def expect_seen(stage: Stage, line: Line, words: Words) -> None:
    assert not _hidden(stage, words), "it is hidden"


@EXPECTATIONS.phrase("expect {who} does not see {column} of {whose}")
def expect_hidden(stage: Stage, line: Line, words: Words) -> None:
    assert _hidden(stage, words), "it is seen"


def _hidden(stage: Stage, words: Words) -> bool:
    try:
        stage.table.held(words["column"], _whose(words), words["who"])
    except PermissionError:
        return True
    return False


@EXPECTATIONS.phrase("expect no column {column}")
def expect_no_column(stage: Stage, line: Line, words: Words) -> None:
    assert words["column"] not in [each.name for each in tracker_queries.live_columns(stage.table.made.pk)], (
        "it is there"
    )


@EXPECTATIONS.phrase("expect update {number} undone")
def expect_undone(stage: Stage, line: Line, words: Words) -> None:
    assert _undone(stage, words), "it stands"


@EXPECTATIONS.phrase("expect update {number} stands")
def expect_standing(stage: Stage, line: Line, words: Words) -> None:
    assert not _undone(stage, words), "it is undone"


def _undone(stage: Stage, words: Words) -> bool:
    act = tracker_queries_updates.get_update(stage.table.game, int(words["number"]))
    assert act is not None, "no such update"
    return tracker_queries_updates.stands_undone(act)


@EXPECTATIONS.phrase("expect {number} updates")
def expect_updates(stage: Stage, line: Line, words: Words) -> None:
    """How many of them the log tells."""
    found = tracker_queries_updates.visible_updates(stage.table.game).count()
    assert found == int(words["number"]), found
