"""Latch Calls for Judgment: a quorum decides one in the moment when it is reached, and its finding is kept.
(Reading 43)
"""

from __future__ import annotations

from nomic.core.effects import Effect
from nomic.core.floor import Floor
from proposals.deciding import queries as deciding_queries
from proposals.deciding.queries import JudgedMatter
from proposals.kinds import KINDS
from proposals.kinds.cfj import rules as cfj_rules
from proposals.posts.models import Matter, Post
from proposals.voting import queries as voting_queries
from proposals.voting.queries import JudgingContext
from proposals.voting.rules import Status


def latch_calls(the_floor: Floor, effect: Effect | None = None) -> None:
    """Step: roster, law or hiatus changed, or a Call was put: each pending one on which a quorum agrees is latched."""
    latching = [each.code for each in KINDS.values() if each.has_latch]
    calls = Matter.objects.filter(
        game=the_floor.game, kind__in=latching, status=Status.PENDING.value, latch__isnull=True
    )
    if not calls.exists():
        return
    scene = voting_queries.judging_context(the_floor.game, the_floor.now)
    for entry in list(Post.objects.filter(matter__in=calls).select_related("author", "matter")):
        if judged := deciding_queries.judged_matter(entry, scene):
            _latch_call(the_floor, judged, scene)


def _latch_call(the_floor: Floor, judged: JudgedMatter, scene: JudgingContext) -> None:
    found = cfj_rules.agreement_at(judged.facts, scene.roster, scene.law, scene.now, scene.hiatus)
    if found is not None:
        kept = deciding_queries.latch_json(found, judged.facts, scene, the_floor.game.last_seq)
        Matter.objects.filter(post=judged.post, latch__isnull=True).update(latch=kept, next_check=the_floor.now)
