"""What a game played at random draws from: Agents, posts, rules, and changes that nobody sane would propose."""

from __future__ import annotations

from random import Random
from typing import Any

from nomic.core.games.models import Agent
from nomic.core.law import queries as law_queries
from nomic.core.roster.models import Application
from proposals.posts.models import Post
from rulesets.history import queries as history_queries
from tests.casting import Table

BY = ("an Admin", "the Clerk", "an Admin or the Clerk")
MAY = ("may", "may not")
LENGTHS = ("0 hours", "1 second", "12 hours", "7 days")
COUNTS = ("0", "one", "2", "100")
WORDS: dict[str, tuple[str, ...]] = {
    "quorum.share": ("0", "1", "half", "1/3"),
    "enactment.hiatus_counts": ("counts", "does not count"),
    "voting.veto": MAY,
    "voting.deferential": MAY,
}
NAMES = ("Josh", "Lulu", "Raven", "Kevan", "Jash", "Pokes", "P\u043ekes", "P0kes", "Quorum", "Newt", "Agents", "Fresh")
KINDS = {
    "dial": 10,
    "enact": 4,
    "amend": 2,
    "repeal": 1,
    "rename": 2,
    "move": 2,
    "make-admin": 2,
    "remove-admin": 1,
    "rename-agent": 3,
    "remove-agent": 1,
    "bar-agent": 1,
    "unbar-agent": 1,
    "make-column": 6,
    "drop-column": 1,
    "set-value": 3,
    "make-page": 2,
    "drop-page": 1,
    "oblige": 2,
}
COLUMNS = ("Gold", "Side", "Luck", "G\u043eld", "Agents", "Josh")
Change = dict[str, Any]


def wordings(dial: str) -> tuple[str, ...]:
    """Extreme words for a dial, each of which it reads."""
    if dial in WORDS:
        return WORDS[dial]
    if dial.endswith(".by"):
        return BY
    return COUNTS if isinstance(law_queries.catalogue().dials[dial].standard, int) else LENGTHS


class Chance:
    """The dice over one game. Some throws land in another game, on what is gone, or on what never was."""

    def __init__(self, seed: int, table: Table, other: Table) -> None:
        self.dice, self.game, self.other = Random(seed), table.made.pk, other

    def luck(self, chance: float) -> bool:
        return self.dice.random() < chance

    def anybody(self) -> int:
        if self.luck(0.03):
            return self.other.agent("Eve").pk
        everybody = Agent.objects.filter(game_id=self.game).order_by("pk").values_list("pk", flat=True)
        return self.dice.choice(list(everybody))

    def admin(self) -> int:
        admins = Agent.objects.filter(game_id=self.game, is_admin=True).order_by("pk").values_list("pk", flat=True)
        return self.dice.choice(list(admins)) if admins and self.luck(0.9) else self.anybody()

    def number(self) -> int:
        """A post: mostly the one whose turn it is, else any, else none."""
        posts = Post.objects.filter(game_id=self.game)
        head = posts.filter(matter__status="pending").order_by("matter__opened_at", "number").first()
        if head is not None and self.luck(0.6):
            return head.number
        return self.dice.choice([*posts.order_by("number").values_list("number", flat=True), 999])

    def author(self, number: int) -> int:
        entry = Post.objects.filter(game_id=self.game, number=number).first()
        return entry.author_id if entry and entry.author_id and self.luck(0.9) else self.anybody()

    def application(self) -> int:
        known = Application.objects.order_by("pk").values_list("pk", flat=True)
        return self.dice.choice([*known, 999][-4:])

    def rule(self) -> int:
        ids = [rule.id for rule in history_queries.ruleset(self.game).rules]
        return self.dice.choice(ids) if ids and self.luck(0.95) else 2**62

    def token(self) -> str:
        return f"form-{self.dice.randrange(10**9)}" if self.luck(0.95) else "form"

    def passage(self) -> str:
        if self.luck(0.3):
            if self.luck(0.3):
                return f"[Often](often:{self.dice.choice(['walk', 'dance'])}), somebody may."
            return f"[words](mechanism:{self.dice.choice(sorted(law_queries.catalogue().mechanisms))})"
        dial = self.dice.choice(sorted(law_queries.catalogue().dials))
        link = f"[{self.dice.choice(wordings(dial))}](dial:{dial})"
        return f"*{link}*" if self.luck(0.1) else link

    def changes(self, most: int) -> list[Change]:
        return [self.change() for _ in range(self.dice.randint(0, most))]

    def change(self) -> Change:
        kind = self.dice.choices(list(KINDS), list(KINDS.values()))[0]
        rule = self.rule()
        place = {
            "section": self.dice.choice(["core", "dynastic", "glossary"]),
            "after": self.dice.choice([None, 0, rule]),
        }
        match kind:
            case "dial":
                return self._turned()
            case "enact":
                bars = self.dice.choice(["", "", "This rule may not be repealed. "])
                text = f"{bars}{self.passage()} and {self.passage()}"
                return {"kind": kind, "title": self.dice.choice(NAMES), "text": text, **place}
            case "amend":
                base = next((each.text for each in history_queries.ruleset(self.game).rules if each.id == rule), "")
                return {"kind": kind, "rule": rule, "base": base, "text": f"{base}\n\n{self.passage()}"}
            case "repeal":
                return {"kind": kind, "rule": rule}
            case "rename":
                return {"kind": kind, "rule": rule, "title": self.dice.choice(NAMES)}
            case "move":
                return {"kind": kind, "rule": rule, **place}
            case "rename-agent":
                titles = [each.title for each in history_queries.ruleset(self.game).rules[:3]]
                return {"kind": kind, "agent": self.anybody(), "name": self.dice.choice([*NAMES, *titles])}
        return self._tracked(kind) or {"kind": kind, "agent": self.anybody()}

    def _tracked(self, kind: str) -> Change:
        """A change to what the tracker keeps; empty for one of another kind."""
        column, rule, count = self.dice.choice(COLUMNS), self.rule(), self.dice.choice([None, -3, 0, 5])
        match kind:
            case "make-column":
                of = self.dice.choice(["number", "number", "text", "choice", "switch"])
                more: Change = {"choices": ["Red", "Blue"]} if of == "choice" else {}
                more |= {"least": count, "most": self.dice.choice([None, 9])} if of == "number" else {}
                scope = self.dice.choice(["agent", "agent", "game"])
                return {
                    "kind": kind,
                    "name": column,
                    "column_kind": of,
                    "rule": rule,
                    "scope": scope,
                    "secret": self.luck(0.3),
                    **more,
                }
            case "drop-column":
                return {"kind": kind, "column": column}
            case "set-value":
                whose, op = self.dice.choice([None, "all", self.anybody()]), self.dice.choice(["set", "gain", "lose"])
                return {"kind": kind, "column": column, "agent": whose, "op": op, "value": count or 2}
            case "make-page":
                editors = self.dice.choice(["agents", "admins", "mastermind"])
                return {"kind": kind, "title": column, "rule": rule, "editors": editors, "text": "Line 1"}
            case "drop-page":
                return {"kind": kind, "page": self.dice.randint(1, 3)}
            case "oblige":
                return {"kind": kind, "agent": self.anybody(), "text": "dance", "hours": self.dice.choice([None, 1])}
        return {}

    def _turned(self) -> Change:
        """A dial that the law carries, turned to an extreme; words that stand nowhere, where it carries none."""
        carried = history_queries.folded_law(self.game).dials
        dial = self.dice.choice(sorted(carried) or sorted(law_queries.catalogue().dials))
        rule, words = (carried[dial].rule_id, carried[dial].words) if dial in carried else (1, "nothing")
        new = self.dice.choice(wordings(dial))
        return {"kind": "replace", "rule": rule, "find": f"[{words}](dial:{dial})", "replace": f"[{new}](dial:{dial})"}
