"""The Senate as a PettingZoo environment, `quorum_v1`: every senator of an Episode is an agent that learns.

An optional extra (`requirements-arena.txt`): nothing of the product needs it, and it needs neither Django nor a
database. It plays by the same engine, and whatever happens in it makes a replay that can be verified. (Rules Rounds,
Decisions, Scoring)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, TypeAlias

import numpy as np
from gymnasium.spaces import Box, MultiDiscrete, Space
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.conversions import parallel_to_aec

from dynasties.quorum.bills.rules import AMENDMENT_NAMES, AMENDMENTS, CLAUSES, KINDS
from dynasties.quorum.dials import SIXTIETHS
from dynasties.quorum.episodes.rules import STANDARD_ORDERS, Config, Orders, read_config
from dynasties.quorum.replay.rules import ReplaySource, build_replay
from dynasties.quorum.rounds.rules import (
    FAILED,
    PASSED,
    VETOED,
    EpisodeEngine,
    Extras,
    RoundRecord,
    chair_of,
    extras_of,
)
from dynasties.quorum.rounds.rules_decisions import VOTES
from dynasties.quorum.rounds.rules_scripts import NUMBERS, PHRASES
from nomic.core.input import Field

Action: TypeAlias = NDArray[np.int64] | None  # None: it is missing
Observation: TypeAlias = NDArray[np.int32]
Info: TypeAlias = dict[str, Any]
Stepped: TypeAlias = tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Info]]

HEAVIEST = 10
CHOICES = tuple(AMENDMENTS)
OUTCOMES = (PASSED, FAILED, VETOED)
OTHER = len(PHRASES)  # a note that says something else
GENERAL, BY_SEAT = 13, 11  # numbers in an observation: of the round, and of each seat


def parallel_env(
    seats: int = 4,
    rounds: int = 10,
    threshold: Fraction | str | float = "0.5",
    veto: bool = True,
    caucus: bool = True,
    orders: Orders = STANDARD_ORDERS,
) -> Senate:
    """A Senate in which all decide at once: 2 to 6 seats, 2 to 40 rounds, a threshold from 0.3 to 0.9.

    Raises `Invalid` with the name of what is out of bounds. A threshold of 0.65 is exactly that decimal.
    """
    told = {
        "num_seats": seats,
        "num_rounds": rounds,
        "pass_threshold": str(threshold),
        "veto_enabled": veto,
        "caucus_enabled": caucus,
    }
    return Senate(read_config(Field(told), orders))


def env(**config: Any) -> AECEnv[str, Observation, Action]:
    """The same with one agent after the other, as PettingZoo turns it round; takes what `parallel_env` takes."""
    return parallel_to_aec(parallel_env(**config))


class Senate(ParallelEnv[str, Observation, Action]):
    """An Episode. `senator_0` sits in seat 0, and so on. Its seed is `arena/SEED/N` for the Nth reset, from 0, since
    the one that gave SEED.

    Actions, `MultiDiscrete`: vote (yea, nay, abstain), three weights from 0 to 10, amendment (none, A1, A2, A3),
    filibuster, veto, to whom a note goes (0: nobody; k: the kth seat after one's own), and which of the `PHRASES` it
    says (0: none). Nothing is illegal: an extra that may not be had is passed over. `infos` hold an `action_mask` all
    the same, as `sample` takes it. An agent that is left out is read as missing.

    Observations, `Box` of whole numbers: first GENERAL numbers of the round: rounds left, the chair, the bill's kind
    (spending, edict, repeal), which clauses A1 to A3 rewrite, whether a filibuster, a veto and a note may be had,
    statutes that stand, and of the round before its outcome (none, passed, failed, vetoed), what was adopted
    (none, A1 to A3), and the chair's veto. Then BY_SEAT numbers of each seat: Influence in thousandths, Capital in
    sixtieths, filibuster used, and of the round before vote (none, yea, nay, abstain), three weights, amendment,
    filibuster, whether it owned a clause, and the number of the phrase that it sent to this seat (the last: something
    else). Seats are counted from one's own.

    The reward is the Capital gained in the round; when it is over, all are terminated. The score of the Episode is
    the sum, but never less than 0.
    """

    metadata: dict[str, Any] = {"name": "quorum_v1", "render_modes": [], "is_parallelizable": True}

    def __init__(self, config: Config) -> None:
        self.config, self.render_mode = config, None
        self.possible_agents = [f"senator_{seat}" for seat in range(config.seats)]
        self.agents: list[str] = []
        self.action_spaces = {agent: MultiDiscrete(choices(config.seats)) for agent in self.possible_agents}
        self.observation_spaces = {agent: _observation_space(config) for agent in self.possible_agents}
        self._base, self._resets = "", 0
        self._episode: EpisodeEngine | None = None
        self._raws: list[list[object]] = []

    def action_space(self, agent: str) -> Space[Action]:
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> Space[Observation]:
        return self.observation_spaces[agent]

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, Info]]:
        """Begin an Episode: the next one, or the first of a seed. There are no options."""
        if seed is not None or not self._base:
            fresh = seeding.np_random(None)[1] if seed is None else seed
            self._base, self._resets = f"arena/{fresh}", 0
        self._episode = EpisodeEngine(self.config, f"{self._base}/{self._resets}")
        self._resets += 1
        self._raws, self.agents = [], list(self.possible_agents)
        return self._observations(), self._infos()

    def step(self, actions: Mapping[str, Action]) -> Stepped:
        """Close a round. Raises `ValueError` before the first reset and after the last round."""
        episode = self._running_episode()
        raws = [self._raw(seat, actions.get(agent)) for seat, agent in enumerate(self.possible_agents)]
        before = episode.state.capital
        episode.play_round(raws)
        self._raws.append(raws)
        after, over = episode.state.capital, episode.is_over
        gained = [(new - old) / SIXTIETHS for old, new in zip(before, after, strict=True)]
        rewards = dict(zip(self.agents, gained, strict=True))
        ended, cut = dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, False)
        observations, infos = self._observations(), self._infos()
        if over:
            self.agents = []
        return observations, rewards, ended, cut, infos

    def replay(self) -> dict[str, Any]:
        """The replay of the Episode so far, true like any other. Raises `ValueError` before the first reset."""
        episode = self._running_episode()
        seats = [{"name": agent, "kind": "program", "script": None} for agent in self.possible_agents]
        return build_replay(ReplaySource(self.config, episode.seed, "", list(seats), self._raws, not episode.is_over))

    def _raw(self, seat: int, action: Action | None) -> object:
        if action is None:
            return None
        vote, one, two, three, amendment, filibuster, veto, to, phrase = map(int, action)
        note = {"to": (seat + to) % self.config.seats, "text": PHRASES[phrase]} if to and phrase else None
        return {
            "vote": VOTES[vote],
            "priorities": [one, two, three],
            "amendment": CHOICES[amendment],
            "filibuster": bool(filibuster),
            "veto": bool(veto),
            "note": note,
        }

    def _observations(self) -> dict[str, Observation]:
        episode = self._running_episode()
        last = episode.records[-1] if episode.records else None
        rows = [_seat_facts(episode, seat, last) for seat in range(self.config.seats)]
        return {
            agent: np.array([*self._general(episode, seat, last), *_seats_from_own(rows, seat, last)], dtype=np.int32)
            for seat, agent in enumerate(self.possible_agents)
        }

    def _general(self, episode: EpisodeEngine, seat: int, last: RoundRecord | None) -> list[int]:
        state, bill = episode.state, episode.bill
        chair = (chair_of(state.round, self.config.seats) - seat) % self.config.seats
        return [
            self.config.rounds - state.round,
            chair,
            KINDS.index(bill.kind) if bill else 0,
            *(bill.rewrites if bill else (0,) * CLAUSES),
            *extras_of(self.config, state, seat),
            len(state.statutes),
            OUTCOMES.index(last.outcome) + 1 if last else 0,
            AMENDMENT_NAMES.index(last.adopted) + 1 if last and last.adopted else 0,
            int(last is not None and last.decisions[last.chair].veto),
        ]

    def _infos(self) -> dict[str, Info]:
        episode, seats = self._running_episode(), self.config.seats
        longest = self.config.note_length or 0
        masks = [_action_mask(seats, extras_of(self.config, episode.state, seat), longest) for seat in range(seats)]
        return {agent: {"action_mask": mask} for agent, mask in zip(self.possible_agents, masks, strict=True)}

    def _running_episode(self) -> EpisodeEngine:
        if self._episode is None:
            raise ValueError("reset comes first")
        return self._episode


def choices(seats: int) -> list[int]:
    """How many choices there are in each part of an action."""
    weights = [HEAVIEST + 1] * CLAUSES
    return [len(VOTES), *weights, len(CHOICES), 2, 2, seats, len(PHRASES)]


def _observation_space(config: Config) -> Space[Observation]:
    """Bounds that no Episode of this config leaves."""
    orders, rounds, seats = config.orders, config.rounds, config.seats
    chair, clause = seats - 1, CLAUSES - 1
    general = [rounds, chair, len(KINDS) - 1, clause, clause, clause, 1, 1, 1, rounds, len(OUTCOMES), CLAUSES, 1]
    most = SIXTIETHS * CLAUSES * max(orders.clause_value, orders.amended_value)
    richest = rounds * (max(orders.yea_gain, orders.repeal_gain, orders.filibuster_reward) + most) + 1
    poorest = -rounds * (orders.nay_capital + orders.veto_capital)
    strongest = max(orders.influence, orders.influence_floor) + rounds * orders.adopter_gain + 1
    heaviest = [HEAVIEST] * CLAUSES
    by_seat = [strongest, richest, 1, len(VOTES), *heaviest, len(CHOICES) - 1, 1, 1, OTHER]
    lowest = [0, poorest, *([0] * (BY_SEAT - 2))]
    low, high = [*([0] * GENERAL), *(lowest * seats)], [*general, *(by_seat * seats)]
    return Box(np.array(low, dtype=np.int32), np.array(high, dtype=np.int32), dtype=np.int32)


def _seat_facts(episode: EpisodeEngine, seat: int, last: RoundRecord | None) -> list[int]:
    """What everybody sees of a seat."""
    state = episode.state
    holds = [state.influence[seat], state.capital[seat], int(state.used[seat])]
    if last is None:
        return [*holds, *([0] * (BY_SEAT - 1 - len(holds)))]
    decision = last.decisions[seat]
    owns = any(seat in owners for owners in last.owners)
    return [
        *holds,
        VOTES.index(decision.vote) + 1,
        *decision.weights,
        decision.amendment + 1,
        int(decision.filibuster),
        int(owns),
    ]


def _seats_from_own(rows: Sequence[Sequence[int]], seat: int, last: RoundRecord | None) -> Iterator[int]:
    """The seats from one's own on, each with what it said to one's own."""
    for sender in (*range(seat, len(rows)), *range(seat)):
        yield from rows[sender]
        note = last.decisions[sender].note if last else None
        yield NUMBERS.get(note.text, OTHER) if note and note.to == seat else 0


@cache
def _action_mask(seats: int, may: Extras, longest: int) -> tuple[NDArray[np.int8], ...]:
    """What is open to a seat, choice by choice; phrases up to this length. It is shared, and cannot be written to."""
    *free, _, _, to, _ = choices(seats)
    phrases = [may.note and len(phrase) <= longest for phrase in PHRASES[1:]]
    extra = [[may.filibuster], [may.veto], [may.note] * (to - 1), phrases]
    parts = [np.ones(size, dtype=np.int8) for size in free] + [np.array([1, *each], dtype=np.int8) for each in extra]
    for part in parts:
        part.flags.writeable = False
    return tuple(parts)
