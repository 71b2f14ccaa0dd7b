"""Where a script is played: a game in which people, posts, rules and messages are found by the words of the script."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from dynasties.queries import tracker
from dynasties.queries import updates as updates_read
from nomic.core import queries as core
from nomic.demo.script import Act, Cell, Change, Script
from proposals import queries
from rulesets import queries as rules

if TYPE_CHECKING:
    from nomic.core.models import Agent

AS_IT_IS = ("all", None)


@dataclass(frozen=True, slots=True)
class Stage:
    """A game in which acts are done, each at its own moment before the present of the script."""

    script: Script
    game_id: int
    founded_at: datetime

    def moment(self, act: Act) -> datetime:
        return self.founded_at + self.script.length - act.ago

    def person(self, name: str | None) -> Agent:
        return next(agent for agent in core.roster(self.game_id) if agent.name == name)

    def agent(self, name: str | None) -> int:
        return self.person(name).pk

    def account(self, name: str | None) -> int:
        return self.person(name).account_id

    def number(self, title: str) -> int:
        return queries.posts(self.game_id).get(title=title).number

    def application(self, name: str) -> int:
        return core.waiting_applications(self.game_id).get(name=name).pk

    def rule(self, title: str) -> int:
        return next(rule.id for rule in rules.ruleset(self.game_id).rules if rule.title == title)

    def duty(self, words: str) -> int:
        """The open duty that says so."""
        return core.open_duties(self.game_id).filter(text__contains=words).order_by("number")[0].number

    def update(self, comment: str) -> int:
        game = core.game(self.script.slug)
        assert game is not None
        number = updates_read.updates(game).get(comment=comment).number
        assert number is not None  # it is a public one
        return number

    def letter(self, name: str | None, subject: str) -> str:
        """The address of the oldest message of that subject that somebody received."""
        reader = core.reader(self.account(name), self.game_id)
        assert reader is not None
        received = core.messages_to(reader).order_by("pk")
        return next(each.uid for each in received if core.said_in(each)["subject"] == subject)

    def cell(self, cell: Cell, by: str | None) -> dict[str, object]:
        """A cell as `tracker.update` takes it, with ids for names."""
        column = next(each.number for each in tracker.columns(self.game_id) if each.name == cell.column)
        value = self._thrown(by) if cell.value is None else cell.value
        whose = self.agent(cell.whose) if cell.whose else None
        return {"column": column, "agent": whose, "op": cell.op, "value": value}

    def _thrown(self, name: str | None) -> int:
        last = core.rolls(self.game_id, agent_id=self.agent(name)).order_by("-number").first()
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


def token(act: Act) -> str:
    """What an act's form would have had; played again, it is known by it."""
    return f"script-{act.ago.total_seconds():.0f}"
