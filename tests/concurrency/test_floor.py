"""One game, one floor: what happens at once happens in an order, whole or not at all. (DESIGN ideas 4 and section 4)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from functools import partial
from threading import Barrier
from typing import Any

import pytest
import time_machine
from django.db import connections

from dynasties.recount import CHECKS
from nomic.core import chain
from nomic.core.decision import Refused
from nomic.core.dice import queries as dice_queries
from nomic.core.games.models import AgentState, Game
from nomic.core.log import queries as log_queries
from nomic.core.log.models import Event
from nomic.core.log.recount import Check
from nomic.core.roster import queries as roster_queries
from nomic.core.secrets import queries as secrets_queries
from proposals import tasks as proposals_tasks
from proposals.comments import actions as comments_actions
from proposals.deciding import actions as deciding_actions
from proposals.kinds.proposal.dials import ENACTMENT_TIMEOUT
from proposals.posts.models import Comment
from proposals.recount import recount_game
from proposals.voting.rules import Vote
from rulesets.models import RuleVersion
from tests.casting import Table
from tests.concurrency.killing import killed_in
from tests.moments import stands_at
from tests.openings import laid

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]
START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
CLIENTS, VOTES = 8, 25
NAMES = ("Josh", "Lulu", "Raven", "Zack", "Myke", "Orla", "Clucky")


clock = stands_at(START)


def at_once(acts: Sequence[Callable[[], Any]]) -> list[Any]:
    """Run the acts in threads that start together; each answers with its result, or the refusal that it met."""
    barrier = Barrier(len(acts))

    def run(act: Callable[[], Any]) -> Any:
        try:
            barrier.wait()
            return act()
        except Refused as refusal:
            return refusal
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


def events(table: Table, kind: str) -> int:
    return Event.objects.filter(game=table.made, kind=kind).count()


def holds(game: Game) -> bool:
    """Whether the log of the game is gapless and chained up to the head that the game remembers."""
    return chain.chain_breaks(log_queries.links(game.pk), last_seq=game.last_seq, last_hash=game.last_hash) == []


def whole(table: Table, checks: Mapping[str, Check] = CHECKS) -> bool:
    """Whether both chains hold, every die can be worked out anew, and so can all that was decided."""
    game = table.game
    private = secrets_queries.private_breaks(game.pk, last_n=game.private_n, last_hash=game.private_hash)
    differences = recount_game(game, checks).differences
    return holds(game) and private == [] and differences == () and not dice_queries.flaws(game.pk)


def by(table: Table, who: str, act: Callable[..., Any], **facts: Any) -> Callable[[], Any]:
    return partial(act, actor_id=table.agent(who).pk, game_id=table.made.pk, **facts)


def carried(table: Table, title: str = "Faster") -> int:
    """A Proposal that amends a dial and that everybody is for; its number."""
    change = table.amend("Enactment", "[48 hours]", "[36 hours]")
    number = table.propose("Josh", title, [change]).number
    for name in ("Lulu", "Raven", "Zack", "Kevan"):
        table.vote(name, number)
    return number


# -- many at once


def test_of_eight_clients_with_twenty_five_votes_each_none_is_lost(clock: time_machine.Traveller) -> None:
    table = laid(*NAMES)
    number = table.propose("Josh", "Something").number
    voters = [(name, table.agent(name).pk) for name in ("Kevan", *NAMES)]
    before = table.game.last_seq

    def voting_of(name: str, agent_id: int) -> Callable[[], None]:
        def act() -> None:
            for turn in range(VOTES):
                # An author's AGAINST would end the voting.
                vote = Vote.FOR if turn % 2 or name == "Josh" else Vote.AGAINST
                comments_actions.post_comment(
                    actor_id=agent_id, game_id=table.made.pk, number=number, vote=vote, token=f"{name}-{turn}"
                )

        return act

    answers = at_once([voting_of(*voter) for voter in voters])

    assert answers == [None] * CLIENTS
    assert Counter(Comment.objects.values_list("author__name", flat=True)) == dict.fromkeys(("Kevan", *NAMES), VOTES)
    assert sorted(Comment.objects.values_list("number", flat=True)) == list(range(1, CLIENTS * VOTES + 1))
    assert table.game.last_seq == before + CLIENTS * VOTES
    assert holds(table.game)


def test_a_form_sent_eight_times_at_once_makes_one_comment(clock: time_machine.Traveller) -> None:
    table = laid("Josh", "Lulu")
    number = table.propose("Josh", "Something").number
    given: dict[str, Any] = {
        "actor_id": table.agent("Lulu").pk,
        "game_id": table.made.pk,
        "number": number,
        "vote": Vote.FOR,
        "token": "one-form",
    }

    answers = at_once([lambda: comments_actions.post_comment(**given).pk] * CLIENTS)

    assert len(set(answers)) == 1
    assert (Comment.objects.count(), events(table, "vote.cast")) == (1, 1)


def test_of_two_admins_who_enact_at_once_one_wins_and_the_other_is_told(clock: time_machine.Traveller) -> None:
    table = laid("Josh", "Lulu", "Raven", "Zack")
    table.make_admin("Lulu")
    number = carried(table)
    clock.shift(13 * HOUR)
    admins = [table.agent("Kevan").pk, table.agent("Lulu").pk]

    def enacting(admin_id: int) -> Callable[[], str]:
        return lambda: deciding_actions.enact_matter(actor_id=admin_id, game_id=table.made.pk, number=number).title

    answers = at_once([enacting(admin_id) for admin_id in admins])

    told = [answer.reasons[0].code for answer in answers if isinstance(answer, Refused)]
    assert [answer for answer in answers if not isinstance(answer, Refused)] == ["Faster"]
    assert told in (["resolved-already"], ["not-pending"])
    assert (events(table, "proposal.enacted"), RuleVersion.objects.filter(act="amended").count()) == (1, 1)
    assert holds(table.game)


def test_of_two_sweeps_at_once_each_due_thing_is_done_by_one(clock: time_machine.Traveller) -> None:
    table = laid("Josh", "Lulu", "Raven", "Zack")
    number = carried(table)
    clock.shift(8 * DAY)

    at_once([proposals_tasks.sweep] * 4)

    assert table.status(number) == "enacted"
    assert events(table, "proposal.enacted") == 1
    assert events(table, "agent.idled") == 5
    assert holds(table.game)


def test_games_do_not_mix_their_logs(clock: time_machine.Traveller) -> None:
    tables = [Table("Josh", slug=f"table-{n}", title=f"Table {n}") for n in range(4)]
    heads = [table.game.last_seq for table in tables]

    def posting_at(table: Table) -> Callable[[], Any]:
        return lambda: [table.post_plain("Josh", f"Entry {n}") for n in range(10)]

    at_once([posting_at(table) for table in tables])

    assert [table.game.last_seq for table in tables] == [head + 10 for head in heads]
    assert all(holds(table.game) for table in tables)


# -- killed in the middle


def killed_while_enacting(table: Table, number: int) -> None:
    """Let another process hold the floor in the middle of the enactment, and kill it there."""
    killed_in("held_floor", table.made.pk, table.agent("Kevan").pk, number)


def test_killed_in_the_middle_of_an_enactment_nothing_has_happened_and_the_game_goes_on() -> None:
    with time_machine.travel(datetime.now(UTC) - 2 * DAY, tick=False):
        table = Table("Josh", "Lulu", "Raven", "Zack")
        number = carried(table)
    head, law = table.game.last_hash, table.law

    killed_while_enacting(table, number)

    assert (table.status(number), table.game.last_hash, table.law) == ("pending", head, law)
    assert not RuleVersion.objects.filter(act="amended").exists()
    table.enact("Kevan", number)
    assert table.status(number) == "enacted"
    assert table.law[ENACTMENT_TIMEOUT] == 36 * HOUR
    assert holds(table.game)
    assert recount_game(table.game).differences == ()


# -- the clock jumps


def test_a_clock_that_steps_back_sets_no_event_before_another_and_fires_nothing_twice(
    clock: time_machine.Traveller,
) -> None:
    table = laid("Josh", "Lulu", "Raven", "Zack")
    number = carried(table)
    clock.shift(14 * HOUR)
    table.sweep()
    assert table.status(number) == "enacted"

    clock.move_to(START - DAY)
    table.sweep()
    table.post_plain("Josh", "What time is it?")
    table.sweep()
    clock.move_to(START + 14 * HOUR)
    table.sweep()

    moments = list(Event.objects.filter(game=table.made).order_by("seq").values_list("at", flat=True))
    assert moments == sorted(moments)
    assert events(table, "proposal.enacted") == 1
    assert Event.objects.get(game=table.made, kind="post.made", subject="post:2").at == START + 14 * HOUR
    assert recount_game(table.game).differences == ()


def test_a_clock_that_leaps_far_ahead_lets_everything_due_happen_once(clock: time_machine.Traveller) -> None:
    table = laid("Josh", "Lulu", "Raven", "Zack")
    number = carried(table)
    lost = table.propose("Lulu", "Nobody is for this", [table.repeal("Dice")]).number
    for name in ("Josh", "Raven", "Zack", "Kevan"):
        table.vote(name, lost, Vote.AGAINST)

    clock.shift(365 * DAY)
    table.sweep()
    # What stood behind the first in the queue is free only now; the Clerk leaves it to the Admins for an hour.
    clock.shift(2 * HOUR)
    table.sweep()
    table.sweep()

    assert (table.status(number), table.status(lost)) == ("enacted", "failed")
    assert (events(table, "proposal.enacted"), events(table, "proposal.failed")) == (1, 1)
    assert events(table, "agent.idled") == 5
    assert {agent.state for agent in roster_queries.roster(table.made.pk)} == {AgentState.IDLE}
    assert recount_game(table.game).differences == ()
