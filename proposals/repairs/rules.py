"""What Admins may put right about an official post: strike it off, open it again. (Rule Gamestate Tracking; Reading 12)

What is typed wrong in the law itself is another matter: see `rulesets.history.rules`.
"""

from __future__ import annotations

from nomic.core.decision import Decision, permission, refusal
from nomic.core.law.rules import Law
from proposals.voting.rules import Kind, Status

EDITING = "posts.editing"  # the mechanism whose rule speaks of the part of a post kept for Admins


def may_mark_illegal(kind: Kind | None, status: Status, law: Law) -> Decision[bool]:
    """Whether an Admin may find that a post never was a legal matter. `kind`: None for a plain post."""
    # A plain post claims nothing that could be illegal.
    if kind is None:
        return refusal("not-a-matter", law.rule(EDITING))
    # What has ended has ended: it is reopened first, or judged by a Call for Judgment.
    if status is not Status.PENDING:
        return refusal("not-pending", law.rule(EDITING), status=status.shown(kind))
    return permission()


def may_reopen(
    kind: Kind | None, status: Status, law: Law, *, in_hiatus: bool, awaits_address: bool, overtaken: bool
) -> Decision[bool]:
    """Whether an Admin may open again what was failed or marked illegal by mistake. `kind`: None for a plain post.

    `overtaken`: a Declaration of Victory has passed since this one was made, or its author has become the Mastermind.
    """
    # Only what is voted on is open or closed.
    if kind is None:
        return refusal("not-a-matter", law.rule(EDITING))
    if status is Status.PENDING:
        return refusal("pending-already", law.rule(EDITING))
    # Its author took it back, and that was no mistake of an Admin's.
    if status is Status.WITHDRAWN:
        return refusal("withdrawn", law.rule(EDITING))
    # The law has moved on since: what was enacted wrongly is mended by a Call for Judgment.
    if status is Status.ENACTED:
        return refusal("enacted-for-good", law.rule("cfj.raising"), status=status.shown(kind))
    # Proposals rest in hiatus, whatever is done with them. (Reading 39)
    if kind is Kind.PROPOSAL and in_hiatus:
        return refusal("hiatus", law.rule("dov.declaring"))
    # The Dynasty that it wanted to end is over.
    if kind is Kind.DOV and (awaits_address or overtaken):
        return refusal("dynasty-over", law.rule("dov.declaring"))
    return permission()


def may_note(official: bool, law: Law) -> Decision[bool]:
    """Whether a post has a part kept for Admins: official ones have."""
    return permission() if official else refusal("not-official", law.rule(EDITING))
