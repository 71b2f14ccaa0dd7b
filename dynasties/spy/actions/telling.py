"""Who is told that eir dossier has news; a letter says no more than that, for it leaves the house."""

from __future__ import annotations

from django.urls import reverse

from nomic.core import vault
from nomic.core.actions.tidings import tell
from nomic.core.floor import Floor
from nomic.core.models import Agent


def tell_spy(the_floor: Floor, agent: Agent) -> None:
    """Step: somebody has news in eir dossier. Neither the notice nor its key says which."""
    url = reverse("spy_dossier", args=[the_floor.game.slug])
    tell(the_floor, agent.account_id, "spy", f"spy:{vault.fresh_uid()}", {}, url)
