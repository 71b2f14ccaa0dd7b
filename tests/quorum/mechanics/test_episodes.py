"""An Episode from its first round to its scores, what each seat sees of it, and what nobody may see too early."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dynasties.quorum.mechanics.config import Config
from dynasties.quorum.mechanics.decisions import FALLBACK, Standing, read
from dynasties.quorum.mechanics.episodes import Episode, SentNote
from dynasties.quorum.mechanics.orders import STANDARD
from dynasties.quorum.mechanics.telling import public_json, record_json
from tests.quorum.mechanics.tables import ANYTHING, BILL, NAY, RAWS, SPOILT, YEA

CONFIG = Config(3, 4)
CANARY = "canary-7f3a"


def note(to: int, text: str, **raw: Any) -> dict[str, Any]:
    return {**YEA, "note": {"to": to, "text": text}, **raw}


def texts(episode: Episode, seat: int | None) -> list[str]:
    return [each["text"] for each in episode.observe(seat)["notes"]]


def whole(episode: Episode) -> str:
    """Everything about an Episode, as bytes would hold it."""
    seen = [episode.observe(seat) for seat in (None, *range(episode.config.seats))]
    return json.dumps([seen, [record_json(record) for record in episode.records], episode.scores])


# -- from the first round to the last


def test_an_episode_goes_on_to_its_last_round_and_no_further() -> None:
    episode = Episode(CONFIG, "a seed")

    for round in range(4):
        assert (episode.over, episode.state.round, episode.observe(0)["scores"]) == (False, round, None)
        assert episode.bill is not None
        assert episode.step([YEA, YEA, NAY]).round == round

    assert (episode.over, episode.bill, len(episode.records)) == (True, None, 4)
    with pytest.raises(ValueError, match="over"):
        episode.step([YEA, YEA, NAY])


@pytest.mark.parametrize("raws", [[], [YEA, YEA], [YEA] * 4], ids=len)
def test_a_round_takes_one_decision_for_each_seat(raws: list[Any]) -> None:
    episode = Episode(CONFIG, "a seed")

    with pytest.raises(ValueError, match="decisions for 3 seats"):
        episode.step(raws)
    assert episode.records == []


def test_the_chair_goes_round() -> None:
    episode = Episode(CONFIG, "a seed")

    assert [episode.step([None] * 3).chair for _ in range(4)] == [0, 1, 2, 0]


def test_a_filibuster_is_used_up_for_the_rest_of_the_episode() -> None:
    episode = Episode(CONFIG, "a seed")
    filibuster = {**NAY, "filibuster": True}

    first, second = episode.step([YEA, YEA, filibuster]), episode.step([YEA, YEA, filibuster])

    assert (first.threshold, second.threshold) == (Fraction(13, 20), Fraction(1, 2))
    assert second.decisions[2].dropped == ("filibuster",)
    assert episode.observe(2)["may"]["filibuster"] is False
    assert episode.observe(1)["may"]["filibuster"] is True


def test_a_score_is_the_capital_but_never_below_nothing() -> None:
    episode = Episode(Config(3, 2), "a seed")

    episode.step([YEA, YEA, NAY])
    episode.step([NAY, NAY, NAY])

    assert episode.observe(None)["capital"] == ["2", "2", "-0.25"]
    assert episode.scores == episode.observe(None)["scores"] == ["2", "2", "0"]


def test_the_fallback_is_the_decision_that_stands_for_a_missing_one() -> None:
    episode = Episode(CONFIG, "a seed")

    record = episode.step([None, episode.fallback, YEA])

    assert read(episode.fallback, *Standing(0, 3, 0, True, True, 200))._replace(fallback=True) == FALLBACK
    assert [each.fallback for each in record.decisions] == [True, False, False]
    assert record.capital[0] == record.capital[1]


def test_bills_follow_from_the_seed_and_from_what_stands() -> None:
    one, same, other = (Episode(Config(3, 40), seed) for seed in ("a seed", "a seed", "another"))

    for episode in (one, same, other):
        for _ in range(40):
            episode.step([YEA, YEA, NAY])

    assert [each.bill for each in one.records] == [each.bill for each in same.records]
    assert [each.bill.title for each in one.records] != [each.bill.title for each in other.records]
    standing: set[str] = set()
    for record in one.records:
        assert record.bill.target is None or record.bill.target in standing
        standing = set(record.statutes)


def test_where_the_law_has_no_repeals_no_bill_is_one() -> None:
    episode = Episode(Config(3, 40, orders=STANDARD._replace(repeals=False)), "a seed")

    kinds = {episode.step([YEA, YEA, NAY]).bill.kind for _ in range(40)}

    assert kinds == {"spending", "edict"}


def test_statutes_are_shown_with_the_titles_of_their_bills() -> None:
    drawn, given_ = Episode(CONFIG, "a seed"), Episode(CONFIG, "a seed", [BILL] * 4)

    titles = [episode.step([YEA] * 3).bill.title for episode in (drawn, given_)]

    assert titles[1] == "A Bill"
    for episode, title in zip((drawn, given_), titles, strict=True):
        assert episode.observe(1)["statutes"] == [{"id": "B00", "title": title}]


# -- what a seat sees


def test_an_observation_holds_what_stands_before_the_round() -> None:
    episode = Episode(CONFIG, "a seed")
    episode.step([YEA, {**YEA, "amendment": "A2"}, NAY])

    seen = episode.observe(1)

    bill = seen.pop("bill")
    history = seen.pop("history")
    title = episode.records[0].bill.title
    assert seen == {
        "format": "quorum-observation-1", "round": 1, "rounds": 4, "seats": 3, "seat": 1, "chair": 1, "over": False,
        "config": {
            "num_seats": 3, "num_rounds": 4, "pass_threshold": "0.5", "veto_enabled": True, "caucus_enabled": True,
            "orders": seen["config"]["orders"],
        },
        "influence": ["0.995", "1.025", "0.985"], "capital": ["2.5", "2.5", "-0.25"],
        "filibuster_used": [False, False, False], "statutes": [{"id": "B00", "title": title}],
        "threshold": {"plain": "0.5", "filibustered": "0.65"},
        "may": {"filibuster": True, "veto": True, "note": True}, "notes": [], "scores": None,
    }  # fmt: skip
    assert (bill["id"], len(bill["clauses"]), sorted(bill["amendments"])) == ("B01", 3, ["A1", "A2", "A3"])
    assert history == [episode.public(episode.records[0])]


def test_a_visitor_sees_the_same_but_may_do_nothing_and_reads_no_note() -> None:
    episode = Episode(CONFIG, "a seed")
    episode.step([note(2, CANARY), YEA, YEA])

    seen, visitor = episode.observe(2), episode.observe(None)

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
        (CONFIG._replace(orders=STANDARD._replace(filibuster=False)), 0,
         {"filibuster": False, "veto": True, "note": True}),
    ],
    ids=["in the chair", "not in the chair", "no veto", "no caucus", "no filibuster"],
)  # fmt: skip
def test_a_seat_sees_what_it_may_do(config: Config, seat: int, may: dict[str, bool]) -> None:
    assert Episode(config, "a seed").observe(seat)["may"] == may


def test_when_all_is_over_nobody_may_do_anything() -> None:
    episode = Episode(Config(2, 2), "a seed")
    for _ in range(2):
        episode.step([YEA, YEA])

    seen = episode.observe(0)

    assert (seen["over"], seen["bill"], seen["scores"]) == (True, None, ["4", "4"])
    assert not any(seen["may"].values())


@pytest.mark.parametrize("seat", [-1, 3])
def test_there_is_nothing_to_see_from_a_seat_that_is_none(seat: int) -> None:
    with pytest.raises(ValueError, match="no seat"):
        Episode(CONFIG, "a seed").observe(seat)


def test_an_observation_is_json() -> None:
    episode = Episode(CONFIG, "a seed")
    episode.step([note(1, "hello"), YEA, NAY])

    for seat in (None, 0, 1, 2):
        seen = episode.observe(seat)
        assert json.loads(json.dumps(seen, allow_nan=False)) == seen


def test_an_observation_stays_as_it_was_seen() -> None:
    episode = Episode(CONFIG, "a seed")
    before = episode.observe(0)
    seen = json.dumps(before)

    episode.step([YEA, YEA, YEA])
    episode.observe(0)

    assert json.dumps(before) == seen


# -- what nobody sees too early


def test_a_note_comes_to_its_addressee_in_the_next_round_and_to_nobody_else() -> None:
    episode = Episode(CONFIG, "a seed")
    assert texts(episode, 2) == []

    episode.step([note(2, "first"), YEA, YEA])
    episode.step([note(1, "second"), note(2, "third"), YEA])

    assert episode.observe(2)["notes"] == [
        {"round": 0, "from": 0, "text": "first"}, {"round": 1, "from": 1, "text": "third"},
    ]  # fmt: skip
    assert texts(episode, 1) == ["second"]
    assert texts(episode, 0) == texts(episode, None) == []


def test_a_note_of_this_round_that_is_stored_already_is_not_shown() -> None:
    notes = [SentNote(0, 0, 1, "early"), SentNote(1, 0, 1, "late")]
    state = Episode(CONFIG, "a seed").state._replace(round=1)

    assert texts(Episode.at(CONFIG, "a seed", state, notes=notes), 1) == ["early"]


def test_what_is_public_does_not_tell_that_a_note_was_dropped() -> None:
    episode = Episode(CONFIG, "a seed")

    record = episode.step([{**note(0, "to myself"), "veto": 1}, YEA, YEA])

    assert record.decisions[0].dropped == ("veto", "note")
    assert episode.public(record)["dropped"] == [["veto"], [], []]
    assert episode.observe(1)["history"][0]["dropped"] == [["veto"], [], []]


@settings(max_examples=20, deadline=None)
@given(st.lists(st.lists(RAWS, min_size=3, max_size=3), min_size=1, max_size=4))
def test_only_the_addressee_sees_anything_of_a_note(table: list[list[Any]]) -> None:
    """Whatever is decided: with other notes, all that the others see is the same to the letter."""
    noted, silent = Episode(CONFIG, "a seed"), Episode(CONFIG, "a seed")

    for raws in table:
        noted.step([{**raws[0], "note": {"to": 2, "text": CANARY}}, *raws[1:]])
        silent.step([{**raws[0], "note": None}, *raws[1:]])

    for seat in (None, 0, 1):
        assert json.dumps(noted.observe(seat)) == json.dumps(silent.observe(seat))
    assert texts(noted, 2).count(CANARY) == len(table)


# -- the same again


def test_the_same_seed_and_decisions_are_the_same_to_the_byte() -> None:
    table: list[list[Any]] = [
        [note(1, "a"), {**NAY, "filibuster": True}, YEA],
        [None, "x", {**YEA, "priorities": [0.1, 2, 1]}],
    ] * 2
    one, other = Episode(CONFIG, "a seed"), Episode(CONFIG, "a seed")

    for raws in table:
        one.step(raws)
        other.step(json.loads(json.dumps(raws)))

    assert whole(one) == whole(other)


@pytest.mark.parametrize("until", [0, 1, 3, 4])
def test_an_episode_gone_on_with_from_what_is_stored_is_the_same(until: int) -> None:
    table: list[list[Any]] = [[note(1, "a"), NAY, YEA], [YEA, note(0, "b"), NAY], [YEA] * 3, [NAY, YEA, note(1, "c")]]
    played = Episode(CONFIG, "a seed")
    for raws in table[:until]:
        played.step(raws)
    stored = json.loads(json.dumps([record_json(record) for record in played.records]))
    notes = [SentNote(0, 0, 1, "a"), SentNote(1, 1, 0, "b"), SentNote(3, 2, 1, "c")][: [0, 1, 2, 2, 3][until]]

    resumed = Episode.at(CONFIG, "a seed", played.state, stored, notes)

    for raws in table[until:]:
        assert resumed.bill == played.bill
        assert record_json(resumed.step(raws)) == record_json(played.step(raws))
    for seat in (None, 0, 1, 2):
        assert json.dumps(resumed.observe(seat)) == json.dumps(played.observe(seat))
    assert resumed.scores == played.scores


def test_a_record_made_public_twice_is_the_same() -> None:
    record = Episode(CONFIG, "a seed").step([{**YEA, "note": 7}, YEA, YEA])

    assert public_json(public_json(record_json(record))) == public_json(record_json(record))


# -- whatever comes


@settings(max_examples=30, deadline=None)
@given(st.lists(st.lists(ANYTHING | SPOILT | RAWS, min_size=3, max_size=3), min_size=4, max_size=4))
def test_whatever_comes_an_episode_ends_with_scores(table: list[list[Any]]) -> None:
    episode = Episode(CONFIG, "a seed")

    for raws in table:
        record = episode.step(raws)
        # What falls back gains nothing: e neither votes nor adopts.
        for seat, decision in enumerate(record.decisions):
            if decision.fallback:
                assert record.gains[seat] == (("decay", -5),)

    assert episode.over
    assert all(Fraction(score) >= 0 for score in episode.scores)
    json.dumps(episode.observe(0), allow_nan=False)
