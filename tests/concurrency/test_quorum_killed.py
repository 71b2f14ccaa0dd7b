"""Killed or broken while it closes a round, the server leaves nothing half done, and the score is right. (DESIGN 4)"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine

from dynasties.quorum.episodes import queries as episodes_queries
from dynasties.quorum.rounds import actions as rounds_actions
from dynasties.quorum.rounds.models import Decision
from dynasties.quorum.rounds.rules import EpisodeEngine
from tests.concurrency.killing import killed_in
from tests.concurrency.test_floor import clock
from tests.concurrency.test_quorum import DAY, senate, table, whole
from tests.sitting import NAY, YEA, SenateTable

__all__ = ["clock", "senate", "table"]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]


def killed_while_closing(table: SenateTable) -> None:
    """Let another process close the round, hold the floor when its record is written, and kill it there."""
    killed_in("held_round", table.made.pk, table.number)


@pytest.mark.parametrize("before", [0, 2], ids=["the first round", "the last round"])
def test_killed_while_closing_a_round_nothing_has_happened_and_the_score_is_right(before: int) -> None:
    raws: list[list[Any]] = [
        [{**YEA, "amendment": "A1"}, NAY],
        [YEA, {**NAY, "filibuster": True}],
        [{**YEA, "priorities": [2, 1, 0]}, None],
    ]
    with time_machine.travel(datetime.now(UTC) - 2 * DAY, tick=False):
        table = SenateTable("Josh", "Lulu")
        table.senate("Josh", "Lulu", rounds=3, seed="goose")
        for ours in raws[:before]:
            for name, raw in zip(("Josh", "Lulu"), ours, strict=True):
                table.decides(name, raw)
        table.decides("Josh", raws[before][0])
    head, senate = table.game.last_hash, table.episode().senate

    killed_while_closing(table)

    assert (table.game.last_hash, table.episode().senate, len(table.records())) == (head, senate, before)
    assert whole(table)
    table.sweep()
    counted = [*raws[:before], [raws[before][0], None]]
    while table.episode().state == "sitting":
        table.all_decide()
        counted.append([YEA, YEA])
    engine = EpisodeEngine(episodes_queries.config_of(table.episode()), "goose")
    again = [engine.public_record(engine.play_round(ours)) for ours in counted]
    assert (table.episode().scores, table.records()) == (engine.scores, again)
    assert whole(table)


def test_a_round_whose_closing_breaks_is_closed_by_the_next_who_looks(
    senate: SenateTable, clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    senate.decides("Josh")
    senate.decides("Lulu")
    head, private = senate.game.last_seq, senate.game.private_n

    def broken(*given: object) -> None:
        raise RuntimeError("in the middle")

    with monkeypatch.context() as patched:
        patched.setattr(rounds_actions, "_begin_round", broken)
        with pytest.raises(RuntimeError):
            senate.decides("Raven")

    assert (senate.game.last_seq, senate.game.private_n, Decision.objects.count()) == (head, private, 2)
    assert senate.decides("Raven")["closed"]
    assert whole(senate)
