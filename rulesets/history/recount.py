"""Recount the law that the server obeyed and the texts of the rules, against the log."""

from __future__ import annotations

from collections.abc import Iterator

from nomic.core.games.models import Game
from nomic.core.law import queries as law_queries
from nomic.core.law.models import LawSnapshot
from nomic.core.log.recount import Difference, Log, compare_values
from rulesets.history import queries as history_queries
from rulesets.history.actions import arrangement_digest, text_digest
from rulesets.models import Arrangement, RuleVersion
from rulesets.text.rules_folding import stored_law, stored_terms


def recount_laws(game: Game, log: Log) -> Iterator[list[Difference]]:
    """What the server obeyed, against what the text said, wherever either changed."""
    for snapshot in LawSnapshot.objects.filter(game=game):
        yield _law_differences(snapshot, snapshot.seq)
    if newest := law_queries.law_snapshot(game.pk):
        yield _law_differences(newest, game.last_seq)


def _law_differences(snapshot: LawSnapshot, seq: int) -> list[Difference]:
    folded = history_queries.folded_law(snapshot.game_id, seq)
    dials, mechanisms = stored_law(folded)
    found = compare_values(seq, "acts and triggers", snapshot.terms, stored_terms(folded))
    for name in sorted(dials.keys() | snapshot.dials.keys()):
        found += compare_values(seq, f"dial {name}", snapshot.dials.get(name), dials.get(name))
    found += compare_values(seq, "mechanisms", snapshot.mechanisms, mechanisms)
    titles = [rule.title for rule in history_queries.ruleset(snapshot.game_id, seq).rules]
    return found + compare_values(seq, "titles of the rules", snapshot.titles, titles)


def recount_rule_texts(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every version of every rule, against the digest that the log took of it."""
    for version in RuleVersion.objects.filter(game=game).select_related("rule").order_by("seq"):
        data = log[version.seq].data if version.seq in log else {}
        rid = version.rule.rid
        recorded = data.get("digests", {}).get(str(rid), data.get("digest"))
        now = text_digest(rid, version.section, version.title, version.text)
        yield compare_values(version.seq, f"text of rule:{rid}", recorded, now)


def recount_arrangements(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every order in which the rules ever stood, and which were void, against the digest that the log took of it."""
    for row in Arrangement.objects.filter(game=game):
        recorded = log[row.seq].data.get("arrangement") if row.seq in log else None
        yield compare_values(row.seq, "order of the rules", recorded, arrangement_digest(row.order, row.void))
