"""What the documents for developers name is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = ("README.md", "CONTRIBUTING.md", "docs/ARCHITECTURE.md", "docs/STYLE.md")
NAMED_PATH = re.compile(r"`((?:nomic|rulesets|proposals|dynasties|templates|static|tests|tools|docs)/[\w./-]*\w)/?`")
LINK = re.compile(r"\]\((?!\w+:|#)([^)#\s]+)(?:#[\w-]*)?\)")
ANCHOR = re.compile(r"\]\(#([\w-]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_each_file_that_a_document_names_is_there(document: str) -> None:
    text = (ROOT / document).read_text("utf-8")
    linked = {(ROOT / document).parent / link for link in LINK.findall(text)}

    assert [path for path in NAMED_PATH.findall(text) if not (ROOT / path).exists()] == []
    assert [path for path in linked if not path.exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_each_place_that_a_document_leads_to_is_in_it(document: str) -> None:
    text = (ROOT / document).read_text("utf-8")
    places = {heading.lower().replace(" ", "-") for heading in HEADING.findall(text)}

    assert set(ANCHOR.findall(text)) <= places
