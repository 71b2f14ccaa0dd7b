"""How the acts of spies are done: through the actions that their own pages would call."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from dynasties.spy.actions import (
    affiliation,
    capturing,
    claims,
    dealing,
    disclosing,
    errands,
    gadget_requests,
    missions,
    moving,
    pricing,
    prisons,
    ranks,
    shop,
    supplies,
    teams,
)
from dynasties.spy.mechanics.goals import Goal
from dynasties.spy.queries import declaring, gadgets
from dynasties.spy.queries import moving as moving_read
from dynasties.spy.queries.errands import errands_due
from nomic.core import clock
from nomic.demo.script import Act
from nomic.demo.spies import acts
from nomic.demo.spies.acts import Added
from nomic.demo.spies.scenery import Scenery
from nomic.demo.stage import Stage, token
from proposals.actions import voting


def declare(stage: Stage, act: acts.Declare) -> None:
    affiliation.declare(actor_id=stage.agent(act.by), game_id=stage.game_id, affiliation=act.side)


def deal(stage: Stage, act: acts.Deal) -> None:
    dealing.deal(actor_id=stage.agent(act.by), game_id=stage.game_id)


def assign(stage: Stage, act: acts.Assign) -> None:
    """Done once: it leaves no public event by which it could be known that it was."""
    if Scenery(stage).cover(act.name).location is None:
        mastermind, agent = stage.agent(act.by), stage.agent(act.name)
        dealing.assign(actor_id=mastermind, game_id=stage.game_id, agent_id=agent, code=act.code)


def move(stage: Stage, act: acts.Move) -> None:
    moving.move(actor_id=stage.agent(act.by), game_id=stage.game_id, to=act.to, token=token(act))


def wander(stage: Stage, act: acts.Wander) -> None:
    """The cheapest move there is; where there is none, e stays."""
    scenery, agent = Scenery(stage), stage.person(act.by)
    found = moving_read.my_moves(scenery.theatre, agent, clock.now()).moves
    ways = [each.move for each in found if each.move]
    if ways:
        best = min(ways, key=lambda way: (way.cost.total, way.to))
        moving.move(actor_id=agent.pk, game_id=stage.game_id, to=best.to, token=token(act))


def exchange(stage: Stage, act: acts.Exchange) -> None:
    supplies.exchange(
        actor_id=stage.agent(act.by), game_id=stage.game_id, give=act.give, take=act.take, times=act.times,
        token=token(act),
    )  # fmt: skip


def roll_supplies(stage: Stage, act: acts.Supplies) -> None:
    supplies.roll_supplies(
        actor_id=stage.agent(act.by), game_id=stage.game_id, quiet=act.quiet, token=token(act)
    )  # fmt: skip


# -- missions


def open_mission(stage: Stage, act: acts.OpenMission) -> None:
    goal = {"kind": Goal.AGENTS_IN.value, "places": act.places, "count": act.crowd}
    missions.open_mission(
        actor_id=stage.agent(act.by), game_id=stage.game_id, title=act.title, description=act.description,
        goals=act.goals, checks=[goal] if act.places else [], reward=act.reward, gains=_added(act.gains),
        closing=act.closing, closes_after=act.closes_after, penalty=act.penalty, losses=_added(act.losses),
        token=token(act),
    )  # fmt: skip


def _added(changes: tuple[Added, ...]) -> list[dict[str, object]]:
    return [{"column": column, "add": add} for column, add in changes]


def gather(stage: Stage, act: acts.Gather) -> None:
    founder, game_id = stage.agent(act.by), stage.game_id
    number = Scenery(stage).mission(act.title).number
    uid = teams.found_team(actor_id=founder, game_id=game_id, number=number, token=token(act)).uid
    for name in act.others:
        guest = stage.agent(name)
        teams.invite(actor_id=founder, game_id=game_id, uid=uid, agent_id=guest)
        teams.join_team(actor_id=guest, game_id=game_id, uid=uid)


def claim(stage: Stage, act: acts.Claim) -> None:
    scenery, actor = Scenery(stage), stage.agent(act.by)
    row = scenery.mission(act.title)
    claims.claim(
        actor_id=actor, game_id=stage.game_id, number=row.number, team=scenery.group(row, actor) if act.group else "",
        words=act.words, token=token(act),
    )  # fmt: skip


def accept(stage: Stage, act: acts.Accept) -> None:
    claims.accept(actor_id=stage.agent(act.by), game_id=stage.game_id, uid=Scenery(stage).waiting_claim(act.title))


def refuse(stage: Stage, act: acts.Refuse) -> None:
    uid = Scenery(stage).waiting_claim(act.title)
    claims.refuse(actor_id=stage.agent(act.by), game_id=stage.game_id, uid=uid, reason=act.reason)


def close(stage: Stage, act: acts.Close) -> None:
    number = Scenery(stage).mission(act.title).number
    missions.close(actor_id=stage.agent(act.by), game_id=stage.game_id, number=number, why=act.why)


def cancel(stage: Stage, act: acts.Cancel) -> None:
    number = Scenery(stage).mission(act.title).number
    missions.cancel(actor_id=stage.agent(act.by), game_id=stage.game_id, number=number, why=act.why)


def answer(stage: Stage, act: acts.Answer) -> None:
    number, actor = Scenery(stage).mission(act.title).post.number, stage.agent(act.by)
    voting.comment(
        actor_id=actor, game_id=stage.game_id, number=number, body=act.body, vote=None, token=token(act)
    )  # fmt: skip


def raise_gadgets(stage: Stage, act: acts.RaiseGadgets) -> None:
    ranks.raise_gadgets(actor_id=stage.agent(act.by), game_id=stage.game_id)


# -- Gadgets


def ask(stage: Stage, act: acts.Ask) -> None:
    gadget_requests.request(
        actor_id=stage.agent(act.by), game_id=stage.game_id, name=act.gadget, description=act.description,
        licences=act.licences, token=token(act),
    )  # fmt: skip


def voice(stage: Stage, act: acts.Voice) -> None:
    gadget_requests.say(
        actor_id=stage.agent(act.by), game_id=stage.game_id, number=Scenery(stage).request(act.gadget), say=act.say,
        comment=act.comment,
    )  # fmt: skip


def add(stage: Stage, act: acts.Add) -> None:
    number = Scenery(stage).request(act.gadget)
    gadget_requests.add(actor_id=stage.agent(act.by), game_id=stage.game_id, number=number)


def price(stage: Stage, act: acts.Price) -> None:
    pricing.price(
        actor_id=stage.agent(act.by), game_id=stage.game_id, number=Scenery(stage).gadget(act.gadget), air=act.air,
        sea=act.sea, land=act.land,
    )  # fmt: skip


def buy(stage: Stage, act: acts.Buy) -> None:
    number = Scenery(stage).gadget(act.gadget)
    shop.buy(actor_id=stage.agent(act.by), game_id=stage.game_id, number=number, token=token(act))


# -- what is for the Mastermind


def capture(stage: Stage, act: acts.Capture) -> None:
    actor, target = stage.agent(act.by), stage.agent(act.target)
    capturing.attempt_capture(actor_id=actor, game_id=stage.game_id, target_id=target, token=token(act))


def rule(stage: Stage, act: acts.Rule) -> None:
    uid = Scenery(stage).waiting_attempt()
    capturing.rule_on_attempt(actor_id=stage.agent(act.by), game_id=stage.game_id, uid=uid)


def rescue(stage: Stage, act: acts.Rescue) -> None:
    held = Scenery(stage).prisoner(act.among)
    prisons.rescue(actor_id=stage.agent(act.by), game_id=stage.game_id, prisoner_id=held, token=token(act))


def disclose(stage: Stage, act: acts.Disclose) -> None:
    owner, reader = stage.agent(act.about), stage.agent(act.to)
    disclosing.disclose(
        actor_id=stage.agent(act.by), game_id=stage.game_id, owner_id=owner, to_id=reader, what=act.what
    )  # fmt: skip


def notice(stage: Stage, act: acts.Notice) -> None:
    uid, mastermind = Scenery(stage).unnoticed(), stage.agent(act.by)
    errands.post_checkpoint(actor_id=mastermind, game_id=stage.game_id, errand_uid=uid)


def look_around(stage: Stage, act: acts.LookAround) -> None:
    """As the Clerk does once a minute, and in this game alone."""
    now, game_id = clock.now(), stage.game_id
    for errand in [row for game, row in errands_due(now) if game == game_id]:
        errands.look_again_at_errand(game_id=game_id, errand_id=errand)
    for spy in [row for game, row in declaring.due(now) if game == game_id]:
        affiliation.look_again_at_spy(game_id=game_id, spy_id=spy)
    for request in [row for game, row in gadgets.due(now) if game == game_id]:
        gadget_requests.look_again_at_request(game_id=game_id, request_id=request)


SPYING: Mapping[type[Act], Callable[[Stage, Any], None]] = {
    acts.Declare: declare,
    acts.Deal: deal,
    acts.Assign: assign,
    acts.Move: move,
    acts.Wander: wander,
    acts.Exchange: exchange,
    acts.Supplies: roll_supplies,
    acts.OpenMission: open_mission,
    acts.Gather: gather,
    acts.Claim: claim,
    acts.Accept: accept,
    acts.Refuse: refuse,
    acts.Close: close,
    acts.Cancel: cancel,
    acts.Answer: answer,
    acts.RaiseGadgets: raise_gadgets,
    acts.Ask: ask,
    acts.Voice: voice,
    acts.Add: add,
    acts.Price: price,
    acts.Buy: buy,
    acts.Capture: capture,
    acts.Rule: rule,
    acts.Rescue: rescue,
    acts.Disclose: disclose,
    acts.Notice: notice,
    acts.LookAround: look_around,
}
