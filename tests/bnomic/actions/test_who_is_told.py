"""Players hear of openings, of missing votes and of counts; and from a Clerk that is late, only what is of use."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from time_machine import Traveller

from nomic.core import tasks as core_tasks
from nomic.core.floor import Floor
from nomic.core.games.models import Account
from nomic.core.notifications.models import Notice
from nomic.core.notifications.queries import is_still_current
from proposals.bnomic.ballot.notify import send_ballot_reminders
from rulesets.changes.actions import Cause, enact_changes
from rulesets.changes.rules_steps import Applied
from tests.balloting import BallotTable
from tests.bnomic.actions.conftest import NINE
from tests.openings import further
from tests.tidings.inboxes import forget, told

OPEN, NEAR, OWN, COUNTED = "ballot-open", "ballot-near", "ballot-own", "ballot-counted"
EVERYBODY = ("Kevan", "Josh", "Lulu", "Raven")


@pytest.fixture
def ballot(table: BallotTable, time_machine: Traveller) -> BallotTable:
    return further(two_open, table, time_machine)


def two_open(table: BallotTable, time_machine: Traveller) -> None:
    """Two Proposals are Open; it is nday 9."""
    table.submits("Josh", "Cats", changes=table.new_rule("Cats"))
    table.submits("Lulu", "Dogs")
    table.to_nday(time_machine, 9)


def heard(table: BallotTable, kind: str) -> dict[str, list[str]]:
    return {name: told(table, name, kind) for name in EVERYBODY if told(table, name, kind)}


# -- openings


def test_every_player_hears_how_many_are_open_and_until_when(ballot: BallotTable) -> None:
    said = "2 Proposals are Open: vote on them until 24 Mar 2007, 00:00 UTC."

    assert heard(ballot, OPEN) == {name: [said] for name in EVERYBODY}
    assert Notice.objects.filter(kind=OPEN).values_list("url", flat=True)[0] == "/g/table/ballot/"


def test_who_is_idle_or_gone_does_not(table: BallotTable, time_machine: Traveller) -> None:
    table.submits("Josh")
    table.idle("Lulu")
    table.leave("Raven")

    table.to_nday(time_machine, 9)

    assert set(heard(table, OPEN)) == {"Kevan", "Josh"}


def test_an_opening_of_nothing_is_told_to_nobody(table: BallotTable, time_machine: Traveller) -> None:
    table.to_nday(time_machine, 9)

    assert not Notice.objects.filter(kind=OPEN).exists()


# -- counts


def test_everybody_in_the_game_hears_of_the_count_and_authors_of_their_own(
    ballot: BallotTable, time_machine: Traveller
) -> None:
    ballot.all_vote(1, "FOR", "Josh", "Raven")
    ballot.idle("Raven")

    ballot.to_nday(time_machine, 1)

    assert heard(ballot, COUNTED) == {
        name: ["The ballot of nweek 1 is counted: 1 of 2 Proposals Won."] for name in EVERYBODY
    }
    assert heard(ballot, OWN) == {
        "Josh": ["The ballot of nweek 1 is counted. Your Proposal 1: Cats is Won, and its changes are made."],
        "Lulu": ["The ballot of nweek 1 is counted. Your Proposal 2: Dogs is Lost, for want of Strength."],
    }
    addresses = {*Notice.objects.filter(kind__in=[OWN, COUNTED]).values_list("url", flat=True)}
    assert addresses == {"/g/table/ballot/nweeks/1/"}


def test_the_author_of_one_that_says_all_in_prose_is_not_told_that_anything_is_made(
    ballot: BallotTable, time_machine: Traveller
) -> None:
    ballot.votes(2, Lulu="FOR")

    ballot.to_nday(time_machine, 1)

    assert told(ballot, "Lulu", OWN) == [
        "The ballot of nweek 1 is counted. Your Proposal 2: Dogs is Won, and what it says in prose is for"
        " an Administrator to carry out."
    ]


def test_an_author_of_several_hears_of_all_at_once_and_what_each_fell_by(
    table: BallotTable, time_machine: Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.submits("Josh", "Cats", changes=[table.repeal("Dice")])
    table.submits("Josh", "No cats", conflicts="1")
    table.submits("Josh", depends="2")
    table.submits("Josh", "Late", changes=[table.repeal("Dice")])
    table.submits("Josh", "Broken", changes=table.new_rule("Broken"))
    table.to_nday(time_machine, 9)
    for number in range(1, 6):
        table.votes(number, Josh="FOR")
    table.votes(1, Lulu="FOR")

    def broken(the_floor: Floor, applied: Applied, cause: Cause) -> None:
        if cause.subject == "post:5":
            raise RuntimeError("in the middle")
        enact_changes(the_floor, applied, cause)

    monkeypatch.setattr("proposals.bnomic.ballot.actions.enact_changes", broken)
    table.to_nday(time_machine, 1)

    assert told(table, "Josh", OWN) == [
        "The ballot of nweek 1 is counted. Your Proposal 1: Cats is Won, and its changes are made."
        " Your Proposal 2: No cats is Lost, for it Conflicts with Proposal 1."
        " Your Proposal 3 is Lost, for it Depends on Proposal 2."
        " Your Proposal 4: Late is Won, and has passed without effect: not all of its changes could be made."
        " Your Proposal 5: Broken is Won, but the Clerk could not make it pass."
    ]


def test_a_count_of_nothing_is_told_to_nobody(table: BallotTable, time_machine: Traveller) -> None:
    table.to_nday(time_machine, 2)

    assert table.nday() == (1, 2)
    table.to_nday(time_machine, 1)
    assert not Notice.objects.filter(kind=COUNTED).exists()


# -- comments


def test_an_author_hears_of_comments_on_a_proposal_by_its_number(table: BallotTable) -> None:
    table.post_plain("Josh", "Something else")
    number = table.submits("Josh", "Cats").post.number

    table.comment("Lulu", number, "Why cats?")

    assert told(table, "Josh", "comment") == ["Lulu comments on your Proposal 1: Cats."]


# -- reminders


def test_on_the_last_nday_whoever_lacks_a_vote_is_reminded_once(ballot: BallotTable, time_machine: Traveller) -> None:
    ballot.all_vote(1, "FOR", "Josh", "Lulu")
    ballot.votes(2, Lulu="ABSTAIN")
    ballot.to_nday(time_machine, 11)
    early = heard(ballot, NEAR)
    ballot.idle("Raven")

    ballot.to_nday(time_machine, 12)
    ballot.sweep()

    assert early == {}
    assert heard(ballot, NEAR) == {
        "Josh": ["You have not voted on 1 Open Proposal, and the ballot is counted at 24 Mar 2007, 00:00 UTC."],
        "Kevan": ["You have not voted on 2 Open Proposals, and the ballot is counted at 24 Mar 2007, 00:00 UTC."],
    }
    assert send_ballot_reminders(game_id=ballot.made.pk) == 0


def test_an_account_that_is_shut_makes_the_clerk_look_no_more(ballot: BallotTable, time_machine: Traveller) -> None:
    Account.objects.filter(username__in=["josh", "lulu", "raven", "kevan"]).update(is_active=False)

    ballot.to_nday(time_machine, 12)

    assert ballot.sweep() == 0


@pytest.mark.parametrize("act", ["vote", "off", "count"])
def test_a_reminder_that_is_over_leaves_by_no_letter(ballot: BallotTable, time_machine: Traveller, act: str) -> None:
    ballot.all_vote(1, "FOR", "Josh", "Lulu", "Raven", "Kevan")
    ballot.all_vote(2, "FOR", "Josh", "Lulu", "Raven")
    forget()
    ballot.to_nday(time_machine, 12)
    [notice] = Notice.objects.filter(kind=NEAR)
    assert is_still_current(notice)

    if act == "vote":
        ballot.votes(2, Kevan="AGAINST")
    elif act == "off":
        ballot.desk("turn_off")
    else:
        ballot.ticks(time_machine, clerk=False)
    core_tasks.post_mail()

    assert not is_still_current(notice)
    assert mail.outbox == []


def test_an_opening_that_is_over_leaves_by_no_letter(ballot: BallotTable, time_machine: Traveller) -> None:
    notice = Notice.objects.filter(kind=OPEN)[0]
    before = is_still_current(notice)

    ballot.to_nday(time_machine, 1)

    assert (before, is_still_current(notice)) == (True, False)


def test_a_count_that_a_pause_puts_off_is_told_of_again(ballot: BallotTable, time_machine: Traveller) -> None:
    ballot.to_nday(time_machine, 12)
    ballot.desk("pause", until=NINE + timedelta(days=18))
    time_machine.move_to(NINE + timedelta(days=18))
    ballot.sweep()

    assert [len(told(ballot, name, NEAR)) for name in EVERYBODY] == [2] * 4


def test_reminders_of_one_game_read_nothing_of_the_others(ballot: BallotTable, time_machine: Traveller) -> None:
    other = BallotTable("Sam", slug="other")
    other.submits("Sam", "Fish")
    other.desk("set_clock", nweek=1, nday=8)
    ballot.ticks(time_machine, 3)
    assert (ballot.nday(), other.nday(), other.states()) == ((1, 12), (1, 11), {1: "Open"})
    with CaptureQueriesContext(connection) as beside:
        send_ballot_reminders(game_id=ballot.made.pk)
    other.desk("turn_off")

    with CaptureQueriesContext(connection) as alone:
        send_ballot_reminders(game_id=ballot.made.pk)

    assert len(beside) == len(alone)


# -- a Clerk that is late


def test_after_several_nweeks_nobody_is_told_of_what_is_over(table: BallotTable, time_machine: Traveller) -> None:
    table.submits("Josh", "Cats")
    forget()

    table.ticks(time_machine, 26, clerk=False)
    table.sweep()

    assert table.nday() == (3, 3)
    kinds = sorted(Notice.objects.filter(account=table.account("Josh")).values_list("kind", flat=True))
    assert kinds == [COUNTED, OWN]


def test_whoever_hears_on_the_last_nday_that_it_is_open_is_not_reminded_as_well(
    table: BallotTable, time_machine: Traveller
) -> None:
    table.submits("Josh", "Cats")
    table.ticks(time_machine, 11, clerk=False)

    table.sweep()

    assert table.nday() == (1, 12)
    assert set(heard(table, OPEN)) == set(EVERYBODY)
    assert heard(table, NEAR) == {}
