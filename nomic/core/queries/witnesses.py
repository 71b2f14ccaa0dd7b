"""Where in the log one act of the private chain is proven. Reads only; who is given a proof, the callers see to."""

from __future__ import annotations

from dataclasses import replace

from nomic.core.mechanics import witness
from nomic.core.mechanics.proofs import Proof
from nomic.core.models import Day, Event, PrivateEvent
from nomic.core.queries.secrets import opened


def private_root(game_id: int, until_n: int) -> str:
    """What the day publishes whose last link is `until_n`: the root over all links since the day before."""
    before = Day.objects.filter(game_id=game_id, private_n__lt=until_n).order_by("-private_n").first()
    return witness.root(*_leaves(game_id, before.private_n if before else 0, until_n))


def proof_of(link: PrivateEvent, *, disclose: bool = False) -> Proof | None:
    """The proof that this link was in the chain when its day was over; None as long as it is not.

    `disclose`: with the link's content and salt, which whoever reads the proof reads.
    """
    day = Day.objects.filter(game_id=link.game_id, private_n__gte=link.n).select_related("event").first()
    root = day.event.data.get("private_root") if day else None
    if day is None or not isinstance(root, str):
        return None
    before = Day.objects.filter(game_id=link.game_id, private_n__lt=link.n).order_by("-private_n").first()
    leaves, secret = _leaves(link.game_id, before.private_n if before else 0, day.private_n)
    proof = Proof(day.event.seq, root, link.commitment, witness.way(leaves, secret, link.commitment))
    if not disclose:
        return proof
    told = opened(link)
    return replace(proof, content=told.content, salt=told.salt)


def published_root(game_id: int, seq: int) -> str | None:
    """The root that an event of the log published; None for any other event."""
    event = Event.objects.filter(game_id=game_id, seq=seq, kind="day.turned").first()
    root = event.data.get("private_root") if event else None
    return root if isinstance(root, str) else None


def _leaves(game_id: int, after_n: int, until_n: int) -> tuple[list[str], str]:
    """The commitments of a day's links, and the secret that its last link, the salt of the day, keeps for it."""
    links = PrivateEvent.objects.filter(game_id=game_id, n__gt=after_n, n__lte=until_n).order_by("n")
    salt = opened(PrivateEvent.objects.get(game_id=game_id, n=until_n)).data["salt"]
    return list(links.values_list("commitment", flat=True)), str(salt)
