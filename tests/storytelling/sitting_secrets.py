"""What a case may expect of what is secret in the Senate: decisions, notes, the seed, until the replay tells all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from dynasties.quorum.episodes import queries as episodes_queries
from dynasties.quorum.episodes.models import Seat
from dynasties.quorum.replay import queries as replay_queries
from dynasties.quorum.replay.rules import verify_replay
from dynasties.quorum.rounds import queries as rounds_queries
from dynasties.quorum.rounds.rules import public_json
from nomic.core.chain import commitment
from nomic.core.decision import Refused
from tests.storytelling.phrases import EXPECTATIONS, Line
from tests.storytelling.sitting import decide, said, seat_of, seen, senate
from tests.storytelling.stage import Stage

Words = Mapping[str, str]
OTHERWISE = {"vote": "nay", "priorities": [9, 0, 1], "amendment": "A3", "filibuster": True}


@EXPECTATIONS.phrase("expect {who} has decided")
def expect_decided(stage: Stage, line: Line, words: Words) -> None:
    """A mark that everybody sees."""
    assert seen(stage)["decided"][seat_of(stage, words["who"]).number], "e has not"


@EXPECTATIONS.phrase("expect {who} has not decided")
def expect_undecided(stage: Stage, line: Line, words: Words) -> None:
    assert not seen(stage)["decided"][seat_of(stage, words["who"]).number], "e has"


@EXPECTATIONS.phrase("expect {who} is told of {codes}")
def expect_problems(stage: Stage, line: Line, words: Words) -> None:
    """Of what is wrong with eir decision in the open round."""
    found = [each["code"] for each in seen(stage, words["who"])["own_problems"]]
    assert sorted(found) == sorted(words["codes"].split(", ")), found


@EXPECTATIONS.phrase("expect {who} is told of no problem")
def expect_no_problems(stage: Stage, line: Line, words: Words) -> None:
    found = seen(stage, words["who"])
    assert found["own"] is not None, "e has decided nothing"
    assert found["own_problems"] == [], found["own_problems"]


@EXPECTATIONS.phrase("expect nobody else can tell what {who} decided")
def expect_sealed(stage: Stage, line: Line, words: Words) -> None:
    """If e decides otherwise, e alone sees anything else than before."""
    own, before = seen(stage, words["who"])["own"], _seen_by_others(stage, words["who"])
    assert own not in (None, OTHERWISE), own
    begun = transaction.savepoint()
    try:
        decide(stage, words["who"], OTHERWISE)
        assert seen(stage, words["who"])["own"] == OTHERWISE
        after = _seen_by_others(stage, words["who"])
    finally:
        transaction.savepoint_rollback(begun)
    assert after == before, after


def _seen_by_others(stage: Stage, who: str) -> list[tuple[Any, str]]:
    """What every other seat, and a visitor, sees of the Episode."""
    episode, own = senate(stage).episode(), seat_of(stage, who)
    eyes: list[Seat | None] = [*(each for each in episodes_queries.seats_of(episode) if each != own), None]
    return [(rounds_queries.observation(episode, seat), rounds_queries.etag(episode, seat)) for seat in eyes]


@EXPECTATIONS.phrase("expect {who} reads {note} from {whom}")
def expect_note(stage: Stage, line: Line, words: Words) -> None:
    found = seen(stage, words["who"])["notes"]
    note = {"from": seat_of(stage, words["whom"]).number, "text": said(words["note"])}
    assert note in [{"from": each["from"], "text": each["text"]} for each in found], found


@EXPECTATIONS.phrase("expect {who} reads no note")
def expect_no_note(stage: Stage, line: Line, words: Words) -> None:
    """As a visitor, if e has no seat."""
    found = seen(stage, words["who"])["notes"]
    assert found == [], found


@EXPECTATIONS.phrase("expect the seed is secret")
def expect_seed_secret(stage: Stage, line: Line, words: Words) -> None:
    found = seen(stage)["seed"]
    assert found is None, found
    try:
        replay_queries.get_replay(senate(stage).episode())
    except Refused:
        return
    raise AssertionError("the replay tells it")


@EXPECTATIONS.phrase("expect the seed is told, and the replay is true")
def expect_seed_told(stage: Stage, line: Line, words: Words) -> None:
    """Also, that it is the seed that was promised, and that all that was told of each round follows from it."""
    replay, episode = _replay(stage), senate(stage).episode()
    promised = commitment({"seed": replay["seed"]}, replay["seed_salt"])
    assert promised == episode.seed_digest, promised
    assert verify_replay(replay) is None, verify_replay(replay)
    assert [public_json(each["record"]) for each in replay["rounds"]] == senate(stage).records()
    assert replay["scores"] == episode.scores, replay["scores"]


@EXPECTATIONS.phrase("expect the replay tells of {note} from {who} to {whom}")
def expect_note_replayed(stage: Stage, line: Line, words: Words) -> None:
    note = {"from": seat_of(stage, words["who"]).number, "to": seat_of(stage, words["whom"]).number}
    found = [each for round in _replay(stage)["rounds"] for each in round["notes"]]
    assert {**note, "text": said(words["note"])} in found, found


def _replay(stage: Stage) -> dict[str, Any]:
    return replay_queries.get_replay(senate(stage).episode())
