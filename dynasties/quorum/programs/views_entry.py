"""How a program enters: by which method, in which game, with which token, and with which body. No cookie counts, and
none is set.
"""

from __future__ import annotations

import json
import math
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import wraps
from math import ceil, isfinite
from threading import BoundedSemaphore, Lock
from typing import TYPE_CHECKING, Any, Concatenate, NoReturn, ParamSpec, cast

from django.db import close_old_connections
from django.http import Http404, HttpRequest, HttpResponse, UnreadablePostError
from django.views.decorators.csrf import csrf_exempt

from dynasties.quorum.episodes import queries as episodes_queries
from dynasties.quorum.rounds import actions as rounds_actions, queries as rounds_queries
from nomic.core import clock, requests
from nomic.core.games import queries as games_queries
from nomic.core.language.rules import Keywords
from nomic.core.requests import JSON

if TYPE_CHECKING:
    from dynasties.quorum.episodes.models import Episode, Seat
    from dynasties.quorum.rounds.models import Round
    from nomic.core.games.models import Game

P = ParamSpec("P")
SCHEME = "bearer"
CHALLENGE = 'Bearer realm="quorum"'


class ProgramRequest(HttpRequest):
    """A request of a program. `token`: what it brings, None for a visitor."""

    game: Game
    token: str | None
    keywords: Keywords


class TurnedAway(Exception):
    """The request is turned away before any action is asked: with a status, and an error in the one form."""

    def __init__(self, status: int, code: str, text: str, headers: Mapping[str, str] | None = None) -> None:
        self.answer = requests.json_error(status, code, text, headers=headers)
        super().__init__(text)


def endpoint(
    *methods: str,
) -> Callable[[Callable[Concatenate[ProgramRequest, P], HttpResponse]], Callable[..., HttpResponse]]:
    """Let a view be called with the game that the address names and the token that is brought, by these methods."""

    def decorate(view: Callable[Concatenate[ProgramRequest, P], HttpResponse]) -> Callable[..., HttpResponse]:
        # A browser sends its cookies wherever it is told to. They count for nothing here, so nobody can misuse them.
        @csrf_exempt
        @wraps(view)
        def enter(request: HttpRequest, slug: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            try:
                return view(_enter_game(request, slug, methods), *args, **kwargs)
            except TurnedAway as turned:
                return turned.answer

        return enter

    return decorate


def _enter_game(request: HttpRequest, slug: str, methods: tuple[str, ...]) -> ProgramRequest:
    if request.method not in methods:
        raise TurnedAway(405, "method", f"Here you can {' or '.join(methods)}.", {"Allow": ", ".join(methods)})
    game = games_queries.game(slug)
    if game is None:
        raise Http404("There is no such game.")
    entered = cast(ProgramRequest, request)
    entered.game, entered.keywords, entered.token = game, games_queries.keywords_of(game), _bearer_token(request)
    return entered


def _bearer_token(request: HttpRequest) -> str | None:
    said = request.headers.get("Authorization")
    if said is None:
        return None
    scheme, _, token = said.partition(" ")
    if scheme.lower() != SCHEME or not token.strip():
        raise TurnedAway(401, "no-bearer", "A seat's token comes as: Authorization: Bearer …", _challenge())
    return token.strip()


def unknown_token() -> TurnedAway:
    """A token that is for no seat of this Episode: of what else it may be for, nothing is told."""
    text = "This token is for no seat of this Episode."
    return TurnedAway(401, "unknown-token", text, _challenge(', error="invalid_token"'))


def missing_token() -> TurnedAway:
    """A decision is a seat's."""
    return TurnedAway(401, "no-token", "Only a seat decides: bring its token, Authorization: Bearer …", _challenge())


def _challenge(more: str = "") -> dict[str, str]:
    return {"WWW-Authenticate": CHALLENGE + more}


# Reading a body that may be anything: bounded before it is read, and JSON that means one thing to everybody.
# What a decision may be is for the engine; here it is only made sure that it is some JSON.

LONGEST_BODY = 64 * 1024  # bytes
DEEPEST_BODY = 32  # objects and lists in one another


def read_body(request: HttpRequest) -> object:
    """The JSON that a request brings. Turned away: 415, 411 without a length, 413 above 64 kB, 400 for no JSON."""
    if request.content_type != JSON:
        raise TurnedAway(415, "content-type", f"Send {JSON}.")
    length = request.headers.get("Content-Length", "")
    # Without a length nobody knows how much there is until it has been read.
    if not (length.isascii() and length.isdigit()) or "Transfer-Encoding" in request.headers:
        raise TurnedAway(411, "no-length", "Say how long it is: Content-Length, and no transfer encoding.")
    if int(length[:9]) > LONGEST_BODY or len(length) > 9:
        raise TurnedAway(413, "too-large", f"At most {LONGEST_BODY} bytes.")
    try:
        return parse_body(request.body)
    except UnreadablePostError:
        raise bad_body("cut-short", "It broke off.") from None


def bad_body(code: str, text: str) -> TurnedAway:
    """400: this is not JSON, or not of the kind that everybody understands alike."""
    return TurnedAway(400, code, text)


def parse_body(body: bytes) -> object:
    """The JSON in `body`: UTF-8, no name twice in an object, no number but a finite one, and not too deep."""
    try:
        value = json.loads(
            body.decode("utf-8"),
            object_pairs_hook=_read_object,
            parse_constant=_refuse_constant,
            parse_float=_read_float,
        )
        _check_depth(value)
        json.dumps(value, ensure_ascii=False).encode()
    except RecursionError:
        raise _depth_error() from None
    except json.JSONDecodeError as error:
        raise bad_body("not-json", f"This is no JSON: {error}.") from None
    except UnicodeDecodeError as error:
        raise bad_body("not-utf-8", f"This is no UTF-8: byte {error.start}.") from None
    except UnicodeEncodeError:
        raise bad_body("half-a-character", "It holds half a character.") from None
    except ValueError:  # Python takes no whole number of more than a few thousand digits
        raise bad_body("number-too-long", "It holds a number that is too long.") from None
    return value


def _read_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise bad_body("name-twice", "A name stands twice in one object.")
    return found


def _refuse_constant(name: str) -> NoReturn:
    raise bad_body("no-number", f"{name} is no number.")


def _read_float(digits: str) -> float:
    number = float(digits)
    if not isfinite(number):
        raise bad_body("number-too-large", "It holds a number that is too large.")
    return number


def _check_depth(value: object) -> None:
    level = _nested_values([value])
    for _ in range(DEEPEST_BODY):
        level = _nested_values(inner for each in level for inner in (each.values() if isinstance(each, dict) else each))
    if level:
        raise _depth_error()


def _nested_values(values: Iterable[object]) -> list[dict[str, object] | list[object]]:
    """Those in which others can be."""
    return [each for each in values if isinstance(each, dict | list)]


def _depth_error() -> TurnedAway:
    return bad_body("too-deep", f"At most {DEEPEST_BODY} objects and lists in one another.")


# What there is to see of an Episode: under which tag, until when, and for whom. A program may wait for the next, and
# is told when to come again: soon, but never all at once.

SOONEST, LATEST = 1, 30  # seconds
WITHOUT_END = timedelta(seconds=50)  # left of what nobody knows the end of
MOST_A_SECOND = 10  # of one process: what it takes to answer them is little beside what pages take


def seconds_to_next_look(left: timedelta) -> int:
    """Seconds until it is worth asking again: a tenth of what is left of the round, as it may close early."""
    return ceil(min(max(left.total_seconds() / 10, SOONEST), LATEST))


class ProgramCalendar:
    """How many programs were told to come in each second to come."""

    def __init__(self) -> None:
        self._told: Counter[int] = Counter()
        self._lock = Lock()

    def seconds(self, soonest: int, now: datetime) -> int:
        """In how many seconds the next should come: in `soonest`, or later where those seconds are full."""
        moment = int(now.timestamp())
        with self._lock:
            if len(self._told) > 2 * LATEST:
                self._told = Counter({second: told for second, told in self._told.items() if second >= moment})
            free = (after for after in range(soonest, LATEST) if self._told[moment + after] < MOST_A_SECOND)
            chosen = next(free, LATEST)
            self._told[moment + chosen] += 1
            return chosen


# What there is to see of an Episode: under which tag, until when, and for whom. A program may wait for the next.

# Who waits occupies a thread. A web process has four for everybody: one of them may wait, and the others never do.
MOST_WAITING = 1
WAITING_ROOM = BoundedSemaphore(MOST_WAITING)
LONGEST_WAIT, LOOK_INTERVAL = 10, 0.5  # seconds: a wait at most, and from one look to the next
CALENDAR = ProgramCalendar()


@dataclass(frozen=True, slots=True)
class ProgramLook:
    """An Episode at one moment, as a seat sees it, or a visitor where that is None. `tag` is a strong entity tag."""

    episode: Episode
    seat: Seat | None
    tag: str
    closes_at: datetime | None
    now: datetime

    def next_in(self) -> int | None:
        """Appoint when the asker should ask again: in how many seconds; None when nothing will happen any more."""
        if self.episode.ended_at is not None:
            return None
        left = WITHOUT_END if self.closes_at is None else self.closes_at - self.now
        return CALENDAR.seconds(seconds_to_next_look(left), self.now)


def look_at_episode(game_id: int, number: int, token: str | None) -> ProgramLook:
    """Look at an Episode with a seat's token, or with none. A round whose time is over is closed first.

    404 where there is no such Episode, 401 for a token that is for no seat of it.
    """
    now = clock.now()
    episode, round = current_episode(game_id, number, now)
    seat = None if token is None else get_seat_or_401(episode, token)
    tag = f'"{rounds_queries.etag(episode, seat)}"'
    return ProgramLook(episode, seat, tag, round.closes_at if round else None, now)


def _is_overdue(round: Round, now: datetime) -> bool:
    return round.closes_at is not None and round.closes_at <= now


def current_episode(game_id: int, number: int, now: datetime) -> tuple[Episode, Round | None]:
    """The Episode as it is at this moment, and its open round: one whose time is over is closed first."""
    episode = get_episode_or_404(game_id, number)
    round = rounds_queries.open_round(episode)
    if round is None or not _is_overdue(round, now):
        return episode, round
    rounds_actions.close_if_due(game_id=game_id, number=number)
    episode = get_episode_or_404(game_id, number)
    return episode, rounds_queries.open_round(episode)


def get_episode_or_404(game_id: int, number: int) -> Episode:
    """The Episode of that number; 404 where there is none."""
    episode = episodes_queries.get_episode(game_id, number)
    if episode is None:
        raise Http404("There is no such Episode.")
    return episode


def get_seat_or_401(episode: Episode, token: str) -> Seat:
    """The seat that a token is for; 401 where it is for none of this Episode."""
    seat = rounds_queries.viewing_seat(episode, token=token)
    if seat is None:
        raise unknown_token()
    return seat


def wait_for_news(look_again: Callable[[], ProgramLook], seen: ProgramLook, seconds: int) -> ProgramLook:
    """Look again and again until there is something new, for so many seconds at most; at once where others wait.

    Only who has a seat may wait. Between two looks nothing is held but the thread: no lock, and no connection that
    somebody else could use.
    """
    if seen.seat is None or seen.episode.ended_at is not None or not WAITING_ROOM.acquire(blocking=False):
        return seen
    try:
        latest = seen
        for _ in range(math.ceil(min(seconds, LONGEST_WAIT) / LOOK_INTERVAL)):
            close_old_connections()
            time.sleep(LOOK_INTERVAL)
            latest = look_again()
            if latest.tag != seen.tag:
                break
        return latest
    finally:
        WAITING_ROOM.release()
