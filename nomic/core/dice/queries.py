"""Whether days, seeds and dice are what the log says they are: what `verify_log` asks besides the chains. Reads only.

Whatever can be checked by strangers once a seed is published is checked here at once, with the sealed seed; nothing of
a secret roll is told but that it does not hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise

from cryptography.fernet import InvalidToken

from nomic.core.mechanics.chain import plain
from nomic.core.mechanics.chance import fall, written
from nomic.core.mechanics.decision import Fact
from nomic.core.mechanics.sealing import seed_commitment
from nomic.core.models import Day, Event, PrivateEvent, Roll, SecretRoll, SecretSeed
from nomic.core.queries.days import seed_in
from nomic.core.queries.secrets import opened

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
    return [*_of_days(game_id), *_of_seeds(game_id), *_of_rolls(game_id), *_of_secret_rolls(game_id)]


# -- days


def _of_days(game_id: int) -> Iterator[Flaw]:
    days = list(Day.objects.filter(game_id=game_id).select_related("event", "opened").order_by("day"))
    heads = dict(
        PrivateEvent.objects.filter(game_id=game_id, n__in=[day.private_n for day in days]).values_list("n", "hash")
    )
    for day, following in pairwise([*days, None]):
        assert day is not None
        what = f"day {day}"
        said: dict[str, Fact] = {
            "day": day.day.isoformat(), "private_head": day.private_hash, "commitment": day.commitment,
        }  # fmt: skip
        yield from _told(what, "day.turned", day.event, said)
        if _date(day.event.at) != day.day or day.at != day.event.at:
            yield Flaw(what, "wrong-day", str(day), str(_date(day.event.at)))
        if heads.get(day.private_n) != day.private_hash:
            yield Flaw(what, "head-not-in-chain", day.private_hash, str(heads.get(day.private_n)))
        yield from _sealed(what, day)
        yield from _opened_after(what, day, following)
    yield from _orphans(game_id, "day.turned", {day.event_id for day in days}, "day")


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


def _of_seeds(game_id: int) -> Iterator[Flaw]:
    seeds = list(SecretSeed.objects.filter(game_id=game_id).select_related("event", "opened"))
    for seed in seeds:
        what = f"secret seed {seed.n}"
        yield from _told(what, "seed.committed", seed.event, {"n": seed.n, "commitment": seed.commitment})
        yield from _sealed(what, seed)
        if seed.opened is not None:
            yield from _told(what, "seed.opened", seed.opened, {"n": seed.n, "seed": seed.seed})
    yield from _orphans(game_id, "seed.committed", {seed.event_id for seed in seeds}, "secret seed")
    yield from _orphans(game_id, "seed.opened", {seed.opened_id for seed in seeds}, "secret seed")


def _sealed(what: str, kept: Day | SecretSeed) -> Iterator[Flaw]:
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
        return seed_in(kept.sealed)
    except InvalidToken:
        return None


# -- rolls


def _of_rolls(game_id: int) -> Iterator[Flaw]:
    rolls = Roll.objects.filter(game_id=game_id).select_related("event", "event__actor", "agent", "day", "day__event")
    seeds = {day.pk: _seed(day) for day in Day.objects.filter(game_id=game_id)}
    told = set()
    for roll in rolls.order_by("number").iterator():
        told.add(roll.event_id)
        what = f"roll {roll.number}"
        yield from _told(what, "dice.rolled", roll.event, _declared(roll))
        if (roll.event.actor_id, roll.event.subject) != (roll.agent_id, f"roll:{roll.number}"):
            yield Flaw(what, "differs", f"roll:{roll.number} by {roll.agent.name}", roll.event.subject)
        if _date(roll.event.at) != roll.day.day or roll.at != roll.event.at:
            yield Flaw(what, "wrong-day", str(_date(roll.event.at)), str(roll.day))
        if roll.event.seq <= roll.day.event.seq:
            yield Flaw(what, "before-its-seed", f"after event {roll.day.event.seq}", f"event {roll.event.seq}")
        yield from _derived(what, roll, seeds[roll.day_id])
    yield from _orphans(game_id, "dice.rolled", told, "roll")


def _declared(roll: Roll) -> dict[str, Fact]:
    return {
        "dice": roll.dice, "sides": roll.sides, "roll": written(roll.dice, roll.sides), "purpose": roll.purpose,
        "nonce": roll.nonce, "act": roll.act, "day": roll.day.day.isoformat(), "faces": roll.faces,
        "total": roll.total,
    }  # fmt: skip


def _derived(what: str, roll: Roll, seed: str | None) -> Iterator[Flaw]:
    if seed is None:
        return  # the day's own flaw
    faces = fall(seed, roll.event.seq, roll.nonce, roll.dice, roll.sides)
    if (list(faces), sum(faces)) != (roll.faces, roll.total):
        yield Flaw(what, "not-derived", f"{list(faces)}", f"{roll.faces}, {roll.total} in all")


# -- secret rolls


def _of_secret_rolls(game_id: int) -> Iterator[Flaw]:
    rolls = {roll.private_id: roll for roll in SecretRoll.objects.filter(game_id=game_id).select_related("seed")}
    seeds = {seed.pk: _seed(seed) for seed in SecretSeed.objects.filter(game_id=game_id)}
    for link in PrivateEvent.objects.filter(game_id=game_id).order_by("n").iterator():
        try:
            told = opened(link)
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
    faces = fall(seed, n, str(told["nonce"]), dice, sides)
    return (list(faces), sum(faces)) == (told["faces"], told["total"])


# -- of all of them


def _told(what: str, kind: str, event: Event, said: Mapping[str, Fact]) -> Iterator[Flaw]:
    """What a row says, its event says as well."""
    if event.kind != kind:
        yield Flaw(what, "another-event", kind, f"event {event.seq}, {event.kind}")
        return
    for name, value in said.items():
        if event.data.get(name) != plain(value):
            yield Flaw(what, "differs", f"{name} {event.data.get(name)}", f"{value}")


def _orphans(game_id: int, kind: str, known: set[int] | set[int | None], what: str) -> Iterator[Flaw]:
    """Events that no row answers to."""
    events = Event.objects.filter(game_id=game_id, kind=kind).order_by("seq").values_list("pk", "seq")
    for pk, seq in events:
        if pk not in known:
            yield Flaw(what, "gone", f"event {seq}")


def _date(moment: datetime) -> object:
    return moment.astimezone(UTC).date()
