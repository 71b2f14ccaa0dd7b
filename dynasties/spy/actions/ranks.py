"""What a Rank lets a spy do, and the tracker's Ranks kept in line with the law. (Rule Ranks)"""

from __future__ import annotations

from dynasties.spy.actions import awards, entering, ledger
from dynasties.spy.mechanics.ledger import GADGETS
from dynasties.spy.models import Spy
from dynasties.spy.queries import missions, theatres
from nomic.core.floor import Floor, floor
from nomic.core.mechanics.decision import Reason, Refused
from nomic.core.mechanics.effects import CameBack, LawChanged, RosterChanged


def raise_gadgets(*, actor_id: int, game_id: int) -> Spy:
    """Raise the number of Gadgets that one may own, as a Standard Spy may once."""
    with floor(game_id) as the_floor:
        theatre, actor = entering.spy(the_floor, actor_id, "spy.ranks")
        missions.record_of(theatre, actor, the_floor.law).may_raise.or_refuse()
        more = the_floor.law.count("spy.rank_gadgets")
        # Where the law raises it by nothing, the one time is not used up.
        if not more:
            raise Refused(Reason("no-gadgets-more", the_floor.law.rule("spy.rank_gadgets")))
        spy = Spy.objects.get(theatre=theatre, agent=actor)
        spy.raised_seq = the_floor.next_seq
        spy.save(update_fields=["raised_seq"])
        held = theatres.ledger(the_floor.game.pk).number(actor.pk, GADGETS)
        ledger.note(
            the_floor, actor, "What a Standard Spy may raise once", {(actor.pk, GADGETS): held + more},
            carried_by="spy.ranks", named={actor.pk: actor.name},
        )  # fmt: skip
    return spy


def follow(the_floor: Floor, effect: LawChanged | RosterChanged | CameBack) -> None:
    """Handler: the tracker shows everybody's Rank as the law of now gives it, higher or lower. Repeatable."""
    # The law is in hand: a game without spies is asked for no theatre.
    if not the_floor.law.carries("spy.ranks") or (theatre := theatres.present(the_floor.game.pk)) is None:
        return
    written = awards.ranked(the_floor, theatre, missions.takers(theatre, the_floor.law))
    if written:
        awards.write(the_floor, None, "Ranks as the law gives them", written, carried_by="spy.ranks")
