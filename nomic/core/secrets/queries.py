"""Where in the log one act of the private chain is proven. Reads only; who is given a proof, the callers see to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

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
    return proofs_of([link], disclose=disclose).get(link.n)


def proofs_of(links: Iterable[PrivateEvent], *, disclose: bool = False) -> dict[int, Proof]:
    """The same of several links of one game, by number, with as many queries for each day as for one link of it."""
    known = list(links)
    days = _days(known[0].game_id) if known else []
    found: dict[int, Proof] = {}
    for before, day in pairwise([None, *days]):
        assert day is not None
        after_n = before.private_n if before else 0
        of_day = [each for each in known if after_n < each.n <= day.private_n]
        found |= _proofs_of_day(of_day, after_n, day, disclose) if of_day else {}
    return found


def _days(game_id: int) -> list[Day]:
    return list(Day.objects.filter(game_id=game_id).select_related("event").order_by("day"))


def _proofs_of_day(links: list[PrivateEvent], after_n: int, day: Day, disclose: bool) -> dict[int, Proof]:
    root = day.event.data.get("private_root")
    if not isinstance(root, str):
        return {}
    leaves, secret = _leaves(day.game_id, after_n, day.private_n)
    ways = witness.ways(leaves, secret, [each.commitment for each in links])
    proofs = {each.n: Proof(day.event.seq, root, each.commitment, ways[each.commitment]) for each in links}
    if not disclose:
        return proofs
    told = {each.n: opened(each) for each in links}
    return {n: replace(proof, content=told[n].content, salt=told[n].salt) for n, proof in proofs.items()}


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
