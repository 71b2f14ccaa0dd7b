"""Notify authors of what happens to their posts, and remind voters and Admins of what waits for them."""

from __future__ import annotations

from django.urls import reverse

from nomic.core import clock
from nomic.core.decision import Fact
from nomic.core.floor import Floor, floor
from nomic.core.games.models import Agent, Game
from nomic.core.log.models import Event
from nomic.core.notifications.actions import event_key, other_accounts, tell_accounts
from proposals.deciding import queries as deciding_queries
from proposals.deciding.queries import ADMIN_WORK, Reminder
from proposals.posts import queries as posts_queries
from proposals.posts.models import Comment, Post


def notify_author_of_end(the_floor: Floor, event: Event) -> None:
    """A matter is enacted, passed, failed, marked illegal or opened again."""
    post = _post_of_event(event)
    how = event.kind.partition(".")[2]
    facts = _title_facts(post) | {"how": how, "by": event.by, "why": event.data.get("why")}
    url = reverse("post", args=[the_floor.game.slug, post.number])
    tell_accounts(
        the_floor,
        other_accounts(posts_queries.author_accounts(post), event),
        "matter-resolved",
        event_key(event),
        facts,
        url,
    )


def notify_author_of_comment(the_floor: Floor, event: Event) -> None:
    """Somebody has something to say to it; an icon without a word is told by the tally."""
    post, number = _post_of_event(event), event.data["comment"]
    if not Comment.objects.filter(post=post, number=number).exclude(body="").exists():
        return
    url = reverse("comment", args=[the_floor.game.slug, post.number, number])
    facts = _title_facts(post) | {"by": event.by}
    tell_accounts(
        the_floor, other_accounts(posts_queries.author_accounts(post), event), "comment", event_key(event), facts, url
    )


def _post_of_event(event: Event) -> Post:
    number = int(event.subject.partition(":")[2])
    return Post.objects.select_related("author").get(game_id=event.game_id, number=number)


def _title_facts(post: Post) -> dict[str, Fact]:
    facts: dict[str, Fact] = {"category": post.get_category_display(), "number": post.number, "title": post.title}
    # What another procedure decides is told by the number that it has there, and its title begins with that.
    return facts | {"called": post.title} if post.filed_as.is_decided_elsewhere else facts


# The Clerk reminds: who has not voted shortly before time decides, and the Admins of what waits for them.


def send_reminders(game_id: int) -> int:
    """Tell whoever has not been told yet; answers how many notices that made. Harmless twice: each is given once.

    The floor is taken only where there is something to tell.
    """
    if not deciding_queries.due_reminders(Game.objects.get(pk=game_id), clock.now()):
        return 0
    with floor(game_id) as the_floor:
        return sum(
            _send_reminder(the_floor, each) for each in deciding_queries.due_reminders(the_floor.game, the_floor.now)
        )


def _send_reminder(the_floor: Floor, reminder: Reminder) -> int:
    post = reminder.post
    facts: dict[str, Fact] = {
        "category": post.get_category_display(),
        "number": post.number,
        "title": post.title,
        "at": reminder.at,
        "how": reminder.how,
    }
    whither = ("queue", []) if reminder.kind == ADMIN_WORK else ("post", [post.number])
    url = reverse(whither[0], args=[the_floor.game.slug, *whither[1]])
    accounts = Agent.objects.filter(pk__in=reminder.agents).values_list("account_id", flat=True)
    return len(tell_accounts(the_floor, list(accounts), reminder.kind, reminder.key, facts, url))
