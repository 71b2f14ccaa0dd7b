"""No page of the spies asks more of the tables however much there is on it."""

from __future__ import annotations

from collections.abc import Mapping

from time_machine import Traveller

from dynasties.spy.mechanics.gadget_requests import Say
from tests.pages.deciding.pages import queries_of
from tests.spying import SpyTable

# Who reads which page; None is a visitor.
READ = [
    (None, "map"), ("Lulu", "map"), ("Lulu", "map/?plan=MOS"),
    (None, "missions"), ("Lulu", "missions"), ("Kevan", "missions"),
    (None, "missions/1"), ("Lulu", "missions/1"), ("Kevan", "missions/1"),
    (None, "gadgets"), ("Lulu", "gadgets"), ("Kevan", "gadgets"), ("Lulu", "gadgets/1001"),
    ("Lulu", "dossier"), ("Kevan", "desk"), ("Kevan", "disclose"),
]  # fmt: skip
CHECKS = [{"kind": "agents-in", "places": ["LON"], "count": 2}, {"kind": "hold", "ticket": "air", "count": 3}]


def queries(table: SpyTable) -> Mapping[tuple[str | None, str], int]:
    """How many each page asks: on a second reading, when what a server keeps of the law is kept."""
    found = {}
    for who, page in READ:
        path, _, asked = page.partition("?")
        found[who, page] = queries_of(table, f"spy/{path.rstrip('/')}/" + (f"?{asked}" if asked else ""), who)
    return found


def something_of_everything(table: SpyTable, clock: Traveller, round: int, *names: str) -> None:
    """Each of these moves, is disclosed, asks for a Gadget, owns one, claims a mission and attempts a capture."""
    mission = table.open_mission(f"Mission {round}", checks=CHECKS)
    for name in names:
        table.put(name, "LON", affiliation="World", walked_in=True)
        table.give(name, air=9, sea=9, land=9, gadgets=9)
        table.equip(name, "cross-curtain")
        request = table.ask(name, f"Kite of {name}")
        table.say("Kevan", request.number, Say.DISAPPROVE, "No.")
        table.disclose(name, "Raven" if name != "Raven" else "Josh")
        table.comment(name, mission.post.number, "Abort the mission!")
    for name in names:
        table.attempt(name, "Raven" if name != "Raven" else "Josh")
        table.claim(name, mission.number)
    table.move(names[0], "FRA")
    clock.shift(60 * 60 * 24)


def test_no_page_asks_more_of_the_tables_when_there_are_many_of_everything(table: SpyTable, clock: Traveller) -> None:
    something_of_everything(table, clock, 1, "Josh", "Lulu", "Raven")
    few = queries(table)
    others = [f"Spy {letter}" for letter in "ABCDEFG"]
    for name in others:
        table.join(name)

    something_of_everything(table, clock, 2, *others[:4])
    something_of_everything(table, clock, 3, *others[4:])

    many = queries(table)
    assert {page: (few[page], many[page]) for page in few if many[page] > few[page]} == {}
