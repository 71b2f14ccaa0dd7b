"""What a first visitor finds of the core law in the demo game."""

from __future__ import annotations

from datetime import timedelta

import time_machine
from django.contrib.auth import get_user_model

from dynasties.pages.models import Page, PageVersion
from dynasties.succession.models import Dynasty
from dynasties.tracker import queries as tracker_queries
from dynasties.tracker.models import Update
from nomic.core import chain, clock
from nomic.core.duties.models import Duty
from nomic.core.games.models import Agent, Game
from nomic.core.law import queries as law_queries
from nomic.core.log import queries as log_queries
from nomic.core.messages.models import Message
from nomic.core.notifications import queries as notifications_queries
from nomic.core.roster import queries as roster_queries
from nomic.demo import CAST
from nomic.demo.commons import ADDRESS, FIRST_CLAIM, RINGS, SECOND_CLAIM, SWAN, TWO_VOTES, WET
from nomic.demo.script import LENGTH
from proposals import tasks as proposals_tasks
from proposals.deciding import queries as deciding_queries
from proposals.deciding.queries import JudgedMatter
from proposals.kinds.kind import MatterKind
from proposals.kinds.proposal.dials import ENACTMENT_VALID_VOTES
from proposals.kinds.proposal.kind import PROPOSAL
from proposals.posts.models import Post
from proposals.voting import queries as voting_queries
from rulesets.history import queries as history_queries
from tests.wiring.telling import NOW, game_at

PEOPLE = CAST[0][1]


game = game_at("the-commons")


def waiting(game: Game, kind: MatterKind = PROPOSAL) -> dict[str, JudgedMatter]:
    """The pending matters of a kind by their titles, the oldest first."""
    scene = voting_queries.judging_context(game, clock.now())
    return {
        judged.post.title: judged for judged in deciding_queries.pending_matters(scene) if judged.facts.kind is kind
    }


def codes(judged: JudgedMatter) -> set[str]:
    return {reason.code for reason in judged.verdict.reasons}


def status(title: str) -> str:
    return Post.objects.select_related("matter").get(title=title).matter.status


def test_a_dynasty_was_won_and_another_is_played(game: Game) -> None:
    first, second = Dynasty.objects.filter(game=game).order_by("number")

    claims = status(FIRST_CLAIM), status(SECOND_CLAIM)

    assert claims == ("failed", "enacted")
    assert first.head_name == "Odalys"
    assert first.ended_at is not None
    assert second.head_name == "Quillon"
    assert second.address is not None
    assert second.address.title == ADDRESS
    assert second.accent is not None
    assert not game.awaits_address
    assert roster_queries.open_hiatus(game.pk) is None


def test_judgments_were_called_for_one_of_them_by_nobody_in_particular(game: Game) -> None:
    nameless = Post.objects.select_related("matter").get(title=RINGS)

    quorum = nameless.matter.latch

    assert (status(SWAN), status(TWO_VOTES)) == ("failed", "failed")
    assert status(WET) == "pending"
    assert nameless.author is None
    assert nameless.matter.status == "pending"
    assert quorum
    assert quorum["outcome"] == "FOR"


def test_the_tracker_is_full_and_keeps_its_secrets(game: Game) -> None:
    stranger = tracker_queries.get_sheet(game, None)

    whole = tracker_queries.get_sheet(game, game.mastermind)

    favourite = next(each for each in whole.columns if each.secret)
    seen = {row.name: row.cells[favourite.number].value for row in whole.rows}
    hidden = [row.cells[favourite.number].hidden for row in stranger.rows]
    assert seen["Odalys"] == "Any Other Business"
    assert all(hidden)
    assert {"Acres", "Crumbs", "Corner"} <= {each.name for each in whole.columns}
    assert {"Flock", "Rope", "Gate shut"} == {each.name for each in whole.globals}
    assert Update.objects.filter(game=game, undoes__isnull=False).count() == 2
    assert [
        PageVersion.objects.filter(page=page).count() for page in Page.objects.filter(game=game).order_by("number")
    ] == [3, 4]


def test_somebody_owes_something_and_has_not_done_it(game: Game) -> None:
    duties = Duty.objects.filter(game=game).select_related("owed_by").order_by("number")

    now = clock.now()

    assert [each.owed_by and each.owed_by.name for each in duties] == ["Fenwick", "Mudlark", "Pipistrelle", "Tarragon"]
    assert [each.done_at is not None for each in duties] == [True, False, False, False]
    assert [bool(each.due_at and each.due_at < now) for each in duties] == [True, True, False, False]


def test_letters_wait_to_be_opened_and_notices_to_be_read(game: Game) -> None:
    unopened = Message.objects.filter(game=game, received_at=None)
    waiting = set(unopened.values_list("recipient__name", flat=True))
    unread = {
        agent.name for agent in Agent.objects.filter(game=game) if notifications_queries.unread_count(agent.account_id)
    }

    assert waiting == {"Odalys", "Quillon", "Pipistrelle"}
    assert {"Odalys", "Bramble", "Mudlark"} <= unread
    assert {"Pipistrelle", "Wexford"}.isdisjoint(unread)


def test_a_pending_proposal_stands_in_every_interesting_state(game: Game) -> None:
    pending = waiting(game)

    head, hats, toll, winter, pond, crown, gate, manners, haste = pending.values()

    assert head.verdict.may_enact
    assert head.place == 1
    assert codes(hats) == {"blocked", "cannot-pass"}
    assert codes(toll) == {"blocked", "self-killed"}
    assert winter.post.changes[0]["find"] == head.post.changes[0]["find"]
    assert pond.verdict.tally.deferential == 2
    assert codes(crown) == {"blocked", "vetoed"}
    assert gate.verdict.quorum - gate.verdict.tally.for_ == 1
    assert manners.prose_only
    assert "dial:enactment.timeout" in haste.post.changes[0]["find"]


def test_the_cast_are_eight_with_a_mastermind_two_admins_an_idle_one_and_a_stranger_at_the_door(game: Game) -> None:
    roster = roster_queries.roster(game.pk)

    usernames = {agent.account.username for agent in roster}

    assert len(roster) == 8
    assert game.mastermind is not None
    assert game.mastermind.name == "Quillon"
    assert [agent.name for agent in roster if agent.is_admin] == ["Pipistrelle", "Quillon"]
    assert [agent.name for agent in roster if not agent.is_playing] == ["Wexford"]
    assert [agent.name for agent in roster if agent.asked_idle_at] == ["Tarragon"]
    assert [each.name for each in roster_queries.waiting_applications(game.pk)] == ["Saltmarsh"]
    assert usernames | {"saltmarsh"} == {username for username, _ in PEOPLE}


def test_nobody_signs_in_to_a_demo_account_with_a_password(game: Game) -> None:
    accounts = get_user_model().objects.all()

    usable = [account.username for account in accounts if account.has_usable_password()]

    assert dict(PEOPLE).keys() <= {account.username for account in accounts}
    assert usable == []


def test_history_has_changed_the_law(game: Game) -> None:
    titles = {rule.title for rule in history_queries.ruleset(game.pk).rules}

    snapshot = law_queries.law(game.pk)

    assert {"The Green", "The Parliament of Geese", "The Bell"} <= titles
    assert not {"Geese", "Hedges", "Bare Heads", "The Urn", "Adjournment"} & titles
    assert snapshot[ENACTMENT_VALID_VOTES] == 3


def test_the_log_of_the_demo_holds_and_ends_in_the_past(game: Game) -> None:
    links = log_queries.links(game.pk)

    breaks = chain.chain_breaks(links, last_seq=game.last_seq, last_hash=game.last_hash)

    assert not breaks
    assert NOW - timedelta(hours=1) < log_queries.last_moment(game) < NOW
    assert game.founded_at == NOW - LENGTH


def test_the_clerk_leaves_the_queue_to_the_admins_for_most_of_an_hour(
    game: Game, visit: time_machine.Traveller
) -> None:
    before = list(waiting(game))

    proposals_tasks.sweep()
    visit.move_to(NOW + timedelta(minutes=53))
    proposals_tasks.sweep()
    left_alone = list(waiting(game))
    visit.move_to(NOW + timedelta(minutes=54))
    proposals_tasks.sweep()

    assert left_alone == before
    assert list(waiting(game)) == before[1:]
