"""What people write, as HTML: it does what it should, and no harm."""

from __future__ import annotations

import re
import time

import pytest

from nomic.core.templatetags.nomic_markdown import MOST_COSTLY, NESTED, markdown, plain

HARM = re.compile(
    r"<script|<img|<iframe|<style|<svg|<[^>]+\s(on\w+|style)=|href=.?(javascript|data|vbscript):", re.IGNORECASE
)
HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "![a picture](https://example.org/pixel.png)",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt&colon;alert(1))",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "[x](vbscript:x)",
    "<javascript:alert(1)>",
    "[x]: javascript:alert(1)\n\n[x]",
    "<svg/onload=alert(1)>",
    '<a href="https://example.org" onclick="x()" style="position:fixed">x</a>',
    "```<script>\nx\n```",
]
HEAVY = [
    "[" * 10_000,
    "[a](" * 10_000,
    "*a " * 16_000,
    "> " * 20_000,
    "- " * 20_000,
    "`a``" * 12_000,
    "<a " * 15_000,
    "~~a " * 12_000,
    "|" * 20_000 + "\n" + "|-" * 10_000,
    "[a]: b\n" * 7_000,
]


@pytest.mark.parametrize("typed", HOSTILE)
def test_hostile_text_becomes_harmless(typed: str) -> None:
    shown = markdown(typed)

    assert not HARM.search(shown)


@pytest.mark.parametrize("typed", HEAVY, ids=lambda text: text[:6])
def test_heavy_text_is_shown_within_a_second(typed: str) -> None:
    before = time.perf_counter()

    markdown(typed)

    assert time.perf_counter() - before < 1


def test_text_with_one_sign_too_many_is_shown_as_typed() -> None:
    fits, too_much = "*a* " * (MOST_COSTLY // 2), "*a* " * (MOST_COSTLY // 2) + "_"

    shown = markdown(fits), markdown(too_much)

    assert shown[0].startswith("<p><em>")
    assert shown[1].startswith("<pre>*a*")


def test_what_is_nested_too_deep_is_shown_as_typed_and_nothing_is_left_out() -> None:
    deep = "> " * NESTED + "the small print"

    shown = markdown(deep)

    assert "the small print" in shown


def test_headings_stand_below_those_of_the_page_and_skip_no_level() -> None:
    shown = markdown("# One\n\n#### Two\n\n# Three\n\n###### Four")

    assert re.findall(r"<(h\d)>(\w+)", shown) == [("h3", "One"), ("h4", "Two"), ("h3", "Three"), ("h4", "Four")]


@pytest.mark.parametrize("target", ["https://example.org/a", "http://example.org", "mailto:a@example.org", "/g/table/"])
def test_links_to_pages_and_mail_are_links_that_vouch_for_nothing(target: str) -> None:
    shown = markdown(f"[there]({target})")

    assert f'<a href="{target}" rel="nofollow noopener noreferrer">there</a>' in shown


def test_a_dial_quoted_from_the_law_keeps_its_words_alone() -> None:
    shown = markdown("It says [48 hours](dial:enactment.timeout) there.")

    assert shown == "<p>It says 48 hours there.</p>\n"


def test_tables_and_struck_words_are_understood() -> None:
    shown = markdown("~~old~~\n\n| a | b |\n| - | - |\n| 1 | 2 |")

    assert "<s>old</s>" in shown
    assert "<td>2</td>" in shown


def test_an_excerpt_has_the_words_alone() -> None:
    shown = plain("# A *plot*\n\n- one & two <b>")

    assert shown == "A plot one & two <b>"


def test_no_text_is_no_html() -> None:
    shown = markdown(None)

    assert shown == ""
