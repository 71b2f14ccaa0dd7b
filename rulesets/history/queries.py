"""The law as text at any moment and in any version. Reads only."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.core.cache import cache
from django.db.models import Max, Min, QuerySet

from nomic.core.law import queries as law_queries
from rulesets.history.rules import BlamedPassage, blame_passages, whole_sentences
from rulesets.models import Arrangement, RuleVersion
from rulesets.text import rules as text_rules
from rulesets.text.rules import SECTIONS, Ruleset, RuleText, Section, TextCheck
from rulesets.text.rules_folding import Carried, Folded, fold_ruleset

BLAME_CACHE_SECONDS = 30 * 86_400


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
    ids = _rule_ids(arrangement)
    rules = (RuleText(rid, Section(latest[rid].section), latest[rid].title, latest[rid].text) for rid in ids)
    last = max([arrangement.seq, *(latest[rid].seq for rid in ids)])
    gone = sorted((each for each in latest.values() if not each.live), key=lambda each: -each.seq)
    ruleset = Ruleset.of(rules, arrangement.void)
    return Edition(ruleset, {rid: latest[rid] for rid in ids}, last, arrangement.at, tuple(gone))


def _arrangement(game_id: int, seq: int | None) -> Arrangement | None:
    arrangements = Arrangement.objects.filter(game_id=game_id)
    if seq is not None:
        arrangements = arrangements.filter(seq__lte=seq)
    return arrangements.order_by("-seq").first()


def _rule_ids(arrangement: Arrangement) -> list[int]:
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
    return Ruleset.of((RuleText(*latest[rid]) for rid in _rule_ids(arrangement)), arrangement.void)


def has_changed_since(game_id: int, seq: int) -> bool:
    """Whether any rule has changed after event `seq`."""
    return RuleVersion.objects.filter(game_id=game_id, seq__gt=seq).exists()


def folded_law(game_id: int, seq: int | None = None) -> Folded:
    """What the text says, dial by dial: where each stands, which are doubled, which cannot be read."""
    return fold_ruleset(ruleset(game_id, seq), law_queries.catalogue())


def dials_in(laws: Ruleset) -> Mapping[str, Carried]:
    """The dials that the live rules of these laws carry, by name."""
    return fold_ruleset(laws, law_queries.catalogue()).dials


def text_check() -> TextCheck:
    """What a rule's text must satisfy: readable dials, known names, no hidden characters."""
    return partial(text_rules.check_text, catalogue=law_queries.catalogue())


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


def rule_blame(versions: Sequence[RuleVersion]) -> tuple[BlamedPassage[int], ...]:
    """The text of the last of these versions of one rule, in passages, each with the number of the one that wrote it.

    A long history takes its time to align, and never changes: the answer is kept by the digest of all its texts.
    """
    texts = [(each.n, each.text) for each in versions]
    digest = hashlib.sha256(repr(texts).encode()).hexdigest()
    found: tuple[BlamedPassage[int], ...] | None = cache.get(f"blame:{digest}")
    if found is None:
        found = whole_sentences(blame_passages(texts))
        cache.set(f"blame:{digest}", found, BLAME_CACHE_SECONDS)
    return found


def former_titles(game_id: int) -> dict[str, int]:
    """Every title that a rule ever bore, with the id of its newest bearer, the newest last: old anchors lead to it."""
    versions = RuleVersion.objects.filter(game_id=game_id).order_by("seq", "pk")
    found: dict[str, int] = {}
    for title, rid in versions.values_list("title", "rule__rid"):
        found.pop(title, None)
        found[title] = rid
    return found
