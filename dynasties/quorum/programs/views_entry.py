"""Reading a body that may be anything: bounded before it is read, and JSON that means one thing to everybody.

What a decision may be is for the engine; here it is only made sure that it is some JSON.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from math import isfinite
from typing import Any, NoReturn

from django.http import HttpRequest, UnreadablePostError

from dynasties.quorum.api.entering import Turned
from nomic.core.views.programs import JSON

LONGEST = 64 * 1024  # bytes
DEEPEST = 32  # objects and lists in one another


def read(request: HttpRequest) -> object:
    """The JSON that a request brings. Turned away: 415, 411 without a length, 413 above 64 kB, 400 for no JSON."""
    if request.content_type != JSON:
        raise Turned(415, "content-type", f"Send {JSON}.")
    length = request.headers.get("Content-Length", "")
    # Without a length nobody knows how much there is until it has been read.
    if not (length.isascii() and length.isdigit()) or "Transfer-Encoding" in request.headers:
        raise Turned(411, "no-length", "Say how long it is: Content-Length, and no transfer encoding.")
    if int(length[:9]) > LONGEST or len(length) > 9:
        raise Turned(413, "too-large", f"At most {LONGEST} bytes.")
    try:
        return parsed(request.body)
    except UnreadablePostError:
        raise bad("cut-short", "It broke off.") from None


def bad(code: str, text: str) -> Turned:
    """400: this is not JSON, or not of the kind that everybody understands alike."""
    return Turned(400, code, text)


def parsed(body: bytes) -> object:
    """The JSON in `body`: UTF-8, no name twice in an object, no number but a finite one, and not too deep."""
    try:
        value = json.loads(
            body.decode("utf-8"), object_pairs_hook=_object, parse_constant=_constant, parse_float=_float
        )
        _check_depth(value)
        json.dumps(value, ensure_ascii=False).encode()
    except RecursionError:
        raise _too_deep() from None
    except json.JSONDecodeError as error:
        raise bad("not-json", f"This is no JSON: {error}.") from None
    except UnicodeDecodeError as error:
        raise bad("not-utf-8", f"This is no UTF-8: byte {error.start}.") from None
    except UnicodeEncodeError:
        raise bad("half-a-character", "It holds half a character.") from None
    except ValueError:  # Python takes no whole number of more than a few thousand digits
        raise bad("number-too-long", "It holds a number that is too long.") from None
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise bad("name-twice", "A name stands twice in one object.")
    return found


def _constant(name: str) -> NoReturn:
    raise bad("no-number", f"{name} is no number.")


def _float(digits: str) -> float:
    number = float(digits)
    if not isfinite(number):
        raise bad("number-too-large", "It holds a number that is too large.")
    return number


def _check_depth(value: object) -> None:
    level = _nests([value])
    for _ in range(DEEPEST):
        level = _nests(inner for each in level for inner in (each.values() if isinstance(each, dict) else each))
    if level:
        raise _too_deep()


def _nests(values: Iterable[object]) -> list[dict[str, object] | list[object]]:
    """Those in which others can be."""
    return [each for each in values if isinstance(each, dict | list)]


def _too_deep() -> Turned:
    return bad("too-deep", f"At most {DEEPEST} objects and lists in one another.")
