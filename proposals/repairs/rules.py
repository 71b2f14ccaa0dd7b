"""What Admins may put right about an official post: strike it off, open it again. (Rule Gamestate Tracking; Reading 12)

What is typed wrong in the law itself is another matter: see `rulesets.mechanics.slips`.
"""

from __future__ import annotations

from nomic.core.mechanics.decision import Decision, allowed, refused
from nomic.core.mechanics.law import Law
from proposals.mechanics.votes import Kind, Status

ON = "posts.editing"  # the mechanism whose rule speaks of the part of a post kept for Admins


def may_mark_illegal(kind: Kind | None, status: Status, law: Law) -> Decision[bool]:
    """Whether an Admin may find that a post never was a legal matter. `kind`: None for a plain post."""
    # A plain post claims nothing that could be illegal.
    if kind is None:
        return refused("not-a-matter", law.rule(ON))
    # What has ended has ended: it is reopened first, or judged by a Call for Judgment.
    if status is not Status.PENDING:
        return refused("not-pending", law.rule(ON), status=status.shown(kind))
    return allowed()


def may_reopen(
    kind: Kind | None, status: Status, law: Law, *, in_hiatus: bool, awaits_address: bool, overtaken: bool
) -> Decision[bool]:
    """Whether an Admin may open again what was failed or marked illegal by mistake. `kind`: None for a plain post.

    `overtaken`: a Declaration of Victory has passed since this one was made, or its author has become the Mastermind.
    """
    # Only what is voted on is open or closed.
    if kind is None:
        return refused("not-a-matter", law.rule(ON))
    if status is Status.PENDING:
        return refused("pending-already", law.rule(ON))
    # Its author took it back, and that was no mistake of an Admin's.
    if status is Status.WITHDRAWN:
        return refused("withdrawn", law.rule(ON))
    # The law has moved on since: what was enacted wrongly is mended by a Call for Judgment.
    if status is Status.ENACTED:
        return refused("enacted-for-good", law.rule("cfj.raising"), status=status.shown(kind))
    # Proposals rest in hiatus, whatever is done with them. (Reading 39)
    if kind is Kind.PROPOSAL and in_hiatus:
        return refused("hiatus", law.rule("dov.declaring"))
    # The Dynasty that it wanted to end is over.
    if kind is Kind.DOV and (awaits_address or overtaken):
        return refused("dynasty-over", law.rule("dov.declaring"))
    return allowed()


def may_note(official: bool, law: Law) -> Decision[bool]:
    """Whether a post has a part kept for Admins: official ones have."""
    return allowed() if official else refused("not-official", law.rule(ON))
