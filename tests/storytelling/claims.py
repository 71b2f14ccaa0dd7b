"""What a story must show of the dials and mechanisms that it claims: each that it names, by an amendment of its own.

A story that claims a dial (`DIAL enactment.timeout`) must enact a Proposal that moves it, and then come to a no and to
a yes under the new law, marked `[no]` and `[yes]`. One that claims a mechanism (`MECHANISM voting.votes`) must enact a
Proposal that takes its text away, and then find the act refused or its effect gone, marked `[gone]`. From the
enactment on it is then played once more with that Proposal changing nothing: unless some marked line fails there, it
has shown nothing.
"""

from __future__ import annotations

import re

from tests.storytelling.parser import Case
from tests.storytelling.phrases import Line
from tests.storytelling.replay import Replay, replay_of

YES = re.compile(
    r"expect (?:may-enact|may-pass|enacted|passed|#\d+ resolved by|\w+ may move to|\w+ has won|request \d+ may be added"
    r"|a supply roll of \d+ brings (?:an? |news)|a capture roll of \d+ is (?:a |in the news)"
    r"|\w+ shall post of [1-9]|roll \d+ was "
    r"|Proposal \d+ Won|round \d+ passed|\w+ reaches |\w+ reads a note )"
)


def unproven_claims(case: Case) -> dict[str, str]:
    """Play a case, and again without what it claims: by name, why it proves nothing about that. Empty if it does."""
    with replay_of(case) as told:
        claims = dict.fromkeys(case.dials, ("no", "yes")) | dict.fromkeys(case.mechanisms, ("gone",))
        found = {name: _unmoved(told, name) or _mismarked(told, name, marks) for name, marks in claims.items()}
        moved = [name for name in claims if not found[name]]
        for name in sorted(moved, key=told.place_of_move, reverse=True):
            if not told.goes_otherwise_without(name, _marked(told, name, claims[name])):
                found[name] = "every marked line would hold had the Proposal changed nothing"
    return {name: why for name, why in found.items() if why}


def _unmoved(told: Replay, name: str) -> str:
    return "" if told.moved.get(name) else f"no enacted Proposal moves {name}"


def _mismarked(told: Replay, name: str, marks: tuple[str, ...]) -> str:
    marked = _marked(told, name, marks)
    if missing := set(marks) - {line.mark for line in marked}:
        return f"after the enactment no line is marked {sorted(missing)}"
    if askew := [line.text for line in marked if line.mark != "gone" and (line.mark == "yes") != _says_yes(line)]:
        return f"marked as what they are not: {askew}"
    return ""


def _marked(told: Replay, name: str, marks: tuple[str, ...]) -> list[Line]:
    """The lines that are marked so, and played after the enactment."""
    enacted = min(told.moved[name])
    return [line for line in told.case.lines if line.mark in marks and told.played_after[line] >= enacted]


def _says_yes(line: Line) -> bool:
    """An act that is done, or an expectation of what may be done or has been done."""
    if line.text.startswith("expect "):
        return bool(YES.match(line.text)) or line.text.endswith(" idle")
    return not line.answer
