"""The law as text: at any moment, in any version. Reads only."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cache, partial
from importlib.resources import files

from django.db.models import QuerySet

from nomic.core import queries as core
from nomic.core.mechanics import names
from nomic.core.models import Agent, Game
from rulesets.mechanics import text
from rulesets.mechanics.apply import Applied, apply
from rulesets.mechanics.blame import Passage, blame
from rulesets.mechanics.changes import Change
from rulesets.mechanics.fold import Folded, fold
from rulesets.mechanics.gamestate import Seat, State
from rulesets.mechanics.ruleset import SECTIONS, Rule, Ruleset, Section
from rulesets.mechanics.starter import StarterRule, read_starter
from rulesets.mechanics.steps import Check
from rulesets.models import Arrangement, RuleVersion
from rulesets.models import Rule as RuleRow


@cache
def starter_law(name: str = "blognomic") -> tuple[StarterRule, ...]:
    """The law that a new game of this kind begins with."""
    return read_starter((files("rulesets") / "starter" / f"{name}.md").read_text("utf-8"))


@dataclass(frozen=True, slots=True)
class Edition:
    """The ruleset after one event, with the version row of every rule in it by its id."""

    ruleset: Ruleset
    versions: dict[int, RuleVersion]
    seq: int
    at: datetime | None


def edition(game_id: int, seq: int | None = None) -> Edition:
    """The ruleset now, or as it stood after event `seq`. Three queries at most, whatever its history."""
    arrangements = Arrangement.objects.filter(game_id=game_id)
    versions = RuleVersion.objects.filter(game_id=game_id)
    if seq is not None:
        arrangements, versions = arrangements.filter(seq__lte=seq), versions.filter(seq__lte=seq)
    arrangement = arrangements.order_by("-seq").first()
    if arrangement is None:
        return Edition(Ruleset(), {}, 0, None)
    latest = {each.rule.rid: each for each in versions.select_related("rule").order_by("seq")}
    ids = [rid for section in SECTIONS for rid in arrangement.order.get(section.value, [])]
    rules = (Rule(rid, Section(latest[rid].section), latest[rid].title, latest[rid].text) for rid in ids)
    ruleset = Ruleset.of(rules, arrangement.void)
    newest = max((latest[rid].seq for rid in ids), default=0)
    last = max(arrangement.seq, newest)
    return Edition(ruleset, {rid: latest[rid] for rid in ids}, last, arrangement.at)


def ruleset(game_id: int, seq: int | None = None) -> Ruleset:
    return edition(game_id, seq).ruleset


def folded(game_id: int, seq: int | None = None) -> Folded:
    """What the text says, dial by dial: where each stands, which are doubled, which cannot be read."""
    return fold(ruleset(game_id, seq), core.catalogue())


def edition_at(game_id: int, moment: datetime) -> Edition:
    """The ruleset as it stood at an instant: after the last event that had happened by then."""
    return edition(game_id, core.seq_at(game_id, moment))


def state(game: Game) -> State:
    """What a change list would change, as it is now."""
    current = ruleset(game.pk)
    seats = {agent.pk: Seat(agent.name, agent.is_admin, agent.in_game) for agent in Agent.objects.filter(game=game)}
    newest = RuleRow.objects.filter(game=game).order_by("-rid").values_list("rid", flat=True).first() or 0
    keywords = frozenset(core.reserved_names(game)) - {rule.title for rule in current.rules}
    return State(current, seats, newest + 1, keywords)


def checker() -> Check:
    """What a rule's text must satisfy: readable dials, known names, no hidden characters."""
    return partial(text.check, catalogue=core.catalogue())


def trial(the_state: State, changes: tuple[Change, ...], resolutions: dict[int, str] | None = None) -> Applied:
    """What a change list does to a state."""
    return apply(the_state, changes, checker(), resolutions, names.fold)


def rule_versions(game_id: int, rid: int) -> QuerySet[RuleVersion]:
    """A rule's whole history, the first version first."""
    return RuleVersion.objects.filter(game_id=game_id, rule__rid=rid).select_related("rule").order_by("n")


def rule_blame(game_id: int, rid: int, n: int | None = None) -> tuple[Passage[int], ...]:
    """The text of version `n`, or of the newest, in passages; each with the number of the version that wrote it."""
    versions = rule_versions(game_id, rid)
    if n is not None:
        versions = versions.filter(n__lte=n)
    return blame([(each.n, each.text) for each in versions])


def former_titles(game_id: int) -> dict[str, int]:
    """Every title that a rule ever bore, with the rule's id: old anchors still lead to it. The newest bearer wins."""
    versions = RuleVersion.objects.filter(game_id=game_id).order_by("seq").select_related("rule")
    return {each.title: each.rule.rid for each in versions}
