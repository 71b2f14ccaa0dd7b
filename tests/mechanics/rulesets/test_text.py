from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given, strategies as st

from nomic.catalogue import CATALOGUE
from nomic.core.law.rules import Dial
from rulesets.text.rules import DialPassage, Passage, check_text, parse_text, passages, prose_of
from tests.mechanics.rulesets.texts import TIMEOUT, refusal_of

RESOLVING = "[may be enacted](mechanism:enactment.resolving)"


def test_a_dial_is_a_link_whose_words_are_its_value() -> None:
    parsed = parse_text(f"Open for at least {TIMEOUT}.", CATALOGUE)

    assert parsed.dials == (DialPassage("enactment.timeout", "48 hours", timedelta(hours=48), inert=False, line=1),)
    assert parsed.problems == ()


def test_a_mechanism_is_a_link_around_any_words() -> None:
    parsed = parse_text(f"A Proposal {RESOLVING}.", CATALOGUE)

    expected = Passage("mechanism", "enactment.resolving", "may be enacted", inert=False, line=1)
    assert (parsed.mechanisms, parsed.problems) == ((expected,), ())


def test_an_act_is_named_by_its_link_and_so_is_what_sets_a_rule_off() -> None:
    parsed = parse_text("[Often](often:supply-roll) and [as it is enacted](trigger:enacted).", CATALOGUE)

    assert [(each.kind, each.name, each.words) for each in parsed.terms] == [
        ("often", "supply-roll", "Often"),
        ("trigger", "enacted", "as it is enacted"),
    ]
    assert not parsed.mechanisms
    assert not parsed.problems


@pytest.mark.parametrize(
    ("link", "code", "accepted"),
    [
        ("[x](trigger:noon)", "unknown-trigger", "“enacted”, “failed”, “resolved”"),
        ("[x](often:Supply%20Roll)", "bad-act", "a to z, 0 to 9 and the dash"),
        ("[x](occasionally:)", "bad-act", "60"),
        (f"[x](often:{'a' * 61})", "bad-act", "60"),
    ],
)
def test_a_term_that_cannot_be_obeyed_is_refused_with_what_would_be_accepted(
    link: str, code: str, accepted: str
) -> None:
    error = refusal_of(f"One\ntwo {link}")

    assert error.code == code
    assert accepted in error.text
    assert error.text.startswith("Line 2: ")


def test_the_longest_name_of_an_act_will_do() -> None:
    check_text(f"[x](often:{'a' * 60})", CATALOGUE)


def test_a_passage_knows_the_line_it_stands_on() -> None:
    text = f"# Title\n\nOne\ntwo {TIMEOUT}\nthree\n\n- item\n- {RESOLVING}\n\n| a |\n| - |\n| b |\n| {TIMEOUT} |\n"

    assert [passage.line for passage in passages(text)] == [4, 8, 13]


@pytest.mark.parametrize(
    "text",
    [
        f"`{TIMEOUT}`",
        f"    {TIMEOUT}",
        f"```\n{TIMEOUT}\n```",
        "![48 hours](dial:enactment.timeout)",
        r"\[48 hours](dial:enactment.timeout)",
        "[48 hours] (dial:enactment.timeout)",
        "[48 hours](https://example.org/dial:enactment.timeout)",
        "[48 hours][elsewhere]",
        "dial:enactment.timeout",
    ],
)
def test_what_readers_see_as_no_link_is_no_dial(text: str) -> None:
    assert passages(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        f"**{TIMEOUT}**",
        f"> {TIMEOUT}",
        f"1. {TIMEOUT}",
        f"### {TIMEOUT}",
        "[48\nhours](dial:enactment.timeout)",
        "[48 **hours**](dial:enactment.timeout)",
        "[48 `hours`](DIAL:enactment.timeout)",
        '[48 hours](<dial:enactment.timeout> "title")',
        "[48 hours][it]\n\n[it]: dial:enactment.timeout",
        f"*note* {TIMEOUT} *note*",
        f"<i>{TIMEOUT}</i>",
    ],
)
def test_however_a_live_link_is_written_its_words_are_the_value(text: str) -> None:
    (dial,) = parse_text(text, CATALOGUE).dials

    assert (dial.name, dial.value, dial.inert) == ("enactment.timeout", timedelta(hours=48), False)


@pytest.mark.parametrize(
    "text",
    [
        f"*For instance {TIMEOUT}.*",
        f"_For instance {TIMEOUT}._",
        f"***{TIMEOUT}***",
        f"**bold *italic {TIMEOUT}***",
        "[*48 hours*](dial:enactment.timeout)",
        "[48 *hours*](dial:enactment.timeout)",
    ],
)
def test_a_dial_in_italics_is_found_and_inert(text: str) -> None:
    parsed = parse_text(text, CATALOGUE)

    assert [dial.inert for dial in parsed.dials] == [True]


def test_words_in_italics_are_not_judged() -> None:
    text = "*Say [ever so long](dial:enactment.timeout) or [x](mechanism:nothing.known).*"

    check_text(text, CATALOGUE)

    assert [(problem.code, problem.inert) for problem in parse_text(text, CATALOGUE).problems] == [
        ("unreadable", True),
        ("unknown-mechanism", True),
    ]


def test_prose_leaves_out_italics_code_and_the_targets_of_links() -> None:
    text = f"### One\n\nOpen *for instance* for\n{TIMEOUT}, `not this`.\n\n    nor this\n"

    assert prose_of(text) == ("One", "Open for 48 hours, .")


def test_unreadable_words_are_refused_with_their_place_and_what_would_do() -> None:
    refusal = refusal_of("One.\n\nTwo [four furlongs](dial:enactment.timeout).")

    assert refusal.code == "unreadable"
    assert "Line 3" in refusal.text
    assert "“four furlongs”" in refusal.text
    assert "“two days”" in refusal.text


def test_words_on_the_bound_are_kept_and_words_beyond_it_refused() -> None:
    check_text("[7 days](dial:posts.category_window)", CATALOGUE)

    assert refusal_of("[7 days and 1 second](dial:posts.category_window)").code == "out-of-bounds"


@pytest.mark.parametrize(
    ("text", "code", "known"),
    [
        ("[48 hours](dial:enactment.timeot)", "unknown-dial", "enactment.timeout"),
        ("[votes](mechanism:voting.vote)", "unknown-mechanism", "voting.votes"),
        ("[votes](dial:voting.votes)", "unknown-dial", "voting.veto"),
        ("[x](dial:)", "unknown-dial", "nor is there one like it"),
    ],
)
def test_an_unknown_name_is_refused_with_the_closest_known_ones(text: str, code: str, known: str) -> None:
    refusal = refusal_of(text)

    assert refusal.code == code
    assert known in refusal.text


def test_every_wrong_passage_is_named_up_to_a_few() -> None:
    text = "\n\n".join("[x](dial:quorum.plus)" for _ in range(7))

    refusal = refusal_of(text)

    assert [f"Line {line}:" in refusal.text for line in (1, 3, 5, 7, 9, 11)] == [True] * 5 + [False]
    assert "And 2 more." in refusal.text


@given(text=st.text(max_size=300) | st.text(alphabet="[](<>)*_`\\!| \n-:dialmechns.2#>", max_size=300))
def test_reading_any_text_gives_passages_or_says_what_is_wrong(text: str) -> None:
    parsed = parse_text(text, CATALOGUE)

    assert len(parsed.dials) + len(parsed.mechanisms) + len(parsed.problems) == len(passages(text))
    if any(not problem.inert for problem in parsed.problems):
        assert refusal_of(text).text.endswith(".")


@pytest.mark.parametrize("dial", CATALOGUE.dials.values(), ids=lambda dial: dial.name)
def test_a_dial_written_into_a_rule_in_its_own_words_is_read_back(dial: Dial[Any]) -> None:
    text = f"Some [{dial.kind.words(dial.standard)}](dial:{dial.name}) words."

    check_text(text, CATALOGUE)

    assert [each.value for each in parse_text(text, CATALOGUE).dials] == [dial.standard]
