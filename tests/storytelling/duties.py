"""What Agents owe, in words; and until when an act has to wait."""

from __future__ import annotations

from collections.abc import Mapping

from nomic.core import clock
from nomic.core.duties import queries as duties_queries
from nomic.core.duties.rules import is_overdue
from tests.storytelling.phrases import ACTS, CHANGES, EXPECTATIONS, Line
from tests.storytelling.stage import Stage

Words = Mapping[str, str]


@ACTS.phrase("{who} reports duty {number} done[ and says {text}]")
def reports(stage: Stage, line: Line, words: Words) -> None:
    stage.table.report_done(words["who"], int(words["number"]), words.get("text", ""))


@CHANGES.phrase("obliges {whom} to {text}[ within {number} hours]")
def obliges(stage: Stage, line: Line, words: Words) -> None:
    hours = int(words["number"]) if "number" in words else None
    agent = stage.agent_id(words["whom"])
    stage.changes.append({"kind": "oblige", "agent": agent, "text": words["text"], "hours": hours})


@CHANGES.phrase("applies to itself")
def applies(stage: Stage, line: Line, words: Words) -> None:
    stage.changes.append({"kind": "apply-to-itself"})


@EXPECTATIONS.phrase("expect {who} owes {text}")
def expect_owes(stage: Stage, line: Line, words: Words) -> None:
    """What e owes emself, as a reader of eir duties finds it."""
    found = [duty.text for duty in duties_queries.owed_by(stage.table.agent(words["who"]))]
    assert words["text"] in found, found


@EXPECTATIONS.phrase("expect {who} owes nothing")
def expect_owes_nothing(stage: Stage, line: Line, words: Words) -> None:
    found = [duty.text for duty in duties_queries.owed_by(stage.table.agent(words["who"]))]
    assert not found, found


@EXPECTATIONS.phrase("expect duty {number} overdue")
def expect_overdue(stage: Stage, line: Line, words: Words) -> None:
    assert _overdue(stage, words), "it is not"


@EXPECTATIONS.phrase("expect duty {number} not overdue")
def expect_not_overdue(stage: Stage, line: Line, words: Words) -> None:
    assert not _overdue(stage, words), "it is"


def _overdue(stage: Stage, words: Words) -> bool:
    duty = duties_queries.duty(stage.table.made.pk, int(words["number"]))
    assert duty is not None, "there is no such duty"
    return is_overdue(duties_queries.duty_facts(duty), clock.now()).outcome


@EXPECTATIONS.phrase("expect {who} may do {act} from {moment}")
def expect_next_allowed(stage: Stage, line: Line, words: Words) -> None:
    """What the button says: when an act that was done may be done again."""
    from tests.storytelling.parser import moment

    acts = duties_queries.acts_of(stage.table.game, stage.table.agent(words["who"]), clock.now())
    found = {act.name: decision.next_check for act, decision in acts}
    assert found[words["act"]] == moment(words["moment"], stage.start), found
