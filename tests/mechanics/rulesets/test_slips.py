"""What is a slip of spelling, and what only an amendment may change."""

from __future__ import annotations

import pytest

from rulesets.history.rules import MOST_WORDS, may_correct
from rulesets.text.rules import Ruleset, RuleText, Section

TEXT = "Any Agnet may wait [48 hours](dial:enactment.timeout), or *[7 days](dial:idle.after)*."
WINNER = RuleText(1, Section.GLOSSARY, "Words", "It is [36 hours](dial:enactment.timeout).")


def answered(text: str, void: tuple[int, ...] = (), rule_id: int = 2) -> tuple[bool, list[str]]:
    ruleset = Ruleset.of([WINNER, RuleText(2, Section.CORE, "Waiting", TEXT)], void)
    decision = may_correct(ruleset, rule_id, text)
    return decision.outcome, [reason.code for reason in decision.reasons]


def test_a_letter_put_right_is_a_slip() -> None:
    assert answered(TEXT.replace("Agnet", "Agent")) == (True, [])


def test_a_few_words_are_a_slip_and_one_more_is_not() -> None:
    assert answered(TEXT.replace("Agnet", " ".join(["so"] * MOST_WORDS))) == (True, [])
    assert answered(TEXT.replace("Agnet", " ".join(["so"] * (MOST_WORDS + 1)))) == (False, ["slip-too-large"])


@pytest.mark.parametrize("void", [(), (2,)])
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("48 hours", "1 hour"),
        ("48 hours", "two days"),
        ("enactment.timeout", "idle.after"),
        ("*", ""),
        ("7 days", "9 days"),
    ],
)
def test_no_dial_is_touched_not_even_one_that_nothing_obeys_yet(old: str, new: str, void: tuple[int, ...]) -> None:
    assert answered(TEXT.replace(old, new), void) == (False, ["slip-moves-the-law"])


def test_what_stands_already_or_no_longer_is_not_corrected() -> None:
    assert answered(TEXT) == (False, ["nothing-corrected"])
    assert answered("New.", rule_id=9) == (False, ["nothing-in-force"])
