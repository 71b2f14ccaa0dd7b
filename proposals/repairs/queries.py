"""What Admins have noted about posts, and what they may put right. Reads only."""

from __future__ import annotations

from django.db.models import QuerySet

from nomic.core.decision import Decision
from nomic.core.games.models import Game
from nomic.core.law.rules import Law
from nomic.core.roster.models import Reign
from proposals.kinds import KINDS, kind_of
from proposals.kinds.kind import MatterKind
from proposals.kinds.rules import ReopeningFacts
from proposals.posts.models import AdminNote, Matter, Post
from proposals.repairs import rules as repairs_rules
from proposals.voting.queries import JudgingContext
from proposals.voting.rules import Status


def admin_notes(post_id: int) -> QuerySet[AdminNote]:
    """The part of a post that is kept for Admins, in its order; everybody reads it."""
    return AdminNote.objects.filter(post_id=post_id).select_related("author").order_by("number")


def may_mark_illegal(entry: Post, law: Law) -> Decision[bool]:
    """Whether an Admin may find that this never was a legal matter."""
    return repairs_rules.may_mark_illegal(*_kind_and_status(entry), law)


def may_reopen(entry: Post, game: Game, scene: JudgingContext) -> Decision[bool]:
    """Whether an Admin may open this again."""
    facts = ReopeningFacts(
        in_hiatus=scene.in_hiatus, awaits_address=game.awaits_address, overtaken=_is_overtaken(entry)
    )
    return repairs_rules.may_reopen(*_kind_and_status(entry), facts, scene.law)


def _kind_and_status(entry: Post) -> tuple[MatterKind | None, Status]:
    matter = getattr(entry, "matter", None)
    return (kind_of(matter.kind), Status(matter.status)) if matter else (None, Status.PENDING)


def _is_overtaken(entry: Post) -> bool:
    """Whether another Dynasty has begun since this was posted: a Declaration has passed, or its author has the role."""
    declaring = [each.code for each in KINDS.values() if each.declares_victory]
    passed = Matter.objects.filter(game_id=entry.game_id, kind__in=declaring, status=Status.ENACTED.value)
    crowned = Reign.objects.filter(game_id=entry.game_id, agent=entry.author, seq__gt=entry.seq)
    return passed.filter(resolved_seq__gt=entry.seq).exists() or (entry.author_id is not None and crowned.exists())
