"""An Agent declares whom e serves, to the Mastermind alone; the Clerk idles who does not in time. (Rule Affiliation)"""

from __future__ import annotations

from dataclasses import replace

from dynasties.spy.actions import covers as covering
from dynasties.spy.actions import entering
from dynasties.spy.mechanics import declaring
from dynasties.spy.mechanics.allegiance import Affiliation, may_declare
from dynasties.spy.mechanics.covers import Cover
from dynasties.spy.models import Spy
from dynasties.spy.queries import covers, theatres
from dynasties.spy.queries.declaring import counted_since
from nomic.core import queries as core
from nomic.core.actions import silence
from nomic.core.floor import Floor, floor
from nomic.core.mechanics.decision import Decision, Invalid
from nomic.core.mechanics.effects import Effect


def declare(*, actor_id: int, game_id: int, affiliation: str) -> Cover:
    """An Agent tells the Mastermind whom e serves, once; nobody else learns that e has.

    `affiliation` is one of the four, as `allegiance.Affiliation` writes them; `Invalid` for anything else, refused for
    another than the one that stands. To say the same again changes nothing.
    """
    chosen = read(affiliation)
    with floor(game_id) as the_floor:
        theatre, actor = entering.spy(the_floor, actor_id, "spy.affiliation")
        before = covers.cover(theatre, actor.pk)
        may_declare(before.serves, chosen, the_floor.law).or_refuse()
        after = replace(before, affiliation=chosen.value)
        if after != before:
            covering.hide(the_floor, theatre, after, "declared", actor=actor)
    return after


def read(words: str) -> Affiliation:
    """One of the four. Raises `Invalid` at the field `affiliation` for anything else."""
    try:
        return Affiliation(words)
    except ValueError:
        raise Invalid("affiliation", "Choose one of the four.", "no-affiliation") from None


def look_again_at_spy(*, game_id: int, spy_id: int) -> bool:
    """The Clerk's look at one Agent's time to declare: idles em if it is over and e has not. Repeatable.

    It looks at everybody, and leaves the same behind whether or not e has declared: nothing, until it idles.
    """
    with floor(game_id) as the_floor:
        spy = Spy.objects.select_related("agent", "theatre").get(pk=spy_id)
        if spy.theatre.ended_at or spy.next_check is None or spy.next_check > the_floor.now:
            return False
        decision = _judged(the_floor, spy)
        # The same for who has declared and who has not.
        spy.next_check = None
        spy.save(update_fields=["next_check"])
        if decision.outcome:
            silence.make_idle(the_floor, spy.agent, decision, because="no Affiliation was declared in time")
    return decision.outcome


def _judged(the_floor: Floor, spy: Spy) -> Decision[bool]:
    asked = theatres.takes_part(the_floor.game, spy.agent, the_floor.law)
    return declaring.must_be_idled(
        declared=not asked or covers.cover(spy.theatre, spy.agent_id).affiliation is not None,
        since=counted_since(the_floor.game.pk, [spy])[spy.agent_id],
        law=the_floor.law,
        now=the_floor.now,
        stops=core.hiatus_intervals(the_floor.game.pk),
    )


def time_runs(the_floor: Floor, effect: Effect) -> None:
    """Handler: the law, the roster or a hiatus changed, and with it until when each shall have declared. Repeatable."""
    # Where no law of spies is left, `mustering.muster` has just ended the theatre, and there is none to ask for.
    if not theatres.is_played(the_floor.law) or (theatre := theatres.present(the_floor.game.pk)) is None:
        return
    spies, stops = theatres.spies(theatre), core.hiatus_intervals(the_floor.game.pk)
    since = counted_since(the_floor.game.pk, spies)
    for spy in spies:
        spy.declare_by = declaring.declare_by(since[spy.agent_id], the_floor.law, stops)
        spy.next_check = spy.declare_by + declaring.MOMENT if spy.declare_by is not None else None
    Spy.objects.bulk_update(spies, ["declare_by", "next_check"])
