"""What of the private chain belongs to a theatre, and what of it the log has opened. Reads only.

`links` is for the act that opens everything and for what checks it; whatever is shown comes from `opened_in`, which
reads the public log, or asks first whether the theatre is revealed.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from cryptography.fernet import InvalidToken

from dynasties.spy.mechanics.revealing import Opening, may_reveal
from dynasties.spy.models import Theatre
from nomic.core import queries as core
from nomic.core.mechanics.decision import Decision, Reason, refused
from nomic.core.mechanics.law import Law
from nomic.core.mechanics.proofs import Proof
from nomic.core.models import Agent, Event, Game, PrivateEvent
from nomic.core.queries.witnesses import proofs_of

OURS, ROLLED = "spy.", "dice.rolled-in-secret"
PIECE, WHOLE = "spy.opened", "spy.revealed"


def theatre(game_id: int, number: int) -> Theatre | None:
    return Theatre.objects.filter(game_id=game_id, number=number).select_related("revealed").first()


def theatres(game_id: int) -> list[Theatre]:
    """Every stretch of play, the newest first."""
    return list(Theatre.objects.filter(game_id=game_id).select_related("revealed").order_by("-number"))


def ruling(the_theatre: Theatre, game: Game, agent: Agent | None, now: Law | None = None) -> Decision[bool]:
    """Whether an Agent, None for a visitor, may reveal everything of a theatre now, with the grounds against it.

    `now`: the law in force, where that has been read already.
    """
    law = now if now is not None and the_theatre.ended_at is None else law_for(the_theatre)
    if agent is None or agent.pk != game.mastermind_id:
        return refused("for-the-mastermind", law.rule("spy.revealing"))
    over = the_theatre.ended_at is not None or game.awaits_address
    return may_reveal(law, over=over, revealed=the_theatre.revealed_id is not None)


def law_for(the_theatre: Theatre) -> Law:
    """The law that says who reveals it: that of now, or, where it is all gone, the last that was there."""
    ended = the_theatre.ended_seq
    return core.law(the_theatre.game_id, _before_the_end(the_theatre, ended) if ended is not None else None)


def _before_the_end(the_theatre: Theatre, ended_seq: int) -> int:
    """The last event of a theatre under whose law it was played."""
    seq = ended_seq
    while (snapshot := core.law_snapshot(the_theatre.game_id, seq)) is not None:
        if any(name.startswith(OURS) for name in snapshot.mechanisms):
            return snapshot.seq
        seq = snapshot.seq - 1
    return ended_seq


def links(the_theatre: Theatre, *, until_n: int | None = None) -> Iterator[tuple[PrivateEvent, Opening]]:
    """For the act and for checks: every link of a theatre, unsealed, in the order of the chain.

    That is what its rules had kept secret, and the secret dice that fell while it was played; no message, and no
    author. What no key opens is passed over: the chain's own check tells of it.
    """
    chain = PrivateEvent.objects.filter(game_id=the_theatre.game_id, at__gte=the_theatre.began_at).order_by("n")
    for link in (chain if until_n is None else chain.filter(n__lte=until_n)).iterator():
        try:
            told = core.opened(link)
        except InvalidToken:
            continue
        if _belongs(the_theatre, told, link.at):
            yield link, Opening(link.n, told.content, told.salt)


def _belongs(the_theatre: Theatre, told: core.Opened, at: datetime) -> bool:
    if told.kind == ROLLED:
        return the_theatre.ended_at is None or at <= the_theatre.ended_at
    return told.kind.startswith(OURS) and told.data.get("theatre") == the_theatre.number


def opened_in(the_theatre: Theatre) -> list[Opening]:
    """What the log has opened of a theatre; nothing before it is revealed."""
    return [Opening(**each) for event in pieces_of(the_theatre) for each in event.data["openings"]]


def pieces_of(the_theatre: Theatre) -> list[Event]:
    """The events that opened it."""
    told = Event.objects.filter(game_id=the_theatre.game_id, kind=PIECE, subject=f"theatre:{the_theatre.number}")
    return list(told.order_by("seq"))


def proven(the_theatre: Theatre, only: int | None = None) -> dict[int, Proof]:
    """By number of the link: that it was in the chain by the end of its day. Only of what is revealed.

    A link has no proof until its day is over. `only`: of this link alone, with what it says.
    """
    told = opened_in(the_theatre) if the_theatre.revealed_id is not None else []
    known = [each.n for each in told if only in {None, each.n}]
    links = PrivateEvent.objects.filter(game_id=the_theatre.game_id, n__in=known).order_by("n")
    return proofs_of(links, disclose=only is not None)


def why_not(the_theatre: Theatre, game: Game, agent: Agent | None, law: Law) -> tuple[Reason, ...]:
    """The grounds against revealing it now; none where it may be done. `law`: that in force."""
    ruled = ruling(the_theatre, game, agent, law)
    return () if ruled.outcome else ruled.reasons
