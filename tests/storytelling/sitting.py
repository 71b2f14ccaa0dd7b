"""The Senate in the language of the stories: Episodes are convened, seats taken, and decisions made."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from typing import Any

from dynasties.quorum.episodes import queries as episodes_queries
from dynasties.quorum.episodes.models import Seat
from dynasties.quorum.replay import queries as replay_queries
from dynasties.quorum.rounds import actions as rounds_actions, queries as rounds_queries
from tests.sitting import SenateTable
from tests.storytelling.phrases import ACTS, Line
from tests.storytelling.sitting_bills import seed_for
from tests.storytelling.stage import Stage

Words = Mapping[str, str]
VOTES = {"says yea": "yea", "says nay": "nay", "abstains": "abstain"}
SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400}
LONG = re.compile(r"a note of (\d+) characters")
WISHES = "[, on {bills}][, at {threshold}][, without {withheld}][, each round {time}]"


def senate(stage: Stage) -> SenateTable:
    """The table of a case whose THEME is quorum."""
    assert isinstance(stage.table, SenateTable), "this case has no THEME  quorum"
    return stage.table


def seat_of(stage: Stage, senator: str) -> Seat:
    """The seat of a senator of the newest Episode: “seat 2”, or by the name of its person or program."""
    seats = episodes_queries.seats_of(senate(stage).episode())
    for seat in seats:
        if senator == f"seat {seat.number}" or senator.casefold() == seat.name.casefold():
            return seat
    raise LookupError(f"{senator} is no senator: {[seat.name for seat in seats]}")


def said(note: str) -> str:
    """What a note says; one of so many characters says nothing in particular."""
    match = LONG.fullmatch(note)
    return "x" * int(match[1]) if match else note


def seen(stage: Stage, who: str = "") -> dict[str, Any]:
    """What somebody sees of the newest Episode; as a visitor, where nobody is named or e has no seat."""
    episode = senate(stage).episode()
    token = stage.tokens.get(who)
    account = senate(stage).account(who).pk if who and not token else None
    return rounds_queries.observation(episode, rounds_queries.viewing_seat(episode, account_id=account, token=token))


# -- before it opens ---------------------------------------------------------------------------------


@ACTS.phrase("{who} convenes an Episode of {number} seat[s] and {made} round[s]" + WISHES)
def convenes(stage: Stage, line: Line, words: Words) -> None:
    _convene(stage, words["who"], int(words["number"]), int(words["made"]), words)


@ACTS.phrase("{sitters} begin an Episode of {number} round[s]" + WISHES)
def begin(stage: Stage, line: Line, words: Words) -> None:
    """The first of them convenes it, and all sit down in this order; scripts are named by their small letters."""
    sitters = re.split(r", | and ", words["sitters"])
    convener, scripts = sitters[0], [each for each in sitters if each.islower()]
    _convene(stage, convener, len(sitters), int(words["number"]), words)
    for number, name in enumerate(sitters):
        if name not in scripts:
            senate(stage).sits(name, number)
    if scripts:
        senate(stage).opens(convener, *scripts)


def _convene(stage: Stage, convener: str, seats: int, rounds: int, words: Words) -> None:
    withheld = words.get("withheld", "")
    senate(stage).convenes(
        convener,
        seats=seats,
        rounds=rounds,
        veto="veto" not in withheld,
        caucus="notes" not in withheld,
        threshold=Fraction(words["threshold"]) if "threshold" in words else None,
        decision_seconds=_seconds(words["time"]) if "time" in words else None,
        seed=seed_for(words.get("bills", ""), rounds),
    )


def _seconds(time: str) -> int:
    number, unit = time.split()
    return int(number) * SECONDS[unit.removesuffix("s")]


@ACTS.phrase("{who} sits in seat {number}")
def sits(stage: Stage, line: Line, words: Words) -> None:
    senate(stage).sits(words["who"], int(words["number"]))


@ACTS.phrase("{who} leaves seat {number}")
def leaves_seat(stage: Stage, line: Line, words: Words) -> None:
    senate(stage).leaves_seat(words["who"], int(words["number"]))


@ACTS.phrase("{who} seats the program {whom} in seat {number}")
def seats_program(stage: Stage, line: Line, words: Words) -> None:
    """From then on it decides by its token."""
    stage.tokens[words["whom"]] = senate(stage).seats_program(words["who"], int(words["number"]), words["whom"])


@ACTS.phrase("{who} seats the script {script} in seat {number}")
def seats_script(stage: Stage, line: Line, words: Words) -> None:
    senate(stage).seats_script(words["who"], int(words["number"]), words["script"])


@ACTS.phrase("{who} opens the Episode[ with {scripts}]")
def opens(stage: Stage, line: Line, words: Words) -> None:
    senate(stage).opens(words["who"], *re.split(r", | and ", words["scripts"]) if "scripts" in words else ())


@ACTS.phrase("{who} calls the Episode off")
def calls_off(stage: Stage, line: Line, words: Words) -> None:
    senate(stage).calls_off(words["who"])


# -- while it is on, and after -----------------------------------------------------------------------


@ACTS.phrase(
    "{who} {said}[, weighs {weights}][, chooses {chosen}][, {filibusters}][, {vetoes}][, writes {whom} {note}]"
    "[, but {part} is {bad}][ in round {number}]"
)
def decides(stage: Stage, line: Line, words: Words) -> None:
    """In eir own seat; in the round that is open, unless another is named."""
    decide(stage, words["who"], raw(stage, words), words.get("number"))


def decide(stage: Stage, who: str, decision: Mapping[str, Any], round: str | None = None) -> None:
    table, token = senate(stage), stage.tokens.get(who)
    account = None if token else table.account(who).pk
    seat = rounds_queries.viewing_seat(table.episode(), account_id=account, token=token)
    rounds_actions.take_decision(
        game_id=table.made.pk,
        number=table.number,
        ask=rounds_actions.DecisionRequest(
            seat.number if seat else 0,
            int(round) if round else table.episode().senate["round"],
            decision,
            account_id=account,
            token=token,
        ),
    )


def raw(stage: Stage, words: Words) -> dict[str, Any]:
    """A decision in the form in which pages and programs send it. A part that is said to be bad goes as it is."""
    decision: dict[str, Any] = {
        "vote": VOTES[words["said"]],
        "amendment": words.get("chosen", "none"),
        "filibuster": "filibusters" in words,
        "veto": "vetoes" in words,
    }
    if "weights" in words:
        decision["priorities"] = [json.loads(each) for each in words["weights"].split()]
    if "note" in words:
        decision["note"] = {"to": seat_of(stage, words["whom"]).number, "text": said(words["note"])}
    if "part" in words:
        decision[words["part"]] = _bad(words["bad"])
    return decision


def _bad(text: str) -> object:
    """JSON, with quotation marks of one stroke; what is none is a text."""
    with suppress(ValueError):
        return json.loads(text.replace("'", '"'))
    return text


@ACTS.phrase("{who} reads the replay")
def reads_replay(stage: Stage, line: Line, words: Words) -> None:
    """Whoever e is."""
    replay_queries.get_replay(senate(stage).episode())
