"""The cast of a game of B Nomic: the same table, its own law and Clock, and what is done with its Proposals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from time_machine import Traveller

from nomic.core import clock
from nomic.core.floor import floor
from nomic.core.secrets import actions as secrets_actions
from proposals.bnomic.ballot import actions as ballot_actions
from proposals.bnomic.clock import actions as clock_actions
from proposals.bnomic.nweeks.models import NweekClock, NweekCount
from proposals.bnomic.papers import actions as papers_actions
from proposals.bnomic.register import queries as register_queries
from proposals.bnomic.register.models import Proposal
from rulesets.changes import actions as changes_actions, queries as changes_queries
from tests.casting import Table

WHY = "The Clock was wrong."
MIDNIGHT = datetime(2007, 3, 12, tzinfo=UTC)  # a Monday
DESK_ACTS: Mapping[str, Callable[..., None]] = {
    "turn_on": clock_actions.turn_clock_on,
    "turn_off": clock_actions.turn_clock_off,
    "pause": clock_actions.pause_clock,
    "set_clock": clock_actions.set_clock,
    "number_from": clock_actions.set_next_number,
    "carried_out": clock_actions.record_carried_out,
}


class BallotTable(Table):
    """A game of B Nomic that has just begun: nday 1 of nweek 1, the Clock On. Kevan is its Administrator.

    Proposals are told by their Numbers. `ticks` moves the clock of the test over midnights and lets the Clerk look.
    """

    def __init__(self, *names: str, **more: Any) -> None:
        super().__init__(*names, **{"starter": "bnomic", **more})

    # -- Proposals

    def submits(
        self, author: str, title: str = "", body: str = "It is time.", token: str | None = None, **more: Any
    ) -> Proposal:
        """`more`: `depends`, `conflicts`, `changes`."""
        return papers_actions.submit_proposal(
            actor_id=self.agent(author).pk,
            game_id=self.made.pk,
            words=papers_actions.PaperWords(title, body, **more),
            token=token or self.token(),
        )

    def revises(
        self,
        author: str,
        number: int,
        title: str = "",
        body: str = "It is high time.",
        base_version: int | None = None,
        **more: Any,
    ) -> Proposal:
        return papers_actions.revise_proposal(
            actor_id=self.agent(author).pk,
            game_id=self.made.pk,
            number=number,
            words=papers_actions.PaperWords(title, body, **more),
            base_version=base_version or self.proposal(number).post.version,
        )

    def votes(self, number: int, **by: str) -> None:
        """`votes(3, Josh="FOR", Lulu="AGAINST")`."""
        for name, vote in by.items():
            ballot_actions.cast_vote(actor_id=self.agent(name).pk, game_id=self.made.pk, number=number, vote=vote)

    def all_vote(self, number: int, vote: str, *names: str) -> None:
        self.votes(number, **dict.fromkeys(names, vote))

    def proposal(self, number: int) -> Proposal:
        found = register_queries.proposal_by_number(self.made.pk, number)
        assert found is not None
        return found

    def states(self) -> dict[int, str]:
        """The state of every Proposal on record."""
        return {row.number: row.state for row in register_queries.all_proposals(self.made.pk)}

    # -- the Clock

    def nday(self) -> tuple[int, int]:
        """Nweek and nday on record."""
        row = NweekClock.objects.get(game=self.made)
        return row.nweek, row.nday

    def count(self, nweek: int = 1) -> NweekCount:
        return NweekCount.objects.get(game=self.made, nweek=nweek)

    def ticks(self, traveller: Traveller, midnights: int = 1, *, clerk: bool = True) -> None:
        """A minute past each of the next midnights. Not `clerk`: nobody looks."""
        for _ in range(midnights):
            self._past_midnight(traveller)
            if clerk:
                self.sweep()

    def to_nday(self, traveller: Traveller, nday: int) -> None:
        """Until the Clock is at that nday, of this nweek or the next.

        The Clerk makes eir round there; after each midnight before it e looks at this game's day, and at nothing else.
        """
        while True:
            self._past_midnight(traveller)
            secrets_actions.look_again_at_day(game_id=self.made.pk)
            if self.nday()[1] == nday:
                break
        self.sweep()

    def _past_midnight(self, traveller: Traveller) -> None:
        midnight = clock.now().replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)
        traveller.move_to(midnight + timedelta(minutes=1))

    def desk(self, act: str, by: str = "Kevan", **facts: Any) -> None:
        """What an Administrator does: `turn_on`, `turn_off`, `pause`, `set_clock`, `number_from`, `carried_out`."""
        DESK_ACTS[act](actor_id=self.agent(by).pk, game_id=self.made.pk, **{"why": WHY, **facts})

    # -- the law

    def new_rule(self, title: str, text: str = "Cats are green.") -> Sequence[dict[str, Any]]:
        """A change list that enacts a rule."""
        return [{"kind": "enact", "section": "dynastic", "title": title, "text": text}]

    def legislate(self, *changes: object) -> None:
        """Change the law as a judgment would, between two midnights."""
        with floor(self.made.pk) as the_floor:
            applied = changes_queries.try_changes(
                changes_queries.current_state(the_floor.game), changes_queries.read_changes(list(changes))
            )
            assert applied.whole, applied.problems
            changes_actions.enact_changes(the_floor, applied, changes_actions.Cause("", None))
