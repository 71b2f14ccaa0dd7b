"""What is written: posts, their versions and comments, an Agent's own drafts; and who may alter it. Reads only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from nomic.core import queries as core
from nomic.core.mechanics.decision import Decision, Reason
from nomic.core.mechanics.law import Law
from nomic.core.models import Agent
from nomic.core.queries.single import single
from proposals.mechanics import posting
from proposals.mechanics.votes import Status
from proposals.models import Category, Comment, Draft, Post, PostVersion, Seen
from proposals.queries.authorship import author_to

PROPOSALS = (Category.PROPOSAL.value, Category.MOTION.value)  # which readers do not tell apart


def posts(game_id: int) -> QuerySet[Post]:
    """The journal, newest first, with authors, matters and the number of comments."""
    rows = Post.objects.filter(game_id=game_id).select_related("author", "matter", "matter__resolved_by")
    return rows.annotate(comment_count=Count("comments")).order_by("-number")


def journal(game_id: int, category: str = "", status: str = "", by: str = "") -> QuerySet[Post]:
    """The posts of one category, one status, one author's name: each if given."""
    asked: dict[str, object] = {"matter__status": status, "author__name": by}
    if category:
        asked["category__in"] = PROPOSALS if category == Category.PROPOSAL else [category]
    return posts(game_id).filter(**{field: value for field, value in asked.items() if value})


def newest_posts(game_id: int, count: int) -> QuerySet[Post]:
    """So many posts, the newest first, each with `edited_at`: when it got the words that it has."""
    rows = Post.objects.filter(game_id=game_id).select_related("author").annotate(edited_at=Max("versions__at"))
    return rows.order_by("-number")[:count]


def authors(game_id: int) -> list[str]:
    """The names of all who have posted under them."""
    shown = Post.objects.filter(game_id=game_id, author__isnull=False)
    names = shown.order_by("author__name").values_list("author__name", flat=True)
    return list(names.distinct())


def post(game_id: int, number: int) -> Post | None:
    rows = Post.objects.select_related("author", "authorship", "game", "matter", "matter__resolved_by")
    return single(rows.filter(game_id=game_id, number=number))


def author_accounts(entry: Post) -> list[int]:
    """The account behind a post, for telling em alone: that of an anonymous one is sealed, and shown to nobody else."""
    author_id = entry.author_id or (core.opened(entry.authorship).actor_id if entry.authorship else None)
    return list(Agent.objects.filter(pk__in=[author_id]).values_list("account_id", flat=True)) if author_id else []


@dataclass(frozen=True, slots=True)
class ByHand:
    """What the Admin who enacted a change list settled emself: places of changes, counted from 0."""

    idle: frozenset[int] = frozenset()
    written: frozenset[int] = frozenset()


def settled_by_hand(entry: Post) -> ByHand:
    """The changes of an enacted post that were declared to do nothing, and those whose text an Admin wrote."""
    events = core.log(entry.game_id, subject=entry.subject_key).filter(data__has_key="by_hand")
    by_hand: Mapping[str, Iterable[int]] = next(
        (event.data["by_hand"] for event in events if event.data["by_hand"]), {}
    )
    return ByHand(frozenset(by_hand.get("skipped", ())), frozenset(map(int, by_hand.get("resolutions", ()))))


def comments(post_id: int) -> QuerySet[Comment]:
    return Comment.objects.filter(post_id=post_id).select_related("author").order_by("number")


def seen_upto(account_id: int, post_id: int) -> int:
    """The last comment that an account has seen of a post; 0 for none. Eir own business."""
    found = Seen.objects.filter(account_id=account_id, post_id=post_id).values_list("upto", flat=True).first()
    return found or 0


def unread_comments(reader: Agent, post_ids: Iterable[int]) -> dict[int, int]:
    """How many comments an Agent has not seen, by post: others' alone, and none from before e came. One query."""
    seen = Seen.objects.filter(account=reader.account_id, post=OuterRef("post")).values("upto")
    rows = Comment.objects.filter(post_id__in=list(post_ids), at__gt=reader.admitted_at).exclude(author=reader)
    fresh = rows.filter(number__gt=Coalesce(Subquery(seen), 0))
    return dict(fresh.order_by().values("post_id").annotate(count=Count("pk")).values_list("post_id", "count"))


def comment_exists(game_id: int, number: int, comment_number: int) -> bool:
    return Comment.objects.filter(post__game_id=game_id, post__number=number, number=comment_number).exists()


def post_versions(post_id: int) -> QuerySet[PostVersion]:
    return PostVersion.objects.filter(post_id=post_id).order_by("n")


def drafts(agent_id: int) -> QuerySet[Draft]:
    """An Agent's own drafts: for eir eyes alone."""
    return Draft.objects.filter(author_id=agent_id).order_by("-saved_at")


def draft(agent_id: int, token: str) -> Draft | None:
    """One of an Agent's own drafts."""
    return Draft.objects.filter(author_id=agent_id, token=token).first()


def commented(post_id: int, *, by_players_only: bool = True) -> bool:
    rows = Comment.objects.filter(post_id=post_id)
    return (rows.filter(by_player=True) if by_players_only else rows).exists()


def may_edit(editor: Agent | None, entry: Post, law: Law) -> Decision[bool]:
    """Whether this person may edit or withdraw the post. What another procedure decides is revised by that alone."""
    if entry.category == Category.MOTION:
        return Decision(False, (Reason("revised-elsewhere", law.rule("posts.editing")),))
    return posting.may_edit(
        _name(editor), author_to(editor, entry), withdrawn=entry.withdrawn_at is not None, official=entry.official,
        agent_commented=commented(entry.pk),
        status=Status(entry.matter.status) if entry.votable else Status.PENDING, law=law,
    )  # fmt: skip


def may_change_category(editor: Agent | None, entry: Post, law: Law, now: datetime) -> Decision[bool]:
    """Whether e may file it under another category; `next_check` is when that ends."""
    return posting.may_change_category(
        _name(editor), author_to(editor, entry), withdrawn=entry.withdrawn_at is not None, official=entry.official,
        posted_at=entry.posted_at, now=now, commented=commented(entry.pk, by_players_only=False), law=law,
    )  # fmt: skip


def _name(editor: Agent | None) -> str:
    return editor.name if editor else ""


def category_label(category: str) -> str:
    return str(Category(category).label)


def categories() -> list[tuple[str, str]]:
    """The categories that a player may choose from."""
    offered = (Category.PROPOSAL, Category.CFJ, Category.DOV, Category.PLAIN)
    return [(each.value, str(each.label)) for each in offered]


def all_categories() -> list[tuple[str, str]]:
    """Every category that a post in the journal may be of."""
    return [*categories(), (Category.ADDRESS.value, str(Category.ADDRESS.label))]
