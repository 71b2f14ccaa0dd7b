"""What a program may ask: what it sees, what it decides, how it all was (described in `openapi.json`); and the
client and the ten lines that may be copied.
"""

from __future__ import annotations

import hashlib
import re
from functools import partial
from importlib.resources import files

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.views.decorators.http import require_safe

from dynasties.quorum.programs import views_entry as programs_views_entry
from dynasties.quorum.programs.views_entry import ProgramLook, ProgramRequest, endpoint
from dynasties.quorum.replay import queries as replay_queries
from dynasties.quorum.replay.rules import replay_bytes
from dynasties.quorum.rounds import actions as rounds_actions, queries as rounds_queries
from dynasties.quorum.senate.views import PROGRAMS, bot_text
from nomic.core import clock, requests
from nomic.core.decision import Invalid
from nomic.core.input import Field
from nomic.core.requests import GameRequest, in_game

DESCRIPTION = (files("dynasties.quorum.programs") / "openapi.json").read_bytes()
DESCRIPTION_TAG = f'"{hashlib.sha256(DESCRIPTION).hexdigest()[:16]}"'
PRIVATE, PUBLIC, NEVER = "private, no-cache", "public, no-cache", "no-store"
RID_PATTERN = re.compile(r"[A-Za-z0-9._:-]{1,64}", re.ASCII)
ETAG_PATTERN = re.compile(r'(?:W/)?("[^"]*")|\*')
MOST_READINGS = 3


@endpoint("GET", "HEAD")
def description(request: ProgramRequest) -> HttpResponse:
    """What can be asked and what is answered, as OpenAPI."""
    headers = {"ETag": DESCRIPTION_TAG, "Cache-Control": PUBLIC}
    if _is_tag_known(request, DESCRIPTION_TAG):
        return HttpResponseNotModified(headers=headers)
    return HttpResponse(DESCRIPTION, content_type=requests.JSON, headers=headers)


@endpoint("GET", "HEAD")
def observation(request: ProgramRequest, number: int) -> HttpResponse:
    """What the token's seat sees now, or a visitor; 304 if it knows that. `?wait=` seconds for something new."""
    seconds = _wait_seconds(request)
    look_again = partial(programs_views_entry.look_at_episode, request.game.pk, number, request.token)
    seen = look_again()
    if seconds and _is_tag_known(request, seen.tag):
        seen = programs_views_entry.wait_for_news(look_again, seen, seconds)
    if _is_tag_known(request, seen.tag):
        return HttpResponseNotModified(headers=_look_headers(seen))
    # Tag and content must be of one moment: if something happened while this was read, it is read again.
    for _ in range(MOST_READINGS):
        content = rounds_queries.observation(seen.episode, seen.seat)
        before, seen = seen, look_again()
        if before.tag == seen.tag:
            break
    return requests.json_response(content, headers=_look_headers(before))


def _look_headers(seen: ProgramLook) -> dict[str, str]:
    headers = {"ETag": seen.tag, "Cache-Control": PRIVATE, **requests.VARIES}
    seconds = seen.next_in()
    return headers if seconds is None else {**headers, "Retry-After": str(seconds)}


def _is_tag_known(request: HttpRequest, tag: str) -> bool:
    known = request.headers.get("If-None-Match", "")
    return any(each[0] == "*" or each[1] == tag for each in ETAG_PATTERN.finditer(known))


def _wait_seconds(request: HttpRequest) -> int:
    given = request.GET.get("wait", "0")
    if not (given.isascii() and given.isdigit() and len(given) <= 9):
        raise Invalid("wait", "must be a whole number of seconds, from 0 up")
    return int(given)


@endpoint("POST")
def decision(request: ProgramRequest, number: int) -> HttpResponse:
    """A seat decides in a round, or decides otherwise. A `rid` that was answered before is answered the same."""
    # Who comes too late is told which round it is now, and does not ask again for one whose time is over.
    episode, _ = programs_views_entry.current_episode(request.game.pk, number, clock.now())
    if request.token is None:
        raise programs_views_entry.missing_token()
    seat = programs_views_entry.get_seat_or_401(episode, request.token)
    asked = Field(programs_views_entry.read_body(request))
    decided = asked["decision"]
    if not decided.is_given:
        raise decided.invalid("")
    answer = rounds_actions.take_decision(
        game_id=request.game.pk,
        number=number,
        ask=rounds_actions.DecisionRequest(
            seat.number, asked["round"].count(), decided.value, _read_rid(asked["rid"]), token=request.token
        ),
    )
    return requests.json_response(answer, headers={"Cache-Control": NEVER})


def _read_rid(field: Field) -> str | None:
    if not field.is_given or field.value is None:
        return None
    if not isinstance(field.value, str) or not RID_PATTERN.fullmatch(field.value):
        raise field.invalid("must be 1 to 64 letters, digits, or signs of . _ : -")
    return field.value


@endpoint("GET", "HEAD")
def replay(request: ProgramRequest, number: int) -> HttpResponse:
    """All that is needed to score an Episode again, in the one way that it is written; refused before it has ended."""
    seen = programs_views_entry.look_at_episode(request.game.pk, number, request.token)
    content = replay_bytes(replay_queries.get_replay(seen.episode))
    return HttpResponse(content, content_type=requests.JSON, headers={**requests.VARIES, "Cache-Control": PRIVATE})


# What whoever writes a program may copy: the client, and a program of ten lines.


@require_safe
@in_game
def download_client(request: GameRequest) -> HttpResponse:
    """The client, one file that needs nothing but Python."""
    return _file_answer("quorum_client.py", (PROGRAMS / "client.py").read_text("utf-8"))


@require_safe
@in_game
def download_bot(request: GameRequest) -> HttpResponse:
    """The ten lines as a file, to lie beside the client."""
    return _file_answer("bot.py", bot_text())


def _file_answer(name: str, text: str) -> HttpResponse:
    answer = HttpResponse(text, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
