"""The second week: hedges, a shorter name, a third vote, and a title for the geese."""

from __future__ import annotations

from nomic.demo.script import Act, Cell, Edit, Enact, Remark, Update, Write, at
from nomic.demo.votes import AGAINST, DEFERENTIAL, FOR

HEDGES = """\
Every Agent has a Hedge, four feet high.

An Agent may raise eir Hedge by one foot [occasionally](occasionally:raise-the-hedge). An Agent \
whose Hedge is the highest shall be told so, kindly, by whoever notices first."""

SECOND_WEEK: tuple[Act, ...] = (
    Write(
        at(15, 4),
        "Odalys",
        "proposal",
        "Privacy: Hedges",
        "Good hedges make tolerable neighbours.",
        (
            {"kind": "enact", "section": "dynastic", "title": "Hedges", "text": HEDGES},
            {
                "kind": "make-column",
                "name": "Hedge",
                "column_kind": "number",
                "rule": "Hedges",
                "standard": 4,
                "most": 12,
            },
        ),
    ),
    Remark(at(15, 6), "Wexford", "Privacy: Hedges", FOR, "Facing the Bell, please."),
    Remark(at(15, 7), "Tarragon", "Privacy: Hedges", FOR, "A hat for the garden."),
    Remark(at(15, 11), "Quillon", "Privacy: Hedges", FOR),
    Remark(at(15, 13), "Fenwick", "Privacy: Hedges", FOR, "You will hear me over it."),
    Enact(at(15, 23), "Pipistrelle", "Privacy: Hedges"),
    Update(
        at(16, 9), "Bramblebush", (Cell("Hedge", "Bramblebush", "gain", "1"),), "One foot, for shade", "raise-the-hedge"
    ),
    Write(
        at(17, 2),
        "Bramblebush",
        "proposal",
        "Names: A shorter one",
        "I have carried the second half of it long enough. Let me be Bramble.",
        ({"kind": "rename-agent", "agent": "Bramblebush", "name": "Bramble"},),
    ),
    Remark(at(17, 3), "Mudlark", "Names: A shorter one", FOR, "And the bush?"),
    Remark(at(17, 4), "Bramblebush", "Names: A shorter one", None, "The bush stays on the Commons, as is right."),
    Remark(at(17, 9), "Pipistrelle", "Names: A shorter one", FOR, "Speaking as a long name: FOR."),
    Remark(at(17, 10), "Quillon", "Names: A shorter one", FOR),
    Remark(at(17, 12), "Odalys", "Names: A shorter one", FOR),
    Remark(at(17, 13), "Wexford", "Names: A shorter one", FOR, "My last word for a while; there is a boat."),
    Enact(at(17, 18), "Quillon", "Names: A shorter one", "Entered on the roster, with the old label kept for the jam."),
    Write(
        at(18, 2),
        "Pipistrelle",
        "proposal",
        "Quiet weeks: Three make a crowd",
        "At the time-out two votes are enough today, and one of those may be the author's silence. I ask for three.",
        (
            {
                "kind": "replace",
                "rule": "Enactment",
                "find": "[2](dial:enactment.valid_votes)",
                "replace": "[3](dial:enactment.valid_votes)",
            },
        ),
    ),
    Remark(at(18, 9), "Quillon", "Quiet weeks: Three make a crowd", FOR, "The Clerk will count to three from then on."),
    Remark(at(18, 20), "Fenwick", "Quiet weeks: Three make a crowd", AGAINST, "Two is a duet."),
    Remark(at(19, 6), "Mudlark", "Quiet weeks: Three make a crowd", FOR, "Three is a chorus."),
    Enact(at(20, 3, 30), None, "Quiet weeks: Three make a crowd"),
    Write(
        at(21, 3),
        "Mudlark",
        "proposal",
        "Dignity for geese",
        "They sit, they interrupt, nothing is decided.",
        ({"kind": "rename", "rule": "Geese", "title": "The Parliament of Geese"},),
    ),
    Edit(
        at(21, 3, 40),
        "Mudlark",
        "Dignity for geese",
        "Livestock: Dignity for geese",
        "They sit, they interrupt, and at the end of the day nothing has been decided. There is a word for that, and "
        "their rule should bear it.",
    ),
    Remark(at(21, 6), "Bramble", "Livestock: Dignity for geese", FOR, "Order! Order!"),
    Remark(at(21, 7), "Tarragon", "Livestock: Dignity for geese", DEFERENTIAL),
    Remark(at(21, 9), "Odalys", "Livestock: Dignity for geese", FOR, "I have sat on worse."),
    Remark(at(21, 14), "Quillon", "Livestock: Dignity for geese", FOR),
    Remark(at(21, 15), "Pipistrelle", "Livestock: Dignity for geese", FOR),
    Enact(at(21, 20), "Quillon", "Livestock: Dignity for geese"),
)
