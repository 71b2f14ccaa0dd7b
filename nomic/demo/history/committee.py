"""The Dynasty of Odalys: a committee, a tea urn, a victory that nobody believed, and one that stood."""

from __future__ import annotations

from nomic.demo.script import (
    Act,
    Admit,
    Arrive,
    Cell,
    Enact,
    Fail,
    Pen,
    Remark,
    Resign,
    Roll,
    Undo,
    Update,
    Write,
    at,
)
from nomic.demo.votes import AGAINST, FOR, VETO

URN = """\
The Committee has an Urn. Each Agent has Cups, a number that the tracker keeps, and a newcomer finds 3 of them at eir \
place.

An Agent may [often](often:draw-tea) draw from the Urn: e rolls DICE6, and gains so many Cups. *It is never warm.*"""

ADJOURNMENT = """\
An Agent may spend 3 Cups to move, in a post, that the Committee adjourn. If two others second the motion in comments, \
the Committee is adjourned. Whoever moved it has then achieved victory."""

MINUTES = """\
The Minutes are a page. Any Agent may set down there what the Committee has done, in words that the Committee could \
bear to hear read out."""

OFFICERS = "Officers: A second pair of hands"
TEA = "Refreshments: The Urn"
KEEPING = "Records: The Minutes"
RISING = "Procedure: How to stop"
FOURTH = "Procedure: A fourth committee"
FIRST_MOTION = "I move that we adjourn"
FIRST_CLAIM = "Adjourned, by acclamation"
SECOND_MOTION = "Motion to adjourn, with biscuits"
SECOND_CLAIM = "The Committee is risen"
BELL_FOR_ORDER = "Noise: A bell for the chair"
PAGE = "The Minutes"
GATE = "For the gate, which was returned in person"

OPENING: tuple[Act, ...] = (
    Arrive(at(0, 0, 20), None, "Pipistrelle", "I keep late hours and good minutes."),
    Arrive(at(0, 0, 31), None, "Mudlark", "Found your gate on the foreshore. Returning it in person."),
    Admit(at(0, 0, 45), "Odalys", "Pipistrelle"),
    Admit(at(0, 0, 46), "Odalys", "Mudlark"),
    Arrive(at(0, 1), None, "Quillon", "Is this the meeting about the green? I can wait outside, on it."),
    Admit(at(0, 1, 30), "Odalys", "Quillon"),
    Arrive(at(0, 2), None, "Fenwick", "I was told there would be a bell."),
    Admit(at(0, 3), "Odalys", "Fenwick"),
    Write(
        at(0, 4),
        "Odalys",
        "plain",
        "The Committee is in session",
        "I have retired from three committees, all of which still meet. This is the fourth, and I mean to see it "
        "**end properly**. Item one: tea.",
    ),
    Remark(at(0, 5), "Fenwick", "The Committee is in session", None, "Item two: a bell?"),
    Write(
        at(0, 6),
        "Odalys",
        "proposal",
        TEA,
        "No committee has ever failed for want of a purpose. Several have failed for want of tea.",
        (
            {"kind": "enact", "section": "dynastic", "title": "The Urn", "text": URN},
            {"kind": "make-column", "name": "Cups", "column_kind": "number", "rule": "The Urn", "standard": 3},
        ),
    ),
    Remark(at(0, 7), "Mudlark", TEA, FOR, "I have brought my own cup. It was in the gate."),
    Remark(at(0, 9), "Pipistrelle", TEA, FOR, "Minuted."),
    Write(
        at(0, 10),
        "Quillon",
        "proposal",
        OFFICERS,
        "Odalys chairs, pours, and keeps the keys. Let me at least have the keys.",
        ({"kind": "make-admin", "agent": "Quillon"},),
    ),
    Remark(at(0, 11), "Odalys", OFFICERS, FOR, "Gladly."),
    Remark(at(0, 12), "Fenwick", OFFICERS, FOR),
    Enact(at(0, 19), "Odalys", TEA, "Poured."),
    Roll(at(0, 21), "Fenwick", "DICE6", "a first cup, while it is wet", "draw-tea"),
    Update(at(0, 21, 5), "Fenwick", (Cell("Cups", "Fenwick", "gain", None),), "As the die fell"),
    Enact(at(1, 1), "Odalys", OFFICERS),
)

SITTING: tuple[Act, ...] = (
    Write(
        at(1, 3),
        "Pipistrelle",
        "proposal",
        KEEPING,
        "I have been keeping some. It would be good to know that they are any.",
        (
            {"kind": "enact", "section": "dynastic", "title": "Minutes", "text": MINUTES},
            {
                "kind": "make-page",
                "title": PAGE,
                "rule": "Minutes",
                "editors": "agents",
                "text": "1. The Urn was approved. It was not discussed.",
            },
        ),
    ),
    Update(at(1, 4), "Mudlark", (Cell("Cups", "Mudlark", "gain", "5"),), GATE),
    Undo(at(1, 5), "Odalys", GATE, "The Urn", "Only the Urn gives Cups, and only by the die. A gate is not tea."),
    Remark(at(1, 6), "Odalys", KEEPING, FOR),
    Remark(at(1, 8), "Quillon", KEEPING, FOR, "They read better than they went."),
    Write(
        at(1, 10),
        "Odalys",
        "proposal",
        RISING,
        "A committee that cannot adjourn is a village.",
        ({"kind": "enact", "section": "dynastic", "title": "Adjournment", "text": ADJOURNMENT},),
    ),
    Remark(at(1, 12), "Pipistrelle", RISING, FOR, "I shall keep the time."),
    Remark(at(1, 13), "Quillon", RISING, FOR, "It is a pleasant green out there."),
    Enact(at(1, 16), "Quillon", KEEPING),
    Write(at(1, 17), "Mudlark", "proposal", FOURTH, "Let there be a committee on the tide tables. I have most of it."),
    Remark(at(1, 18), "Odalys", FOURTH, VETO, "That way lies a fifth."),
    Enact(at(2, 0), "Odalys", RISING),
    Fail(at(2, 1), "Quillon", FOURTH, "Vetoed, with feeling."),
    Pen(
        at(2, 2),
        "Pipistrelle",
        PAGE,
        "2. A fourth committee was proposed. The chair rose to its full height.",
        "Item 2",
    ),
    Roll(at(2, 3), "Quillon", "DICE6", "a cup for the long sitting", "draw-tea"),
    Update(at(2, 3, 5), "Quillon", (Cell("Cups", "Quillon", "gain", None),), "Lukewarm"),
)

CLAIMS: tuple[Act, ...] = (
    Update(at(3, 2), "Mudlark", (Cell("Cups", "Mudlark", "spend", "3"),), "To move that we adjourn"),
    Write(at(3, 2, 10), "Mudlark", "plain", FIRST_MOTION, "The tide is out, and I am not in it."),
    Remark(at(3, 3), "Fenwick", FIRST_MOTION, None, "Seconded!"),
    Remark(at(3, 4), "Fenwick", FIRST_MOTION, None, "Seconded again, in case the first was not heard."),
    Write(
        at(3, 5),
        "Mudlark",
        "dov",
        FIRST_CLAIM,
        "I moved it, and it was seconded twice. The Committee is adjourned, and I have achieved victory.",
    ),
    Remark(at(3, 6), "Fenwick", FIRST_CLAIM, FOR, "I was there both times."),
    Remark(at(3, 8), "Odalys", FIRST_CLAIM, AGAINST, "“Two others” are two. Fenwick is one, however often."),
    Remark(at(3, 9), "Quillon", FIRST_CLAIM, AGAINST),
    Remark(at(3, 12), "Pipistrelle", FIRST_CLAIM, AGAINST, "The minutes show one Fenwick."),
    Fail(at(3, 18), "Quillon", FIRST_CLAIM, "Three voices of five say no. The Committee sits on."),
    Pen(at(3, 20), "Pipistrelle", PAGE, "3. Fenwick was counted, and came to one.", "Item 3"),
    Write(
        at(5, 20),
        "Fenwick",
        "proposal",
        BELL_FOR_ORDER,
        "The chair wants a bell, and I should like to be stood beside it.",
        (
            {
                "kind": "enact",
                "section": "dynastic",
                "title": "A Bell for the Chair",
                "text": "The chair has a bell. Fenwick rings it whenever the Committee is out of order.",
            },
        ),
    ),
    Update(at(6, 1), "Quillon", (Cell("Cups", "Quillon", "spend", "3"),), "To move that we adjourn, again"),
    Write(at(6, 1, 10), "Quillon", "plain", SECOND_MOTION, "It has stopped raining. There are biscuits on the green."),
    Remark(at(6, 2), "Mudlark", SECOND_MOTION, None, "Seconded, from outside."),
    Remark(at(6, 3), "Pipistrelle", SECOND_MOTION, None, "Seconded, and minuted."),
    Write(
        at(6, 4),
        "Quillon",
        "dov",
        SECOND_CLAIM,
        "I spent three Cups, and moved that we adjourn. Mudlark and Pipistrelle, who are two, seconded it.",
    ),
    Remark(at(6, 5), "Pipistrelle", SECOND_CLAIM, FOR, "The minutes show two, and biscuits."),
    Remark(at(6, 7), "Mudlark", SECOND_CLAIM, FOR, "That is how it is done, apparently."),
    Remark(at(6, 9), "Fenwick", SECOND_CLAIM, AGAINST, "I was not asked."),
    Remark(at(6, 14), "Odalys", SECOND_CLAIM, FOR, "At last, one that ended. I could weep."),
    Enact(at(6, 17), "Odalys", SECOND_CLAIM, "Adjourned. The keys are on the Urn."),
    Resign(at(6, 18), "Odalys"),
)

COMMITTEE = OPENING + SITTING + CLAIMS
