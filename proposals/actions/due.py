"""What changes a verdict other than time: then whatever may have its turn is due for a look."""

from __future__ import annotations

from django.db.models import Q

from nomic.core.floor import Floor
from nomic.core.mechanics.effects import Effect
from proposals.mechanics.votes import Kind, Status
from proposals.models import Matter


def turns_are_due(the_floor: Floor, effect: Effect | None = None) -> None:
    """Step: roster, law, hiatus or queue changed; the sweep looks again at the oldest Proposal and at all in no queue.

    A Proposal behind an older one can neither be enacted nor failed, whatever changes; it is due when its turn comes.
    """
    pending = Matter.objects.filter(game=the_floor.game, status=Status.PENDING.value)
    queue = pending.filter(kind=Kind.PROPOSAL.value).order_by("opened_at", "post__number")
    head = queue.values_list("pk", flat=True).first()
    pending.filter(~Q(kind=Kind.PROPOSAL.value) | Q(pk=head)).update(next_check=the_floor.now)
