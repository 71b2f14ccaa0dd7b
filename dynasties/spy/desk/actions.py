"""The Mastermind assigns first Locations, and puts right what e wrote down wrongly. (Rules Location and Top Secret)"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from dynasties.spy.actions import covers as covering
from dynasties.spy.actions import entering
from dynasties.spy.actions.telling import tell_spy
from dynasties.spy.mechanics.allegiance import NAMES, Affiliation
from dynasties.spy.mechanics.atlas import ATLAS, LAND
from dynasties.spy.mechanics.covers import Cover
from dynasties.spy.mechanics.curtain import Curtain, Side
from dynasties.spy.mechanics.placing import placed
from dynasties.spy.models import Theatre
from dynasties.spy.queries import covers, theatres
from nomic.core.actions.dice import roll_in_secret
from nomic.core.floor import Floor, floor
from nomic.core.mechanics.decision import Fact, Invalid, Reason, Refused
from nomic.core.mechanics.writing import JOINERS, tidied
from nomic.core.models import Agent

LONGEST_WHY = 500
# What of a record can be put right: the mechanism that it belongs to, and what it may be besides nothing.
FIELDS: Mapping[str, tuple[str, frozenset[str]]] = {
    "affiliation": ("spy.affiliation", frozenset(each.value for each in Affiliation)),
    "location": ("spy.location", frozenset(ATLAS)),
    "side": ("spy.smuggling", frozenset(each.value for each in Side)),
    "prison": ("spy.prisons", frozenset(NAMES)),
}


def deal(*, actor_id: int, game_id: int) -> int:
    """The Mastermind deals a land territory at random to everybody who takes part and has no Location.

    Answers to how many. The dice fall in secret; each is told in eir dossier.
    """
    with floor(game_id) as the_floor:
        theatre, mastermind = entering.mastermind(the_floor, actor_id, "spy.location")
        without = _without(the_floor, theatre)
        territories = sorted(LAND)
        for agent in without:
            die = roll_in_secret(the_floor, mastermind, 1, len(territories), f"The first Location of {agent.name}")
            _place(the_floor, theatre, agent, territories[die.total - 1], mastermind)
    return len(without)


def assign(*, actor_id: int, game_id: int, agent_id: int, code: str) -> Cover:
    """The Mastermind assigns an Agent who has no Location a land territory, by its code.

    `Invalid` at `code` for what is no land territory, at `agent_id` for who does not take part.
    """
    code = code.strip().upper()
    if code not in LAND:
        raise Invalid("code", "Give the code of a land territory, such as BER.", "no-land")
    with floor(game_id) as the_floor:
        theatre, mastermind = entering.mastermind(the_floor, actor_id, "spy.location")
        agent = _spy(the_floor, theatre, agent_id)
        if covers.cover(theatre, agent.pk).location is not None:
            raise Refused(Reason("has-location", the_floor.law.rule("spy.location"), {"name": agent.name}))
        return _place(the_floor, theatre, agent, code, mastermind)


def correct(*, actor_id: int, game_id: int, agent_id: int, field: str, value: str, why: str) -> Cover:
    """The Mastermind puts right what eir record says of an Agent, and says why: its owner reads that.

    `field` is one of `FIELDS`; `value` what it shall be, empty for nothing. A prisoner is where the prison is: whoever
    is put elsewhere is none. `Invalid` at `field`, `value`, `why` or `agent_id`.
    """
    mechanism, values = _field(field)
    why = tidied("why", "The reason", why, LONGEST_WHY, JOINERS)
    if not why:
        raise Invalid("why", "Say why: whose record it is reads it.", "empty")
    wanted = _value(value, values)
    with floor(game_id) as the_floor:
        theatre, mastermind = entering.mastermind(the_floor, actor_id, mechanism)
        spy = theatres.spy_of(theatre, agent_id)
        if spy is None:
            raise _nobody()
        before = covers.cover(theatre, agent_id)
        after = _corrected(before, field, wanted, theatres.curtain(game_id).under(the_floor.law))
        if after != before:
            was: Fact = before.kept[field]
            covering.hide(the_floor, theatre, after, "corrected", actor=mastermind, field=field, was=was, text=why)
            tell_spy(the_floor, spy.agent)
    return after


def _field(name: str) -> tuple[str, frozenset[str]]:
    if name not in FIELDS:
        raise Invalid("field", "Choose what to put right.", "no-field")
    return FIELDS[name]


def _value(words: str, values: frozenset[str]) -> str | None:
    """What was written, as the record has it; capitals do not matter."""
    if not words.strip():
        return None
    found = next((each for each in values if each.casefold() == words.strip().casefold()), None)
    if found is None:
        known = ", ".join(sorted(values)) if len(values) < 10 else "the code of a territory, such as BER"
        raise Invalid("value", f"It can be {known}, or nothing.", "no-value")
    return found


def _corrected(before: Cover, field: str, value: str | None, curtain: Curtain) -> Cover:
    if before.kept[field] == value:
        return before
    after = Cover(**(before.kept | {field: value}))
    if field == "location" and value is not None:
        # Elsewhere is maybe on the other side. Whether e came there by a move, the Mastermind knew rightly.
        after = replace(placed(before, value, curtain, prison=before.prison), walked_in=before.walked_in)
    if after.prison in {None, after.location}:
        return after
    if field == "prison":
        raise Invalid("value", f"A prisoner in {value} is in {value}: put the Location right first.", "elsewhere")
    return replace(after, prison=None)


def _without(the_floor: Floor, theatre: Theatre) -> list[Agent]:
    """Who takes part and has no Location, in the order in which e came."""
    playing = theatres.players(theatre, the_floor.game, the_floor.law)
    known = covers.covers(theatre, frozenset(each.pk for each in playing))
    return [each for each in playing if known[each.pk].location is None]


def _spy(the_floor: Floor, theatre: Theatre, agent_id: int) -> Agent:
    agent = theatres.player(theatre, agent_id, the_floor.game, the_floor.law)
    if agent is None:
        raise _nobody()
    return agent


def _nobody() -> Invalid:
    return Invalid("agent_id", "Choose one of those who take part.", "no-spy")


def _place(the_floor: Floor, theatre: Theatre, agent: Agent, code: str, mastermind: Agent) -> Cover:
    curtain = theatres.curtain(the_floor.game.pk).under(the_floor.law)
    after = placed(covers.cover(theatre, agent.pk), code, curtain)
    covering.hide(the_floor, theatre, after, "dealt", actor=mastermind)
    tell_spy(the_floor, agent)
    return after
