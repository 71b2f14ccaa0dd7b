"""What a case may expect of the Senate: as everybody sees it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from dynasties.quorum.episodes import queries as episodes_queries
from dynasties.quorum.episodes.rules import exact_number
from tests.storytelling.phrases import EXPECTATIONS, Line
from tests.storytelling.sitting import seat_of, seen, senate
from tests.storytelling.sitting_bills import is_so
from tests.storytelling.stage import Stage

Words = Mapping[str, str]
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
    found = seen(stage)["chair"]
    assert found == int(words["number"]), found


@EXPECTATIONS.phrase("expect the bill is {a_bill}")
def expect_bill(stage: Stage, line: Line, words: Words) -> None:
    """The one before the Senate. It has three clauses, unlike each other, and amendments unlike what they rewrite."""
    found = seen(stage)["bill"]
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
    found = seen(stage)[what]
    assert found is not None, "there are none yet"
    for senator, amount in HELD.findall(amounts):
        assert found[seat_of(stage, senator).number] == amount, found


@EXPECTATIONS.phrase("expect {who} reaches {amount} {holding}")
def expect_reached(stage: Stage, line: Line, words: Words) -> None:
    assert _reaches(stage, words), seen(stage)[words["holding"].lower()]


@EXPECTATIONS.phrase("expect {who} does not reach {amount} {holding}")
def expect_not_reached(stage: Stage, line: Line, words: Words) -> None:
    assert not _reaches(stage, words), seen(stage)[words["holding"].lower()]


def _reaches(stage: Stage, words: Words) -> bool:
    held = seen(stage)[words["holding"].lower()][seat_of(stage, words["who"]).number]
    return exact_number(held) >= exact_number(words["amount"])


@EXPECTATIONS.phrase("expect statutes {ids}")
def expect_statutes(stage: Stage, line: Line, words: Words) -> None:
    """Those that stand, in the order in which they passed."""
    found = [each["id"] for each in seen(stage)["statutes"]]
    assert found == ([] if words["ids"] == "none" else words["ids"].split()), found


@EXPECTATIONS.phrase("expect {who} has {number} laurel[s]")
def expect_laurels(stage: Stage, line: Line, words: Words) -> None:
    taken = {who.name: count for who, count in episodes_queries.laurel_counts(stage.table.game, stage.table.law)}
    assert taken.get(words["who"], 0) == int(words["number"]), taken


@EXPECTATIONS.phrase("expect {who} has won by laurels")
def expect_won(stage: Stage, line: Line, words: Words) -> None:
    assert _has_won(stage, words), "e has not"


@EXPECTATIONS.phrase("expect {who} has not won by laurels")
def expect_not_won(stage: Stage, line: Line, words: Words) -> None:
    assert not _has_won(stage, words), "e has"


def _has_won(stage: Stage, words: Words) -> bool:
    return episodes_queries.has_won(stage.table.game, stage.table.agent(words["who"]), stage.table.law)
