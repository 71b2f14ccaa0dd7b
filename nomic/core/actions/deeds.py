"""An Agent does what the law lets em do only often or occasionally. (Rule Timespans)"""

from __future__ import annotations

from nomic.core import queries
from nomic.core.floor import Floor
from nomic.core.mechanics.decision import Reason, Refused
from nomic.core.models import Agent, Deed


def spend(the_floor: Floor, actor: Agent, act: str) -> Deed:
    """Step: note that `actor` does the act of this name now, in the next event. Undone, it stays a doing.

    Refused for an act that no rule names, for an idle Agent, in a hiatus that the act's rule does not outlive, and
    too soon after the last time: the reason's fact `again` is when e may.
    """
    term = the_floor.law.act(act)
    if term is None:
        raise Refused(Reason("no-such-act", the_floor.law.rule("often.daily"), {"act": act[:60]}))
    queries.may_do(actor, term, the_floor.law, the_floor.now).or_refuse()
    return Deed.objects.create(
        game=the_floor.game, agent=actor, act=act, at=the_floor.now, seq=the_floor.next_seq
    )
