"""How each change of the roster is made: admins, names, removals."""

from __future__ import annotations

from dataclasses import replace

from rulesets.mechanics.changes import (
    BarAgent,
    Change,
    MakeAdmin,
    RemoveAdmin,
    RemoveAgent,
    RenameAgent,
    UnbarAgent,
)
from rulesets.mechanics.gamestate import Seat
from rulesets.mechanics.steps import Case, Done, Problem


def make_admin(case: Case, change: Change) -> Done | Problem:
    assert isinstance(change, MakeAdmin)
    seat = case.state.seat(change.agent)
    if seat is None:
        return _absent(case, change.agent)
    if seat.is_admin:
        return case.problem("already-admin", agent=seat.name)
    return _seated(case, change, change.agent, seat, replace(seat, is_admin=True))


def remove_admin(case: Case, change: Change) -> Done | Problem:
    assert isinstance(change, RemoveAdmin)
    seat = case.state.seat(change.agent)
    if seat is None:
        return _absent(case, change.agent)
    if not seat.is_admin:
        return case.problem("not-admin", agent=seat.name)
    return _seated(case, change, change.agent, seat, replace(seat, is_admin=False))


def rename_agent(case: Case, change: Change) -> Done | Problem:
    assert isinstance(change, RenameAgent)
    seat = case.state.seat(change.agent)
    if seat is None:
        return _absent(case, change.agent)
    if seat.name == change.name:
        return case.problem("no-effect", agent=seat.name)
    if case.fold(change.name) in _taken_names(case, change.agent):
        return case.problem("agent-name-taken", agent=seat.name, name=change.name)
    return _seated(case, change, change.agent, seat, replace(seat, name=change.name))


def remove_agent(case: Case, change: Change) -> Done | Problem:
    assert isinstance(change, RemoveAgent)
    seat = case.state.seat(change.agent)
    if seat is None:
        return _absent(case, change.agent)
    # Who leaves the game leaves eir office too.
    return _seated(case, change, change.agent, seat, replace(seat, is_admin=False, in_game=False))


def bar_agent(case: Case, change: Change) -> Done | Problem:
    assert isinstance(change, BarAgent)
    # Who has left meanwhile is barred all the same: leaving is no way round it.
    seat = case.state.agents.get(change.agent)
    if seat is None:
        return _absent(case, change.agent)
    if seat.is_barred:
        return case.problem("no-effect", agent=seat.name)
    return _seated(case, change, change.agent, seat, replace(seat, is_admin=False, in_game=False, is_barred=True))


def unbar_agent(case: Case, change: Change) -> Done | Problem:
    assert isinstance(change, UnbarAgent)
    seat = case.state.agents.get(change.agent)
    if seat is None:
        return _absent(case, change.agent)
    if not seat.is_barred:
        return case.problem("no-effect", agent=seat.name)
    # E is not put back on the roster by it: e announces eir arrival as anybody does.
    return _seated(case, change, change.agent, seat, replace(seat, is_barred=False))


def _taken_names(case: Case, agent: int) -> set[str]:
    """What an Agent may not be called: any other Agent's name, a rule's title, a keyword of the game."""
    others = {seat.name for other, seat in case.state.agents.items() if other != agent}
    titles = {rule.title for rule in case.state.ruleset.rules}
    return {case.fold(name) for name in others | titles | case.state.keywords}


def _absent(case: Case, agent: int) -> Problem:
    seat = case.state.agents.get(agent)
    return case.problem("agent-missing", agent=str(agent) if seat is None else seat.name)


def _seated(case: Case, change: Change, agent: int, seat: Seat, new: Seat) -> Done:
    return case.done(case.state.with_seat(agent, new), change, seat.name, new.name)
