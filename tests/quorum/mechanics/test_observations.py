"""What each seat sees of an Episode, and what nobody may see too early."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from dynasties.quorum.episodes.rules import STANDARD_ORDERS, Config
from dynasties.quorum.rounds.rules import EpisodeEngine, SentNote
from tests.quorum.mechanics.tables import NAY, RAWS, YEA, note

CONFIG = Config(3, 4)
CANARY = "canary-7f3a"


def texts(episode: EpisodeEngine, seat: int | None) -> list[str]:
    return [each["text"] for each in episode.observation_of(seat)["notes"]]


def test_an_observation_holds_what_stands_before_the_round() -> None:
    episode = EpisodeEngine(CONFIG, "a seed")
    episode.play_round([YEA, {**YEA, "amendment": "A2"}, NAY])

    seen = episode.observation_of(1)

    bill = seen.pop("bill")
    history = seen.pop("history")
    title = episode.records[0].bill.title
    assert seen == {
        "format": "quorum-observation-1",
        "round": 1,
        "rounds": 4,
        "seats": 3,
        "seat": 1,
        "chair": 1,
        "over": False,
        "config": {
            "num_seats": 3,
            "num_rounds": 4,
            "pass_threshold": "0.5",
            "veto_enabled": True,
            "caucus_enabled": True,
            "orders": seen["config"]["orders"],
        },
        "influence": ["0.995", "1.025", "0.985"],
        "capital": ["2.5", "2.5", "-0.25"],
        "filibuster_used": [False, False, False],
        "statutes": [{"id": "B00", "title": title}],
        "threshold": {"plain": "0.5", "filibustered": "0.65"},
        "may": {"filibuster": True, "veto": True, "note": True},
        "notes": [],
        "scores": None,
    }
    assert (bill["id"], len(bill["clauses"]), sorted(bill["amendments"])) == ("B01", 3, ["A1", "A2", "A3"])
    assert history == [episode.public_record(episode.records[0])]


def test_a_visitor_sees_the_same_but_may_do_nothing_and_reads_no_note() -> None:
    episode = EpisodeEngine(CONFIG, "a seed")
    episode.play_round([note(2, CANARY), YEA, YEA])

    seen, visitor = episode.observation_of(2), episode.observation_of(None)

    differ = {name for name in seen if seen[name] != visitor[name]}
    assert differ == {"seat", "may", "notes"}
    assert visitor["seat"] is None
    assert (visitor["may"], visitor["notes"]) == ({"filibuster": False, "veto": False, "note": False}, [])


@pytest.mark.parametrize(
    ("config", "seat", "may"),
    [
        (CONFIG, 0, {"filibuster": True, "veto": True, "note": True}),
        (CONFIG, 1, {"filibuster": True, "veto": False, "note": True}),
        (CONFIG._replace(veto=False), 0, {"filibuster": True, "veto": False, "note": True}),
        (CONFIG._replace(caucus=False), 0, {"filibuster": True, "veto": True, "note": False}),
        (
            CONFIG._replace(orders=STANDARD_ORDERS._replace(filibuster=False)),
            0,
            {"filibuster": False, "veto": True, "note": True},
        ),
    ],
    ids=["in the chair", "not in the chair", "no veto", "no caucus", "no filibuster"],
)
def test_a_seat_sees_what_it_may_do(config: Config, seat: int, may: dict[str, bool]) -> None:
    assert EpisodeEngine(config, "a seed").observation_of(seat)["may"] == may


def test_when_all_is_over_nobody_may_do_anything() -> None:
    episode = EpisodeEngine(Config(2, 2), "a seed")
    for _ in range(2):
        episode.play_round([YEA, YEA])

    seen = episode.observation_of(0)

    assert (seen["over"], seen["bill"], seen["scores"]) == (True, None, ["4", "4"])
    assert not any(seen["may"].values())


@pytest.mark.parametrize("seat", [-1, 3])
def test_there_is_nothing_to_see_from_a_seat_that_is_none(seat: int) -> None:
    with pytest.raises(ValueError, match="no seat"):
        EpisodeEngine(CONFIG, "a seed").observation_of(seat)


def test_an_observation_is_json() -> None:
    episode = EpisodeEngine(CONFIG, "a seed")
    episode.play_round([note(1, "hello"), YEA, NAY])

    for seat in (None, 0, 1, 2):
        seen = episode.observation_of(seat)
        assert json.loads(json.dumps(seen, allow_nan=False)) == seen


def test_an_observation_stays_as_it_was_seen() -> None:
    episode = EpisodeEngine(CONFIG, "a seed")
    before = episode.observation_of(0)
    seen = json.dumps(before)

    episode.play_round([YEA, YEA, YEA])
    episode.observation_of(0)

    assert json.dumps(before) == seen


# -- what nobody sees too early


def test_a_note_comes_to_its_addressee_in_the_next_round_and_to_nobody_else() -> None:
    episode = EpisodeEngine(CONFIG, "a seed")
    assert texts(episode, 2) == []

    episode.play_round([note(2, "first"), YEA, YEA])
    episode.play_round([note(1, "second"), note(2, "third"), YEA])

    assert episode.observation_of(2)["notes"] == [
        {"round": 0, "from": 0, "text": "first"},
        {"round": 1, "from": 1, "text": "third"},
    ]
    assert texts(episode, 1) == ["second"]
    assert texts(episode, 0) == texts(episode, None) == []


def test_a_note_of_this_round_that_is_stored_already_is_not_shown() -> None:
    notes = [SentNote(0, 0, 1, "early"), SentNote(1, 0, 1, "late")]
    state = EpisodeEngine(CONFIG, "a seed").state._replace(round=1)

    assert texts(EpisodeEngine.at_state(CONFIG, "a seed", state, notes=notes), 1) == ["early"]


def test_what_is_public_does_not_tell_that_a_note_was_dropped() -> None:
    episode = EpisodeEngine(CONFIG, "a seed")

    record = episode.play_round([{**note(0, "to myself"), "veto": 1}, YEA, YEA])

    assert record.decisions[0].dropped == ("veto", "note")
    assert episode.public_record(record)["dropped"] == [["veto"], [], []]
    assert episode.observation_of(1)["history"][0]["dropped"] == [["veto"], [], []]


@settings(max_examples=20, deadline=None)
@given(st.lists(st.lists(RAWS, min_size=3, max_size=3), min_size=1, max_size=4))
def test_only_the_addressee_sees_anything_of_a_note(table: list[list[Any]]) -> None:
    """Whatever is decided: with other notes, all that the others see is the same to the letter."""
    noted, silent = EpisodeEngine(CONFIG, "a seed"), EpisodeEngine(CONFIG, "a seed")

    for raws in table:
        noted.play_round([{**raws[0], "note": {"to": 2, "text": CANARY}}, *raws[1:]])
        silent.play_round([{**raws[0], "note": None}, *raws[1:]])

    for seat in (None, 0, 1):
        assert json.dumps(noted.observation_of(seat)) == json.dumps(silent.observation_of(seat))
    assert texts(noted, 2).count(CANARY) == len(table)
