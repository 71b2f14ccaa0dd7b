"""Each kind of notice: who is told, in which words, and who is not."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine

from nomic.core.duties import actions as duties_actions
from nomic.core.duties.actions import NewDuty
from nomic.core.floor import floor
from nomic.core.games.models import Agent, AgentState
from nomic.core.log.models import Event
from nomic.core.notifications.actions import tell_account
from nomic.core.notifications.models import Notice
from nomic.core.roster import actions as roster_actions
from proposals.voting.rules import Vote
from tests.casting import Table
from tests.tidings.conftest import START
from tests.tidings.inboxes import said, told

HOUR, SECOND = timedelta(hours=1), timedelta(seconds=1)


# -- what becomes of one's posts


def test_an_author_is_told_what_became_of_eir_matter(table: Table, clock: time_machine.Traveller) -> None:
    table.propose("Josh", "Faster")
    for name in ("Kevan", "Lulu", "Raven"):
        table.vote(name, 1)
    clock.move_to(START + 13 * HOUR)

    table.enact("Kevan", 1)

    assert told(table, "Josh", "matter-resolved") == ["Kevan has enacted your Proposal #1 “Faster”."]
    assert told(table, "Kevan", "matter-resolved") == told(table, "Lulu", "matter-resolved") == []


def test_nobody_is_told_of_eir_own_act(table: Table, clock: time_machine.Traveller) -> None:
    table.propose("Kevan", "Faster")
    table.comment("Kevan", 1, "As I said.")
    for name in ("Josh", "Lulu", "Raven"):
        table.vote(name, 1)
    clock.move_to(START + 13 * HOUR)

    table.enact("Kevan", 1)

    assert told(table, "Kevan") == []


def test_the_clerks_doing_is_told_as_the_clerks(table: Table, clock: time_machine.Traveller) -> None:
    table.propose("Josh", "Slower", [table.amend("Enactment", "[48 hours]", "[72 hours]")])
    for name in ("Kevan", "Lulu", "Sam", "Raven"):
        table.vote(name, 1, Vote.AGAINST)
    clock.move_to(START + 100 * HOUR)

    table.sweep()

    assert told(table, "Josh", "matter-resolved") == ["The Clerk has failed your Proposal #1 “Slower”."]


def test_an_author_is_told_of_a_comment_with_words_and_of_no_mere_vote(table: Table) -> None:
    table.propose("Josh", "Faster")

    table.vote("Lulu", 1)
    table.comment("Lulu", 1, "Too fast.", Vote.AGAINST)
    table.comment("Josh", 1, "Not at all.")

    assert told(table, "Josh", "comment") == ["Lulu comments on your Proposal #1 “Faster”."]
    assert "Too fast" not in str(list(Notice.objects.values_list("facts", flat=True)))


# -- what becomes of people


def test_who_is_idled_and_brought_back_is_told_and_the_others_only_of_the_return(table: Table) -> None:
    table.idle("Josh", by="Raven")
    table.unidle("Josh", by="Raven")

    assert told(table, "Josh") == [
        "You are idle now, by Raven.",
        "You are an Agent again: Raven has brought you back from idleness.",
    ]
    assert told(table, "Lulu") == ["Josh comes back from idleness."]
    assert told(table, "Raven") == []


def test_admins_are_told_of_an_arrival_and_who_arrives_of_the_answer(table: Table) -> None:
    for name, answer in (("Orla", "admit"), ("Zack", "decline")):
        application = table.announce(name)
        known = {"actor_id": table.agent("Kevan").pk, "game_id": table.made.pk, "application_id": application}
        roster_actions.admit_applicant(**known) if answer == "admit" else roster_actions.decline_applicant(
            **known, why="We are full."
        )

    assert told(table, "Raven", "application") == ["Orla asks to be admitted.", "Zack asks to be admitted."]
    assert told(table, "Josh") == []
    assert told(table, "Orla", "arrival") == ["You are admitted, as Orla: you are an Agent of this game now."]
    assert told(table, "Zack") == ["You are not admitted: “We are full.” (Kevan)."]


def test_who_is_removed_is_told_so_and_nothing_after(table: Table) -> None:
    table.propose("Josh", "Faster")
    with floor(table.made.pk) as the_floor:
        roster_actions.take_off_roster(the_floor, table.agent("Josh"), AgentState.REMOVED, by=table.agent("Kevan"))

    table.comment("Lulu", 1, "A pity.")

    assert told(table, "Josh") == ["You are no longer in the game: Kevan has removed you."]


def test_who_has_left_is_told_nothing(table: Table) -> None:
    table.post_plain("Josh", "Farewell")
    table.leave("Josh")

    table.comment("Lulu", 1, "A pity.")

    assert told(table, "Josh") == []


def test_an_idle_agent_is_told_what_concerns_em_and_spared_the_rest(table: Table) -> None:
    table.post_plain("Josh", "A song")
    table.idle("Josh")
    table.idle("Sam")
    table.unidle("Sam")

    table.comment("Lulu", 1, "A fine one.")

    assert told(table, "Josh", "comment") == ["Lulu comments on your Plain post #1 “A song”."]
    assert told(table, "Josh", "unidled") == []


# -- what becomes of the game


def test_everybody_else_is_told_that_a_hiatus_begins_and_ends(table: Table) -> None:
    with floor(table.made.pk) as the_floor:
        roster_actions.begin_hiatus(the_floor, "a Declaration of Victory")
    with floor(table.made.pk) as the_floor:
        roster_actions.end_hiatus(the_floor, "it has failed")

    assert told(table, "Lulu") == [
        "The game goes into hiatus: a Declaration of Victory.",
        "The hiatus ends: it has failed.",
    ]


@pytest.mark.parametrize(
    ("owed_by", "knows", "others"), [("Josh", ["Josh"], "Raven"), (None, ["Kevan", "Raven"], "Josh")]
)
def test_whoever_owes_a_duty_is_told(table: Table, owed_by: str | None, knows: list[str], others: str) -> None:
    with floor(table.made.pk) as the_floor:
        owes = table.agent(owed_by) if owed_by else None
        duties_actions.record_duty(
            the_floor, "a", NewDuty(owes, "bake a cake", "Cakes", "post:1", the_floor.now + 2 * HOUR)
        )

    for name in knows:
        [words] = told(table, name)
        assert words.endswith("bake a cake, by 2 Mar 2026, 11:00 UTC (Cakes).")
    assert told(table, others) == []


# -- what is told by a step


def test_something_is_told_once_however_often(table: Table) -> None:
    def say() -> Notice | None:
        with floor(table.made.pk) as the_floor:
            return tell_account(the_floor, table.account("Josh").pk, "message", "message:x", {"from": "Lulu"}, "/x/")

    first, second = say(), say()

    assert first is not None
    assert second is None
    assert told(table, "Josh") == ["You have a private message from Lulu."]


def test_a_stranger_is_told_nothing(table: Table) -> None:
    with floor(table.made.pk) as the_floor:
        said_to = tell_account(the_floor, table.account("Nobody").pk, "comment", "x", {})

    assert said_to is None


def test_what_is_undone_was_never_told(table: Table) -> None:
    def fall() -> None:
        with floor(table.made.pk) as the_floor:
            tell_account(the_floor, table.account("Josh").pk, "comment", "x", {})
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fall()

    assert Notice.objects.count() == 0


def test_telling_makes_no_event(table: Table) -> None:
    before = Event.objects.count()

    with floor(table.made.pk) as the_floor:
        tell_account(the_floor, table.account("Josh").pk, "message", "x", {"from": "Lulu"})

    assert Event.objects.count() == before


# -- who is reminded


@pytest.mark.parametrize(("left", "reminded"), [(12 * HOUR, True), (12 * HOUR + SECOND, False)])
def test_whose_vote_is_missing_is_reminded_within_twelve_hours(
    table: Table, clock: time_machine.Traveller, left: timedelta, reminded: bool
) -> None:
    table.propose("Josh", "Faster")
    table.vote("Lulu", 1)
    table.idle("Sam")
    clock.move_to(START + 48 * HOUR - left)

    table.sweep()

    words = "You have not voted on the Proposal #1 “Faster”, which may be decided from 4 Mar 2026, 09:00 UTC on."
    assert told(table, "Raven", "vote-missing") == ([words] if reminded else [])
    assert told(table, "Josh", "vote-missing") == told(table, "Lulu", "vote-missing") == []
    assert told(table, "Sam", "vote-missing") == []


def test_a_reminder_comes_once_and_to_whoever_comes_later_too(table: Table, clock: time_machine.Traveller) -> None:
    table.propose("Josh", "Faster")
    clock.move_to(START + 40 * HOUR)
    table.sweep()
    table.join("Orla")

    clock.move_to(START + 41 * HOUR)
    table.sweep()

    assert len(told(table, "Lulu", "vote-missing")) == len(told(table, "Orla", "vote-missing")) == 1


def test_admins_are_told_once_of_what_waits_for_their_hands(table: Table, clock: time_machine.Traveller) -> None:
    table.propose("Josh", "Faster")
    for name in ("Kevan", "Lulu", "Raven"):
        table.vote(name, 1)
    clock.move_to(START + 13 * HOUR)

    table.sweep()
    table.sweep()

    assert told(table, "Raven", "admin-work") == ["The Proposal #1 “Faster” may be enacted."]
    assert told(table, "Lulu", "admin-work") == []


# -- what no notice says


def test_the_author_of_an_anonymous_call_is_told_and_nobody_learns_who_e_is(table: Table) -> None:
    post = table.call("Josh", "Who did it?", anonymous=True)

    table.comment("Lulu", post.number, "Not me.")

    assert told(table, "Josh", "comment") == [f"Lulu comments on your Call for Judgment #{post.number} “Who did it?”."]
    everybody = [said(each) for each in Notice.objects.exclude(account=table.account("Josh"))]
    assert not [each for each in everybody if "Josh" in each or "Who did it" in each]
    assert Agent.objects.get(name="Josh").account_id not in Notice.objects.exclude(kind="comment").values_list(
        "account_id", flat=True
    )
