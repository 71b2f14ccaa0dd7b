"""Bills and the draws they come from. What is checked here is reckoned again from the description, or written down."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from dynasties.quorum.bills.rules import BILLS_FORMAT, KINDS, Draws, bill_json, drawn_bill, read_bill, statute_bill
from nomic.core.decision import Invalid
from nomic.core.input import Field

SEEDS = st.text(st.characters(codec="utf-8"), max_size=10)
ORDERS = ("012", "021", "102", "120", "201", "210")
WORDS = tomllib.loads((files("dynasties.quorum") / "bills.toml").read_text("utf-8"))
FIXED = {"subject", "province", "target"}
VECTORS = json.loads((Path(__file__).parents[2] / "data" / "quorum-bills.json").read_text("utf-8"))
EDICT, REPEAL = (each["bill"] for each in VECTORS["bills"])


def words_of(*texts: str) -> Iterator[int]:
    """The words of a stream, as the description has them."""
    written = [text.encode("utf-8") for text in texts]
    prefix = b"".join(bytes([0, 0, len(text) // 256, len(text) % 256]) + text for text in written)
    for number in range(1_000):
        block = sha256(prefix + bytes(7) + bytes([number])).hexdigest()
        yield from (int(block[place : place + 16], 16) for place in range(0, 64, 16))


def below(words: Iterator[int], n: int) -> int:
    return next(word for word in words if word < 2**64 - 2**64 % n) % n


def slots(template: str) -> list[str]:
    return [slot.lower() for slot in re.findall(r"\{(\w+)\}", template)]


# -- the draws


@pytest.mark.parametrize("vector", VECTORS["draws"], ids=lambda vector: "/".join(vector["texts"]))
def test_the_first_draws_of_a_stream_are_these(vector: dict[str, Any]) -> None:
    draws, words = Draws(*vector["texts"]), words_of(*vector["texts"])

    assert [draws.below(2**64) for _ in vector["words"]] == [int(word) for word in vector["words"]]
    assert [below(words, n) for n in vector["below"]] == vector["drawn"]
    again = Draws(*vector["texts"])
    assert [again.below(n) for n in vector["below"]] == vector["drawn"]


@settings(max_examples=30, deadline=None)
@given(st.lists(SEEDS, max_size=4), st.lists(st.integers(1, 2**64) | st.just(2**63 + 1), min_size=1, max_size=12))
def test_a_stream_is_what_its_description_says(texts: list[str], bounds: list[int]) -> None:
    draws, words = Draws(*texts), words_of(*texts)

    assert [draws.below(n) for n in bounds] == [below(words, n) for n in bounds]


def test_a_word_that_would_favour_low_numbers_is_passed_over() -> None:
    # Just above half of all words: nearly half of them do not count.
    n = 2**63 + 1
    words = words_of("a stream")
    first = [next(words) for _ in range(8)]

    draws = Draws("a stream")

    assert draws.below(n) == next(word for word in first if word < n)
    assert any(word >= n for word in first[:4])


def test_where_one_text_ends_and_the_next_begins_matters() -> None:
    assert Draws("ab", "c").below(2**64) != Draws("a", "bc").below(2**64)


def test_each_number_is_about_as_likely_as_the_others() -> None:
    draws = Draws("fair")

    counted = [0, 0, 0, 0, 0]
    for _ in range(5_000):
        counted[draws.below(5)] += 1

    assert all(900 < count < 1_100 for count in counted)


def test_one_is_picked() -> None:
    assert Draws("x").pick(["only"]) == "only"
    assert Draws("quorum-bills-1", "harvest", "facts", "0").pick("abcde") == "b"


# -- what a bill is


@settings(max_examples=60, deadline=None)
@given(SEEDS, st.integers(0, 39), st.lists(st.sampled_from(["B00", "B01", "B17"]), unique=True), st.booleans())
def test_a_bill_is_what_the_description_says(seed: str, round: int, standing: list[str], repeals: bool) -> None:
    words = words_of("quorum-bills-1", seed, "facts", str(round))
    kind = ("spending", "spending", "edict", "edict", "repeal")[below(words, 5)]
    if kind == "repeal" and not (standing and repeals):
        kind = ("spending", "edict")[below(words, 2)]
    target = standing[below(words, len(standing))] if kind == "repeal" else None
    rewrites = tuple(map(int, ORDERS[below(words, 6)]))

    found = drawn_bill(seed, round, standing, repeals)

    assert found[:4] == (f"B{round:02d}", kind, rewrites, target)


def test_the_first_bills_of_a_seed_are_these() -> None:
    found = [drawn_bill("harvest", round, ("B00",), True)[:4] for round in range(4)]

    assert found == [
        ("B00", "spending", (1, 0, 2), None),
        ("B01", "repeal", (1, 2, 0), "B00"),
        ("B02", "edict", (2, 0, 1), None),
        ("B03", "edict", (1, 2, 0), None),
    ]


@pytest.mark.parametrize(("standing", "repeals"), [((), True), (("B00",), False)], ids=["no statute", "no repeals"])
def test_there_is_no_repeal_without_a_statute_or_where_the_law_has_none(standing: Any, repeals: bool) -> None:
    found = [drawn_bill("harvest", round, standing, repeals) for round in range(40)]

    assert {each.kind for each in found} == {"spending", "edict"}
    assert all(each.target is None for each in found)


def test_while_a_statute_stands_any_kind_of_bill_may_come() -> None:
    found = [drawn_bill("harvest", round, ("B00", "B01"), True) for round in range(40)]

    assert {each.kind for each in found} == set(KINDS)
    assert {each.target for each in found if each.kind == "repeal"} == {"B00", "B01"}


def test_a_bill_depends_on_others_only_through_what_stands() -> None:
    before = drawn_bill("harvest", 1, ("B00",), True)

    for round in range(40):
        drawn_bill("harvest", round, (), True)

    assert bill_json(drawn_bill("harvest", 1, ("B00",), True)) == bill_json(before)


def test_a_statute_is_the_bill_that_it_was() -> None:
    # In round 1 there would be a repeal, if anything stood.
    assert statute_bill("harvest", "B01") == drawn_bill("harvest", 1, (), True)
    assert statute_bill("harvest", "B03") == drawn_bill("harvest", 3, ("B00",), True)


# -- what a bill says


@pytest.mark.parametrize("vector", VECTORS["bills"], ids=lambda vector: vector["bill"]["kind"])
def test_a_whole_bill_reads_like_this(vector: dict[str, Any]) -> None:
    found = drawn_bill(vector["seed"], vector["round"], vector["standing"], True)

    assert bill_json(found) == vector["bill"]


def test_a_repeal_is_about_what_the_statute_was_about_and_names_it() -> None:
    repealed, repeal = drawn_bill("harvest", 0, (), True), drawn_bill("harvest", 1, ("B00",), True)

    assert repealed.title == "The Ministry Cats of the High Pastures (Enlargement) Act"
    assert repeal.title == "Repeal of the Ministry Cats of the High Pastures (Enlargement) Act"
    assert repeal.clauses[1].startswith("The ministry cats of the High Pastures return")


def test_the_words_belong_to_the_version() -> None:
    """Whoever changes them changes old bills: the generator then needs another name."""
    text = (files("dynasties.quorum") / "bills.toml").read_bytes()

    assert (BILLS_FORMAT, sha256(text).hexdigest()) == (VECTORS["version"], VECTORS["words"])


def test_every_slot_has_a_list_and_every_clause_a_slot_to_amend() -> None:
    clauses = [clause for kind in KINDS for part in WORDS[kind]["clauses"] for clause in part]
    others = [text for kind in KINDS for part in ("title", "preamble") for text in WORDS[kind][part]]

    assert {slot for text in clauses + others for slot in slots(text)} <= WORDS.keys() | FIXED
    assert [clause for clause in clauses if set(slots(clause)) <= FIXED] == []
    assert all(len(words) == len(set(words)) >= 2 for words in WORDS.values() if isinstance(words, list))


def test_only_a_repeal_has_a_target_to_speak_of() -> None:
    texts = [text for kind in ("spending", "edict") for part in WORDS[kind].values() for text in str(part).split('"')]

    assert not any("target" in slots(text) for text in texts)


@settings(max_examples=60, deadline=None)
@given(SEEDS, st.integers(0, 39))
def test_every_amendment_changes_the_clause_it_rewrites_and_leaves_no_slot_open(seed: str, round: int) -> None:
    found = drawn_bill(seed, round, ("B00", "B01"), True)

    texts = [found.title, found.preamble, *found.clauses, *(each.text for each in found.amendments)]
    assert sorted(each.clause for each in found.amendments) == [0, 1, 2]
    assert all(each.text != found.clauses[each.clause] for each in found.amendments)
    assert not any(mark in text for text in texts for mark in "{}")
    assert all(text[0].isupper() and len(text) < 250 for text in texts)
    assert len(set(found.clauses)) == 3


def test_bills_are_seldom_the_same() -> None:
    titles = {drawn_bill(f"seed {seed}", round, (), True).title for seed in range(25) for round in range(40)}

    assert len(titles) > 900


# -- bills that are given


def given_bill(**changes: object) -> Field:
    return Field({**EDICT, **changes}, "bill")


def test_a_bill_as_json_is_read_as_the_same_bill() -> None:
    assert bill_json(read_bill(given_bill())) == EDICT
    assert bill_json(read_bill(Field(REPEAL))) == REPEAL


def test_a_given_bill_may_be_short_of_words() -> None:
    short = {"id": "B04", "kind": "edict", "clauses": ["1", "2", "3"], "amendments": {"A1": 2, "A2": 2, "A3": 0}}

    found = read_bill(Field(short))

    assert (found.title, found.preamble, found.clauses) == ("B04", "", ("1", "2", "3"))
    assert found.amendments == ((2, ""), (2, ""), (0, ""))


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"title": 7}, "bill/title"),
        ({"amendments": []}, "bill/amendments"),
        ({"kind": "law"}, "bill/kind"),
        ({"amendments": {"A1": 0, "A2": {"text": "Two."}, "A3": 2}}, "bill/amendments/A2/clause"),
        ({"amendments": {"A1": {"clause": 0, "text": ""}, "A2": 1, "A3": 2}}, "bill/amendments/A1/text"),
        ({"target_statute": "B00"}, "bill/target_statute"),
        ({"kind": "repeal"}, "bill/target_statute"),
    ],
    ids=str,
)
def test_what_is_wrong_with_a_given_bill_is_named(changes: dict[str, object], path: str) -> None:
    with pytest.raises(Invalid) as refused:
        read_bill(given_bill(**changes))

    assert refused.value.path == path
