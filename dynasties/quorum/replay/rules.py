"""The document `quorum-replay-1`: an Episode as it was played, with all that it takes to play it again; and whether
one is true. (Rules Rounds, Decisions and Scoring)

Whoever has it needs nothing else: seed and raw decisions make every bill, record and score once more.
`docs/QUORUM-REPLAY.md` says how; its form is in `replay.schema.json`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from dynasties.quorum.bills.rules import BILLS_FORMAT, bill_json
from dynasties.quorum.episodes.rules import Config, config_json, read_config, read_seed, read_switch
from dynasties.quorum.rounds.rules import EpisodeEngine, RoundRecord, record_json
from dynasties.quorum.rounds.rules_decisions import trim_decision
from nomic.core.chain import commitment
from nomic.core.decision import Invalid
from nomic.core.input import Field

REPLAY_FORMAT = "quorum-replay-1"


class ToldRound(NamedTuple):
    """What was told of a round when it was played: its bill, and its public record, as JSON."""

    bill: Mapping[str, object]
    record: Mapping[str, object]


class ToldEpisode(NamedTuple):
    """What was told at the time; what is None is worked out."""

    seed_digest: str | None = None
    rounds: Sequence[ToldRound] | None = None
    scores: Sequence[str] | None = None


NOTHING_TOLD = ToldEpisode()


class ReplaySource(NamedTuple):
    """All that an Episode follows from, `adjourned` or ended with its last round.

    `seats`: name, kind and script of each. `decisions`: of each round that was closed, the raw decisions by seat, None
    where there was none.
    """

    config: Config
    seed: str
    salt: str
    seats: Sequence[Mapping[str, str | None]]
    decisions: Sequence[Sequence[object]]
    adjourned: bool = False


def build_replay(played: ReplaySource, told: ToldEpisode = NOTHING_TOLD) -> dict[str, Any]:
    """The replay of an Episode that has ended.

    What was told goes in as it was told, so that whoever plays it again sees whether it was right.
    """
    raws = [[trim_decision(raw) for raw in each] for each in played.decisions]
    replay = play_replay(played._replace(seats=[_seat_json(seat) for seat in played.seats], decisions=raws))
    if told.seed_digest is not None:
        replay["seed_digest"] = told.seed_digest
    if told.scores is not None:
        replay["scores"] = list(told.scores)
    for round, each in zip(replay["rounds"], told.rounds or (), strict=False):
        # What was dropped of notes was told to nobody.
        round.update(bill=dict(each.bill), record={**each.record, "dropped": round["record"]["dropped"]})
    return replay


def play_replay(played: ReplaySource) -> dict[str, Any]:
    """The replay as these rules play it: everything in it but what is given here is worked out."""
    episode = EpisodeEngine(played.config, played.seed)
    return {
        "format": REPLAY_FORMAT,
        "bills": BILLS_FORMAT,
        "config": config_json(played.config),
        "seed": played.seed,
        "seed_salt": played.salt,
        "seed_digest": commitment({"seed": played.seed}, played.salt),
        "seats": list(played.seats),
        "adjourned": played.adjourned,
        "rounds": [_round_json(episode, raws) for raws in played.decisions],
        "scores": episode.scores,
    }


def replay_bytes(document: Mapping[str, object]) -> bytes:
    """The one way to write a replay: names sorted, no spaces, ASCII with `\\u` escapes, a line's end at its end."""
    text = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    return text.encode("ascii") + b"\n"


def _round_json(episode: EpisodeEngine, raws: Sequence[object]) -> dict[str, Any]:
    bill = episode.bill
    record = episode.play_round(raws)
    assert bill is not None  # or there was no step
    return {
        "round": record.round,
        "bill": bill_json(bill),
        "decisions": list(raws),
        "record": record_json(record),
        "notes": _notes_json(record),
    }


def _notes_json(record: RoundRecord) -> list[dict[str, object]]:
    """The notes that were delivered, in the order of the seats that wrote them."""
    notes = [(seat, decision.note) for seat, decision in enumerate(record.decisions) if decision.note]
    return [{"from": seat, "to": note.to, "text": note.text} for seat, note in notes]


def _seat_json(seat: Mapping[str, str | None]) -> dict[str, str | None]:
    return {"name": seat["name"], "kind": seat["kind"], "script": seat.get("script") or None}


# Whether a replay is true: it is played again, from its seed and raw decisions alone. (Rules Rounds and Scoring)
# What comes may be any JSON. It is read with bounds, so that nobody can make this raise, or take long.

LARGEST_REPLAY = 8_000_000  # bytes
LONGEST_TEXT = 200  # characters of a seed, a salt or a name
SHOWN, LARGEST_SHOWN = 120, 10**18  # characters, and a number, that are quoted of a document
SEAT_KINDS = ("person", "program", "script")
SALT = re.compile(r"[0-9a-f]*")


class ReplayDifference(NamedTuple):
    """The first thing in a replay that is not so: where, as in `rounds/3/record/capital/0`, and a sentence about it.

    `invalid`: it is no replay at all, so that nothing could be played again.
    """

    path: str
    text: str
    invalid: bool = False


def verify_replay_bytes(data: bytes) -> ReplayDifference | None:
    """The same for the content of a file."""
    try:
        document = parse_replay(data)
    except Invalid as error:
        return ReplayDifference(error.path, error.text, invalid=True)
    return verify_replay(document)


def verify_replay(document: object) -> ReplayDifference | None:
    """The first difference between a replay and the Episode played again, in the order of its parts; None is none."""
    try:
        again = resimulate_replay(document)
    except Invalid as error:
        return ReplayDifference(_printable_text(error.path), _printable_text(error.text), invalid=True)
    return _first_difference(document, again, "")


def resimulate_replay(document: object) -> dict[str, Any]:
    """The replay with everything worked out again. Raises `Invalid` with the path for what is none."""
    replay = Field(document)
    replay["format"].one_of((REPLAY_FORMAT,))
    replay["bills"].one_of((BILLS_FORMAT,))
    config, seed = read_config(replay["config"]), read_seed(replay["seed"], LONGEST_TEXT)
    salt, adjourned = _read_salt(replay["seed_salt"]), read_switch(replay["adjourned"])
    seats = [_read_seat(seat) for seat in _read_list(replay["seats"], config.seats)]
    decisions = _read_decisions(replay["rounds"], config, adjourned)
    return play_replay(ReplaySource(config, seed, salt, seats, decisions, adjourned))


def parse_replay(data: bytes) -> object:
    """The JSON in a file, each name once in an object and no more than JSON has. Raises `Invalid`."""
    if len(data) > LARGEST_REPLAY:
        raise Invalid("", f"is larger than {LARGEST_REPLAY} bytes")
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


def _read_decisions(rounds: Field, config: Config, adjourned: bool) -> list[list[object]]:
    """The raw decisions of each round, whatever they are."""
    played = list(rounds.items())
    if adjourned and len(played) >= config.rounds:
        raise rounds.invalid(f"must be fewer than {config.rounds}: it was adjourned")
    if not adjourned and len(played) != config.rounds:
        raise rounds.invalid(f"must be {config.rounds}: it was not adjourned")
    return [[raw.value for raw in _read_list(round["decisions"], config.seats)] for round in played]


def _read_seat(seat: Field) -> dict[str, str | None]:
    script = seat["script"]
    return {
        "name": _read_text(seat["name"]),
        "kind": seat["kind"].one_of(SEAT_KINDS),
        "script": None if script.value is None else _read_text(script),
    }


def _read_list(field: Field, length: int) -> Sequence[Field]:
    if isinstance(field.value, list) and len(field.value) != length:
        raise field.invalid(f"must be {length}, one for each seat")
    return list(field.items())


def _read_text(field: Field) -> str:
    text = field.text()
    if len(text) > LONGEST_TEXT:
        raise field.invalid(f"has more than {LONGEST_TEXT} characters")
    return text


def _read_salt(field: Field) -> str:
    """A salt in hex. It may be empty: where nobody was to be kept from guessing the seed, there was none."""
    if not isinstance(field.value, str) or len(field.value) > LONGEST_TEXT or not SALT.fullmatch(field.value):
        raise field.invalid("must be hexadecimal digits")
    return field.value


def _first_difference(recorded: object, again: object, path: str) -> ReplayDifference | None:
    """Walks along what was worked out, so that it goes no deeper than that."""
    if recorded is again:
        return None  # a raw decision, whatever it is: the rest was worked out from it
    if isinstance(again, dict) and isinstance(recorded, dict):
        return _difference_in_objects(recorded, again, path)
    if isinstance(again, list) and isinstance(recorded, list):
        return _difference_in_lists(recorded, again, path)
    if type(recorded) is type(again) and recorded == again:
        return None
    return ReplayDifference(path, f"is recorded as {_value_text(recorded)}, and comes out as {_value_text(again)}")


def _difference_in_objects(recorded: dict[str, object], again: dict[str, object], path: str) -> ReplayDifference | None:
    for name, value in again.items():
        if name not in recorded:
            return ReplayDifference(_path_of(path, name), f"is missing, and comes out as {_value_text(value)}")
        if found := _first_difference(recorded[name], value, _path_of(path, name)):
            return found
    if more := recorded.keys() - again.keys():
        return ReplayDifference(_path_of(path, _printable_text(min(more))), "is no part of a replay")
    return None


def _difference_in_lists(recorded: list[object], again: list[object], path: str) -> ReplayDifference | None:
    for place, (one, other) in enumerate(zip(recorded, again, strict=False)):
        if found := _first_difference(one, other, _path_of(path, str(place))):
            return found
    if len(recorded) != len(again):
        return ReplayDifference(path, f"is recorded with {len(recorded)} entries, and comes out with {len(again)}")
    return None


def _path_of(path: str, name: str) -> str:
    return f"{path}/{name}" if path else name


def _value_text(value: object) -> str:
    """A value in a few words: the document may hold anything."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, str):
        return f"“{_printable_text(value)}”"
    return json.dumps(value) if value is None or isinstance(value, bool) else _number_text(value)


def _number_text(value: object) -> str:
    # A whole number of thousands of digits may not be written out at all.
    if isinstance(value, int) and abs(value) > LARGEST_SHOWN:
        return "a number that is far too large"
    return str(value)


def _printable_text(text: str) -> str:
    """Short, and without what would do something to a terminal."""
    shown = "".join(each if each.isprintable() else "\ufffd" for each in text[:SHOWN])
    return shown if len(text) <= SHOWN else f"{shown}…"
