"""Episodes, who sits in them, and what the law says of them now. Reads only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from dynasties.quorum.mechanics.config import Config, read_config
from dynasties.quorum.mechanics.rounds import State
from dynasties.quorum.models import Episode, EpisodeState, Round, Seat, SeatKind
from nomic.core import queries as core
from nomic.core.mechanics.decision import Reason
from nomic.core.mechanics.fields import Field
from nomic.core.mechanics.law import Law
from nomic.core.mechanics.playing import may_play
from nomic.core.models import Account, Agent, Game
from nomic.core.queries.single import single

EPISODES = "senate.episodes"
LIVE = frozenset({SeatKind.PERSON.value, SeatKind.PROGRAM.value})
ON = (EpisodeState.GATHERING.value, EpisodeState.SITTING.value)


def is_played(law: Law) -> bool:
    """Whether the law provides for Episodes."""
    return law.carries(EPISODES)


def episodes(game_id: int) -> QuerySet[Episode]:
    """Every Episode of the game, the newest first."""
    return Episode.objects.filter(game_id=game_id).order_by("-number")


def episode(game_id: int, number: int) -> Episode | None:
    return single(Episode.objects.filter(game_id=game_id, number=number))


def seats_of(episode: Episode) -> list[Seat]:
    """Its seats, by their numbers."""
    return list(Seat.objects.filter(episode=episode).select_related("agent").order_by("number"))


def seat_of(episode: Episode, account_id: int | None) -> Seat | None:
    """Where a person sits emself; None for who does not."""
    if account_id is None:
        return None
    sitting = Seat.objects.filter(episode=episode, account_id=account_id, kind=SeatKind.PERSON)
    return single(sitting.select_related("account", "agent"))


def seat_in(game_id: int, number: int, seat: int, account_id: int) -> Seat | None:
    """One seat of an Episode, if this person sits in it emself."""
    sitting = Seat.objects.filter(episode__game=game_id, episode__number=number, number=seat)
    return sitting.filter(account_id=account_id, kind=SeatKind.PERSON).first()


def open_round(episode: Episode) -> Round | None:
    """The round in which the Senate is; none where it is not sitting."""
    if episode.state != EpisodeState.SITTING:
        return None
    return single(Round.objects.filter(episode=episode, closed_at__isnull=True))


def closed_rounds(episode: Episode) -> list[Round]:
    """The rounds that are over, in their order."""
    return list(Round.objects.filter(episode=episode, closed_at__isnull=False).order_by("number"))


def record_of(round: Round) -> dict[str, Any]:
    """The public record of a closed round."""
    assert round.record is not None  # it is closed
    return dict(round.record)


def config_of(episode: Episode) -> Config:
    """What its convener said of it, with the standing orders of then."""
    return read_config(Field(episode.config))


def senate_json(state: State) -> dict[str, object]:
    """What stands before a round, as an Episode keeps it."""
    return {**state._asdict()}


def senate_of(episode: Episode) -> State:
    """What stands before the open round, or after the last one."""
    kept: Mapping[str, Sequence[int]] = episode.senate
    return State(
        episode.senate["round"], tuple(kept["influence"]), tuple(kept["capital"]), tuple(map(bool, kept["used"])),
        tuple(episode.senate["statutes"]),
    )  # fmt: skip


def heard(seats: Sequence[Seat], record: Mapping[str, Any]) -> list[Agent]:
    """The Agents among those who sat there emselves and decided legally, by a round's record. (Rule Decisions)"""
    legal = [seat for seat, void in zip(seats, record["fallback"], strict=True) if not void]
    return [seat.agent for seat in legal if seat.kind == SeatKind.PERSON and seat.agent is not None]


def due(now: datetime) -> list[tuple[int, int, int]]:
    """The open rounds whose time is over, who has waited longest first: game, number of the Episode, and key."""
    rows = Round.objects.filter(closed_at__isnull=True, closes_at__lte=now, episode__state=EpisodeState.SITTING)
    return list(rows.order_by("closes_at", "pk").values_list("episode__game_id", "episode__number", "pk"))


def halted(game_id: int, law: Law) -> tuple[Reason, ...]:
    """Why nothing is done in an Episode now: the game is in hiatus. Empty while it is not. (Reading 39)"""
    since = core.open_hiatus(game_id)
    return (Reason("hiatus", law.rule("dov.declaring"), {"since": since.began_at}),) if since else ()


def barred(game_id: int, law: Law) -> tuple[Reason, ...]:
    """Why nobody, whoever e is, convenes an Episode or acts in one now; empty where somebody may."""
    carried = law.requires(EPISODES)
    return halted(game_id, law) if carried.outcome else carried.reasons


def kept_out(game: Game, account: Account, agent: Agent | None, law: Law) -> tuple[Reason, ...]:
    """Why a person may neither convene an Episode nor sit in one; empty for who may. `agent`: who e is or was there."""
    if agent.barred if agent else core.is_barred(game, account):
        return (Reason("barred", law.rule("agents.admission")),)
    here = agent is not None and agent.in_game
    played = may_play(law, in_game=here, idle_since=agent.idle_since if agent else None)
    if played.outcome or law.switch("senate.open_to"):
        return ()
    return played.reasons if here else (Reason("not-of-the-game", law.rule("senate.open_to")),)


def convened_and_on(game_id: int, account_id: int) -> int:
    """How many Episodes that a person convened in this game are gathering or sitting."""
    return Episode.objects.filter(game_id=game_id, convener_id=account_id, state__in=ON).count()


def convened_since(game_id: int, account_id: int, moment: datetime) -> int:
    """How many Episodes a person has convened in this game since then, whatever became of them."""
    return Episode.objects.filter(game_id=game_id, convener_id=account_id, convened_at__gt=moment).count()
