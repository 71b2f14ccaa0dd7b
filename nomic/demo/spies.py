"""What else happens in a game of spies: the acts of its script, and how each is done on its own stage."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any, TypeAlias

from dynasties.spy.desk import actions as desk_actions
from dynasties.spy.disclosure import actions as disclosure_actions, queries as disclosure_queries
from dynasties.spy.gadgets import (
    actions as gadgets_actions,
    actions_requests as gadgets_actions_requests,
    queries as gadgets_queries,
)
from dynasties.spy.gadgets.rules_requests import Stance
from dynasties.spy.map import actions as map_actions, queries as map_queries
from dynasties.spy.map.queries import errands_due
from dynasties.spy.missions import (
    actions as missions_actions,
    actions_teams as missions_actions_teams,
    queries as missions_queries,
    queries_teams as missions_queries_teams,
)
from dynasties.spy.missions.rules import Goal
from dynasties.spy.prison import actions as prison_actions, queries as prison_queries
from dynasties.spy.theatre import queries as theatre_queries, queries_covers as theatre_queries_covers
from dynasties.spy.theatre.rules import SecretState
from nomic.core import clock
from nomic.core.games import queries as games_queries
from nomic.demo.script import DemoAct
from nomic.demo.stage import DemoStage, act_token
from proposals.comments import actions as comments_actions

if TYPE_CHECKING:
    from dynasties.spy.missions.models import Mission
    from dynasties.spy.theatre.models import Theatre

Added: TypeAlias = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Declare(DemoAct):
    """An Affiliation is declared, as `allegiance.Affiliation` writes it."""

    side: str


@dataclass(frozen=True, slots=True)
class Deal(DemoAct):
    """Everybody who has no Location yet is dealt one at random."""


@dataclass(frozen=True, slots=True)
class Assign(DemoAct):
    """Somebody is assigned a first Location, by its code."""

    name: str
    code: str


@dataclass(frozen=True, slots=True)
class MoveSpy(DemoAct):
    to: str


@dataclass(frozen=True, slots=True)
class Wander(DemoAct):
    """A move of somebody of whom the script does not know where chance has put em: to the next best place."""


@dataclass(frozen=True, slots=True)
class Exchange(DemoAct):
    give: str
    take: str
    times: int = 1


@dataclass(frozen=True, slots=True)
class Supplies(DemoAct):
    """A roll for supplies, in a supply centre."""

    quiet: bool = False


@dataclass(frozen=True, slots=True)
class OpenMission(DemoAct):
    """A mission. `gains` and `losses` by the tracker's columns; `places` are what the server looks at, for `crowd`."""

    title: str
    description: str
    goals: str
    reward: str
    closing: str
    penalty: str
    gains: tuple[Added, ...] = ()
    losses: tuple[Added, ...] = ()
    places: tuple[str, ...] = ()
    crowd: int = 1
    closes_after: int | None = None


@dataclass(frozen=True, slots=True)
class Gather(DemoAct):
    """A group for a mission: founded, its others asked in, and joined by them."""

    title: str
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClaimMission(DemoAct):
    """The Mastermind is told that the goals are met, by one or by the group that e is in."""

    title: str
    words: str
    group: bool = False


@dataclass(frozen=True, slots=True)
class Accept(DemoAct):
    """The Mastermind accepts the claim of that mission that waits."""

    title: str


@dataclass(frozen=True, slots=True)
class Refuse(DemoAct):
    title: str
    reason: str


@dataclass(frozen=True, slots=True)
class Close(DemoAct):
    title: str
    why: str


@dataclass(frozen=True, slots=True)
class Cancel(DemoAct):
    title: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Answer(DemoAct):
    """A comment on the post that announced a mission."""

    title: str
    body: str


@dataclass(frozen=True, slots=True)
class RaiseGadgets(DemoAct):
    pass


@dataclass(frozen=True, slots=True)
class AskForGadget(DemoAct):
    """A request for a Gadget."""

    gadget: str
    description: str
    licences: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class VoiceOnRequest(DemoAct):
    """Something said of a pending request."""

    gadget: str
    say: Stance
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Add(DemoAct):
    gadget: str


@dataclass(frozen=True, slots=True)
class Price(DemoAct):
    gadget: str
    air: int
    sea: int
    land: int


@dataclass(frozen=True, slots=True)
class Buy(DemoAct):
    gadget: str


@dataclass(frozen=True, slots=True)
class Capture(DemoAct):
    """The Mastermind is told whom somebody would capture."""

    target: str


@dataclass(frozen=True, slots=True)
class RuleOnCapture(DemoAct):
    """The Mastermind rolls for the capture that waits."""


@dataclass(frozen=True, slots=True)
class Rescue(DemoAct):
    """Whoever of these is held where one is, is freed: chance has decided which."""

    among: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Disclose(DemoAct):
    about: str
    to: str
    what: str = "affiliation"


@dataclass(frozen=True, slots=True)
class PostNotice(DemoAct):
    """The Mastermind posts that somebody was seen at Checkpoint Charlie."""


@dataclass(frozen=True, slots=True)
class LookAround(DemoAct):
    """The Clerk opens the errands whose moment has come, and looks at requests and Agents that are due."""


LENGTH = timedelta(days=28)


def at(day: int, hour: int = 0, minute: int = 0) -> timedelta:
    """So long ago as it is since that moment of the game of spies, which was founded on its day 0."""
    return LENGTH - timedelta(days=day, hours=hour, minutes=minute)


# What a stage has besides, where spies play on it: found by the words of the script.


@dataclass(frozen=True, slots=True)
class Scenery:
    """The theatre of the present."""

    stage: DemoStage

    @property
    def theatre(self) -> Theatre:
        found = theatre_queries.present_theatre(self.stage.game_id)
        assert found is not None, "no law of spies is in force yet"
        return found

    def cover(self, name: str) -> SecretState:
        return theatre_queries_covers.cover_of(self.theatre, self.stage.agent(name))

    def mission(self, title: str) -> Mission:
        return next(each.row for each in missions_queries.mission_board(self.theatre) if each.row.title == title)

    def group(self, row: Mission, agent_id: int) -> str:
        """The address of the group for a mission that somebody is in."""
        found = missions_queries_teams.team_of(row, agent_id)
        assert found is not None, "e is in no group"
        return found.uid

    def waiting_claim(self, title: str) -> str:
        return next(each.uid for each in missions_queries.claims_to_rule(self.theatre) if each.mission.title == title)

    def request(self, name: str) -> int:
        """The latest request for a Gadget of that name."""
        return max(each.number for each in gadgets_queries.gadget_requests(self.theatre) if each.name == name)

    def gadget(self, name: str) -> int:
        return next(each.number for each in gadgets_queries.approved_gadgets(self.theatre) if each.name == name)

    def waiting_attempt(self) -> str:
        return next(each.uid for each in prison_queries.all_attempts(self.theatre) if each.open)

    def prisoner(self, among: tuple[str, ...]) -> int:
        return next(self.stage.agent(name) for name in among if self.cover(name).prison)

    def unnoticed_passage(self) -> str:
        """The errand of whoever passed the checkpoint last, of whom nobody has been told."""
        game = games_queries.game(self.stage.script.slug)
        assert game is not None
        passed = map_queries.passages(self.theatre, game.mastermind, game)
        return next(each.uid for each in reversed(passed) if each.post is None)


# How the acts of spies are done: through the actions that their own pages would call.


def declare(stage: DemoStage, act: Declare) -> None:
    disclosure_actions.declare_affiliation(actor_id=stage.agent(act.by), game_id=stage.game_id, affiliation=act.side)


def deal(stage: DemoStage, act: Deal) -> None:
    desk_actions.deal_locations(actor_id=stage.agent(act.by), game_id=stage.game_id)


def assign(stage: DemoStage, act: Assign) -> None:
    """Done once: it leaves no public event by which it could be known that it was."""
    if Scenery(stage).cover(act.name).location is None:
        mastermind, agent = stage.agent(act.by), stage.agent(act.name)
        desk_actions.assign_location(actor_id=mastermind, game_id=stage.game_id, agent_id=agent, code=act.code)


def move(stage: DemoStage, act: MoveSpy) -> None:
    map_actions.move_agent(actor_id=stage.agent(act.by), game_id=stage.game_id, to=act.to, token=act_token(act))


def wander(stage: DemoStage, act: Wander) -> None:
    """The cheapest move there is; where there is none, e stays."""
    scenery, agent = Scenery(stage), stage.person(act.by)
    found = map_queries.own_moves(scenery.theatre, agent, clock.now()).moves
    ways = [each.move for each in found if each.move]
    if ways:
        best = min(ways, key=lambda way: (way.cost.total, way.to))
        map_actions.move_agent(actor_id=agent.pk, game_id=stage.game_id, to=best.to, token=act_token(act))


def exchange(stage: DemoStage, act: Exchange) -> None:
    map_actions.exchange_tickets(
        actor_id=stage.agent(act.by),
        game_id=stage.game_id,
        give=act.give,
        take=act.take,
        times=act.times,
        token=act_token(act),
    )


def roll_supplies(stage: DemoStage, act: Supplies) -> None:
    map_actions.roll_supplies(
        actor_id=stage.agent(act.by), game_id=stage.game_id, quiet=act.quiet, token=act_token(act)
    )


# -- missions


def open_mission(stage: DemoStage, act: OpenMission) -> None:
    goal = {"kind": Goal.AGENTS_IN.value, "places": act.places, "count": act.crowd}
    missions_actions.open_mission(
        actor_id=stage.agent(act.by),
        game_id=stage.game_id,
        words=missions_actions.MissionWords(
            title=act.title,
            description=act.description,
            goals=act.goals,
            checks=[goal] if act.places else [],
            reward=act.reward,
            gains=_addition(act.gains),
            closing=act.closing,
            closes_after=act.closes_after,
            penalty=act.penalty,
            losses=_addition(act.losses),
        ),
        token=act_token(act),
    )


def _addition(changes: tuple[Added, ...]) -> list[dict[str, object]]:
    return [{"column": column, "add": add} for column, add in changes]


def gather(stage: DemoStage, act: Gather) -> None:
    founder, game_id = stage.agent(act.by), stage.game_id
    number = Scenery(stage).mission(act.title).number
    uid = missions_actions_teams.found_team(actor_id=founder, game_id=game_id, number=number, token=act_token(act)).uid
    for name in act.others:
        guest = stage.agent(name)
        missions_actions_teams.invite_agent(actor_id=founder, game_id=game_id, uid=uid, agent_id=guest)
        missions_actions_teams.join_team(actor_id=guest, game_id=game_id, uid=uid)


def claim(stage: DemoStage, act: ClaimMission) -> None:
    scenery, actor = Scenery(stage), stage.agent(act.by)
    row = scenery.mission(act.title)
    missions_actions_teams.claim_completion(
        actor_id=actor,
        game_id=stage.game_id,
        number=row.number,
        team=scenery.group(row, actor) if act.group else "",
        words=act.words,
        token=act_token(act),
    )


def accept(stage: DemoStage, act: Accept) -> None:
    missions_actions_teams.accept_claim(
        actor_id=stage.agent(act.by), game_id=stage.game_id, uid=Scenery(stage).waiting_claim(act.title)
    )


def refuse(stage: DemoStage, act: Refuse) -> None:
    uid = Scenery(stage).waiting_claim(act.title)
    missions_actions_teams.refuse_claim(actor_id=stage.agent(act.by), game_id=stage.game_id, uid=uid, reason=act.reason)


def close(stage: DemoStage, act: Close) -> None:
    number = Scenery(stage).mission(act.title).number
    missions_actions.close_mission(actor_id=stage.agent(act.by), game_id=stage.game_id, number=number, why=act.why)


def cancel(stage: DemoStage, act: Cancel) -> None:
    number = Scenery(stage).mission(act.title).number
    missions_actions.cancel_mission(actor_id=stage.agent(act.by), game_id=stage.game_id, number=number, why=act.why)


def answer(stage: DemoStage, act: Answer) -> None:
    number, actor = Scenery(stage).mission(act.title).post.number, stage.agent(act.by)
    comments_actions.post_comment(
        actor_id=actor, game_id=stage.game_id, number=number, body=act.body, vote=None, token=act_token(act)
    )


def raise_gadgets(stage: DemoStage, act: RaiseGadgets) -> None:
    missions_actions.raise_gadget_limit(actor_id=stage.agent(act.by), game_id=stage.game_id)


# -- Gadgets


def ask(stage: DemoStage, act: AskForGadget) -> None:
    gadgets_actions_requests.request_gadget(
        actor_id=stage.agent(act.by),
        game_id=stage.game_id,
        name=act.gadget,
        description=act.description,
        licences=act.licences,
        token=act_token(act),
    )


def voice(stage: DemoStage, act: VoiceOnRequest) -> None:
    gadgets_actions_requests.vote_on_request(
        actor_id=stage.agent(act.by),
        game_id=stage.game_id,
        number=Scenery(stage).request(act.gadget),
        say=act.say,
        comment=act.comment,
    )


def add(stage: DemoStage, act: Add) -> None:
    number = Scenery(stage).request(act.gadget)
    gadgets_actions_requests.add_gadget(actor_id=stage.agent(act.by), game_id=stage.game_id, number=number)


def price(stage: DemoStage, act: Price) -> None:
    gadgets_actions.price_gadget(
        actor_id=stage.agent(act.by),
        game_id=stage.game_id,
        number=Scenery(stage).gadget(act.gadget),
        air=act.air,
        sea=act.sea,
        land=act.land,
    )


def buy(stage: DemoStage, act: Buy) -> None:
    number = Scenery(stage).gadget(act.gadget)
    gadgets_actions.buy_gadget(actor_id=stage.agent(act.by), game_id=stage.game_id, number=number, token=act_token(act))


# -- what is for the Mastermind


def capture(stage: DemoStage, act: Capture) -> None:
    actor, target = stage.agent(act.by), stage.agent(act.target)
    prison_actions.attempt_capture(actor_id=actor, game_id=stage.game_id, target_id=target, token=act_token(act))


def rule(stage: DemoStage, act: RuleOnCapture) -> None:
    uid = Scenery(stage).waiting_attempt()
    prison_actions.rule_on_attempt(actor_id=stage.agent(act.by), game_id=stage.game_id, uid=uid)


def rescue(stage: DemoStage, act: Rescue) -> None:
    held = Scenery(stage).prisoner(act.among)
    prison_actions.rescue_prisoner(
        actor_id=stage.agent(act.by), game_id=stage.game_id, prisoner_id=held, token=act_token(act)
    )


def disclose(stage: DemoStage, act: Disclose) -> None:
    owner, reader = stage.agent(act.about), stage.agent(act.to)
    disclosure_actions.disclose_thing(
        actor_id=stage.agent(act.by), game_id=stage.game_id, owner_id=owner, to_id=reader, what=act.what
    )


def notice(stage: DemoStage, act: PostNotice) -> None:
    uid, mastermind = Scenery(stage).unnoticed_passage(), stage.agent(act.by)
    map_actions.post_checkpoint(actor_id=mastermind, game_id=stage.game_id, errand_uid=uid)


def look_around(stage: DemoStage, act: LookAround) -> None:
    """As the Clerk does once a minute, and in this game alone."""
    now, game_id = clock.now(), stage.game_id
    for errand in [row for game, row in errands_due(now) if game == game_id]:
        map_actions.look_again_at_errand(game_id=game_id, errand_id=errand)
    for spy in [row for game, row in disclosure_queries.due_declarations(now) if game == game_id]:
        disclosure_actions.look_again_at_spy(game_id=game_id, spy_id=spy)
    for request in [row for game, row in gadgets_queries.due_requests(now) if game == game_id]:
        gadgets_actions_requests.look_again_at_request(game_id=game_id, request_id=request)


SPYING: Mapping[type[DemoAct], Callable[[DemoStage, Any], None]] = {
    Declare: declare,
    Deal: deal,
    Assign: assign,
    MoveSpy: move,
    Wander: wander,
    Exchange: exchange,
    Supplies: roll_supplies,
    OpenMission: open_mission,
    Gather: gather,
    ClaimMission: claim,
    Accept: accept,
    Refuse: refuse,
    Close: close,
    Cancel: cancel,
    Answer: answer,
    RaiseGadgets: raise_gadgets,
    AskForGadget: ask,
    VoiceOnRequest: voice,
    Add: add,
    Price: price,
    Buy: buy,
    Capture: capture,
    RuleOnCapture: rule,
    Rescue: rescue,
    Disclose: disclose,
    PostNotice: notice,
    LookAround: look_around,
}
