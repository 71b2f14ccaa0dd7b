from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from dynasties import words as dynasties_words
from nomic.catalogue import PLUGIN_INFOS
from nomic.core.decision import Fact, Reason
from nomic.core.language import words as language_words
from nomic.core.language.rules import Keywords
from nomic.core.language.words import duration, moment
from nomic.words import WORDS, sentence
from proposals import words as proposals_words
from proposals.kinds import KINDS
from rulesets import words as rulesets_words

ROOT = Path(__file__).parents[3]
CODE = re.compile(r"[a-z]+(-[a-z]+)+|hiatus|blocked|vetoed|idle|left|implied|explicit")
GIVERS = {"Reason", "refusal", "_reason", "_prospect", "_waiting_decision", "_warning", "_count_reason"}
AT = datetime(2007, 3, 14, 1, 2, tzinfo=UTC)
FACTS: dict[str, Fact] = {
    "for": 3,
    "against": 3,
    "quorum": 3,
    "agents": 3,
    "needed": 3,
    "position": 3,
    "pending": 3,
    "made": 3,
    "limit": 3,
    "version": 2,
    "at": AT,
    "since": AT,
    "left": timedelta(hours=3),
    "window": timedelta(minutes=5),
    "votes": 2,
    "until": AT,
    "older": "“Fair Bombs”",
    "status": "failed",
    "vote": "VETO",
    "mechanism": "voting.votes",
    "silent_since": AT,
    "after": timedelta(days=7),
    "by": "an Admin",
    "name": "Ievan",
    "other": "levan",
    "word": "Agent",
    "rule": "Voting",
    "title": "Dice",
    "find": "two",
    "replace": "three",
    "section": "core",
    "agent": "Josh",
    "number": 3,
    "most": 10,
    "said": "too long",
    "ref": "#2",
    "dial": "idle.after",
    "label": "Joining",
    "words": "7 days",
    "absence": "none",
    "sentence": "No rule.",
    "line": 2,
    "problem": "unknown",
    "was": "7 days",
    "others": ["Dice"],
    "now": "6 days",
    "kind": "air",
    "citation": "rule 9.9",
    "cited": "rule 3.5 Timespans",
    "act": "supply roll",
    "budget": "often",
    "last": AT,
    "again": AT,
    "hours": 48,
    "text": "bake a cake",
    "column": "Gold",
    "has": 3,
    "asked": 4,
    "column_kind": "number",
    "choices": "Red, Blue",
    "scope": "agent",
    "least": 0,
    "standard": "3",
    "secret": "",
    "all": "",
    "value": "5",
    "page": "Map",
    "wait": timedelta(days=4),
    "hiatus": True,
    "passes": True,
    "sooner": AT,
    "theme": "The Harbour",
    "term": "Quorum",
    # Of the spies.
    "from": "KRA",
    "to": "SLO",
    "prison": "ICE",
    "owned": 4,
    "needs": 1,
    "place": "ICE",
    "open": 3,
    "licence": "cross-curtain",
    "airport": "LON",
    "names": ["Josh", "Lulu"],
    "middles": ["BER"],
    "spent": 2,
    "within": timedelta(hours=48),
    "age": timedelta(hours=7),
    "tickets": 2,
    "completed": 2,
    "have": 2,
    "give": "air",
    "side": "free",
    "smuggling": False,
    "take": "sea",
    "gained": 1,
    "approvals": 1,
    "denials": 3,
    # Of nweeks.
    "bearers": [1, 3],
    "closes": 12,
    "counted": 2,
    "highest": 9,
    "length": 12,
    "list": "depends",
    "numbers": [1, 2],
    "state": "Open",
    "nday": 9,
    "nweek": 2,
    # Of the Senate.
    "seat": 2,
    "count": 2,
    "round": 4,
}


def given_codes(path: Path) -> Iterator[object]:
    """The codes that a module gives reasons with, and those of the tally's trail."""
    text = path.read_text()
    of_votes = path.match("voting/rules.py")
    gives = of_votes or any(f"{giver}(" in text for giver in GIVERS)
    for node in ast.walk(ast.parse(text if gives else "")):  # to read them all takes a second
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in GIVERS:
            yield from (
                each.value for part in node.args[:2] for each in ast.walk(part) if isinstance(each, ast.Constant)
            )
        if isinstance(node, ast.Constant) and of_votes:
            yield node.value


def modules() -> Iterator[Path]:
    for package in ("nomic/core", "proposals", "dynasties"):
        yield from sorted((ROOT / package).rglob("*.py"))


CODES = sorted(
    {code for path in modules() for code in given_codes(path) if isinstance(code, str) and CODE.fullmatch(code)}
)


def test_the_walk_finds_the_codes() -> None:
    assert {"reached-quorum", "for-enacts-now", "pending-limit", "not-in-the-law", "after-self-kill"} <= set(CODES)


@pytest.mark.parametrize("code", CODES)
def test_every_code_that_is_given_has_its_sentence(code: str) -> None:
    told = sentence(Reason(code, "Enactment", FACTS))

    assert re.fullmatch(r"[A-Z0-9“].+\.", told)
    assert "{" not in told


@pytest.mark.parametrize("code", sorted(WORDS))
def test_every_sentence_is_read_with_the_games_own_keywords(code: str) -> None:
    wizards = Keywords("Wizard", "Archmage", "Scribe")

    told = sentence(Reason(code, "Enactment", {**FACTS, "votes": 1, "by": "others", "word": "Wizard"}), wizards)

    assert not re.search("Agent|Mastermind|Admin", told)


def test_no_package_takes_anothers_code() -> None:
    own = [
        language_words.WORDS,
        rulesets_words.WORDS,
        rulesets_words.CHANGE_WORDS,
        proposals_words.WORDS,
        dynasties_words.WORDS,
    ]
    of_kinds = [kind.reasons for kind in KINDS.values()]
    tables: list[language_words.Words] = [*own, *of_kinds, *(part.words for part in PLUGIN_INFOS)]

    assert sum(map(len, tables)) == len(WORDS)


def test_sentences_say_what_holds() -> None:
    said = {
        ("reached-quorum", "for", 4): "Quorum is reached: 4 FOR of a quorum of 4.",
        ("reached-quorum", "against", 4): "Quorum is reached: 4 AGAINST of a quorum of 4.",
        ("for-enacts-now", "votes", 1): "One more FOR enacts this now.",
        ("for-enacts-now", "votes", 2): "2 more FOR enact this now.",
    }

    for (code, name, number), words in said.items():
        facts: dict[str, Fact] = {name: number, "quorum": 4}
        assert sentence(Reason(code, "Enactment", facts)) == words


def test_behind_an_older_proposal_nothing_is_said_to_happen_now() -> None:
    told = sentence(Reason("for-enacts-now", "Enactment", {"votes": 1, "in_turn": True}))

    assert told == "One more FOR enacts this as soon as its turn comes."


def test_behind_an_older_proposal_a_moment_to_come_is_no_promise() -> None:
    facts: dict[str, Fact] = {"votes": 1, "at": AT, "left": timedelta(hours=3)}

    first = sentence(Reason("for-enacts-later", "Enactment", facts))
    behind = sentence(Reason("for-enacts-later", "Enactment", facts | {"in_turn": True}))

    assert first == "One more FOR makes a quorum, and then it may be enacted in 3 h, at 14 Mar 2007, 01:02 UTC."
    assert behind == f"{first[:-1]}, if its turn has come."


def test_a_time_out_to_come_is_told_with_what_would_turn_it() -> None:
    facts: dict[str, Fact] = {"votes": 1, "at": AT, "left": timedelta(hours=3, minutes=12)}

    told = sentence(Reason("time-out-fails", "Enactment", facts))
    paused = sentence(Reason("time-out-fails", "Enactment", {"votes": 2, "at": None, "left": None}))

    assert told == "It times out in 3 h 12 min, at 14 Mar 2007, 01:02 UTC, and fails unless one more FOR comes in."
    assert paused == "It times out some time after the hiatus, and fails unless 2 more FOR come in."


def test_an_act_that_waits_says_whether_for_the_next_day_or_for_the_time_between_two() -> None:
    facts: dict[str, Fact] = {"last": AT, "again": AT}

    by_day = sentence(Reason("often-enough", "Timespans", facts))
    by_spacing = sentence(Reason("occasionally-enough", "Timespans", facts | {"spacing": timedelta(hours=24)}))

    done = "You did that at 14 Mar 2007, 01:02 UTC, and"
    assert by_day == f"{done} once a day is all. Next allowed at 14 Mar 2007, 01:02 UTC."
    assert by_spacing == f"{done} 24 h must pass before the next time. Next allowed at 14 Mar 2007, 01:02 UTC."


def test_a_state_of_which_the_beginning_is_told_has_lasted_since() -> None:
    since, ever = {"since": AT}, dict[str, Fact]()

    told = [sentence(Reason(code, "", facts)) for code in ("hiatus", "is-idle") for facts in (ever, since)]

    assert [each.split(",")[0] for each in told] == [
        "The game is in hiatus",
        "The game has been in hiatus since 14 Mar 2007",
        "You are idle",
        "You have been idle since 14 Mar 2007",
    ]


@pytest.mark.parametrize(
    ("span", "words"),
    [
        (timedelta(seconds=59), "59 s"),
        (timedelta(minutes=1), "1 min"),
        (timedelta(hours=3, minutes=12, seconds=59), "3 h 12 min"),
        (timedelta(hours=48), "48 h"),
        (timedelta(hours=48, seconds=1), "2 d"),
        (timedelta(days=3, hours=5), "3 d 5 h"),
        (timedelta(seconds=-5), "0 s"),
    ],
)
def test_durations_are_told_in_hours_up_to_two_days(span: timedelta, words: str) -> None:
    assert duration(span) == words


def test_moments_are_told_in_utc() -> None:
    east = AT.astimezone(datetime.fromisoformat("2007-01-01T00:00:00+05:30").tzinfo)

    assert moment(east) == "14 Mar 2007, 01:02 UTC"


def test_keywords_have_plurals_and_articles() -> None:
    words = Keywords("Spy", "Witch", "Elder", {"admin": "Eldren"})

    assert [words.plural(name) for name in ("agent", "mastermind", "admin")] == ["Spies", "Witches", "Eldren"]
    assert (words.a("agent"), words.a("admin")) == ("a Spy", "an Elder")
