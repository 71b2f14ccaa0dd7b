"""Who is told that a Dynasty begins, and of what its Mastermind says: everybody. (`nomic.notices` says when)"""

from __future__ import annotations

from django.urls import reverse

from nomic.core import queries
from nomic.core.actions.telling import once, others
from nomic.core.actions.tidings import tell_all
from nomic.core.floor import Floor
from nomic.core.models import Event


def tell_of_dynasty(the_floor: Floor, event: Event) -> None:
    """A Dynasty has begun, or another heads it before e has spoken."""
    everybody = others(queries.accounts_in(the_floor.game.pk), event)
    facts = {"name": event.data.get("name")}
    tell_all(the_floor, everybody, "dynasty", once(event), facts, reverse("journal", args=[the_floor.game.slug]))


def tell_of_address(the_floor: Floor, event: Event) -> None:
    """The Ascension Address is posted, and the game goes on under its theme."""
    everybody = others(queries.accounts_in(the_floor.game.pk), event)
    url = reverse("post", args=[the_floor.game.slug, event.data["address"]])
    facts = {"address": event.data["address"], "theme": event.data.get("theme"), "by": event.by}
    tell_all(the_floor, everybody, "dynasty", once(event), facts, url)
