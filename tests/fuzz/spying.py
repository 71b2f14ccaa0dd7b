"""Random play of the spies: every act of theirs, by anybody, at any time, while their law is changed too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any

import time_machine

from dynasties.spy.desk import actions as desk_actions
from dynasties.spy.disclosure import actions as disclosure_actions
from dynasties.spy.gadgets import actions as gadgets_actions, actions_requests as gadgets_actions_requests
from dynasties.spy.gadgets.models import Gadget, GadgetRequest, Holding
from dynasties.spy.gadgets.rules import GadgetLicence
from dynasties.spy.gadgets.rules_requests import Stance
from dynasties.spy.map import actions as map_actions
from dynasties.spy.map.queries import own_moves
from dynasties.spy.missions import actions as missions_actions, actions_teams as missions_actions_teams
from dynasties.spy.missions.models import Claim, Mission, Team
from dynasties.spy.prison import actions as prison_actions
from dynasties.spy.theatre import queries as theatre_queries
from dynasties.spy.theatre.models import Attempt, Errand
from dynasties.spy.theatre.rules import Affiliation
from dynasties.spy.theatre.rules_map import ATLAS
from dynasties.tracker import queries as tracker_queries
from nomic.core import clock
from nomic.core.decision import Invalid, Refused
from nomic.core.games.models import Agent, Game
from nomic.core.log.models import PrivateEvent
from proposals import tasks as proposals_tasks
from tests.fuzz import truths
from tests.fuzz.spying_law import hold, make_anew
from tests.spying import SpyTable

REFUSALS = (Refused, Invalid)
PATIENCE = 4
PLACES = ("BER", "FRA", "ICE", "SIB", "LON", "KRA", "MOS", "NTH", "AUS", "FIN")
KINDS = ("air", "sea", "land")


class SpyPlay:
    """A game of spies and everything that anybody can do in it, by chance. `done` counts what came about, by act."""

    def __init__(self, seed: int, traveller: time_machine.Traveller) -> None:
        self.dice, self.clock, self.forms = Random(seed), traveller, 0
        self.table = SpyTable("Josh", "Lulu", "Raven", "Wes", slug=f"spies-{seed}")
        self.table.make_admin("Josh")
        self.stranger = SpyTable("Eve", slug=f"others-{seed}", founder="Mallory").agent("Eve").pk
        self.game = self.table.made.pk
        for name in ("Josh", "Lulu", "Raven", "Wes"):
            self.table.declare_for(name, self.dice.choice(list(Affiliation)).value)
        self.table.deal()
        self.done, self.refused = Counter[str](), Counter[str]()

    def go(self, acts: int, *, wanted: frozenset[str] = frozenset()) -> None:
        """So many acts, or a few times as many until those that are wanted are done: the game's own dice are real.

        Whatever but a refusal is raised is what is looked for; and what is refused leaves no trace.
        """
        for count in range(PATIENCE * acts):
            if count >= acts and wanted <= self.done.keys():
                return
            act = self.dice.choices(list(ACTS), list(ACTS.values()))[0]
            before = self.written()
            try:
                act(self)
                self.done[act.__name__] += 1
            except REFUSALS:
                self.refused[act.__name__] += 1
                assert self.written() == before, act.__name__
            hold(self.game)

    def written(self) -> tuple[int, int]:
        return Game.objects.get(pk=self.game).last_seq, PrivateEvent.objects.filter(game=self.game).count()

    def anybody(self) -> int:
        known = Agent.objects.filter(game=self.game).order_by("pk").values_list("pk", flat=True)
        return self.stranger if self.dice.random() < 0.02 else self.dice.choice(list(known))

    def head(self) -> int:
        return Game.objects.get(pk=self.game).mastermind_id or self.anybody()

    def one_of(self, rows: Any, field: str = "pk") -> Any:
        """A key of one of these; of none that there is, where there is none."""
        known = list(rows.order_by("-pk").values_list(field, flat=True)[:6])
        return self.dice.choice(known) if known else 999

    def who(self, actor: int | None = None) -> dict[str, Any]:
        return {"actor_id": self.anybody() if actor is None else actor, "game_id": self.game}

    def form(self) -> dict[str, Any]:
        """Whose it is, and a token: mostly a fresh one."""
        self.forms += 1
        return self.who() | {"token": f"form-{self.forms - self.dice.choice([0] * 12 + [1])}"}


def move(play: SpyPlay) -> None:
    given, theatre = play.form(), theatre_queries.present_theatre(play.game)
    agent = Agent.objects.get(pk=given["actor_id"])
    there = own_moves(theatre, agent, clock.now()).moves if theatre else ()
    known = [each.move.to for each in there if each.move] or list(ATLAS)
    map_actions.move_agent(**given, to=play.dice.choice(known if play.dice.random() < 0.9 else list(ATLAS)))


def exchange(play: SpyPlay) -> None:
    give, take = play.dice.choice(KINDS), play.dice.choice(KINDS)
    map_actions.exchange_tickets(**play.form(), give=give, take=take, times=play.dice.choice([0, 1, 1, 2, 1000]))


def roll_for_supplies(play: SpyPlay) -> None:
    map_actions.roll_supplies(**play.form(), quiet=play.dice.random() < 0.2)


def declare(play: SpyPlay) -> None:
    disclosure_actions.declare_affiliation(**play.who(), affiliation=play.dice.choice(list(Affiliation)).value)


def deal(play: SpyPlay) -> None:
    desk_actions.deal_locations(**play.who(play.head()))


def gather(play: SpyPlay) -> None:
    """Somebody is put where others are likely to be."""
    given = play.who(play.head()) | {"agent_id": play.anybody(), "why": "So."}
    field = play.dice.choice(["location"] * 6 + ["prison", "side", "affiliation"])
    desk_actions.correct_record(**given, field=field, value=play.dice.choice([*PLACES[:6], "", "free", "World"]))


def capture(play: SpyPlay) -> None:
    made = prison_actions.attempt_capture(**play.form(), target_id=play.anybody())
    if play.dice.random() < 0.7:
        rule_on(play, made.uid)


def rule_on(play: SpyPlay, uid: str = "") -> None:
    found = uid or play.one_of(Attempt.objects.filter(theatre__game=play.game), "uid")
    try:
        prison_actions.rule_on_attempt(**play.who(play.head()), uid=found)
    except REFUSALS:
        if not uid:
            raise


def rescue(play: SpyPlay) -> None:
    prison_actions.rescue_prisoner(**play.form(), prisoner_id=play.anybody())


def turn(play: SpyPlay) -> None:
    prison_actions.turn_affiliation(**play.who())


def disclose(play: SpyPlay) -> None:
    what = play.dice.choice(["affiliation", "location", "shoe size"])
    disclosure_actions.disclose_thing(**play.who(play.head()), owner_id=play.anybody(), to_id=play.anybody(), what=what)


def open_mission(play: SpyPlay) -> None:
    numbers = [each.number for each in tracker_queries.live_columns(play.game) if each.is_number]
    gains = [{"column": each, "add": play.dice.choice([1, 5, -1])} for each in numbers if play.dice.random() < 0.5]
    parts: dict[str, Any] = dict.fromkeys(("description", "goals", "reward", "closing", "penalty"), "So.")
    words = missions_actions.MissionWords(
        f"Mission {play.dice.randrange(99)}",
        **parts,
        gains=gains,
        losses=[each | {"add": -9} for each in gains],
        closes_after=play.dice.choice([None, 1, 2]),
    )
    missions_actions.open_mission(**play.form() | {"actor_id": play.head()}, words=words)


def end_mission(play: SpyPlay) -> None:
    number = play.one_of(Mission.objects.filter(theatre__game=play.game), "number")
    ends: list[Callable[..., Mission]] = [missions_actions.close_mission, missions_actions.cancel_mission]
    play.dice.choice(ends)(**play.who(play.head()), number=number, why="So.")


def gang_up(play: SpyPlay) -> None:
    number, uid = (
        play.one_of(rows, field)
        for rows, field in (
            (Mission.objects.filter(theatre__game=play.game), "number"),
            (Team.objects.filter(mission__theatre__game=play.game), "uid"),
        )
    )
    match play.dice.randrange(4):
        case 0:
            missions_actions_teams.found_team(**play.form(), number=number)
        case 1:
            missions_actions_teams.invite_agent(**play.who(), uid=uid, agent_id=play.anybody())
        case 2:
            missions_actions_teams.join_team(**play.who(), uid=uid)
        case _:
            missions_actions_teams.leave_team(**play.who(), uid=uid)


def claim(play: SpyPlay) -> None:
    number = play.one_of(Mission.objects.filter(theatre__game=play.game), "number")
    team = play.one_of(Team.objects.filter(mission__theatre__game=play.game), "uid") if play.dice.random() < 0.4 else ""
    missions_actions_teams.claim_completion(**play.form(), number=number, team=str(team), words="So.")


def rule_on_claim(play: SpyPlay) -> None:
    uid = play.one_of(Claim.objects.filter(mission__theatre__game=play.game), "uid")
    if play.dice.random() < 0.8:
        missions_actions_teams.accept_claim(**play.who(play.head()), uid=uid)
    else:
        missions_actions_teams.refuse_claim(**play.who(play.head()), uid=uid, reason="No.")


def raise_gadgets(play: SpyPlay) -> None:
    missions_actions.raise_gadget_limit(**play.who())


def ask(play: SpyPlay) -> None:
    """Somebody asks for a Gadget; mostly others approve, and e adds it when it is ripe."""
    licences = [play.dice.choice(list(GadgetLicence)).value]
    row = gadgets_actions_requests.request_gadget(
        **play.form(), name="Skis", description="They are fast.", licences=licences
    )
    for agent in Agent.objects.filter(game=play.game, state="active").exclude(pk=row.requester_id):
        if play.dice.random() < 0.8:
            gadgets_actions_requests.vote_on_request(**play.who(agent.pk), number=row.number, say=Stance.APPROVE)


def say(play: SpyPlay) -> None:
    number = play.one_of(GadgetRequest.objects.filter(theatre__game=play.game), "number")
    gadgets_actions_requests.vote_on_request(**play.who(), number=number, say=play.dice.choice(list(Stance)))


def add(play: SpyPlay) -> None:
    row = GadgetRequest.objects.filter(theatre__game=play.game).last()
    gadgets_actions_requests.add_gadget(
        **play.who(row.requester_id if row else None), number=row.number if row else 999
    )


def price(play: SpyPlay) -> None:
    number = play.one_of(Gadget.objects.filter(theatre__game=play.game), "number")
    air, sea, land = (play.dice.choice([0, 0, 1, 1, -1]) for _ in KINDS)
    gadgets_actions.price_gadget(**play.who(play.head()), number=number, air=air, sea=sea, land=land)


def buy(play: SpyPlay) -> None:
    gadgets_actions.buy_gadget(
        **play.form(), number=play.one_of(Gadget.objects.filter(theatre__game=play.game), "number")
    )


def change_hands(play: SpyPlay) -> None:
    holding = play.one_of(Holding.objects.filter(gadget__theatre__game=play.game))
    play.dice.choice([gadgets_actions.claim_gadget] * 3 + [gadgets_actions.discard_gadget])(
        **play.who(), holding_id=holding
    )


def tell_of_passage(play: SpyPlay) -> None:
    uid = play.one_of(Errand.objects.filter(theatre__game=play.game), "uid")
    map_actions.post_checkpoint(**play.who(play.head()), errand_uid=uid)


def reveal(play: SpyPlay) -> None:
    disclosure_actions.reveal_all(**play.who(play.head()))


def wait(play: SpyPlay) -> None:
    """Time goes on, mostly with the Clerk, and everybody is seen to be there."""
    play.clock.shift(timedelta(hours=play.dice.choice([1, 6, 24, 24, 49])))
    if play.dice.random() < 0.8:
        proposals_tasks.sweep()
    for agent in Agent.objects.filter(game=play.game, state="active"):
        play.table.post_plain(agent.name, "Here")


def come_and_go(play: SpyPlay) -> None:
    everybody = list(Agent.objects.filter(game=play.game).order_by("pk"))
    agent, admins = play.dice.choice(everybody), [each.name for each in everybody if each.is_admin and each.in_game]
    match play.dice.randrange(12):
        case 0:
            play.table.leave(agent.name)
        case 1 if admins:
            play.table.idle(agent.name, by=admins[-1])
        case 2 if agent.is_playing:
            play.table.crown(agent.name)
        case _ if admins:
            play.table.unidle(agent.name, by=admins[-1])


def look(play: SpyPlay) -> None:
    """The record is looked at in the middle, too."""
    truths.the_record_is_true(Game.objects.get(pk=play.game))


ACTS: dict[Callable[[SpyPlay], None], float] = {
    move: 16,
    exchange: 5,
    roll_for_supplies: 6,
    declare: 2,
    deal: 2,
    gather: 8,
    capture: 9,
    rule_on: 2,
    rescue: 5,
    turn: 3,
    disclose: 2,
    open_mission: 4,
    end_mission: 1,
    gang_up: 8,
    claim: 6,
    rule_on_claim: 6,
    raise_gadgets: 1,
    ask: 3,
    say: 3,
    add: 4,
    price: 3,
    buy: 4,
    change_hands: 3,
    tell_of_passage: 2,
    reveal: 0.5,
    wait: 12,
    come_and_go: 3,
    make_anew: 3,
    look: 1,
}
