"""What the desk says of each act before it is done: what will follow, and every ground against it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from nomic.core.decision import Reason
from nomic.core.language.words import moment
from nomic.core.requests import AgentRequest, law_of
from nomic.core.roster import queries as roster_queries
from nomic.core.roster.rules import may_play
from proposals.bnomic.nweeks import queries as nweeks_queries, rules as nweeks_rules
from proposals.bnomic.nweeks.queries import ClockReading
from proposals.bnomic.nweeks.rules import Course, Place, midnight_after, midnight_effect
from proposals.bnomic.register import queries as register_queries


@dataclass(frozen=True, slots=True)
class DeskPresenter:
    """What the acts of the desk rest on: the Clock as it is by law and clock, and the Numbers given so far."""

    request: AgentRequest
    hands: ClockReading
    highest: int
    next_number: int

    @classmethod
    def by(cls, request: AgentRequest) -> Self:
        """In a game that has a Clock."""
        hands = nweeks_queries.clock_reading(request.game, request.now, law_of(request))
        assert hands is not None
        game = request.game
        return cls(request, hands, register_queries.highest_number(game.pk), register_queries.next_number(game))

    def initial(self, name: str) -> dict[str, Any]:
        """What a form shows before anything is typed."""
        place = self.hands.place
        return {"set": {"nweek": place.nweek, "nday": place.nday}, "number": {"number": self.next_number}}.get(name, {})

    def reasons_against(self, name: str) -> Sequence[Reason]:
        """Every ground against this act, whatever is typed for it. The act asks again."""
        asked, law = self.request, law_of(self.request)
        clock = self.hands.clock
        decided = {
            "on": lambda: nweeks_rules.may_turn_on(clock, law),
            "off": lambda: nweeks_rules.may_turn_off(clock, law),
            "pause": lambda: nweeks_rules.may_pause(clock, midnight_after(asked.now), asked.now, law),
            # The beginning of an nweek that no ballot has been counted in is where it may always be set to.
            "set": lambda: nweeks_rules.may_set(
                Place(1, 1), here=Place(1, 1), counted=0, open_ones=False, course=self.hands.course, law=law
            ),
            "number": lambda: nweeks_rules.may_number_from(self.highest + 1, self.highest, law),
        }.get(name)
        idle = may_play(law, idle_since=asked.agent.idle_since).reasons
        return [*idle, *(decided().reasons if decided else ())]

    def consequence_text(self, name: str) -> str:
        """What will be so once this is done, as the law stands."""
        return {
            "on": self._on_text,
            "off": self._off_text,
            "pause": self._pause_text,
            "set": self._set_text,
            "number": self._number_text,
        }[name]()

    def _on_text(self) -> str:
        if roster_queries.open_hiatus(self.request.game.pk):
            return f"The game is in hiatus: the Clock goes on at {_nday_text(self.hands.place)} once that is over."
        struck = midnight_effect(self.hands.place, self.hands.course, self.hands.counted)
        counts = " The ballot is counted then." if struck.counts else ""
        begins = (
            f" {_nday_text(struck.after).capitalize()} begins then, and Pending Proposals open." if struck.opens else ""
        )
        midnight = moment(midnight_after(self.request.now))
        return f"The next midnight, {midnight}, ends {_nday_text(struck.before)}.{counts}{begins}"

    def _off_text(self) -> str:
        opening, count = self.hands.next_opening, self.hands.next_count
        due = [f"the opening of {moment(opening)}"] if opening else []
        due += [f"the count of {moment(count)}"] if count else []
        loses = f" From then on {' and '.join(due)} {'have' if len(due) > 1 else 'has'} no date." if due else ""
        return (
            f"Midnights do nothing, and {_nday_text(self.hands.place)} lasts, until somebody turns the Clock On.{loses}"
        )

    def _pause_text(self) -> str:
        return (
            f"Until the midnight that you name nothing opens and nothing is counted; then the Clock goes on by itself, "
            f"at {_nday_text(self.hands.place)}."
        )

    def _set_text(self) -> str:
        return (
            "By itself that neither opens nor counts anything, and the next midnight stays when it is. "
            + _passed_over_text(self.hands.course)
        )

    def _number_text(self) -> str:
        return (
            f"The next Proposal gets Number {self.next_number} as things are. A Number that is left out is never given."
        )


def _passed_over_text(course: Course) -> str:
    if course.opens is None:
        return "No rule says when Proposals open."
    return (
        f"Proposals open at the beginning of nday {course.opens}: set to that nday or a later one, the Clock has gone "
        "by it, and what is Pending waits for the next nweek."
    )


def _nday_text(place: Place) -> str:
    return f"nday {place.nday} of nweek {place.nweek}"
