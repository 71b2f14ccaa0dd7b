"""What a recount finds out about nweeks: whoever alters a row or an event of one is found out."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from time_machine import Traveller

from nomic.core.games.models import Agent, Game
from nomic.core.log import queries as log_queries
from nomic.core.log.models import Event
from proposals.bnomic.nweeks.models import NweekClock, NweekCount
from proposals.bnomic.plugin import CHECKS
from proposals.bnomic.register.models import BallotVote, Listed, Proposal
from proposals.posts.models import Post, PostVersion
from proposals.recount import recount_game
from tests.balloting import MIDNIGHT, BallotTable
from tests.bnomic.actions.conftest import NINE
from tests.openings import kept

HOUR = timedelta(hours=1)


@pytest.fixture
def played(db: None, time_machine: Traveller) -> BallotTable:
    time_machine.move_to(NINE, tick=False)
    return kept(story, time_machine)


def story(clock: Traveller) -> BallotTable:
    """Nweek 1 is counted, with all that may become of a Proposal; of nweek 2 the ballot is open."""
    table = BallotTable("Josh", "Lulu", "Raven", "Zack", "Myke")
    table.submits("Josh", "Cats", changes=table.new_rule("Cats"))
    table.submits("Lulu", "Dogs", changes=table.new_rule("Dogs"), depends="Birds", conflicts="#1, Whales")
    table.submits("Raven", "Fish", changes=[table.repeal("Dice")])
    table.revises("Raven", 3, "Birds", changes=[table.repeal("Dice")])
    table.desk("number_from", number=10)
    table.submits("Zack", changes=[table.amend("Dice", "X sides", "Y sides")])
    table.submits("Zack", "In prose", depends="1")
    table.desk("pause", until=MIDNIGHT + timedelta(days=2, hours=5))
    table.ticks(clock, 3)
    table.desk("turn_off")
    table.ticks(clock)
    table.desk("turn_on")
    table.desk("set_clock", nweek=1, nday=7)
    table.to_nday(clock, 9)
    table.all_vote(1, "FOR", "Josh", "Zack")
    table.votes(1, Zack="AGAINST", Myke="FOR")
    for number in (2, 3, 10):
        table.all_vote(number, "FOR", "Josh", "Lulu", "Raven")
    table.votes(11, Lulu="FOR", Raven="ABSTAIN")
    table.idle("Myke")
    table.ticks(clock, 4, clerk=False)
    table.submits("Lulu", "Whales", depends="11, Dogs")
    table.submits("Josh", "More")
    table.desk("carried_out", number=2)
    table.to_nday(clock, 10)
    table.votes(12, Lulu="FOR", Raven="FOR")
    table.votes(13, Raven="AGAINST")
    return table


def differences(table: BallotTable) -> dict[str, tuple[object, object]]:
    return {each.what: (each.recorded, each.recomputed) for each in recount_game(table.game, CHECKS).differences}


@pytest.mark.postgresql
def test_a_game_that_was_played_agrees(played: BallotTable) -> None:
    counted = recount_game(played.game, CHECKS)

    assert counted.differences == ()
    assert played.states() == {1: "Lost", 2: "Won", 3: "Won", 10: "Won", 11: "Lost", 12: "Open", 13: "Open"}
    assert [counted.counts[name] for name in CHECKS][1:] == [14, 2, 16, 18, 1, 7]


# -- rows


def proposal(number: int) -> Any:
    return Proposal.objects.filter(number=number)


def listed(number: int, place: int = 0, **more: Any) -> Any:
    return Listed.objects.filter(proposal__number=number, place=place, **more)


def vote(number: int, by: str) -> Any:
    return BallotVote.objects.filter(proposal__number=number, voter__name=by)


def count_facts(**parts: Any) -> None:
    row = NweekCount.objects.get()
    NweekCount.objects.update(facts={**row.facts, **parts})


def rewrites(number: int, **parts: Any) -> None:
    """Alter the body of a Proposal, in its post and in that version of it."""
    post = Post.objects.get(ballot_proposal__number=number)
    PostVersion.objects.filter(post=post, n=post.version).update(**parts)


def changes(number: int, **change: object) -> None:
    """Have a Proposal change something else."""
    Post.objects.filter(ballot_proposal__number=number).update(changes=[change])


ROWS: list[tuple[Callable[[], object], str]] = [
    (lambda: NweekClock.objects.update(nday=11), "place of the Clock"),
    (lambda: NweekClock.objects.update(nweek=3), "place of the Clock"),
    (lambda: NweekClock.objects.update(running=False), "running of the Clock"),
    (lambda: NweekClock.objects.update(running=False, resumes_at=NINE), "pause of the Clock"),
    (lambda: NweekClock.objects.update(numbers_from=99), "numbers_from of the Clock"),
    (lambda: NweekClock.objects.all().delete(), "Clock"),
    (lambda: Game.objects.update(stroke_at=NINE), "stroke of the Clock"),
    (lambda: Game.objects.update(stroke_at=None), "stroke of the Clock"),
    (lambda: NweekCount.objects.update(nweek=2), "nweek in the row of the count of nweek 1"),
    (lambda: NweekCount.objects.update(due_at=NINE), "due_at in the row of the count of nweek 1"),
    (lambda: NweekCount.objects.update(at=NINE + 99 * 24 * HOUR), "at in the row of the count of nweek 1"),
    (lambda: NweekCount.objects.update(seq=1), "row of the count of nweek 1"),
    (lambda: NweekCount.objects.update(seq=1), "the count of nweek 1"),
    (lambda: NweekCount.objects.update(trace=[]), "trace in the row of the count of nweek 1"),
    (lambda: count_facts(proposals=[]), "facts in the row of the count of nweek 1"),
    (lambda: proposal(2).update(number=14), "Proposal 2"),
    (lambda: proposal(2).update(number=14), "Proposal 14"),
    (lambda: proposal(2).update(name="Wolves"), "name of Proposal 2"),
    (lambda: proposal(2).update(submitted_at=NINE - HOUR), "submission of Proposal 2"),
    (lambda: proposal(2).update(state="Lost", passed=None), "state of Proposal 2"),
    (lambda: proposal(12).update(state="Pending", opened_seq=None), "opening of Proposal 12"),
    (lambda: proposal(2).update(opened_seq=1), "opening of Proposal 2"),
    (lambda: proposal(2).update(closed_seq=1), "close of Proposal 2"),
    (lambda: proposal(2).update(passed=False), "passing of Proposal 2"),
    (lambda: proposal(10).update(passed=True), "passing of Proposal 10"),
    (lambda: proposal(2).update(carried_out_at=NINE), "carrying out of Proposal 2"),
    (lambda: proposal(3).update(carried_out_at=NINE), "carrying out of Proposal 3"),
    (lambda: Post.objects.filter(ballot_proposal__number=2).update(author=agent("Josh")), "author of Proposal 2"),
    (lambda: listed(2, relation="depends").update(means=1), "lists of Proposal 2, version 1"),
    (lambda: listed(2, relation="depends").update(said="Cats"), "lists of Proposal 2, version 1"),
    (lambda: listed(2, relation="depends").update(relation="conflicts", place=2), "lists of Proposal 2, version 1"),
    (lambda: listed(2, relation="conflicts", place=1).update(means=None), "lists of Proposal 2, version 1"),
    (lambda: listed(2, relation="conflicts", place=1).delete(), "lists of Proposal 2, version 1"),
    (lambda: listed(2, relation="depends").update(version=2), "lists of Proposal 2, version 2"),
    (lambda: changes(3, kind="repeal", rule=999), "problems of the passing of Proposal 3"),
    (lambda: changes(10, kind="repeal", rule=1), "problems of the passing of Proposal 10"),
    (lambda: rewrites(2, body="It is time."), "what Proposal 2 lists"),
    (lambda: vote(2, "Lulu").update(vote="AGAINST"), "vote on Proposal 2"),
    (lambda: vote(2, "Lulu").update(voter=agent("Zack")), "vote on Proposal 2"),
    (lambda: vote(2, "Lulu").update(at=NINE), "vote on Proposal 2"),
    (lambda: vote(2, "Lulu").update(seq=1), "vote on Proposal 2"),
    (lambda: vote(2, "Lulu").update(proposal=proposal(3).get()), "vote on Proposal 2"),
    (lambda: vote(2, "Lulu").delete(), "vote on Proposal 2"),
]


def agent(name: str) -> Agent:
    return Agent.objects.get(name=name)


@pytest.mark.parametrize(("tamper", "what"), ROWS, ids=[f"{n}-{what}" for n, (_, what) in enumerate(ROWS)])
def test_whoever_alters_a_row_is_found_out(played: BallotTable, tamper: Callable[[], object], what: str) -> None:
    tamper()

    assert what in differences(played)


# -- the log


def event(kind: str, place: int = 0, **facts: Any) -> Event:
    """The event of that kind, counted from 0 among those with these facts."""
    rows = Event.objects.filter(kind=f"bnomic.{kind}").order_by("seq")
    return [row for row in rows if facts.items() <= row.data.items()][place]


def says(kind: str, change: dict[str, Any], place: int = 0, **facts: Any) -> int:
    """Have an event say something else; its number."""
    row = event(kind, place, **facts)
    Event.objects.filter(pk=row.pk).update(data={**row.data, **change})
    return row.seq


def happens(kind: str, place: int = 0, /, *, facts: dict[str, Any] | None = None, **change: Any) -> int:
    """Have an event happen otherwise: by somebody else, at another moment, or about something else."""
    row = event(kind, place, **(facts or {}))
    Event.objects.filter(pk=row.pk).update(**change)
    return row.seq


EARLY = "2007-03-12T00:00:00Z"
THIRD: dict[str, Any] = {"number": 3}
EVENTS: list[tuple[Callable[[], int], str]] = [
    (lambda: says("nday", {"nday": 10}, nweek=1, nday=9), "place of the Clock in bnomic.nday"),
    (lambda: says("nday", {"nweek": 2}, nweek=1, nday=9), "place of the Clock in bnomic.nday"),
    (lambda: says("nday", {"due_at": EARLY}, nweek=1, nday=9), "moment of bnomic.nday"),
    (lambda: happens("nday", facts={"nday": 9}, at=NINE), "whether bnomic.nday was due"),
    (lambda: says("clock-on", {"nday": 3}), "place of the Clock in bnomic.clock-on"),
    (lambda: says("clock-on", {"due_at": EARLY}, 1), "moment of bnomic.clock-on"),
    (lambda: says("clock-off", {"nday": 8}), "place of the Clock in bnomic.clock-off"),
    (lambda: says("clock-paused", {"nweek": 8}), "place of the Clock in bnomic.clock-paused"),
    (lambda: says("clock-set", {"was": {"nweek": 1, "nday": 1}}), "place of the Clock before it was set"),
    (lambda: says("opened", {"numbers": [1, 2]}, nweek=1), "what opened in nweek 1"),
    (lambda: says("opened", {"nweek": 2}, nweek=1), "nweek that opened"),
    (lambda: says("opened", {"due_at": EARLY}, nweek=1), "moment of bnomic.opened"),
    (lambda: says("submitted", {"number": 9}, number=10), "Number of post:4"),
    (lambda: says("submitted", {"listed": []}, number=2), "what Proposal 2 lists"),
    (lambda: says("submitted", {"name": "Wolves"}, number=1), "name of Proposal 1"),
    (lambda: says("revised", {"listed": [{"relation": "depends", "said": "1", "means": 1}]}), "what Proposal 3 lists"),
    (lambda: says("voted", {"vote": "AGAINST"}, number=2), "vote on Proposal 2"),
    (lambda: happens("voted", facts={"number": 2}, actor=None), "vote on Proposal 2"),
    (lambda: happens("voted", facts={"number": 2}, subject="post:1"), "vote on Proposal 2"),
    (lambda: says("voted", {"number": 1}, number=12), "state of Proposal 1 when it was voted on"),
    (lambda: says("counted", {"nweek": 2}), "nweek that was counted"),
    (lambda: says("counted", {"due_at": EARLY}), "moment of bnomic.counted"),
    (lambda: says("counted", {"trace": []}), "trace of the count of nweek 1"),
    (lambda: says("counted", {"strength": {}}), "strength of the count of nweek 1"),
    (lambda: says("counted", {"passed": [1]}), "passed of the count of nweek 1"),
    (lambda: says("counted", {"passed": [1]}), "what passed of nweek 1"),
    (lambda: recounts(law={}), "law in the count of nweek 1"),
    (lambda: recounts(proposals=[]), "proposals in the count of nweek 1"),
    (lambda: recounts(lost_before=[7]), "lost_before in the count of nweek 1"),
    (lambda: says("passed", {"due_at": EARLY}, **THIRD), "moment of the passing of Proposal 3"),
    (lambda: says("passed", {"name": "Fish"}, **THIRD), "name in the passing of Proposal 3"),
    (lambda: says("passed", {"problems": [{"place": 0}]}, **THIRD), "problems of the passing of Proposal 3"),
    (lambda: happens("passed", facts=THIRD, subject="post:1"), "subject of the passing of Proposal 3"),
    (
        lambda: happens("passed", facts=THIRD, kind="bnomic.passed-without-effect"),
        "what followed from the passing of Proposal 3",
    ),
    (lambda: says("lost", {"step": "strength"}, number=11), "what was Lost of nweek 1"),
    (lambda: says("lost", {"through": 2}, number=11), "what was Lost of nweek 1"),
    (lambda: says("lost", {"number": 2}, number=11), "what was Lost of nweek 1"),
    (lambda: says("lost", {"due_at": EARLY}, number=1), "moment of the loss of Proposal 1"),
    (lambda: says("lost", {"name": "Wolves"}, number=1), "name in the loss of Proposal 1"),
    (lambda: happens("lost", facts={"number": 1}, subject="post:2"), "subject of the loss of Proposal 1"),
    (lambda: says("passed", {"problems": [{"place": 0}]}, **THIRD), "effect of the passing of Proposal 3"),
    (lambda: says("passed-without-effect", {"problems": []}), "effect of the passing of Proposal 10"),
    (lambda: says("passed-without-effect", {"problems": []}), "problems of the passing of Proposal 10"),
    (
        lambda: says("passed-without-effect", {"problems": [{"place": 0, "code": "no-rule", "facts": {}}]}),
        "problems of the passing of Proposal 10",
    ),
]


def recounts(**parts: Any) -> int:
    return says("counted", {"facts": {**event("counted").data["facts"], **parts}})


@pytest.mark.parametrize(("tamper", "what"), EVENTS, ids=[f"{n}-{what}" for n, (_, what) in enumerate(EVENTS)])
def test_whoever_alters_an_event_is_found_out_there(played: BallotTable, tamper: Callable[[], int], what: str) -> None:
    tamper()

    assert what in differences(played)


@pytest.mark.parametrize(
    ("kind", "what"),
    [
        ("opened", "opening in nweek 1"),
        ("counted", "count of nweek 1"),
        ("submitted", "Proposal 1"),
        ("voted", "vote on Proposal 1"),
        ("lost", "what was Lost of nweek 1"),
        ("passed", "what passed of nweek 1"),
        ("passed-without-effect", "what passed of nweek 1"),
        ("nday", "what was due before day.turned"),
    ],
)
def test_what_the_log_does_not_tell_of_is_found_out(played: BallotTable, kind: str, what: str) -> None:
    event(kind).delete()

    assert what in differences(played)


def test_what_is_done_after_a_midnight_that_did_not_strike_is_found_out(played: BallotTable) -> None:
    late = log_queries.log(played.made.pk)[0]
    Event.objects.filter(pk=late.pk).update(at=late.at + timedelta(days=2))

    assert "what was due before bnomic.voted" in differences(played)


def test_a_revision_is_a_word_of_its_author_and_so_is_a_vote(played: BallotTable, time_machine: Traveller) -> None:
    """Idled for eir silence since then, and by nothing older."""
    time_machine.shift(timedelta(days=40))
    played.sweep()

    idled = {
        row.data["name"]: row.data["last_active"] for row in log_queries.log(played.made.pk, kinds=["agent.idled"])
    }
    last = {row.actor.name: row.at for row in Event.objects.filter(kind="bnomic.voted").order_by("seq") if row.actor}
    assert idled["Raven"] == last["Raven"].isoformat().replace("+00:00", "Z")
    assert recount_game(played.game, CHECKS).differences == ()
