"""What the referee answers about B Nomic: a ballot at its close, or a timeline of what players do as the ndays go
by. Pure.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

from nomic.core.decision import Invalid
from nomic.core.input import Field
from nomic.core.law.rules import Law
from proposals.bnomic.ballot.rules import BallotProposal, CountLaw, CountLine, ballot_count
from proposals.bnomic.nweeks.rules import Course, Place, ProposalState, midnight_effect
from proposals.bnomic.register.rules import FinalVote, may_revise, may_submit, may_vote

BEGINNING = Place(1, 1)


@dataclass(slots=True)
class TimelineProposal:
    """A Proposal as its author last submitted it; whom it names need not be there yet."""

    number: int
    author: str
    depends: frozenset[str]
    conflicts: frozenset[str]
    state: ProposalState = ProposalState.PENDING
    votes: dict[str, FinalVote] = field(default_factory=dict)


@dataclass(slots=True)
class Timeline:
    """A game that runs by this procedure under one law, from the beginning of nday 1 of nweek 1, and nobody in it idle.
    Acts answer whether they are legal; one that is not changes nothing."""

    law: Law
    place: Place = BEGINNING
    players: set[str] = field(default_factory=set)
    proposals: dict[str, TimelineProposal] = field(default_factory=dict)
    passed: list[tuple[int, list[str]]] = field(default_factory=list)

    def join(self, player: str) -> bool:
        if player in self.players:
            return False
        self.players.add(player)
        return True

    def leave(self, player: str) -> bool:
        if player not in self.players:
            return False
        self.players.remove(player)
        return True

    def submit(self, player: str, name: str, depends: Collection[str] = (), conflicts: Collection[str] = ()) -> bool:
        """A player submits a Proposal; its number is greater than all before."""
        if player not in self.players or name in self.proposals:
            return False
        if not may_submit(idle=False, in_hiatus=False, law=self.law).outcome:
            return False
        number = len(self.proposals) + 1
        self.proposals[name] = TimelineProposal(number, player, frozenset(depends), frozenset(conflicts))
        return True

    def revise(self, player: str, name: str, depends: Collection[str] = (), conflicts: Collection[str] = ()) -> bool:
        """Its author resubmits a Pending Proposal, which keeps its number."""
        entry = self.proposals.get(name)
        if player not in self.players or entry is None:
            return False
        author = entry.author == player
        if not may_revise(author=author, idle=False, in_hiatus=False, state=entry.state, law=self.law).outcome:
            return False
        entry.depends, entry.conflicts = frozenset(depends), frozenset(conflicts)
        return True

    def vote(self, player: str, name: str, word: str) -> bool:
        """A player votes on an Open Proposal, in one of three words; the most recent vote is eir final one."""
        entry = self.proposals.get(name)
        if player not in self.players or entry is None or word not in set(FinalVote):
            return False
        if not may_vote(idle=False, in_hiatus=False, state=entry.state, closed=False, law=self.law).outcome:
            return False
        entry.votes[player] = FinalVote(word)
        return True

    def tick(self) -> bool:
        """One midnight while the Clock is On: an nday ends, and the next begins."""
        struck = midnight_effect(self.place, Course.of(self.law))
        if struck.counts:
            self._count()
        self.place = struck.after
        if struck.opens:
            for entry in self._all(ProposalState.PENDING).values():
                entry.state = ProposalState.OPEN
        return True

    def _count(self) -> None:
        """Everything Open is counted, and what has Won passes."""
        ballot, lost = self._all(ProposalState.OPEN), self._all(ProposalState.LOST)
        numbers = {name: entry.number for name, entry in self.proposals.items()}
        counted = ballot_count(
            [self._as_counted(entry, numbers) for entry in ballot.values()],
            [entry.number for entry in lost.values()],
            law=CountLaw.of(self.law),
        )
        for entry in ballot.values():
            entry.state = ProposalState.LOST if entry.number in counted.sunk else ProposalState.WON
        names = {entry.number: name for name, entry in ballot.items()}
        if counted.passed:
            self.passed.append((self.place.nweek, [names[number] for number in counted.passed]))

    def _as_counted(self, entry: TimelineProposal, numbers: dict[str, int]) -> BallotProposal:
        # Who is no player any more has no vote.
        votes = {player: vote for player, vote in entry.votes.items() if player in self.players}
        depends, conflicts = (
            frozenset(numbers[name] for name in named if name in numbers) for named in (entry.depends, entry.conflicts)
        )
        return BallotProposal(entry.number, votes, depends, conflicts)

    def _all(self, state: ProposalState) -> dict[str, TimelineProposal]:
        return {name: entry for name, entry in self.proposals.items() if entry.state is state}


# What the referee is asked about B Nomic: a ballot at its close, or a timeline. Forms as in the interfaces. Pure.

STATES = OPEN, PENDING, HISTORICAL = ProposalState.OPEN.value, ProposalState.PENDING.value, "Historical"
SUBSTATES = LOST, WON = ProposalState.LOST.value, ProposalState.WON.value
FINAL = tuple(each.value for each in FinalVote)

Acts = Mapping[str, Callable[[Timeline, Field], bool]]


def answer_bnomic(question: Field, law: Law) -> dict[str, object]:
    """A timeline where there are `events`, else a ballot. Raises `Invalid` with the path of what is not understood."""
    return answer_timeline(question, law) if question["events"].is_given else answer_ballot(question, law)


def answer_ballot(question: Field, law: Law) -> dict[str, object]:
    """The count of what is Open; what is Historical already stays what it is."""
    players = {each.text() for each in question["players"].items()}
    asked = _fields_by_number(question["proposals"])
    before = {number: _read_fate(each) for number, each in asked.items() if _read_state(each) == HISTORICAL}
    open_ones = [_read_proposal(each, players) for each in asked.values() if _read_state(each) == OPEN]
    lost_before = [number for number, substate in before.items() if substate == LOST]
    counted = ballot_count(open_ones, lost_before, law=CountLaw.of(law))
    now = {each.number: LOST if each.number in counted.sunk else WON for each in open_ones}
    return {
        "strength": {str(number): strength for number, strength in counted.strength.items()},
        "final": {str(number): final for number, final in sorted((before | now).items())},
        "passed": list(counted.passed),
        "failed": sorted(counted.sunk),
        "pending": [number for number, each in asked.items() if _read_state(each) == PENDING],
        "sunk_by": {str(number): _loss_json(line) for number, line in sorted(counted.sunk.items())},
        "trace": [_line_json(line) for line in counted.trace],
    }


def _fields_by_number(field: Field) -> dict[int, Field]:
    """The Proposals, the lowest number first."""
    found: dict[int, Field] = {}
    for each in field.items():
        number = each["number"].count(1)
        if number in found:
            raise each["number"].invalid("is the number of another Proposal too")
        found[number] = each
    return dict(sorted(found.items()))


def _read_state(field: Field) -> str:
    return field["state"].one_of(STATES) if field["state"].is_given else OPEN


def _read_fate(field: Field) -> str:
    """What a Historical Proposal has become, which nobody can guess."""
    return field["substate"].one_of(SUBSTATES)


def _read_proposal(field: Field, players: set[str]) -> BallotProposal:
    votes = _read_votes(field, players)
    return BallotProposal(
        field["number"].count(1), votes, _read_numbers(field["depends"]), _read_numbers(field["conflicts"])
    )


def _read_votes(field: Field, players: set[str]) -> dict[str, FinalVote]:
    """Each player's final vote, from `votes`, by player, or from `vote_log`, the most recent last."""
    cast = [(name, field["votes"][name]) for name in field["votes"].object()] if field["votes"].is_given else []
    for entry in field["vote_log"].items() if field["vote_log"].is_given else ():
        pair = list(entry.items())
        if len(pair) != 2:
            raise entry.invalid("must be a player and a vote")
        cast.append((pair[0].text(), pair[1]))
    votes = [(name, FinalVote(vote.one_of(FINAL))) for name, vote in cast]
    # Only players vote.
    return {name: vote for name, vote in votes if name in players}


def _read_numbers(field: Field) -> frozenset[int]:
    return frozenset(each.count(1) for each in field.items()) if field.is_given else frozenset()


def _loss_json(line: CountLine) -> dict[str, object]:
    return {"step": line.step.value, "number": line.by}


def _line_json(line: CountLine) -> list[object]:
    return [line.step.value, line.number, *([line.by] if line.by is not None else [])]


def answer_timeline(question: Field, law: Law) -> dict[str, object]:
    """What becomes of a game in which this happens, one thing after another; each is answered `ok` or `rejected`."""
    played = Timeline(law)
    answers = ["ok" if _do_event(played, each) else "rejected" for each in question["events"].items()]
    return {
        "answers": answers,
        "nweek": played.place.nweek,
        "nday": played.place.nday,
        "proposals": {name: entry.state.value for name, entry in played.proposals.items()},
        "passed_by_nweek": [[nweek, names] for nweek, names in played.passed],
    }


def _do_event(played: Timeline, event: Field) -> bool:
    return ACTS[event["do"].one_of(tuple(ACTS))](played, event)


def _read_names(field: Field) -> list[str]:
    return [each.text() for each in field.items()] if field.is_given else []


def _do_submit(played: Timeline, event: Field) -> bool:
    if event["ref"].text() in played.proposals:
        raise Invalid(event["ref"].path, "is the name of another Proposal")
    return played.submit(
        event["player"].text(), event["ref"].text(), _read_names(event["depends"]), _read_names(event["conflicts"])
    )


def _do_revise(played: Timeline, event: Field) -> bool:
    return played.revise(
        event["player"].text(), event["ref"].text(), _read_names(event["depends"]), _read_names(event["conflicts"])
    )


ACTS: Acts = {
    "join": lambda played, event: played.join(event["player"].text()),
    "leave": lambda played, event: played.leave(event["player"].text()),
    "submit": _do_submit,
    "revise": _do_revise,
    "vote": lambda played, event: played.vote(event["player"].text(), event["ref"].text(), event["vote"].text()),
    "tick": lambda played, event: played.tick(),
}
