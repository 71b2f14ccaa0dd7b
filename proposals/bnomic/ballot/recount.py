"""What the log has told of Proposals by some event: the ballot as it stood then."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from nomic.core.models import Event
from proposals.bnomic.mechanics.ballot import Final
from proposals.bnomic.mechanics.meanings import Known, Register
from proposals.bnomic.mechanics.states import State

(
    SUBMITTED, REVISED, VOTED, NDAY, OPENED, COUNTED, PASSED, WITHOUT_EFFECT, STUMBLED, CARRIED_OUT, ON, OFF, PAUSED,
    SET, NUMBERED, LOST,
) = (
    f"bnomic.{each}"
    for each in (
        "submitted", "revised", "voted", "nday", "opened", "counted", "passed", "passed-without-effect", "stumbled",
        "carried-out", "clock-on", "clock-off", "clock-paused", "clock-set", "numbered-from", "lost",
    )
)  # fmt: skip
Entry = dict[str, Any]  # what a Proposal lists, as its event has it: `relation`, `said` and `means`


@dataclass(slots=True)
class Told:
    """A Proposal as the log has told of it so far. `versions`: what each version of its body lists."""

    number: int
    event: Event
    name: str
    versions: dict[int, list[Entry]]
    state: State = State.PENDING
    opened_seq: int | None = None
    closed_seq: int | None = None
    nweek: int | None = None
    passed: bool | None = None
    carried_out_at: datetime | None = None
    final: dict[int | None, Final] = field(default_factory=dict)

    @property
    def version(self) -> int:
        return max(self.versions)

    def meant(self, relation: str) -> frozenset[int]:
        """The Numbers that its present version lists."""
        listed = self.versions[self.version]
        return frozenset(each["means"] for each in listed if each["relation"] == relation and each["means"] is not None)


class Story:
    """The log, told event by event: `hear` takes the next one."""

    def __init__(self) -> None:
        self.proposals: dict[int, Told] = {}
        self._hearing: Mapping[str, Callable[[Event], None]] = {
            SUBMITTED: self._submitted, REVISED: self._revised, VOTED: self._voted, OPENED: self._opened,
            COUNTED: self._counted, PASSED: self._passed, CARRIED_OUT: self._carried_out,
        }  # fmt: skip

    def hear(self, event: Event) -> None:
        """An event that tells of a Proposal of which nothing was told changes nothing."""
        known = event.kind == SUBMITTED or "number" not in event.data or event.data["number"] in self.proposals
        if known and event.kind in self._hearing:
            self._hearing[event.kind](event)

    def in_state(self, state: State) -> list[Told]:
        """Those in a state, by Number."""
        return sorted((each for each in self.proposals.values() if each.state is state), key=lambda each: each.number)

    def register(self) -> Register:
        """Every Proposal, as lists may name it."""
        return Register.of(Known(each.number, each.name, each.state) for each in self.proposals.values())

    def _submitted(self, event: Event) -> None:
        number, name = event.data["number"], event.data["name"]
        self.proposals[number] = Told(number, event, name, {1: _listed(event)})
        self._take_name(number, name)

    def _revised(self, event: Event) -> None:
        told = self.proposals[event.data["number"]]
        told.name = event.data["name"]
        told.versions[event.data["version"]] = _listed(event)
        self._take_name(told.number, told.name)

    def _take_name(self, number: int, name: str) -> None:
        """Whoever listed a Name that nobody bore means its first bearer."""
        own = Register.of([Known(number, name, State.PENDING)])
        for told in self.proposals.values():
            for each in told.versions[told.version]:
                if each["means"] is None and own.bearers(each["said"]):
                    each["means"] = number

    def _voted(self, event: Event) -> None:
        self.proposals[event.data["number"]].final[event.actor_id] = Final(event.data["vote"])

    def _opened(self, event: Event) -> None:
        for told in self.in_state(State.PENDING):
            told.state, told.opened_seq = State.OPEN, event.seq

    def _counted(self, event: Event) -> None:
        for told in self.in_state(State.OPEN):
            won = told.number in event.data["passed"]
            told.state, told.passed = (State.WON, False) if won else (State.LOST, None)
            told.closed_seq, told.nweek = event.seq, event.data["nweek"]

    def _passed(self, event: Event) -> None:
        self.proposals[event.data["number"]].passed = True

    def _carried_out(self, event: Event) -> None:
        self.proposals[event.data["number"]].carried_out_at = event.at


def _listed(event: Event) -> list[Entry]:
    """Copies: what is meant by a Name may be told later."""
    return [dict(each) for each in event.data["listed"]]
