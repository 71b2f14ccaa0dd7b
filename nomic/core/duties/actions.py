"""Duties arise, are done or are overdue; allowances of acts are used. (Rules Shall and May, Timespans, and Enactment
and Its Effects)
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from nomic.core.decision import Invalid, Reason, Refused
from nomic.core.duties import queries as duties_queries, rules as duties_rules
from nomic.core.duties.models import Deed, Duty
from nomic.core.effects import CameBack, Resolved
from nomic.core.floor import Floor, floor
from nomic.core.games import queries as games_queries
from nomic.core.games.models import Agent, AgentState
from nomic.core.input import clean_text
from nomic.core.law.dials import DUTIES_OWING, ENACTMENT_TRIGGERS, OFTEN_DAILY
from nomic.core.log.models import Event
from nomic.core.notifications.actions import tell_accounts
from nomic.core.roster import actions as roster_actions
from nomic.core.roster.models import Standing
from nomic.core.roster.notify import _subject_key

LONGEST_NOTE = 1_000


@dataclass(frozen=True, slots=True)
class NewDuty:
    """What somebody owes; any Admin does, where `owed_by` is None. `rule`: the title of the rule that asks for it;
    `cause`: what set it off, as `post:12`."""

    owed_by: Agent | None
    text: str
    rule: str
    cause: str = ""
    due_at: datetime | None = None


def record_duty(the_floor: Floor, key: str, owed: NewDuty) -> Duty | None:
    """Step: somebody owes something, from the next event on.

    `key` says what it arose from: a second time nothing arises. None where it arose before, or where the law keeps no
    duties.
    """
    game = the_floor.game
    if not the_floor.law.carries(DUTIES_OWING) or Duty.objects.filter(game=game, key=key).exists():
        return None
    number = games_queries.next_number(Duty.objects.filter(game=game))
    arisen = Duty.objects.create(
        game=game,
        number=number,
        owed_by=owed.owed_by,
        key=key,
        text=owed.text[: duties_rules.LONGEST_DUTY],
        rule=owed.rule,
        cause=owed.cause,
        arose_at=the_floor.now,
        arose_seq=the_floor.next_seq,
        due_at=owed.due_at,
        next_check=owed.due_at,
    )
    the_floor.record(
        "duty.arose",
        subject=f"duty:{number}",
        agent=owed.owed_by.pk if owed.owed_by else None,
        who=owed.owed_by.name if owed.owed_by else "",
        text=arisen.text,
        rule=owed.rule,
        cause=owed.cause,
        due_at=owed.due_at,
    )
    return arisen


def report_done(*, actor_id: int, game_id: int, number: int, note: str = "") -> Duty:
    """Who owes it, or any Admin where they do, reports a duty as done. Raises `Invalid` at `note`, or for no duty."""
    note = clean_text("note", "A note", note, LONGEST_NOTE)
    with floor(game_id) as the_floor:
        actor = roster_actions.require_player(the_floor, actor_id)
        duty = duties_queries.duty(game_id, number)
        if duty is None:
            raise Invalid("duty", "There is no such duty.", "no-duty")
        duties_rules.may_report_done(
            duties_queries.duty_facts(duty), agent_id=actor.pk, is_admin=actor.is_admin, law=the_floor.law
        ).or_refuse()
        _close_duty(the_floor, duty, actor, note)
    return duty


def fulfil_duty(the_floor: Floor, key: str, *, by: Agent | None, note: str = "") -> Duty | None:
    """Step: an act has done, or done away with, what was owed under this key; None where nothing was, or is no more.

    `by` is who did it, None the Clerk.
    """
    duty = Duty.objects.filter(game=the_floor.game, key=key, done_at=None).first()
    if duty is not None:
        _close_duty(the_floor, duty, by, note)
    return duty


def _close_duty(the_floor: Floor, duty: Duty, by: Agent | None, note: str) -> None:
    """Step: it is done, and nobody looks at it again."""
    duty.done_at, duty.done_seq, duty.done_by, duty.note = the_floor.now, the_floor.next_seq, by, note
    duty.next_check = None
    duty.save(update_fields=["done_at", "done_seq", "done_by", "note", "next_check"])
    the_floor.record("duty.done", actor=by, subject=f"duty:{duty.number}", text=duty.text, note=note)


def look_again_at_duty(*, game_id: int, number: int) -> bool:
    """The Clerk's look at a duty whose time may be over: says so once, if it is. Repeatable."""
    with floor(game_id) as the_floor:
        duty = duties_queries.duty(game_id, number)
        if duty is None or duty.done_at or duty.next_check is None or duty.next_check >= the_floor.now:
            return False
        decision = duties_rules.is_overdue(duties_queries.duty_facts(duty), the_floor.now)
        duty.next_check = decision.next_check
        duty.save(update_fields=["next_check"])
        if decision.outcome:
            the_floor.record("duty.overdue", subject=f"duty:{number}", text=duty.text, due_at=duty.due_at)
    return decision.outcome


def record_triggered_duties(the_floor: Floor, effect: Resolved) -> None:
    """Handler: every rule that waits for this enactment or failure asks something of whoever brought it about."""
    if not the_floor.law.carries(ENACTMENT_TRIGGERS):
        return
    by = Agent.objects.get(pk=effect.by) if effect.by else None
    kind = "enacted" if effect.enacted else "failed"
    for place, trigger in enumerate(the_floor.law.triggers(kind), 1):
        key = f"{effect.subject}:{kind}:{trigger.rule_id}:{place}"
        record_duty(the_floor, key, NewDuty(by, trigger.says or trigger.words, trigger.rule, effect.subject))


def resume_duties(the_floor: Floor, effect: CameBack) -> None:
    """Handler: somebody is back, and what e owed goes on: eir time did not run while e was idle."""
    last = Standing.objects.filter(agent_id=effect.agent_id, state=AgentState.IDLE).order_by("-seq").first()
    for duty in Duty.objects.filter(owed_by_id=effect.agent_id, done_at=None).select_related("owed_by"):
        owed = duties_queries.duty_facts(duty)
        due_at = duties_rules.resumed_due_at(owed, idle_since=last.at, now=the_floor.now) if last else None
        if due_at:
            duty.due_at = duty.next_check = due_at
            duty.save(update_fields=["due_at", "next_check"])
            the_floor.record("duty.resumed", subject=f"duty:{duty.number}", text=duty.text, due_at=due_at)


# An Agent does what the law lets em do only often or occasionally. (Rule Timespans)


def use_allowance(the_floor: Floor, actor: Agent, act: str) -> Deed:
    """Step: note that `actor` does the act of this name now, in the next event. Undone, it stays a doing.

    Refused for an act that no rule names, for an idle Agent, in a hiatus that the act's rule does not outlive, and
    too soon after the last time: the reason's fact `again` is when e may.
    """
    term = the_floor.law.act(act)
    if term is None:
        raise Refused(Reason("no-such-act", the_floor.law.rule(OFTEN_DAILY), {"act": act[:60]}))
    duties_queries.may_do_act(actor, term, the_floor.law, the_floor.now).or_refuse()
    return Deed.objects.create(game=the_floor.game, agent=actor, act=act, at=the_floor.now, seq=the_floor.next_seq)


def tell_of_duty(the_floor: Floor, event: Event) -> None:
    """Who owes it, one Agent or whichever Admin does it: when it arises, and when it is overdue."""
    duty = Duty.objects.select_related("owed_by").get(game=the_floor.game, number=_subject_key(event))
    owed_by = [duty.owed_by.account_id] if duty.owed_by else _awake_admins(the_floor)
    facts = {
        "text": duty.text,
        "rule": duty.rule,
        "due_at": duty.due_at,
        "admins": duty.owed_by is None,
        "overdue": event.kind == "duty.overdue",
    }
    key = f"{event.subject}@{event.seq}"
    tell_accounts(the_floor, owed_by, "duty", key, facts, reverse("duties", args=[the_floor.game.slug]))


def _awake_admins(the_floor: Floor) -> list[int]:
    admins = Agent.objects.filter(game=the_floor.game, is_admin=True, state=AgentState.ACTIVE)
    return list(admins.values_list("account_id", flat=True))
