from __future__ import annotations

from django.apps import AppConfig


class StrawPollConfig(AppConfig):
    name = "tests.straw_poll"

    def ready(self) -> None:
        # Models can be imported from here on.
        from proposals.deciding.actions_kinds import add_kind_actions
        from tests.straw_poll.actions import STRAW_POLL_ACTIONS
        from tests.straw_poll.kind import STRAW_POLL

        add_kind_actions(STRAW_POLL, STRAW_POLL_ACTIONS)  # and the one line of what it does
