"""Two Clerks on a real PostgreSQL and a real Redis close the rounds of the Senate, each once, with nobody about."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest
from django.conf import settings

from dynasties.quorum.episodes import queries as episodes_queries
from dynasties.quorum.plugin import CHECKS
from dynasties.quorum.rounds import queries_proofs as rounds_queries_proofs, rules_scripts as rounds_rules_scripts
from dynasties.quorum.rounds.rules import EpisodeEngine as Engine
from proposals.recount import recount_game
from tests import clerking
from tests.servers.test_clerk_on_servers import broker
from tests.sitting import SenateTable

__all__ = ["broker"]
ROUNDS = 3


@pytest.mark.django_db(transaction=True)
def test_rounds_of_a_second_close_one_after_the_other_once_each(broker: str, tmp_path: Path) -> None:
    table = SenateTable("Josh", "Lulu", slug="senate")
    table.convenes("Josh", seats=3, rounds=ROUNDS, decision_seconds=1, seed="goose")
    table.sits("Josh", 0)
    table.sits("Lulu", 1)
    table.opens("Josh", "greedy")

    # The Clerks open what the table sealed.
    ours = {"REDIS_URL": broker, "NOMIC_SWEEP_SECONDS": "0.5", "NOMIC_VAULT_KEYS": ",".join(settings.NOMIC_VAULT_KEYS)}
    with ExitStack() as started:
        for _ in range(2):
            started.enter_context(clerking.running(("manage.py", "clerk"), tmp_path, **ours))
        clerking.until(lambda: table.episode().state == "over", tmp_path)

    engine = Engine(episodes_queries.config_of(table.episode()), "goose")
    again = [
        engine.public_record(
            engine.play_round(
                [None, None, rounds_rules_scripts.decide_by_script("greedy", engine.observation_of(2), "goose")]
            )
        )
        for _ in range(ROUNDS)
    ]
    assert (table.records(), table.episode().scores) == (again, engine.scores)
    assert clerking.kinds(table).count("quorum.round-closed") == ROUNDS
    assert clerking.kinds(table).count("quorum.ended") == 1
    assert recount_game(table.game, CHECKS).differences == ()
    assert [*rounds_queries_proofs.episode_flaws(table.made.pk)] == []
