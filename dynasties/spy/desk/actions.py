"""The Mastermind assigns first Locations, and puts right what e wrote down wrongly. (Rules Location and Top Secret)"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from dynasties.spy.dials import AFFILIATION, LOCATION, PRISONS, SMUGGLING
from dynasties.spy.theatre import (
    actions as theatre_actions,
    queries as theatre_queries,
    queries_covers as theatre_queries_covers,
)
from dynasties.spy.theatre.actions import notify_spy
from dynasties.spy.theatre.models import Theatre
from dynasties.spy.theatre.rules import NAMES, Affiliation, SecretState, state_after_placing
from dynasties.spy.theatre.rules_map import ATLAS, LAND, Curtain, Side
from nomic.core.decision import Fact, Invalid, Reason, Refused
from nomic.core.dice.actions import roll_secret_dice
from nomic.core.floor import Floor, floor
from nomic.core.games.models import Agent
from nomic.core.input import JOINERS, clean_text
from nomic.core.law.rules import Mechanism

LONGEST_WHY = 500
# What of a record can be put right: the mechanism that it belongs to, and what it may be besides nothing.
CORRECTABLE_FIELDS: Mapping[str, tuple[Mechanism, frozenset[str]]] = {
    "affiliation": (AFFILIATION, frozenset(each.value for each in Affiliation)),
    "location": (LOCATION, frozenset(ATLAS)),
    "side": (SMUGGLING, frozenset(each.value for each in Side)),
    "prison": (PRISONS, frozenset(NAMES)),
}


def deal_locations(*, actor_id: int, game_id: int) -> int:
    """The Mastermind deals a land territory at random to everybody who takes part and has no Location.

    Answers to how many. The dice fall in secret; each is told in eir dossier.
    """
    with floor(game_id) as the_floor:
        theatre, mastermind = theatre_actions.require_mastermind(the_floor, actor_id, LOCATION)
        without = _agents_without_location(the_floor, theatre)
        territories = sorted(LAND)
        for agent in without:
            die = roll_secret_dice(the_floor, mastermind, 1, len(territories), f"The first Location of {agent.name}")
            _put_agent(the_floor, theatre, agent, territories[die.total - 1], mastermind)
    return len(without)


def assign_location(*, actor_id: int, game_id: int, agent_id: int, code: str) -> SecretState:
    """The Mastermind assigns an Agent who has no Location a land territory, by its code.

    `Invalid` at `code` for what is no land territory, at `agent_id` for who does not take part.
    """
    code = code.strip().upper()
    if code not in LAND:
        raise Invalid("code", "Give the code of a land territory, such as BER.", "no-land")
    with floor(game_id) as the_floor:
        theatre, mastermind = theatre_actions.require_mastermind(the_floor, actor_id, LOCATION)
        agent = _get_spy(the_floor, theatre, agent_id)
        if theatre_queries_covers.cover_of(theatre, agent.pk).location is not None:
            raise Refused(Reason("has-location", the_floor.law.rule(LOCATION), {"name": agent.name}))
        return _put_agent(the_floor, theatre, agent, code, mastermind)


def correct_record(*, actor_id: int, game_id: int, agent_id: int, field: str, value: str, why: str) -> SecretState:
    """The Mastermind puts right what eir record says of an Agent, and says why: its owner reads that.

    `field` is one of `FIELDS`; `value` what it shall be, empty for nothing. A prisoner is where the prison is: whoever
    is put elsewhere is none. `Invalid` at `field`, `value`, `why` or `agent_id`.
    """
    mechanism, values = _clean_field(field)
    why = clean_text("why", "The reason", why, LONGEST_WHY, JOINERS)
    if not why:
        raise Invalid("why", "Say why: whose record it is reads it.", "empty")
    wanted = _clean_value(value, values)
    with floor(game_id) as the_floor:
        theatre, mastermind = theatre_actions.require_mastermind(the_floor, actor_id, mechanism)
        spy = theatre_queries.spy_of(theatre, agent_id)
        if spy is None:
            raise _nobody_error()
        before = theatre_queries_covers.cover_of(theatre, agent_id)
        after = _corrected_state(
            before, field, wanted, theatre_queries.read_curtain(game_id).curtain_under_law(the_floor.law)
        )
        if after != before:
            was: Fact = before.to_json()[field]
            theatre_actions.save_secret_state(
                the_floor, theatre, after, "corrected", actor=mastermind, field=field, was=was, text=why
            )
            notify_spy(the_floor, spy.agent)
    return after


def _clean_field(name: str) -> tuple[Mechanism, frozenset[str]]:
    if name not in CORRECTABLE_FIELDS:
        raise Invalid("field", "Choose what to put right.", "no-field")
    return CORRECTABLE_FIELDS[name]


def _clean_value(words: str, values: frozenset[str]) -> str | None:
    """What was written, as the record has it; capitals do not matter."""
    if not words.strip():
        return None
    found = next((each for each in values if each.casefold() == words.strip().casefold()), None)
    if found is None:
        known = ", ".join(sorted(values)) if len(values) < 10 else "the code of a territory, such as BER"
        raise Invalid("value", f"It can be {known}, or nothing.", "no-value")
    return found


def _corrected_state(before: SecretState, field: str, value: str | None, curtain: Curtain) -> SecretState:
    if before.to_json()[field] == value:
        return before
    after = SecretState(**(before.to_json() | {field: value}))
    if field == "location" and value is not None:
        # Elsewhere is maybe on the other side. Whether e came there by a move, the Mastermind knew rightly.
        after = replace(state_after_placing(before, value, curtain, prison=before.prison), walked_in=before.walked_in)
    if after.prison in {None, after.location}:
        return after
    if field == "prison":
        raise Invalid("value", f"A prisoner in {value} is in {value}: put the Location right first.", "elsewhere")
    return replace(after, prison=None)


def _agents_without_location(the_floor: Floor, theatre: Theatre) -> list[Agent]:
    """Who takes part and has no Location, in the order in which e came."""
    playing = theatre_queries.players(theatre, the_floor.game, the_floor.law)
    known = theatre_queries_covers.covers_of(theatre, frozenset(each.pk for each in playing))
    return [each for each in playing if known[each.pk].location is None]


def _get_spy(the_floor: Floor, theatre: Theatre, agent_id: int) -> Agent:
    agent = theatre_queries.player(theatre, agent_id, the_floor.game, the_floor.law)
    if agent is None:
        raise _nobody_error()
    return agent


def _nobody_error() -> Invalid:
    return Invalid("agent_id", "Choose one of those who take part.", "no-spy")


def _put_agent(the_floor: Floor, theatre: Theatre, agent: Agent, code: str, mastermind: Agent) -> SecretState:
    curtain = theatre_queries.read_curtain(the_floor.game.pk).curtain_under_law(the_floor.law)
    after = state_after_placing(theatre_queries_covers.cover_of(theatre, agent.pk), code, curtain)
    theatre_actions.save_secret_state(the_floor, theatre, after, "dealt", actor=mastermind)
    notify_spy(the_floor, agent)
    return after
