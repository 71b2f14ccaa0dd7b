"""The law: what the server obeyed, and the texts that it obeyed, against what the log remembers of them."""

from __future__ import annotations

from collections.abc import Iterator

from nomic.core import queries as core
from nomic.core.models import Game, LawSnapshot
from proposals.recounting.differences import Difference, Log, compare
from rulesets import queries as rules
from rulesets.actions.writing import arrangement_digest, text_digest
from rulesets.mechanics.fold import stored, stored_terms
from rulesets.models import Arrangement, RuleVersion


def laws(game: Game, log: Log) -> Iterator[list[Difference]]:
    """What the server obeyed, against what the text said, wherever either changed."""
    for snapshot in LawSnapshot.objects.filter(game=game):
        yield _law(snapshot, snapshot.seq)
    if newest := core.law_snapshot(game.pk):
        yield _law(newest, game.last_seq)


def _law(snapshot: LawSnapshot, seq: int) -> list[Difference]:
    folded = rules.folded(snapshot.game_id, seq)
    dials, mechanisms = stored(folded)
    found = compare(seq, "acts and triggers", snapshot.terms, stored_terms(folded))
    for name in sorted(dials.keys() | snapshot.dials.keys()):
        found += compare(seq, f"dial {name}", snapshot.dials.get(name), dials.get(name))
    found += compare(seq, "mechanisms", snapshot.mechanisms, mechanisms)
    titles = [rule.title for rule in rules.ruleset(snapshot.game_id, seq).rules]
    return found + compare(seq, "titles of the rules", snapshot.titles, titles)


def texts(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every version of every rule, against the digest that the log took of it."""
    for version in RuleVersion.objects.filter(game=game).select_related("rule").order_by("seq"):
        data = log[version.seq].data if version.seq in log else {}
        rid = version.rule.rid
        recorded = data.get("digests", {}).get(str(rid), data.get("digest"))
        now = text_digest(rid, version.section, version.title, version.text)
        yield compare(version.seq, f"text of rule:{rid}", recorded, now)


def arrangements(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every order in which the rules ever stood, and which were void, against the digest that the log took of it."""
    for row in Arrangement.objects.filter(game=game):
        recorded = log[row.seq].data.get("arrangement") if row.seq in log else None
        yield compare(row.seq, "order of the rules", recorded, arrangement_digest(row.order, row.void))
