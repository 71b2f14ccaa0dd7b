"""Try change lists on the present state of a game. Reads only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from nomic.core.decision import Invalid
from nomic.core.games.models import Agent, Game
from nomic.core.law import queries as law_queries
from nomic.core.registry import registry
from nomic.core.roster import queries as roster_queries, rules as roster_rules
from rulesets.changes.rules import Change, GameState, RosterSeat, changes_from
from rulesets.changes.rules_kinds import ChangeKinds, ChangeSummary, appliers, classes
from rulesets.changes.rules_steps import Applied, ChangeProblem, DryRun, apply_changes, dry_run
from rulesets.history.queries import ruleset, text_check
from rulesets.lints.rules import Lint, find_lints
from rulesets.models import Rule
from rulesets.text.rules import Ruleset


def current_state(game: Game) -> GameState:
    """What a change list would change, as it is now."""
    current = ruleset(game.pk)
    seats = {
        agent.pk: RosterSeat(
            agent.name, agent.is_admin, agent.in_game, agent.barred, agent.in_game and not agent.is_playing
        )
        for agent in Agent.objects.filter(game=game)
    }
    newest = Rule.objects.filter(game=game).order_by("-rid").values_list("rid", flat=True).first() or 0
    waiting = roster_queries.waiting_applications(game.pk).values_list("name", flat=True)
    return GameState(
        current, seats, newest + 1, frozenset({*roster_queries.game_keywords(game), *waiting}), _More(game)
    )


class _More(Mapping[str, object]):
    """What the packages above keep of a game, each part read when a change first asks for it: most never do."""

    def __init__(self, game: Game) -> None:
        self._game, self._read = game, dict[str, object]()
        self._loaders = registry().kept

    def __getitem__(self, name: str) -> object:
        if name not in self._read:
            self._read[name] = self._loaders[name](self._game)
        return self._read[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._loaders)

    def __len__(self) -> int:
        return len(self._loaders)


def try_changes(
    the_state: GameState, changes: tuple[Change, ...], resolutions: dict[int, str] | None = None
) -> Applied:
    """What a change list does to a state."""
    return apply_changes(
        the_state, changes, text_check(), resolutions, roster_rules.fold_name, appliers(change_kinds())
    )


def change_kinds() -> ChangeKinds:
    """Every kind of change that a change list may hold."""
    return registry().changes


def read_changes(entries: object) -> tuple[Change, ...]:
    """A JSON list of changes, of every kind that there is. Raises `Invalid` at what cannot be read."""
    return changes_from(entries, classes(change_kinds()))


def describe_change(change: Change, the_state: GameState) -> ChangeSummary:
    """What a change would do, as a code and plain facts."""
    return change_kinds()[change.kind].describe(change, the_state)


def read_kept_changes(entries: object) -> tuple[Change, ...] | None:
    """A change list as it was kept, once more as changes; None for one that this server reads no longer."""
    try:
        return read_changes(entries)
    except Invalid:
        return None


def try_kept_changes(the_state: GameState, entries: object, resolutions: dict[int, str] | None = None) -> Applied:
    """The same for a list as it was kept. One that is read no longer waits for an Admin, as all that is impossible."""
    changes = read_kept_changes(entries)
    if changes is None:
        return Applied(the_state, problems=(ChangeProblem(0, "list-unread"),))
    return try_changes(the_state, changes, resolutions)


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """A change list tried out: on which state, what it would do, and what that quietly does to the law."""

    state: GameState
    run: DryRun
    lints: tuple[Lint, ...]
    older: tuple[str, ...]


def lints_between(before: Ruleset, after: Ruleset) -> tuple[Lint, ...]:
    """What a change of the text would quietly bring about."""
    return find_lints(before, after, law_queries.catalogue())


def rehearse(
    the_state: GameState, own: tuple[Change, ...], older: Sequence[tuple[str, tuple[Change, ...]]]
) -> Rehearsal:
    """Try a change list now and behind the `older` ones (ref, changes), the oldest first."""
    run = dry_run(the_state, own, older, text_check(), roster_rules.fold_name, appliers(change_kinds()))
    quietly = lints_between(the_state.ruleset, run.now.state.ruleset)
    return Rehearsal(the_state, run, quietly, tuple(ref for ref, _ in older))
