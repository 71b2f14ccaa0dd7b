"""How the acts of senators are done: through the actions that their own pages and programs would call."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from dynasties.quorum.actions import convening, deciding, seating
from dynasties.quorum.queries import episodes
from nomic.demo.script import Act
from nomic.demo.senate import acts
from nomic.demo.stage import Stage, token


def convene(stage: Stage, act: acts.Convene) -> None:
    convening.convene(
        account_id=stage.account(act.by), game_id=stage.game_id, seats=act.seats, rounds=act.rounds, token=token(act),
        **act.config,
    )  # fmt: skip


def sit(stage: Stage, act: acts.Sit) -> None:
    seating.take_seat(**_where(stage, act), seat=act.seat)


def seat_program(stage: Stage, act: acts.SeatProgram) -> None:
    seating.seat_program(**_where(stage, act), seat=act.seat, name=act.name)


def seat_script(stage: Stage, act: acts.SeatScript) -> None:
    seating.seat_script(**_where(stage, act), seat=act.seat, script=act.script)


def open_episode(stage: Stage, act: acts.OpenEpisode) -> None:
    convening.open_episode(**_where(stage, act))


def decide(stage: Stage, act: acts.Decide) -> None:
    episode = episodes.episode(stage.game_id, act.episode)
    seat = episodes.seat_of(episode, stage.account(act.by)) if episode else None
    assert seat is not None
    deciding.decide(**_where(stage, act), seat=seat.number, round=act.round, raw=act.raw)


def program_decides(stage: Stage, act: acts.ProgramDecides) -> None:
    """With a token that is asked for anew: the one before was shown to nobody."""
    renewed = seating.renew_token(**_where(stage, act), seat=act.seat)
    deciding.decide(
        game_id=stage.game_id, number=act.episode, seat=act.seat, round=act.round, raw=act.raw, token=renewed
    )


def _where(stage: Stage, act: Any) -> dict[str, Any]:
    return {"account_id": stage.account(act.by), "game_id": stage.game_id, "number": act.episode}


SITTING: Mapping[type[Act], Callable[[Stage, Any], None]] = {
    acts.Convene: convene,
    acts.Sit: sit,
    acts.SeatProgram: seat_program,
    acts.SeatScript: seat_script,
    acts.OpenEpisode: open_episode,
    acts.Decide: decide,
    acts.ProgramDecides: program_decides,
}
