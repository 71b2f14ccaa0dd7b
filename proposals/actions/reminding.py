"""The Clerk reminds: who has not voted shortly before time decides, and the Admins of what waits for them."""

from __future__ import annotations

from django.urls import reverse

from nomic.core import clock
from nomic.core.actions.tidings import tell_all
from nomic.core.floor import Floor, floor
from nomic.core.mechanics.decision import Fact
from nomic.core.models import Agent, Game
from proposals import queries
from proposals.queries.reminders import ADMIN_WORK, Reminder


def remind(game_id: int) -> int:
    """Tell whoever has not been told yet; answers how many notices that made. Harmless twice: each is given once.

    The floor is taken only where there is something to tell.
    """
    if not queries.reminders(Game.objects.get(pk=game_id), clock.now()):
        return 0
    with floor(game_id) as the_floor:
        return sum(_remind(the_floor, each) for each in queries.reminders(the_floor.game, the_floor.now))


def _remind(the_floor: Floor, reminder: Reminder) -> int:
    post = reminder.post
    facts: dict[str, Fact] = {
        "category": post.get_category_display(), "number": post.number, "title": post.title, "at": reminder.at,
        "how": reminder.how,
    }  # fmt: skip
    whither = ("queue", []) if reminder.kind == ADMIN_WORK else ("post", [post.number])
    url = reverse(whither[0], args=[the_floor.game.slug, *whither[1]])
    accounts = Agent.objects.filter(pk__in=reminder.agents).values_list("account_id", flat=True)
    return len(tell_all(the_floor, list(accounts), reminder.kind, reminder.key, facts, url))
