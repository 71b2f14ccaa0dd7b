"""What is asked of posts, votes and matters: rows in, frozen facts and verdicts out. Reads only.

Verdicts are computed when read, from the law, the roster and the clock, so that a page is right with every worker down.
"""

from __future__ import annotations

from proposals.queries.entries import (
    ByHand,
    all_categories,
    authors,
    categories,
    category_label,
    comment_exists,
    commented,
    comments,
    draft,
    drafts,
    journal,
    may_change_category,
    may_edit,
    post,
    post_versions,
    posted_with,
    posts,
    settled_by_hand,
)
from proposals.queries.matters import (
    Judged,
    due,
    free_since,
    judged,
    older_pending,
    pending,
    pending_after,
    pending_counts,
    resolved_already,
)
from proposals.queries.scenes import Scene, ballots, judge, may_post, may_propose, scene, scene_after, slots

__all__ = [
    "ByHand",
    "Judged",
    "Scene",
    "all_categories",
    "authors",
    "ballots",
    "categories",
    "category_label",
    "comment_exists",
    "commented",
    "comments",
    "draft",
    "drafts",
    "due",
    "free_since",
    "journal",
    "judge",
    "judged",
    "may_change_category",
    "may_edit",
    "may_post",
    "may_propose",
    "older_pending",
    "pending",
    "pending_after",
    "pending_counts",
    "post",
    "post_versions",
    "posted_with",
    "posts",
    "resolved_already",
    "scene",
    "scene_after",
    "settled_by_hand",
    "slots",
]
