"""Who is told of what happens to people and to the game. (`nomic.effects` says after which events)

Nobody is told of eir own act. Each function runs at the end of the act's own floor.
"""

from __future__ import annotations

from django.urls import reverse

from nomic.core.floor import Floor
from nomic.core.games import queries as games_queries
from nomic.core.games.models import Agent
from nomic.core.log.models import Event
from nomic.core.notifications.actions import event_key, other_accounts, tell_account, tell_accounts
from nomic.core.roster.models import Application


def tell_admins_of_arrival(the_floor: Floor, event: Event) -> None:
    admins = games_queries.accounts_in(the_floor.game.pk, admins=True)
    url = reverse("roster", args=[the_floor.game.slug])
    tell_accounts(the_floor, admins, "application", event.subject, {"name": event.data.get("name")}, url)


def tell_of_admission(the_floor: Floor, event: Event) -> None:
    facts = {"admitted": True, "name": event.data.get("name"), "by": event.by}
    url = reverse("journal", args=[the_floor.game.slug])
    tell_accounts(
        the_floor, other_accounts([_subject_agent(event).account_id], event), "arrival", event_key(event), facts, url
    )


def tell_of_refusal(the_floor: Floor, event: Event) -> None:
    applicant = Application.objects.get(pk=_subject_key(event)).account_id
    facts = {"admitted": False, "why": event.data.get("why"), "by": event.by}
    tell_account(the_floor, applicant, "arrival", event_key(event), facts, reverse("join", args=[the_floor.game.slug]))


def tell_of_standing(the_floor: Floor, event: Event) -> None:
    """Whom it befell: idled, brought back, removed, barred."""
    facts = {"how": event.kind.removeprefix("agent."), "by": event.by}
    url = reverse("roster", args=[the_floor.game.slug])
    tell_accounts(
        the_floor, other_accounts([_subject_agent(event).account_id], event), "standing", event_key(event), facts, url
    )


def tell_of_return(the_floor: Floor, event: Event) -> None:
    """Everybody else, that somebody is back: quorum may have moved."""
    back = _subject_agent(event)
    everybody = [each for each in games_queries.accounts_in(the_floor.game.pk) if each != back.account_id]
    url = reverse("agent", args=[the_floor.game.slug, back.pk])
    tell_accounts(the_floor, other_accounts(everybody, event), "unidled", event_key(event), {"name": back.name}, url)


def tell_of_hiatus(the_floor: Floor, event: Event) -> None:
    facts = {"ended": event.kind == "hiatus.ended", "because": event.data.get("because")}
    everybody = other_accounts(games_queries.accounts_in(the_floor.game.pk), event)
    tell_accounts(
        the_floor, everybody, "hiatus", event_key(event), facts, reverse("journal", args=[the_floor.game.slug])
    )


def _subject_key(event: Event) -> int:
    return int(event.subject.partition(":")[2])


def _subject_agent(event: Event) -> Agent:
    """Whom an event about an Agent is about."""
    return Agent.objects.get(pk=_subject_key(event))
