"""Rolls, and whether days, seeds and dice are what the log says they are: what anybody can check of one roll, and
what `verify_log` checks of all. Reads only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from itertools import pairwise

from cryptography.fernet import InvalidToken
from django.db.models import QuerySet

from nomic.core.chain import plain_json, seed_commitment
from nomic.core.decision import Fact
from nomic.core.dice.models import Roll, SecretRoll
from nomic.core.dice.rules import dice_faces, dice_notation
from nomic.core.games.models import Agent
from nomic.core.log.models import Event, PrivateEvent
from nomic.core.secrets.models import Day, SecretSeed
from nomic.core.secrets.queries import unseal_event, unseal_seed


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
class CheckedRoll:
    """A roll checked as any stranger would; `faces` are what seed, event and nonce give, empty while sealed."""

    state: Check
    faces: tuple[int, ...] = ()


def check_roll(roll: Roll) -> CheckedRoll:
    """A roll checked against its day's published seed; while that is not published, nobody checks it."""
    if not roll.day.seed:
        return CheckedRoll(Check.SEALED)
    faces = dice_faces(roll.day.seed, roll.event.seq, roll.nonce, roll.dice, roll.sides)
    if seed_commitment(roll.day.seed) != roll.day.commitment:
        return CheckedRoll(Check.WRONG_SEED, faces)
    same = (list(faces), sum(faces)) == (roll.faces, roll.total)
    return CheckedRoll(Check.RIGHT if same else Check.WRONG_FACES, faces)


# Whether days, seeds and dice are what the log says they are: what `verify_log` asks besides the chains. Reads only.
# Whatever can be checked by strangers once a seed is published is checked here at once, with the sealed seed; nothing
# of a secret roll is told but that it does not hold.

SECRETLY = "dice.rolled-in-secret"


@dataclass(frozen=True, slots=True)
class Flaw:
    """What does not hold: of which day, seed or roll, a code, and what was wanted and found."""

    what: str
    code: str
    wanted: str = ""
    found: str = ""


def flaws(game_id: int) -> list[Flaw]:
    """Everything of a game's days, seeds, rolls and secret rolls that its log and its seeds do not bear out."""
    return [
        *_flaws_of_days(game_id),
        *_flaws_of_seeds(game_id),
        *_flaws_of_rolls(game_id),
        *_flaws_of_secret_rolls(game_id),
    ]


# -- days


def _flaws_of_days(game_id: int) -> Iterator[Flaw]:
    days = list(Day.objects.filter(game_id=game_id).select_related("event", "opened").order_by("day"))
    heads = dict(
        PrivateEvent.objects.filter(game_id=game_id, n__in=[day.private_n for day in days]).values_list("n", "hash")
    )
    for day, following in pairwise([*days, None]):
        assert day is not None
        what = f"day {day}"
        said: dict[str, Fact] = {
            "day": day.day.isoformat(),
            "private_head": day.private_hash,
            "commitment": day.commitment,
        }
        yield from _flaws_of_facts(what, "day.turned", day.event, said)
        if _date(day.event.at) != day.day or day.at != day.event.at:
            yield Flaw(what, "wrong-day", str(day), str(_date(day.event.at)))
        if heads.get(day.private_n) != day.private_hash:
            yield Flaw(what, "head-not-in-chain", day.private_hash, str(heads.get(day.private_n)))
        yield from _flaws_of_sealed_seed(what, day)
        yield from _opened_after(what, day, following)
    yield from _orphan_events(game_id, "day.turned", {day.event_id for day in days}, "day")


def _opened_after(what: str, day: Day, following: Day | None) -> Iterator[Flaw]:
    """A day's seed is published by the event that turns the next day, and by no other."""
    if following is None:
        if day.opened is not None:
            yield Flaw(what, "opened-too-soon", "", f"event {day.opened.seq}")
        return
    if day.opened is None:
        yield Flaw(what, "not-opened", f"event {following.event.seq}")
        return
    if day.opened_id != following.event_id:
        yield Flaw(what, "opened-elsewhere", f"event {following.event.seq}", f"event {day.opened.seq}")
    if {"day": day.day.isoformat(), "seed": day.seed} not in day.opened.data.get("opens", ()):
        yield Flaw(what, "seed-not-told", day.seed, f"event {day.opened.seq}")


# -- seeds of secret rolls


def _flaws_of_seeds(game_id: int) -> Iterator[Flaw]:
    seeds = list(SecretSeed.objects.filter(game_id=game_id).select_related("event", "opened"))
    for seed in seeds:
        what = f"secret seed {seed.n}"
        yield from _flaws_of_facts(what, "seed.committed", seed.event, {"n": seed.n, "commitment": seed.commitment})
        yield from _flaws_of_sealed_seed(what, seed)
        if seed.opened is not None:
            yield from _flaws_of_facts(what, "seed.opened", seed.opened, {"n": seed.n, "seed": seed.seed})
    yield from _orphan_events(game_id, "seed.committed", {seed.event_id for seed in seeds}, "secret seed")
    yield from _orphan_events(game_id, "seed.opened", {seed.opened_id for seed in seeds}, "secret seed")


def _flaws_of_sealed_seed(what: str, kept: Day | SecretSeed) -> Iterator[Flaw]:
    """The seed is the one that was committed to: the sealed one, and the published one."""
    sealed = _seed(kept)
    if sealed is None:
        yield Flaw(what, "unreadable")
    for seed in {sealed, kept.seed} - {None, ""}:
        assert seed is not None
        if seed_commitment(seed) != kept.commitment:
            yield Flaw(what, "seed-not-committed", kept.commitment, seed_commitment(seed))


def _seed(kept: Day | SecretSeed) -> str | None:
    try:
        return unseal_seed(kept.sealed)
    except InvalidToken:
        return None


# -- rolls


def _flaws_of_rolls(game_id: int) -> Iterator[Flaw]:
    rolls = Roll.objects.filter(game_id=game_id).select_related("event", "event__actor", "agent", "day", "day__event")
    seeds = {day.pk: _seed(day) for day in Day.objects.filter(game_id=game_id)}
    told = set()
    for roll in rolls.order_by("number").iterator():
        told.add(roll.event_id)
        what = f"roll {roll.number}"
        yield from _flaws_of_facts(what, "dice.rolled", roll.event, _flaws_of_declared_roll(roll))
        if (roll.event.actor_id, roll.event.subject) != (roll.agent_id, f"roll:{roll.number}"):
            yield Flaw(what, "differs", f"roll:{roll.number} by {roll.agent.name}", roll.event.subject)
        if _date(roll.event.at) != roll.day.day or roll.at != roll.event.at:
            yield Flaw(what, "wrong-day", str(_date(roll.event.at)), str(roll.day))
        if roll.event.seq <= roll.day.event.seq:
            yield Flaw(what, "before-its-seed", f"after event {roll.day.event.seq}", f"event {roll.event.seq}")
        yield from _flaws_of_derived_roll(what, roll, seeds[roll.day_id])
    yield from _orphan_events(game_id, "dice.rolled", told, "roll")


def _flaws_of_declared_roll(roll: Roll) -> dict[str, Fact]:
    return {
        "dice": roll.dice,
        "sides": roll.sides,
        "roll": dice_notation(roll.dice, roll.sides),
        "purpose": roll.purpose,
        "nonce": roll.nonce,
        "act": roll.act,
        "day": roll.day.day.isoformat(),
        "faces": roll.faces,
        "total": roll.total,
    }


def _flaws_of_derived_roll(what: str, roll: Roll, seed: str | None) -> Iterator[Flaw]:
    if seed is None:
        return  # the day's own flaw
    faces = dice_faces(seed, roll.event.seq, roll.nonce, roll.dice, roll.sides)
    if (list(faces), sum(faces)) != (roll.faces, roll.total):
        yield Flaw(what, "not-derived", f"{list(faces)}", f"{roll.faces}, {roll.total} in all")


# -- secret rolls


def _flaws_of_secret_rolls(game_id: int) -> Iterator[Flaw]:
    rolls = {roll.private_id: roll for roll in SecretRoll.objects.filter(game_id=game_id).select_related("seed")}
    seeds = {seed.pk: _seed(seed) for seed in SecretSeed.objects.filter(game_id=game_id)}
    for link in PrivateEvent.objects.filter(game_id=game_id).order_by("n").iterator():
        try:
            told = unseal_event(link)
        except InvalidToken:
            continue  # the chain's own break
        roll = rolls.pop(link.pk, None)
        if (told.kind == SECRETLY) != (roll is not None):
            yield Flaw(f"private event {link.n}", "no-such-roll" if roll is None else "no-roll-at-all")
        elif roll is not None and not _secretly_derived(roll, link.n, told.data, seeds[roll.seed_id]):
            yield Flaw(f"secret roll at private event {link.n}", "not-derived")


def _secretly_derived(roll: SecretRoll, n: int, told: Mapping[str, object], seed: str | None) -> bool:
    """Whether a secret roll follows from its seed; where that is not to be read, the seed's own flaw says so."""
    if (told["uid"], told["seed"]) != (roll.uid, roll.seed.n):
        return False
    if seed is None:
        return True
    dice, sides = told["dice"], told["sides"]
    assert isinstance(dice, int)
    assert isinstance(sides, int)
    faces = dice_faces(seed, n, str(told["nonce"]), dice, sides)
    return (list(faces), sum(faces)) == (told["faces"], told["total"])


# -- of all of them


def _flaws_of_facts(what: str, kind: str, event: Event, said: Mapping[str, Fact]) -> Iterator[Flaw]:
    """What a row says, its event says as well."""
    if event.kind != kind:
        yield Flaw(what, "another-event", kind, f"event {event.seq}, {event.kind}")
        return
    for name, value in said.items():
        if event.data.get(name) != plain_json(value):
            yield Flaw(what, "differs", f"{name} {event.data.get(name)}", f"{value}")


def _orphan_events(game_id: int, kind: str, known: set[int] | set[int | None], what: str) -> Iterator[Flaw]:
    """Events that no row answers to."""
    events = Event.objects.filter(game_id=game_id, kind=kind).order_by("seq").values_list("pk", "seq")
    for pk, seq in events:
        if pk not in known:
            yield Flaw(what, "gone", f"event {seq}")


def _date(moment: datetime) -> object:
    return moment.astimezone(UTC).date()
