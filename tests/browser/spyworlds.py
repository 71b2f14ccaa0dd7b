"""Games of spies for a walk along every page, with something of every kind in them.

Quillon is the Mastermind of some and an Agent in others.
"""

from __future__ import annotations

from datetime import timedelta

import time_machine

from dynasties.spy.theatre.models import Cover
from nomic.core import clock
from tests.spying import SpyTable


def addresses() -> list[str]:
    """What Quillon looks at."""
    maps = ["/g/shop/spy/map/?to=PAR&plan=CAI", "/g/cell/spy/map/", "/g/desk/spy/map/?side=both"]
    return _missions() + _gadgets() + _secrets() + _openings() + maps


def open_to_all() -> list[str]:
    """What a visitor looks at, once `addresses` has made the games."""
    return ["/g/shop/", "/g/desk/log/", "/g/desk/spy/map/", "/g/bureau/spy/missions/", "/g/shop/spy/gadgets/"]


def _missions() -> list[str]:
    """The pages of missions, for a Mastermind who has a claim to rule on, and for a spy who is asked into a group."""
    checks = [{"kind": "be-in", "places": ["LON"]}, {"kind": "hold", "ticket": "air", "count": 3}]
    losses = [{"column": "Sea Tickets", "add": -1}]
    bureau = SpyTable("Mudlark", "Sam", slug="bureau", title="The Bureau", founder="Quillon")
    field = SpyTable("Quillon", "Sam", slug="field", title="The Field", founder="Mudlark")
    for table, others in ((bureau, ("Mudlark", "Sam")), (field, ("Sam", "Quillon"))):
        table.open_mission("The Door", table.founder, checks=checks, losses=losses, closes_after=3)
        table.open_mission("The Window", table.founder, closes_after=1)
        table.put(others[0], "LON")
        uid = table.team(1, others[0])
        table.invite(others[0], uid, others[1])
        table.refuse(table.claim(others[1], 1), by=table.founder)
        table.claim(others[0], 1, uid)
        table.accept(table.claim(others[1], 2), table.founder)
    pages = ("bureau/spy/missions/2/", "bureau/spy/missions/new/")
    lists = (f"{slug}/spy/missions/{page}" for slug in ("bureau", "field") for page in ("", "1/"))
    return [f"/g/{page}" for page in (*lists, *pages)]


def _gadgets() -> list[str]:
    """The pages of Gadgets, for a Mastermind with one to price, and for a spy who may buy, claim, add and vote."""
    with time_machine.travel(clock.now() - timedelta(days=2), tick=False):
        works = SpyTable("Mudlark", "Sam", slug="works", title="The Works", founder="Quillon")
        shop = SpyTable("Quillon", "Sam", slug="shop", title="The Shop", founder="Mudlark")
        for table, asks in ((works, "Sam"), (shop, "Quillon")):
            row = table.ask(asks, "Skis", licences=["cross-curtain"])
            for voter in {"Mudlark", "Sam", "Quillon"} - {asks}:
                table.say(voter, row.number, comment="Fast.")
    for table in (works, shop):
        owned = [table.equip("Sam", "leave-prison") for _ in range(2)]
        table.price(owned[0].number, 1, by=table.founder)
        table.ask("Sam" if table is shop else "Mudlark", "Boots")
        table.give("Sam", gadgets=1)
    shop.put("Quillon", "KRA")
    pages = ("works/spy/gadgets/", "works/spy/gadgets/1001/", "works/spy/gadgets/1002/", "shop/spy/gadgets/")
    return [f"/g/{page}" for page in (*pages, "shop/spy/gadgets/new/")]


def _secrets() -> list[str]:
    """The Mastermind's desk with something of every kind on it; the dossier of a prisoner, with the proof of a line."""
    with time_machine.travel(clock.now() - timedelta(days=2), tick=False):
        desk = SpyTable("Mudlark", "Sam", slug="desk", title="The Desk", founder="Quillon")
        cell = SpyTable("Quillon", "Sam", slug="cell", title="The Cell", founder="Mudlark")
        cell.declare_for("Quillon", "Double Agent (World)")
        line = Cover.objects.get(theatre=cell.theatre).private.commitment
    desk.equip("Sam", "leave-prison")
    desk.put("Sam", "BER", side="behind", affiliation="World")
    desk.move("Sam", "FRA")
    desk.put("Mudlark", "FRA", affiliation="Mastermind")
    desk.rule_on(desk.attempt("Mudlark", "Sam"), by="Quillon")
    desk.put("Sam", "FRA", affiliation="World")
    desk.put("Mudlark", "FRA", affiliation="Mastermind")
    desk.attempt("Sam", "Mudlark")
    desk.put("Mudlark", "IST", side="behind")
    cell.roll("Sam")  # a new day turns with it: the line of the day before can be proven
    cell.put("Quillon", "ICE", prison="ICE")
    cell.attempt("Quillon", "Sam")
    pages = ("spy/dossier/", f"spy/dossier/log/{line}/")
    return ["/g/desk/spy/desk/", "/g/desk/spy/desk/?how=moved", *(f"/g/cell/{page}" for page in pages)]


def _openings() -> list[str]:
    """The form of what is disclosed; the page that asks whether all shall be revealed; and a story that was, with a
    line of its first day and one of today."""
    with time_machine.travel(clock.now() - timedelta(days=3), tick=False) as traveller:
        story = SpyTable("Mudlark", "Sam", slug="story", title="The Story", founder="Quillon")
        closing = SpyTable("Mudlark", "Sam", slug="closing", title="The Closing", founder="Quillon")
        for table in (story, closing):
            table.put("Sam", "KRA", affiliation="World")
            table.move("Sam", "SLO")
            table.put("Mudlark", "ICE", prison="ICE")
            table.disclose("Sam", "Mudlark", by="Quillon")
            table.win("Mudlark", traveller)
        closing.pass_role("Mudlark", "Quillon")
    first = story.game.private_events.filter(n__gt=2).order_by("n")[0].n
    story.put("Sam", "CAI")
    story.reveal("Mudlark")
    last = story.game.private_events.order_by("-n")[0].n
    pages = ("", f"{first}/", f"{last}/")
    return ["/g/desk/spy/disclose/", "/g/closing/spy/reveal/1/", *(f"/g/story/spy/revealed/1/{page}" for page in pages)]
