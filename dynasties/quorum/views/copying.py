"""What whoever writes a program may copy: the client, and a program of ten lines."""

from __future__ import annotations

from importlib.resources import files

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from nomic.core.views.entering import GameRequest, in_game

HERE = files("dynasties.quorum")


def bot() -> str:
    """The ten lines, for who has the client as a file beside them."""
    return (HERE / "bot.py").read_text("utf-8").replace("dynasties.quorum.client", "quorum_client").replace(
        "-m dynasties.quorum.bot", "bot.py"
    )  # fmt: skip


@require_safe
@in_game
def client(request: GameRequest) -> HttpResponse:
    """The client, one file that needs nothing but Python."""
    answer = HttpResponse((HERE / "client.py").read_bytes(), content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = 'attachment; filename="quorum_client.py"'
    return answer
