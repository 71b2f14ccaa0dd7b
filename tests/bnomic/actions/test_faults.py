"""The worker is down, or something breaks: everything due happens once, in order, before whatever comes after it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from time_machine import Traveller

from nomic.core.decision import Refused
from nomic.core.log import queries as log_queries
from nomic.core.log.models import Event
from proposals.bnomic.plugin import CHECKS
from proposals.bnomic.register.models import BallotVote
from proposals.composer import actions as composer_actions
from proposals.recount import recount_game
from rulesets.changes import actions as changes_actions
from tests.balloting import MIDNIGHT, BallotTable
from tests.openings import further

DAY = timedelta(days=1)


@pytest.fixture
def eighth(table: BallotTable, time_machine: Traveller) -> BallotTable:
    """Nday 8, with three Pending; what follows sweeps by itself."""
    return further(until_the_eighth, table, time_machine)


def until_the_eighth(table: BallotTable, time_machine: Traveller) -> None:
    """Nday 8, at one minute past midnight: three Proposals are Pending."""
    table.submits("Josh", "Cats", changes=table.new_rule("Cats"))
    table.submits("Lulu", "Dogs", changes=table.new_rule("Dogs"), depends="1")
    table.submits("Raven", "Fish", changes=table.new_rule("Fish"), conflicts="1")
    table.to_nday(time_machine, 8)


def told(table: BallotTable, since: int = 0) -> list[Event]:
    """What has happened in nweeks since event `since`, in order."""
    return list(log_queries.log(table.made.pk, kinds=["bnomic."], after=since).order_by("seq"))


def kinds(table: BallotTable, since: int = 0) -> list[str]:
    return [each.kind.removeprefix("bnomic.") for each in told(table, since)]


def sound(table: BallotTable) -> bool:
    return recount_game(table.game, CHECKS).differences == ()


def refusal(act: Callable[[], object]) -> list[str]:
    with pytest.raises(Refused) as refused:
        act()
    return [each.code for each in refused.value.reasons]


def titles(table: BallotTable) -> set[str]:
    return {rule.title for rule in table.rules()} & {"Cats", "Dogs", "Fish"}


# -- the worker is down from nday 8 to nday 3 of the next nweek


def test_everything_due_happens_once_in_order_with_both_instants_on_record(
    eighth: BallotTable, time_machine: Traveller
) -> None:
    head = eighth.game.last_seq
    eighth.ticks(time_machine, 1, clerk=False)
    eighth.all_vote(1, "FOR", "Josh", "Lulu")
    eighth.all_vote(2, "FOR", "Josh", "Lulu")
    eighth.votes(3, Raven="FOR")
    eighth.ticks(time_machine, 6, clerk=False)

    eighth.sweep()
    eighth.sweep()

    assert eighth.nday() == (2, 3)
    assert kinds(eighth, head) == [
        "nday",
        "opened",
        "voted",
        "voted",
        "voted",
        "voted",
        "voted",
        "nday",
        "nday",
        "nday",
        "counted",
        "lost",
        "passed",
        "passed",
        "nday",
        "nday",
        "nday",
    ]
    strokes = [each for each in told(eighth, head) if each.kind in ("bnomic.nday", "bnomic.counted")]
    due = [(MIDNIGHT + (8 + days) * DAY).isoformat() for days in (0, 1, 2, 3, 4, 4, 5, 6)]
    assert [each.data["due_at"].replace("Z", "+00:00") for each in strokes] == due
    assert {each.at for each in strokes[1:]} == {MIDNIGHT + 14 * DAY + timedelta(minutes=1)}
    assert titles(eighth) == {"Cats", "Dogs"}
    assert sound(eighth)


@pytest.mark.parametrize("ndays", [1, 4], ids=["nday 9", "nday 12"])
def test_a_vote_while_the_ballot_is_open_is_taken_though_nobody_has_opened_it(
    eighth: BallotTable, time_machine: Traveller, ndays: int
) -> None:
    eighth.ticks(time_machine, ndays, clerk=False)

    eighth.votes(1, Josh="FOR")

    assert eighth.nday() == (1, 8 + ndays)
    assert kinds(eighth)[-2 - ndays :] == ["nday", "opened", *["nday"] * (ndays - 1), "voted"]
    assert sound(eighth)


def test_a_vote_a_moment_before_the_opening_is_refused_and_at_it_taken(
    eighth: BallotTable, time_machine: Traveller
) -> None:
    opening = MIDNIGHT + 8 * DAY
    time_machine.move_to(opening - timedelta(microseconds=1))
    assert refusal(lambda: eighth.votes(1, Josh="FOR")) == ["not-open-yet"]

    time_machine.move_to(opening)
    eighth.votes(1, Josh="FOR")

    assert [each.at for each in BallotVote.objects.all()] == [opening]


def test_a_vote_at_the_closing_instant_is_refused_and_leaves_nothing_and_a_moment_before_it_counts(
    eighth: BallotTable, time_machine: Traveller
) -> None:
    closing = MIDNIGHT + 12 * DAY
    time_machine.move_to(closing - timedelta(microseconds=1))
    eighth.votes(1, Josh="FOR")
    head, stroke = eighth.game.last_hash, eighth.game.stroke_at

    time_machine.move_to(closing)
    codes = refusal(lambda: eighth.votes(1, Lulu="AGAINST"))

    assert codes == ["ballot-closed"]
    assert (eighth.game.last_hash, eighth.game.stroke_at, eighth.nday()) == (head, stroke, (1, 12))
    eighth.sweep()
    assert event_data(eighth, "counted")["strength"] == {"1": 1, "2": 0, "3": 0}
    assert sound(eighth)


def test_a_vote_after_it_was_counted_is_refused_for_the_same_reason(
    eighth: BallotTable, time_machine: Traveller
) -> None:
    eighth.ticks(time_machine, 7, clerk=False)
    before = refusal(lambda: eighth.votes(1, Lulu="FOR"))
    eighth.sweep()

    assert (before, refusal(lambda: eighth.votes(1, Lulu="FOR"))) == (["ballot-closed"], ["ballot-closed"])


def test_a_revision_at_the_opening_instant_is_refused_and_a_moment_before_it_stands(
    eighth: BallotTable, time_machine: Traveller
) -> None:
    opening = MIDNIGHT + 8 * DAY
    time_machine.move_to(opening - timedelta(microseconds=1))
    eighth.revises("Josh", 1, "Tigers")
    time_machine.move_to(opening)

    assert refusal(lambda: eighth.revises("Josh", 1, "Lions")) == ["not-pending-any-more"]
    assert (eighth.proposal(1).name, eighth.states()[1]) == ("Tigers", "Pending")


def test_a_legal_act_catches_up_before_itself(eighth: BallotTable, time_machine: Traveller) -> None:
    eighth.ticks(time_machine, 7, clerk=False)

    eighth.submits("Josh", "Birds")

    assert kinds(eighth)[-4:] == ["nday", "nday", "nday", "submitted"]
    assert (eighth.nday(), eighth.states()[4]) == ((2, 3), "Pending")
    assert sound(eighth)


# -- the roster


def test_who_leaves_after_the_instant_had_a_vote_and_who_left_before_it_has_none(
    eighth: BallotTable, time_machine: Traveller
) -> None:
    eighth.ticks(time_machine, 1, clerk=False)
    eighth.all_vote(1, "FOR", "Josh", "Lulu", "Raven")
    time_machine.move_to(MIDNIGHT + 12 * DAY - timedelta(microseconds=1))
    eighth.leave("Raven")
    time_machine.move_to(MIDNIGHT + 12 * DAY)
    eighth.leave("Josh")
    eighth.idle("Lulu")

    assert event_data(eighth, "counted")["strength"]["1"] == 2
    order = [
        each.kind for each in log_queries.log(eighth.made.pk, kinds=["bnomic.counted", "agent.left", "agent.idled"])
    ]
    assert order[::-1] == ["agent.left", "bnomic.counted", "agent.left", "agent.idled"]
    assert sound(eighth)


def event_data(table: BallotTable, kind: str) -> dict[str, Any]:
    return next(each.data for each in told(table) if each.kind == f"bnomic.{kind}")


# -- something breaks


def test_a_bug_in_one_proposal_holds_up_neither_the_others_nor_the_game(
    eighth: BallotTable, time_machine: Traveller, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    eighth.submits("Josh", "More", changes=[*eighth.new_rule("More"), *eighth.new_rule("Broken")])
    eighth.submits("Josh", "Owls", changes=eighth.new_rule("Owls"))
    eighth.to_nday(time_machine, 12)
    for number in range(1, 6):
        eighth.votes(number, Josh="FOR", Lulu="FOR")
    write = changes_actions._write_rule

    def broken(the_floor: Any, ruleset: Any, rule: Any, *more: Any) -> None:
        write(the_floor, ruleset, rule, *more)
        if rule.title == "Broken":
            raise RuntimeError("in the middle")

    monkeypatch.setattr(changes_actions, "_write_rule", broken)
    eighth.ticks(time_machine)

    there = {rule.title for rule in eighth.rules()}
    assert there & {"More", "Broken", "Owls"} == {"Owls"}
    assert [each.data["number"] for each in told(eighth) if each.kind == "bnomic.stumbled"] == [4]
    assert "Proposal 4 of game table could not pass" in caplog.text
    assert (eighth.nday(), eighth.proposal(4).passed, eighth.proposal(5).passed) == ((2, 1), False, True)
    eighth.submits("Josh", "Life goes on")
    assert sound(eighth)


def test_a_midnight_that_breaks_is_carried_out_whole_by_the_next_who_looks(
    eighth: BallotTable, time_machine: Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    eighth.to_nday(time_machine, 12)
    head = eighth.game.last_hash

    def broken(*given: object) -> None:
        raise RuntimeError("in the middle")

    with monkeypatch.context() as patched:
        patched.setattr("proposals.bnomic.ballot.actions._write_count", broken)
        eighth.ticks(time_machine)
    before = (eighth.game.last_hash, eighth.nday())

    eighth.sweep()

    assert before == (head, (1, 12))
    assert (eighth.nday(), kinds(eighth).count("counted")) == ((2, 1), 1)
    assert sound(eighth)


# -- hiatus


def withdraws(table: BallotTable, number: int) -> None:
    """Josh takes eir Declaration back, and the hiatus is over."""
    composer_actions.withdraw_post(actor_id=table.agent("Josh").pk, game_id=table.made.pk, number=number)


def test_in_a_hiatus_midnights_do_nothing_and_after_it_the_clock_goes_on(
    eighth: BallotTable, time_machine: Traveller
) -> None:
    eighth.enact_rule("Victory", "A Player who has won [may say so](mechanism:dov.declaring).")
    declaration = eighth.declare("Josh")
    stands = eighth.game.stroke_at

    eighth.ticks(time_machine, 3)
    refused = refusal(lambda: eighth.submits("Lulu", "Birds"))
    then = eighth.nday()
    withdraws(eighth, declaration.number)
    eighth.ticks(time_machine)

    assert (stands, then, refused) == (None, (1, 8), ["hiatus"])
    assert (eighth.nday(), eighth.states()[1]) == ((1, 9), "Open")
    assert sound(eighth)


def test_a_midnight_that_was_due_before_a_hiatus_comes_before_it(eighth: BallotTable, time_machine: Traveller) -> None:
    eighth.enact_rule("Victory", "A Player who has won [may say so](mechanism:dov.declaring).")
    eighth.ticks(time_machine, 5, clerk=False)

    eighth.declare("Josh")

    assert eighth.nday() == (2, 1)
    assert [each.kind for each in log_queries.log(eighth.made.pk, kinds=["bnomic.counted", "hiatus."])][::-1] == [
        "bnomic.counted",
        "hiatus.began",
    ]
    assert sound(eighth)


def test_a_pause_that_begins_in_a_hiatus_is_over_after_it(eighth: BallotTable, time_machine: Traveller) -> None:
    eighth.enact_rule("Victory", "A Player who has won [may say so](mechanism:dov.declaring).")
    declaration = eighth.declare("Josh")
    eighth.desk("pause", until=MIDNIGHT + 10 * DAY)
    eighth.ticks(time_machine, 5)

    withdraws(eighth, declaration.number)
    eighth.ticks(time_machine)

    assert eighth.nday() == (1, 9)
    assert kinds(eighth)[-3:] == ["clock-on", "nday", "opened"]
    assert sound(eighth)
