"""Where a script is played: a game in which people, posts, rules and messages are found by the words of the script."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from dynasties.tracker import queries as tracker_queries, queries_updates as tracker_queries_updates
from nomic.core.dice import queries as dice_queries
from nomic.core.duties import queries as duties_queries
from nomic.core.games import queries as games_queries
from nomic.core.messages import queries as messages_queries
from nomic.core.roster import queries as roster_queries
from nomic.demo.script import CellChange, Change, DemoAct, Script
from proposals.posts import queries as posts_queries
from rulesets.history import queries as history_queries

if TYPE_CHECKING:
    from nomic.core.games.models import Agent

AS_IT_IS = ("all", None)


@dataclass(frozen=True, slots=True)
class DemoStage:
    """A game in which acts are done, each at its own moment before the present of the script."""

    script: Script
    game_id: int
    founded_at: datetime

    def moment(self, act: DemoAct) -> datetime:
        return self.founded_at + self.script.length - act.ago

    def person(self, name: str | None) -> Agent:
        return next(agent for agent in roster_queries.roster(self.game_id) if agent.name == name)

    def agent(self, name: str | None) -> int:
        return self.person(name).pk

    def account(self, name: str | None) -> int:
        return self.person(name).account_id

    def number(self, title: str) -> int:
        return posts_queries.journal_posts(self.game_id).get(title=title).number

    def application(self, name: str) -> int:
        return roster_queries.waiting_applications(self.game_id).get(name=name).pk

    def rule(self, title: str) -> int:
        return next(rule.id for rule in history_queries.ruleset(self.game_id).rules if rule.title == title)

    def duty(self, words: str) -> int:
        """The open duty that says so."""
        return duties_queries.open_duties(self.game_id).filter(text__contains=words).order_by("number")[0].number

    def update(self, comment: str) -> int:
        game = games_queries.game(self.script.slug)
        assert game is not None
        number = tracker_queries_updates.visible_updates(game).get(comment=comment).number
        assert number is not None  # it is a public one
        return number

    def letter(self, name: str | None, subject: str) -> str:
        """The address of the oldest message of that subject that somebody received."""
        reader = messages_queries.reader_of(self.account(name), self.game_id)
        assert reader is not None
        received = messages_queries.messages_to(reader).order_by("pk")
        return next(each.uid for each in received if messages_queries.unseal_message(each)["subject"] == subject)

    def cell(self, cell: CellChange, by: str | None) -> dict[str, object]:
        """A cell as `tracker.update` takes it, with ids for names."""
        column = next(each.number for each in tracker_queries.live_columns(self.game_id) if each.name == cell.column)
        value = self._last_total(by) if cell.value is None else cell.value
        whose = self.agent(cell.whose) if cell.whose else None
        return {"column": column, "agent": whose, "op": cell.op, "value": value}

    def _last_total(self, name: str | None) -> int:
        last = dice_queries.rolls(self.game_id, agent_id=self.agent(name)).order_by("-number").first()
        assert last is not None
        return last.total

    def changes(self, scripted: tuple[Change, ...]) -> list[dict[str, Any]]:
        """A change list with the ids for which the script has titles and names.

        A rule that the same list enacts goes by its title.
        """
        enacted = {each["title"] for each in scripted if each["kind"] == "enact"}
        ids = {"rule": self.rule, "agent": self.agent}
        return [
            {
                key: ids[key](value) if key in ids and value not in (*AS_IT_IS, *enacted) else value
                for key, value in each.items()
            }
            for each in scripted
        ]


def act_token(act: DemoAct) -> str:
    """What an act's form would have had; played again, it is known by it."""
    return f"script-{act.ago.total_seconds():.0f}"
