"""Who is told of what happens to people and to the game. (`nomic.notices` says after which events)

Nobody is told of eir own act. Each of these runs at the end of the act's own floor.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.urls import reverse

from nomic.core import queries
from nomic.core.actions.tidings import tell, tell_all
from nomic.core.floor import Floor
from nomic.core.models import Agent, AgentState, Application, Duty, Event


def others(account_ids: Iterable[int], event: Event) -> list[int]:
    """Those of the accounts who did not do it themselves."""
    own = event.actor.account_id if event.actor else None
    return [each for each in account_ids if each != own]


def once(event: Event) -> str:
    """The key of what is told of an event as such."""
    return f"event:{event.seq}"


def tell_admins_of_arrival(the_floor: Floor, event: Event) -> None:
    admins = queries.accounts_in(the_floor.game.pk, admins=True)
    url = reverse("roster", args=[the_floor.game.slug])
    tell_all(the_floor, admins, "application", event.subject, {"name": event.data.get("name")}, url)


def tell_admitted(the_floor: Floor, event: Event) -> None:
    facts = {"admitted": True, "name": event.data.get("name"), "by": event.by}
    url = reverse("journal", args=[the_floor.game.slug])
    tell_all(the_floor, others([_subject(event).account_id], event), "arrival", once(event), facts, url)


def tell_declined(the_floor: Floor, event: Event) -> None:
    applicant = Application.objects.get(pk=_key(event)).account_id
    facts = {"admitted": False, "why": event.data.get("why"), "by": event.by}
    tell(the_floor, applicant, "arrival", once(event), facts, reverse("join", args=[the_floor.game.slug]))


def tell_of_standing(the_floor: Floor, event: Event) -> None:
    """Whom it befell: idled, brought back, removed, barred."""
    facts = {"how": event.kind.removeprefix("agent."), "by": event.by}
    url = reverse("roster", args=[the_floor.game.slug])
    tell_all(the_floor, others([_subject(event).account_id], event), "standing", once(event), facts, url)


def tell_of_return(the_floor: Floor, event: Event) -> None:
    """Everybody else, that somebody is back: quorum may have moved."""
    back = _subject(event)
    everybody = [each for each in queries.accounts_in(the_floor.game.pk) if each != back.account_id]
    url = reverse("agent", args=[the_floor.game.slug, back.pk])
    tell_all(the_floor, others(everybody, event), "unidled", once(event), {"name": back.name}, url)


def tell_of_hiatus(the_floor: Floor, event: Event) -> None:
    facts = {"ended": event.kind == "hiatus.ended", "because": event.data.get("because")}
    everybody = others(queries.accounts_in(the_floor.game.pk), event)
    tell_all(the_floor, everybody, "hiatus", once(event), facts, reverse("journal", args=[the_floor.game.slug]))


def tell_of_duty(the_floor: Floor, event: Event) -> None:
    """Who owes it, one Agent or whichever Admin does it: when it arises, and when it is overdue."""
    duty = Duty.objects.select_related("owed_by").get(game=the_floor.game, number=_key(event))
    owed_by = [duty.owed_by.account_id] if duty.owed_by else _awake_admins(the_floor)
    facts = {"text": duty.text, "rule": duty.rule, "due_at": duty.due_at, "admins": duty.owed_by is None,
             "overdue": event.kind == "duty.overdue"}  # fmt: skip
    key = f"{event.subject}@{event.seq}"
    tell_all(the_floor, owed_by, "duty", key, facts, reverse("duties", args=[the_floor.game.slug]))


def _awake_admins(the_floor: Floor) -> list[int]:
    admins = Agent.objects.filter(game=the_floor.game, is_admin=True, state=AgentState.ACTIVE)
    return list(admins.values_list("account_id", flat=True))


def _key(event: Event) -> int:
    return int(event.subject.partition(":")[2])


def _subject(event: Event) -> Agent:
    """Whom an event about an Agent is about."""
    return Agent.objects.get(pk=_key(event))
