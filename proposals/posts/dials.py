"""The dial and the mechanism of posts. (Rule Gamestate Tracking)"""

from __future__ import annotations

from datetime import timedelta

from nomic.core.law.rules import Dial, Mechanism
from nomic.core.law.rules_wordings import Duration

POSTS_CATEGORY_WINDOW = Dial(
    "posts.category_window",
    Duration(most=timedelta(days=7)),
    timedelta(minutes=5),
    timedelta(0),
    "a category is never changed",
    "Gamestate Tracking",
    "How long a post's category may be changed",
)

POSTS_EDITING = Mechanism(
    "posts.editing",
    "Gamestate Tracking",
    "Altering or withdrawing one's own official post",
    "an official post stands as posted",
    in_hiatus="plain posts, comments and the tracker",
)
