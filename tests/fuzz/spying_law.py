"""What random spying does to the law and the columns of the spies, and what is so of them all the while."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from dynasties.spy.theatre import queries as theatre_queries, queries_covers as theatre_queries_covers
from dynasties.spy.theatre.rules_map import ATLAS
from rulesets.changes import queries as changes_queries
from rulesets.history import queries as history_queries

if TYPE_CHECKING:
    from tests.fuzz.spying import SpyPlay

COLUMNS = ("Air Tickets", "Sea Tickets", "Gadgets", "LKL", "Rank")
WORDINGS = ("0", "1", "2", "100", "0 hours", "1 second", "366 days", "1 to 6", "90 to 100", "takes part")
LINK = re.compile(r"\[[^\]]*\]\((?P<to>(?:dial|mechanism|often):[^)]*)\)")


def make_anew(play: SpyPlay) -> None:
    """A column is dropped, and may come again as something else; or words of the law are others."""
    laws = [each for each in history_queries.ruleset(play.game).rules if "spy." in each.text]
    if not laws:
        return
    rule = play.dice.choice(laws)
    found = play.dice.choice(list(LINK.finditer(rule.text)) or [None])
    if found is not None and play.dice.random() < 0.6:
        with_link = found["to"].startswith("dial:") and play.dice.random() < 0.8
        words = f"[{play.dice.choice(WORDINGS)}]({found['to']})" if with_link else "nothing"
        changes = [{"kind": "replace", "rule": rule.id, "find": found[0], "replace": words}]
    else:
        name, kind = play.dice.choice(COLUMNS), play.dice.choice(["number", "number", "text", "choice"])
        more: dict[str, Any] = {"choices": ["Red", "Blue"]} if kind == "choice" else {}
        more |= {"least": 0, "most": play.dice.choice([None, 2])} if kind == "number" else {}
        changes = [
            {"kind": "drop-column", "column": name},
            {
                "kind": "make-column",
                "name": name,
                "column_kind": kind,
                "rule": rule.id,
                "scope": play.dice.choice(["agent"] * 4 + ["game"]),
                "secret": play.dice.random() < 0.2,
                **more,
            },
        ]
    applied = changes_queries.try_changes(
        changes_queries.current_state(play.table.game), changes_queries.read_changes(changes)
    )
    if applied.whole:
        play.table.change(*changes)


def hold(game_id: int) -> None:
    """What is so after every act: columns hold what they may, and nobody is a prisoner elsewhere than in a prison."""
    held = theatre_queries.read_ledger(game_id)
    for (name, _), value in held.held.items():
        column = held.columns[name][1]
        assert column.may_hold(value), f"{name} holds {value}"
        assert not column.is_number or not isinstance(value, int) or column.least is None or value >= 0
    theatre = theatre_queries.latest_theatre(game_id)
    assert theatre is not None
    for spy in theatre_queries.spies(theatre):
        cover = theatre_queries_covers.cover_of(theatre, spy.agent_id)
        assert cover.location is None or cover.location in ATLAS
        assert cover.prison is None or cover.prison == cover.location in {"ICE", "SIB"}
