"""What a recount finds out about Episodes: whoever alters a row of one is found out, and no secret is told by it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from time_machine import Traveller

from dynasties.quorum.episodes.models import Episode, Seat
from dynasties.quorum.plugin import CHECKS
from dynasties.quorum.rounds import queries as rounds_queries
from dynasties.quorum.rounds.models import Decision, Round
from nomic.core import vault
from nomic.core.log.models import Event
from proposals.recount import recount_game
from tests.openings import kept
from tests.quorum.actions.conftest import NOON
from tests.sitting import NAY, YEA, SenateTable

NOTE = "the-cellar-at-midnight"


@pytest.fixture
def played(db: None, clock: Traveller) -> SenateTable:
    return kept(story, clock)


def story(clock: Traveller) -> SenateTable:
    """Episode 1 is over; 2, with a program and a script, is on in its third round; 3 gathers; 4 was called off."""
    table = SenateTable("Josh", "Lulu")
    table.senate("Josh", "Lulu", rounds=2)
    table.all_decide()
    table.all_decide(NAY)
    clock.shift(timedelta(minutes=1))
    table.convenes("Josh", seats=3, rounds=4, seed="goose")
    table.sits("Josh", 0)
    table.seats_program("Lulu", 1)
    table.leaves_seat("Lulu", 1)
    table.seats_program("Lulu", 1)
    table.opens("Josh", "greedy")
    table.decides("Josh", {**YEA, "note": {"to": 1, "text": NOTE}})
    clock.shift(timedelta(hours=24))
    table.closes()
    table.decides("Josh", {**NAY, "filibuster": True})
    clock.shift(timedelta(hours=25))
    table.closes()
    table.decides("Josh", {**YEA, "note": {"to": 1, "text": NOTE}})
    for _ in range(2):
        table.convenes("Lulu")
    table.sits("Josh", 2)
    table.calls_off("Lulu")
    return table


def differences(table: SenateTable) -> dict[str, tuple[object, object]]:
    return {each.what: (each.recorded, each.recomputed) for each in recount_game(table.game, CHECKS).differences}


@pytest.mark.postgresql
def test_episodes_that_were_played_agree(played: SenateTable) -> None:
    counted = recount_game(played.game, CHECKS)

    assert counted.differences == ()
    # Of rounds there are two and an end in the first, and three and a standing in the second.
    assert [counted.counts[name] for name in CHECKS] == [4, 11, 7]


def episode(number: int) -> Any:
    return Episode.objects.filter(number=number)


def seat(number: int, of: int = 2) -> Any:
    return Seat.objects.filter(episode__number=of, number=number)


def round_(number: int, of: int = 2) -> Any:
    return Round.objects.filter(episode__number=of, number=number)


def reseals(number: int, change: Callable[[dict[str, Any]], object], of: int = 2) -> None:
    row = round_(number, of).get()
    said = vault.unseal(row.sealed)
    change(said)
    round_(number, of).update(sealed=vault.seal(said))


def decides(number: int, seat: int) -> None:
    """Another decision than that seat's."""
    reseals(number, lambda said: said["raws"].__setitem__(seat, "null"))


def rewrites(number: int, of: int = 2, **parts: Any) -> None:
    row = round_(number, of).get()
    round_(number, of).update(record={**row.record, **parts})


def moves_senate(of: int = 2, **parts: Any) -> None:
    episode(of).update(senate={**episode(of).get().senate, **parts})


def other_config(of: int = 2, **parts: Any) -> None:
    episode(of).update(config={**episode(of).get().config, **parts})


TAMPERINGS: list[tuple[Callable[[], object], str]] = [
    (lambda: other_config(pass_threshold="0.3"), "config of episode 2"),
    (lambda: episode(2).update(decision_seconds=60), "seconds of episode 2"),
    (lambda: episode(2).update(seed_digest="0" * 64), "seed_digest of episode 2"),
    (lambda: episode(2).update(seed_given=False), "seed_given of episode 2"),
    (lambda: episode(2).update(convener_name="Lulu"), "by of episode 2"),
    (lambda: episode(2).update(convener=episode(3).get().convener), "convener of episode 2"),
    (lambda: episode(2).update(convened_at=NOON), "at of episode 2"),
    (lambda: episode(2).update(opened_at=NOON), "state of episode 2"),
    (lambda: episode(4).update(state="gathering", ended_at=None), "state of episode 4"),
    (lambda: episode(3).update(state="called-off", ended_at=NOON), "state of episode 3"),
    (lambda: episode(1).update(scores=["9", "9"]), "scores of episode 1"),
    (lambda: episode(1).update(scores=["9", "9"]), "scores in episode 1"),
    (lambda: episode(1).update(ended_at=NOON + timedelta(hours=1)), "state of episode 1"),
    (lambda: episode(2).update(sealed_seed=vault.seal({"seed": "swan", "salt": ""})), "bill of round 0 of episode 2"),
    (lambda: episode(2).update(sealed_seed="nothing"), "seed of episode 2"),
    (lambda: moves_senate(capital=[600, 0, 0]), "capital in episode 2"),
    (lambda: moves_senate(influence=[1000, 1000, 1000]), "influence in episode 2"),
    (lambda: moves_senate(used=[False, False, False]), "used in episode 2"),
    (lambda: moves_senate(statutes=["B07"]), "statutes in episode 2"),
    (lambda: moves_senate(round=3), "round in episode 2"),
    (lambda: seat(0).update(name="Somebody"), "seat 0 of episode 2"),
    (lambda: seat(0).update(agent=None), "seat 0 of episode 2"),
    (lambda: seat(0).update(account=seat(1).get().account), "who holds seat 0 of episode 2"),
    (lambda: seat(2).update(script="random"), "seat 2 of episode 2"),
    (lambda: seat(2).update(script="random"), "decision of seat 2 in round 0 of episode 2"),
    (lambda: seat(1, of=3).update(name="A cuckoo"), "seat 1 of episode 3"),
    (lambda: seat(1, of=3).delete(), "seat 1 of episode 3"),
    (lambda: seat(1, of=3).update(number=7), "seat 7 of episode 3"),
    (lambda: seat(2).update(script="nobody"), "seat 2 of episode 2"),
    (lambda: seat(2).update(number=3), "seats of episode 2"),
    (lambda: seat(2).update(number=3), "seat 3 of episode 2"),
    (lambda: seat(2, of=3).update(episode=episode(2).get(), number=3), "seats of episode 2"),
    (lambda: round_(1).update(bill={}), "bill of round 1 of episode 2"),
    (lambda: round_(2).update(bill={}), "bill of round 2 of episode 2"),
    (lambda: round_(1).update(opened_at=NOON), "opening of round 1 of episode 2"),
    (lambda: round_(1).update(closes_at=NOON), "time of round 1 of episode 2"),
    (lambda: round_(1).update(closes_at=NOON), "closing of round 1 of episode 2"),
    (lambda: round_(2).update(closes_at=NOON), "time of round 2 of episode 2"),
    (lambda: round_(2).update(closes_at=None, seconds_left=60), "time of round 2 of episode 2"),
    (lambda: round_(1).update(closed_at=NOON), "closing of round 1 of episode 2"),
    (lambda: rewrites(0, outcome="vetoed"), "outcome of round 0 of episode 2"),
    (lambda: rewrites(1, capital=["9", "9", "9"]), "capital of round 1 of episode 2"),
    (lambda: rewrites(1, wonder=True), "wonder of round 1 of episode 2"),
    (lambda: decides(0, 0), "decisions of round 0 of episode 2"),
    (lambda: decides(0, 2), "decision of seat 2 in round 0 of episode 2"),
    (lambda: reseals(0, lambda said: said["notes"].clear()), "notes of round 0 of episode 2"),
    (lambda: round_(0).update(sealed="nothing"), "decisions of round 0 of episode 2"),
    (lambda: (Decision.objects.filter(round=round_(2).get()).delete(), round_(2).delete()), "open round of episode 2"),
    (lambda: round_(2).update(number=5), "round 5 of episode 2"),
]


@pytest.mark.parametrize(("tamper", "what"), TAMPERINGS, ids=[f"{n}-{what}" for n, (_, what) in enumerate(TAMPERINGS)])
def test_whoever_alters_a_row_is_found_out(played: SenateTable, tamper: Callable[[], object], what: str) -> None:
    tamper()

    found = differences(played)

    assert what in found
    assert NOTE not in str(found)
    assert "goose" not in str(found)


def test_a_round_that_the_log_does_not_tell_of_is_found_out(played: SenateTable) -> None:
    events = Event.objects.filter(kind="quorum.round-closed", subject="episode:2").order_by("-seq")
    Event.objects.filter(pk=events.values_list("pk", flat=True)[0]).delete()

    assert "round 1 of episode 2" in differences(played)


def test_a_round_that_only_the_log_tells_of_is_found_out(played: SenateTable) -> None:
    last = Event.objects.filter(kind="quorum.round-closed").latest("seq")
    Event.objects.filter(pk=last.pk).update(data={**last.data, "round": 3})

    found = differences(played)

    assert {"round 1 of episode 2", "round 3 of episode 2"} <= {*found}


@pytest.mark.parametrize(
    ("kind", "what"),
    [("quorum.convened", "episode 3"), ("quorum.seated", "seat 2 of episode 3")],
    ids=["convened", "seated"],
)
def test_what_the_log_does_not_tell_of_is_found_out(played: SenateTable, kind: str, what: str) -> None:
    table = played
    table.sits("Lulu", 2, number=3)
    Event.objects.filter(kind=kind, subject="episode:3").delete()

    assert what in differences(table)


def test_an_episode_that_only_the_log_tells_of_is_found_out(played: SenateTable) -> None:
    Event.objects.filter(subject="episode:4").update(subject="episode:9")

    found = differences(played)

    assert {"episode 4", "episode 9"} <= {*found}


def test_a_round_that_closed_before_all_had_decided_or_its_time_was_over_is_found_out(played: SenateTable) -> None:
    last = Event.objects.filter(kind="quorum.round-closed").latest("seq")
    Event.objects.filter(pk=last.pk).update(at=last.at - timedelta(hours=2))

    found = differences(played)

    assert found["who was waited for in round 1 of episode 2"] == ([1], [])


def test_what_counted_is_read_again_as_it_was_sealed(played: SenateTable) -> None:
    row = round_(0).get()

    assert rounds_queries.counted_decisions(row)[0] == {**YEA, "note": {"to": 1, "text": NOTE}}
    assert rounds_queries.counted_decisions(row)[1] is None
