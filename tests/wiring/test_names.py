"""The house's own lint: what things are called, and that no check is waved through without a reason."""

from __future__ import annotations

import ast
import re
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
APP = ("nomic/", "rulesets/", "proposals/", "dynasties/")

DEFINITION = re.compile(r"^[ ]*(?:async )?def (\w+)\(", re.MULTILINE)
CLASS = re.compile(r"^[ ]*class (\w+)\b", re.MULTILINE)
PRAGMA = re.compile(r"#\s*(?:type:\s*ignore|noqa)\b")
PRAGMA_WITH_REASON = re.compile(r"# (?:type: ignore\[[a-z, -]+\]  #|noqa: [A-Z]+[0-9]+ --?) \w+")
FORMAT_PRAGMA = re.compile(r"#\s*fmt:\s*(?:skip|off)\b")
MOST_FORMAT_PRAGMAS = 20
MOST_EXPORTED = 40
MOST_PARAMETERS = 6

# Those in -ed and -ing by their ends, the rest by name; verbs that are spelled like their participles are among them.
PARTICIPLE = re.compile(
    r"[a-z]+(?:ed|ing)|"
    r"begun|bent|bidden|borne|bought|bound|broken|brought|built|burnt|caught|chosen|come|cost|cut|dealt|done|"
    r"drawn|driven|dug|eaten|fallen|fed|felt|forgiven|forgotten|fought|found|frozen|given|gone|gotten|grown|"
    r"heard|held|hidden|hit|hurt|kept|known|laid|lain|led|left|lent|let|lost|made|meant|met|overdue|owed|paid|"
    r"proven|put|quit|read|ridden|risen|run|rung|said|seen|sent|set|shaken|shown|shut|slain|sold|sought|spent|"
    r"split|spoken|spread|stolen|stood|struck|stuck|sung|sunk|sworn|swung|taken|taught|thought|thrown|told|"
    r"torn|understood|undone|unnoticed|withdrawn|won|worn|wound|woven|written"
)
LIKE_PARTICIPLES = {
    "ending": "a noun: how a mission ended",
    "ring": "a noun: a line that ends where it begins",
    "seed": "a noun: what dice follow from",
    "set": "Django's own name for what every cache does",
    "standing": "a noun: how something stands",
    "string": "a noun: what text is in JSON",
    "warning": "a noun: what a page warns of",
}
CLASSES_OF_ONE_NAME = {
    "Command": "Django's own name for each command",
    "Meta": "Django's own name for the options of a model or a form",
    "Decision": "what a rule answers; and a senator's in a round, a table of that name",
    "Refused": "what no rule allows; and the same for programs, in the client that people copy and its documents name",
    "Seat": "a table of that name; and the same for programs, in the client that people copy and its documents name",
}


@cache
def code() -> dict[str, str]:
    """What is tracked of Python but for migrations, by path."""
    listed = subprocess.run(["git", "ls-files", "*.py"], cwd=ROOT, capture_output=True, text=True, check=True)
    return {path: (ROOT / path).read_text() for path in listed.stdout.split() if "/migrations/" not in path}


def names(pattern: re.Pattern[str], *folders: str) -> Iterator[tuple[str, str]]:
    """Every name that is defined under the folders, with its path."""
    for path, text in code().items():
        if path.startswith(folders):
            yield from ((name, path) for name in pattern.findall(text))


def is_bare_participle(name: str) -> bool:
    """Whether a name is one word, and a participle: `kept` is, and neither `is_kept` nor `kept_rows`."""
    word = name.strip("_")
    return PARTICIPLE.fullmatch(word) is not None and word not in LIKE_PARTICIPLES


def parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    """Those with names of their own, but for the first one of a method."""
    given = function.args
    names = [each.arg for each in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
    return names[1:] if names[:1] in (["self"], ["cls"]) else names


@pytest.mark.parametrize(("name", "expected"), [("kept", True), ("_making", True), ("is_kept", False), ("seed", False)])
def test_a_bare_participle_is_known(name: str, expected: bool) -> None:
    assert is_bare_participle(name) is expected


def test_a_function_is_named_by_what_it_does_or_answers() -> None:
    assert [each for each in names(DEFINITION, *APP, "tools/") if is_bare_participle(each[0])] == []


def test_a_function_that_is_told_many_things_takes_a_record_of_them() -> None:
    functions = (
        (path, node)
        for path, text in code().items()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    )

    assert [f"{path}: {node.name}" for path, node in functions if len(parameters(node)) > MOST_PARAMETERS] == []


def test_a_class_name_stands_for_one_thing() -> None:
    homes: dict[str, set[str]] = defaultdict(set)
    for name, path in names(CLASS, *APP):
        homes[name].add(path)

    assert {name for name, paths in homes.items() if len(paths) > 1} == CLASSES_OF_ONE_NAME.keys()


def test_no_module_is_a_drawer_for_whatever_is_left() -> None:
    assert [path for path in code() if re.search(r"(?:^|/|_)(?:utils?|helpers?|misc|common)(?:/|\.py$)", path)] == []


def test_a_check_is_waved_through_only_for_a_reason() -> None:
    lines = ((path, line.strip()) for path, text in code().items() if PRAGMA.search(text) for line in text.splitlines())
    waved = [(path, line) for path, line in lines if PRAGMA.search(line) and path != "tests/wiring/test_names.py"]

    assert waved
    assert [each for each in waved if not PRAGMA_WITH_REASON.search(each[1])] == []


def test_what_the_formatter_does_is_left_as_it_is() -> None:
    assert sum(len(FORMAT_PRAGMA.findall(text)) for text in code().values()) <= MOST_FORMAT_PRAGMAS


def test_no_long_list_of_exports_is_kept_by_hand() -> None:
    exported = {
        path: len(ast.literal_eval(node.value))
        for path, text in code().items()
        if "\n__all__ = " in text
        for node in ast.parse(text).body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "__all__"
    }

    assert exported
    assert {path for path, count in exported.items() if count > MOST_EXPORTED} == set()
