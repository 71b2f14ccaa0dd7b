"""The cast of a spy dynasty: the same table, with the law of spies in force and Kevan as its Mastermind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dynasties.queries import ascending
from dynasties.spy.actions import covers as covering
from dynasties.spy.actions import ledger
from dynasties.spy.mechanics.covers import Cover
from dynasties.spy.mechanics.ledger import AIR, GADGETS, LAND, SEA
from dynasties.spy.models import Theatre
from dynasties.spy.queries import covers, theatres
from nomic.core import queries as core
from nomic.core.floor import floor
from rulesets import queries as rules
from rulesets.actions import changing
from tests.casting import Table


class SpyTable(Table):
    """A table whose dynastic rules are those of the spies; everybody but Kevan is a spy, fitted out."""

    def __init__(self, *names: str, **more: Any) -> None:
        super().__init__(*names, **more)
        with floor(self.made.pk) as the_floor:
            state = rules.state(the_floor.game)
            applied = rules.trial(state, ascending.package_of("spy", core.keywords(the_floor.game), state.next_rule_id))
            assert applied.whole, applied.problems
            changing.make(the_floor, applied, changing.Cause("", self.agent(self.founder)))

    @property
    def theatre(self) -> Theatre:
        found = theatres.latest(self.made.pk)
        assert found is not None, "no law of spies has been in force"
        return found

    # -- as the Mastermind and the dice have left it: set up without an act of anybody's

    def put(self, name: str, location: str | None, **more: Any) -> None:
        """Somebody is somewhere. `more`: the other parts of eir cover, such as `affiliation`, `side` or `prison`."""
        agent = self.agent(name)
        before = covers.cover(self.theatre, agent.pk)
        after = Cover(**(before.kept | {"location": location, "side": None, "prison": None, "walked_in": False} | more))
        with floor(self.made.pk) as the_floor:
            covering.hide(the_floor, self.theatre, after, "dealt", actor=None)

    def give(self, name: str, *, air: int = 0, sea: int = 0, land: int = 0, **more: int) -> None:
        """Somebody has exactly so many Tickets. `gadgets`: how many e may own."""
        agent = self.agent(name)
        values = {(agent.pk, AIR): air, (agent.pk, SEA): sea, (agent.pk, LAND): land}
        values |= {(agent.pk, GADGETS): more["gadgets"]} if "gadgets" in more else {}
        with floor(self.made.pk) as the_floor:
            ledger.note(
                the_floor, agent, "set up", values, carried_by="spy.outfit", named={agent.pk: agent.name}
            )  # fmt: skip

    # -- what is true of them, whoever may know it

    def cover(self, name: str) -> Cover:
        return covers.cover(self.theatre, self.agent(name).pk)

    def tickets(self, name: str) -> tuple[int, int, int]:
        """Air, sea, land."""
        held, key = theatres.ledger(self.made.pk), self.agent(name).pk
        return held.number(key, AIR), held.number(key, SEA), held.number(key, LAND)

    def lkl(self, name: str) -> object:
        return theatres.ledger(self.made.pk).of(self.agent(name).pk, "LKL")

    def public_kinds(self, after: int = 0) -> Sequence[str]:
        """The kinds of the events that the public log gained since event `after`."""
        return list(self.game.events.filter(seq__gt=after).order_by("seq").values_list("kind", flat=True))
