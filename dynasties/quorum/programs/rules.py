"""Many Episodes among the scripts of the bench, one after another, and what came of them. (Rules Episodes, Scoring)

Episode number i of a plan has the seed of the plan, a slash, and i in decimal digits. The scripts move on by one seat
with each Episode, so that none has the first chair more often than the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from dynasties.quorum.dials import SIXTIETHS
from dynasties.quorum.episodes.rules import Config, config_json, read_config, read_seed
from dynasties.quorum.rounds.rules import FAILED, PASSED, VETOED, EpisodeEngine, RoundRecord, extras_of
from dynasties.quorum.rounds.rules_scripts import POLICIES, HeardNote, Raw, ScriptView
from nomic.core.input import Field


class BenchPlan(NamedTuple):
    """What is played: `policies` are the names of scripts, in turn."""

    config: Config
    seed: str
    policies: tuple[str, ...]

    def seed_of(self, number: int) -> str:
        return f"{self.seed}/{number}"

    def bench(self, number: int) -> list[str]:
        """The script in each seat of an Episode."""
        return [self.policies[(seat + number) % len(self.policies)] for seat in range(self.config.seats)]


class PlayedEpisode(NamedTuple):
    """An Episode that is over, and the raw decisions of each round."""

    episode: EpisodeEngine
    bench: list[str]
    decisions: list[list[Raw]]


class ScriptResult(NamedTuple):
    """What came of a script, in so many `seats`.

    `capital`: its scores in sixtieths. `wins`: how often it alone scored most. `passes`: bills that it voted for and
    that came into force. `vetoes`: bills that it vetoed.
    """

    seats: int = 0
    capital: int = 0
    wins: int = 0
    passes: int = 0
    vetoes: int = 0

    @property
    def mean(self) -> float:
        """The mean score, as a number to look at."""
        return self.capital / SIXTIETHS / self.seats if self.seats else 0.0


class BenchTally(NamedTuple):
    """What came of some Episodes; `standings` by script."""

    episodes: int
    rounds: int
    outcomes: Mapping[str, int]
    standings: Mapping[str, ScriptResult]


EMPTY_TALLY = BenchTally(0, 0, dict.fromkeys((PASSED, FAILED, VETOED), 0), {})


def play_episode(plan: BenchPlan, number: int) -> PlayedEpisode:
    """Play one Episode of the plan to its end."""
    episode, bench = EpisodeEngine(plan.config, plan.seed_of(number)), plan.bench(number)
    decisions: list[list[Raw]] = []
    while not episode.is_over:
        raws = [POLICIES[name].play(script_view(episode, seat), episode.seed) for seat, name in enumerate(bench)]
        episode.play_round(raws)
        decisions.append(raws)
    return PlayedEpisode(episode, bench, decisions)


def script_view(episode: EpisodeEngine, seat: int) -> ScriptView:
    """What a script looks at in a seat: what its observation says as well, without all the rest of that.

    Raises `ValueError` where no bill is before the Senate, and for an Episode that was not played from its beginning
    on: what happened before is then in its observation alone.
    """
    if episode.bill is None:
        raise ValueError("no bill is before the Senate")
    if len(episode.records) != episode.state.round:
        raise ValueError("the Episode was not played from its beginning")
    config, state = episode.config, episode.state
    before = episode.records[-1].decisions if episode.records else ()
    may = extras_of(config, state, seat)
    notes = [(sender, decision.note) for sender, decision in enumerate(before) if decision.note]
    return ScriptView(
        seat,
        state.round,
        state.influence,
        episode.bill.rewrites,
        tuple([decision.weights for decision in before]),
        tuple([HeardNote(sender, note.text) for sender, note in notes if note.to == seat]),
        may.filibuster,
        may.veto,
        config.note_length,
    )


def tally_episode(played: PlayedEpisode) -> BenchTally:
    """What came of one Episode."""
    records = played.episode.records
    outcomes = {name: sum(record.outcome == name for record in records) for name in EMPTY_TALLY.outcomes}
    standings: dict[str, ScriptResult] = {}
    best = max(played.episode.state.capital)
    alone = best > 0 and played.episode.state.capital.count(best) == 1
    for seat, name in enumerate(played.bench):
        capital = max(0, played.episode.state.capital[seat])
        won = alone and capital == best
        sat = ScriptResult(1, capital, int(won), _count_passes(records, seat), _count_vetoes(records, seat))
        standings[name] = _sum_of_results(standings.get(name, ScriptResult()), sat)
    return BenchTally(1, len(records), outcomes, standings)


def total_tally(tallies: Iterable[BenchTally]) -> BenchTally:
    """All of them together, whatever their order."""
    found = EMPTY_TALLY
    for each in tallies:
        outcomes = {name: count + each.outcomes[name] for name, count in found.outcomes.items()}
        names = sorted({*found.standings, *each.standings})
        empty = ScriptResult()
        standings = {
            name: _sum_of_results(found.standings.get(name, empty), each.standings.get(name, empty)) for name in names
        }
        found = BenchTally(found.episodes + each.episodes, found.rounds + each.rounds, outcomes, standings)
    return found


def plan_json(plan: BenchPlan) -> dict[str, object]:
    return {"config": config_json(plan.config), "seed": plan.seed, "policies": list(plan.policies)}


def read_plan(field: Field) -> BenchPlan:
    """The plan in a JSON object. Raises `Invalid` with the path."""
    config, seed = read_config(field["config"]), read_seed(field["seed"])
    policies = tuple(each.one_of(tuple(POLICIES)) for each in field["policies"].items())
    if not policies:
        raise field["policies"].invalid("must name a script")
    return BenchPlan(config, seed, policies)


def tally_json(tally: BenchTally) -> dict[str, Any]:
    standings = {name: standing._asdict() for name, standing in tally.standings.items()}
    return {**tally._asdict(), "outcomes": dict(tally.outcomes), "standings": standings}


def read_tally(told: Mapping[str, Any]) -> BenchTally:
    """The tally that `tally_json` wrote."""
    standings = {name: ScriptResult(**standing) for name, standing in told["standings"].items()}
    return BenchTally(told["episodes"], told["rounds"], told["outcomes"], standings)


def _count_passes(records: Iterable[RoundRecord], seat: int) -> int:
    return sum(record.outcome == PASSED and record.decisions[seat].vote == "yea" for record in records)


def _count_vetoes(records: Iterable[RoundRecord], seat: int) -> int:
    return sum(record.is_vetoed and record.chair == seat for record in records)


def _sum_of_results(one: ScriptResult, other: ScriptResult) -> ScriptResult:
    return ScriptResult(*map(sum, zip(one, other, strict=True)))
