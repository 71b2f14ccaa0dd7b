"""The first week: a second Admin, a green, six geese, a bell, and no tax."""

from __future__ import annotations

from nomic.demo.script import Act, Cell, Enact, Fail, Remark, Reopen, Roll, Update, Write, at
from nomic.demo.votes import AGAINST, DEFERENTIAL, FOR

GREEN = """\
The Commons is a green of forty acres, or so every Agent remembers it. The Geese graze on it. The Agents live around \
it, and own none of it and all of it.

An Agent may walk the bounds [occasionally](occasionally:walk-the-bounds): e rolls 8DICE10, and the tracker keeps the \
Acres that e found. *Nobody has yet come back with the same number twice.*"""

GEESE = """\
The Flock is a number of geese, and the tracker keeps it. It starts at six.

At the first moment of each Monday, one goose joins the Flock.

Each Agent has Crumbs, a number that the tracker keeps; a newcomer gets 10. An Agent may feed the Flock \
[often](often:feed-the-flock), by spending a Crumb and saying in the comment what it was given. A goose counts as the \
property of whoever fed the Flock last."""

BELL = """\
There is one Bell, and one Agent holds its rope. Fenwick holds it first.

Whoever holds the rope may ring the Bell [often](often:ring-the-bell), and may hand the rope to any other Agent by \
saying so in the tracker. \
Nobody should post in a bad temper within an hour of the Bell."""

FIRST_WEEK: tuple[Act, ...] = (
    Write(
        at(11, 4),
        "Mudlark",
        "proposal",
        "An Admin who is awake",
        "Quillon sleeps at night, like a person. Pipistrelle does not. Let us have one of each.",
        ({"kind": "make-admin", "agent": "Pipistrelle"},),
    ),
    Remark(at(11, 5), "Pipistrelle", "An Admin who is awake", FOR, "I accept, and am already up."),
    Remark(at(11, 7), "Fenwick", "An Admin who is awake", FOR),
    Remark(at(11, 8), "Odalys", "An Admin who is awake", FOR, "Seconded. It will be minuted at three in the morning."),
    Remark(at(11, 12), "Quillon", "An Admin who is awake", FOR, "Good night, then."),
    Write(
        at(11, 13),
        "Quillon",
        "proposal",
        "Land: The green itself",
        "We cannot go on governing a place that the law has never heard of.",
        (
            {"kind": "enact", "section": "dynastic", "title": "The Green", "text": GREEN},
            {"kind": "make-column", "name": "Acres", "column_kind": "number", "rule": "The Green"},
        ),
    ),
    Remark(at(11, 14), "Mudlark", "Land: The green itself", FOR, "I make it thirty-nine acres, but let it pass."),
    Enact(at(11, 17), "Quillon", "An Admin who is awake", "The keys are under the geese."),
    Remark(at(11, 18), "Wexford", "Land: The green itself", FOR),
    Remark(at(11, 19), "Bramblebush", "Land: The green itself", FOR, "“None of it and all of it”: most of my estate."),
    Remark(at(11, 21), "Tarragon", "Land: The green itself", FOR, "No mention of hats. FOR, with reservations."),
    Enact(at(12, 2), "Pipistrelle", "Land: The green itself", "My first. I used both hands."),
    Write(
        at(12, 5),
        "Mudlark",
        "proposal",
        "Livestock: Geese",
        "A green with nothing on it is only a plan. I have six geese who need an address.",
        (
            {"kind": "enact", "section": "dynastic", "title": "Geese", "text": GEESE},
            {
                "kind": "make-column",
                "name": "Flock",
                "column_kind": "number",
                "rule": "Geese",
                "scope": "game",
                "standard": 6,
            },
            {"kind": "make-column", "name": "Crumbs", "column_kind": "number", "rule": "Geese", "standard": 10},
        ),
    ),
    Remark(at(12, 6), "Fenwick", "Livestock: Geese", FOR),
    Remark(at(12, 7), "Odalys", "Livestock: Geese", DEFERENTIAL, "I trust the Mastermind to have met a goose."),
    Remark(at(12, 9), "Tarragon", "Livestock: Geese", AGAINST, "They hissed at my brim."),
    Remark(at(12, 20), "Quillon", "Livestock: Geese", FOR, "I have, once. It is the past I am voting to overcome."),
    Remark(at(12, 21), "Bramblebush", "Livestock: Geese", FOR),
    Enact(at(13, 0), None, "Livestock: Geese"),
    Write(
        at(13, 3),
        "Wexford",
        "plain",
        "A small complaint about sheep",
        "There are none. I do not say that there should be. I say only that one comes to a common expecting sheep, and "
        "is met by a goose who knows one's name.",
    ),
    Remark(at(13, 4), "Mudlark", "A small complaint about sheep", None, "She knows all our names. She is the clerk."),
    Write(
        at(13, 8),
        "Tarragon",
        "proposal",
        "Revenue: A tax on bare heads",
        "One acorn a week from every Agent who is not wearing a hat, payable to any who is. I declare no interest.",
        (
            {
                "kind": "enact",
                "section": "dynastic",
                "title": "Bare Heads",
                "text": "An Agent who wears no hat shall give one acorn a week to an Agent who does.",
            },
        ),
    ),
    Remark(at(13, 9), "Pipistrelle", "Revenue: A tax on bare heads", AGAINST, "I wear mine on the inside."),
    Remark(at(13, 10), "Fenwick", "Revenue: A tax on bare heads", AGAINST),
    Remark(
        at(13, 11), "Mudlark", "Revenue: A tax on bare heads", AGAINST, "The geese are bare-headed and will not pay."
    ),
    Remark(at(13, 14), "Odalys", "Revenue: A tax on bare heads", AGAINST, "There is no acorn in the law."),
    Fail(at(13, 22), "Pipistrelle", "Revenue: A tax on bare heads", "Hats off to the author all the same."),
    Reopen(
        at(13, 23),
        "Quillon",
        "Revenue: A tax on bare heads",
        "Pipistrelle counted four heads in the dark, and is not sure that one was not a goose. Let us look again.",
        "Enactment",
    ),
    Fail(at(14, 5), "Quillon", "Revenue: A tax on bare heads", "By daylight: four Agents. The goose abstained."),
    Write(
        at(14, 6),
        "Fenwick",
        "proposal",
        "Noise: The Bell",
        "At last. I have brought my own rope.",
        (
            {"kind": "enact", "section": "dynastic", "title": "The Bell", "text": BELL},
            {
                "kind": "make-column",
                "name": "Rope",
                "column_kind": "text",
                "rule": "The Bell",
                "scope": "game",
                "standard": "Fenwick",
            },
        ),
    ),
    Remark(at(14, 7), "Quillon", "Noise: The Bell", FOR, "You have been very patient."),
    Remark(at(14, 8), "Bramblebush", "Noise: The Bell", FOR),
    Remark(at(14, 9), "Wexford", "Noise: The Bell", AGAINST, "I live next door to Fenwick."),
    Remark(at(14, 13), "Odalys", "Noise: The Bell", FOR),
    Remark(
        at(14, 15),
        "Wexford",
        "Noise: The Bell",
        FOR,
        "E has given me wax for my ears. I change my vote.",
    ),
    Remark(at(14, 16), "Pipistrelle", "Noise: The Bell", FOR, "It will keep me company."),
    Update(
        at(14, 17),
        "Bramblebush",
        (Cell("Crumbs", "Bramblebush", "spend", "1"),),
        "The Flock was given the end of a loaf, and gave nothing back",
        "feed-the-flock",
    ),
    Enact(at(14, 21), "Quillon", "Noise: The Bell", "Rung once, to see."),
    Update(at(14, 22), "Fenwick", (), "One ring, for the neighbours to get used to", "ring-the-bell"),
    Roll(at(14, 23), "Mudlark", "8DICE10", "the bounds, at low water", "walk-the-bounds"),
    Update(at(14, 23, 5), "Mudlark", (Cell("Acres", "Mudlark", "set", None),), "As many acres as the dice had feet"),
)
