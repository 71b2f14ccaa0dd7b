"""`manage.py recount`: a game that was played is right; a row that somebody altered is found."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO

import pytest
import time_machine
from django.core.management import call_command

from nomic.core.floor import floor
from nomic.core.games.models import Agent
from nomic.core.law.models import LawSnapshot
from nomic.core.log.models import Event
from nomic.core.roster import actions as roster_actions
from nomic.core.roster.models import Reign, Standing
from proposals.posts.models import Comment, Matter, Post, PostVersion
from proposals.recount import recount_game
from proposals.voting.rules import Vote
from rulesets.models import Arrangement, RuleVersion
from tests.casting import Table
from tests.openings import kept, laid

pytestmark = pytest.mark.django_db
START = "2026-03-02T09:00:00Z"
HOUR = 3600


@pytest.fixture
def played() -> Iterator[Table]:
    """A game with an enactment that amends a dial, a failure, DEFERENTIALs, a renaming, idlings, a leaving."""
    with time_machine.travel(START, tick=False) as clock:
        yield kept(a_game, clock)


def a_game(clock: time_machine.Traveller) -> Table:
    table = laid("Josh", "Lulu", "Raven", "Zack", "Myke")
    table.make_admin("Josh")
    table.propose("Josh", "Faster", [table.amend("Enactment", "[48 hours]", "[36 hours]")])
    table.propose("Lulu", "Slower", body="Everybody walks.")
    renaming = [{"kind": "rename-agent", "agent": table.agent("Raven").pk, "name": "Ravenna"}]
    table.propose("Zack", "A new name", renaming)
    clock.shift(60)
    for name in ("Lulu", "Zack", "Myke"):
        table.vote(name, 1)
    table.vote("Raven", 1, Vote.DEFERENTIAL)
    table.vote("Kevan", 1)
    for name in ("Josh", "Raven", "Zack", "Myke", "Kevan"):
        table.vote(name, 2, Vote.AGAINST)
        table.vote(name, 3)
    clock.shift(12 * HOUR)
    table.enact("Josh", 1)
    table.fail("Kevan", 2)
    table.enact("Kevan", 3)
    table.idle("Lulu")
    table.leave("Myke")
    clock.shift(30 * 24 * HOUR)
    table.sweep()
    return table


def codes(table: Table) -> set[str]:
    return {each.what for each in recount_game(table.game).differences}


@pytest.mark.postgresql
def test_a_game_that_was_played_recounts_without_a_difference(played: Table) -> None:
    result = recount_game(played.game)

    assert result.differences == ()
    assert result.counts["decisions"] == 3
    assert result.counts["idlings"] >= 2  # by request, and by the Clerk after long silence
    played_out = {"ends of matters", "laws", "rule texts", "arrangements", "standings", "reigns", "votes", "post texts"}
    assert {name for name, count in result.counts.items() if count} >= played_out


def test_the_command_says_what_it_counted_and_that_nothing_differs(played: Table) -> None:
    said = StringIO()

    call_command("recount", game="table", stdout=said)

    assert said.getvalue().startswith("table: no difference in 3 decisions, ")


def test_the_command_prints_each_difference_and_exits_with_one(played: Table) -> None:
    Matter.objects.filter(post__number=1).update(status="failed")
    said = StringIO()

    with pytest.raises(SystemExit) as left:
        call_command("recount", stdout=said)

    assert left.value.code == 1
    assert "status of post:1: recorded failed, recomputed enacted" in said.getvalue()


def test_a_vote_turned_round_afterwards_is_found_in_the_tally_and_against_its_event(played: Table) -> None:
    Comment.objects.filter(post__number=1, author=played.agent("Zack")).update(vote=Vote.AGAINST)

    found = codes(played)

    assert "vote on post:1" in found
    assert {"tally of post:1 in the log", "tally of post:1 in the matter"} <= found


def test_a_vote_struck_out_is_found(played: Table) -> None:
    Comment.objects.filter(post__number=2, author=played.agent("Zack")).update(vote=None)

    found = codes(played)

    assert "vote on post:2" in found
    assert "tally of post:2 in the log" in found


def test_a_vote_said_to_be_cast_by_another_is_found(played: Table) -> None:
    Comment.objects.filter(post__number=1, author=played.agent("Zack")).update(author=played.agent("Josh"))

    found = codes(played)

    assert "vote on post:1" in found
    assert "votes of post:1 in the log" in found


def test_a_standing_altered_in_the_past_is_found(played: Table) -> None:
    first = Standing.objects.filter(agent=played.agent("Zack")).order_by("seq").first()
    assert first is not None
    Standing.objects.filter(pk=first.pk).update(state="idle")

    found = codes(played)

    assert f"standing of agent:{played.agent('Zack').pk}" in found
    assert "quorum of post:1 in the log" in found or "agents of post:1 in the log" in found


def test_an_agent_who_is_not_what_eir_newest_standing_says_is_found(played: Table) -> None:
    Agent.objects.filter(name="Zack").update(is_admin=True)

    assert codes(played) == {"roster"}


def test_a_law_snapshot_that_the_text_does_not_say_is_found(played: Table) -> None:
    snapshot = LawSnapshot.objects.filter(game=played.game).order_by("seq").first()
    assert snapshot is not None
    snapshot.dials["quorum.plus"]["value"] = 2
    snapshot.save()

    found = codes(played)

    assert "dial quorum.plus" in found
    assert "quorum of post:1 in the log" in found


def test_a_rule_text_altered_in_a_word_of_mere_prose_is_found(played: Table) -> None:
    version = RuleVersion.objects.get(game=played.game, rule__rid=1, n=1)
    RuleVersion.objects.filter(pk=version.pk).update(text=version.text + " And so on.")

    assert codes(played) == {"text of rule:1"}


def test_a_rule_text_altered_in_a_dial_is_found_in_the_law_as_well(played: Table) -> None:
    amended = RuleVersion.objects.get(game=played.game, act="amended")
    RuleVersion.objects.filter(pk=amended.pk).update(text=amended.text.replace("36 hours", "24 hours"))

    found = codes(played)

    assert f"text of rule:{amended.rule.rid}" in found
    assert "dial enactment.timeout" in found


def test_rules_put_into_another_order_afterwards_are_found(played: Table) -> None:
    row = Arrangement.objects.get(game=played.game)
    Arrangement.objects.update(order={**row.order, "core": row.order["core"][::-1]})

    assert "order of the rules" in codes(played)


def test_a_post_text_altered_after_the_vote_is_found(played: Table) -> None:
    PostVersion.objects.filter(post__number=2).update(body="Everybody runs.")

    assert codes(played) == {"text of post:2"}


def test_a_post_shown_otherwise_than_its_newest_version_is_found(played: Table) -> None:
    Post.objects.filter(number=2).update(body="Nobody walks.")

    assert codes(played) == {"text shown of post:2"}


def test_the_words_of_a_comment_altered_afterwards_are_found(played: Table) -> None:
    remark = played.comment("Kevan", 2, "As it was.")
    vote = Comment.objects.get(post__number=2, author=played.agent("Zack"))
    assert codes(played) == set()

    Comment.objects.filter(pk__in=[remark.pk, vote.pk]).update(body="As it never was.")

    assert codes(played) == {f"comment {each.number} on post:2" for each in (remark, vote)}


def test_a_closing_altered_on_the_matter_alone_is_found(played: Table) -> None:
    matter = Matter.objects.get(post__number=1)
    matter.closing = {**(matter.closing or {}), "quorum": 1}
    matter.save()

    assert codes(played) == {"quorum of post:1 in the matter"}


def test_a_decision_moved_to_another_time_is_found(played: Table) -> None:
    event = Event.objects.get(game=played.game, kind="proposal.enacted", subject="post:1")
    Event.objects.filter(pk=event.pk).update(at=event.at.replace(hour=10))

    found = codes(played)

    assert "whether post:1 could be enacted" in found


def test_an_idling_that_silence_did_not_allow_is_found(played: Table) -> None:
    event = Event.objects.filter(game=played.game, kind="agent.idled", by="the Clerk").first()
    assert event is not None
    event.data["last_active"] = "2026-03-01T00:00:00Z"
    event.save()

    assert codes(played) == {f"last word of {event.subject}"}


def test_a_mastermind_put_in_by_hand_is_found(played: Table) -> None:
    Reign.objects.filter(game=played.game).update(agent=played.agent("Josh"))

    assert "mastermind" in codes(played)


def test_a_game_shut_to_somebody_by_no_proposal_is_found(played: Table) -> None:
    Agent.objects.filter(pk=played.agent("Myke").pk).update(barred=True)

    assert codes(played) == {"barred"}


def test_an_agent_renamed_after_the_vote_is_counted_under_the_name_of_the_time(played: Table) -> None:
    assert Agent.objects.filter(name="Ravenna").exists()

    assert recount_game(played.game).differences == ()


def test_a_mastermind_who_leaves_and_an_office_given_and_taken_recount(played: Table) -> None:
    with floor(played.made.pk) as the_floor:
        roster_actions.make_admin(the_floor, played.agent("Josh"), by=None, is_admin=False)
    played.leave("Kevan")

    assert recount_game(played.game).differences == ()
