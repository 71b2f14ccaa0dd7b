"""The cast of a senate: the same table, with the law of Quorum in force, and what is done in its Episodes."""

from __future__ import annotations

from typing import Any

from dynasties.quorum.episodes import queries as episodes_queries
from dynasties.quorum.episodes.models import Episode, Seat
from dynasties.quorum.rounds import actions as rounds_actions, queries as rounds_queries
from dynasties.quorum.rounds.models import Round
from dynasties.quorum.senate import actions as senate_actions
from dynasties.succession import queries_ascension as succession_queries_ascension
from nomic.core.floor import floor
from nomic.core.games import queries as games_queries
from nomic.core.roster import actions as roster_actions
from rulesets.changes import actions as changes_actions, queries as changes_queries
from tests.casting import Table

YEA: dict[str, Any] = {"vote": "yea", "priorities": [1, 1, 1], "amendment": "none"}
NAY: dict[str, Any] = {**YEA, "vote": "nay"}


class SenateTable(Table):
    """A table whose dynastic rules are those of Quorum. Its Episodes are numbered from 1; `number` names the newest."""

    number = 0

    def __init__(self, *names: str, **more: Any) -> None:
        super().__init__(*names, **more)
        with floor(self.made.pk) as the_floor:
            state = changes_queries.current_state(the_floor.game)
            package = succession_queries_ascension.theme_changes(
                "quorum", games_queries.keywords_of(the_floor.game), state.next_rule_id
            )
            applied = changes_queries.try_changes(state, package)
            assert not applied.problems
            changes_actions.enact_changes(the_floor, applied, changes_actions.Cause("", None))

    # -- Episodes

    def convenes(self, name: str, *, seats: int = 3, rounds: int = 3, **more: Any) -> Episode:
        """Somebody convenes an Episode, which is the newest from now on."""
        made = senate_actions.convene_episode(
            account_id=self.account(name).pk,
            game_id=self.made.pk,
            token=more.pop("token", "") or self.token(),
            wishes=senate_actions.ConvenerWishes(seats, rounds, **more),
        )
        self.number = made.number
        return made

    def sits(self, name: str, seat: int, number: int = 0) -> Seat:
        return senate_actions.take_seat(**self.asks(name, number), seat=seat)

    def seats_program(self, name: str, seat: int, called: str = "Automaton", number: int = 0) -> str:
        """Its token."""
        return senate_actions.seat_program(**self.asks(name, number), seat=seat, name=called)[1]

    def seats_script(self, name: str, seat: int, script: str, number: int = 0) -> Seat:
        return senate_actions.seat_script(**self.asks(name, number), seat=seat, script=script)

    def leaves_seat(self, name: str, seat: int, number: int = 0) -> Seat:
        return senate_actions.leave_seat(**self.asks(name, number), seat=seat)

    def opens(self, name: str, *scripts: str, number: int = 0) -> Episode:
        return senate_actions.open_episode(**self.asks(name, number), scripts=scripts)

    def calls_off(self, name: str, number: int = 0) -> Episode:
        return senate_actions.call_off_episode(**self.asks(name, number))

    def senate(self, *names: str, **more: Any) -> Episode:
        """An Episode with these people in its seats, in this order, convened by the first of them; it is on."""
        self.convenes(names[0], seats=len(names), **more)
        for seat, name in enumerate(names):
            self.sits(name, seat)
        return self.episode()

    def decides(self, name: str, raw: object = None, *, round: int | None = None, **more: Any) -> dict[str, Any]:
        """A person decides in eir own seat, in the open round unless another is named; yea, where nothing is said."""
        seat = episodes_queries.seat_of(self.episode(), self.account(name).pk)
        return rounds_actions.take_decision(
            game_id=self.made.pk,
            number=self.number,
            ask=rounds_actions.DecisionRequest(
                seat.number if seat else 0,
                self.round().number if round is None else round,
                YEA if raw is None else raw,
                account_id=self.account(name).pk,
                **more,
            ),
        )

    def decides_by(self, token: str, raw: object = None, **more: Any) -> dict[str, Any]:
        """A program decides with its token, in the open round; yea, where nothing is said."""
        seat = episodes_queries.seat_by_token(self.episode(), token)
        return rounds_actions.take_decision(
            game_id=self.made.pk,
            number=self.number,
            ask=rounds_actions.DecisionRequest(
                seat.number if seat else 0,
                raw=YEA if raw is None else raw,
                token=token,
                **{"round": self.round().number, **more},
            ),
        )

    def all_decide(self, raw: object = None) -> None:
        """Everybody who sits in person decides alike, and the round closes."""
        for seat in episodes_queries.seats_of(self.episode()):
            if seat.account_id and not seat.token_digest:
                rounds_actions.take_decision(
                    game_id=self.made.pk,
                    number=self.number,
                    ask=rounds_actions.DecisionRequest(
                        seat.number,
                        self.episode().senate["round"],
                        YEA if raw is None else raw,
                        account_id=seat.account_id,
                    ),
                )

    def closes(self, number: int = 0) -> bool:
        """The Clerk looks whether a round is due."""
        return rounds_actions.close_if_due(game_id=self.made.pk, number=number or self.number)

    def asks(self, name: str, number: int = 0) -> dict[str, int]:
        """Who acts, and in which Episode: what most actions want to know first."""
        return {"account_id": self.account(name).pk, "game_id": self.made.pk, "number": number or self.number}

    # -- the law

    def strike(self, title: str) -> None:
        """A rule is repealed, without waiting for a vote."""
        self.change(self.repeal(title))

    def shut(self) -> None:
        """The Senate is for those alone who are in the game."""
        self.change(self.amend("Episodes", "[may](dial:senate.open_to)", "may not"))

    def bars(self, name: str) -> None:
        """The game is shut to somebody, who is out of it."""
        with floor(self.made.pk) as the_floor:
            roster_actions.bar_agent(the_floor, self.agent(name), by=None)

    def halts(self) -> None:
        """The game goes into hiatus."""
        with floor(self.made.pk) as the_floor:
            roster_actions.begin_hiatus(the_floor, "a Declaration of Victory")

    def resumes(self) -> None:
        """The hiatus ends."""
        with floor(self.made.pk) as the_floor:
            roster_actions.end_hiatus(the_floor, "it was rejected")

    # -- what there is

    def episode(self, number: int = 0) -> Episode:
        found = episodes_queries.get_episode(self.made.pk, number or self.number)
        assert found is not None
        return found

    def round(self, number: int = 0) -> Round:
        """The open round."""
        found = rounds_queries.open_round(self.episode(number))
        assert found is not None
        return found

    def records(self, number: int = 0) -> list[dict[str, Any]]:
        """What became of the rounds so far."""
        return [rounds_queries.record_of(each) for each in rounds_queries.closed_rounds(self.episode(number))]
