"""Move, exchange Tickets, roll for supplies; and post who was seen at Checkpoint Charlie. (Rules Movement, Tickets
and Checkpoint Charlie; Readings 23, 26)
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

from dynasties.spy.dials import CHECKPOINT, CHECKPOINT_POST, EXCHANGE, EXCHANGE_PRICE, MOVEMENT, QUIET_ROLLS, SUPPLIES
from dynasties.spy.map import queries as map_queries
from dynasties.spy.map.queries import is_errand_due
from dynasties.spy.map.rules import LegalMove
from dynasties.spy.theatre import (
    actions as theatre_actions,
    queries as theatre_queries,
    queries_covers as theatre_queries_covers,
)
from dynasties.spy.theatre.actions import carrying_rule, ticket_cells
from dynasties.spy.theatre.models import Errand, Theatre
from dynasties.spy.theatre.rules_map import ATLAS
from dynasties.spy.theatre.rules_tickets import (
    LKL_COLUMN,
    TICKET_COLUMNS,
    Supply,
    Ticket,
    Tickets,
    after_exchange,
    may_roll_from,
    supply,
)
from dynasties.tracker.actions import TrackerAct
from dynasties.tracker.models import Update
from dynasties.tracker.rules import Held
from nomic.core import vault
from nomic.core.chain import plain_json
from nomic.core.decision import Invalid, Reason, Refused
from nomic.core.dice import actions as dice_actions
from nomic.core.duties import actions as duties_actions
from nomic.core.floor import Floor, floor
from nomic.core.games import queries as games_queries
from nomic.core.games.models import Agent
from nomic.core.input import check_same_form, check_token
from nomic.core.law.rules import Law
from nomic.core.roster import queries as roster_queries
from proposals.composer.actions import write_story
from proposals.posts.models import Post

FREE_MOVE = "LAND MOVE"


def move_agent(*, actor_id: int, game_id: int, to: str, token: str) -> Update:
    """Move to a territory, given by its code, by the first legal way of land, air, sea and hop. Answers what the
    tracker has of it. A form sent twice makes one move.

    What everybody sees of it is the Ticket spent, or “LAND MOVE”: the same for all moves that cost the same. Refused
    where the rules bar the way, each ground with its rule; `Invalid` at `to` for what is no territory.
    """
    code = _clean_code(to)
    check_token(token)
    with floor(game_id) as the_floor:
        theatre, actor = theatre_actions.require_spy(the_floor, actor_id, MOVEMENT)
        if twin := theatre_actions.earlier_update(actor, token):
            check_same_form(is_move_to(theatre, twin, code))
            return twin
        ground = map_queries.move_ground(theatre, actor, the_floor.law)
        tried = map_queries.attempt_to(ground, code)
        if tried.move is None:
            raise Refused(*tried.decision.reasons)
        return _carry_out_move(the_floor, theatre, actor, ground.mover.tickets, tried.move, token)


def _clean_code(to: str) -> str:
    code = to.strip().upper()
    if code not in ATLAS:
        raise Invalid("to", "There is no such territory on the Map.", "no-territory")
    return code


def _carry_out_move(
    the_floor: Floor, theatre: Theatre, actor: Agent, held: Tickets, made: LegalMove, token: str
) -> Update:
    act = use_move_allowance(the_floor, actor)
    done = TrackerAct(actor, spending_text(made.cost), carrying_rule(the_floor, MOVEMENT), act, token=token)
    update = theatre_actions.write_cells(the_floor, done, ticket_cells(actor, held.less(made.cost), held))
    before = theatre_queries_covers.cover_of(theatre, actor.pk)
    side = made.side_after.value if made.side_after else None
    gone = replace(before, location=made.to, side=side, prison=None, walked_in=True)
    theatre_actions.save_secret_state(
        the_floor,
        theatre,
        gone,
        "moved",
        actor=actor,
        kind=made.kind.value,
        **{"from": before.location},
        to=made.to,
        cost=made.cost.as_facts(),
        crosses=made.crosses,
        licence=made.licence.value if made.licence else None,
        update=update.number,
    )
    schedule_private_task(the_floor, theatre, actor, made, before.location, update)
    return update


def use_move_allowance(the_floor: Floor, actor: Agent) -> str:
    """Step: this is what e does in eir time for a move, if the law has it done only so often. Refused too soon."""
    act = map_queries.limited_act(map_queries.MOVE, the_floor.law)
    if act:
        duties_actions.use_allowance(the_floor, actor, act)
    return act


def spending_text(cost: Tickets) -> str:
    """What the tracker is told of a move: “AIR TICKET”, “2 SEA TICKETS”, or “LAND MOVE” for a free one of any kind."""
    spent = [_ticket_text(kind, cost.of(kind)) for kind in Ticket if cost.of(kind)]
    return ", ".join(spent) or FREE_MOVE


def _ticket_text(kind: Ticket, count: int) -> str:
    name = kind.label.upper()
    return name if count == 1 else f"{count} {name}S"


# An Agent rolls for supplies, or exchanges Tickets in place of a move. (Rule Tickets; Readings 23, 26)

SUPPLY_DIE, SUPPLY_PURPOSE, SUPPLY_COMMENT = "DICE6", "Supplies", "SUPPLIES"
NOTHING: frozenset[Supply] = frozenset()
MOST_TIMES = 1_000


def exchange_tickets(*, actor_id: int, game_id: int, give: str, take: str, times: int, token: str) -> Update:
    """Gain `times` Tickets of the kind `take` for those of the kind `give`, in place of a move.

    Whoever may move now, as far as time goes, may exchange. Where e is, and whether there is a way out of there, is
    not asked: an exchange is public, and would tell. Refused with too few Tickets, or too soon. A form sent twice
    makes one.
    """
    given, taken = _clean_kind("give", give), _clean_kind("take", take)
    if not 0 <= times <= MOST_TIMES:
        raise Invalid("times", f"At most {MOST_TIMES:,} at once.", "too-many")
    check_token(token)
    with floor(game_id) as the_floor:
        theatre, actor = theatre_actions.require_spy(the_floor, actor_id, EXCHANGE)
        price = the_floor.law[EXCHANGE_PRICE]
        comment = f"EXCHANGE: {_counted_text(times * price, given)} for {_counted_text(times, taken)}"
        if twin := theatre_actions.earlier_update(actor, token):
            check_same_form(twin.comment == comment)
            return twin
        held = theatre_queries.tickets_of(theatre, actor.pk)
        decision = after_exchange(held, given, taken, times, the_floor.law)
        if decision.outcome is None:
            raise Refused(*decision.reasons)
        return _write_exchange(the_floor, actor, comment, ticket_cells(actor, decision.outcome, held), token)


def _write_exchange(
    the_floor: Floor, actor: Agent, comment: str, values: theatre_actions.CellValues, token: str
) -> Update:
    """Step: it takes the place of a move, and is noted in the tracker."""
    act = use_move_allowance(the_floor, actor)
    done = TrackerAct(actor, comment, carrying_rule(the_floor, EXCHANGE), act, token=token)
    return theatre_actions.write_cells(the_floor, done, values)


def _clean_kind(path: str, typed: str) -> Ticket:
    if typed not in list(Ticket):
        raise Invalid(path, "There is no such kind of Ticket.", "no-kind")
    return Ticket(typed)


def _counted_text(count: int, kind: Ticket) -> str:
    return f"{count} {kind.label}{'' if count == 1 else 's'}"


def roll_supplies(*, actor_id: int, game_id: int, quiet: bool = False, token: str) -> Update:
    """Roll for supplies in a supply centre, in public; answers what the tracker has of it.

    `quiet`: the LKL is not published, whatever falls, for who need not do so. Refused, in private, for who is in no
    supply centre; and too soon after the last time. A form sent twice rolls once.
    """
    check_token(token)
    with floor(game_id) as the_floor:
        theatre, actor = theatre_actions.require_spy(the_floor, actor_id, SUPPLIES)
        if twin := theatre_actions.earlier_update(actor, token):
            check_same_form(twin.comment.startswith(SUPPLY_COMMENT))
            return twin
        place = _supply_centre(the_floor, theatre, actor)
        if quiet and not map_queries.may_be_quiet(theatre, actor.pk, the_floor.law):
            raise Refused(Reason("not-quiet", the_floor.law.rule(QUIET_ROLLS)))
        act = map_queries.limited_act(map_queries.SUPPLY, the_floor.law)
        # The roll's form is one of its own: a die that fell before, for what looks the same, is no roll for supplies.
        said = dice_actions.ThrowWords(SUPPLY_DIE, SUPPLY_PURPOSE, act=act)
        roll = dice_actions.roll_dice_on_floor(the_floor, actor, said, vault.fresh_uid())
        brought = supply(roll.total, the_floor.law) - ({Supply.NEWS} if quiet else NOTHING)
        comment, rule = _supply_comment(brought, place), carrying_rule(the_floor, SUPPLIES)
        done = TrackerAct(actor, comment, rule, act, rolls=[roll.number], token=token)
        return theatre_actions.write_cells(the_floor, done, _supply_cells(theatre, actor, brought, place))


def _supply_centre(the_floor: Floor, theatre: Theatre, actor: Agent) -> str:
    """The supply centre in which e is."""
    place, rule = theatre_queries_covers.cover_of(theatre, actor.pk).location, the_floor.law.rule(SUPPLIES)
    may_roll_from(place, rule).or_refuse()
    assert place is not None
    return place


def _supply_cells(
    theatre: Theatre, actor: Agent, brought: frozenset[Supply], place: str
) -> dict[tuple[int, str], Held]:
    """The cells that change. What the law keeps no column for does not come, rather than have the roll undone."""
    known = theatre_queries.read_ledger(theatre.game_id)
    gained = {
        TICKET_COLUMNS[kind]: known.number(actor.pk, TICKET_COLUMNS[kind]) + 1
        for each in brought
        if (kind := each.ticket)
    }
    news: dict[str, Held] = {LKL_COLUMN: place} if Supply.NEWS in brought else {}
    return {(actor.pk, name): value for name, value in {**gained, **news}.items() if name in known.columns}


def _supply_comment(brought: frozenset[Supply], place: str) -> str:
    """What the tracker is told, of a roll that brought nothing too: it names the place whether or not it was known."""
    said = [_counted_text(1, kind) for each in Supply if each in brought and (kind := each.ticket)]
    said += [f"in the news at {place}"] if Supply.NEWS in brought else []
    return f"{SUPPLY_COMMENT}: {', '.join(said) or 'nothing'}"


# What follows from a move: somebody was seen at Checkpoint Charlie, and the journal tells. (Rule Checkpoint Charlie)
# Every move leaves an errand, with a moment drawn in secret, and the Clerk opens each at its moment: neither that
# there is one, nor when it is looked at, tells which of them had anything to do.

CHECKPOINT_TITLE = "Checkpoint Charlie"
MOST_SECONDS = 10**9  # no die has more sides
SECOND = timedelta(seconds=1)


def schedule_private_task(
    the_floor: Floor, theatre: Theatre, actor: Agent, made: LegalMove, origin: str | None, update: Update
) -> Errand:
    """Step: what this move leaves behind. Where the law tells nobody of a checkpoint, nobody ever opens it."""
    within, look_at = _posting_time(the_floor.law), None
    if within is not None:
        seconds = min(max(int(within / SECOND), 1), MOST_SECONDS)
        drawn = dice_actions.roll_secret_dice(the_floor, actor, 1, seconds, "When the Clerk opens an errand")
        look_at = the_floor.now + drawn.total * SECOND
    due_at = the_floor.now + within if within is not None else None
    kept = {
        "agent": actor.pk,
        "from": origin,
        "to": made.to,
        "update": update.number,
        "look_at": plain_json(look_at),
        "due_at": plain_json(due_at),
        "checkpoint": made.checkpoint and within is not None,
    }
    uid = vault.fresh_uid()
    link = the_floor.append_private_event("spy.errand", actor=actor, theatre=theatre.number, uid=uid, **kept)
    sealed = vault.seal({**kept, "opened": False, "post": None})
    return Errand.objects.create(theatre=theatre, uid=uid, private=link, sealed=sealed, next_check=due_at)


def _posting_time(law: Law) -> timedelta | None:
    """In which time a post is due on who passed; None where nobody is told."""
    return law[CHECKPOINT_POST] if law.carries(CHECKPOINT) else None


def is_move_to(theatre: Theatre, update: Update, to: str) -> bool:
    """Whether an act in the tracker was a move there."""
    # The newest first: a form that is sent twice is sent twice soon.
    rows = Errand.objects.filter(theatre=theatre).order_by("-pk").values_list("sealed", flat=True).iterator()
    kept = next((each for each in map(vault.unseal, rows) if each["update"] == update.number), None)
    return kept is not None and kept["to"] == to


def look_again_at_errand(*, game_id: int, errand_id: int) -> None:
    """The Clerk opens an errand at its moment, and posts if the Mastermind has not. Repeatable.

    In a hiatus nothing is opened: what waits is opened once the hiatus is over. Where the rule has gone, nothing is
    posted.
    """
    with floor(game_id) as the_floor:
        errand = Errand.objects.select_related("theatre").filter(pk=errand_id, theatre__game_id=game_id).first()
        if errand is None or errand.next_check is None or roster_queries.open_hiatus(game_id) is not None:
            return
        kept = vault.unseal(errand.sealed)
        if not is_errand_due(errand, kept, the_floor.now):
            return
        stands = errand.theatre.ended_at is None and _posting_time(the_floor.law) is not None
        if stands and kept["checkpoint"] and not kept["opened"] and kept["post"] is None:
            kept["post"] = _post_passage(the_floor, None).number
        if errand.next_check <= the_floor.now:
            errand.next_check = None
        _reseal_errands(errand, kept | {"opened": True})


def post_checkpoint(*, actor_id: int, game_id: int, errand_uid: str) -> Post:
    """The Mastermind posts that somebody passed, before the Clerk does it. Done twice, it answers with the first post.

    Refused for anybody else; `Invalid` at `errand` for an errand that asks for no post.
    """
    with floor(game_id) as the_floor:
        theatre, actor = theatre_actions.require_mastermind(the_floor, actor_id, CHECKPOINT)
        errand = Errand.objects.filter(theatre=theatre, uid=errand_uid).first()
        kept = vault.unseal(errand.sealed) if errand else {}
        if errand is None or not kept["checkpoint"]:
            raise Invalid("errand", "Nobody has to be told of that.", "no-errand")
        if kept["post"] is not None:
            return Post.objects.get(game_id=game_id, number=kept["post"])
        post = _post_passage(the_floor, actor)
        _reseal_errands(errand, kept | {"post": post.number})
    return post


def _post_passage(the_floor: Floor, author: Agent | None) -> Post:
    # The form is the server's: that there is one post for each errand, the errand knows.
    somebody = games_queries.keywords_of(the_floor.game).a("agent")
    said = f"{somebody[0].upper()}{somebody[1:]} was seen passing {CHECKPOINT_TITLE}."
    return write_story(the_floor, author, CHECKPOINT_TITLE, said, vault.fresh_uid())


def _reseal_errands(errand: Errand, kept: dict[str, Any]) -> None:
    """Sealed anew, and all that wait with it: who compares two copies of the tables would see which one was touched."""
    errand.sealed = vault.seal(kept)
    waiting = Errand.objects.filter(theatre=errand.theatre_id, next_check__isnull=False).exclude(pk=errand.pk)
    rows = [errand, *waiting]
    for each in rows[1:]:
        each.sealed = vault.reseal(each.sealed)
    Errand.objects.bulk_update(rows, ["sealed", "next_check"])
