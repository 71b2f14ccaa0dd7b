"""What an Ascension Address would bring about, worked out whole: for the preview, and for the act. Reads only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from dynasties.registry import THEMES
from dynasties.succession.queries import present_dynasty, was_handed_on
from dynasties.succession.rules import (
    AscensionWishes,
    Heir,
    Speaker,
    Surroundings,
    may_hand_on,
    may_rename,
    may_repeal,
    may_speak,
    new_keywords,
)
from dynasties.succession.rules_rewording import (
    ColumnReworded,
    Rename,
    Reworded,
    reword_columns,
    reword_rule,
    reword_ruleset,
    unfit_columns,
)
from dynasties.themes import Theme
from dynasties.tracker.rules_columns import TRACKER_KEPT, tracker_in
from nomic.core.decision import Decision, Invalid, Reason
from nomic.core.games import queries as games_queries
from nomic.core.games.models import Agent, Game
from nomic.core.language.rules import OFFICES, Keywords
from nomic.core.law import queries as law_queries
from nomic.core.law.dials import DOV_DECLARING
from nomic.core.roster import queries as roster_queries, rules as roster_rules
from rulesets.changes import queries as changes_queries
from rulesets.changes.rules import Change, EnactRule, RepealRule
from rulesets.changes.rules_steps import Applied
from rulesets.history import queries as history_queries
from rulesets.text.rules import Ruleset, RuleText, Section, title_problem


@dataclass(frozen=True, slots=True)
class AscensionPlan:
    """What wishes come to: `decision` says whether they may be, the rest what they do, in the order in which it is
    done: repeals, rewordings, and what the theme package brings."""

    wishes: AscensionWishes
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
    def repealed_rules(self) -> tuple[RuleText, ...]:
        return tuple(rule for rule in self.before.rules if rule.id in self.wishes.repeal)

    @property
    def enacted_rules(self) -> tuple[RuleText, ...]:
        """What the theme package brings."""
        return tuple(rule for rule in self.after.rules if self.before.rule(rule.id) is None)

    @property
    def dropped_columns(self) -> tuple[str, ...]:
        """The columns that go out of use with the rules that carry them."""
        tracker = tracker_in(self.repeals.state)
        stays = {each.number for each in tracker.live(self.repeals.state.ruleset)}
        return tuple(each.name for each in tracker.live(self.before) if each.number not in stays)

    @property
    def made_columns(self) -> tuple[str, ...]:
        """The columns that the theme package makes."""
        known = tracker_in(self.repeals.state).columns
        return tuple(each.name for each in tracker_in(self.package.state).columns.values() if each.number not in known)


def ascension_plan(game: Game, wishes: AscensionWishes) -> AscensionPlan:
    """Try an Address out on the law as it is now."""
    state, now, basis = changes_queries.current_state(game), games_queries.keywords_of(game), law_queries.law(game.pk)
    before, rule = state.ruleset, basis.rule(DOV_DECLARING)
    may = may_repeal(wishes.repeal, before, basis)
    repeals = changes_queries.try_changes(state, tuple(RepealRule(each) for each in wishes.repeal if before.rule(each)))
    remains = repeals.state.ruleset
    around = _surroundings(game, remains, now)
    renames = may_rename(wishes.renames, around, rule)
    reworded = reword_ruleset(remains, wishes.renames) if renames.outcome else ()
    ruleset = _renamed_state(remains, reworded)
    tracker = tracker_in(repeals.state)
    there = tracker.carried_columns(remains)
    columns = reword_columns(there, wishes.renames) if renames.outcome else ()
    unfit = (
        *_unfit(around, ruleset, reworded, rule),
        *unfit_columns(columns, there, tracker.words, rule, roster_rules.fold_name),
    )
    keywords = new_keywords(now, wishes.renames)
    for each in columns:
        tracker = tracker.with_column(replace(each.column, name=each.name))
    begun = repeals.state.with_ruleset(ruleset).with_more(TRACKER_KEPT, tracker)
    package = changes_queries.try_changes(begun, theme_changes(wishes.package, keywords, state.next_rule_id))
    clashes = tuple(
        Reason("package-clash", rule, {"theme": THEMES[wishes.package].title, "code": each.code} | dict(each.facts))
        for each in package.problems
    )
    reasons = (*may.reasons, *renames.reasons, *unfit, *clashes)
    return AscensionPlan(wishes, before, repeals, reworded, columns, package, keywords, Decision(not reasons, reasons))


def _surroundings(game: Game, remains: Ruleset, now: Keywords) -> Surroundings:
    called = Agent.objects.filter(game=game).values_list("name", flat=True)
    waiting = roster_queries.waiting_applications(game.pk).values_list("name", flat=True)
    return Surroundings(now, remains, frozenset([*called, *waiting]), roster_queries.reserved_words())


def _renamed_state(ruleset: Ruleset, reworded: tuple[Reworded, ...]) -> Ruleset:
    for each in reworded:
        ruleset = ruleset.with_rule_changed(each.after.id, title=each.after.title, text=each.after.text)
    return ruleset


def _unfit(around: Surroundings, after: Ruleset, reworded: tuple[Reworded, ...], rule: str) -> Iterator[Reason]:
    """What the new words make of a rule that no rule may be: too long, or called like another or like somebody."""
    check, people = history_queries.text_check(), {roster_rules.fold_name(each) for each in around.names}
    folded = [roster_rules.fold_name(each.title) for each in after.rules]
    for each in reworded:
        facts = {"title": each.before.title}
        if said := title_problem(each.after.title):
            yield Reason("reworded-badly", rule, facts | {"said": said.rstrip(".")})
        elif each.after.title != each.before.title and folded.count(roster_rules.fold_name(each.after.title)) > 1:
            yield Reason("titles-alike", rule, facts | {"after": each.after.title})
        elif each.after.title != each.before.title and roster_rules.fold_name(each.after.title) in people:
            yield Reason("title-names-somebody", rule, facts | {"after": each.after.title})
        try:
            if each.after.text != each.before.text:
                check(each.after.text)
        except Invalid as error:
            yield Reason("reworded-badly", rule, facts | {"said": error.text.rstrip(".")})


def theme_changes(name: str, keywords: Keywords, first_id: int) -> tuple[Change, ...]:
    """The changes with which a theme begins, in the game's own words."""
    if not name:
        return ()
    theme, spoken = THEMES[name], _has_spoken(keywords)
    rules = [
        reword_rule(RuleText(rid, Section.DYNASTIC, title, text), spoken).after
        for rid, (title, text) in enumerate(theme.rules, first_id)
    ]
    ids = {title: rid for rid, (title, _) in enumerate(theme.rules, first_id)}
    enacted = tuple(EnactRule(section=each.section, title=each.title, text=each.text) for each in rules)
    return (*enacted, *changes_queries.read_changes(theme.more(ids)))


def _has_spoken(keywords: Keywords) -> tuple[Rename, ...]:
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
    return Speaker(game.mastermind_id == agent.pk, agent.is_admin, agent.is_playing)


def may_ascend(game: Game, agent: Agent) -> Decision[bool]:
    """Whether an Agent may post the Ascension Address now."""
    basis = law_queries.law(game.pk)
    return may_speak(speaker(game, agent), awaited=game.awaits_address, headless=game.mastermind_id is None, law=basis)


def may_pass_role(game: Game, agent: Agent, to: Agent) -> Decision[bool]:
    """Whether the new Mastermind may pass the role to another Agent now."""
    row = present_dynasty(game.pk)
    return may_hand_on(
        speaker(game, agent),
        Heir(to.name, to.is_playing, to.pk == agent.pk),
        awaited=game.awaits_address,
        handed=row is not None and was_handed_on(row),
        law=law_queries.law(game.pk),
    )
