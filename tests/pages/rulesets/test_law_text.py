"""The text of a rule as HTML: what is shown as obeyed is obeyed, and nothing in it can harm a reader."""

from __future__ import annotations

import re
from html import unescape

import pytest

from rulesets.templatetags.law_text import render_law_text
from rulesets.text.rules_folding import MarkedText

DIALS = "/g/x/dials/"


def html(text: str, marks: MarkedText | None = None, under: int = 3) -> str:
    return render_law_text(text, marks or MarkedText(), DIALS, under)


def test_a_dial_leads_to_its_entry_and_says_its_name() -> None:
    found = html("after [48 hours](dial:enactment.timeout)")

    assert re.search(r'<a [^>]*class="dial"[^>]*>48 hours</a>', found)
    assert 'href="/g/x/dials/#enactment.timeout"' in found
    assert 'title="dial enactment.timeout"' in found


def test_a_mechanism_is_a_marked_phrase() -> None:
    found = html("may [vote](mechanism:voting.votes)")

    assert '<span class="mechanism" title="mechanism voting.votes">vote</span>' in found


@pytest.mark.parametrize(
    "text",
    [
        "*after [48 hours](dial:enactment.timeout)*",
        "[*48* hours](dial:enactment.timeout)",
        "_x [48 hours](DIAL:enactment.timeout)_",
    ],
)
def test_a_dial_in_italics_is_shown_inert(text: str) -> None:
    assert "dial--inert" in html(text)


def test_everything_in_a_void_rule_is_shown_inert() -> None:
    found = html("[2](dial:proposals.daily_limit) [vote](mechanism:voting.votes)", MarkedText(void=True))

    assert "dial--inert" in found
    assert "mechanism--off" in found


def test_only_the_losing_passage_is_shown_inert() -> None:
    losing = MarkedText(losing=frozenset({("enactment.timeout", "3 days")}))

    found = html("[48 hours](dial:enactment.timeout) [3 days](dial:enactment.timeout)", losing)

    assert re.findall(r'class="(dial[^"]*)"', found) == ["dial", "dial dial--inert"]


def test_code_is_no_dial() -> None:
    assert "dial" not in html("`[48 hours](dial:x)`").replace("dial:x", "")


def test_a_dial_that_nobody_knows_leads_nowhere() -> None:
    found = html("[2](dial:no.such)", MarkedText(unread=frozenset({("no.such", "2")}), unknown=frozenset({"no.such"})))

    assert "<a" not in found
    assert "dial--inert" in found


def test_headings_stand_below_the_rules_own_without_a_gap() -> None:
    found = html("### Deep\n\n# High\n\n### Deep again\n\n###### Deepest")

    assert re.findall(r"<(h\d)>", found) == ["h4", "h4", "h5", "h6"]
    assert re.findall(r"<(h\d)>", html("# One", under=1)) == ["h2"]


HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "![x](https://elsewhere.test/pixel.png)",
    '[x](https://example.org/ "a\\" onclick=\\"alert(1)")',
    '[2](dial:a"onmouseover=alert(1))',
    '[2](<dial:a b\\" onmouseover=alert(1)>)',
    "<a href='javascript:alert(1)'>x</a>",
    "<style>*{display:none}</style>",
    "```html\n<script>alert(1)</script>\n```",
    '<div id="main" class="button">x</div>',
]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_harmless(text: str) -> None:
    found = html(text)

    tags = re.findall(r"<(\w+)((?:\s+[\w-]+=\"[^\"]*\")*)\s*/?>", found)
    assert {name for name, _ in tags} <= {"p", "a", "span", "pre", "code"}
    attributes = [each for _, some in tags for each in re.findall(r'([\w-]+)="([^"]*)"', some)]
    assert {name for name, _ in attributes} <= {"href", "title", "class", "rel"}
    assert all(value.startswith(("https://", DIALS)) for name, value in attributes if name == "href")
    # What is not one of our tags is words.
    assert "<" not in re.sub(r"</?(?:p|a|span|pre|code)\b(?:\s+[\w-]+=\"[^\"]*\")*>", "", found)


def test_what_is_too_much_to_read_is_shown_as_written() -> None:
    found = html("[" * 3000 + "<b>")

    assert found.startswith("<pre>")
    assert unescape(found.removeprefix("<pre>").removesuffix("</pre>")) == "[" * 3000 + "<b>"


def test_more_dials_than_a_rule_may_carry_are_shown_as_written() -> None:
    assert html("[2](dial:x) " * 300).startswith("<pre>")
