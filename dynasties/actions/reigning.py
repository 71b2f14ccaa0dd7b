"""Dynasties begin, pass to another, and lose their head. (Rules 1.8 and 1.9)"""

from __future__ import annotations

from typing import Any

from dynasties.models import Dynasty
from dynasties.queries import ascending
from dynasties.queries.dynasties import headed, name_of, present, subject_key
from nomic.core.actions import people, roster
from nomic.core.floor import Floor, floor
from nomic.core.mechanics.decision import Reason, Refused
from nomic.core.mechanics.effects import Crowned, Founded, RosterChanged
from nomic.core.models import Agent


def first_dynasty(the_floor: Floor, effect: Founded) -> None:
    """Step: a game has been founded, and its first Dynasty begins; where nobody heads the game, there is none."""
    if effect.agent_id:
        _begin(the_floor, _head(effect.agent_id))


def dynasty_begins(the_floor: Floor, effect: Crowned) -> None:
    """Step: a Declaration has passed; the present Dynasty ends with the very event in which the next begins."""
    ending = present(the_floor.game.pk)
    if ending:
        ending.ended_at, ending.ended_seq = the_floor.now, the_floor.next_seq
        ending.save(update_fields=["ended_at", "ended_seq"])
    _begin(the_floor, _head(effect.agent_id), ending.number + 1 if ending else 1)


def _head(agent_id: int | None) -> Agent | None:
    return Agent.objects.get(pk=agent_id) if agent_id else None


def _begin(the_floor: Floor, head: Agent | None, number: int = 1) -> None:
    row = Dynasty.objects.create(
        game=the_floor.game, number=number, head=head, head_name=head.name if head else "",
        ordinal=headed(the_floor.game.pk, head) + 1 if head else 0, keywords=the_floor.game.keywords,
        began_at=the_floor.now, began_seq=the_floor.next_seq,
    )  # fmt: skip
    the_floor.record("dynasty.began", subject=subject_key(row), **_facts(row))


def _facts(row: Dynasty) -> dict[str, Any]:
    return {"title": name_of(row), "head": row.head_id, "name": row.head_name, "ordinal": row.ordinal}


def pass_role(*, actor_id: int, game_id: int, to_agent_id: int) -> None:
    """The winner hands the role on before e has spoken; the Dynasty is another's from its first day. (Rule 1.9)"""
    with floor(game_id) as the_floor:
        winner = people.agent(the_floor, actor_id)
        heir = Agent.objects.filter(pk=to_agent_id, game=the_floor.game).first()
        if heir is None or not heir.in_game:
            raise Refused(Reason("nobody-here", the_floor.law.rule("agents.admission")))
        ascending.may_pass_role(the_floor.game, winner, heir).or_refuse()
        row = _of_another(the_floor, heir)
        the_floor.record("dynasty.handed-on", actor=winner, subject=subject_key(row), **_facts(row))
        roster.crown(the_floor, heir)


def nobody_heads_it(the_floor: Floor, effect: RosterChanged) -> None:
    """Step: whoever was to speak has left the game first: a Metadynasty begins, and an Admin may speak for it.

    A Mastermind who leaves later is still who headed the Dynasty; it goes on without one.
    """
    if not the_floor.game.awaits_address or the_floor.game.mastermind_id:
        return
    row = present(the_floor.game.pk)
    if row and row.head_id:
        row = _of_another(the_floor, None)
        the_floor.record("dynasty.vacated", subject=subject_key(row), **_facts(row))


def _of_another(the_floor: Floor, head: Agent | None) -> Dynasty:
    row = Dynasty.objects.get(game=the_floor.game, ended_at__isnull=True)
    row.head, row.head_name, row.ordinal = None, "", 0
    row.save(update_fields=["head", "head_name", "ordinal"])
    if head:
        row.head, row.head_name, row.ordinal = head, head.name, headed(the_floor.game.pk, head) + 1
        row.save(update_fields=["head", "head_name", "ordinal"])
    return row
