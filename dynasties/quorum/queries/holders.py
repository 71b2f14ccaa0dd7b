"""Who acts for a seat: the person who sits in it, or a program with its token. Reads only."""

from __future__ import annotations

import hashlib

from dynasties.quorum.models import Episode, Seat, SeatKind


def token_digest(token: str) -> str:
    """What is kept of a token: enough to know it again, and no use to who reads it. A token needs no salt: it is
    long, and all chance."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def seat_by_token(episode: Episode, token: str) -> Seat | None:
    """The seat of this Episode that a token is for."""
    held = Seat.objects.filter(episode=episode, kind=SeatKind.PROGRAM, token_digest=token_digest(token))
    return held.select_related("account", "agent").first()
