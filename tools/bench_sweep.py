"""What a sweep costs: ten due matters among a thousand pending ones, and ten among ten thousand.

The pending rows are made in bulk, for the measure only; the sweep is the Clerk's own, and so is what it does.
"""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from statistics import median

from django.db import connection
from django.test.utils import CaptureQueriesContext

from nomic.core import clock
from nomic.core.games.models import Agent, Game
from nomic.core.lobby import actions as lobby_actions
from nomic.core.roster import actions as roster_actions
from proposals.posts.models import Comment, Matter, Post
from proposals.tasks import sweep
from proposals.voting.rules import Status, Vote
from rulesets.founding.actions import found_game

GAMES = 10
FEW, MANY = 1_000, 10_000
ROUNDS = 5  # the first counts the queries and warms up, the others are timed
NAMES = ("Anna", "Bert", "Cleo", "Dora")
LATER = timedelta(days=30)


def measure() -> None:
    start = clock.now() - timedelta(days=1)
    games = [_game(number, start - timedelta(days=2)) for number in range(GAMES)]
    print(f"\nThe sweep: {GAMES} matters due, one in each of {GAMES} games; the Clerk enacts each, with a new rule")
    print(f"  {'pending':>8}  {'due':>4}  {'enacted':>7}  {'queries':>7}  {'ms, median':>10}")
    seconds = {}
    for number, pending in enumerate((FEW, MANY)):
        for game in games:
            _fill(game, pending // GAMES, start - timedelta(hours=20))
        # Each round needs the grace of an hour behind it.
        moments = [start + timedelta(hours=2 * (number * ROUNDS + each)) for each in range(ROUNDS)]
        seconds[pending] = _rounds(games, moments)
    print(f"  Ten times the pending matters take {seconds[MANY] / seconds[FEW]:.2f} times the time.")


def _rounds(games: list[Game], moments: list[datetime]) -> float:
    pending = Matter.objects.filter(status=Status.PENDING.value).count()
    with CaptureQueriesContext(connection) as captured:
        due, enacted, _ = _round(games, moments[0])
    middle = median(_round(games, moment)[2] for moment in moments[1:])
    print(f"  {pending:>8,}  {due:>4}  {enacted:>7}  {len(captured):>7}  {middle * 1000:>10.0f}")
    return middle


def _round(games: list[Game], moment: datetime) -> tuple[int, int, float]:
    """One sweep at `moment`: how many matters were due, how many it enacted, and the seconds."""
    for game in games:
        _ripen_proposal(game, moment)
    Agent.objects.update(next_check=moment + LATER)
    due = Matter.objects.filter(status=Status.PENDING.value, next_check__lte=moment).count()
    with clock.set_to(moment):
        started = time.perf_counter()
        sweep()
        seconds = time.perf_counter() - started
    return due, Matter.objects.filter(resolved_at__gte=moment).count(), seconds


def _game(number: int, founded: datetime) -> Game:
    people = [lobby_actions.ensure_account(name.lower()) for name in NAMES]
    with clock.set_to(founded):
        game = found_game(founder=people[0], title=f"Game {number}", slug=f"bench-{number}", name=NAMES[0])
        admin = Agent.objects.get(game=game)
        for account, name in zip(people[1:], NAMES[1:], strict=True):
            applied = roster_actions.announce_arrival(account=account, game_id=game.pk, name=name)
            roster_actions.admit_applicant(actor_id=admin.pk, game_id=game.pk, application_id=applied.pk)
    return game


def _fill(game: Game, pending: int, posted: datetime) -> None:
    """Pending Proposals up to that many, none of them due."""
    author = Agent.objects.filter(game=game).order_by("pk").first()
    assert author is not None
    there = Post.objects.filter(game=game).count()
    numbers = range(there + 1, there + 1 + pending - Matter.objects.filter(game=game, status="pending").count())
    moments = {number: posted + timedelta(milliseconds=number) for number in numbers}
    posts = Post.objects.bulk_create(
        Post(
            game=game,
            number=number,
            author=author,
            category="proposal",
            title=f"Proposal {number}",
            digest="",
            changes=[{"kind": "enact", "section": "dynastic", "title": f"Rule {number}", "text": "A rule."}],
            posted_at=moment,
            seq=1,
            token=f"bench-{number}",
        )
        for number, moment in moments.items()
    )
    Matter.objects.bulk_create(
        Matter(
            post=post,
            game=game,
            kind="proposal",
            opened_at=post.posted_at,
            opened_seq=1,
            next_check=post.posted_at + LATER,
        )
        for post in posts
    )


def _ripen_proposal(game: Game, moment: datetime) -> None:
    """Give the oldest pending Proposal a quorum an hour and a half before, and make it due."""
    head = Post.objects.filter(game=game, matter__status="pending").order_by("number").first()
    assert head is not None
    Comment.objects.bulk_create(
        Comment(
            post=head,
            number=number,
            author=agent,
            vote=Vote.FOR.value,
            version=1,
            digest="",
            at=moment - timedelta(minutes=90),
            seq=1,
            by_player=True,
            token=f"bench-{head.number}",
        )
        for number, agent in enumerate(Agent.objects.filter(game=game), start=1)
    )
    Matter.objects.filter(post=head).update(next_check=moment)
