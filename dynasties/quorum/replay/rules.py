"""Whether a replay is true: it is played again, from its seed and raw decisions alone. (Rules Rounds and Scoring)

What comes may be any JSON. It is read with bounds, so that nobody can make this raise, or take long.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from dynasties.quorum.mechanics.bills import BILLS
from dynasties.quorum.mechanics.config import Config, read_config, read_seed
from dynasties.quorum.mechanics.orders import read_switch
from dynasties.quorum.mechanics.replay import FORMAT, played
from nomic.core.mechanics.decision import Invalid
from nomic.core.mechanics.fields import Field

LARGEST = 8_000_000  # bytes
LONGEST = 200  # characters of a seed, a salt or a name
SHOWN, LARGEST_SHOWN = 120, 10**18  # characters, and a number, that are quoted of a document
KINDS = ("person", "program", "script")
SALT = re.compile(r"[0-9a-f]*")


class Difference(NamedTuple):
    """The first thing in a replay that is not so: where, as in `rounds/3/record/capital/0`, and a sentence about it.

    `invalid`: it is no replay at all, so that nothing could be played again.
    """

    path: str
    text: str
    invalid: bool = False


def verify_bytes(data: bytes) -> Difference | None:
    """The same for the content of a file."""
    try:
        document = parsed(data)
    except Invalid as error:
        return Difference(error.path, error.text, invalid=True)
    return verify(document)


def verify(document: object) -> Difference | None:
    """The first difference between a replay and the Episode played again, in the order of its parts; None is none."""
    try:
        again = resimulated(document)
    except Invalid as error:
        return Difference(_printable(error.path), _printable(error.text), invalid=True)
    return _first_difference(document, again, "")


def resimulated(document: object) -> dict[str, Any]:
    """The replay with everything worked out again. Raises `Invalid` with the path for what is none."""
    replay = Field(document)
    replay["format"].one_of((FORMAT,))
    replay["bills"].one_of((BILLS,))
    config, seed = read_config(replay["config"]), read_seed(replay["seed"], LONGEST)
    salt, adjourned = _salt(replay["seed_salt"]), read_switch(replay["adjourned"])
    seats = [_seat(seat) for seat in _list(replay["seats"], config.seats)]
    return played(config, seed, salt, seats, _decisions(replay["rounds"], config, adjourned), adjourned)


def parsed(data: bytes) -> object:
    """The JSON in a file, each name once in an object and no more than JSON has. Raises `Invalid`."""
    if len(data) > LARGEST:
        raise Invalid("", f"is larger than {LARGEST} bytes")
    try:
        return json.loads(data.decode("utf-8"), object_pairs_hook=_object, parse_constant=_no_number)
    except UnicodeDecodeError:
        raise Invalid("", "is not UTF-8") from None
    except RecursionError:
        raise Invalid("", "is nested too deeply") from None
    except ValueError as error:
        # Not JSON, or a number with more digits than anybody should have to read.
        raise Invalid("", f"is no JSON: {str(error)[:SHOWN]}") from None


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise Invalid("", "has an object with the same name twice")
    return found


def _no_number(name: str) -> object:
    raise Invalid("", f"holds {name}, which is not in JSON")


def _decisions(rounds: Field, config: Config, adjourned: bool) -> list[list[object]]:
    """The raw decisions of each round, whatever they are."""
    played = list(rounds.items())
    if adjourned and len(played) >= config.rounds:
        raise rounds.invalid(f"must be fewer than {config.rounds}: it was adjourned")
    if not adjourned and len(played) != config.rounds:
        raise rounds.invalid(f"must be {config.rounds}: it was not adjourned")
    return [[raw.value for raw in _list(round["decisions"], config.seats)] for round in played]


def _seat(seat: Field) -> dict[str, object]:
    script = seat["script"]
    return {
        "name": _text(seat["name"]),
        "kind": seat["kind"].one_of(KINDS),
        "script": None if script.value is None else _text(script),
    }


def _list(field: Field, length: int) -> Sequence[Field]:
    if isinstance(field.value, list) and len(field.value) != length:
        raise field.invalid(f"must be {length}, one for each seat")
    return list(field.items())


def _text(field: Field) -> str:
    text = field.text()
    if len(text) > LONGEST:
        raise field.invalid(f"has more than {LONGEST} characters")
    return text


def _salt(field: Field) -> str:
    """A salt in hex. It may be empty: where nobody was to be kept from guessing the seed, there was none."""
    if not isinstance(field.value, str) or len(field.value) > LONGEST or not SALT.fullmatch(field.value):
        raise field.invalid("must be hexadecimal digits")
    return field.value


def _first_difference(recorded: object, again: object, path: str) -> Difference | None:
    """Walks along what was worked out, so that it goes no deeper than that."""
    if recorded is again:
        return None  # a raw decision, whatever it is: the rest was worked out from it
    if isinstance(again, dict) and isinstance(recorded, dict):
        return _in_objects(recorded, again, path)
    if isinstance(again, list) and isinstance(recorded, list):
        return _in_lists(recorded, again, path)
    if type(recorded) is type(again) and recorded == again:
        return None
    return Difference(path, f"is recorded as {_shown(recorded)}, and comes out as {_shown(again)}")


def _in_objects(recorded: dict[str, object], again: dict[str, object], path: str) -> Difference | None:
    for name, value in again.items():
        if name not in recorded:
            return Difference(_at(path, name), f"is missing, and comes out as {_shown(value)}")
        if found := _first_difference(recorded[name], value, _at(path, name)):
            return found
    if more := recorded.keys() - again.keys():
        return Difference(_at(path, _printable(min(more))), "is no part of a replay")
    return None


def _in_lists(recorded: list[object], again: list[object], path: str) -> Difference | None:
    for place, (one, other) in enumerate(zip(recorded, again, strict=False)):
        if found := _first_difference(one, other, _at(path, str(place))):
            return found
    if len(recorded) != len(again):
        return Difference(path, f"is recorded with {len(recorded)} entries, and comes out with {len(again)}")
    return None


def _at(path: str, name: str) -> str:
    return f"{path}/{name}" if path else name


def _shown(value: object) -> str:
    """A value in a few words: the document may hold anything."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, str):
        return f"“{_printable(value)}”"
    return json.dumps(value) if value is None or isinstance(value, bool) else _number(value)


def _number(value: object) -> str:
    # A whole number of thousands of digits may not be written out at all.
    if isinstance(value, int) and abs(value) > LARGEST_SHOWN:
        return "a number that is far too large"
    return str(value)


def _printable(text: str) -> str:
    """Short, and without what would do something to a terminal."""
    shown = "".join(each if each.isprintable() else "\ufffd" for each in text[:SHOWN])
    return shown if len(text) <= SHOWN else f"{shown}…"
