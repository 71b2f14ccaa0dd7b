"""Who is acting: looked up under the lock, for what was true before it may no longer be."""

from __future__ import annotations

from nomic.core.floor import Floor
from nomic.core.mechanics.decision import Reason, Refused
from nomic.core.mechanics.playing import may_play
from nomic.core.models import Agent
from nomic.core.queries.single import single


def agent(the_floor: Floor, agent_id: int) -> Agent:
    """An Agent of this game, idle or not. Refused for anybody else."""
    found = single(Agent.objects.filter(pk=agent_id, game=the_floor.game))
    if found is None or not found.in_game:
        raise Refused(*may_play(the_floor.law, in_game=False, idle_since=None).reasons)
    return found


def player(the_floor: Floor, agent_id: int) -> Agent:
    """An Agent who is not idle. Refused for an idle one: outside rules 1.1 and 1.2 e does not count."""
    found = agent(the_floor, agent_id)
    may_play(the_floor.law, idle_since=found.idle_since).or_refuse()
    return found


def admin(the_floor: Floor, agent_id: int, *, awake: bool = True, office: str = "agents.admission") -> Agent:
    """An Admin. Outside rules 1.1 and 1.2 (`awake=False`) an idle one does not count. `office`: the mechanism whose
    rule gives em what e is about to do; whoever holds no such office is shown that rule."""
    found = player(the_floor, agent_id) if awake else agent(the_floor, agent_id)
    if not found.is_admin:
        raise Refused(Reason("not-an-admin", the_floor.law.rule(office)))
    return found
