"""The cast of a spy dynasty: the same table, with the law of spies in force and Kevan as its Mastermind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dynasties.models import Update
from dynasties.queries import ascending
from dynasties.spy.actions import (
    affiliation,
    capturing,
    claims,
    dealing,
    disclosing,
    gadget_requests,
    ledger,
    missions,
    moving,
    pricing,
    prisons,
    revealing,
    shop,
    supplies,
    teams,
)
from dynasties.spy.actions import covers as covering
from dynasties.spy.actions import gadgets as gadget_acts
from dynasties.spy.mechanics.covers import Cover
from dynasties.spy.mechanics.gadget_requests import Say
from dynasties.spy.mechanics.ledger import AIR, GADGETS, LAND, SEA
from dynasties.spy.models import (
    Attempt,
    Claim,
    Disclosure,
    Gadget,
    GadgetRequest,
    Holding,
    Mission,
    RequestVote,
    Theatre,
)
from dynasties.spy.queries import covers, gadgets, theatres
from nomic.core import clock
from nomic.core import queries as core
from nomic.core.actions import roster
from nomic.core.floor import floor
from proposals import queries as matters
from rulesets import queries as rules
from rulesets.actions import changing
from rulesets.mechanics.changes import RepealRule
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

    def equip(self, name: str, *licences: str) -> Gadget:
        """Somebody owns a Gadget that lets em do these things."""
        agent, number, at = self.agent(name), Gadget.objects.filter(theatre=self.theatre).count() + 1, clock.now()
        called = {"name": f"Gadget {number}", "description": "It helps.", "licences": list(licences)}
        asked = max(1001, core.next_number(GadgetRequest.objects.filter(theatre=self.theatre)))
        request = GadgetRequest.objects.create(
            theatre=self.theatre, number=asked, requester=agent, posted_at=at,
            posted_seq=self.game.last_seq, status="approved", ended_at=at, token=self.token(), **called,
        )  # fmt: skip
        gadget = Gadget.objects.create(
            theatre=self.theatre, number=1000 + number, request=request, approved_at=at,
            approved_seq=self.game.last_seq, **called,
        )  # fmt: skip
        Holding.objects.create(
            gadget=gadget, owner=agent, how="approved", since_at=at, since_seq=self.game.last_seq
        )  # fmt: skip
        return gadget

    def strike(self, title: str) -> None:
        """A rule is repealed, without waiting for a vote."""
        with floor(self.made.pk) as the_floor:
            applied = rules.trial(rules.state(the_floor.game), (RepealRule(self.rule(title).id),))
            changing.make(the_floor, applied, changing.Cause("", self.agent(self.founder)))

    # -- what they do

    def move(self, name: str, to: str, token: str | None = None) -> Update:
        return moving.move(
            actor_id=self.agent(name).pk, game_id=self.made.pk, to=to, token=token or self.token()
        )  # fmt: skip

    def exchange(self, name: str, give: str, take: str, times: int = 1, token: str | None = None) -> Update:
        return supplies.exchange(
            actor_id=self.agent(name).pk, game_id=self.made.pk, give=give, take=take, times=times,
            token=token or self.token(),
        )  # fmt: skip

    def roll_supplies(self, name: str, *, quiet: bool = False, token: str | None = None) -> Update:
        return supplies.roll_supplies(
            actor_id=self.agent(name).pk, game_id=self.made.pk, quiet=quiet, token=token or self.token()
        )  # fmt: skip

    def declare_for(self, name: str, side: str = "World") -> Cover:
        """Somebody declares eir Affiliation to the Mastermind."""
        return affiliation.declare(actor_id=self.agent(name).pk, game_id=self.made.pk, affiliation=side)

    def deal(self, by: str = "Kevan") -> int:
        return dealing.deal(actor_id=self.agent(by).pk, game_id=self.made.pk)

    def assign(self, name: str, code: str, by: str = "Kevan") -> Cover:
        return dealing.assign(
            actor_id=self.agent(by).pk, game_id=self.made.pk, agent_id=self.agent(name).pk, code=code
        )  # fmt: skip

    def correct(self, name: str, field: str, value: str, why: str = "A slip of mine.", by: str = "Kevan") -> Cover:
        return dealing.correct(
            actor_id=self.agent(by).pk, game_id=self.made.pk, agent_id=self.agent(name).pk, field=field, value=value,
            why=why,
        )  # fmt: skip

    def attempt(self, name: str, target: str, token: str | None = None) -> Attempt:
        """Somebody tells the Mastermind whom e would capture."""
        return capturing.attempt_capture(
            actor_id=self.agent(name).pk, game_id=self.made.pk, target_id=self.agent(target).pk,
            token=token or self.token(),
        )  # fmt: skip

    def rule_on(self, attempt: Attempt, by: str = "Kevan") -> Attempt:
        """The Mastermind rolls for an attempt."""
        return capturing.rule_on_attempt(actor_id=self.agent(by).pk, game_id=self.made.pk, uid=attempt.uid)

    def rescue(self, name: str, prisoner: str, token: str | None = None) -> Update:
        return prisons.rescue(
            actor_id=self.agent(name).pk, game_id=self.made.pk, prisoner_id=self.agent(prisoner).pk,
            token=token or self.token(),
        )  # fmt: skip

    def turn(self, name: str) -> Cover:
        return prisons.turn(actor_id=self.agent(name).pk, game_id=self.made.pk)

    def disclose(self, about: str, to: str, what: str = "affiliation", by: str = "Kevan") -> Disclosure:
        """The Mastermind tells somebody one thing about another."""
        return disclosing.disclose(
            actor_id=self.agent(by).pk, game_id=self.made.pk, owner_id=self.agent(about).pk, to_id=self.agent(to).pk,
            what=what,
        )  # fmt: skip

    def reveal(self, by: str, number: int | None = None) -> Theatre:
        """The Mastermind of the moment reveals everything."""
        return revealing.reveal_all(actor_id=self.agent(by).pk, game_id=self.made.pk, number=number)

    # -- missions

    def open_mission(self, title: str = "Basic Training", by: str = "Kevan", **more: Any) -> Mission:
        """The Mastermind opens a mission. `more`: its parts, where they matter."""
        parts: dict[str, Any] = {
            "description": "Learn the trade.", "goals": "Be somewhere.", "reward": "A Land Ticket.",
            "closing": "When it is stale.", "penalty": "A Sea Ticket.", "token": self.token(),
        }  # fmt: skip
        return missions.open_mission(
            actor_id=self.agent(by).pk, game_id=self.made.pk, title=title, **parts | more
        )  # fmt: skip

    def team(self, number: int, founder: str, *others: str) -> str:
        """Somebody founds a group for a mission, and these join em; answers its address."""
        made = teams.found_team(
            actor_id=self.agent(founder).pk, game_id=self.made.pk, number=number, token=self.token()
        )  # fmt: skip
        for name in others:
            self.invite(founder, made.uid, name)
            teams.join_team(actor_id=self.agent(name).pk, game_id=self.made.pk, uid=made.uid)
        return made.uid

    def invite(self, name: str, uid: str, guest: str) -> None:
        teams.invite(
            actor_id=self.agent(name).pk, game_id=self.made.pk, uid=uid, agent_id=self.agent(guest).pk
        )  # fmt: skip

    def claim(self, name: str, number: int, team: str = "", words: str = "It is done.", token: str = "") -> Claim:
        return claims.claim(
            actor_id=self.agent(name).pk, game_id=self.made.pk, number=number, team=team, words=words,
            token=token or self.token(),
        )  # fmt: skip

    def accept(self, claim: Claim, by: str = "Kevan") -> Mission:
        return claims.accept(actor_id=self.agent(by).pk, game_id=self.made.pk, uid=claim.uid)

    def refuse(self, claim: Claim, reason: str = "It is not so.", by: str = "Kevan") -> Mission:
        return claims.refuse(actor_id=self.agent(by).pk, game_id=self.made.pk, uid=claim.uid, reason=reason)

    def complete(self, name: str, count: int) -> None:
        """Somebody completes so many missions, opened one after another."""
        for _ in range(count):
            number = Mission.objects.filter(theatre=self.theatre).count() + 1
            mission = self.open_mission(f"Mission {number}")
            self.accept(self.claim(name, mission.number))

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

    def change(self, *changes: dict[str, Any]) -> None:
        """Set up the law without waiting for a vote: what an enactment of these changes does."""
        with floor(self.made.pk) as the_floor:
            applied = rules.trial(rules.state(the_floor.game), rules.read(list(changes)))
            assert applied.whole, applied.problems
            changing.make(the_floor, applied, changing.Cause("", self.agent(self.founder)))

    def crown(self, name: str) -> None:
        """Set up another Mastermind, without a victory."""
        with floor(self.made.pk) as the_floor:
            roster.crown(the_floor, self.agent(name))

    # -- Gadgets

    def ask(self, name: str, gadget: str = "Skis", description: str = "They are fast.", **more: Any) -> GadgetRequest:
        """Somebody asks for a Gadget. `more`: the licences, a token of one's own."""
        return gadget_requests.request(
            actor_id=self.agent(name).pk, game_id=self.made.pk, name=gadget, description=description,
            **{"token": self.token()} | more,
        )  # fmt: skip

    def say(self, name: str, number: int, say: Say = Say.APPROVE, comment: str = "") -> RequestVote:
        return gadget_requests.say(
            actor_id=self.agent(name).pk, game_id=self.made.pk, number=number, say=say, comment=comment
        )  # fmt: skip

    def add(self, name: str, number: int) -> Gadget:
        return gadget_requests.add(actor_id=self.agent(name).pk, game_id=self.made.pk, number=number)

    def deny_own(self, name: str, number: int) -> GadgetRequest:
        return gadget_requests.deny_own(actor_id=self.agent(name).pk, game_id=self.made.pk, number=number)

    def price(self, number: int, air: int = 0, sea: int = 0, land: int = 0, by: str = "Kevan") -> Gadget:
        return pricing.price(
            actor_id=self.agent(by).pk, game_id=self.made.pk, number=number, air=air, sea=sea, land=land
        )  # fmt: skip

    def buy(self, name: str, number: int, token: str | None = None) -> Holding:
        return shop.buy(
            actor_id=self.agent(name).pk, game_id=self.made.pk, number=number, token=token or self.token()
        )  # fmt: skip

    def claim_gadget(self, name: str, holding: Holding) -> Holding:
        return gadget_acts.claim(actor_id=self.agent(name).pk, game_id=self.made.pk, holding_id=holding.pk)

    def throw_away(self, name: str, holding: Holding) -> Holding:
        return gadget_acts.discard(actor_id=self.agent(name).pk, game_id=self.made.pk, holding_id=holding.pk)

    def judged(self, number: int) -> gadgets.Judged:
        """A request as it stands now."""
        row = gadgets.request(self.theatre, number)
        assert row is not None, f"there is no request {number}"
        return gadgets.judged(row, matters.scene(self.game, clock.now()))

    def owns(self, name: str) -> list[str]:
        """The names of the Gadgets that somebody owns, in the order in which e came by them."""
        return [each.gadget.name for each in gadgets.in_play(self.theatre) if each.owner.name == name]
