"""The tables of the journal, for Django. Import a model from its noun, not from here."""

from __future__ import annotations

from proposals.posts.models import AdminNote, Comment, Draft, Evidence, Matter, Post, PostVersion, Seen

__all__ = ["AdminNote", "Comment", "Draft", "Evidence", "Matter", "Post", "PostVersion", "Seen"]
