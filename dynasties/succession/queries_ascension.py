"""What an Ascension Address would bring about, worked out whole: for the preview, and for the act. Reads only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from dynasties.mechanics.ascending import BASIS, Speaker, Wishes, may_hand_on, may_repeal, may_speak
from dynasties.mechanics.collisions import Surroundings, may_rename, new_keywords
from dynasties.mechanics.column_appliers import KEPT, tracker_in
from dynasties.mechanics.column_rewording import ColumnReworded, reword_columns, unfit_columns
from dynasties.mechanics.renaming import Rename
from dynasties.mechanics.rewording import Reworded, reword_rule, reword_ruleset
from dynasties.mechanics.themes import Theme
from dynasties.queries.dynasties import present, was_handed_on
from dynasties.registry import THEMES
from nomic.core import queries as core
from nomic.core.mechanics import names
from nomic.core.mechanics.decision import Decision, Invalid, Reason
from nomic.core.mechanics.keywords import OFFICES, Keywords
from nomic.core.models import Agent, Game
from rulesets import queries as law
from rulesets.mechanics.apply import Applied
from rulesets.mechanics.changes import Change, EnactRule, RepealRule
from rulesets.mechanics.ruleset import Rule, Ruleset, Section
from rulesets.mechanics.text import title_problem


@dataclass(frozen=True, slots=True)
class Plan:
    """What wishes come to: `decision` says whether they may be, the rest what they do, in the order in which it is
    done: repeals, rewordings, and what the theme package brings."""

    wishes: Wishes
    before: Ruleset
    repeals: Applied
    reworded: tuple[Reworded, ...]
    columns: tuple[ColumnReworded, ...]
    package: Applied
    keywords: Keywords
    decision: Decision[bool]

    @property
    def after(self) -> Ruleset:
        return self.package.state.ruleset

    @property
    def repealed(self) -> tuple[Rule, ...]:
        return tuple(rule for rule in self.before.rules if rule.id in self.wishes.repeal)

    @property
    def enacted(self) -> tuple[Rule, ...]:
        """What the theme package brings."""
        return tuple(rule for rule in self.after.rules if self.before.rule(rule.id) is None)

    @property
    def untracked(self) -> tuple[str, ...]:
        """The columns that go out of use with the rules that carry them."""
        tracker = tracker_in(self.repeals.state)
        stays = {each.number for each in tracker.live(self.repeals.state.ruleset)}
        return tuple(each.name for each in tracker.live(self.before) if each.number not in stays)

    @property
    def tracked(self) -> tuple[str, ...]:
        """The columns that the theme package makes."""
        known = tracker_in(self.repeals.state).columns
        return tuple(each.name for each in tracker_in(self.package.state).columns.values() if each.number not in known)


def plan(game: Game, wishes: Wishes) -> Plan:
    """Try an Address out on the law as it is now."""
    state, now, basis = law.state(game), core.keywords(game), core.law(game.pk)
    before, rule = state.ruleset, basis.rule(BASIS)
    may = may_repeal(wishes.repeal, before, basis)
    repeals = law.trial(state, tuple(RepealRule(each) for each in wishes.repeal if before.rule(each)))
    remains = repeals.state.ruleset
    around = _surroundings(game, remains, now)
    renames = may_rename(wishes.renames, around, rule)
    reworded = reword_ruleset(remains, wishes.renames) if renames.outcome else ()
    ruleset = _put(remains, reworded)
    tracker = tracker_in(repeals.state)
    there = tracker.carried(remains)
    columns = reword_columns(there, wishes.renames) if renames.outcome else ()
    unfit = (
        *_unfit(around, ruleset, reworded, rule),
        *unfit_columns(columns, there, tracker.words, rule, names.fold),
    )
    keywords = new_keywords(now, wishes.renames)
    for each in columns:
        tracker = tracker.with_column(replace(each.column, name=each.name))
    begun = repeals.state.with_ruleset(ruleset).with_more(KEPT, tracker)
    package = law.trial(begun, package_of(wishes.package, keywords, state.next_rule_id))
    clashes = tuple(
        Reason("package-clash", rule, {"theme": THEMES[wishes.package].title, "code": each.code} | dict(each.facts))
        for each in package.problems
    )
    reasons = (*may.reasons, *renames.reasons, *unfit, *clashes)
    return Plan(wishes, before, repeals, reworded, columns, package, keywords, Decision(not reasons, reasons))


def _surroundings(game: Game, remains: Ruleset, now: Keywords) -> Surroundings:
    called = Agent.objects.filter(game=game).values_list("name", flat=True)
    waiting = core.waiting_applications(game.pk).values_list("name", flat=True)
    return Surroundings(now, remains, frozenset([*called, *waiting]), core.reserved_words())


def _put(ruleset: Ruleset, reworded: tuple[Reworded, ...]) -> Ruleset:
    for each in reworded:
        ruleset = ruleset.replaced(each.after.id, title=each.after.title, text=each.after.text)
    return ruleset


def _unfit(around: Surroundings, after: Ruleset, reworded: tuple[Reworded, ...], rule: str) -> Iterator[Reason]:
    """What the new words make of a rule that no rule may be: too long, or called like another or like somebody."""
    check, people = law.checker(), {names.fold(each) for each in around.names}
    folded = [names.fold(each.title) for each in after.rules]
    for each in reworded:
        facts = {"title": each.before.title}
        if said := title_problem(each.after.title):
            yield Reason("reworded-badly", rule, facts | {"said": said.rstrip(".")})
        elif each.after.title != each.before.title and folded.count(names.fold(each.after.title)) > 1:
            yield Reason("titles-alike", rule, facts | {"after": each.after.title})
        elif each.after.title != each.before.title and names.fold(each.after.title) in people:
            yield Reason("title-names-somebody", rule, facts | {"after": each.after.title})
        try:
            if each.after.text != each.before.text:
                check(each.after.text)
        except Invalid as error:
            yield Reason("reworded-badly", rule, facts | {"said": error.text.rstrip(".")})


def package_of(name: str, keywords: Keywords, first_id: int) -> tuple[Change, ...]:
    """The changes with which a theme begins, in the game's own words."""
    if not name:
        return ()
    theme, spoken = THEMES[name], _spoken(keywords)
    rules = [
        reword_rule(Rule(rid, Section.DYNASTIC, title, text), spoken).after
        for rid, (title, text) in enumerate(theme.rules, first_id)
    ]
    ids = {title: rid for rid, (title, _) in enumerate(theme.rules, first_id)}
    enacted = tuple(EnactRule(section=each.section, title=each.title, text=each.text) for each in rules)
    return (*enacted, *law.read(theme.more(ids)))


def _spoken(keywords: Keywords) -> tuple[Rename, ...]:
    """From the words that every theme is written in to the game's own."""
    usual = Keywords()
    return tuple(
        Rename(usual.of(each), keywords.of(each), usual.plural(each), keywords.plural(each), each)
        for each in OFFICES
        if (usual.of(each), usual.plural(each)) != (keywords.of(each), keywords.plural(each))
    )


def themes() -> tuple[Theme, ...]:
    """The theme packages that a Dynasty may begin with."""
    return tuple(THEMES.values())


def speaker(game: Game, agent: Agent) -> Speaker:
    return Speaker(game.mastermind_id == agent.pk, agent.is_admin, agent.playing)


def may_ascend(game: Game, agent: Agent) -> Decision[bool]:
    """Whether an Agent may post the Ascension Address now."""
    basis = core.law(game.pk)
    return may_speak(
        speaker(game, agent), awaited=game.awaits_address, headless=game.mastermind_id is None, law=basis
    )


def may_pass_role(game: Game, agent: Agent, to: Agent) -> Decision[bool]:
    """Whether the new Mastermind may pass the role to another Agent now."""
    row = present(game.pk)
    return may_hand_on(
        speaker(game, agent), awaited=game.awaits_address, handed=row is not None and was_handed_on(row),
        to=to.name, to_plays=to.playing, to_self=to.pk == agent.pk, law=core.law(game.pk),
    )  # fmt: skip
