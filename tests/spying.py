"""The cast of a spy dynasty: the same table, with the law of spies in force and Kevan as its Mastermind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dynasties.spy.desk import actions as desk_actions
from dynasties.spy.disclosure import actions as disclosure_actions
from dynasties.spy.gadgets import (
    actions as gadgets_actions,
    actions_requests as gadgets_actions_requests,
    queries as gadgets_queries,
)
from dynasties.spy.gadgets.models import Gadget, GadgetRequest, Holding, RequestVote
from dynasties.spy.gadgets.rules_requests import Stance
from dynasties.spy.map import actions as map_actions
from dynasties.spy.missions import actions as missions_actions, actions_teams as missions_actions_teams
from dynasties.spy.missions.models import Claim, Mission
from dynasties.spy.prison import actions as prison_actions
from dynasties.spy.theatre import (
    actions as theatre_actions,
    queries as theatre_queries,
    queries_covers as theatre_queries_covers,
)
from dynasties.spy.theatre.models import Attempt, Disclosure, Theatre
from dynasties.spy.theatre.rules import SecretState
from dynasties.spy.theatre.rules_tickets import AIR_TICKETS, GADGETS_COLUMN, LAND_TICKETS, SEA_TICKETS
from dynasties.succession import queries_ascension as succession_queries_ascension
from dynasties.tracker.actions import TrackerAct
from dynasties.tracker.models import Update
from nomic.core import clock
from nomic.core.floor import floor
from nomic.core.games import queries as games_queries
from nomic.core.roster import actions as roster_actions
from proposals.voting import queries as voting_queries
from rulesets.changes import actions as changes_actions, queries as changes_queries
from rulesets.changes.rules import RepealRule
from tests.casting import Table


class SpyTable(Table):
    """A table whose dynastic rules are those of the spies; everybody but Kevan is a spy, fitted out."""

    def __init__(self, *names: str, **more: Any) -> None:
        super().__init__(*names, **more)
        with floor(self.made.pk) as the_floor:
            state = changes_queries.current_state(the_floor.game)
            applied = changes_queries.try_changes(
                state,
                succession_queries_ascension.theme_changes(
                    "spy", games_queries.keywords_of(the_floor.game), state.next_rule_id
                ),
            )
            assert applied.whole, applied.problems
            changes_actions.enact_changes(the_floor, applied, changes_actions.Cause("", self.agent(self.founder)))

    @property
    def theatre(self) -> Theatre:
        found = theatre_queries.latest_theatre(self.made.pk)
        assert found is not None, "no law of spies has been in force"
        return found

    # -- as the Mastermind and the dice have left it: set up without an act of anybody's

    def put(self, name: str, location: str | None, **more: Any) -> None:
        """Somebody is somewhere. `more`: the other parts of eir cover, such as `affiliation`, `side` or `prison`."""
        agent = self.agent(name)
        before = theatre_queries_covers.cover_of(self.theatre, agent.pk)
        after = SecretState(
            **(before.to_json() | {"location": location, "side": None, "prison": None, "walked_in": False} | more)
        )
        with floor(self.made.pk) as the_floor:
            theatre_actions.save_secret_state(the_floor, self.theatre, after, "dealt", actor=None)

    def give(self, name: str, *, air: int = 0, sea: int = 0, land: int = 0, **more: int) -> None:
        """Somebody has exactly so many Tickets. `gadgets`: how many e may own."""
        agent = self.agent(name)
        values = {(agent.pk, AIR_TICKETS): air, (agent.pk, SEA_TICKETS): sea, (agent.pk, LAND_TICKETS): land}
        values |= {(agent.pk, GADGETS_COLUMN): more["gadgets"]} if "gadgets" in more else {}
        with floor(self.made.pk) as the_floor:
            theatre_actions.write_cells(the_floor, TrackerAct(agent, "set up"), values)

    def equip(self, name: str, *licences: str) -> Gadget:
        """Somebody owns a Gadget that lets em do these things."""
        agent, number, at = self.agent(name), Gadget.objects.filter(theatre=self.theatre).count() + 1, clock.now()
        called = {"name": f"Gadget {number}", "description": "It helps.", "licences": list(licences)}
        asked = max(1001, games_queries.next_number(GadgetRequest.objects.filter(theatre=self.theatre)))
        request = GadgetRequest.objects.create(
            theatre=self.theatre,
            number=asked,
            requester=agent,
            posted_at=at,
            posted_seq=self.game.last_seq,
            status="approved",
            ended_at=at,
            token=self.token(),
            **called,
        )
        gadget = Gadget.objects.create(
            theatre=self.theatre,
            number=1000 + number,
            request=request,
            approved_at=at,
            approved_seq=self.game.last_seq,
            **called,
        )
        Holding.objects.create(gadget=gadget, owner=agent, how="approved", since_at=at, since_seq=self.game.last_seq)
        return gadget

    def strike(self, title: str) -> None:
        """A rule is repealed, without waiting for a vote."""
        with floor(self.made.pk) as the_floor:
            applied = changes_queries.try_changes(
                changes_queries.current_state(the_floor.game), (RepealRule(self.rule(title).id),)
            )
            changes_actions.enact_changes(the_floor, applied, changes_actions.Cause("", self.agent(self.founder)))

    # -- what they do

    def move(self, name: str, to: str, token: str | None = None) -> Update:
        return map_actions.move_agent(
            actor_id=self.agent(name).pk, game_id=self.made.pk, to=to, token=token or self.token()
        )

    def exchange(self, name: str, give: str, take: str, times: int = 1, token: str | None = None) -> Update:
        return map_actions.exchange_tickets(
            actor_id=self.agent(name).pk,
            game_id=self.made.pk,
            give=give,
            take=take,
            times=times,
            token=token or self.token(),
        )

    def roll_supplies(self, name: str, *, quiet: bool = False, token: str | None = None) -> Update:
        return map_actions.roll_supplies(
            actor_id=self.agent(name).pk, game_id=self.made.pk, quiet=quiet, token=token or self.token()
        )

    def declare_for(self, name: str, side: str = "World") -> SecretState:
        """Somebody declares eir Affiliation to the Mastermind."""
        return disclosure_actions.declare_affiliation(
            actor_id=self.agent(name).pk, game_id=self.made.pk, affiliation=side
        )

    def deal(self, by: str = "Kevan") -> int:
        return desk_actions.deal_locations(actor_id=self.agent(by).pk, game_id=self.made.pk)

    def assign(self, name: str, code: str, by: str = "Kevan") -> SecretState:
        return desk_actions.assign_location(
            actor_id=self.agent(by).pk, game_id=self.made.pk, agent_id=self.agent(name).pk, code=code
        )

    def correct(
        self, name: str, field: str, value: str, why: str = "A slip of mine.", by: str = "Kevan"
    ) -> SecretState:
        return desk_actions.correct_record(
            actor_id=self.agent(by).pk,
            game_id=self.made.pk,
            agent_id=self.agent(name).pk,
            field=field,
            value=value,
            why=why,
        )

    def attempt(self, name: str, target: str, token: str | None = None) -> Attempt:
        """Somebody tells the Mastermind whom e would capture."""
        return prison_actions.attempt_capture(
            actor_id=self.agent(name).pk,
            game_id=self.made.pk,
            target_id=self.agent(target).pk,
            token=token or self.token(),
        )

    def rule_on(self, attempt: Attempt, by: str = "Kevan") -> Attempt:
        """The Mastermind rolls for an attempt."""
        return prison_actions.rule_on_attempt(actor_id=self.agent(by).pk, game_id=self.made.pk, uid=attempt.uid)

    def rescue(self, name: str, prisoner: str, token: str | None = None) -> Update:
        return prison_actions.rescue_prisoner(
            actor_id=self.agent(name).pk,
            game_id=self.made.pk,
            prisoner_id=self.agent(prisoner).pk,
            token=token or self.token(),
        )

    def turn(self, name: str) -> SecretState:
        return prison_actions.turn_affiliation(actor_id=self.agent(name).pk, game_id=self.made.pk)

    def disclose(self, about: str, to: str, what: str = "affiliation", by: str = "Kevan") -> Disclosure:
        """The Mastermind tells somebody one thing about another."""
        return disclosure_actions.disclose_thing(
            actor_id=self.agent(by).pk,
            game_id=self.made.pk,
            owner_id=self.agent(about).pk,
            to_id=self.agent(to).pk,
            what=what,
        )

    def reveal(self, by: str, number: int | None = None) -> Theatre:
        """The Mastermind of the moment reveals everything."""
        return disclosure_actions.reveal_all(actor_id=self.agent(by).pk, game_id=self.made.pk, number=number)

    # -- missions

    def open_mission(self, title: str = "Basic Training", by: str = "Kevan", token: str = "", **more: Any) -> Mission:
        """The Mastermind opens a mission. `more`: its parts, where they matter."""
        parts: dict[str, Any] = {
            "description": "Learn the trade.",
            "goals": "Be somewhere.",
            "reward": "A Land Ticket.",
            "closing": "When it is stale.",
            "penalty": "A Sea Ticket.",
        }
        words = missions_actions.MissionWords(title, **parts | more)
        return missions_actions.open_mission(
            actor_id=self.agent(by).pk, game_id=self.made.pk, words=words, token=token or self.token()
        )

    def team(self, number: int, founder: str, *others: str) -> str:
        """Somebody founds a group for a mission, and these join em; answers its address."""
        made = missions_actions_teams.found_team(
            actor_id=self.agent(founder).pk, game_id=self.made.pk, number=number, token=self.token()
        )
        for name in others:
            self.invite(founder, made.uid, name)
            missions_actions_teams.join_team(actor_id=self.agent(name).pk, game_id=self.made.pk, uid=made.uid)
        return made.uid

    def invite(self, name: str, uid: str, guest: str) -> None:
        missions_actions_teams.invite_agent(
            actor_id=self.agent(name).pk, game_id=self.made.pk, uid=uid, agent_id=self.agent(guest).pk
        )

    def claim(self, name: str, number: int, team: str = "", words: str = "It is done.", token: str = "") -> Claim:
        return missions_actions_teams.claim_completion(
            actor_id=self.agent(name).pk,
            game_id=self.made.pk,
            number=number,
            team=team,
            words=words,
            token=token or self.token(),
        )

    def accept(self, claim: Claim, by: str = "Kevan") -> Mission:
        return missions_actions_teams.accept_claim(actor_id=self.agent(by).pk, game_id=self.made.pk, uid=claim.uid)

    def refuse(self, claim: Claim, reason: str = "It is not so.", by: str = "Kevan") -> Mission:
        return missions_actions_teams.refuse_claim(
            actor_id=self.agent(by).pk, game_id=self.made.pk, uid=claim.uid, reason=reason
        )

    def complete(self, name: str, count: int) -> None:
        """Somebody completes so many missions, opened one after another."""
        for _ in range(count):
            number = Mission.objects.filter(theatre=self.theatre).count() + 1
            mission = self.open_mission(f"Mission {number}")
            self.accept(self.claim(name, mission.number))

    # -- what is true of them, whoever may know it

    def cover(self, name: str) -> SecretState:
        return theatre_queries_covers.cover_of(self.theatre, self.agent(name).pk)

    def tickets(self, name: str) -> tuple[int, int, int]:
        """Air, sea, land."""
        held, key = theatre_queries.read_ledger(self.made.pk), self.agent(name).pk
        return held.number(key, AIR_TICKETS), held.number(key, SEA_TICKETS), held.number(key, LAND_TICKETS)

    def lkl(self, name: str) -> object:
        return theatre_queries.read_ledger(self.made.pk).of(self.agent(name).pk, "LKL")

    def public_kinds(self, after: int = 0) -> Sequence[str]:
        """The kinds of the events that the public log gained since event `after`."""
        return list(self.game.events.filter(seq__gt=after).order_by("seq").values_list("kind", flat=True))

    def crown(self, name: str) -> None:
        """Set up another Mastermind, without a victory."""
        with floor(self.made.pk) as the_floor:
            roster_actions.crown_mastermind(the_floor, self.agent(name))

    # -- Gadgets

    def ask(self, name: str, gadget: str = "Skis", description: str = "They are fast.", **more: Any) -> GadgetRequest:
        """Somebody asks for a Gadget. `more`: the licences, a token of one's own."""
        return gadgets_actions_requests.request_gadget(
            actor_id=self.agent(name).pk,
            game_id=self.made.pk,
            name=gadget,
            description=description,
            **{"token": self.token()} | more,
        )

    def say(self, name: str, number: int, say: Stance = Stance.APPROVE, comment: str = "") -> RequestVote:
        return gadgets_actions_requests.vote_on_request(
            actor_id=self.agent(name).pk, game_id=self.made.pk, number=number, say=say, comment=comment
        )

    def add(self, name: str, number: int) -> Gadget:
        return gadgets_actions_requests.add_gadget(actor_id=self.agent(name).pk, game_id=self.made.pk, number=number)

    def deny_own(self, name: str, number: int) -> GadgetRequest:
        return gadgets_actions_requests.deny_own_request(
            actor_id=self.agent(name).pk, game_id=self.made.pk, number=number
        )

    def price(self, number: int, air: int = 0, sea: int = 0, land: int = 0, by: str = "Kevan") -> Gadget:
        return gadgets_actions.price_gadget(
            actor_id=self.agent(by).pk, game_id=self.made.pk, number=number, air=air, sea=sea, land=land
        )

    def buy(self, name: str, number: int, token: str | None = None) -> Holding:
        return gadgets_actions.buy_gadget(
            actor_id=self.agent(name).pk, game_id=self.made.pk, number=number, token=token or self.token()
        )

    def claim_gadget(self, name: str, holding: Holding) -> Holding:
        return gadgets_actions.claim_gadget(actor_id=self.agent(name).pk, game_id=self.made.pk, holding_id=holding.pk)

    def throw_away(self, name: str, holding: Holding) -> Holding:
        return gadgets_actions.discard_gadget(actor_id=self.agent(name).pk, game_id=self.made.pk, holding_id=holding.pk)

    def judged(self, number: int) -> gadgets_queries.JudgedRequest:
        """A request as it stands now."""
        row = gadgets_queries.gadget_request(self.theatre, number)
        assert row is not None, f"there is no request {number}"
        return gadgets_queries.judged_request(row, voting_queries.judging_context(self.game, clock.now()))

    def owns(self, name: str) -> list[str]:
        """The names of the Gadgets that somebody owns, in the order in which e came by them."""
        return [each.gadget.name for each in gadgets_queries.holdings_in_play(self.theatre) if each.owner.name == name]
