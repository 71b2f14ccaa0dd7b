from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from hypothesis import given, settings, strategies as st

from nomic.core.chain import commitment
from nomic.core.decision import Fact, Invalid
from nomic.core.secrets.rules import (
    DEPTH,
    LONGEST,
    Proof,
    Way,
    findings,
    leads_to,
    proof_to_json,
    read_proof,
    tree_root,
    ways_to_root,
)

SECRET, OTHER = "5a" * 32, "5b" * 32
ACTS = [commitment({"act": number}, "0" * 64) for number in range(12)]


def way_to_root(acts: Sequence[str], commitment: str) -> Way:
    return ways_to_root(acts, SECRET, [commitment])[commitment]


def test_every_act_of_a_day_has_a_way_to_the_same_root() -> None:
    published = tree_root(ACTS, SECRET)

    assert {leads_to(each, way) for each, way in ways_to_root(ACTS, SECRET, ACTS).items()} == {published}


def test_a_way_says_nothing_of_how_many_acts_there_were_or_which_came_first() -> None:
    alone, among = way_to_root(ACTS[:1], ACTS[0]), way_to_root(ACTS, ACTS[0])

    assert len(alone.neighbours) == len(among.neighbours) == DEPTH
    assert alone.place == among.place
    assert tree_root(ACTS, SECRET) == tree_root(reversed(ACTS), SECRET)


def test_without_the_secret_of_the_day_no_root_can_be_tried_out() -> None:
    assert tree_root(ACTS, SECRET) != tree_root(ACTS, OTHER)
    assert tree_root([], SECRET) != tree_root([], OTHER)


@settings(max_examples=20)
@given(st.sets(st.integers(0, 10_000), min_size=1, max_size=6), st.integers(0, DEPTH - 1))
def test_nothing_else_leads_to_the_root(numbers: set[int], at: int) -> None:
    acts = [commitment({"act": number}, "0" * 64) for number in numbers]
    published, the_way = tree_root(acts, SECRET), way_to_root(acts, acts[0])
    bent = (*the_way.neighbours[:at], "0" * 64, *the_way.neighbours[at + 1 :])

    assert leads_to(commitment({"act": -1}, "0" * 64), the_way) != published
    assert leads_to(acts[0], Way(the_way.place, bent)) != published


def proof(**changed: object) -> Proof:
    text = {"subject": "Meet me", "body": "At noon."}
    data = {"text": commitment(text, "1" * 64)}
    content: dict[str, Fact] = {"kind": "message.sent", "actor": 1, "data": data, "at": "2026"}
    committed = commitment(content, "2" * 64)
    leaves = [*ACTS, committed]
    facts = {
        "event": 7,
        "root": tree_root(leaves, SECRET),
        "committed": committed,
        "way": way_to_root(leaves, committed),
    }
    facts |= {"content": content, "salt": "2" * 64, "text": text, "text_salt": "1" * 64}
    return Proof(**(facts | changed))  # type: ignore[arg-type]  # facts by name, of several types


def fails(the_proof: Proof, published: str | None = None) -> list[str]:
    found = findings(the_proof, published or proof().root)
    return [each.code for each in found if not each.holds]


def test_a_proof_holds_and_survives_being_pasted() -> None:
    pasted = read_proof(json.dumps(proof_to_json(proof())))

    assert pasted == proof()
    assert fails(pasted) == []


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"root": "0" * 64}, "root-published"),
        ({"salt": "0" * 64}, "content-committed"),
        ({"content": {"kind": "message.sent", "actor": 2}}, "content-committed"),
        ({"text": {"subject": "Meet me", "body": "At one."}}, "text-committed"),
        ({"text_salt": "0" * 64}, "text-committed"),
        ({"content": {"at": 1.5}}, "content-committed"),
        ({"committed": "0" * 64}, "way-leads"),
    ],
)
def test_whatever_is_changed_in_a_proof_is_found(changed: dict[str, object], code: str) -> None:
    assert code in fails(proof(**changed))


def test_a_root_that_no_event_published_proves_nothing() -> None:
    assert [each.code for each in findings(proof(), None) if not each.holds] == ["root-published"]


@pytest.mark.parametrize(
    "said",
    [
        "",
        "{",
        "[]",
        "{}",
        "nonsense",
        "[" * 20_000,
        '{"event": 1.5}',
        '{"event": NaN}',
        json.dumps(proof_to_json(proof()) | {"neighbours": ["0" * 64]}),
        json.dumps(proof_to_json(proof()) | {"place": "xyz"}),
        json.dumps(proof_to_json(proof()) | {"opened": {"content": [], "salt": "2" * 64}}),
        json.dumps(proof_to_json(proof()) | {"text": {"subject": "Meet me"}}),
        " " * (LONGEST + 1),
    ],
)
def test_what_is_no_proof_is_told_at_its_field(said: str) -> None:
    with pytest.raises(Invalid) as error:
        read_proof(said)

    assert error.value.path == "proof"
