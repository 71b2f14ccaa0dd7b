"""A seat in the Senate, for a program: this one file, and Python's standard library. Copy it to wherever you play.

    seat = Seat("http://127.0.0.1:8000/g/senate/quorum/api/episodes/1/", token)
    for seen in seat.rounds():
        seat.decide(vote="yea", priorities=[2, 1, 0], amendment="A1")
    print(seat.seen["scores"])

What an observation holds, and what a decision may, is described in `openapi.json` beside the Episodes.
"""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Iterator
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

WAIT = 10  # seconds that the server may keep a question until there is something new
PATIENCE = 60.0  # seconds for an answer
MOST_TRIES, LONGEST_PAUSE = 8, 30.0
LATE = {"round-closed", "not-sitting", "hiatus", "not-in-the-law"}
PASSING = (429, 500, 502, 503, 504)  # try again


class Refused(Exception):
    """The Senate does not take it. `status` is that of HTTP; `error` has code, path and text, and reasons for a 409."""

    def __init__(self, status: int, error: dict[str, Any]) -> None:
        self.status, self.error = status, error
        super().__init__(f"{status} {error.get('code', '')}: {error.get('text', '')}")

    @property
    def codes(self) -> list[str]:
        """The codes of the reasons, such as `round-closed`."""
        return [str(reason["code"]) for reason in self.error.get("reasons", [])]


class Seat:
    """A seat of one Episode, at its address, with its token; without one, a visitor's. `seen`: what it saw last."""

    def __init__(self, address: str, token: str | None = None) -> None:
        self.address, self.token = address.rstrip("/") + "/", token
        self.seen: dict[str, Any] = {}
        self._tag = ""

    def look(self) -> dict[str, Any]:
        """What there is to see now."""
        self._ask_anew(0)
        return self.seen

    def rounds(self) -> Iterator[dict[str, Any]]:
        """What the seat sees at the beginning of each round that it has to decide in, until the Episode has ended."""
        last = -1
        self._ask_anew(0)
        while self.seen["state"] in ("gathering", "sitting"):
            if self._is_asked(last):
                last = self.seen["round"]
                yield self.seen
                self._ask_anew(0)
            else:
                self._ask_anew(WAIT)

    def decide(self, round: int | None = None, **decision: Any) -> dict[str, Any]:
        """Decide in the round that was seen last, or in another. Answers what became of it: `fallback`, `dropped` ….

        However often it has to be sent, it is taken once. What comes too late is answered `{"accepted": False}`: there
        is a next round. Raises `Refused` for all else.
        """
        number = self.seen["round"] if round is None else round
        asked = {"round": number, "rid": uuid.uuid4().hex, "decision": decision}
        try:
            answer: dict[str, Any] = json.loads(self._ask("decision", json.dumps(asked).encode())[1])
        except Refused as refused:
            if not set(refused.codes) & LATE:
                raise
            return {"accepted": False, "round": number, "error": refused.error}
        return answer

    def replay(self) -> dict[str, Any]:
        """How it all was; `Refused` before the Episode has ended."""
        answer: dict[str, Any] = json.loads(self._ask("replay")[1])
        return answer

    def _is_asked(self, last: int) -> bool:
        """Whether a round is open that is newer than `last`, time runs, and the seat has not decided."""
        seen = self.seen
        return seen["closes_at"] is not None and seen["round"] > last and seen["own"] is None

    def _ask_anew(self, wait: int) -> None:
        """See what is new. If nothing is, do nothing for as long as the server says."""
        headers, body = self._ask(f"?wait={wait}" if wait else "", known=self._tag)
        if body:
            self.seen, self._tag = json.loads(body), headers.get("ETag", "")
        elif wait:
            time.sleep(_seconds(headers.get("Retry-After")))

    def _ask(self, path: str, body: bytes | None = None, known: str = "") -> tuple[dict[str, str], bytes]:
        """Headers and body of an answer, empty where nothing is new. Tries again what may pass."""
        headers = {"Accept": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if body is not None:
            headers["Content-Type"] = "application/json"
        if known:
            headers["If-None-Match"] = known
        for tried in range(1, MOST_TRIES + 1):
            try:
                with urlopen(Request(self.address + path, body, headers), timeout=PATIENCE) as answer:
                    return dict(answer.headers), answer.read()
            except HTTPError as error:
                with error:
                    if error.code == 304:
                        return dict(error.headers), b""
                    if error.code not in PASSING or tried == MOST_TRIES:
                        raise Refused(error.code, _error(error.read())) from None
                    pause = _seconds(error.headers.get("Retry-After"), tried)
            except (OSError, HTTPException):
                if tried == MOST_TRIES:
                    raise
                pause = _seconds(None, tried)
            time.sleep(pause)
        raise AssertionError("every try returns, raises or pauses")


def _seconds(said: str | None, tried: int = 1) -> float:
    """What the server asks for; otherwise longer each time."""
    asked = float(said) if said and said.isdigit() else 0.25 * 2**tried
    return min(asked, LONGEST_PAUSE)


def _error(body: bytes) -> dict[str, Any]:
    try:
        error: dict[str, Any] = json.loads(body)["error"]
    except (ValueError, KeyError, TypeError):
        return {"text": body[:200].decode("utf-8", "replace")}
    return error
