"""Views carry forms out by `run_form`: what an action does not understand or refuses is caught there alone."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("nomic", "rulesets", "proposals", "dynasties")
CAUGHT = {"Invalid", "Refused"}
# A claim that nobody made has no page; a decision in the Senate is judged by its mechanics before it is a form; and a
# cell that somebody else changed meanwhile is merged.
EXCEPTIONS = {"accept_claim", "refuse_claim", "take_decision", "_update_done"}


def test_views_leave_it_to_the_form_runner_what_cannot_be_done() -> None:
    found = {
        function.name
        for package in PACKAGES
        for path in (ROOT / package).rglob("views*.py")
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.ExceptHandler) and node.type and CAUGHT & {*_names(node.type)}
    }

    assert found == EXCEPTIONS


def _names(node: ast.AST) -> list[str]:
    return [each.id for each in ast.walk(node) if isinstance(each, ast.Name)]
