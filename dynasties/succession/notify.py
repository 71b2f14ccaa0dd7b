"""Who is told that a Dynasty begins, and of what its Mastermind says: everybody. (`nomic.effects` says when)"""

from __future__ import annotations

from django.urls import reverse

from nomic.core.floor import Floor
from nomic.core.games import queries as games_queries
from nomic.core.log.models import Event
from nomic.core.notifications.actions import event_key, other_accounts, tell_accounts


def notify_of_dynasty(the_floor: Floor, event: Event) -> None:
    """A Dynasty has begun, or another heads it before e has spoken."""
    everybody = other_accounts(games_queries.accounts_in(the_floor.game.pk), event)
    facts = {"name": event.data.get("name")}
    tell_accounts(
        the_floor, everybody, "dynasty", event_key(event), facts, reverse("journal", args=[the_floor.game.slug])
    )


def notify_of_address(the_floor: Floor, event: Event) -> None:
    """The Ascension Address is posted, and the game goes on under its theme."""
    everybody = other_accounts(games_queries.accounts_in(the_floor.game.pk), event)
    url = reverse("post", args=[the_floor.game.slug, event.data["address"]])
    facts = {"address": event.data["address"], "theme": event.data.get("theme"), "by": event.by}
    tell_accounts(the_floor, everybody, "dynasty", event_key(event), facts, url)
