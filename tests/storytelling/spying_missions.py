"""Missions and Ranks in the language of the stories."""

from __future__ import annotations

from collections.abc import Mapping

from dynasties.spy.missions import (
    actions as missions_actions,
    queries as missions_queries,
    queries_teams as missions_queries_teams,
)
from dynasties.spy.missions.models import Claim, Completion, Mission
from dynasties.spy.theatre import queries as theatre_queries
from dynasties.spy.theatre.rules_tickets import RANK_COLUMN
from tests.storytelling.phrases import ACTS, EXPECTATIONS, Line
from tests.storytelling.spying import spies, tickets
from tests.storytelling.stage import Stage

Words = Mapping[str, str]
COLUMNS = {"air": "Air Tickets", "sea": "Sea Tickets", "land": "Land Tickets"}


@ACTS.phrase("{who} opens mission {title}")
def opens(stage: Stage, line: Line, words: Words) -> None:
    spies(stage).open_mission(words["title"], by=words["who"])


@ACTS.phrase("{who} opens mission {title}, which brings {pile} and may cost {price}")
def opens_with_prizes(stage: Stage, line: Line, words: Words) -> None:
    gains, losses = _changes(words["pile"], 1), _changes(words["price"], -1)
    spies(stage).open_mission(words["title"], by=words["who"], gains=gains, losses=losses)


def _changes(pile: str, sign: int) -> list[dict[str, object]]:
    counts = tickets(pile).as_facts()
    return [{"column": COLUMNS[kind], "add": sign * count} for kind, count in counts.items() if count]


@ACTS.phrase("{who} opens mission {title}, which {number} may complete")
def opens_for_so_many(stage: Stage, line: Line, words: Words) -> None:
    spies(stage).open_mission(words["title"], by=words["who"], closes_after=int(words["number"]))


@ACTS.phrase("{who} and {whom} are a group for mission {number}")
def are_a_group(stage: Stage, line: Line, words: Words) -> None:
    """The one founds it and asks the other, who joins."""
    spies(stage).team(int(words["number"]), words["who"], words["whom"])


@ACTS.phrase("{who} asks {whom} into a group for mission {number}")
def asks_in(stage: Stage, line: Line, words: Words) -> None:
    uid = spies(stage).team(int(words["number"]), words["who"])
    spies(stage).invite(words["who"], uid, words["whom"])


@ACTS.phrase("{who} claims mission {number}")
def claims_mission(stage: Stage, line: Line, words: Words) -> None:
    """For the group that e is in, or for emself alone."""
    row, actor = _mission(stage, words), spies(stage).agent(words["who"])
    group = missions_queries_teams.team_of(row, actor.pk)
    spies(stage).claim(words["who"], row.number, group.uid if group else "")


@ACTS.phrase("{who} accepts the claim")
def accepts(stage: Stage, line: Line, words: Words) -> None:
    spies(stage).accept(_claim(stage), by=words["who"])


@ACTS.phrase("{who} refuses the claim")
def refuses(stage: Stage, line: Line, words: Words) -> None:
    spies(stage).refuse(_claim(stage), by=words["who"])


def _claim(stage: Stage) -> Claim:
    found = Claim.objects.filter(mission__theatre=spies(stage).theatre).order_by("pk").last()
    assert found is not None, "nobody has claimed anything"
    return found


@ACTS.phrase("{who} closes mission {number}")
def closes(stage: Stage, line: Line, words: Words) -> None:
    actor, game = stage.agent_id(words["who"]), stage.table.made.pk
    missions_actions.close_mission(actor_id=actor, game_id=game, number=int(words["number"]), why="It has come about.")


@ACTS.phrase("{who} cancels mission {number}")
def cancels(stage: Stage, line: Line, words: Words) -> None:
    missions_actions.cancel_mission(
        actor_id=stage.agent_id(words["who"]), game_id=stage.table.made.pk, number=int(words["number"])
    )


@ACTS.phrase("{who} completes {number} mission[s]")
def completes(stage: Stage, line: Line, words: Words) -> None:
    """So many are opened one after the other, claimed, and accepted."""
    spies(stage).complete(words["who"], int(words["number"]))


@ACTS.phrase("{who} raises eir Gadgets")
def raises(stage: Stage, line: Line, words: Words) -> None:
    missions_actions.raise_gadget_limit(actor_id=stage.agent_id(words["who"]), game_id=stage.table.made.pk)


def _mission(stage: Stage, words: Words) -> Mission:
    found = Mission.objects.filter(theatre=spies(stage).theatre, number=int(words["number"])).first()
    assert found is not None, "there is no such mission"
    return found


@EXPECTATIONS.phrase("expect mission {number} {mission_state}")
def expect_mission(stage: Stage, line: Line, words: Words) -> None:
    closed = _mission(stage, words).closed_at is not None
    assert closed == (words["mission_state"] == "closed"), _mission(stage, words).ending or "it is open"


@EXPECTATIONS.phrase("expect {who} has completed {number} mission[s]")
def expect_completed(stage: Stage, line: Line, words: Words) -> None:
    found = spies(stage).agent(words["who"])
    count = Completion.objects.filter(mission__theatre=spies(stage).theatre, agent=found).count()
    assert count == int(words["number"]), count


@EXPECTATIONS.phrase("expect {who} ranks as {rank}")
def expect_rank(stage: Stage, line: Line, words: Words) -> None:
    """As the tracker shows it."""
    found = theatre_queries.read_ledger(stage.table.made.pk).of(stage.agent_id(words["who"]), RANK_COLUMN)
    assert found == words["rank"], found


@EXPECTATIONS.phrase("expect {who} has won")
def expect_won(stage: Stage, line: Line, words: Words) -> None:
    """By what e has completed; eir Declaration is another matter."""
    record = missions_queries.record_of(spies(stage).theatre, spies(stage).agent(words["who"]))
    assert record.has_won, record


@EXPECTATIONS.phrase("expect {who} has not won")
def expect_not_won(stage: Stage, line: Line, words: Words) -> None:
    record = missions_queries.record_of(spies(stage).theatre, spies(stage).agent(words["who"]))
    assert not record.has_won, record
