"""Where a narrow window shows a table as cards, some browsers take it for none: its parts say what they are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# The classes of which a style changes how parts of a table are laid out.
LAID_OUT_ANEW = {"table--cards", "votes", "table--territories"}
TABLE = re.compile(r'<table class="([^"]*)".*?</table>', re.DOTALL)
PART = re.compile(r"<(table|thead|tbody|tr|th|td)\b([^>]*)>")
ROLES = {"table": "table", "thead": "rowgroup", "tbody": "rowgroup", "tr": "row", "td": "cell"}


def tables() -> dict[str, str]:
    """The tables of all templates that are laid out anew, by where each stands."""
    found = {}
    for package in ("templates", "proposals", "dynasties"):
        for path in sorted((ROOT / package).rglob("*.html")):
            text = path.read_text("utf-8")
            for each in TABLE.finditer(text):
                if LAID_OUT_ANEW & set(each[1].split()):
                    found[f"{path.relative_to(ROOT)}:{text.count(chr(10), 0, each.start()) + 1}"] = each[0]
    return found


TABLES = tables()


@pytest.mark.parametrize("where", TABLES)
def test_every_part_of_a_table_that_may_be_laid_out_anew_has_its_role(where: str) -> None:
    for name, said in PART.findall(TABLES[where]):
        role = ROLES.get(name) or ("rowheader" if 'scope="row"' in said else "columnheader")
        assert f'role="{role}"' in said, f"<{name}{said}>"


def test_each_of_these_classes_is_on_some_table() -> None:
    heads = " ".join(each.partition(">")[0] for each in TABLES.values())
    assert {name for name in LAID_OUT_ANEW if name in heads} == LAID_OUT_ANEW
