"""What a Straw Poll does with the game: nothing, but tell its author of the end."""

from __future__ import annotations

from proposals.deciding.actions_kinds import KindActions, ignore, ignore_post, ignore_resolution
from proposals.deciding.notify import notify_author_of_end

STRAW_POLL_ACTIONS = KindActions(
    on_open=ignore_post,
    on_vote=ignore,
    on_pass=ignore_resolution,
    on_fail=ignore_resolution,
    on_drop=ignore,
    opening_tellers=(),
    end_tellers=(notify_author_of_end,),
)
