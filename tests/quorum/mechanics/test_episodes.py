"""An Episode from its first round to its scores, and the same again from its seed and decisions."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from dynasties.quorum.episodes.rules import STANDARD_ORDERS, Config
from dynasties.quorum.rounds.rules import EpisodeEngine, SentNote, public_json, record_json
from dynasties.quorum.rounds.rules_decisions import FALLBACK, SeatOptions, read_decision
from tests.quorum.mechanics.tables import ANYTHING, BILL, NAY, RAWS, SPOILT, YEA, note

CONFIG = Config(3, 4)


def whole(episode: EpisodeEngine) -> str:
    """Everything about an Episode, as bytes would hold it."""
    seen = [episode.observation_of(seat) for seat in (None, *range(episode.config.seats))]
    return json.dumps([seen, [record_json(record) for record in episode.records], episode.scores])


# -- from the first round to the last


def test_an_episode_goes_on_to_its_last_round_and_no_further() -> None:
    episode = EpisodeEngine(CONFIG, "a seed")

    for round in range(4):
        assert (episode.is_over, episode.state.round, episode.observation_of(0)["scores"]) == (False, round, None)
        assert episode.bill is not None
        assert episode.play_round([YEA, YEA, NAY]).round == round

    assert (episode.is_over, episode.bill, len(episode.records)) == (True, None, 4)
    with pytest.raises(ValueError, match="over"):
        episode.play_round([YEA, YEA, NAY])


@pytest.mark.parametrize("raws", [[], [YEA, YEA], [YEA] * 4], ids=len)
def test_a_round_takes_one_decision_for_each_seat(raws: list[Any]) -> None:
    episode = EpisodeEngine(CONFIG, "a seed")

    with pytest.raises(ValueError, match="decisions for 3 seats"):
        episode.play_round(raws)
    assert episode.records == []


def test_the_chair_goes_round() -> None:
    episode = EpisodeEngine(CONFIG, "a seed")

    assert [episode.play_round([None] * 3).chair for _ in range(4)] == [0, 1, 2, 0]


def test_a_filibuster_is_used_up_for_the_rest_of_the_episode() -> None:
    episode = EpisodeEngine(CONFIG, "a seed")
    filibuster = {**NAY, "filibuster": True}

    first, second = episode.play_round([YEA, YEA, filibuster]), episode.play_round([YEA, YEA, filibuster])

    assert (first.threshold, second.threshold) == (Fraction(13, 20), Fraction(1, 2))
    assert second.decisions[2].dropped == ("filibuster",)
    assert episode.observation_of(2)["may"]["filibuster"] is False
    assert episode.observation_of(1)["may"]["filibuster"] is True


def test_a_score_is_the_capital_but_never_below_nothing() -> None:
    episode = EpisodeEngine(Config(3, 2), "a seed")

    episode.play_round([YEA, YEA, NAY])
    episode.play_round([NAY, NAY, NAY])

    assert episode.observation_of(None)["capital"] == ["2", "2", "-0.25"]
    assert episode.scores == episode.observation_of(None)["scores"] == ["2", "2", "0"]


def test_the_fallback_is_the_decision_that_stands_for_a_missing_one() -> None:
    episode = EpisodeEngine(CONFIG, "a seed")

    record = episode.play_round([None, episode.fallback, YEA])

    assert read_decision(episode.fallback, SeatOptions(0, 3, 0, True, True, 200))._replace(fallback=True) == FALLBACK
    assert [each.fallback for each in record.decisions] == [True, False, False]
    assert record.capital[0] == record.capital[1]


def test_bills_follow_from_the_seed_and_from_what_stands() -> None:
    one, same, other = (EpisodeEngine(Config(3, 40), seed) for seed in ("a seed", "a seed", "another"))

    for episode in (one, same, other):
        for _ in range(40):
            episode.play_round([YEA, YEA, NAY])

    assert [each.bill for each in one.records] == [each.bill for each in same.records]
    assert [each.bill.title for each in one.records] != [each.bill.title for each in other.records]
    standing: set[str] = set()
    for record in one.records:
        assert record.bill.target is None or record.bill.target in standing
        standing = set(record.statutes)


def test_where_the_law_has_no_repeals_no_bill_is_one() -> None:
    episode = EpisodeEngine(Config(3, 40, orders=STANDARD_ORDERS._replace(repeals=False)), "a seed")

    kinds = {episode.play_round([YEA, YEA, NAY]).bill.kind for _ in range(40)}

    assert kinds == {"spending", "edict"}


def test_statutes_are_shown_with_the_titles_of_their_bills() -> None:
    drawn, given_ = EpisodeEngine(CONFIG, "a seed"), EpisodeEngine(CONFIG, "a seed", [BILL] * 4)

    titles = [episode.play_round([YEA] * 3).bill.title for episode in (drawn, given_)]

    assert titles[1] == "A Bill"
    for episode, title in zip((drawn, given_), titles, strict=True):
        assert episode.observation_of(1)["statutes"] == [{"id": "B00", "title": title}]


# -- the same again


def test_the_same_seed_and_decisions_are_the_same_to_the_byte() -> None:
    table: list[list[Any]] = [
        [note(1, "a"), {**NAY, "filibuster": True}, YEA],
        [None, "x", {**YEA, "priorities": [0.1, 2, 1]}],
    ] * 2
    one, other = EpisodeEngine(CONFIG, "a seed"), EpisodeEngine(CONFIG, "a seed")

    for raws in table:
        one.play_round(raws)
        other.play_round(json.loads(json.dumps(raws)))

    assert whole(one) == whole(other)


@pytest.mark.parametrize("until", [0, 1, 3, 4])
def test_an_episode_gone_on_with_from_what_is_stored_is_the_same(until: int) -> None:
    table: list[list[Any]] = [[note(1, "a"), NAY, YEA], [YEA, note(0, "b"), NAY], [YEA] * 3, [NAY, YEA, note(1, "c")]]
    played = EpisodeEngine(CONFIG, "a seed")
    for raws in table[:until]:
        played.play_round(raws)
    stored = json.loads(json.dumps([record_json(record) for record in played.records]))
    notes = [SentNote(0, 0, 1, "a"), SentNote(1, 1, 0, "b"), SentNote(3, 2, 1, "c")][: [0, 1, 2, 2, 3][until]]

    resumed = EpisodeEngine.at_state(CONFIG, "a seed", played.state, stored, notes)

    for raws in table[until:]:
        assert resumed.bill == played.bill
        assert record_json(resumed.play_round(raws)) == record_json(played.play_round(raws))
    for seat in (None, 0, 1, 2):
        assert json.dumps(resumed.observation_of(seat)) == json.dumps(played.observation_of(seat))
    assert resumed.scores == played.scores


def test_a_record_made_public_twice_is_the_same() -> None:
    record = EpisodeEngine(CONFIG, "a seed").play_round([{**YEA, "note": 7}, YEA, YEA])

    assert public_json(public_json(record_json(record))) == public_json(record_json(record))


# -- whatever comes


@settings(max_examples=30, deadline=None)
@given(st.lists(st.lists(ANYTHING | SPOILT | RAWS, min_size=3, max_size=3), min_size=4, max_size=4))
def test_whatever_comes_an_episode_ends_with_scores(table: list[list[Any]]) -> None:
    episode = EpisodeEngine(CONFIG, "a seed")

    for raws in table:
        record = episode.play_round(raws)
        # What falls back gains nothing: e neither votes nor adopts.
        for seat, decision in enumerate(record.decisions):
            if decision.fallback:
                assert record.gains[seat] == (("decay", -5),)

    assert episode.is_over
    assert all(Fraction(score) >= 0 for score in episode.scores)
    json.dumps(episode.observation_of(0), allow_nan=False)
