"""Small games for a walk along every page, each with pages that the demo has nothing for. Quillon looks at them."""

from __future__ import annotations

from datetime import timedelta

import time_machine

from nomic.core import clock
from proposals.composer import actions as composer_actions
from proposals.voting.rules import Vote
from tests.casting import Table
from tests.lawmaking import change, enact


def addresses() -> list[str]:
    """What Quillon looks at."""
    annexe = _annexe()
    rock = annexe.rule("The Rock").id
    pages = ("", "pending/", "posts/1/fail/", f"ruleset/{rock}/", *_tracked(annexe))
    return [*(f"/g/annexe/{page}" for page in pages), *_lodge(), *_ascent()]


def _annexe() -> Table:
    """A game where little has happened: its one Proposal may be failed, and an Admin might find a rule of it void."""
    table = Table("Mudlark", slug="annexe", title="The Annexe", founder="Quillon")
    table.propose("Mudlark", "Geology: The Rock")
    table.vote("Mudlark", 1, Vote.AGAINST)
    change(table, enact("The Rock", "This rule may not be repealed."), by="Quillon")
    return table


def _lodge() -> list[str]:
    """The pages of a game that is two days old: messages in it, opened and not, acts with a budget, and duties."""
    with time_machine.travel(clock.now() - timedelta(days=2), tick=False):
        table = Table("Mudlark", slug="lodge", title="The Lodge", founder="Quillon")
        cakes = "[Often](often:cake) an Agent bakes; [for each enactment](trigger:enacted) there is cake."
        owed = {"kind": "oblige", "agent": table.agent("Quillon").pk, "text": "bake a cake", "hours": 24}
        change(table, enact("Cakes", cakes), owed, by="Quillon")
        nameless = [table.call("Quillon", f"Who Ate Cake {n}?", anonymous=True).number for n in (1, 2)]
        composer_actions.reveal_author(actor_id=table.agent("Quillon").pk, game_id=table.made.pk, number=nameless[1])
        opened, _ = (table.message("Mudlark", "Quillon", "It is *all* in the tin.") for _ in range(2))
        table.open_message("Quillon", opened)
    table.sweep()
    pages = (
        "duties/",
        "messages/",
        "messages/new/",
        "messages/check/",
        f"messages/{opened.uid}/",
        f"messages/{opened.uid}/proof/?show=text",
        "dials/",
        *(f"posts/{number}/" for number in nameless),
        "posts/new/?category=dov",
    )
    return [f"/g/lodge/{page}" for page in pages]


def _ascent() -> list[str]:
    """The pages of a game in which Quillon is the new Mastermind, and has yet to speak."""
    with time_machine.travel(clock.now() - timedelta(days=2), tick=False) as traveller:
        table = Table("Mudlark", slug="ascent", title="The Ascent", founder="Quillon")
        table.enact_rule("Stones", "An Agent may hold a Stone.")
        table.win("Mudlark", traveller)
        table.pass_role("Mudlark", "Quillon")
    return [f"/g/ascent/{page}" for page in ("", "ascend/", "ascend/hand-on/", "dynasties/1/")]


def _tracked(table: Table) -> list[str]:
    """The pages of a tracker that holds every kind of value, and of a page of the Gamestate, in the same small game."""
    for kind, more in (("number", {}), ("text", {"secret": True}), ("choice", {"choices": ["a", "b"]}), ("switch", {})):
        table.column(f"A {kind}", kind=kind, **more)
    table.column("Round", scope="game")
    table.update("Mudlark", table.cell("A number", "Mudlark", "gain", "3"), comment="2DICE6")
    table.undo("Quillon", 1)
    made = {"kind": "make-page", "title": "Map", "rule": table.rule("Coins").id, "editors": "agents", "text": "# North"}
    change(table, made, by="Quillon")
    whose = table.agent("Quillon").pk
    cells = "&".join(f"cell={number}:{whose}" for number in range(1, 5))
    end = table.game.last_seq
    return [
        "tracker/",
        "tracker/?choose=1",
        "tracker/?column=1&where=1",
        f"tracker/edit/?{cells}&cell=5:game",
        f"tracker/cell/1/{table.agent('Mudlark').pk}/",
        "tracker/updates/",
        "tracker/updates/2/",
        "tracker/updates/2/undo/",
        f"tracker/diff/?from=1&to={end}",
        "pages/",
        "pages/1/",
        "pages/1/edit/",
        "pages/1/history/",
        "pages/1/versions/1/",
        "pages/1/diff/?from=1&to=1",
    ]
