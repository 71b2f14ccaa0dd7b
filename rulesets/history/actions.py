"""Write new versions of rules, rearrange them, correct slips of spelling. Each step writes a version and an event.
(Rule 1.1; Reading 48)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from nomic.core import chain
from nomic.core.decision import Fact, Reason, Refused
from nomic.core.effects import LawChanged
from nomic.core.floor import Floor, floor
from nomic.core.games import queries as games_queries
from nomic.core.games.models import Agent
from nomic.core.law import queries as law_queries
from nomic.core.law.models import LawSnapshot
from nomic.core.law.rules import StoredTerm
from nomic.core.roster import actions as roster_actions
from rulesets.history import queries as history_queries
from rulesets.history.rules import may_correct
from rulesets.models import Arrangement, Rule, RuleAct, RuleVersion
from rulesets.text.rules import SECTIONS, Ruleset, RuleText, clean_text
from rulesets.text.rules_entrenchment import ENTRENCHMENT_BASIS
from rulesets.text.rules_folding import StoredDials, StoredMechanisms, fold_ruleset, stored_law, stored_terms


@dataclass(frozen=True, slots=True)
class VersionSource:
    """Where a version comes from: who wrote it, the matter that caused it, and whether a change had to be fitted in."""

    by: str
    cause: str = ""
    merged: bool = False
    resolved: bool = False


def write_version(the_floor: Floor, rule: RuleText, act: RuleAct, source: VersionSource) -> RuleVersion:
    """Step: append a version of a rule, in force from the next event on. A rule of a new id comes into being."""
    row, _ = Rule.objects.get_or_create(game=the_floor.game, rid=rule.id, defaults={"created_seq": the_floor.next_seq})
    return RuleVersion.objects.create(
        rule=row,
        game=the_floor.game,
        n=games_queries.next_number(RuleVersion.objects.filter(rule=row), "n"),
        seq=the_floor.next_seq,
        at=the_floor.now,
        act=act,
        section=rule.section.value,
        title=rule.title,
        text=rule.text,
        live=act != RuleAct.REPEALED,
        cause=source.cause,
        by=source.by,
        merged=source.merged,
        resolved=source.resolved,
    )


def text_digest(rid: int, section: str, title: str, text: str) -> str:
    """What the log remembers of a rule's version, so that nobody can alter the text of the past unnoticed."""
    return chain.digest({"rule": rid, "section": section, "title": title, "text": text})


def arrangement_digest(order: Fact, void: Fact) -> str:
    """What the log remembers of the order of the rules: their numbers, and which dial prevails, hang on it."""
    return chain.digest({"order": order, "void": void})


def write_arrangement(the_floor: Floor, ruleset: Ruleset) -> str:
    """Step: write down the order of the rules, and which are void, from the next event on; answers with its digest."""
    order = {section.value: [rule.id for rule in ruleset.in_section(section)] for section in SECTIONS}
    void = sorted(ruleset.void)
    now = Arrangement.objects.filter(game=the_floor.game).order_by("-seq").first()
    if now is None or (now.order, now.void) != (order, void):
        Arrangement.objects.create(
            game=the_floor.game, seq=the_floor.next_seq, at=the_floor.now, order=order, void=void
        )
    return arrangement_digest(order, void)


def take_effect(the_floor: Floor, *, subject: str = "") -> None:
    """Step: read the text anew; if it says something else than before, the server obeys that from here on.

    Records `law.changed` with every dial, mechanism and act that moved, and makes what depends on the law due.
    """
    ruleset = history_queries.ruleset(the_floor.game.pk)
    folded = fold_ruleset(ruleset, law_queries.catalogue())
    (dials, mechanisms), terms = stored_law(folded), stored_terms(folded)
    titles = [rule.title for rule in ruleset.rules]
    before = law_queries.law_snapshot(the_floor.game.pk)
    now = (dials, mechanisms, titles, terms)
    if before and (before.dials, before.mechanisms, before.titles, before.terms) == now:
        return
    moved = _dial_changes(before, dials, mechanisms) + _terms_moved(before.terms if before else (), terms)
    LawSnapshot.objects.create(
        game=the_floor.game,
        seq=the_floor.next_seq if moved else the_floor.game.last_seq,
        at=the_floor.now,
        dials=dials,
        mechanisms=mechanisms,
        titles=titles,
        terms=terms,
    )
    if moved:
        the_floor.record("law.changed", subject=subject, moved=moved)
    the_floor.dispatch(LawChanged())


def _dial_changes(before: LawSnapshot | None, dials: StoredDials, mechanisms: StoredMechanisms) -> list[Fact]:
    """What the text says otherwise now: `{"name", "from", "to"}` in words, null where the text is silent."""
    old_dials, old_mechanisms = (before.dials, before.mechanisms) if before else ({}, {})
    moved: list[Fact] = []
    for name in sorted(old_dials.keys() | dials.keys()):
        was, now = old_dials.get(name), dials.get(name)
        if (was and was["value"]) != (now and now["value"]) or (was is None) != (now is None):
            words = {"from": was and str(was["words"]), "to": now and str(now["words"])}
            moved.append({"name": name} | words)
    for name in sorted(old_mechanisms.keys() ^ mechanisms.keys()):
        moved.append({"name": name, "from": old_mechanisms.get(name), "to": mechanisms.get(name)})
    return moved


def _terms_moved(before: Iterable[StoredTerm], after: Iterable[StoredTerm]) -> list[Fact]:
    """The same of acts and triggers: where each stood, and where it stands; null for nowhere."""
    old, new = _places(before), _places(after)
    changed = sorted(name for name in old.keys() | new.keys() if old.get(name) != new.get(name))
    return [{"name": name, "from": old.get(name), "to": new.get(name)} for name in changed]


def _places(terms: Iterable[StoredTerm]) -> dict[str, str]:
    places: dict[str, str] = {}
    for each in terms:
        name = f"{each['kind']}:{each['name']}"
        places[name] = f"{places[name]}, {each['rule']}" if name in places else str(each["rule"])
    return places


def void_restored(ruleset: Ruleset, rule_id: int) -> Ruleset:
    """The ruleset with a rule no longer void."""
    return replace(ruleset, void=ruleset.void - {rule_id})


# Slips of spelling are put right by any Admin at once, and put back by any other. (Rule 1.1; Reading 48)


def correct_rule(*, actor_id: int, game_id: int, rid: int, base_version: int, text: str) -> None:
    """An Admin corrects a slip in a rule's text. Raises `Invalid` for a text that may not stand in a rule.

    Refused for what is more than a slip, and where the rule has moved since `base_version`.
    """
    text = clean_text(text)
    history_queries.text_check()(text)
    with floor(game_id) as the_floor:
        admin = roster_actions.require_admin(the_floor, actor_id, awake=False)
        ruleset = history_queries.ruleset(game_id)
        may_correct(ruleset, rid, text).or_refuse()
        if _newest(game_id, rid).n != base_version:
            raise Refused(Reason("rule-moved-meanwhile", ENTRENCHMENT_BASIS))
        rule = ruleset.rule(rid)
        assert rule is not None
        _write_correction(the_floor, admin, replace(rule, text=text), RuleAct.CORRECTED)


def reverse_correction(*, actor_id: int, game_id: int, rid: int) -> None:
    """An Admin puts back what the last correction of a rule changed."""
    with floor(game_id) as the_floor:
        admin = roster_actions.require_admin(the_floor, actor_id, awake=False)
        rule, newest = history_queries.ruleset(game_id).rule(rid), _newest(game_id, rid)
        if rule is None or newest.act != RuleAct.CORRECTED:
            raise Refused(Reason("no-correction", ENTRENCHMENT_BASIS))
        before = history_queries.rule_versions(game_id, rid).get(n=newest.n - 1)
        _write_correction(the_floor, admin, replace(rule, text=before.text), RuleAct.REVERSED)


def _newest(game_id: int, rid: int) -> RuleVersion:
    newest = history_queries.rule_versions(game_id, rid).last()
    if newest is None:
        raise Refused(Reason("nothing-in-force", ENTRENCHMENT_BASIS))
    return newest


def _write_correction(the_floor: Floor, admin: Agent, rule: RuleText, act: RuleAct) -> None:
    version = write_version(the_floor, rule, act, VersionSource(admin.name))
    digest = text_digest(rule.id, rule.section.value, rule.title, rule.text)
    the_floor.record(
        f"rule.{act}", actor=admin, subject=f"rule:{rule.id}", title=rule.title, version=version.n, digest=digest
    )
    # No dial moves, but what a trigger's paragraph says, which a duty will repeat, is spelt otherwise from now on.
    take_effect(the_floor)
