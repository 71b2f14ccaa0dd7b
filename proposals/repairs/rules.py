"""What Admins may put right about an official post: strike it off, open it again. (Rule Gamestate Tracking; Reading 12)

What is typed wrong in the law itself is another matter: see `rulesets.history.rules`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nomic.core.decision import Decision, permission, refusal
from nomic.core.law.rules import Law
from proposals.dials import POSTS_EDITING
from proposals.kinds.cfj.dials import CFJ_RAISING
from proposals.voting.rules import Status

if TYPE_CHECKING:
    from proposals.kinds.kind import MatterKind
    from proposals.kinds.rules import ReopeningFacts


def may_mark_illegal(kind: MatterKind | None, status: Status, law: Law) -> Decision[bool]:
    """Whether an Admin may find that a post never was a legal matter. `kind`: None for a plain post."""
    # A plain post claims nothing that could be illegal.
    if kind is None:
        return refusal("not-a-matter", law.rule(POSTS_EDITING))
    # What has ended has ended: it is reopened first, or judged by a Call for Judgment.
    if status is not Status.PENDING:
        return refusal("not-pending", law.rule(POSTS_EDITING), status=kind.status_word(status))
    return permission()


def may_reopen(kind: MatterKind | None, status: Status, facts: ReopeningFacts, law: Law) -> Decision[bool]:
    """Whether an Admin may open again what was failed or marked illegal by mistake. `kind`: None for a plain post."""
    # Only what is voted on is open or closed.
    if kind is None:
        return refusal("not-a-matter", law.rule(POSTS_EDITING))
    if status is Status.PENDING:
        return refusal("pending-already", law.rule(POSTS_EDITING))
    # Its author took it back, and that was no mistake of an Admin's.
    if status is Status.WITHDRAWN:
        return refusal("withdrawn", law.rule(POSTS_EDITING))
    # The law has moved on since: what was enacted wrongly is mended by a Call for Judgment.
    if status is Status.ENACTED:
        return refusal("enacted-for-good", law.rule(CFJ_RAISING), status=kind.status_word(status))
    # Each kind has grounds of its own, such as a hiatus that is on.
    return kind.may_reopen(facts, law)


def may_note(official: bool, law: Law) -> Decision[bool]:
    """Whether a post has a part kept for Admins: official ones have."""
    return permission() if official else refusal("not-official", law.rule(POSTS_EDITING))
