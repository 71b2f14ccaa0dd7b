"""Whose vote is missing on the last nday before a count, and who is to be reminded of it. Reads only."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from nomic.core import clock
from nomic.core import queries as core
from nomic.core.mechanics.chain import plain
from nomic.core.models import Agent, AgentState, Game, Notice
from proposals.bnomic.mechanics.nweeks import NDAY
from proposals.bnomic.mechanics.states import State
from proposals.bnomic.models import BallotVote, Proposal
from proposals.bnomic.queries import clocks

OPENED, NEAR = "ballot-open", "ballot-near"


@dataclass(frozen=True, slots=True)
class Late:
    """A Player without a Final Vote on `missing` Open Proposals, on the nday at whose end, `at`, they are counted."""

    game_id: int
    nweek: int
    at: datetime
    account_id: int
    missing: int

    @property
    def key(self) -> str:
        """Once before each count; one that a pause has put off is told of again."""
        return f"nweek:{self.nweek}@{self.at:%Y-%m-%d}"


def games_to_remind(now: datetime) -> list[int]:
    """The games in which somebody is to be reminded."""
    games = Game.objects.filter(
        stroke_at__gt=now, nweek_clock__running=True, ballot_proposals__state=State.OPEN.value
    )
    return [game.pk for game in games.order_by("pk").distinct() if late(game, now)]


def late(game: Game, now: datetime) -> list[Late]:
    """The Players to be reminded, and not reminded yet. Whoever was told since the present nday began that Proposals
    are Open was told late enough."""
    known = _silent(game, now)
    if not known:
        return []
    heard = Notice.objects.filter(game=game, kind=NEAR, key=known[0].key)
    fresh = Notice.objects.filter(game=game, kind=OPENED, at__gte=known[0].at - NDAY)
    told = {*heard.values_list("account_id", flat=True), *fresh.values_list("account_id", flat=True)}
    return [each for each in known if each.account_id not in told]


def _silent(game: Game, now: datetime) -> list[Late]:
    """Everybody who lacks a Final Vote, if this is the last nday before a count and there is voting."""
    law = core.law(game.pk)
    hands = clocks.hands(game, now, law)
    if hands is None or hands.next_count is None or hands.next_count != game.stroke_at:
        return []
    missing = _missing(game) if law.carries("nweek.voting") else {}
    return [Late(game.pk, hands.place.nweek, hands.next_count, who, count) for who, count in missing.items()]


def _missing(game: Game) -> dict[int, int]:
    """By account, on how many Open Proposals a Player has no vote; who has one on all is not among them."""
    open_ones = Proposal.objects.filter(game=game, state=State.OPEN.value).count()
    cast = BallotVote.objects.filter(proposal__game=game, proposal__state=State.OPEN.value)
    voted = [voter for voter, _ in cast.order_by().values_list("voter_id", "proposal_id").distinct()]
    players = Agent.objects.filter(game=game, state=AgentState.ACTIVE.value, account__is_active=True).order_by("pk")
    left = {account: open_ones - voted.count(pk) for pk, account in players.values_list("pk", "account_id")}
    return {account: count for account, count in left.items() if count}


def still_missing(told: Notice) -> bool:
    """Whether a reminder still says something: that count is to come, and its reader has not voted on everything."""
    game = Game.objects.get(pk=told.game_id)
    waiting = {each.account_id: each for each in _silent(game, clock.now()) if plain(each.at) == told.facts.get("at")}
    return told.account_id in waiting


def still_open(told: Notice) -> bool:
    """Whether anything is voted on of which a notice says that it is Open."""
    rows = Proposal.objects.filter(game_id=told.game_id, state=State.OPEN.value)
    return rows.filter(opened_seq=told.key.removeprefix("event:")).exists()
