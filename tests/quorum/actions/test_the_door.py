"""The one door to an Episode: what each seat sees of it, what nobody else does, and the tag that moves with it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import timedelta

from cryptography.fernet import Fernet
from django.core.management import call_command
from pytest_django import Settings
from time_machine import Traveller

from dynasties.quorum.episodes.models import Episode
from dynasties.quorum.replay import queries as replay_queries
from dynasties.quorum.rounds import queries as rounds_queries, queries_proofs as rounds_queries_proofs
from dynasties.quorum.rounds.models import Decision, Reply, Round
from nomic.core.secrets.queries import sealed_columns
from tests.quorum.actions.conftest import DAY
from tests.sitting import NAY, YEA, SenateTable

VIEWERS = ("Josh", "Lulu", "Raven")  # in seats 0 and 1, and in none
NOTED = {**YEA, "note": {"to": 1, "text": "the-cellar-at-midnight"}}


def looks(table: SenateTable) -> list[tuple[str, str]]:
    """What each viewer sees, as JSON, and its tag."""
    found = []
    for name in VIEWERS:
        episode = table.episode()
        seat = rounds_queries.viewing_seat(episode, account_id=table.account(name).pk)
        found.append((json.dumps(rounds_queries.observation(episode, seat)), rounds_queries.etag(episode, seat)))
    return found


def story(table: SenateTable, clock: Traveller) -> Iterator[Callable[[], object]]:
    """Everything that can happen in an Episode, act by act."""
    yield lambda: table.sits("Josh", 0)
    yield lambda: table.sits("Lulu", 1)
    yield lambda: table.leaves_seat("Lulu", 1)
    yield lambda: table.sits("Lulu", 1)
    yield lambda: table.seats_script("Josh", 2, "greedy")
    yield lambda: table.opens("Josh")
    yield lambda: table.decides("Josh", NOTED)
    yield lambda: table.decides("Josh", NOTED)  # the same
    yield lambda: table.decides("Josh", {**NOTED, "veto": True})
    yield lambda: table.decides("Josh", {"vote": "aye"})
    yield lambda: table.decides("Josh", NOTED)
    yield lambda: clock.shift(timedelta(hours=1))  # nothing has happened
    yield table.halts
    yield table.resumes
    yield lambda: table.decides("Lulu", NAY)
    yield lambda: clock.shift(DAY)
    yield table.closes
    yield lambda: table.convenes("Raven")  # elsewhere
    yield lambda: setattr(table, "number", 1)
    yield lambda: table.strike("Episodes")


def test_a_tag_moves_exactly_when_what_is_seen_does(table: SenateTable, clock: Traveller) -> None:
    table.convenes("Josh", rounds=4, seed="goose")
    before, moves = looks(table), []

    for act in story(table, clock):
        act()
        now = looks(table) if table.number == 1 else before
        moves.append([(was[0] != is_[0], was[1] != is_[1]) for was, is_ in zip(before, now, strict=True)])
        before = now

    assert all(seen == tag for step in moves for seen, tag in step)
    # Only the senator sees what e changes to.
    assert [step[0][0] for step in moves[6:12]] == [True, False, True, True, True, False]
    assert [step[1][0] for step in moves[6:12]] == [step[2][0] for step in moves[6:12]] == [True] + [False] * 5


def test_different_seats_have_different_tags(table: SenateTable) -> None:
    table.senate("Josh", "Lulu")

    assert len({tag for _, tag in looks(table)}) == len(VIEWERS)


def test_who_sits_sees_eir_seat_before_it_opens(table: SenateTable) -> None:
    table.convenes("Josh", seats=2)
    table.sits("Lulu", 1)

    seen = [json.loads(look)["seat"] for look, _ in looks(table)]
    assert seen == [None, 1, None]


def test_nobody_else_sees_a_decision_or_a_note_before_the_end(table: SenateTable, clock: Traveller) -> None:
    table.senate("Josh", "Lulu", "Raven", rounds=2, seed="goose")
    table.decides("Josh", {**NOTED, "filibuster": True})
    in_the_first = looks(table)
    table.decides("Lulu")
    table.decides("Raven")
    in_the_second = looks(table)

    assert ["midnight" in look for look, _ in in_the_first] == [True, False, False]
    assert ["midnight" in look for look, _ in in_the_second] == [False, True, False]
    assert not any("goose" in look for look, _ in in_the_first + in_the_second)
    table.all_decide()
    assert all("goose" in look for look, _ in looks(table))
    assert "midnight" in str(replay_queries.get_replay(table.episode()))


def test_keys_may_change_while_an_episode_is_on(table: SenateTable, settings: Settings) -> None:
    table.senate("Josh", "Lulu", rounds=2)
    table.decides("Josh", NOTED, rid="one")
    table.decides("Lulu")
    table.decides("Josh", NOTED)
    old = settings.NOMIC_VAULT_KEYS

    new = Fernet.generate_key().decode()
    settings.NOMIC_VAULT_KEYS = [new, *old]
    call_command("rotate_keys", stdout=None)
    settings.NOMIC_VAULT_KEYS = [new]

    kept = {(each.model, each.name) for each in sealed_columns()}
    assert {(Episode, "sealed_seed"), (Round, "sealed"), (Decision, "sealed"), (Reply, "sealed")} <= kept
    table.decides("Lulu")
    assert table.decides("Josh", round=0, rid="one")["accepted"]
    assert (table.episode().state, [*rounds_queries_proofs.episode_flaws(table.made.pk)]) == ("over", [])
    assert [rounds_queries.record_of(each)["outcome"] for each in rounds_queries.closed_rounds(table.episode())] == [
        "passed"
    ] * 2
