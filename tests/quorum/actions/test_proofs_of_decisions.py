"""`manage.py verify_log` of Episodes: whoever alters what was decided, or the seed, is found out, ended or not."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from time_machine import Traveller

from dynasties.quorum.episodes.models import Episode
from dynasties.quorum.episodes.words import FLAW_WORDS
from dynasties.quorum.rounds import queries as rounds_queries, queries_proofs as rounds_queries_proofs
from dynasties.quorum.rounds.models import Decision, Round
from nomic.core import vault
from nomic.core.log.models import Event, PrivateEvent
from nomic.core.secrets.queries import unseal_event
from tests.openings import kept
from tests.quorum.actions.conftest import NOON
from tests.sitting import NAY, YEA, SenateTable

SECRET = "the-cellar-at-midnight"
NOTED: dict[str, Any] = {**YEA, "note": {"to": 1, "text": SECRET}}


@pytest.fixture
def played(db: None, clock: Traveller) -> SenateTable:
    return kept(story, clock)


def story(clock: Traveller) -> SenateTable:
    """Episode 1 is over; in 2 Josh has decided twice in the first round, and once in the second, which is open."""
    table = SenateTable("Josh", "Lulu", "Raven")
    table.senate("Josh", "Lulu", rounds=2, seed="goose")
    table.all_decide()
    table.all_decide(NAY)
    table.senate("Josh", "Lulu", "Raven", rounds=4, seed="swan")
    table.decides("Josh", NAY)
    clock.shift(timedelta(hours=1))
    table.decides("Josh", NOTED)
    table.decides("Lulu")
    clock.shift(timedelta(hours=24))
    table.closes()
    table.decides("Josh", NOTED)
    return table


def found(table: SenateTable) -> set[tuple[str, str]]:
    return {(each.what, each.code) for each in rounds_queries_proofs.episode_flaws(table.made.pk)}


def verified() -> tuple[int, str]:
    said = StringIO()
    try:
        call_command("verify_log", stdout=said)
    except SystemExit as left:
        return int(left.code or 0), said.getvalue()
    return 0, said.getvalue()


def decision(round: int, seat: int, of: int = 2) -> Any:
    return Decision.objects.filter(round__episode__number=of, round__number=round, seat__number=seat)


def link(round: int, seat: int, of: int = 2) -> PrivateEvent:
    return PrivateEvent.objects.get(pk=decision(round, seat, of).get().private_id)


def says(link: PrivateEvent, **parts: Any) -> str:
    return vault.seal({**unseal_event(link).data, **parts})


@pytest.mark.postgresql
def test_what_nobody_touched_holds(played: SenateTable) -> None:
    code, said = verified()

    assert (found(played), code) == (set(), 0)
    assert "OK" in said


def test_what_counted_is_what_the_chain_committed_to_and_everybody_was_told_of(played: SenateTable) -> None:
    told = Event.objects.get(kind="quorum.round-closed", subject="episode:2", data__round=0).data["commitments"]
    links = [unseal_event(link(0, seat)) for seat in (0, 1)]

    assert told == [link(0, 0).commitment, link(0, 1).commitment, None]
    assert [each.data["raw"] for each in links] == [
        rounds_queries.decision_text(NOTED),
        rounds_queries.decision_text(YEA),
    ]


TAMPERINGS: list[tuple[Callable[[], object], tuple[str, str]]] = [
    (
        lambda: decision(1, 0).update(sealed=says(link(1, 0), raw=rounds_queries.decision_text(NAY))),
        ("private event 8", "decision-differs"),
    ),
    (lambda: decision(0, 1).update(sealed="nothing"), ("private event 7", "decision-unreadable")),
    (lambda: decision(0, 0).update(changes=0), ("private event 6", "decision-miscounted")),
    (lambda: decision(0, 0).delete(), ("private event 6", "decision-gone")),
    (lambda: decision(1, 0).delete(), ("private event 8", "decision-gone")),
    (lambda: decision(0, 0).update(private=PrivateEvent.objects.get(n=5)), ("private event 5", "decision-elsewhere")),
    (
        lambda: decision(0, 1).update(seat=decision(0, 0).get().seat.episode.seats.get(number=2)),
        ("private event 7", "decision-elsewhere"),
    ),
    (
        lambda: Round.objects.filter(closed_at=None).update(opened_at=NOON + timedelta(days=9)),
        ("private event 8", "decision-untimely"),
    ),
    (lambda: Round.objects.filter(closed_at=None).update(closes_at=NOON), ("private event 8", "decision-untimely")),
    (
        lambda: told(0, lambda data: data["commitments"].__setitem__(1, None)),
        ("seat 1 in round 0 of episode 2", "commitment-differs"),
    ),
    (lambda: told(0, lambda data: data.update(round=9)), ("round 0 of episode 2", "closed-untold")),
    (lambda: counts(0, 1, NAY), ("seat 1 in round 0 of episode 2", "counted-otherwise")),
    (lambda: counts(0, 2, NAY), ("seat 2 in round 0 of episode 2", "counted-otherwise")),
    (
        lambda: Round.objects.filter(episode__number=2, number=0).update(sealed="nothing"),
        ("round 0 of episode 2", "decision-unreadable"),
    ),
    (lambda: Episode.objects.filter(number=2).update(sealed_seed="nothing"), ("episode 2", "unreadable")),
    (lambda: reseeds(2, seed="duck"), ("episode 2", "seed-not-committed")),
    (lambda: reseeds(2, salt="00"), ("episode 2", "seed-not-committed")),
    (lambda: Episode.objects.filter(number=2).update(seed_digest="0" * 64), ("episode 2", "seed-not-committed")),
    (lambda: ended(seed="duck"), ("episode 1", "seed-told-otherwise")),
    (lambda: ended(salt="00"), ("episode 1", "seed-told-otherwise")),
]


def told(round: int, change: Callable[[dict[str, Any]], object]) -> None:
    event = Event.objects.get(kind="quorum.round-closed", subject="episode:2", data__round=round)
    change(event.data)
    Event.objects.filter(pk=event.pk).update(data=event.data)


def counts(round: int, seat: int, raw: object) -> None:
    row = Round.objects.get(episode__number=2, number=round)
    said = vault.unseal(row.sealed)
    said["raws"][seat] = rounds_queries.decision_text(raw)
    Round.objects.filter(pk=row.pk).update(sealed=vault.seal(said))


def reseeds(number: int, **parts: str) -> None:
    row = Episode.objects.get(number=number)
    Episode.objects.filter(pk=row.pk).update(sealed_seed=vault.seal({**vault.unseal(row.sealed_seed), **parts}))


def ended(**parts: str) -> None:
    event = Event.objects.get(kind="quorum.ended")
    Event.objects.filter(pk=event.pk).update(data={**event.data, **parts})


@pytest.mark.parametrize(
    ("tamper", "flaw"), TAMPERINGS, ids=[f"{n}-{flaw[1]}" for n, (_, flaw) in enumerate(TAMPERINGS)]
)
def test_whoever_alters_it_is_found_out_and_nothing_secret_is_told(
    played: SenateTable, tamper: Callable[[], object], flaw: tuple[str, str]
) -> None:
    tamper()

    assert flaw in found(played)
    code, said = verified()
    assert code == 1
    assert flaw[0] in said
    assert not any(secret in said for secret in (SECRET, "swan", "priorities"))


def test_every_flaw_is_tried() -> None:
    assert {flaw[1] for _, flaw in TAMPERINGS} >= {*FLAW_WORDS}
