"""The law as text: at any moment, in any version. Reads only."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache, partial
from importlib.resources import files

from django.conf import settings
from django.core.cache import cache as kept
from django.db.models import Max, Min, QuerySet
from django.utils.module_loading import import_string

from nomic.core import queries as core
from nomic.core.mechanics import names
from nomic.core.mechanics.decision import Invalid
from nomic.core.models import Agent, Game
from rulesets.mechanics import text
from rulesets.mechanics.apply import Applied, apply
from rulesets.mechanics.blame import Passage, blame, readable
from rulesets.mechanics.changes import Change, changes_from
from rulesets.mechanics.described import Line
from rulesets.mechanics.dryrun import DryRun, dry_run
from rulesets.mechanics.fold import Carried, Folded, fold
from rulesets.mechanics.gamestate import Seat, State
from rulesets.mechanics.kinds import ChangeKinds, appliers, classes
from rulesets.mechanics.lints import Lint, lints
from rulesets.mechanics.ruleset import SECTIONS, Rule, Ruleset, Section
from rulesets.mechanics.starter import Starter, StarterRule, read_starter
from rulesets.mechanics.steps import Check, Problem
from rulesets.models import Arrangement, RuleVersion
from rulesets.models import Rule as RuleRow

KEPT = 30 * 86_400


@cache
def starter_law(name: str = "blognomic") -> tuple[StarterRule, ...]:
    """The law that a new game of this kind begins with."""
    return read_starter(starters()[name].law)


@cache
def starter_ruleset(name: str = "blognomic") -> Ruleset:
    """The same as a ruleset, its rules numbered from 1 in reading order."""
    ruleset = Ruleset()
    for rid, (section, title, words) in enumerate(starter_law(name), 1):
        ruleset = ruleset.with_rule(Rule(rid, section, title, words))
    return ruleset


def starters() -> Mapping[str, Starter]:
    """The kinds of game that can be founded, by name; the wiring names the table."""
    table: Mapping[str, Starter] = import_string(settings.NOMIC_STARTERS)
    return table


@dataclass(frozen=True, slots=True)
class Reading:
    """How the server understands one point of a rule that could be read otherwise. `needs`: a mechanism without which
    there is nothing to understand; empty, it needs none. Point and text call people by placeholders."""

    number: int
    point: str
    text: str
    needs: str = ""


@cache
def readings() -> dict[str, tuple[Reading, ...]]:
    """The readings taken, by the title of the rule that they are about."""
    table = tomllib.loads((files("rulesets") / "starter" / "readings.toml").read_text("utf-8"))
    found: dict[str, tuple[Reading, ...]] = {}
    for number, entry in [*table.items(), *import_string(settings.NOMIC_READINGS)()]:
        reading = Reading(int(number), entry["point"], entry["text"], entry.get("needs", ""))
        found[entry["rule"]] = (*found.get(entry["rule"], ()), reading)
    return found


@dataclass(frozen=True, slots=True)
class Edition:
    """The ruleset after one event, with the version row of every rule in it by its id.

    `gone` are the last versions of the rules that had been repealed by then, the latest repeal first.
    """

    ruleset: Ruleset
    versions: dict[int, RuleVersion]
    seq: int
    at: datetime | None
    gone: tuple[RuleVersion, ...] = ()


def edition(game_id: int, seq: int | None = None) -> Edition:
    """The ruleset now, or as it stood after event `seq`. Two queries, whatever its history."""
    arrangement = _arrangement(game_id, seq)
    if arrangement is None:
        return Edition(Ruleset(), {}, 0, None)
    latest = {each.rule.rid: each for each in _newest_versions(game_id, seq).select_related("rule")}
    ids = _ids(arrangement)
    rules = (Rule(rid, Section(latest[rid].section), latest[rid].title, latest[rid].text) for rid in ids)
    last = max([arrangement.seq, *(latest[rid].seq for rid in ids)])
    gone = sorted((each for each in latest.values() if not each.live), key=lambda each: -each.seq)
    ruleset = Ruleset.of(rules, arrangement.void)
    return Edition(ruleset, {rid: latest[rid] for rid in ids}, last, arrangement.at, tuple(gone))


def _arrangement(game_id: int, seq: int | None) -> Arrangement | None:
    arrangements = Arrangement.objects.filter(game_id=game_id)
    if seq is not None:
        arrangements = arrangements.filter(seq__lte=seq)
    return arrangements.order_by("-seq").first()


def _ids(arrangement: Arrangement) -> list[int]:
    """The rules in force, in order."""
    return [rid for section in SECTIONS for rid in arrangement.order.get(section.value, [])]


def _newest_versions(game_id: int, seq: int | None) -> QuerySet[RuleVersion]:
    versions = RuleVersion.objects.filter(game_id=game_id)
    if seq is not None:
        versions = versions.filter(seq__lte=seq)
    # Versions are only ever added, under the game's lock: a rule's newest is the one with the highest key.
    newest = versions.order_by().values("rule").annotate(newest=Max("pk")).values("newest")
    return RuleVersion.objects.filter(pk__in=newest)


def ruleset(game_id: int, seq: int | None = None) -> Ruleset:
    """The text alone, which nearly every act and page asks for: the same two queries, and no rows of theirs."""
    arrangement = _arrangement(game_id, seq)
    if arrangement is None:
        return Ruleset()
    said = _newest_versions(game_id, seq).values_list("rule__rid", "section", "title", "text")
    latest = {rid: (rid, Section(section), title, text) for rid, section, title, text in said}
    return Ruleset.of((Rule(*latest[rid]) for rid in _ids(arrangement)), arrangement.void)


def moved_since(game_id: int, seq: int) -> bool:
    """Whether any rule has changed after event `seq`."""
    return RuleVersion.objects.filter(game_id=game_id, seq__gt=seq).exists()


def folded(game_id: int, seq: int | None = None) -> Folded:
    """What the text says, dial by dial: where each stands, which are doubled, which cannot be read."""
    return fold(ruleset(game_id, seq), core.catalogue())


def dials_in(laws: Ruleset) -> Mapping[str, Carried]:
    """The dials that the live rules of these laws carry, by name."""
    return fold(laws, core.catalogue()).dials


def state(game: Game) -> State:
    """What a change list would change, as it is now."""
    current = ruleset(game.pk)
    seats = {
        agent.pk: Seat(agent.name, agent.is_admin, agent.in_game, agent.barred, agent.in_game and not agent.playing)
        for agent in Agent.objects.filter(game=game)
    }
    newest = RuleRow.objects.filter(game=game).order_by("-rid").values_list("rid", flat=True).first() or 0
    waiting = core.waiting_applications(game.pk).values_list("name", flat=True)
    return State(current, seats, newest + 1, frozenset({*core.game_keywords(game), *waiting}), _More(game))


class _More(Mapping[str, object]):
    """What the packages above keep of a game, each part read when a change first asks for it: most never do."""

    def __init__(self, game: Game) -> None:
        self._game, self._read = game, dict[str, object]()
        self._loaders: Mapping[str, Callable[[Game], object]] = import_string(settings.NOMIC_KEPT)

    def __getitem__(self, name: str) -> object:
        if name not in self._read:
            self._read[name] = self._loaders[name](self._game)
        return self._read[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._loaders)

    def __len__(self) -> int:
        return len(self._loaders)


def checker() -> Check:
    """What a rule's text must satisfy: readable dials, known names, no hidden characters."""
    return partial(text.check, catalogue=core.catalogue())


def trial(the_state: State, changes: tuple[Change, ...], resolutions: dict[int, str] | None = None) -> Applied:
    """What a change list does to a state."""
    return apply(the_state, changes, checker(), resolutions, names.fold, appliers(kinds()))


@cache
def kinds() -> ChangeKinds:
    """Every kind of change that a change list may hold; the wiring names the table."""
    table: ChangeKinds = import_string(settings.NOMIC_CHANGES)
    return table


def read(entries: object) -> tuple[Change, ...]:
    """A JSON list of changes, of every kind that there is. Raises `Invalid` at what cannot be read."""
    return changes_from(entries, classes(kinds()))


def described(change: Change, the_state: State) -> Line:
    """What a change would do, as a code and plain facts."""
    return kinds()[change.kind].describe(change, the_state)


def understood(entries: object) -> tuple[Change, ...] | None:
    """A change list as it was kept, once more as changes; None for one that this server reads no longer."""
    try:
        return read(entries)
    except Invalid:
        return None


def trial_of(the_state: State, entries: object, resolutions: dict[int, str] | None = None) -> Applied:
    """The same for a list as it was kept. One that is read no longer waits for an Admin, as all that is impossible."""
    changes = understood(entries)
    if changes is None:
        return Applied(the_state, problems=(Problem(0, "list-unread"),))
    return trial(the_state, changes, resolutions)


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """A change list tried out: on which state, what it would do, and what that quietly does to the law."""

    state: State
    run: DryRun
    lints: tuple[Lint, ...]
    older: tuple[str, ...]


def lints_between(before: Ruleset, after: Ruleset) -> tuple[Lint, ...]:
    """What a change of the text would quietly bring about."""
    return lints(before, after, core.catalogue())


def rehearse(the_state: State, own: tuple[Change, ...], older: Sequence[tuple[str, tuple[Change, ...]]]) -> Rehearsal:
    """Try a change list now and behind the `older` ones (ref, changes), the oldest first."""
    run = dry_run(the_state, own, older, checker(), names.fold, appliers(kinds()))
    quietly = lints_between(the_state.ruleset, run.now.state.ruleset)
    return Rehearsal(the_state, run, quietly, tuple(ref for ref, _ in older))


def rule_versions(game_id: int, rid: int) -> QuerySet[RuleVersion]:
    """A rule's whole history, the first version first."""
    return RuleVersion.objects.filter(game_id=game_id, rule__rid=rid).select_related("rule").order_by("n")


def versions_by(game_id: int, cause: str) -> list[RuleVersion]:
    """What a cause, such as `post:12`, made of the law: the versions that it brought about, in their order."""
    found = RuleVersion.objects.filter(game_id=game_id, cause=cause).select_related("rule")
    return list(found.order_by("seq", "pk"))


def laid_down_at(game_id: int) -> int:
    """The number of the event after which the game's first law stood; 0 where it has none."""
    return Arrangement.objects.filter(game_id=game_id).aggregate(first=Min("seq"))["first"] or 0


def before_last_enactment(game_id: int) -> int | None:
    """The number of the last event before a post changed the law for the last time; None where none ever did."""
    versions = RuleVersion.objects.filter(game_id=game_id, cause__startswith="post:")
    cause = versions.order_by("-seq").values_list("cause", flat=True).first()
    return versions.filter(cause=cause).aggregate(first=Min("seq"))["first"] - 1 if cause else None


def rule_blame(versions: Sequence[RuleVersion]) -> tuple[Passage[int], ...]:
    """The text of the last of these versions of one rule, in passages, each with the number of the one that wrote it.

    A long history takes its time to align, and never changes: the answer is kept by the digest of all its texts.
    """
    texts = [(each.n, each.text) for each in versions]
    digest = hashlib.sha256(repr(texts).encode()).hexdigest()
    found: tuple[Passage[int], ...] | None = kept.get(f"blame:{digest}")
    if found is None:
        found = readable(blame(texts))
        kept.set(f"blame:{digest}", found, KEPT)
    return found


def former_titles(game_id: int) -> dict[str, int]:
    """Every title that a rule ever bore, with the id of its newest bearer, the newest last: old anchors lead to it."""
    versions = RuleVersion.objects.filter(game_id=game_id).order_by("seq", "pk")
    found: dict[str, int] = {}
    for title, rid in versions.values_list("title", "rule__rid"):
        found.pop(title, None)
        found[title] = rid
    return found
