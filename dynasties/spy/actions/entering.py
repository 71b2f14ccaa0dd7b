"""Who acts in a spy dynasty: looked up under the lock, and whether the law lets em now."""

from __future__ import annotations

from dynasties.spy.models import Theatre
from dynasties.spy.queries import theatres
from nomic.core.actions import people
from nomic.core.floor import Floor
from nomic.core.mechanics.decision import Reason, Refused
from nomic.core.models import Agent


def spy(the_floor: Floor, actor_id: int, mechanism: str) -> tuple[Theatre, Agent]:
    """The theatre, and an Agent who takes part in it, where the law carries the mechanism and no hiatus stops it."""
    actor = people.player(the_floor, actor_id)
    theatre = _open(the_floor, mechanism)
    if not theatres.takes_part(the_floor.game, actor, the_floor.law):
        raise Refused(Reason("takes-no-part", the_floor.law.rule("spy.mastermind_plays")))
    return theatre, actor


def anybody(the_floor: Floor, actor_id: int, mechanism: str) -> tuple[Theatre, Agent]:
    """The theatre, and an Agent who is not idle, whether or not e takes part: the Mastermind too."""
    actor = people.player(the_floor, actor_id)
    return _open(the_floor, mechanism), actor


def mastermind(the_floor: Floor, actor_id: int, mechanism: str) -> tuple[Theatre, Agent]:
    """The theatre, and the Mastermind."""
    actor = people.player(the_floor, actor_id)
    theatre = _open(the_floor, mechanism)
    if actor.pk != the_floor.game.mastermind_id:
        raise Refused(Reason("for-the-mastermind", the_floor.law.rule(mechanism)))
    return theatre, actor


def _open(the_floor: Floor, mechanism: str) -> Theatre:
    theatre = theatres.present(the_floor.game.pk)
    against = theatres.barred(theatre, mechanism, the_floor.law)
    if theatre is None or against:
        raise Refused(*against)
    return theatre
