"""What an enactment would do: now, and in its turn behind the older pending ones, and which of them gets in its way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

from rulesets.mechanics.apply import CORE_APPLIERS, Applied, Appliers, apply
from rulesets.mechanics.changes import Change
from rulesets.mechanics.gamestate import State
from rulesets.mechanics.steps import Check, Fold

# What an older list did to a change, told from the problem that the change then has.
IN_THE_WAY: Mapping[str, str] = MappingProxyType(
    {
        "target-missing": "repeals-first",
        "merge-conflict": "rewrites-first",
        "not-found": "rewrites-first",
        "ambiguous": "repeats-first",
        "agent-missing": "removes-first",
        "title-taken": "takes-title-first",
        "agent-name-taken": "takes-name-first",
        "title-is-a-name": "takes-name-first",
        "no-effect": "does-it-first",
        "already-admin": "does-it-first",
        "not-admin": "does-it-first",
    }
)


@dataclass(frozen=True, slots=True)
class ConflictWith:
    """The older list (`ref`, such as “#12”) that first spoils the change at `index`, and how."""

    ref: str
    index: int
    code: str


@dataclass(frozen=True, slots=True)
class DryRun:
    """`now`: enacted at this moment. `in_turn`: after the older ones, without those `skipped`, which do not apply."""

    now: Applied
    in_turn: Applied
    conflicts: tuple[ConflictWith, ...] = ()
    skipped: tuple[str, ...] = ()


def dry_run(
    state: State,
    own: Sequence[Change],
    older: Sequence[tuple[str, Sequence[Change]]],
    check: Check,
    fold: Fold = str.casefold,
    appliers: Appliers = CORE_APPLIERS,
) -> DryRun:
    """Try a list on the state as it is, and after `older` (ref, changes), the oldest first, each all or nothing."""
    made = partial(apply, check=check, fold=fold, appliers=appliers)
    tried, skipped = list[tuple[str, State]](), list[str]()
    turn = state
    for ref, changes in older:
        applied = made(turn, changes)
        if applied.whole:
            turn = applied.state
            tried.append((ref, turn))
        else:
            skipped.append(ref)
    now, in_turn = made(state, own), made(turn, own)
    # Only what goes well now and ill in turn is the doing of an older list.
    spoilt = {problem.index for problem in in_turn.problems} - {problem.index for problem in now.problems}
    trials = ((ref, made(after, own)) for ref, after in tried)
    return DryRun(now, in_turn, tuple(_conflicts(spoilt, trials)), tuple(skipped))


def _conflicts(spoilt: Set[int], trials: Iterator[tuple[str, Applied]]) -> Iterator[ConflictWith]:
    """Who was first to spoil each, looking no further than needed: each trial makes the whole list once more."""
    while spoilt:
        ref, trial = next(trials)
        for problem in trial.problems:
            if problem.index in spoilt:
                yield ConflictWith(ref, problem.index, IN_THE_WAY.get(problem.code, "spoils-first"))
        spoilt = spoilt - {problem.index for problem in trial.problems}
