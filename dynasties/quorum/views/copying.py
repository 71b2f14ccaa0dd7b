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
    return _file("quorum_client.py", (HERE / "client.py").read_text("utf-8"))


@require_safe
@in_game
def first(request: GameRequest) -> HttpResponse:
    """The ten lines as a file, to lie beside the client."""
    return _file("bot.py", bot())


def _file(name: str, text: str) -> HttpResponse:
    answer = HttpResponse(text, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
