"""What follows from a move: somebody was seen at Checkpoint Charlie, and the journal tells. (Rule Checkpoint Charlie)

Every move leaves an errand, with a moment drawn in secret, and the Clerk opens each at its moment: neither that there
is one, nor when it is looked at, tells which of them had anything to do.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from dynasties.models import Update
from dynasties.spy.actions import entering
from dynasties.spy.mechanics.movement import Move
from dynasties.spy.models import Errand, Theatre
from dynasties.spy.queries.errands import is_due
from nomic.core import queries as core
from nomic.core import vault
from nomic.core.actions import dice
from nomic.core.floor import Floor, floor
from nomic.core.mechanics.chain import plain
from nomic.core.mechanics.decision import Invalid
from nomic.core.mechanics.law import Law
from nomic.core.models import Agent
from proposals.actions.posting import write_story
from proposals.models import Post

TITLE = "Checkpoint Charlie"
MOST_SECONDS = 10**9  # no die has more sides
SECOND = timedelta(seconds=1)


def leave(the_floor: Floor, theatre: Theatre, actor: Agent, made: Move, origin: str | None, update: Update) -> Errand:
    """Step: what this move leaves behind. Where the law tells nobody of a checkpoint, nobody ever opens it."""
    within, look_at = _within(the_floor.law), None
    if within is not None:
        seconds = min(max(int(within / SECOND), 1), MOST_SECONDS)
        drawn = dice.roll_in_secret(the_floor, actor, 1, seconds, "When the Clerk opens an errand")
        look_at = the_floor.now + drawn.total * SECOND
    due_at = the_floor.now + within if within is not None else None
    kept = {
        "agent": actor.pk, "from": origin, "to": made.to, "update": update.number, "look_at": plain(look_at),
        "due_at": plain(due_at), "checkpoint": made.checkpoint and within is not None,
    }  # fmt: skip
    uid = vault.fresh_uid()
    link = the_floor.conceal("spy.errand", actor=actor, theatre=theatre.number, uid=uid, **kept)
    sealed = vault.seal({**kept, "opened": False, "post": None})
    return Errand.objects.create(theatre=theatre, uid=uid, private=link, sealed=sealed, next_check=due_at)


def _within(law: Law) -> timedelta | None:
    """In which time a post is due on who passed; None where nobody is told."""
    return law.duration("spy.checkpoint_post") if law.carries("spy.checkpoint") else None


def follows(theatre: Theatre, update: Update, to: str) -> bool:
    """Whether an act in the tracker was a move there."""
    # The newest first: a form that is sent twice is sent twice soon.
    rows = Errand.objects.filter(theatre=theatre).order_by("-pk").values_list("sealed", flat=True).iterator()
    kept = next((each for each in map(vault.unseal, rows) if each["update"] == update.number), None)
    return kept is not None and kept["to"] == to


def look_again_at_errand(*, game_id: int, errand_id: int) -> None:
    """The Clerk opens an errand at its moment, and posts if the Mastermind has not. Repeatable.

    In a hiatus nothing is opened: what waits is opened once the hiatus is over. Where the rule has gone, nothing is
    posted.
    """
    with floor(game_id) as the_floor:
        errand = Errand.objects.select_related("theatre").filter(pk=errand_id, theatre__game_id=game_id).first()
        if errand is None or errand.next_check is None or core.open_hiatus(game_id) is not None:
            return
        kept = vault.unseal(errand.sealed)
        if not is_due(errand, kept, the_floor.now):
            return
        stands = errand.theatre.ended_at is None and _within(the_floor.law) is not None
        if stands and kept["checkpoint"] and not kept["opened"] and kept["post"] is None:
            kept["post"] = _posted(the_floor, None).number
        if errand.next_check <= the_floor.now:
            errand.next_check = None
        _keep(errand, kept | {"opened": True})


def post_checkpoint(*, actor_id: int, game_id: int, errand_uid: str) -> Post:
    """The Mastermind posts that somebody passed, before the Clerk does it. Done twice, it answers with the first post.

    Refused for anybody else; `Invalid` at `errand` for an errand that asks for no post.
    """
    with floor(game_id) as the_floor:
        theatre, actor = entering.mastermind(the_floor, actor_id, "spy.checkpoint")
        errand = Errand.objects.filter(theatre=theatre, uid=errand_uid).first()
        kept = vault.unseal(errand.sealed) if errand else {}
        if errand is None or not kept["checkpoint"]:
            raise Invalid("errand", "Nobody has to be told of that.", "no-errand")
        if kept["post"] is not None:
            return Post.objects.get(game_id=game_id, number=kept["post"])
        post = _posted(the_floor, actor)
        _keep(errand, kept | {"post": post.number})
    return post


def _posted(the_floor: Floor, author: Agent | None) -> Post:
    # The form is the server's: that there is one post for each errand, the errand knows.
    somebody = core.keywords(the_floor.game).a("agent")
    said = f"{somebody[0].upper()}{somebody[1:]} was seen passing {TITLE}."
    return write_story(the_floor, author, TITLE, said, vault.fresh_uid())


def _keep(errand: Errand, kept: dict[str, Any]) -> None:
    """Sealed anew, and all that wait with it: who compares two copies of the tables would see which one was touched."""
    errand.sealed = vault.seal(kept)
    waiting = Errand.objects.filter(theatre=errand.theatre_id, next_check__isnull=False).exclude(pk=errand.pk)
    rows = [errand, *waiting]
    for each in rows[1:]:
        each.sealed = vault.reseal(each.sealed)
    Errand.objects.bulk_update(rows, ["sealed", "next_check"])
