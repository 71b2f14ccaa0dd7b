"""Episodes, who sits in them or acts for a seat, what the law says of them now, and who has how many laurels. Reads
only. (Rules Episodes and Laurels)
"""

from __future__ import annotations

import hashlib
from collections import Counter
from datetime import datetime

from django.db.models import Prefetch

from dynasties.quorum.dials import EPISODES, LAURELS, LAURELS_WON, OPEN_TO
from dynasties.quorum.episodes.models import Episode, EpisodeState, Seat, SeatKind
from dynasties.quorum.episodes.rules import Config, laurel_winner, read_config
from dynasties.succession.queries import present_dynasty
from nomic.core.decision import Reason
from nomic.core.games.models import Account, Agent, Game
from nomic.core.games.queries import only_row
from nomic.core.input import Field
from nomic.core.law.dials import AGENTS_ADMISSION, DOV_DECLARING
from nomic.core.law.rules import Law
from nomic.core.roster import queries as roster_queries, rules as roster_rules
from nomic.core.roster.rules import may_play

LIVE_KINDS = frozenset({SeatKind.PERSON.value, SeatKind.PROGRAM.value})
CURRENT_STATES = (EpisodeState.GATHERING.value, EpisodeState.SITTING.value)


def is_played(law: Law) -> bool:
    """Whether the law provides for Episodes."""
    return law.carries(EPISODES)


def get_episode(game_id: int, number: int) -> Episode | None:
    return only_row(Episode.objects.filter(game_id=game_id, number=number))


def seats_of(episode: Episode) -> list[Seat]:
    """Its seats, by their numbers."""
    return list(Seat.objects.filter(episode=episode).select_related("agent").order_by("number"))


def seat_of(episode: Episode, account_id: int | None) -> Seat | None:
    """Where a person sits emself; None for who does not."""
    if account_id is None:
        return None
    sitting = Seat.objects.filter(episode=episode, account_id=account_id, kind=SeatKind.PERSON)
    return only_row(sitting.select_related("account", "agent"))


def seat_in(game_id: int, number: int, seat: int, account_id: int) -> Seat | None:
    """One seat of an Episode, if this person sits in it emself."""
    sitting = Seat.objects.filter(episode__game=game_id, episode__number=number, number=seat)
    return sitting.filter(account_id=account_id, kind=SeatKind.PERSON).first()


def config_of(episode: Episode) -> Config:
    """What its convener said of it, with the standing orders of then."""
    return read_config(Field(episode.config))


def hiatus_reasons(game_id: int, law: Law) -> tuple[Reason, ...]:
    """Why nothing is done in an Episode now: the game is in hiatus. Empty while it is not. (Reading 39)"""
    since = roster_queries.open_hiatus(game_id)
    return (Reason("hiatus", law.rule(DOV_DECLARING), {"since": since.began_at}),) if since else ()


def barring_reasons(game_id: int, law: Law) -> tuple[Reason, ...]:
    """Why nobody, whoever e is, convenes an Episode or acts in one now; empty where somebody may."""
    carried = law.requires(EPISODES)
    return hiatus_reasons(game_id, law) if carried.outcome else carried.reasons


def exclusion_reasons(game: Game, account: Account, agent: Agent | None, law: Law) -> tuple[Reason, ...]:
    """Why a person may neither convene an Episode nor sit in one; empty for who may. `agent`: who e is or was there."""
    if agent.barred if agent else roster_queries.is_barred(game, account):
        return (Reason("barred", law.rule(AGENTS_ADMISSION)),)
    here = agent is not None and agent.in_game
    played = may_play(law, in_game=here, idle_since=agent.idle_since if agent else None)
    if played.outcome or law[OPEN_TO]:
        return ()
    return played.reasons if here else (Reason("not-of-the-game", law.rule(OPEN_TO)),)


def count_convened_and_on(game_id: int, account_id: int) -> int:
    """How many Episodes that a person convened in this game are gathering or sitting."""
    return Episode.objects.filter(game_id=game_id, convener_id=account_id, state__in=CURRENT_STATES).count()


def count_convened_since(game_id: int, account_id: int, moment: datetime) -> int:
    """How many Episodes a person has convened in this game since then, whatever became of them."""
    return Episode.objects.filter(game_id=game_id, convener_id=account_id, convened_at__gt=moment).count()


# Who acts for a seat: the person who sits in it, or a program with its token. Reads only.


def token_digest(token: str) -> str:
    """What is kept of a token: enough to know it again, and no use to who reads it. A token needs no salt: it is
    long, and all chance."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def seat_by_token(episode: Episode, token: str) -> Seat | None:
    """The seat of this Episode that a token is for."""
    held = Seat.objects.filter(episode=episode, kind=SeatKind.PROGRAM, token_digest=token_digest(token))
    return held.select_related("account", "agent").first()


# Who has taken how many laurels in the present Dynasty, and who has won by them. Reads only. (Rule Laurels)


def laurel_counts(game: Game, law: Law) -> list[tuple[Agent, int]]:
    """The Agents with laurels of this Dynasty, who has the most first; nobody where the law has none."""
    dynasty = present_dynasty(game.pk)
    if dynasty is None or not law.carries(LAURELS_WON):
        return []
    ended = Episode.objects.filter(game=game, state=EpisodeState.OVER, ended_at__gte=dynasty.began_at)
    rows = ended.only("scores").prefetch_related(Prefetch("seats", Seat.objects.order_by("number")))
    counts = Counter(agent for each in rows if (agent := _laurel_of(each)) is not None)
    agents = Agent.objects.in_bulk(counts)
    return sorted(((agents[key], count) for key, count in counts.items()), key=lambda each: (-each[1], each[0].name))


def _laurel_of(episode: Episode) -> int | None:
    return laurel_winner(episode.scores or [], [seat.agent_id for seat in episode.seats.all()])


def has_won(game: Game, agent: Agent, law: Law) -> bool:
    """Whether an Agent has taken as many laurels as a victory asks for."""
    needed = law[LAURELS]
    return needed is not None and any(who == agent and count >= needed for who, count in laurel_counts(game, law))


GUEST = "(guest)"


def guest_name(account: Account) -> str:
    """What somebody is called who is not in the game: no Agent's name, whatever eir login is."""
    return f"{account.username[: roster_rules.LONGEST]} {GUEST}"
