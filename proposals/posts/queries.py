"""Posts, their versions, comments and drafts; who wrote what, and the evidence behind a report of foul play. Reads
only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from nomic.core import vault
from nomic.core.chain import commitment
from nomic.core.decision import Decision, Reason
from nomic.core.games.models import Agent
from nomic.core.games.queries import only_row
from nomic.core.law.rules import Law
from nomic.core.log import queries as log_queries
from nomic.core.log.models import Event
from nomic.core.secrets import queries as secrets_queries
from nomic.core.secrets.queries import UnsealedEvent
from proposals.dials import POSTS_EDITING
from proposals.kinds import CATEGORIES, category_of
from proposals.posts import rules as posts_rules
from proposals.posts.models import NOBODY_SHOWN, Comment, Draft, Evidence, Post, PostVersion, Seen
from proposals.posts.rules import EditingFacts
from proposals.voting.rules import Status


def journal_posts(game_id: int) -> QuerySet[Post]:
    """The journal, newest first, with authors, matters and the number of comments."""
    rows = Post.objects.filter(game_id=game_id).select_related("author", "matter", "matter__resolved_by")
    return rows.annotate(comment_count=Count("comments")).order_by("-number")


def filtered_posts(game_id: int, category: str = "", status: str = "", by: str = "") -> QuerySet[Post]:
    """The posts of one category, one status, one author's name: each if given."""
    asked: dict[str, object] = {"matter__status": status, "author__name": by}
    if category:
        alike = [each.code for each in CATEGORIES.values() if each.listed_as == category]
        asked["category__in"] = alike or [category]
    return journal_posts(game_id).filter(**{field: value for field, value in asked.items() if value})


def newest_posts(game_id: int, count: int) -> QuerySet[Post]:
    """So many posts, the newest first, each with `edited_at`: when it got the words that it has."""
    rows = Post.objects.filter(game_id=game_id).select_related("author").annotate(edited_at=Max("versions__at"))
    return rows.order_by("-number")[:count]


def author_names(game_id: int) -> list[str]:
    """The names of all who have posted under them."""
    shown = Post.objects.filter(game_id=game_id, author__isnull=False)
    names = shown.order_by("author__name").values_list("author__name", flat=True)
    return list(names.distinct())


def post_by_number(game_id: int, number: int) -> Post | None:
    rows = Post.objects.select_related("author", "authorship", "game", "matter", "matter__resolved_by")
    return only_row(rows.filter(game_id=game_id, number=number))


def author_accounts(entry: Post) -> list[int]:
    """The account behind a post, for telling em alone: that of an anonymous one is sealed, and shown to nobody else."""
    author_id = entry.author_id or (
        secrets_queries.unseal_event(entry.authorship).actor_id if entry.authorship else None
    )
    return list(Agent.objects.filter(pk__in=[author_id]).values_list("account_id", flat=True)) if author_id else []


@dataclass(frozen=True, slots=True)
class SettledByHand:
    """What the Admin who enacted a change list settled emself: places of changes, counted from 0."""

    idle: frozenset[int] = frozenset()
    written: frozenset[int] = frozenset()


def settled_by_hand(entry: Post) -> SettledByHand:
    """The changes of an enacted post that were declared to do nothing, and those whose text an Admin wrote."""
    events = log_queries.log(entry.game_id, subject=entry.subject_key).filter(data__has_key="by_hand")
    by_hand: Mapping[str, Iterable[int]] = next(
        (event.data["by_hand"] for event in events if event.data["by_hand"]), {}
    )
    return SettledByHand(frozenset(by_hand.get("skipped", ())), frozenset(map(int, by_hand.get("resolutions", ()))))


def comments_on(post_id: int) -> QuerySet[Comment]:
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


def drafts_of(agent_id: int) -> QuerySet[Draft]:
    """An Agent's own drafts: for eir eyes alone."""
    return Draft.objects.filter(author_id=agent_id).order_by("-saved_at")


def draft_by_token(agent_id: int, token: str) -> Draft | None:
    """One of an Agent's own drafts."""
    return Draft.objects.filter(author_id=agent_id, token=token).first()


def has_comments(post_id: int, *, by_players_only: bool = True) -> bool:
    rows = Comment.objects.filter(post_id=post_id)
    return (rows.filter(by_player=True) if by_players_only else rows).exists()


def may_edit(editor: Agent | None, entry: Post, law: Law) -> Decision[bool]:
    """Whether this person may edit or withdraw the post. What another procedure decides is revised by that alone."""
    if entry.filed_as.is_decided_elsewhere:
        return Decision(False, (Reason("revised-elsewhere", law.rule(POSTS_EDITING)),))
    status = Status(entry.matter.status) if entry.votable else Status.PENDING
    return posts_rules.may_edit(_editing_facts(editor, entry, has_comments(entry.pk)), status, law)


def may_change_category(editor: Agent | None, entry: Post, law: Law, now: datetime) -> Decision[bool]:
    """Whether e may file it under another category; `next_check` is when that ends."""
    facts = _editing_facts(editor, entry, has_comments(entry.pk, by_players_only=False))
    return posts_rules.may_change_category(facts, entry.posted_at, law, now)


def _editing_facts(editor: Agent | None, entry: Post, commented: bool) -> EditingFacts:
    is_author = (editor.name if editor else "") == author_name_for(editor, entry)
    return EditingFacts(is_author, entry.withdrawn_at is not None, entry.official, commented)


def category_label(category: str) -> str:
    return category_of(category).label


def categories() -> list[tuple[str, str]]:
    """The categories that a player may choose from."""
    offered = sorted((each for each in CATEGORIES.values() if each.is_offered), key=lambda each: not each.is_official)
    return [(each.code, each.label) for each in offered]


def all_categories() -> list[tuple[str, str]]:
    """Every category that a post in the journal may be of."""
    alone = (each for each in CATEGORIES.values() if not each.is_offered and each.listed_as == each.code)
    return [*categories(), *((each.code, each.label) for each in alone)]


# Who wrote what bears no name: the one door to it. It answers to the author, and to nobody else. Reads only.

REVEALED = "post.owned"


def sealed_authorship(entry: Post) -> UnsealedEvent | None:
    """What the private chain keeps of an anonymous post: for the server alone, which shows it to its author."""
    return secrets_queries.unseal_event(entry.authorship) if entry.authorship is not None else None


def is_author(reader: Agent | None, entry: Post) -> bool:
    """Whether the post is this Agent's own, whether or not it bears eir name."""
    if reader is None:
        return False
    sealed = sealed_authorship(entry)
    return (entry.author_id if sealed is None else sealed.actor_id) == reader.pk


def author_name_for(reader: Agent | None, entry: Post) -> str:
    """The author's name as the mechanics compare it with the reader's: eirs alone if it is eir own."""
    if reader is None or not entry.anonymous:
        return entry.byline
    return reader.name if is_author(reader, entry) else NOBODY_SHOWN


def post_by_token(agent: Agent, token: str) -> Post | None:
    """The post that this form of this Agent has made already, with eir name or without."""
    named = Post.objects.filter(author=agent, token=token).first()
    if named is not None:
        return named
    nameless = Post.objects.filter(game_id=agent.game_id, author__isnull=True, token=token)
    return next((each for each in nameless.select_related("authorship") if is_author(agent, each)), None)


def may_be_anonymous(category: str, law: Law) -> Decision[bool]:
    """Whether a post of this category may go without its author's name."""
    return posts_rules.may_be_anonymous(category_of(category), law)


def may_reveal_author(reader: Agent | None, entry: Post, law: Law) -> Decision[bool]:
    """Whether this Agent may put eir name to the post."""
    return posts_rules.may_reveal_author(author=is_author(reader, entry), anonymous=entry.anonymous, law=law)


def reveal_event(entry: Post) -> Event | None:
    """The event with which the author put eir name to what e had posted without; None where there is none."""
    return log_queries.log(entry.game_id, subject=entry.subject_key).filter(kind=REVEALED).first()


def author_commitment(entry: Post) -> str:
    """What the log said of an anonymous post's author when it was made: a commitment, 64 hex digits; else empty."""
    made = log_queries.log(entry.game_id, subject=entry.subject_key).filter(kind="post.made").first()
    return str(made.data.get("commitment", "")) if made else ""


# The evidence behind a report of foul play: the one door to it. Reads only.


def has_evidence(entry: Post) -> bool:
    """Whether a post rests on evidence that is kept for some eyes: that much everybody knows."""
    return Evidence.objects.filter(post=entry).exists()


def evidence_for(entry: Post, reader: Agent | None) -> str | None:
    """The evidence, for its author and for Admins whom the report does not accuse; None for anybody else."""
    kept = Evidence.objects.filter(post=entry).first()
    if kept is None or not _may_see(entry, reader):
        return None
    text: str = vault.unseal(kept.sealed)["text"]
    return text


def evidence_commitments(game_id: int) -> dict[int, str]:
    """What is kept, by the numbers of the posts, as the log committed to it: for `recount`, which tells no word."""
    rows = Evidence.objects.filter(post__game_id=game_id).select_related("post")
    opened = ((row.post.number, vault.unseal(row.sealed)) for row in rows)
    return {number: commitment({"post": number, "text": kept["text"]}, kept["salt"]) for number, kept in opened}


def _may_see(entry: Post, reader: Agent | None) -> bool:
    """Whom an earlier version accused is no judge of it either, however the list was edited since."""
    versions = PostVersion.objects.filter(post=entry).values_list("changes", flat=True)
    return posts_rules.may_see_evidence(
        reader=reader.pk if reader else None,
        is_author=is_author(reader, entry),
        is_admin=reader is not None and reader.game_id == entry.game_id and reader.is_admin and reader.in_game,
        accused_ever=frozenset().union(*map(posts_rules.accused_agents, versions)),
    )


def draft_evidence(draft: Draft) -> str:
    """What its author has written down so far. A draft is read by its author alone: see `draft`."""
    return str(vault.unseal(draft.evidence)) if draft.evidence else ""
