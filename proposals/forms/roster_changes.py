"""The composer's rows for changes of who plays, under which name, in which office."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from proposals.forms.changes import ChangeForm, Choice, Shelf, agent_field, line_field

NOT_BARRED = "The game is not shut to em; choose somebody to whom it is."


class MakeAdminForm(ChangeForm):
    kind, label = "make-admin", "Make somebody {an_admin}"
    agent = agent_field()


class RemoveAdminForm(ChangeForm):
    kind, label = "remove-admin", "Take the office of {admin} from somebody"
    agent = agent_field()


class RenameAgentForm(ChangeForm):
    kind, label = "rename-agent", "Rename {an_agent}"
    agent = agent_field()
    name = line_field("New name", "Say what e shall be called.")


class RemoveAgentForm(ChangeForm):
    kind, label = "remove-agent", "Remove {an_agent} from the game"
    agent = agent_field()


class BarAgentForm(ChangeForm):
    kind, label = "bar-agent", "Remove {an_agent} and shut the game to em"
    agent = agent_field()


class UnbarAgentForm(ChangeForm):
    kind, label = "unbar-agent", "Open the game again to somebody barred"
    agent = agent_field(NOT_BARRED)

    def offered(self, shelf: Shelf) -> dict[str, Callable[[], list[Choice]]]:
        return super().offered(shelf) | {"agent": shelf.barred}


FORMS: Mapping[str, type[ChangeForm]] = {
    each.kind: each
    for each in (
        MakeAdminForm, RemoveAdminForm, RenameAgentForm, RemoveAgentForm, BarAgentForm, UnbarAgentForm,
    )
}  # fmt: skip
