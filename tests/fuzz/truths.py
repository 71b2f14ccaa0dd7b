"""What is so of every game at every moment, whatever has been done in it."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime
from functools import cache

from dynasties.recount import CHECKS
from dynasties.succession.models import Dynasty
from dynasties.tracker import queries as tracker_queries
from dynasties.tracker.models import Value
from nomic.core import chain, clock
from nomic.core.dice import queries as dice_queries
from nomic.core.games.models import Agent, Game
from nomic.core.law import queries as law_queries
from nomic.core.law.rules import Law
from nomic.core.log import queries as log_queries
from nomic.core.roster import queries as roster_queries
from nomic.core.secrets import queries as secrets_queries
from nomic.referee import adjudicate
from proposals import tasks as proposals_tasks
from proposals.deciding import queries as deciding_queries
from proposals.deciding.queries import JudgedMatter
from proposals.kinds.cfj import rules as cfj_rules
from proposals.kinds.cfj.kind import CALL
from proposals.kinds.dov.kind import DECLARATION
from proposals.posts.models import NOBODY_SHOWN, Matter
from proposals.recount import recount_game
from proposals.voting import queries as voting_queries
from rulesets.founding import queries as founding_queries
from rulesets.history import queries as history_queries
from rulesets.text.rules_folding import stored_law


def hold(game_id: int) -> None:
    """Fails for a game of which one of them is not so. The Clerk comes by first."""
    proposals_tasks.sweep()
    game = Game.objects.select_related("mastermind").get(pk=game_id)
    _nothing_is_left_to_do(game)
    _nothing_was_overlooked(game)
    the_record_is_true(game)
    _numbers_are_within_their_bounds(game)
    _one_dynasty_is_played_and_a_hiatus_has_its_ground(game)
    _the_law_is_what_its_text_says(game)
    _the_roster_is_what_its_history_says(game)
    _every_verdict_is_the_referees(game)


def _nothing_is_left_to_do(game: Game) -> None:
    assert proposals_tasks.sweep() == 0
    assert Game.objects.get(pk=game.pk).last_seq == game.last_seq


def _nothing_was_overlooked(game: Game) -> None:
    """Looking at everything, due or not, finds nothing to do."""
    # While the server's clock stands before the last event, the Clerk waits for it to catch up.
    if clock.now() < log_queries.last_moment(game):
        return
    Matter.objects.filter(game=game, status="pending").update(next_check=clock.now())
    Agent.objects.filter(game=game, state="active").update(next_check=clock.now())
    proposals_tasks.sweep()
    assert Game.objects.get(pk=game.pk).last_seq == game.last_seq


def the_record_is_true(game: Game) -> None:
    """Both chains are whole, and a recount finds everything as it is kept."""
    assert not chain.chain_breaks(log_queries.links(game.pk), last_seq=game.last_seq, last_hash=game.last_hash)
    assert recount_game(game, CHECKS).differences == ()
    assert not secrets_queries.private_breaks(game.pk, last_n=game.private_n, last_hash=game.private_hash)
    assert not dice_queries.flaws(game.pk)


def _numbers_are_within_their_bounds(game: Game) -> None:
    columns = tracker_queries.every_column(game.pk)
    newest = [each["newest"] for each in tracker_queries.newest_values(game.pk)]
    for row in Value.objects.filter(pk__in=newest):
        column, held = columns[row.column_id], tracker_queries.value_in(row)
        assert held is None or column.may_hold(held), f"{column.name} holds {held}"


def _one_dynasty_is_played_and_a_hiatus_has_its_ground(game: Game) -> None:
    assert Dynasty.objects.filter(game=game, ended_at=None).count() == 1
    assert list(Dynasty.objects.filter(game=game).values_list("number", flat=True)) == [
        *range(1, Dynasty.objects.filter(game=game).count() + 1)
    ]
    declared = Matter.objects.filter(game=game, kind="dov", status="pending").exists()
    assert not Matter.objects.filter(
        game=game, kind="dov", status="pending", post__author=game.mastermind_id or 0
    ).exists()
    assert (roster_queries.open_hiatus(game.pk) is not None) == (declared or game.awaits_address)


def _the_law_is_what_its_text_says(game: Game) -> None:
    snapshot = law_queries.law_snapshot(game.pk)
    assert snapshot is not None
    assert (snapshot.dials, snapshot.mechanisms) == stored_law(history_queries.folded_law(game.pk))
    assert snapshot.titles == [rule.title for rule in history_queries.ruleset(game.pk).rules]


def _the_roster_is_what_its_history_says(game: Game) -> None:
    now, told = roster_queries.current_roster_facts(game), roster_queries.roster_facts(game.pk)
    assert {each.id: each for each in now.members} == {each.id: each for each in told.members}
    assert now.mastermind == told.mastermind


def _every_verdict_is_the_referees(game: Game) -> None:
    # The server's clock may stand before the last event; the game's does not.
    now = max(clock.now(), log_queries.last_moment(game))
    scene = voting_queries.judging_context(game, now)
    for judged in deciding_queries.pending_matters(scene):
        alone = deciding_queries.judged_matter(judged.post, scene)
        assert alone is not None
        assert (alone.facts, alone.verdict) == (judged.facts, judged.verdict)
        facts, then = deciding_queries.matter_after(game.pk, judged.post, game.last_seq, now)
        assert deciding_queries.judge_matter(facts, then) == judged.verdict
        if _sayable(scene.law):
            _adjudicated(judged)


def _sayable(current: Law) -> bool:
    """Whether the referee can be asked: it knows all mechanisms of the starter law, and no silent dial of it."""
    carried = _carried("mechanism") <= current.mechanisms
    return carried and all(current.values[name] is not None for name in _carried("dial"))


@cache
def _carried(kind: str) -> frozenset[str]:
    """By the law that a game begins with, whatever themes and procedures there are besides."""
    return frozenset(
        name for *_, text in founding_queries.starter_law() for name in re.findall(rf"\({kind}:([a-z._]+)\)", text)
    )


def _for_the_referee(judged: JudgedMatter) -> bool:
    """Whether what e is told is all that counts."""
    scene, facts = judged.scene, judged.facts
    # Who declared victory may have been handed the role since; a Mastermind's Declaration e does not take.
    if facts.kind is DECLARATION:
        return facts.author != scene.roster.mastermind
    # A quorum that agreed did so with the roster and the law of then; e knows those of now.
    if facts.kind is CALL:
        alone = replace(facts, watched=False, latched=None)
        return (
            facts.latched is None
            and cfj_rules.find_latch(alone, scene.roster, scene.law, scene.now, scene.hiatus) is None
        )
    return True


def _adjudicated(judged: JudgedMatter) -> None:
    scene, facts, verdict = judged.scene, judged.facts, judged.verdict
    if not _for_the_referee(judged):
        return
    answer = adjudicate(
        {
            "procedure": "blognomic",
            "kind": facts.kind.code,
            "now": _written(scene.now),
            "author": facts.author or NOBODY_SHOWN,
            "agents": list(scene.roster.agents),
            "idle": sorted(scene.roster.idle),
            "mastermind": scene.roster.mastermind,
            "posted_at": _written(facts.posted_at),
            "queue_position": facts.queue_position,
            "hiatus": [[_written(stop.start), stop.end and _written(stop.end)] for stop in scene.hiatus],
            "votes": [{"voter": each.voter, "vote": each.vote, "at": _written(each.at)} for each in facts.ballots],
            "dials": {
                name: dial.kind.words(scene.law.values[name])
                for name, dial in law_queries.catalogue().dials.items()
                if name in _carried("dial")
            },
        }
    )
    told = answer["may_enact"], answer["may_fail"], answer["quorum"]
    assert told == (verdict.may_enact, verdict.may_fail, verdict.quorum)


def _written(moment: datetime) -> str:
    return moment.isoformat()
