"""Nothing asks which kind of matter, or which category of posts, something is: it asks the record what that kind does.

Counted by syntax, in the product outside the records themselves.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from proposals import kinds

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("nomic", "rulesets", "proposals", "dynasties")
RECORDS = ROOT / "proposals" / "kinds"
NAMES = frozenset({"PROPOSAL", "CALL", "DECLARATION", "PLAIN", "ADDRESS", "MOTION"})


def comparisons(tree: ast.AST) -> Iterator[str]:
    """Comparisons with the name of a record, or with a code of one, whole or in a collection; and matching on one."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and any(_names_a_kind(each) for each in (node.left, *node.comparators)):
            yield ast.unparse(node)
        if isinstance(node, ast.MatchValue) and _names_a_kind(node.value):
            yield ast.unparse(node.value)


def _names_a_kind(node: ast.expr) -> bool:
    if isinstance(node, ast.Constant):
        return node.value in kinds.CATEGORIES
    if isinstance(node, ast.Name):
        return node.id in NAMES
    if isinstance(node, ast.Attribute):
        return node.attr in NAMES or _names_a_kind(node.value)
    if isinstance(node, ast.Tuple | ast.Set | ast.List):
        return any(map(_names_a_kind, node.elts))
    return False


def sources() -> Iterator[Path]:
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            if RECORDS not in path.parents and "migrations" not in path.parts:
                yield path


@pytest.mark.parametrize(
    "code",
    [
        "kind is PROPOSAL",
        "facts.kind is not kinds.CALL",
        "entry.category == DECLARATION.code",
        "post.category == 'cfj'",
        "category in ('dov', 'plain')",
        "Kind.PROPOSAL != kind",
        "match kind:\n    case 'motion':\n        pass",
    ],
)
def test_the_count_sees_every_way_to_compare(code: str) -> None:
    assert len(list(comparisons(ast.parse(code)))) == 1


def test_nothing_compares_kinds_or_categories() -> None:
    found = {str(path.relative_to(ROOT)): list(comparisons(ast.parse(path.read_text()))) for path in sources()}

    assert {path: lines for path, lines in found.items() if lines} == {}
