"""Who may post, comment, edit, withdraw or re-file, and who may read the evidence of a report of foul play. (Rules
Agents, Proposals, Gamestate Tracking; Readings 11, 15, 16)
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from nomic.core.decision import Decision, Reason
from nomic.core.input import BLANKS, selects_variation
from nomic.core.law.rules import Law
from proposals.dials import POSTS_CATEGORY_WINDOW, POSTS_EDITING
from proposals.kinds.cfj.dials import CFJ_ANONYMITY, CFJ_RAISING
from proposals.voting.rules import Status

if TYPE_CHECKING:
    from proposals.kinds.kind import Category

UNSEEN = frozenset({"Cc", "Cf", "Cs", "Zs", "Zl", "Zp"})


def may_be_anonymous(category: Category, law: Law) -> Decision[bool]:
    """Whether a post of this category may go without its author's name. (Rule Calls for Judgment)"""
    reasons: list[Reason] = []
    # Whatever else is posted bears its author's name.
    if not category.may_be_anonymous:
        reasons.append(Reason("only-a-call-is-anonymous", law.rule(CFJ_ANONYMITY)))
    # Some live rule must say that the name may be left off.
    reasons += law.requires(CFJ_ANONYMITY).reasons
    return Decision(not reasons, tuple(reasons))


def may_reveal_author(*, author: bool, anonymous: bool, law: Law) -> Decision[bool]:
    """Whether a person may put eir name to a post that bears none. `author`: whether it is eirs."""
    rule = law.rule(CFJ_RAISING)
    # Nobody but its author knows whose it is.
    if not author:
        return Decision(False, (Reason("not-the-author", rule),))
    # There is nothing to tell where the name stands already.
    if not anonymous:
        return Decision(False, (Reason("bears-a-name", rule),))
    return Decision(True)


def may_comment(*, withdrawn: bool, law: Law) -> Decision[bool]:
    """Whether a post is still talked about. Its author ends that by taking it back. (Reading 16)"""
    reasons = (Reason("withdrawn", law.rule(POSTS_EDITING)),) if withdrawn else ()
    return Decision(not reasons, reasons)


@dataclass(frozen=True, slots=True)
class EditingFacts:
    """A post, as far as it decides whether this person may change it. `official`: it was posted as a matter."""

    is_author: bool
    withdrawn: bool
    official: bool
    commented: bool


def may_edit(post: EditingFacts, status: Status, law: Law) -> Decision[bool]:
    """Whether a post may be edited, or withdrawn, by this person: the rule speaks of both in one breath.

    `commented` are those posts on which an Agent has, the author included; the comments of idle ones and strangers
    lock nothing (Reading 16).
    """
    reasons: list[Reason] = []
    rule = law.rule(POSTS_EDITING)
    # What has been withdrawn stays as it was, to be read: no other ground matters any more.
    if post.withdrawn:
        return Decision(False, (Reason("withdrawn", rule),))
    # A post is its author's to change, and nobody else's.
    if not post.is_author:
        reasons.append(Reason("not-the-author", rule))
    # A plain post may be changed at any time.
    if not post.official:
        return Decision(not reasons, tuple(reasons))
    # An official one only if a live rule lets it, while it is pending and no Agent has commented.
    reasons += law.requires(POSTS_EDITING).reasons
    if status is not Status.PENDING:
        reasons.append(Reason("not-pending", rule, {"status": status.value}))
    if post.commented:
        reasons.append(Reason("commented", rule))
    return Decision(not reasons, tuple(reasons))


def may_change_category(post: EditingFacts, posted_at: datetime, law: Law, now: datetime) -> Decision[bool]:
    """Whether a plain post may still be filed under another category. `commented`: by anybody at all.

    An official post is not re-filed here: its change of kind is an edit, and starts a fresh clock (Reading 15).
    """
    reasons: list[Reason] = []
    rule, window = law.rule(POSTS_CATEGORY_WINDOW), law[POSTS_CATEGORY_WINDOW]
    closes = posted_at + window
    # What has been withdrawn is filed nowhere else.
    if post.withdrawn:
        return Decision(False, (Reason("withdrawn", law.rule(POSTS_EDITING)),))
    # Only the author re-files, and only a plain post.
    if not post.is_author:
        reasons.append(Reason("not-the-author", rule))
    if post.official:
        reasons.append(Reason("already-official", rule))
    # Less than five minutes: at the fifth it is too late.
    if now >= closes:
        reasons.append(Reason("window-closed", rule, {"window": window, "at": closes}))
    # One comment of anybody ends it.
    if post.commented:
        reasons.append(Reason("commented", rule))
    return Decision(not reasons, tuple(reasons), None if reasons else closes)


def title_subject(title: str) -> str:
    """The part of a title after its first colon, or all of it if there is none; empty if nothing of it can be seen."""
    _, colon, rest = title.partition(":")
    found = (rest if colon else title).strip()
    return found if any(map(_is_visible, found)) else ""


def _is_visible(sign: str) -> bool:
    return sign not in BLANKS and unicodedata.category(sign) not in UNSEEN and not selects_variation(sign)


# What a report of foul play rests on, and whose eyes it is for. (Rule Agents: one person, one Agent)

ACCUSING = frozenset({"remove-agent", "bar-agent"})  # the kinds of change that only foul play gives cause for


def accused_agents(changes: Iterable[Mapping[str, Any]]) -> frozenset[int]:
    """The ids of the Agents whom a change list (JSON form) would remove or bar."""
    return frozenset(each["agent"] for each in changes if each.get("kind") in ACCUSING)


def may_see_evidence(*, reader: int | None, is_author: bool, is_admin: bool, accused_ever: Iterable[int]) -> bool:
    """Whether this Agent (an id; None for a stranger) reads the evidence."""
    # It names people, on suspicion: strangers and other Agents read the charge and not the evidence.
    if reader is None:
        return False
    # Who wrote it knows it.
    if is_author:
        return True
    # An Admin judges it, but not in a cause of eir own.
    return is_admin and reader not in set(accused_ever)
