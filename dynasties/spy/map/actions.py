"""An Agent rolls for supplies, or exchanges Tickets in place of a move. (Rule Tickets; Readings 23, 26)"""

from __future__ import annotations

from dynasties.mechanics.columns import Held
from dynasties.models import Update
from dynasties.spy.actions import entering, ledger
from dynasties.spy.actions.moving import after, pace
from dynasties.spy.mechanics.ledger import LKL, TICKETS
from dynasties.spy.mechanics.tickets import Supply, Ticket, may_roll_from, supply
from dynasties.spy.mechanics.tickets import exchange as after_exchange
from dynasties.spy.models import Theatre
from dynasties.spy.queries import covers, moving, theatres
from nomic.core import vault
from nomic.core.actions import dice
from nomic.core.actions.tokens import check_token, same_again
from nomic.core.floor import Floor, floor
from nomic.core.mechanics.decision import Invalid, Reason, Refused
from nomic.core.models import Agent

DIE, PURPOSE, TOLD = "DICE6", "Supplies", "SUPPLIES"
NOTHING: frozenset[Supply] = frozenset()
MOST_TIMES = 1_000


def exchange(*, actor_id: int, game_id: int, give: str, take: str, times: int, token: str) -> Update:
    """Gain `times` Tickets of the kind `take` for those of the kind `give`, in place of a move.

    Whoever may move now, as far as time goes, may exchange. Where e is, and whether there is a way out of there, is
    not asked: an exchange is public, and would tell. Refused with too few Tickets, or too soon. A form sent twice
    makes one.
    """
    given, taken = _kind("give", give), _kind("take", take)
    if not 0 <= times <= MOST_TIMES:
        raise Invalid("times", f"At most {MOST_TIMES:,} at once.", "too-many")
    check_token(token)
    with floor(game_id) as the_floor:
        theatre, actor = entering.spy(the_floor, actor_id, "spy.exchange")
        price = the_floor.law.count("spy.exchange_price") or 0
        comment = f"EXCHANGE: {_counted(times * price, given)} for {_counted(times, taken)}"
        if twin := ledger.sent_before(actor, token):
            same_again(twin.comment == comment)
            return twin
        held = moving.tickets_of(theatre, actor.pk)
        decision = after_exchange(held, given, taken, times, the_floor.law)
        if decision.outcome is None:
            raise Refused(*decision.reasons)
        return _exchanged(the_floor, actor, comment, after(actor, decision.outcome, held), token)


def _exchanged(the_floor: Floor, actor: Agent, comment: str, values: ledger.Values, token: str) -> Update:
    """Step: it takes the place of a move, and is noted in the tracker."""
    act = pace(the_floor, actor)
    return ledger.note(
        the_floor, actor, comment, values, carried_by="spy.exchange", named={actor.pk: actor.name}, act=act,
        token=token,
    )  # fmt: skip


def _kind(path: str, typed: str) -> Ticket:
    if typed not in list(Ticket):
        raise Invalid(path, "There is no such kind of Ticket.", "no-kind")
    return Ticket(typed)


def _counted(count: int, kind: Ticket) -> str:
    return f"{count} {kind.label}{'' if count == 1 else 's'}"


def roll_supplies(*, actor_id: int, game_id: int, quiet: bool = False, token: str) -> Update:
    """Roll for supplies in a supply centre, in public; answers what the tracker has of it.

    `quiet`: the LKL is not published, whatever falls, for who need not do so. Refused, in private, for who is in no
    supply centre; and too soon after the last time. A form sent twice rolls once.
    """
    check_token(token)
    with floor(game_id) as the_floor:
        theatre, actor = entering.spy(the_floor, actor_id, "spy.supplies")
        if twin := ledger.sent_before(actor, token):
            same_again(twin.comment.startswith(TOLD))
            return twin
        place = _place(the_floor, theatre, actor)
        if quiet and not moving.may_be_quiet(theatre, actor.pk, the_floor.law):
            raise Refused(Reason("not-quiet", the_floor.law.rule("spy.quiet_rolls")))
        act = moving.paced(moving.SUPPLY, the_floor.law)
        # The roll's form is one of its own: a die that fell before, for what looks the same, is no roll for supplies.
        roll = dice.roll_in(the_floor, actor, DIE, PURPOSE, act=act, token=vault.fresh_uid())
        brought = supply(roll.total, the_floor.law) - ({Supply.NEWS} if quiet else NOTHING)
        return ledger.note(
            the_floor, actor, _told(brought, place), _brought(theatre, actor, brought, place),
            carried_by="spy.supplies", named={actor.pk: actor.name}, act=act, rolls=[roll.number],
            token=token,
        )  # fmt: skip


def _place(the_floor: Floor, theatre: Theatre, actor: Agent) -> str:
    """The supply centre in which e is."""
    place, rule = covers.cover(theatre, actor.pk).location, the_floor.law.rule("spy.supplies")
    may_roll_from(place, rule).or_refuse()
    assert place is not None
    return place


def _brought(theatre: Theatre, actor: Agent, brought: frozenset[Supply], place: str) -> dict[tuple[int, str], Held]:
    """The cells that change. What the law keeps no column for does not come, rather than have the roll undone."""
    known = theatres.ledger(theatre.game_id)
    gained = {TICKETS[kind]: known.number(actor.pk, TICKETS[kind]) + 1 for each in brought if (kind := each.ticket)}
    news: dict[str, Held] = {LKL: place} if Supply.NEWS in brought else {}
    return {(actor.pk, name): value for name, value in {**gained, **news}.items() if name in known.columns}


def _told(brought: frozenset[Supply], place: str) -> str:
    """What the tracker is told, of a roll that brought nothing too: it names the place whether or not it was known."""
    said = [_counted(1, kind) for each in Supply if each in brought and (kind := each.ticket)]
    said += [f"in the news at {place}"] if Supply.NEWS in brought else []
    return f"{TOLD}: {', '.join(said) or 'nothing'}"
