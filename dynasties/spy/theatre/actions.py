"""Steps shared by the acts of spies: who may act, secret states and cells of the tracker, notifications; and how a
theatre begins, enlists and ends. (Rules 1.7, Location, Tickets and Numbers and Spending)
"""

from __future__ import annotations

from collections.abc import Mapping

from django.urls import reverse

from dynasties.spy.dials import GADGET_LIMIT, MASTERMIND_PLAYS, OUTFIT
from dynasties.spy.theatre import queries as theatre_queries
from dynasties.spy.theatre.models import Cover, Spy, Theatre
from dynasties.spy.theatre.queries import Ledger, read_ledger
from dynasties.spy.theatre.rules import SecretState
from dynasties.spy.theatre.rules_tickets import GADGETS_COLUMN, TICKET_COLUMNS, Ticket, Tickets, gadget_limit, outfit
from dynasties.tracker import actions as tracker_actions
from dynasties.tracker.actions import TrackerAct, WrittenCell
from dynasties.tracker.models import Update
from dynasties.tracker.rules import CellOp, Held, cell_outcome, spending_rule
from nomic.core import vault
from nomic.core.chain import plain_json
from nomic.core.decision import Fact, Reason, Refused
from nomic.core.dice import actions as dice_actions
from nomic.core.dice.models import Roll
from nomic.core.effects import CameBack, HiatusChanged, LawChanged, RosterChanged
from nomic.core.floor import Floor
from nomic.core.games import queries as games_queries
from nomic.core.games.models import Agent
from nomic.core.law.rules import Law, Mechanism, Provision
from nomic.core.notifications.actions import tell_account
from nomic.core.roster import actions as roster_actions, queries as roster_queries
from rulesets.history import queries as history_queries


def require_spy(the_floor: Floor, actor_id: int, mechanism: Mechanism) -> tuple[Theatre, Agent]:
    """The theatre, and an Agent who takes part in it, where the law carries the mechanism and no hiatus stops it."""
    actor = roster_actions.require_player(the_floor, actor_id)
    theatre = _require_theatre(the_floor, mechanism)
    if not theatre_queries.takes_part(the_floor.game, actor, the_floor.law):
        raise Refused(Reason("takes-no-part", the_floor.law.rule(MASTERMIND_PLAYS)))
    return theatre, actor


def require_agent(the_floor: Floor, actor_id: int, mechanism: Mechanism) -> tuple[Theatre, Agent]:
    """The theatre, and an Agent who is not idle, whether or not e takes part: the Mastermind too."""
    actor = roster_actions.require_player(the_floor, actor_id)
    return _require_theatre(the_floor, mechanism), actor


def require_mastermind(the_floor: Floor, actor_id: int, mechanism: Mechanism) -> tuple[Theatre, Agent]:
    """The theatre, and the Mastermind."""
    actor = roster_actions.require_player(the_floor, actor_id)
    theatre = _require_theatre(the_floor, mechanism)
    if actor.pk != the_floor.game.mastermind_id:
        raise Refused(Reason("for-the-mastermind", the_floor.law.rule(mechanism)))
    return theatre, actor


def _require_theatre(the_floor: Floor, mechanism: Mechanism) -> Theatre:
    theatre = theatre_queries.present_theatre(the_floor.game.pk)
    against = theatre_queries.barring_reasons(theatre, mechanism, the_floor.law)
    if theatre is None or against:
        raise Refused(*against)
    return theatre


# The step by which anything top secret changes: committed to in the private chain, and sealed.


def save_secret_state(
    the_floor: Floor, theatre: Theatre, cover: SecretState, why: str, *, actor: Agent | None, **facts: Fact
) -> Cover:
    """Step: an Agent's cover is this from now on. `why` is a code, `facts` what else its owner and the Mastermind may
    read of it. The public log gains nothing."""
    kept = {**cover.to_json(), "why": why, "facts": plain_json(facts)}
    link = the_floor.append_private_event("spy.cover", actor=actor, theatre=theatre.number, **kept)
    return Cover.objects.create(theatre=theatre, private=link, at=the_floor.now, sealed=vault.seal(kept))


# The step by which a spy's numbers change in the tracker, in public. (Rule 1.7; Numbers and Spending)

CellValues = Mapping[tuple[int, str], Held]
NEWCOMERS = "What a newcomer gets"  # the comment on it


def write_cells(
    the_floor: Floor, done: TrackerAct, values: CellValues, named: Mapping[int, str] | None = None
) -> Update:
    """Step: cells become these values, by Agent and column; those that stay as they are, are left out.

    `named` gives the names of the Agents, where others than who acts have cells among them. What would go above a
    column's bound is lost. Refused where the law keeps one of the columns no longer, and for spending what has to be
    left.
    """
    known = read_ledger(the_floor.game.pk)
    for _, name in values:
        if name not in known.columns:
            raise Refused(Reason("no-ledger-column", done.rule[1] if done.rule else "", {"name": name}))
    bounded = {key: _bounded_value(the_floor.law, known, key, value) for key, value in values.items()}
    named = named or ({done.by.pk: done.by.name} if done.by else {})
    written = [
        _cell_change(known, key, value, named) for key, value in bounded.items() if value != known.of(key[0], key[1])
    ]
    return tracker_actions.write_values(the_floor, "tracker.updated", done, written)


def carrying_rule(the_floor: Floor, carried_by: Provision) -> tuple[int, str] | None:
    """Step: the rule that carries a mechanism or dial, by its id and title; None where there is no such rule."""
    title = the_floor.law.rule(carried_by)
    rule = next((each for each in history_queries.ruleset(the_floor.game.pk).rules if each.title == title), None)
    return (rule.id, title) if rule else None


def earlier_update(actor: Agent, token: str) -> Update | None:
    """What the same form wrote in the tracker when it was sent first."""
    return Update.objects.filter(by=actor, token=token).first()


def _bounded_value(law: Law, known: Ledger, key: tuple[int, str], value: Held) -> Held:
    (agent, name), (_, column) = key, known.columns[key[1]]
    if not column.is_number or not isinstance(value, int):
        return value
    before = known.number(agent, name)
    op, rule = (CellOp.GAIN, None) if value >= before else (CellOp.SPEND, spending_rule(law))
    (after,) = cell_outcome(column, op, before, abs(value - before), rule).or_refuse().outcome
    return after


def _cell_change(known: Ledger, key: tuple[int, str], value: Held, named: Mapping[int, str]) -> WrittenCell:
    (agent, name), (row, column) = key, known.columns[key[1]]
    return WrittenCell(row, column, agent, named[agent], "set", known.of(agent, name), value)


# Who is told that eir dossier has news; a letter says no more than that, for it leaves the house.


def notify_spy(the_floor: Floor, agent: Agent) -> None:
    """Step: somebody has news in eir dossier. Neither the notice nor its key says which."""
    url = reverse("spy_dossier", args=[the_floor.game.slug])
    tell_account(the_floor, agent.account_id, "spy", f"spy:{vault.fresh_uid()}", {}, url)


# A theatre begins and ends with its law; whoever takes part is enlisted and fitted out. (Rules Location, Tickets)


def muster_theatre(the_floor: Floor, effect: LawChanged | RosterChanged | CameBack | HiatusChanged) -> None:
    """Handler: after a change of law or roster the theatre is as it should be. Repeatable, and quick in other games."""
    theatre, played = theatre_queries.present_theatre(the_floor.game.pk), theatre_queries.is_played(the_floor.law)
    if theatre is None and not played:
        return
    if theatre is not None and not played:
        _end_theatre(the_floor, theatre)
        return
    if theatre is None and _is_over(the_floor):
        return
    theatre = theatre or _begin_theatre(the_floor)
    for agent in _unenlisted_agents(the_floor, theatre):
        _enlist_agent(the_floor, theatre, agent)
    for spy in Spy.objects.filter(theatre=theatre, outfitted_seq=None).select_related("agent").order_by("pk"):
        if theatre_queries.takes_part(the_floor.game, spy.agent, the_floor.law):
            _fit_out_spy(the_floor, spy)
    _allow_gadgets(the_floor, theatre)


def _is_over(the_floor: Floor) -> bool:
    """Whether everything was revealed, and no Dynasty has been opened yet in which it could be played anew."""
    last = theatre_queries.latest_theatre(the_floor.game.pk)
    return last is not None and last.revealed_id is not None and the_floor.game.awaits_address


def _begin_theatre(the_floor: Floor) -> Theatre:
    number = games_queries.next_number(Theatre.objects.filter(game=the_floor.game))
    begun = Theatre.objects.create(
        game=the_floor.game, number=number, began_at=the_floor.now, began_seq=the_floor.next_seq
    )
    the_floor.record("spy.began", subject=f"theatre:{number}")
    return begun


def _end_theatre(the_floor: Floor, theatre: Theatre) -> None:
    theatre.ended_at, theatre.ended_seq = the_floor.now, the_floor.next_seq
    theatre.save(update_fields=["ended_at", "ended_seq"])
    the_floor.record("spy.ended", subject=f"theatre:{theatre.number}")


def _unenlisted_agents(the_floor: Floor, theatre: Theatre) -> list[Agent]:
    known = {each.agent_id for each in theatre_queries.spies(theatre)}
    roster = roster_queries.roster(the_floor.game.pk)
    return [
        each
        for each in roster
        if each.pk not in known and theatre_queries.takes_part(the_floor.game, each, the_floor.law)
    ]


def _enlist_agent(the_floor: Floor, theatre: Theatre, agent: Agent) -> Spy:
    # Until when e shall declare, `reschedule_declarations` says, which comes next in each of these effects.
    return Spy.objects.create(theatre=theatre, agent=agent, since_at=the_floor.now, since_seq=the_floor.game.last_seq)


def _fit_out_spy(the_floor: Floor, spy: Spy) -> None:
    """Step: a die for each kind of Ticket, with what is added, and the number of Gadgets that a new Agent may own."""
    law, agent, terms = the_floor.law, spy.agent, outfit(the_floor.law)
    columns = theatre_queries.read_ledger(the_floor.game.pk).columns
    kinds = [each for each in TICKET_COLUMNS.values() if each in columns]
    if terms is None or not kinds:
        return
    sides, added = terms
    rolls = [_roll_tickets(the_floor, agent, sides, each) for each in kinds]
    values = {(agent.pk, each): roll.total + added for each, roll in zip(kinds, rolls, strict=True)}
    if GADGETS_COLUMN in columns:
        values[agent.pk, GADGETS_COLUMN] = gadget_limit(law)
    spy.outfitted_seq = the_floor.next_seq
    spy.save(update_fields=["outfitted_seq"])
    numbers = [each.number for each in rolls]
    write_cells(the_floor, TrackerAct(agent, NEWCOMERS, carrying_rule(the_floor, OUTFIT), rolls=numbers), values)


def _roll_tickets(the_floor: Floor, agent: Agent, sides: int, kind: str) -> Roll:
    said = dice_actions.ThrowWords(f"DICE{sides}", f"{kind} of a newcomer")
    return dice_actions.roll_dice_on_floor(the_floor, agent, said, vault.fresh_uid())


def _allow_gadgets(the_floor: Floor, theatre: Theatre) -> None:
    """Step: where no rule fits newcomers out with Tickets, they may own their Gadgets all the same. (Rule Gadgets)"""
    known, limit = theatre_queries.read_ledger(the_floor.game.pk), gadget_limit(the_floor.law)
    if GADGETS_COLUMN not in known.columns or not limit or outfit(the_floor.law) is not None:
        return
    for agent in theatre_queries.players(theatre, the_floor.game, the_floor.law):
        if (GADGETS_COLUMN, agent.pk) not in known.held:
            done = TrackerAct(agent, NEWCOMERS, carrying_rule(the_floor, GADGET_LIMIT))
            write_cells(the_floor, done, {(agent.pk, GADGETS_COLUMN): limit})


def ticket_cells(actor: Agent, now: Tickets, before: Tickets) -> dict[tuple[int, str], int]:
    """The cells of the tracker that change with an Agent's Tickets."""
    return {(actor.pk, TICKET_COLUMNS[kind]): now.of(kind) for kind in Ticket if now.of(kind) != before.of(kind)}
