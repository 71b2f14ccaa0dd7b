"""Many Episodes among the scripts of the bench, one after another, and what came of them. (Rules Episodes, Scoring)

Episode number i of a plan has the seed of the plan, a slash, and i in decimal digits. The scripts move on by one seat
with each Episode, so that none has the first chair more often than the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from dynasties.quorum.mechanics.config import Config, config_json, read_config, read_seed
from dynasties.quorum.mechanics.dials import SIXTIETHS
from dynasties.quorum.mechanics.episodes import Episode
from dynasties.quorum.mechanics.policies import POLICIES, Heard, Raw, View
from dynasties.quorum.mechanics.rounds import FAILED, PASSED, VETOED, Record, extras
from nomic.core.mechanics.fields import Field


class Plan(NamedTuple):
    """What is played: `policies` are the names of scripts, in turn."""

    config: Config
    seed: str
    policies: tuple[str, ...]

    def seed_of(self, number: int) -> str:
        return f"{self.seed}/{number}"

    def bench(self, number: int) -> list[str]:
        """The script in each seat of an Episode."""
        return [self.policies[(seat + number) % len(self.policies)] for seat in range(self.config.seats)]


class Played(NamedTuple):
    """An Episode that is over, and the raw decisions of each round."""

    episode: Episode
    bench: list[str]
    decisions: list[list[Raw]]


class Result(NamedTuple):
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


class Tally(NamedTuple):
    """What came of some Episodes; `standings` by script."""

    episodes: int
    rounds: int
    outcomes: Mapping[str, int]
    standings: Mapping[str, Result]


NOTHING = Tally(0, 0, dict.fromkeys((PASSED, FAILED, VETOED), 0), {})


def play(plan: Plan, number: int) -> Played:
    """Play one Episode of the plan to its end."""
    episode, bench = Episode(plan.config, plan.seed_of(number)), plan.bench(number)
    decisions: list[list[Raw]] = []
    while not episode.over:
        raws = [POLICIES[name].play(view(episode, seat), episode.seed) for seat, name in enumerate(bench)]
        episode.step(raws)
        decisions.append(raws)
    return Played(episode, bench, decisions)


def view(episode: Episode, seat: int) -> View:
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
    may = extras(config, state, seat)
    notes = [(sender, decision.note) for sender, decision in enumerate(before) if decision.note]
    return View(
        seat,
        state.round,
        state.influence,
        episode.bill.rewrites,
        tuple([decision.weights for decision in before]),
        tuple([Heard(sender, note.text) for sender, note in notes if note.to == seat]),
        may.filibuster,
        may.veto,
        config.note_length,
    )


def tallied(played: Played) -> Tally:
    """What came of one Episode."""
    records = played.episode.records
    outcomes = {name: sum(record.outcome == name for record in records) for name in NOTHING.outcomes}
    standings: dict[str, Result] = {}
    best = max(played.episode.state.capital)
    alone = best > 0 and played.episode.state.capital.count(best) == 1
    for seat, name in enumerate(played.bench):
        capital = max(0, played.episode.state.capital[seat])
        won = alone and capital == best
        sat = Result(1, capital, int(won), _passes(records, seat), _vetoes(records, seat))
        standings[name] = _sum(standings.get(name, Result()), sat)
    return Tally(1, len(records), outcomes, standings)


def total(tallies: Iterable[Tally]) -> Tally:
    """All of them together, whatever their order."""
    found = NOTHING
    for each in tallies:
        outcomes = {name: count + each.outcomes[name] for name, count in found.outcomes.items()}
        names = sorted({*found.standings, *each.standings})
        empty = Result()
        standings = {name: _sum(found.standings.get(name, empty), each.standings.get(name, empty)) for name in names}
        found = Tally(found.episodes + each.episodes, found.rounds + each.rounds, outcomes, standings)
    return found


def plan_json(plan: Plan) -> dict[str, object]:
    return {"config": config_json(plan.config), "seed": plan.seed, "policies": list(plan.policies)}


def read_plan(field: Field) -> Plan:
    """The plan in a JSON object. Raises `Invalid` with the path."""
    config, seed = read_config(field["config"]), read_seed(field["seed"])
    policies = tuple(each.one_of(tuple(POLICIES)) for each in field["policies"].items())
    if not policies:
        raise field["policies"].invalid("must name a script")
    return Plan(config, seed, policies)


def tally_json(tally: Tally) -> dict[str, Any]:
    standings = {name: standing._asdict() for name, standing in tally.standings.items()}
    return {**tally._asdict(), "outcomes": dict(tally.outcomes), "standings": standings}


def read_tally(told: Mapping[str, Any]) -> Tally:
    """The tally that `tally_json` wrote."""
    standings = {name: Result(**standing) for name, standing in told["standings"].items()}
    return Tally(told["episodes"], told["rounds"], told["outcomes"], standings)


def _passes(records: Iterable[Record], seat: int) -> int:
    return sum(record.outcome == PASSED and record.decisions[seat].vote == "yea" for record in records)


def _vetoes(records: Iterable[Record], seat: int) -> int:
    return sum(record.vetoed and record.chair == seat for record in records)


def _sum(one: Result, other: Result) -> Result:
    return Result(*map(sum, zip(one, other, strict=True)))
