"""What the referee is asked about B Nomic: a ballot at its close, or a timeline. Forms as in the interfaces. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from nomic.core.mechanics.decision import Invalid
from nomic.core.mechanics.fields import Field
from nomic.core.mechanics.law import Law
from proposals.bnomic.mechanics.ballot import Counting, Final, Line, Proposal, count
from proposals.bnomic.mechanics.states import State
from proposals.bnomic.mechanics.timeline import Timeline

STATES = OPEN, PENDING, HISTORICAL = State.OPEN.value, State.PENDING.value, "Historical"
SUBSTATES = LOST, WON = State.LOST.value, State.WON.value
FINAL = tuple(each.value for each in Final)

Acts = Mapping[str, Callable[[Timeline, Field], bool]]


def bnomic(question: Field, law: Law) -> dict[str, object]:
    """A timeline where there are `events`, else a ballot. Raises `Invalid` with the path of what is not understood."""
    return timeline(question, law) if question["events"].given else ballot(question, law)


def ballot(question: Field, law: Law) -> dict[str, object]:
    """The count of what is Open; what is Historical already stays what it is."""
    players = {each.text() for each in question["players"].items()}
    asked = _by_number(question["proposals"])
    before = {number: _fate(each) for number, each in asked.items() if _state(each) == HISTORICAL}
    open_ones = [_proposal(each, players) for each in asked.values() if _state(each) == OPEN]
    lost_before = [number for number, substate in before.items() if substate == LOST]
    counted = count(open_ones, lost_before, law=Counting.of(law))
    now = {each.number: LOST if each.number in counted.sunk else WON for each in open_ones}
    return {
        "strength": {str(number): strength for number, strength in counted.strength.items()},
        "final": {str(number): final for number, final in sorted((before | now).items())},
        "passed": list(counted.passed),
        "failed": sorted(counted.sunk),
        "pending": [number for number, each in asked.items() if _state(each) == PENDING],
        "sunk_by": {str(number): _sunk(line) for number, line in sorted(counted.sunk.items())},
        "trace": [_line(line) for line in counted.trace],
    }


def _by_number(field: Field) -> dict[int, Field]:
    """The Proposals, the lowest number first."""
    found: dict[int, Field] = {}
    for each in field.items():
        number = each["number"].count(1)
        if number in found:
            raise each["number"].invalid("is the number of another Proposal too")
        found[number] = each
    return dict(sorted(found.items()))


def _state(field: Field) -> str:
    return field["state"].one_of(STATES) if field["state"].given else OPEN


def _fate(field: Field) -> str:
    """What a Historical Proposal has become, which nobody can guess."""
    return field["substate"].one_of(SUBSTATES)


def _proposal(field: Field, players: set[str]) -> Proposal:
    votes = _votes(field, players)
    return Proposal(field["number"].count(1), votes, _named(field["depends"]), _named(field["conflicts"]))


def _votes(field: Field, players: set[str]) -> dict[str, Final]:
    """Each player's final vote, from `votes`, by player, or from `vote_log`, the most recent last."""
    cast = [(name, field["votes"][name]) for name in field["votes"].object()] if field["votes"].given else []
    for entry in field["vote_log"].items() if field["vote_log"].given else ():
        pair = list(entry.items())
        if len(pair) != 2:
            raise entry.invalid("must be a player and a vote")
        cast.append((pair[0].text(), pair[1]))
    votes = [(name, Final(vote.one_of(FINAL))) for name, vote in cast]
    # Only players vote.
    return {name: vote for name, vote in votes if name in players}


def _named(field: Field) -> frozenset[int]:
    return frozenset(each.count(1) for each in field.items()) if field.given else frozenset()


def _sunk(line: Line) -> dict[str, object]:
    return {"step": line.step.value, "number": line.by}


def _line(line: Line) -> list[object]:
    return [line.step.value, line.number, *([line.by] if line.by is not None else [])]


def timeline(question: Field, law: Law) -> dict[str, object]:
    """What becomes of a game in which this happens, one thing after another; each is answered `ok` or `rejected`."""
    played = Timeline(law)
    answers = ["ok" if _done(played, each) else "rejected" for each in question["events"].items()]
    return {
        "answers": answers,
        "nweek": played.place.nweek,
        "nday": played.place.nday,
        "proposals": {name: entry.state.value for name, entry in played.proposals.items()},
        "passed_by_nweek": [[nweek, names] for nweek, names in played.passed],
    }


def _done(played: Timeline, event: Field) -> bool:
    return ACTS[event["do"].one_of(tuple(ACTS))](played, event)


def _names(field: Field) -> list[str]:
    return [each.text() for each in field.items()] if field.given else []


def _submit(played: Timeline, event: Field) -> bool:
    if event["ref"].text() in played.proposals:
        raise Invalid(event["ref"].path, "is the name of another Proposal")
    return played.submit(
        event["player"].text(), event["ref"].text(), _names(event["depends"]), _names(event["conflicts"])
    )


def _revise(played: Timeline, event: Field) -> bool:
    return played.revise(
        event["player"].text(), event["ref"].text(), _names(event["depends"]), _names(event["conflicts"])
    )


ACTS: Acts = {
    "join": lambda played, event: played.join(event["player"].text()),
    "leave": lambda played, event: played.leave(event["player"].text()),
    "submit": _submit,
    "revise": _revise,
    "vote": lambda played, event: played.vote(event["player"].text(), event["ref"].text(), event["vote"].text()),
    "tick": lambda played, event: played.tick(),
}
