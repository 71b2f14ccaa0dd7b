"""What the desk says of each act before it is done: what will follow, and every ground against it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from nomic.core import queries as core
from nomic.core.mechanics.decision import Reason
from nomic.core.mechanics.playing import may_play
from nomic.core.views.entering import AgentRequest, law_of
from nomic.core.words import moment
from proposals.bnomic.mechanics import administering
from proposals.bnomic.mechanics.nweeks import Course, Place, midnight_after, stroke
from proposals.bnomic.queries import ballots, clocks, supposing
from proposals.bnomic.queries.clocks import Hands


@dataclass(frozen=True, slots=True)
class Seen:
    """What the acts of the desk rest on: the Clock as it is by law and clock, and the Numbers given so far."""

    request: AgentRequest
    hands: Hands
    highest: int
    next_number: int

    @classmethod
    def by(cls, request: AgentRequest) -> Self:
        """In a game that has a Clock."""
        hands = clocks.hands(request.game, request.now, law_of(request))
        assert hands is not None
        game = request.game
        return cls(request, hands, ballots.highest_number(game.pk), supposing.next_number(game))

    def initial(self, name: str) -> dict[str, Any]:
        """What a form shows before anything is typed."""
        place = self.hands.place
        return {"set": {"nweek": place.nweek, "nday": place.nday}, "number": {"number": self.next_number}}.get(name, {})

    def against(self, name: str) -> Sequence[Reason]:
        """Every ground against this act, whatever is typed for it. The act asks again."""
        asked, law = self.request, law_of(self.request)
        clock = self.hands.clock
        decided = {
            "on": lambda: administering.may_turn_on(clock, law),
            "off": lambda: administering.may_turn_off(clock, law),
            "pause": lambda: administering.may_pause(clock, midnight_after(asked.now), asked.now, law),
            # The beginning of an nweek that no ballot has been counted in is where it may always be set to.
            "set": lambda: administering.may_set(
                Place(1, 1), here=Place(1, 1), counted=0, open_ones=False, course=self.hands.course, law=law
            ),
            "number": lambda: administering.may_number_from(self.highest + 1, self.highest, law),
        }.get(name)
        idle = may_play(law, idle_since=asked.agent.idle_since).reasons
        return [*idle, *(decided().reasons if decided else ())]

    def follows(self, name: str) -> str:
        """What will be so once this is done, as the law stands."""
        return {
            "on": self._on, "off": self._off, "pause": self._pause, "set": self._set, "number": self._number,
        }[name]()  # fmt: skip

    def _on(self) -> str:
        if core.open_hiatus(self.request.game.pk):
            return f"The game is in hiatus: the Clock goes on at {_nday(self.hands.place)} once that is over."
        struck = stroke(self.hands.place, self.hands.course, self.hands.counted)
        counts = " The ballot is counted then." if struck.counts else ""
        begins = f" {_nday(struck.after).capitalize()} begins then, and Pending Proposals open." if struck.opens else ""
        midnight = moment(midnight_after(self.request.now))
        return f"The next midnight, {midnight}, ends {_nday(struck.before)}.{counts}{begins}"

    def _off(self) -> str:
        opening, count = self.hands.next_opening, self.hands.next_count
        due = [f"the opening of {moment(opening)}"] if opening else []
        due += [f"the count of {moment(count)}"] if count else []
        loses = f" From then on {' and '.join(due)} {'have' if len(due) > 1 else 'has'} no date." if due else ""
        return f"Midnights do nothing, and {_nday(self.hands.place)} lasts, until somebody turns the Clock On.{loses}"

    def _pause(self) -> str:
        return (
            f"Until the midnight that you name nothing opens and nothing is counted; then the Clock goes on by itself, "
            f"at {_nday(self.hands.place)}."
        )

    def _set(self) -> str:
        return (
            "By itself that neither opens nor counts anything, and the next midnight stays when it is. "
            + _passed_over(self.hands.course)
        )

    def _number(self) -> str:
        return (
            f"The next Proposal gets Number {self.next_number} as things are. A Number that is left out is never given."
        )


def _passed_over(course: Course) -> str:
    if course.opens is None:
        return "No rule says when Proposals open."
    return (
        f"Proposals open at the beginning of nday {course.opens}: set to that nday or a later one, the Clock has gone "
        "by it, and what is Pending waits for the next nweek."
    )


def _nday(place: Place) -> str:
    return f"nday {place.nday} of nweek {place.nweek}"
