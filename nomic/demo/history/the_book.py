"""What is kept of the green: its bounds, crumbs, corners and favourites, and the Book of Geese."""

from __future__ import annotations

from nomic.demo.script import Act, Cell, Enact, Pen, Remark, Roll, Undo, Update, Write, at
from nomic.demo.votes import FOR

BOOK = """\
The Book of Geese is a page. Any Agent may write there what a goose is called, and what it did to be called so.

Each Agent has a Favourite among the geese, which the tracker keeps in secret for em and the Mastermind. *To name it \
would be to tell the others.*"""

CORNERS = """\
The Green has four corners. Each Agent has a Corner, which the tracker keeps, and may move to another \
[occasionally](occasionally:move-corner).

The tracker keeps whether the Gate is shut, too. Whoever goes through it may say so there."""

FIRST_PAGE = """\
* **Margery**, who counts heads.
* **Any Other Business**, who is always last."""

RECORDS = "Records: A book of geese"
EACH_A_CORNER = "Land: A corner each"
THE_BOOK = "The Book of Geese"
UNDER_A_HAT = "Four Crumbs, found under a hat"

KEEPING: tuple[Act, ...] = (
    Write(
        at(22, 0),
        "Bramble",
        "proposal",
        RECORDS,
        "They know all our names. It is time that we knew theirs.",
        (
            {"kind": "enact", "section": "dynastic", "title": THE_BOOK, "text": BOOK},
            {"kind": "make-page", "title": THE_BOOK, "rule": THE_BOOK, "editors": "agents", "text": FIRST_PAGE},
            {
                "kind": "make-column",
                "name": "Favourite",
                "column_kind": "text",
                "rule": THE_BOOK,
                "secret": True,
            },
        ),
    ),
    Remark(at(22, 1), "Mudlark", RECORDS, FOR, "Mine answers to anything, if it is bread."),
    Remark(at(22, 2), "Odalys", RECORDS, FOR, "In alphabetical order, or in order of precedence?"),
    Remark(at(22, 3), "Pipistrelle", RECORDS, FOR),
    Remark(at(22, 6), "Quillon", RECORDS, FOR, "And I am to know everybody's favourite. The office has its burdens."),
    Enact(at(22, 13), "Pipistrelle", RECORDS, "Opened at a clean page. It did not stay so."),
    Pen(at(22, 15), "Bramble", THE_BOOK, "* **Order Order**, who will not have it.", "Met at the Gate"),
    Update(at(22, 16), "Bramble", (Cell("Favourite", "Bramble", "set", "Order Order"),), "We understand each other"),
    Update(at(22, 18), "Odalys", (Cell("Favourite", "Odalys", "set", "Any Other Business"),), "For the long meetings"),
    Update(at(23, 9), "Fenwick", (Cell("Favourite", "Fenwick", "set", "Bellwether"),), "She comes when I ring"),
    Pen(at(24, 3), "Mudlark", THE_BOOK, "* **Ballast**, who came with the boat and outweighs it.", "From the shore"),
    Update(at(24, 4), "Mudlark", (Cell("Favourite", "Mudlark", "set", "the swan"),), "It is not on the list. I know."),
    Pen(at(28, 20), "Fenwick", THE_BOOK, "* **Bellwether**, who comes in on the second ring.", "Tuned"),
    Write(
        at(26, 0),
        "Odalys",
        "proposal",
        EACH_A_CORNER,
        "The hedges are down, and everybody is standing in the middle.",
        (
            {"kind": "enact", "section": "dynastic", "title": "Corners", "text": CORNERS},
            {
                "kind": "make-column",
                "name": "Corner",
                "column_kind": "choice",
                "rule": "Corners",
                "choices": ["North", "East", "South", "West"],
            },
            {
                "kind": "make-column",
                "name": "Gate shut",
                "column_kind": "switch",
                "rule": "Corners",
                "scope": "game",
                "standard": True,
            },
        ),
    ),
    Remark(at(26, 1), "Pipistrelle", EACH_A_CORNER, FOR, "North. It is darkest."),
    Remark(at(26, 2), "Fenwick", EACH_A_CORNER, FOR, "Whichever has the belfry."),
    Remark(at(26, 8), "Quillon", EACH_A_CORNER, FOR),
    Enact(at(26, 13), "Quillon", EACH_A_CORNER),
    Update(
        at(26, 14),
        "Odalys",
        tuple(
            Cell("Corner", name, "set", corner)
            for name, corner in (
                ("Odalys", "East"),
                ("Pipistrelle", "North"),
                ("Fenwick", "North"),
                ("Bramble", "South"),
                ("Mudlark", "West"),
                ("Tarragon", "East"),
                ("Quillon", "South"),
            )
        ),
        "As everybody called out; nobody wanted the wet end but Mudlark",
    ),
    Update(at(29, 6), "Tarragon", (Cell("Corner", "Tarragon", "set", "West"),), "Away from the Bell", "move-corner"),
    Update(at(33, 9, 20), "Mudlark", (Cell("Gate shut", None, "set", "no"),), "For a goose with luggage"),
)

COUNTING: tuple[Act, ...] = (
    Update(at(20, 6), "Mudlark", (Cell("Flock", None, "gain", "1"),), "Monday's goose. She had a ticket."),
    Update(at(26, 20), "Bramble", (Cell("Flock", None, "gain", "1"),), "Monday's goose, entered late, as she did"),
    Update(at(33, 2, 20), "Pipistrelle", (Cell("Flock", None, "gain", "1"),), "Monday's goose. Nine, and no chairs"),
    Update(at(16, 4), "Wexford", (Cell("Crumbs", "Wexford", "spend", "1"),), "A sandwich, in haste", "feed-the-flock"),
    Update(at(18, 3), "Odalys", (Cell("Crumbs", "Odalys", "spend", "1"),), "A rusk, seconded", "feed-the-flock"),
    Update(at(24, 6), "Pipistrelle", (Cell("Crumbs", "Pipistrelle", "spend", "1"),), "A moth. No?", "feed-the-flock"),
    Update(at(28, 9, 20), "Mudlark", (Cell("Crumbs", "Mudlark", "spend", "1"),), "Ship's biscuit", "feed-the-flock"),
    Update(at(30, 4), "Tarragon", (Cell("Crumbs", "Tarragon", "gain", "4"),), UNDER_A_HAT),
    Undo(at(30, 7), "Odalys", UNDER_A_HAT, "The Parliament of Geese", "No rule gives Crumbs to anybody; hats least."),
    Update(at(33, 16), "Bramble", (Cell("Crumbs", "Bramble", "spend", "1"),), "The rest of the loaf", "feed-the-flock"),
    Roll(at(17, 9, 30), "Fenwick", "8DICE10", "the bounds, by ear", "walk-the-bounds"),
    Update(at(17, 9, 40), "Fenwick", (Cell("Acres", "Fenwick", "set", None),), "In strides, rounded to rings"),
    Roll(at(19, 8), "Bramble", "8DICE10", "the bounds, backwards", "walk-the-bounds"),
    Update(at(19, 8, 5), "Bramble", (Cell("Acres", "Bramble", "set", None),), "It looks bigger the other way"),
    Roll(at(24, 12), "Tarragon", "8DICE10", "the bounds, in a wide brim", "walk-the-bounds"),
    Update(at(24, 12, 5), "Tarragon", (Cell("Acres", "Tarragon", "set", None),), "In the shade throughout"),
    Roll(at(27, 1), "Odalys", "8DICE10", "the bounds, with minutes", "walk-the-bounds"),
    Update(at(27, 1, 5), "Odalys", (Cell("Acres", "Odalys", "set", None),), "One is wet"),
    Roll(at(29, 21), "Pipistrelle", "8DICE10", "the bounds, from above", "walk-the-bounds"),
    Update(at(29, 21, 5), "Pipistrelle", (Cell("Acres", "Pipistrelle", "set", None),), "By echo"),
    Roll(at(32, 8, 20), "Quillon", "8DICE10", "the bounds, in state", "walk-the-bounds"),
    Update(at(32, 8, 25), "Quillon", (Cell("Acres", "Quillon", "set", None),), "I met myself coming back"),
    Update(at(28, 18), "Fenwick", (), "One ring, for the new law", "ring-the-bell"),
    Update(at(30, 12), "Fenwick", (), "And one for the goose who lost the vote", "ring-the-bell"),
    Update(at(32, 20, 20), "Fenwick", (), "A third, by popular request of the rope", "ring-the-bell"),
)

THE_BOOKS = KEEPING + COUNTING
