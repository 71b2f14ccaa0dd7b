"""What a program may ask: what it sees, what it decides, how it all was. (Described in `openapi.json`)"""

from __future__ import annotations

import hashlib
import re
from functools import partial
from importlib.resources import files

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified

from dynasties.quorum.actions import deciding
from dynasties.quorum.api import entering, looking, reading
from dynasties.quorum.api.entering import ProgramRequest, endpoint
from dynasties.quorum.api.looking import Look
from dynasties.quorum.mechanics.replay import written
from dynasties.quorum.queries import observing
from nomic.core import clock
from nomic.core.mechanics.decision import Invalid
from nomic.core.mechanics.fields import Field
from nomic.core.views import programs

DESCRIPTION = (files("dynasties.quorum.api") / "openapi.json").read_bytes()
DESCRIPTION_TAG = f'"{hashlib.sha256(DESCRIPTION).hexdigest()[:16]}"'
PRIVATE, PUBLIC, NEVER = "private, no-cache", "public, no-cache", "no-store"
RID = re.compile(r"[A-Za-z0-9._:-]{1,64}", re.ASCII)
TAG = re.compile(r'(?:W/)?("[^"]*")|\*')
MOST_READINGS = 3


@endpoint("GET", "HEAD")
def description(request: ProgramRequest) -> HttpResponse:
    """What can be asked and what is answered, as OpenAPI."""
    headers = {"ETag": DESCRIPTION_TAG, "Cache-Control": PUBLIC}
    if _knows(request, DESCRIPTION_TAG):
        return HttpResponseNotModified(headers=headers)
    return HttpResponse(DESCRIPTION, content_type=programs.JSON, headers=headers)


@endpoint("GET", "HEAD")
def observation(request: ProgramRequest, number: int) -> HttpResponse:
    """What the token's seat sees now, or a visitor; 304 if it knows that. `?wait=` seconds for something new."""
    seconds = _wait(request)
    look_again = partial(looking.look, request.game.pk, number, request.token)
    seen = look_again()
    if seconds and _knows(request, seen.tag):
        seen = looking.wait(look_again, seen, seconds)
    if _knows(request, seen.tag):
        return HttpResponseNotModified(headers=_headers(seen))
    # Tag and content must be of one moment: if something happened while this was read, it is read again.
    for _ in range(MOST_READINGS):
        content = observing.observation(seen.episode, seen.seat)
        before, seen = seen, look_again()
        if before.tag == seen.tag:
            break
    return programs.said(content, headers=_headers(before))


def _headers(seen: Look) -> dict[str, str]:
    headers = {"ETag": seen.tag, "Cache-Control": PRIVATE, **programs.VARIES}
    seconds = seen.next_in()
    return headers if seconds is None else {**headers, "Retry-After": str(seconds)}


def _knows(request: HttpRequest, tag: str) -> bool:
    known = request.headers.get("If-None-Match", "")
    return any(each[0] == "*" or each[1] == tag for each in TAG.finditer(known))


def _wait(request: HttpRequest) -> int:
    given = request.GET.get("wait", "0")
    if not (given.isascii() and given.isdigit() and len(given) <= 9):
        raise Invalid("wait", "must be a whole number of seconds, from 0 up")
    return int(given)


@endpoint("POST")
def decision(request: ProgramRequest, number: int) -> HttpResponse:
    """A seat decides in a round, or decides otherwise. A `rid` that was answered before is answered the same."""
    # Who comes too late is told which round it is now, and does not ask again for one whose time is over.
    episode, _ = looking.current(request.game.pk, number, clock.now())
    if request.token is None:
        raise entering.missing()
    seat = looking.seat_for(episode, request.token)
    asked = Field(reading.read(request))
    decided = asked["decision"]
    if not decided.given:
        raise decided.invalid("")
    answer = deciding.decide(
        game_id=request.game.pk, number=number, seat=seat.number, account_id=None, token=request.token,
        round=asked["round"].count(), raw=decided.value, rid=_rid(asked["rid"]),
    )  # fmt: skip
    return programs.said(answer, headers={"Cache-Control": NEVER})


def _rid(field: Field) -> str | None:
    if not field.given or field.value is None:
        return None
    if not isinstance(field.value, str) or not RID.fullmatch(field.value):
        raise field.invalid("must be 1 to 64 letters, digits, or signs of . _ : -")
    return field.value


@endpoint("GET", "HEAD")
def replay(request: ProgramRequest, number: int) -> HttpResponse:
    """All that is needed to score an Episode again, in the one way that it is written; refused before it has ended."""
    seen = looking.look(request.game.pk, number, request.token)
    content = written(observing.replay_of(seen.episode))
    return HttpResponse(content, content_type=programs.JSON, headers={**programs.VARIES, "Cache-Control": PRIVATE})
