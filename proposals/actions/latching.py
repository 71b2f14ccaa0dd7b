"""A quorum on a Call for Judgment decides it in the moment when it is reached: its finding is kept. (Reading 43)"""

from __future__ import annotations

from nomic.core.floor import Floor
from nomic.core.mechanics.effects import Effect
from proposals import queries
from proposals.mechanics import cfj
from proposals.mechanics.votes import Kind, Status
from proposals.models import Matter, Post
from proposals.queries import Judged, Scene


def quorums_may_agree(the_floor: Floor, effect: Effect | None = None) -> None:
    """Step: roster, law or hiatus changed, or a Call was put: each pending one on which a quorum agrees is latched."""
    calls = Matter.objects.filter(
        game=the_floor.game, kind=Kind.CFJ.value, status=Status.PENDING.value, latch__isnull=True
    )
    if not calls.exists():
        return
    scene = queries.scene(the_floor.game, the_floor.now)
    for entry in list(Post.objects.filter(matter__in=calls).select_related("author", "matter")):
        if judged := queries.judged(entry, scene):
            _latch(the_floor, judged, scene)


def _latch(the_floor: Floor, judged: Judged, scene: Scene) -> None:
    found = cfj.agreed(judged.facts, scene.roster, scene.law, scene.now, scene.hiatus)
    if found is not None:
        kept = queries.latch_json(found, judged.facts, scene, the_floor.game.last_seq)
        Matter.objects.filter(post=judged.post, latch__isnull=True).update(latch=kept, next_check=the_floor.now)
