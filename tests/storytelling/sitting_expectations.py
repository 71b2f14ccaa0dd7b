"""What a case may expect of the Senate: as everybody sees it, as one senator does, and as the replay tells it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django.db import transaction

from dynasties.quorum.mechanics.episodes import public_json
from dynasties.quorum.mechanics.units import capital_in, exact, influence_in
from dynasties.quorum.mechanics.verifying import verify
from dynasties.quorum.models import Episode, Seat
from dynasties.quorum.queries import episodes, laurels, observing
from nomic.core.mechanics.decision import Refused
from nomic.core.mechanics.sealing import commitment
from tests.storytelling.phrases import EXPECTATIONS, Line
from tests.storytelling.sitting import decide, said, seat_of, senate
from tests.storytelling.sitting_bills import is_so
from tests.storytelling.stage import Stage

Words = Mapping[str, str]
UNITS = {"Capital": capital_in, "Influence": influence_in}
OTHERWISE = {"vote": "nay", "priorities": [9, 0, 1], "amendment": "A3", "filibuster": True}
HELD = re.compile(r"([A-Z][\w'-]*|seat \d) (-?[\d./]+)")

# -- Episodes, and how their rounds go ---------------------------------------------------------------


@EXPECTATIONS.phrase("expect Episode {number} {episode_state}")
def expect_state(stage: Stage, line: Line, words: Words) -> None:
    found = senate(stage).episode(int(words["number"])).state
    assert found == words["episode_state"].replace(" ", "-"), found


@EXPECTATIONS.phrase("expect seat {number} holds {holder}")
def expect_holder(stage: Stage, line: Line, words: Words) -> None:
    seat = seat_of(stage, f"seat {words['number']}")
    found = f"the {seat.kind} {seat.script or seat.name}" if seat.name else "nobody"
    assert found == words["holder"], found


@EXPECTATIONS.phrase("expect round {number} is open[ until {moment}]")
def expect_open(stage: Stage, line: Line, words: Words) -> None:
    from tests.storytelling.parser import moment

    found = senate(stage).round()
    assert found.number == int(words["number"]), found.number
    assert found.closes_at is not None, "it waits"
    assert found.closes_at > stage.line.at, found.closes_at
    if "moment" in words:
        assert found.closes_at == moment(words["moment"], stage.start), found.closes_at


@EXPECTATIONS.phrase("expect round {number} waits for the end of the hiatus")
def expect_waiting(stage: Stage, line: Line, words: Words) -> None:
    found = senate(stage).round()
    assert (found.number, found.closes_at) == (int(words["number"]), None), (found.number, found.closes_at)


@EXPECTATIONS.phrase("expect seat {number} in the chair")
def expect_chair(stage: Stage, line: Line, words: Words) -> None:
    found = _seen(stage)["chair"]
    assert found == int(words["number"]), found


@EXPECTATIONS.phrase("expect the bill is {a_bill}")
def expect_bill(stage: Stage, line: Line, words: Words) -> None:
    """The one before the Senate. It has three clauses, unlike each other, and amendments unlike what they rewrite."""
    found = _seen(stage)["bill"]
    assert is_so(words["a_bill"], found), (found["kind"], found["target_statute"], found["amendments"])
    assert len(set(found["clauses"])) == 3, found["clauses"]
    assert list(found["amendments"]) == ["A1", "A2", "A3"], found["amendments"]
    assert all(each["text"] != found["clauses"][each["clause"]] for each in found["amendments"].values()), found


@EXPECTATIONS.phrase("expect Episodes {number} and {made} have the same bill")
def expect_same_bill(stage: Stage, line: Line, words: Words) -> None:
    """In their open rounds."""
    one, other = (senate(stage).round(int(words[which])).bill for which in ("number", "made"))
    assert one == other, (one["title"], other["title"])


# -- what became of a round --------------------------------------------------------------------------


@EXPECTATIONS.phrase("expect round {number} {outcome}[ at {threshold}][ with {share}]")
def expect_outcome(stage: Stage, line: Line, words: Words) -> None:
    found = _record(stage, int(words["number"]))
    share = f"{found['yea_influence']} of {found['total_influence']}"
    told = found["outcome"], found["threshold"], share
    wanted = words["outcome"], words.get("threshold", told[1]), words.get("share", share)
    assert wanted == told, told


@EXPECTATIONS.phrase("expect {adopted} adopted")
def expect_adopted(stage: Stage, line: Line, words: Words) -> None:
    """In the newest round that is closed."""
    found = _record(stage)["adopted"] or "nothing"
    assert found == words["adopted"], found


@EXPECTATIONS.phrase("expect clause {number} goes to {owners}")
def expect_owners(stage: Stage, line: Line, words: Words) -> None:
    owners = _record(stage)["owners"][int(words["number"]) - 1]
    wanted = [] if words["owners"] == "nobody" else re.split(r", | and ", words["owners"])
    assert sorted(seat_of(stage, each).number for each in wanted) == owners, owners


@EXPECTATIONS.phrase("expect the {fallible} of {who} counted")
def expect_counted(stage: Stage, line: Line, words: Words) -> None:
    assert _counted(stage, words) == (True, False), "it fell away, or there was none"


@EXPECTATIONS.phrase("expect the {fallible} of {who} fell away")
def expect_fallen(stage: Stage, line: Line, words: Words) -> None:
    assert _counted(stage, words) == (False, True), "it counted, or there was none"


def _counted(stage: Stage, words: Words) -> tuple[bool, bool]:
    """In the newest round that is closed: whether it counted, and whether it fell away."""
    record, seat, part = _record(stage), seat_of(stage, words["who"]).number, words["fallible"]
    if part == "decision":
        return not record["fallback"][seat], record["fallback"][seat]
    return record["decisions"][seat][part], part in record["dropped"][seat]


def _record(stage: Stage, number: int = -1) -> dict[str, Any]:
    records = senate(stage).records()
    assert records[number:], f"{len(records)} rounds are closed"
    return records[number]


# -- what senators have ------------------------------------------------------------------------------


@EXPECTATIONS.phrase("expect capital {amounts}")
def expect_capital(stage: Stage, line: Line, words: Words) -> None:
    _expect_held(stage, "capital", words["amounts"])


@EXPECTATIONS.phrase("expect influence {amounts}")
def expect_influence(stage: Stage, line: Line, words: Words) -> None:
    _expect_held(stage, "influence", words["amounts"])


@EXPECTATIONS.phrase("expect scores {amounts}")
def expect_scores(stage: Stage, line: Line, words: Words) -> None:
    _expect_held(stage, "scores", words["amounts"])


def _expect_held(stage: Stage, what: str, amounts: str) -> None:
    found = _seen(stage)[what]
    assert found is not None, "there are none yet"
    for senator, amount in HELD.findall(amounts):
        assert found[seat_of(stage, senator).number] == amount, found


@EXPECTATIONS.phrase("expect {who} reaches {amount} {holding}")
def expect_reached(stage: Stage, line: Line, words: Words) -> None:
    assert _reaches(stage, words), _seen(stage)[words["holding"].lower()]


@EXPECTATIONS.phrase("expect {who} does not reach {amount} {holding}")
def expect_not_reached(stage: Stage, line: Line, words: Words) -> None:
    assert not _reaches(stage, words), _seen(stage)[words["holding"].lower()]


def _reaches(stage: Stage, words: Words) -> bool:
    held = _seen(stage)[words["holding"].lower()][seat_of(stage, words["who"]).number]
    return exact(held) >= exact(words["amount"])


@EXPECTATIONS.phrase("expect statutes {ids}")
def expect_statutes(stage: Stage, line: Line, words: Words) -> None:
    """Those that stand, in the order in which they passed."""
    found = [each["id"] for each in _seen(stage)["statutes"]]
    assert found == ([] if words["ids"] == "none" else words["ids"].split()), found


@EXPECTATIONS.phrase("expect {who} has {number} laurel[s]")
def expect_laurels(stage: Stage, line: Line, words: Words) -> None:
    taken = {who.name: count for who, count in laurels.taken(stage.table.game, stage.table.law)}
    assert taken.get(words["who"], 0) == int(words["number"]), taken


@EXPECTATIONS.phrase("expect {who} has won by laurels")
def expect_won(stage: Stage, line: Line, words: Words) -> None:
    assert _has_won(stage, words), "e has not"


@EXPECTATIONS.phrase("expect {who} has not won by laurels")
def expect_not_won(stage: Stage, line: Line, words: Words) -> None:
    assert not _has_won(stage, words), "e has"


def _has_won(stage: Stage, words: Words) -> bool:
    return laurels.has_won(stage.table.game, stage.table.agent(words["who"]), stage.table.law)


# -- what is secret ----------------------------------------------------------------------------------


@EXPECTATIONS.phrase("expect {who} has decided")
def expect_decided(stage: Stage, line: Line, words: Words) -> None:
    """A mark that everybody sees."""
    assert _seen(stage)["decided"][seat_of(stage, words["who"]).number], "e has not"


@EXPECTATIONS.phrase("expect {who} has not decided")
def expect_undecided(stage: Stage, line: Line, words: Words) -> None:
    assert not _seen(stage)["decided"][seat_of(stage, words["who"]).number], "e has"


@EXPECTATIONS.phrase("expect {who} is told of {codes}")
def expect_problems(stage: Stage, line: Line, words: Words) -> None:
    """Of what is wrong with eir decision in the open round."""
    found = [each["code"] for each in _seen(stage, words["who"])["own_problems"]]
    assert sorted(found) == sorted(words["codes"].split(", ")), found


@EXPECTATIONS.phrase("expect {who} is told of no problem")
def expect_no_problems(stage: Stage, line: Line, words: Words) -> None:
    found = _seen(stage, words["who"])
    assert found["own"] is not None, "e has decided nothing"
    assert found["own_problems"] == [], found["own_problems"]


@EXPECTATIONS.phrase("expect nobody else can tell what {who} decided")
def expect_sealed(stage: Stage, line: Line, words: Words) -> None:
    """If e decides otherwise, e alone sees anything else than before."""
    own, before = _seen(stage, words["who"])["own"], _seen_by_others(stage, words["who"])
    assert own not in (None, OTHERWISE), own
    begun = transaction.savepoint()
    try:
        decide(stage, words["who"], OTHERWISE)
        assert _seen(stage, words["who"])["own"] == OTHERWISE
        after = _seen_by_others(stage, words["who"])
    finally:
        transaction.savepoint_rollback(begun)
    assert after == before, after


def _seen_by_others(stage: Stage, who: str) -> list[tuple[Any, str]]:
    """What every other seat, and a visitor, sees of the Episode."""
    episode, own = senate(stage).episode(), seat_of(stage, who)
    eyes: list[Seat | None] = [*(each for each in episodes.seats_of(episode) if each != own), None]
    return [(observing.observation(episode, seat), observing.etag(episode, seat)) for seat in eyes]


@EXPECTATIONS.phrase("expect {who} reads {note} from {whom}")
def expect_note(stage: Stage, line: Line, words: Words) -> None:
    found = _seen(stage, words["who"])["notes"]
    note = {"from": seat_of(stage, words["whom"]).number, "text": said(words["note"])}
    assert note in [{"from": each["from"], "text": each["text"]} for each in found], found


@EXPECTATIONS.phrase("expect {who} reads no note")
def expect_no_note(stage: Stage, line: Line, words: Words) -> None:
    """As a visitor, if e has no seat."""
    found = _seen(stage, words["who"])["notes"]
    assert found == [], found


@EXPECTATIONS.phrase("expect the seed is secret")
def expect_seed_secret(stage: Stage, line: Line, words: Words) -> None:
    found = _seen(stage)["seed"]
    assert found is None, found
    try:
        observing.replay_of(senate(stage).episode())
    except Refused:
        return
    raise AssertionError("the replay tells it")


@EXPECTATIONS.phrase("expect the seed is told, and the replay is true")
def expect_seed_told(stage: Stage, line: Line, words: Words) -> None:
    """Also, that it is the seed that was promised, and that all that was told of each round follows from it."""
    replay, episode = _replay(stage), senate(stage).episode()
    promised = commitment({"seed": replay["seed"]}, replay["seed_salt"])
    assert promised == episode.seed_digest, promised
    assert verify(replay) is None, verify(replay)
    assert [public_json(each["record"]) for each in replay["rounds"]] == senate(stage).records()
    assert replay["scores"] == episode.scores, replay["scores"]


@EXPECTATIONS.phrase("expect the replay tells of {note} from {who} to {whom}")
def expect_note_replayed(stage: Stage, line: Line, words: Words) -> None:
    note = {"from": seat_of(stage, words["who"]).number, "to": seat_of(stage, words["whom"]).number}
    found = [each for round in _replay(stage)["rounds"] for each in round["notes"]]
    assert {**note, "text": said(words["note"])} in found, found


def _replay(stage: Stage) -> dict[str, Any]:
    return observing.replay_of(senate(stage).episode())


def _seen(stage: Stage, who: str = "") -> dict[str, Any]:
    """What somebody sees of the newest Episode; as a visitor, where nobody is named or e has no seat."""
    episode: Episode = senate(stage).episode()
    token = stage.tokens.get(who)
    account = senate(stage).account(who).pk if who and not token else None
    return observing.observation(episode, observing.seat_for(episode, account_id=account, token=token))
