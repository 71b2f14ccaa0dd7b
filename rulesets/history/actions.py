"""The text changes, and with it what the server obeys. Every step writes a version and an event."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from nomic.core import queries as core
from nomic.core.floor import Floor
from nomic.core.mechanics import chain
from nomic.core.mechanics.decision import Fact
from nomic.core.mechanics.effects import LawChanged
from nomic.core.mechanics.terms import StoredTerm
from nomic.core.models import LawSnapshot
from rulesets import queries
from rulesets.mechanics.fold import StoredDials, StoredMechanisms, fold, stored, stored_terms
from rulesets.mechanics.ruleset import SECTIONS, Rule, Ruleset
from rulesets.models import Arrangement, RuleAct, RuleVersion
from rulesets.models import Rule as RuleRow


def write(
    the_floor: Floor,
    rule: Rule,
    act: RuleAct,
    *,
    cause: str = "",
    by: str,
    live: bool = True,
    merged: bool = False,
    resolved: bool = False,
) -> RuleVersion:
    """Step: append a version of a rule, in force from the next event on. A rule of a new id comes into being."""
    row, _ = RuleRow.objects.get_or_create(
        game=the_floor.game, rid=rule.id, defaults={"created_seq": the_floor.next_seq}
    )
    return RuleVersion.objects.create(
        rule=row,
        game=the_floor.game,
        n=core.next_number(RuleVersion.objects.filter(rule=row), "n"),
        seq=the_floor.next_seq,
        at=the_floor.now,
        act=act,
        section=rule.section.value,
        title=rule.title,
        text=rule.text,
        live=live,
        cause=cause,
        by=by,
        merged=merged,
        resolved=resolved,
    )


def text_digest(rid: int, section: str, title: str, text: str) -> str:
    """What the log remembers of a rule's version, so that nobody can alter the text of the past unnoticed."""
    return chain.digest({"rule": rid, "section": section, "title": title, "text": text})


def arrangement_digest(order: Fact, void: Fact) -> str:
    """What the log remembers of the order of the rules: their numbers, and which dial prevails, hang on it."""
    return chain.digest({"order": order, "void": void})


def arrange(the_floor: Floor, ruleset: Ruleset) -> str:
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
    ruleset = queries.ruleset(the_floor.game.pk)
    folded = fold(ruleset, core.catalogue())
    (dials, mechanisms), terms = stored(folded), stored_terms(folded)
    titles = [rule.title for rule in ruleset.rules]
    before = core.law_snapshot(the_floor.game.pk)
    now = (dials, mechanisms, titles, terms)
    if before and (before.dials, before.mechanisms, before.titles, before.terms) == now:
        return
    moved = _moved(before, dials, mechanisms) + _terms_moved(before.terms if before else (), terms)
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
    the_floor.cause(LawChanged())


def _moved(before: LawSnapshot | None, dials: StoredDials, mechanisms: StoredMechanisms) -> list[Fact]:
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


def lay_down(the_floor: Floor, name: str, *, by: str) -> None:
    """Step: the starter law of a new game; `by` is what its founder is called there."""
    ruleset = queries.starter_ruleset(name)
    _write_first(the_floor, ruleset, by)
    arrangement = arrange(the_floor, ruleset)
    digests = {str(rule.id): text_digest(rule.id, rule.section.value, rule.title, rule.text) for rule in ruleset.rules}
    the_floor.record(
        "law.laid-down", by=by, starter=name, rules=len(ruleset.rules), digests=digests, arrangement=arrangement
    )
    take_effect(the_floor)


def _write_first(the_floor: Floor, ruleset: Ruleset, by: str) -> None:
    """The first version of every rule of a new game, all at once: nothing is known of any of them yet."""
    rules = sorted(ruleset.rules, key=lambda rule: rule.id)
    rows = RuleRow.objects.bulk_create(
        RuleRow(game=the_floor.game, rid=rule.id, created_seq=the_floor.next_seq) for rule in rules
    )
    RuleVersion.objects.bulk_create(
        RuleVersion(
            rule=row, game=the_floor.game, n=1, seq=the_floor.next_seq, at=the_floor.now, act=RuleAct.STARTER,
            section=rule.section.value, title=rule.title, text=rule.text, by=by,
        )
        for row, rule in zip(rows, rules, strict=True)
    )  # fmt: skip


def void_restored(ruleset: Ruleset, rule_id: int) -> Ruleset:
    """The ruleset with a rule no longer void."""
    return replace(ruleset, void=ruleset.void - {rule_id})
