"""The step by which a spy's numbers change in the tracker, in public. (Rule 1.7; Numbers and Spending)"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dynasties.actions import cells
from dynasties.actions.cells import Act, Written
from dynasties.mechanics.cells import Op, outcome, spending_rule
from dynasties.mechanics.columns import Held
from dynasties.models import Update
from dynasties.spy.queries.theatres import Ledger, ledger
from nomic.core import vault
from nomic.core.floor import Floor
from nomic.core.mechanics.decision import Reason, Refused
from nomic.core.mechanics.law import Law
from nomic.core.models import Agent
from rulesets import queries as rules

Values = Mapping[tuple[int, str], Held]


def note(
    the_floor: Floor,
    by: Agent | None,
    comment: str,
    values: Values,
    *,
    carried_by: str,
    named: Mapping[int, str],
    act: str = "",
    rolls: Sequence[int] = (),
    token: str = "",
) -> Update:
    """Step: cells become these values, by Agent and column, with a comment; those that stay as they are, are left out.

    `carried_by` is the mechanism whose rule permits it; `named` gives the names of the Agents; `act` is what it spends
    of what may be done often; `token` is that of the form, if one asked for it. What would go above a column's bound is
    lost. Refused where the law keeps one of the columns no longer, and for spending what has to be left.
    """
    known = ledger(the_floor.game.pk)
    title = the_floor.law.rule(carried_by)
    for _, name in values:
        if name not in known.columns:
            raise Refused(Reason("no-ledger-column", title, {"name": name}))
    bounded = {key: _bounded(the_floor.law, known, key, value) for key, value in values.items()}
    written = [
        _written(known, key, value, named) for key, value in bounded.items() if value != known.of(key[0], key[1])
    ]
    done = Act(by, comment, basis(the_floor, carried_by), act=act, rolls=rolls, token=token or vault.fresh_uid())
    return cells.write(the_floor, "tracker.updated", done, written)


def basis(the_floor: Floor, carried_by: str) -> tuple[int, str] | None:
    """Step: the rule that carries a mechanism or dial, by its id and title; None where there is no such rule."""
    title = the_floor.law.rule(carried_by)
    rule = next((each for each in rules.ruleset(the_floor.game.pk).rules if each.title == title), None)
    return (rule.id, title) if rule else None


def sent_before(actor: Agent, token: str) -> Update | None:
    """What the same form wrote in the tracker when it was sent first."""
    return Update.objects.filter(by=actor, token=token).first()


def _bounded(law: Law, known: Ledger, key: tuple[int, str], value: Held) -> Held:
    (agent, name), (_, column) = key, known.columns[key[1]]
    if not column.is_number or not isinstance(value, int):
        return value
    before = known.number(agent, name)
    op, rule = (Op.GAIN, None) if value >= before else (Op.SPEND, spending_rule(law))
    (after,) = outcome(column, op, before, abs(value - before), rule).or_refuse().outcome
    return after


def _written(known: Ledger, key: tuple[int, str], value: Held, named: Mapping[int, str]) -> Written:
    (agent, name), (row, column) = key, known.columns[key[1]]
    return Written(row, column, agent, named[agent], "set", known.of(agent, name), value)
