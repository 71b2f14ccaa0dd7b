"""Every kind of event that the code records has its sentence in the log."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from nomic.core.language.rules import Keywords
from nomic.core.log.words import log_sentence, subject_label
from nomic.words import GROUPS, LOG_WORDS
from proposals import kinds
from rulesets.models import RuleAct

in_words = partial(log_sentence, words=LOG_WORDS)
ROOT = Path(__file__).parents[2]
# Kinds that are put together when they are recorded: what stands in the braces, and all that it can be.
COMPOSED = {
    "rule.{act}": {f"rule.{act}" for act in RuleAct if act != RuleAct.STARTER},
    "agent.{state}": {"agent.left", "agent.removed"},
    "{entry.category}.opened": {f"{code}.opened" for code in kinds.KINDS},
    "judged.facts.kind.end_event(status)": {event for kind in kinds.KINDS.values() for event in kind.end_events},
    "DECLARATION.end_event(Status.FAILED)": {"dov.failed"},
}


def recorded() -> Iterator[str]:
    """The first argument of every call of `record`, or what was assigned to the name that stands there."""
    for package in ("nomic", "rulesets", "proposals", "dynasties"):
        for path in sorted((ROOT / package).rglob("*.py")):
            text = path.read_text()
            tree = ast.parse(text if ".record(" in text else "")  # to read them all takes a second
            for call in ast.walk(tree):
                if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "record":
                    yield from _kinds(call.args[0], tree)


def _kinds(argument: ast.expr, tree: ast.Module) -> Iterator[str]:
    if isinstance(argument, ast.Constant):
        yield str(argument.value)
    elif isinstance(argument, ast.Call):
        yield from COMPOSED[ast.unparse(argument)]
    elif isinstance(argument, ast.JoinedStr):
        yield from COMPOSED[ast.unparse(argument)[2:-1]]
    elif isinstance(argument, ast.IfExp):
        yield from (*_kinds(argument.body, tree), *_kinds(argument.orelse, tree))
    elif isinstance(argument, ast.Name):
        for node in ast.walk(tree):
            targets = [ast.unparse(each) for each in node.targets] if isinstance(node, ast.Assign) else []
            if isinstance(node, ast.Assign) and argument.id in targets:
                yield from _kinds(node.value, tree)
    else:
        raise AssertionError(f"a kind that this test cannot read: {ast.unparse(argument)}")


KINDS = sorted(set(recorded()))


def test_the_walk_finds_the_kinds() -> None:
    assert {"vote.cast", "comment.made", "rule.amended", "agent.left", "proposal.enacted", "dov.passed"} <= set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_a_sentence(kind: str) -> None:
    assert kind in LOG_WORDS

    before, subject, after = in_words(kind, "Josh", {"name": "Lulu", "moved": []}, Keywords())

    assert (before + ("Lulu" if subject else "") + after).rstrip().endswith(".")


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_can_be_sifted_for(kind: str) -> None:
    groups = [name for name, (_, beginnings) in GROUPS.items() if kind.startswith(beginnings)]

    assert len(groups) == 1


def test_a_sentence_has_the_words_of_the_game() -> None:
    keywords = Keywords(agent="Wizard", admin="Warden", mastermind="Archmage")

    assert in_words("agent.made-admin", "Josh", {"name": "Lulu"}, keywords) == ("", True, " becomes a Warden.")
    assert in_words("mastermind.changed", "Josh", {"name": "Lulu"}, keywords) == ("", True, " is the Archmage.")
    assert in_words("mastermind.changed", "Josh", {"name": None}, keywords)[0] == "There is no Archmage any more."


def test_what_people_wrote_stays_as_it_is_braces_and_all() -> None:
    why = {"name": "{by}", "why": "{subject} {0} {x!r} }{"}

    said = in_words("agent.declined", "Josh", why, Keywords())[0]

    assert said == "Josh turns {by} away: “{subject} {0} {x!r} }{”."


def test_titles_with_braces_in_a_changed_law_stay_as_they_are() -> None:
    moved = [{"name": "agents.leaving", "from": "{odd} title", "to": None}]

    said = in_words("law.changed", "the Clerk", {"moved": moved}, Keywords())[0]

    assert said == "The law says something else now: agents.leaving is gone (it was “{odd} title”)."


def test_many_moved_dials_are_counted_and_few_are_told() -> None:
    one = {"name": "enactment.timeout", "from": "48 hours", "to": "36 hours"}

    assert "from “48 hours” to “36 hours”" in in_words("law.changed", "", {"moved": [one] * 3}, Keywords())[0]
    assert "4 dials" in in_words("law.changed", "", {"moved": [one] * 4}, Keywords())[0]


def test_a_kind_that_nobody_knows_is_shown_as_it_is() -> None:
    assert in_words("gadget.used", "Josh", {}, Keywords()) == ("Josh: gadget.used ", True, "")


@pytest.mark.parametrize(
    ("subject", "data", "label"),
    [
        ("post:12", {"title": "Faster"}, "#12 “Faster”"),
        ("post:12", {}, "#12"),
        ("rule:5", {"title": "Enactment"}, "“Enactment”"),
        ("rule:5", {}, "rule 5"),
        ("agent:3", {"name": "Josh"}, "Josh"),
        ("agent:3", {}, "agent 3"),
    ],
)
def test_what_an_event_is_about_has_a_label(subject: str, data: dict[str, str], label: str) -> None:
    assert subject_label(subject, data) == label


@pytest.mark.parametrize(
    ("by_hand", "told"),
    [
        ({}, "."),
        ({"skipped": [], "resolutions": {}}, "."),
        ({"skipped": [1], "resolutions": {}}, ", change 2 declared to do nothing."),
        ({"skipped": [], "resolutions": {"0": "Text."}}, ", change 1 written by hand."),
        (
            {"skipped": [0, 1, 3], "resolutions": {"10": "Text.", "2": "Text."}},
            ", changes 1, 2 and 4 declared to do nothing, changes 3 and 11 written by hand.",
        ),
    ],
)
def test_an_enactment_tells_what_was_settled_by_hand(by_hand: dict[str, object], told: str) -> None:
    assert in_words("proposal.enacted", "Josh", {"by_hand": by_hand}, Keywords()) == ("Josh enacts ", True, told)


def test_an_enactment_recorded_before_anything_was_settled_by_hand_is_told_too() -> None:
    assert in_words("proposal.enacted", "The Clerk", {}, Keywords()) == ("The Clerk enacts ", True, ".")


@pytest.mark.parametrize(
    ("why", "told"), [("It was so", ": “It was so”."), ("It was so.", ": “It was so.”"), ("", ".")]
)
def test_a_reason_ends_its_sentence_with_one_stop(why: str, told: str) -> None:
    before, _, after = in_words("agent.declined", "Kevan", {"name": "Zack", "why": why}, Keywords())

    assert before + after == f"Kevan turns Zack away{told}"
