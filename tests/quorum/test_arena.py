"""The Senate as an environment: PettingZoo's own tests, what was once recorded, and that it is the same game."""

from __future__ import annotations

import json
import subprocess
import sys
import warnings
from fractions import Fraction
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from gymnasium.spaces import Box, MultiDiscrete
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from dynasties.quorum.bills.rules import Draws
from dynasties.quorum.dials import SIXTIETHS
from dynasties.quorum.episodes.rules import STANDARD_ORDERS, Config
from dynasties.quorum.programs.arena import BY_SEAT, GENERAL, OTHER, Senate, env, parallel_env
from dynasties.quorum.replay.rules import replay_bytes, verify_replay_bytes
from dynasties.quorum.rounds.rules_scripts import PHRASES
from nomic.core.decision import Invalid

ROOT = Path(__file__).parents[2]
RECORDED = ROOT / "tests" / "data" / "quorum-arena.json"
# Vote, three weights, amendment, filibuster, veto, to whom a note goes, and what it says.
YEA, NAY = np.array([0, 1, 1, 1, 0, 0, 0, 0, 0]), np.array([1, 1, 1, 1, 0, 0, 0, 0, 0])
RICH = STANDARD_ORDERS._replace(
    influence=100_000, adopter_gain=100_000, clause_value=1000, amended_value=1000, yea_gain=60_000
)
POOR = STANDARD_ORDERS._replace(
    influence=0, influence_floor=0, decay=100_000, nay_capital=60_000, veto_capital=60_000, bar=None
)


def actions(arena: Senate, seed: int, number: int) -> dict[str, Any]:
    """An action of each agent, the same ones for ever: drawn by our own generator, yea more often than not."""
    found = {}
    for agent in arena.agents:
        draws = Draws("arena", str(seed), str(number), agent)
        votes, *others = cast(MultiDiscrete[Any], arena.action_space(agent)).nvec
        vote = max(0, draws.below(int(votes) + 2) - 2)
        found[agent] = np.array([vote, *(draws.below(int(size)) for size in others)])
    return found


def played(arena: Senate, seed: int) -> dict[str, Any]:
    """A whole Episode: what was done, seen and gained, as JSON."""
    seen, _ = arena.reset(seed=seed)
    rounds, first = list[dict[str, Any]](), _json(seen)
    while arena.agents:
        done = actions(arena, seed, len(rounds))
        seen, gained, *_ = arena.step(done)
        rounds.append({"actions": _json(done), "observations": _json(seen), "rewards": gained})
    return {"seed": seed, "first": first, "rounds": rounds}


def _json(arrays: dict[str, Any]) -> dict[str, list[int]]:
    return {agent: array.tolist() for agent, array in arrays.items()}


def test_pettingzoos_own_tests_of_a_parallel_environment_pass_without_a_warning() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for seats in (2, 6):
            parallel_api_test(parallel_env(seats=seats), num_cycles=60)
            parallel_seed_test(lambda seats=seats: parallel_env(seats=seats), num_cycles=60)


def test_pettingzoos_own_tests_of_one_agent_after_the_other_pass() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # It would have one choice in an action; a decision has nine.
        warnings.filterwarnings("ignore", "Action space for each agent probably should be")
        api_test(env(seats=3), num_cycles=100)
        seed_test(lambda: env(seats=3), num_cycles=60)


def test_observations_and_rewards_are_as_they_were_recorded() -> None:
    recorded = json.loads(RECORDED.read_bytes())

    again = played(parallel_env(seats=3, rounds=12), recorded["seed"])

    assert again == recorded


def test_what_was_recorded_has_everything_in_it() -> None:
    recorded = json.loads(RECORDED.read_bytes())
    general = [round["observations"]["senator_0"][:GENERAL] for round in recorded["rounds"]]
    phrases = {
        seen[place]
        for round in recorded["rounds"]
        for seen in round["observations"].values()
        for place in range(GENERAL + BY_SEAT - 1, GENERAL + 3 * BY_SEAT, BY_SEAT)
    }

    assert {row[10] for row in general} == {1, 2, 3}  # passed, failed, vetoed
    assert len({row[2] for row in general}) == 3  # spending, edict, repeal
    assert len(phrases) > 3
    assert any(0 < reward < 1 for round in recorded["rounds"] for reward in round["rewards"].values())


@pytest.mark.parametrize(
    "config",
    [
        Config(2, 40),
        Config(6, 6),
        Config(4, 6, Fraction(3, 10), orders=RICH),
        Config(4, 6, Fraction(9, 10), orders=POOR),
        Config(5, 6, Fraction(3, 10), veto=False, caucus=False),
    ],
    ids=range(5),
)
def test_no_observation_leaves_its_space_and_every_episode_is_true(config: Config) -> None:
    for seed in range(6):
        arena = Senate(config)
        seen, _ = arena.reset(seed=seed)
        gained = dict.fromkeys(arena.agents, Fraction(0))
        number = 0
        while arena.agents:
            assert all(arena.observation_space(agent).contains(seen[agent]) for agent in arena.agents)
            seen, rewards, *_ = arena.step(actions(arena, seed, number))
            for agent, reward in rewards.items():
                gained[agent] += Fraction(round(reward * SIXTIETHS), SIXTIETHS)
            number += 1
        assert all(arena.observation_space(agent).contains(seen[agent]) for agent in seen)
        replay = arena.replay()
        assert verify_replay_bytes(replay_bytes(replay)) is None
        assert [Fraction(score) for score in replay["scores"]] == [max(Fraction(0), each) for each in gained.values()]


def test_seats_are_counted_from_ones_own() -> None:
    arena = parallel_env(seats=3, rounds=4)
    arena.reset(seed=1)

    seen, *_ = arena.step({"senator_0": YEA, "senator_1": YEA, "senator_2": NAY})

    votes = {agent: [int(array[GENERAL + 3 + BY_SEAT * place]) for place in range(3)] for agent, array in seen.items()}
    assert votes == {"senator_0": [1, 1, 2], "senator_1": [1, 2, 1], "senator_2": [2, 1, 1]}
    assert [int(seen[agent][1]) for agent in seen] == [1, 0, 2]  # where each finds the chair, which is seat 1


def test_a_note_is_seen_by_its_addressee_alone() -> None:
    arena = parallel_env(seats=3, rounds=4)
    arena.reset(seed=1)
    writes = YEA.copy()
    writes[7:] = 2, 5

    seen, *_ = arena.step({"senator_0": YEA, "senator_1": writes, "senator_2": YEA})
    after, *_ = arena.step(dict.fromkeys(arena.agents, YEA))

    heard = [[int(array[GENERAL - 1 + BY_SEAT * place]) for place in (1, 2, 3)] for array in seen.values()]
    assert heard == [[0, 5, 0], [0, 0, 0], [0, 0, 0]]
    assert arena.replay()["rounds"][0]["notes"] == [{"from": 1, "to": 0, "text": PHRASES[5]}]
    assert [int(array[GENERAL - 1 + BY_SEAT * 2]) for array in after.values()] == [0, 0, 0]


@pytest.mark.parametrize(("to", "phrase"), [(0, 3), (2, 0)])
def test_a_note_to_nobody_or_with_nothing_in_it_is_none(to: int, phrase: int) -> None:
    arena = parallel_env(seats=3, rounds=2)
    arena.reset(seed=1)
    writes = YEA.copy()
    writes[7:] = to, phrase

    arena.step({"senator_0": writes, "senator_1": YEA, "senator_2": YEA})

    assert arena.replay()["rounds"][0]["record"]["dropped"] == [[], [], []]
    assert arena.replay()["rounds"][0]["notes"] == []


def test_the_mask_is_shut_where_an_extra_may_not_be_had() -> None:
    arena = parallel_env(seats=2, rounds=4)
    _, infos = arena.reset(seed=1)
    filibusters = NAY.copy()
    filibusters[5] = 1

    *_, later = arena.step({"senator_0": filibusters, "senator_1": YEA})

    def extras(told: dict[str, Any]) -> list[list[list[int]]]:
        return [[part.tolist() for part in told[agent]["action_mask"][5:7]] for agent in ("senator_0", "senator_1")]

    assert extras(infos) == [[[1, 1], [1, 1]], [[1, 1], [1, 0]]]  # seat 0 has the chair
    assert extras(later) == [[[1, 0], [1, 0]], [[1, 1], [1, 1]]]
    space = cast(MultiDiscrete[Any], arena.action_space("senator_0"))
    assert all(space.sample(mask=later["senator_0"]["action_mask"])[5] == 0 for _ in range(20))


def test_without_a_caucus_the_mask_lets_nobody_write() -> None:
    _, infos = parallel_env(seats=2, caucus=False).reset(seed=1)

    to, phrase = infos["senator_0"]["action_mask"][7:]

    assert (to.tolist(), phrase.tolist()) == ([1, 0], [1] + [0] * (len(PHRASES) - 1))


def test_the_mask_lets_nobody_say_what_is_longer_than_a_note() -> None:
    length = len("Thank you.")
    _, infos = parallel_env(seats=2, orders=STANDARD_ORDERS._replace(note_length=length)).reset(seed=1)

    to, phrase = infos["senator_0"]["action_mask"][7:]

    assert to.tolist() == [1, 1]
    assert [text for text, is_open in zip(PHRASES, phrase, strict=True) if is_open] == ["", "Thank you."]


def test_an_agent_that_is_left_out_is_missing() -> None:
    arena = parallel_env(seats=3, rounds=2)
    arena.reset(seed=1)

    _, rewards, *_ = arena.step({"senator_0": YEA, "senator_1": YEA})

    assert arena.replay()["rounds"][0]["record"]["fallback"] == [False, False, True]
    assert rewards["senator_2"] == 0


def test_a_seed_begins_a_row_of_episodes_and_another_reset_the_next_of_them() -> None:
    arena, other = parallel_env(), parallel_env()
    seeds = []
    for seed in (7, None, None, 7):
        arena.reset(seed=seed)
        seeds.append(arena.replay()["seed"])
    other.reset()
    first = other.replay()["seed"]
    other.reset()

    assert seeds == ["arena/7/0", "arena/7/1", "arena/7/2", "arena/7/0"]
    assert first.endswith("/0")
    assert other.replay()["seed"] == f"{first[:-1]}1"


def test_all_are_terminated_with_the_last_round_and_none_is_cut_off() -> None:
    arena = parallel_env(seats=2, rounds=2)
    arena.reset(seed=1)

    *_, before, _, _ = arena.step(dict.fromkeys(arena.agents, YEA))
    agents = list(arena.agents)
    *_, after, cut, _ = arena.step(dict.fromkeys(arena.agents, YEA))

    assert (before, after, cut) == (
        dict.fromkeys(agents, False),
        dict.fromkeys(agents, True),
        dict.fromkeys(agents, False),
    )
    assert arena.agents == []
    with pytest.raises(ValueError, match="the Episode is over"):
        arena.step({})


@pytest.mark.parametrize(
    ("config", "path"),
    [
        ({"seats": 7}, "num_seats"),
        ({"seats": 1}, "num_seats"),
        ({"rounds": 41}, "num_rounds"),
        ({"threshold": "0.91"}, "pass_threshold"),
        ({"threshold": 0.29}, "pass_threshold"),
        ({"veto": 1}, "veto_enabled"),
    ],
    ids=range(6),
)
def test_a_senate_out_of_bounds_is_told(config: dict[str, Any], path: str) -> None:
    with pytest.raises(Invalid) as told:
        parallel_env(**config)

    assert told.value.path == path


@pytest.mark.parametrize("threshold", [0.65, "0.65", Fraction(13, 20)])
def test_a_threshold_is_exact_however_it_is_given(threshold: Any) -> None:
    arena = parallel_env(threshold=threshold)

    assert arena.config.threshold == Fraction(13, 20)


def test_nothing_is_played_before_the_first_reset() -> None:
    arena = parallel_env()

    with pytest.raises(ValueError, match="reset comes first"):
        arena.step({})
    with pytest.raises(ValueError, match="reset comes first"):
        arena.replay()


def test_what_a_program_outside_says_has_the_last_number() -> None:
    arena = parallel_env(seats=2, rounds=2)

    assert len(PHRASES) == OTHER
    assert cast(Box[Any], arena.observation_space("senator_0")).high[GENERAL + BY_SEAT - 1] == OTHER


def test_the_arena_needs_no_django() -> None:
    asked = "any(name.startswith('django') for name in sys.modules)"
    code = f"import sys; import dynasties.quorum.programs.arena; sys.exit({asked})"

    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False)

    assert done.returncode == 0
