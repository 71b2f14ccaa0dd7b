"""Who is told of what happens to posts. (`nomic.notices` says after which events)

The author of an anonymous post is told too: through eir own inbox, which nobody else sees.
"""

from __future__ import annotations

from django.urls import reverse

from nomic.core.actions.telling import once, others
from nomic.core.actions.tidings import tell_all
from nomic.core.floor import Floor
from nomic.core.mechanics.decision import Fact
from nomic.core.models import Event
from proposals import queries
from proposals.models import Category, Comment, Post


def tell_author_of_end(the_floor: Floor, event: Event) -> None:
    """A matter is enacted, passed, failed, marked illegal or opened again."""
    post = _post(event)
    how = event.kind.partition(".")[2]
    facts = _called(post) | {"how": how, "by": event.by, "why": event.data.get("why")}
    url = reverse("post", args=[the_floor.game.slug, post.number])
    tell_all(the_floor, others(queries.author_accounts(post), event), "matter-resolved", once(event), facts, url)


def tell_author_of_comment(the_floor: Floor, event: Event) -> None:
    """Somebody has something to say to it; an icon without a word is told by the tally."""
    post, number = _post(event), event.data["comment"]
    if not Comment.objects.filter(post=post, number=number).exclude(body="").exists():
        return
    url = reverse("comment", args=[the_floor.game.slug, post.number, number])
    facts = _called(post) | {"by": event.by}
    tell_all(the_floor, others(queries.author_accounts(post), event), "comment", once(event), facts, url)


def _post(event: Event) -> Post:
    number = int(event.subject.partition(":")[2])
    return Post.objects.select_related("author").get(game_id=event.game_id, number=number)


def _called(post: Post) -> dict[str, Fact]:
    facts: dict[str, Fact] = {"category": post.get_category_display(), "number": post.number, "title": post.title}
    # What another procedure decides is told by the number that it has there, and its title begins with that.
    return facts | {"called": post.title} if post.category == Category.MOTION else facts
