"""What Agents owe: it arises, is done, or is overdue. (Rules Shall and May, and Enactment and Its Effects)"""

from __future__ import annotations

from datetime import datetime

from nomic.core import queries
from nomic.core.actions import people
from nomic.core.floor import Floor, floor
from nomic.core.mechanics import duties
from nomic.core.mechanics.decision import Invalid
from nomic.core.mechanics.effects import CameBack, Resolved
from nomic.core.mechanics.writing import tidied
from nomic.core.models import Agent, AgentState, Duty, Standing

LONGEST_NOTE = 1_000


def arise(
    the_floor: Floor,
    key: str,
    owed_by: Agent | None,
    text: str,
    rule: str,
    cause: str = "",
    due_at: datetime | None = None,
) -> Duty | None:
    """Step: somebody owes something, from the next event on; any Admin does, where `owed_by` is None.

    `key` says what it arose from: a second time nothing arises. `rule` is the title of the rule that asks for it,
    `cause` what set it off, as `post:12`. None where it arose before, or where the law keeps no duties.
    """
    game = the_floor.game
    if not the_floor.law.carries("duties.owing") or Duty.objects.filter(game=game, key=key).exists():
        return None
    number = queries.next_number(Duty.objects.filter(game=game))
    arisen = Duty.objects.create(
        game=game, number=number, owed_by=owed_by, key=key, text=text[:duties.LONGEST_DUTY], rule=rule, cause=cause,
        arose_at=the_floor.now, arose_seq=the_floor.next_seq, due_at=due_at, next_check=due_at,
    )  # fmt: skip
    the_floor.record(
        "duty.arose", subject=f"duty:{number}", agent=owed_by.pk if owed_by else None,
        who=owed_by.name if owed_by else "", text=arisen.text, rule=rule, cause=cause, due_at=due_at,
    )  # fmt: skip
    return arisen


def done(*, actor_id: int, game_id: int, number: int, note: str = "") -> Duty:
    """Who owes it, or any Admin where they do, reports a duty as done. Raises `Invalid` at `note`, or for no duty."""
    note = tidied("note", "A note", note, LONGEST_NOTE)
    with floor(game_id) as the_floor:
        actor = people.player(the_floor, actor_id)
        duty = queries.duty(game_id, number)
        if duty is None:
            raise Invalid("duty", "There is no such duty.", "no-duty")
        duties.may_do(
            queries.duty_facts(duty), agent_id=actor.pk, is_admin=actor.is_admin, law=the_floor.law
        ).or_refuse()
        _tick(the_floor, duty, actor, note)
    return duty


def fulfil(the_floor: Floor, key: str, *, by: Agent | None, note: str = "") -> Duty | None:
    """Step: an act has done, or done away with, what was owed under this key; None where nothing was, or is no more.

    `by` is who did it, None the Clerk.
    """
    duty = Duty.objects.filter(game=the_floor.game, key=key, done_at=None).first()
    if duty is not None:
        _tick(the_floor, duty, by, note)
    return duty


def _tick(the_floor: Floor, duty: Duty, by: Agent | None, note: str) -> None:
    """Step: it is done, and nobody looks at it again."""
    duty.done_at, duty.done_seq, duty.done_by, duty.note = the_floor.now, the_floor.next_seq, by, note
    duty.next_check = None
    duty.save(update_fields=["done_at", "done_seq", "done_by", "note", "next_check"])
    the_floor.record("duty.done", actor=by, subject=f"duty:{duty.number}", text=duty.text, note=note)


def look_again_at_duty(*, game_id: int, number: int) -> bool:
    """The Clerk's look at a duty whose time may be over: says so once, if it is. Repeatable."""
    with floor(game_id) as the_floor:
        duty = queries.duty(game_id, number)
        if duty is None or duty.done_at or duty.next_check is None or duty.next_check >= the_floor.now:
            return False
        decision = duties.overdue(queries.duty_facts(duty), the_floor.now)
        duty.next_check = decision.next_check
        duty.save(update_fields=["next_check"])
        if decision.outcome:
            the_floor.record("duty.overdue", subject=f"duty:{number}", text=duty.text, due_at=duty.due_at)
    return decision.outcome


def set_off(the_floor: Floor, effect: Resolved) -> None:
    """Handler: every rule that waits for this enactment or failure asks something of whoever brought it about."""
    if not the_floor.law.carries("enactment.triggers"):
        return
    by = Agent.objects.get(pk=effect.by) if effect.by else None
    kind = "enacted" if effect.enacted else "failed"
    for place, trigger in enumerate(the_floor.law.triggers(kind), 1):
        key = f"{effect.subject}:{kind}:{trigger.rule_id}:{place}"
        arise(the_floor, key, by, trigger.says or trigger.words, trigger.rule, effect.subject)


def rested(the_floor: Floor, effect: CameBack) -> None:
    """Handler: somebody is back, and what e owed goes on: eir time did not run while e was idle."""
    last = Standing.objects.filter(agent_id=effect.agent_id, state=AgentState.IDLE).order_by("-seq").first()
    for duty in Duty.objects.filter(owed_by_id=effect.agent_id, done_at=None).select_related("owed_by"):
        owed = queries.duty_facts(duty)
        due_at = duties.resumed(owed, idle_since=last.at, now=the_floor.now) if last else None
        if due_at:
            duty.due_at = duty.next_check = due_at
            duty.save(update_fields=["due_at", "next_check"])
            the_floor.record("duty.resumed", subject=f"duty:{duty.number}", text=duty.text, due_at=due_at)
