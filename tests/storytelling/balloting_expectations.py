"""What a case may expect of nweeks and their ballots: as the pages show it, whether or not anybody has looked."""

from __future__ import annotations

from collections.abc import Mapping

from nomic.core import clock
from nomic.core.chain import plain_json
from nomic.core.log import queries as log_queries
from nomic.core.log.models import Event
from proposals.bnomic.ballot import queries as ballot_queries
from proposals.bnomic.ballot.rules import CountLine, CountStep, read_trace
from proposals.bnomic.nweeks import queries as nweeks_queries
from proposals.bnomic.nweeks.queries import ClockReading
from proposals.bnomic.nweeks.rules import ProposalState
from proposals.bnomic.register import queries as register_queries
from proposals.bnomic.register.models import Proposal, Relation
from proposals.bnomic.register.queries import listed_numbers
from proposals.posts import queries as posts_queries
from tests.storytelling.balloting import at, ballot, later, numbers
from tests.storytelling.phrases import EXPECTATIONS, Line
from tests.storytelling.stage import Stage

Words = Mapping[str, str]
RELATIONS = {"Depends on": Relation.DEPENDS, "Conflicts with": Relation.CONFLICTS}


def hands(stage: Stage) -> ClockReading:
    """What the Clock says to whoever reads a page at this moment."""
    table = ballot(stage)
    found = nweeks_queries.clock_reading(table.game, clock.now(), table.law)
    assert found is not None, "there is no Clock"
    return found


def _proposal(stage: Stage, number: int) -> Proposal:
    found = register_queries.proposal_by_number(ballot(stage).made.pk, number)
    assert found is not None, f"there is no Proposal {number}"
    return found


def _all(stage: Stage, words: Words) -> list[Proposal]:
    return [_proposal(stage, number) for number in numbers(words["numbers"])]


# -- the Clock ---------------------------------------------------------------------------------------


@EXPECTATIONS.phrase("expect nday {number} of nweek {made}")
def expect_place(stage: Stage, line: Line, words: Words) -> None:
    found = hands(stage).place
    assert found == (int(words["made"]), int(words["number"])), found


@EXPECTATIONS.phrase("expect the Clock {clock_state}[ until {later}]")
def expect_clock(stage: Stage, line: Line, words: Words) -> None:
    """Off until then: it pauses."""
    found = hands(stage).clock
    until = later(stage, words) if "later" in words else None
    assert (found.running, found.resumes_at) == (words["clock_state"] == "On", until), found


@EXPECTATIONS.phrase("expect the Clock stands by law")
def expect_standing(stage: Stage, line: Line, words: Words) -> None:
    """It is On, and waits for no midnight."""
    found = hands(stage).clock
    assert found.running, found
    assert found.stroke_at is None, found


@EXPECTATIONS.phrase("expect the next opening {moment}")
def expect_opening(stage: Stage, line: Line, words: Words) -> None:
    found = hands(stage).next_opening
    assert found == at(stage, words["moment"]), found


@EXPECTATIONS.phrase("expect the next count {moment}")
def expect_count(stage: Stage, line: Line, words: Words) -> None:
    found = hands(stage).next_count
    assert found == at(stage, words["moment"]), found


@EXPECTATIONS.phrase("expect the log says why: {text}")
def expect_reason(stage: Stage, line: Line, words: Words) -> None:
    """The newest reason that an Administrator gave for what e did at eir desk."""
    told = [event.data["why"] for event in log_queries.log(ballot(stage).made.pk) if event.data.get("why")]
    assert told[:1] == [words["text"]], told


@EXPECTATIONS.phrase("expect the log bears the name of {who}")
def expect_doer(stage: Stage, line: Line, words: Words) -> None:
    """Whoever did what is last in it."""
    found = log_queries.log(ballot(stage).made.pk)[0]
    assert found.by == words["who"], f"{found.kind} by {found.by}"


@EXPECTATIONS.phrase("expect the log ends with {codes}")
def expect_log(stage: Stage, line: Line, words: Words) -> None:
    """Of what concerns nweeks and their ballots, in its order."""
    wanted = words["codes"].split(", ")
    newest = log_queries.log(ballot(stage).made.pk, kinds=["bnomic."])[: len(wanted)]
    found = [event.kind.removeprefix("bnomic.") for event in reversed(newest)]
    assert found == wanted, found


# -- Proposals ---------------------------------------------------------------------------------------


@EXPECTATIONS.phrase("expect Proposal[s] {numbers} {proposal_state}")
def expect_state(stage: Stage, line: Line, words: Words) -> None:
    now = hands(stage)
    found = {row.number: now.state_of(ProposalState(row.state)).value for row in _all(stage, words)}
    assert set(found.values()) == {words["proposal_state"]}, found


@EXPECTATIONS.phrase("expect Proposal[s] {numbers} to be counted")
def expect_uncounted(stage: Stage, line: Line, words: Words) -> None:
    """The midnight of the count is past, and nobody has looked."""
    closed = hands(stage).closed
    found = {row.number: row.state for row in _all(stage, words) if ProposalState(row.state) not in closed}
    assert not found, found


@EXPECTATIONS.phrase("expect no Proposal {number}")
def expect_none(stage: Stage, line: Line, words: Words) -> None:
    assert register_queries.proposal_by_number(ballot(stage).made.pk, int(words["number"])) is None, "it is there"


@EXPECTATIONS.phrase("expect Proposal {number} is {who}'s")
def expect_author(stage: Stage, line: Line, words: Words) -> None:
    found = _proposal(stage, int(words["number"])).post.byline
    assert found == words["who"], found


@EXPECTATIONS.phrase("expect Proposal {number} bears the Name {title}")
def expect_name(stage: Stage, line: Line, words: Words) -> None:
    found = _proposal(stage, int(words["number"])).name
    assert found == words["title"], found


@EXPECTATIONS.phrase("expect Proposal {number} bears no Name")
def expect_no_name(stage: Stage, line: Line, words: Words) -> None:
    found = _proposal(stage, int(words["number"])).name
    assert not found, found


@EXPECTATIONS.phrase("expect Proposal {number} says {text}")
def expect_text(stage: Stage, line: Line, words: Words) -> None:
    found = _proposal(stage, int(words["number"])).post.body
    assert words["text"] in found, found


@EXPECTATIONS.phrase("expect Proposal {number} in {made} version[s]")
def expect_versions(stage: Stage, line: Line, words: Words) -> None:
    """All of which are kept."""
    kept = posts_queries.post_versions(_proposal(stage, int(words["number"])).pk).count()
    assert kept == int(words["made"]), kept


@EXPECTATIONS.phrase("expect Proposal {number} {relation} {numbers_or_none}")
def expect_listed(stage: Stage, line: Line, words: Words) -> None:
    """Whom eir lists mean; a Name that nobody bears means nobody yet."""
    row = _proposal(stage, int(words["number"]))
    found = listed_numbers([row])[row.number, RELATIONS[words["relation"]]]
    assert sorted(found) == numbers(words["numbers_or_none"]), sorted(found)


# -- votes and the count -----------------------------------------------------------------------------


@EXPECTATIONS.phrase("expect the Final Vote of {who} on Proposal {number} {word}")
def expect_final(stage: Stage, line: Line, words: Words) -> None:
    row = _proposal(stage, int(words["number"]))
    found = ballot_queries.final_votes([row]).get(row.number, {}).get(words["who"])
    assert found == words["word"], found or "e has none"


@EXPECTATIONS.phrase("expect no Final Vote of {who} on Proposal {number}")
def expect_no_final(stage: Stage, line: Line, words: Words) -> None:
    row = _proposal(stage, int(words["number"]))
    found = ballot_queries.final_votes([row]).get(row.number, {}).get(words["who"])
    assert found is None, found


@EXPECTATIONS.phrase("expect Strength {total} of Proposal {number}")
def expect_strength(stage: Stage, line: Line, words: Words) -> None:
    """Of an Open one as it stands, of a Historical one as it was counted."""
    row, table = _proposal(stage, int(words["number"])), ballot(stage)
    if row.count is None:
        found = ballot_queries.open_ballot(table.game, table.law, [row]).count().strength[row.number]
    else:
        found = _counted(stage, row.count.nweek).data["strength"][str(row.number)]
    assert found == int(words["total"]), found


@EXPECTATIONS.phrase("expect Proposal {number} Lost by {fall}")
def expect_fall(stage: Stage, line: Line, words: Words) -> None:
    row = _proposal(stage, int(words["number"]))
    assert row.count is not None, row.state
    lines = [each for each in read_trace(row.count.trace) if each.number == row.number]
    found = [_fall(each) for each in lines if each.sinks]
    assert found == [words["fall"]], found


def _fall(line: CountLine) -> str:
    if line.step is CountStep.STRENGTH:
        return "its Strength"
    return f"{'conflict with' if line.step is CountStep.CONFLICT else 'Dependency on'} Proposal {line.by}"


@EXPECTATIONS.phrase("expect the count of nweek {number} to go: {steps}")
def expect_trace(stage: Stage, line: Line, words: Words) -> None:
    """Step by step, in its order."""
    row = nweeks_queries.count_by_nweek(ballot(stage).made.pk, int(words["number"]))
    assert row is not None, "it has not been counted"
    found = [_told(each) for each in read_trace(row.trace)]
    assert found == words["steps"].split(", "), found


def _told(line: CountLine) -> str:
    fell = {
        CountStep.STRENGTH: "by its Strength",
        CountStep.CONFLICT: f"in conflict with {line.by}",
        CountStep.DEPENDENCY: f"with {line.by}",
    }
    return f"{line.number} Lost {fell[line.step]}" if line.step in fell else f"{line.number} {line.step.capitalize()}"


@EXPECTATIONS.phrase("expect nweek {number} counted at {later}[, which was due at {moment}]")
def expect_counted(stage: Stage, line: Line, words: Words) -> None:
    """Once, then, and as the log has it, with both moments."""
    event, made_at = _counted(stage, int(words["number"])), later(stage, words)
    due = at(stage, words["moment"]) if "moment" in words else made_at
    assert (event.at, event.data["due_at"]) == (made_at, plain_json(due)), (event.at, event.data["due_at"])


@EXPECTATIONS.phrase("expect nweek {number} not counted")
def expect_not_counted(stage: Stage, line: Line, words: Words) -> None:
    assert nweeks_queries.count_by_nweek(ballot(stage).made.pk, int(words["number"])) is None, "it has been"


def _counted(stage: Stage, nweek: int) -> Event:
    log = log_queries.log(ballot(stage).made.pk, kinds=["bnomic.counted"])
    found = [event for event in log if event.data["nweek"] == nweek]
    assert len(found) == 1, f"counted {len(found)} times"
    return found[0]


@EXPECTATIONS.phrase("expect Proposal[s] {numbers} passed[ {without} effect]")
def expect_passed(stage: Stage, line: Line, words: Words) -> None:
    """In this order, if they are several; without effect, where one of its changes could not be made."""
    kind = "bnomic.passed-without-effect" if "without" in words else "bnomic.passed"
    log = log_queries.log(ballot(stage).made.pk).filter(kind=kind).order_by("seq")
    passed = [event.data["number"] for event in log]
    assert [number for number in passed if number in numbers(words["numbers"])] == numbers(words["numbers"]), passed
    assert {row.passed for row in _all(stage, words)} == {"without" not in words}


@EXPECTATIONS.phrase("expect Proposal {number} {carried}")
def expect_carried_out(stage: Stage, line: Line, words: Words) -> None:
    """What it says in prose."""
    done_at = _proposal(stage, int(words["number"])).carried_out_at
    assert (done_at is not None) == (words["carried"] == "carried out"), done_at
