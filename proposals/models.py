"""Posts, comments with their icons, and the matters that are decided by them. History is added to, never deleted."""

from __future__ import annotations

from proposals.models.journal import (
    NOBODY_SHOWN,
    VOTABLE,
    AdminNote,
    Category,
    Comment,
    Draft,
    Evidence,
    Matter,
    Post,
    PostVersion,
    Seen,
)

__all__ = [
    "NOBODY_SHOWN", "VOTABLE", "AdminNote", "Category", "Comment", "Draft", "Evidence", "Matter", "Post", "PostVersion",
    "Seen",
]  # fmt: skip
