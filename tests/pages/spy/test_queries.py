"""No page of the spies asks more of the tables the more is on it; only the bar and the desk ask anything twice."""

from __future__ import annotations

from collections.abc import Mapping

from time_machine import Traveller

from dynasties.spy.gadgets.rules_requests import Stance
from tests.pages.deciding.pages import asked_twice, queries_of
from tests.spying import SpyTable

# Who reads which page, None being a visitor, and how many queries it asks: a number may only fall.
ASKED = {
    (None, "map"): 14,
    ("Lulu", "map"): 26,
    ("Lulu", "map/?plan=MOS"): 26,
    (None, "missions"): 14,
    ("Lulu", "missions"): 28,
    ("Kevan", "missions"): 30,
    (None, "missions/1"): 16,
    ("Lulu", "missions/1"): 28,
    ("Kevan", "missions/1"): 30,
    (None, "gadgets"): 17,
    ("Lulu", "gadgets"): 27,
    ("Kevan", "gadgets"): 28,
    ("Lulu", "gadgets/1001"): 27,
    ("Lulu", "dossier"): 32,
    ("Kevan", "desk"): 32,
    ("Kevan", "disclose"): 20,
}
CHECKS = [{"kind": "agents-in", "places": ["LON"], "count": 2}, {"kind": "hold", "ticket": "air", "count": 3}]


def queries(table: SpyTable) -> Mapping[tuple[str | None, str], int]:
    """How many each page asks: on a second reading, when what a server keeps of the law is kept."""
    found = {}
    for who, page in ASKED:
        found[who, page] = queries_of(table, path_of(page), who)
    return found


def path_of(page: str) -> str:
    path, _, asked = page.partition("?")
    return f"spy/{path.rstrip('/')}/" + (f"?{asked}" if asked else "")


def something_of_everything(table: SpyTable, clock: Traveller, round: int, *names: str) -> None:
    """Each of these moves, is disclosed, asks for a Gadget, owns one, claims a mission and attempts a capture."""
    mission = table.open_mission(f"Mission {round}", checks=CHECKS)
    for name in names:
        table.put(name, "LON", affiliation="World", walked_in=True)
        table.give(name, air=9, sea=9, land=9, gadgets=9)
        table.equip(name, "cross-curtain")
        request = table.ask(name, f"Kite of {name}")
        table.say("Kevan", request.number, Stance.DISAPPROVE, "No.")
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


def test_nothing_is_asked_twice_but_what_the_bar_counts_and_the_desk(table: SpyTable, clock: Traveller) -> None:
    something_of_everything(table, clock, 1, "Josh", "Lulu", "Raven")
    assert queries(table) == ASKED

    again = {(who, page): len(sqls) for who, page in ASKED if (sqls := asked_twice(table, path_of(page), who))}

    # What waits on the Mastermind's desk the bar counts for itself, whatever page is under it.
    of_the_bar = {("Kevan", page): 1 for page in ("missions", "gadgets", "disclose")}
    assert again == of_the_bar | {("Kevan", "desk"): 3}
