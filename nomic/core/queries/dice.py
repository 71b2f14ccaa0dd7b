"""Rolls, and what anybody can check of one. Reads only."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from django.db.models import QuerySet

from nomic.core.mechanics.chance import fall
from nomic.core.mechanics.sealing import seed_commitment
from nomic.core.models import Agent, Roll


def rolls(game_id: int, *, agent_id: int | None = None) -> QuerySet[Roll]:
    """Every roll of a game, or of one of its Agents, the newest first."""
    found = Roll.objects.filter(game_id=game_id).select_related("agent", "event", "day", "day__event", "day__opened")
    return (found.filter(agent_id=agent_id) if agent_id is not None else found).order_by("-number")


def roll(game_id: int, number: int) -> Roll | None:
    return rolls(game_id).filter(number=number).first()


def rollers(game_id: int) -> list[Agent]:
    """Everybody who ever rolled, by name."""
    agents = Agent.objects.filter(game_id=game_id, rolls__isnull=False).distinct()
    return sorted(agents, key=lambda agent: agent.name.casefold())


class Check(StrEnum):
    """What the published facts say of a roll: nothing yet, that it is right, or what of it is not."""

    SEALED = "sealed"
    RIGHT = "right"
    WRONG_SEED = "wrong-seed"
    WRONG_FACES = "wrong-faces"


@dataclass(frozen=True, slots=True)
class Checked:
    """A roll checked as any stranger would; `faces` are what seed, event and nonce give, empty while sealed."""

    state: Check
    faces: tuple[int, ...] = ()


def checked(roll: Roll) -> Checked:
    """A roll checked against its day's published seed; while that is not published, nobody checks it."""
    if not roll.day.seed:
        return Checked(Check.SEALED)
    faces = fall(roll.day.seed, roll.event.seq, roll.nonce, roll.dice, roll.sides)
    if seed_commitment(roll.day.seed) != roll.day.commitment:
        return Checked(Check.WRONG_SEED, faces)
    same = (list(faces), sum(faces)) == (roll.faces, roll.total)
    return Checked(Check.RIGHT if same else Check.WRONG_FACES, faces)
