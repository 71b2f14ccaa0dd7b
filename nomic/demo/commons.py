"""The demo game of the Commons: five weeks of history, and what is pending now."""

from __future__ import annotations

from nomic.demo.script import (
    AGAINST,
    DEFERENTIAL,
    FOR,
    VETO,
    Admit,
    Arrive,
    Ascend,
    AskIdle,
    CellChange,
    DemoAct,
    EditPost,
    Enact,
    Fail,
    LookAt,
    LookAtDuty,
    Open,
    Pen,
    Remark,
    Reopen,
    Report,
    Resign,
    RollDice,
    Script,
    Send,
    Undo,
    UpdateTracker,
    VisitGame,
    Write,
    ago,
    at,
    merge_threads,
)

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

OPENING: tuple[DemoAct, ...] = (
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
    RollDice(at(0, 21), "Fenwick", "DICE6", "a first cup, while it is wet", "draw-tea"),
    UpdateTracker(at(0, 21, 5), "Fenwick", (CellChange("Cups", "Fenwick", "gain", None),), "As the die fell"),
    Enact(at(1, 1), "Odalys", OFFICERS),
)

SITTING: tuple[DemoAct, ...] = (
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
    UpdateTracker(at(1, 4), "Mudlark", (CellChange("Cups", "Mudlark", "gain", "5"),), GATE),
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
    RollDice(at(2, 3), "Quillon", "DICE6", "a cup for the long sitting", "draw-tea"),
    UpdateTracker(at(2, 3, 5), "Quillon", (CellChange("Cups", "Quillon", "gain", None),), "Lukewarm"),
)

CLAIMS: tuple[DemoAct, ...] = (
    UpdateTracker(at(3, 2), "Mudlark", (CellChange("Cups", "Mudlark", "spend", "3"),), "To move that we adjourn"),
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
    UpdateTracker(
        at(6, 1), "Quillon", (CellChange("Cups", "Quillon", "spend", "3"),), "To move that we adjourn, again"
    ),
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


# Quillon speaks, and the green begins; the rest of its people arrive.

ADDRESS = "Ascension Address: The Green"

ARRIVALS: tuple[DemoAct, ...] = (
    Ascend(
        at(9, 4),
        "Quillon",
        "The Green",
        "Good morning. There is a green here, and so far **no rule about it whatsoever**.\n\n"
        "The Committee is adjourned, and its Urn goes to whoever can lift it. Its minutes stay: they were the best of "
        "it. What remains of it shall be called a Parliament, since nobody is in it.\n\n"
        "I mean to reign lightly. Send me laws that can be read aloud without blushing, and leave every number in the "
        "sentence that it belongs to: the Clerk obeys only what is written.",
        repeal=("The Urn", "Adjournment"),
        renames=({"from": "Committee", "to": "Parliament"},),
        accent=135,
        emblem="❦",
    ),
    Remark(at(9, 5), "Fenwick", ADDRESS, None, "No rule about a bell either. I shall wait."),
    Remark(at(9, 6), "Fenwick", BELL_FOR_ORDER, AGAINST, "There is no chair any more. This bell was before its time."),
    Fail(at(9, 8), "Quillon", BELL_FOR_ORDER, "Killed by its author, who looked out of the window at the green."),
    Arrive(at(9, 22, 30), None, "Bramblebush", "The name was my parents' idea. May I come in?"),
    Arrive(at(9, 22, 40), None, "Tarragon", "I have views on hats."),
    Arrive(at(9, 22, 50), None, "Wexford", "Just looking, if that is lawful."),
    Admit(at(9, 23, 1), "Quillon", "Bramblebush"),
    Admit(at(9, 23, 2), "Quillon", "Tarragon"),
    Admit(at(9, 23, 3), "Quillon", "Wexford"),
)


# The first week: a second Admin, a green, six geese, a bell, and no tax.

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

FIRST_WEEK: tuple[DemoAct, ...] = (
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
    Remark(at(14, 15), "Wexford", "Noise: The Bell", FOR, "E has given me wax for my ears. I change my vote."),
    Remark(at(14, 16), "Pipistrelle", "Noise: The Bell", FOR, "It will keep me company."),
    UpdateTracker(
        at(14, 17),
        "Bramblebush",
        (CellChange("Crumbs", "Bramblebush", "spend", "1"),),
        "The Flock was given the end of a loaf, and gave nothing back",
        "feed-the-flock",
    ),
    Enact(at(14, 21), "Quillon", "Noise: The Bell", "Rung once, to see."),
    UpdateTracker(at(14, 22), "Fenwick", (), "One ring, for the neighbours to get used to", "ring-the-bell"),
    RollDice(at(14, 23), "Mudlark", "8DICE10", "the bounds, at low water", "walk-the-bounds"),
    UpdateTracker(
        at(14, 23, 5), "Mudlark", (CellChange("Acres", "Mudlark", "set", None),), "As many acres as the dice had feet"
    ),
)


# The second week: hedges, a shorter name, a third vote, and a title for the geese.

HEDGES = """\
Every Agent has a Hedge, four feet high.

An Agent may raise eir Hedge by one foot [occasionally](occasionally:raise-the-hedge). An Agent \
whose Hedge is the highest shall be told so, kindly, by whoever notices first."""

SECOND_WEEK: tuple[DemoAct, ...] = (
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
    UpdateTracker(
        at(16, 9),
        "Bramblebush",
        (CellChange("Hedge", "Bramblebush", "gain", "1"),),
        "One foot, for shade",
        "raise-the-hedge",
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
    EditPost(
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


# The third week: a veto, the hedges come down, the bell is tempered, and the geese get no vote.

THIRD_WEEK: tuple[DemoAct, ...] = (
    Write(
        at(23, 1),
        "Tarragon",
        "proposal",
        "Succession: Long live the hat",
        "If the Mastermind will not wear a hat, let the hat be Mastermind.",
    ),
    Remark(at(23, 2), "Bramble", "Succession: Long live the hat", FOR, "It has the head for it."),
    Remark(at(23, 4), "Quillon", "Succession: Long live the hat", VETO, "It does not even fit."),
    Remark(at(23, 5), "Odalys", "Succession: Long live the hat", AGAINST),
    Fail(at(23, 8), "Pipistrelle", "Succession: Long live the hat", "Vetoed, bare-headed."),
    Write(
        at(25, 1),
        "Bramble",
        "proposal",
        "Privacy: The hedges come down",
        "Mine is at six feet, and I have not seen a person since Tuesday. Only geese, from above.",
        ({"kind": "repeal", "rule": "Hedges"},),
    ),
    Remark(at(25, 3), "Odalys", "Privacy: The hedges come down", AGAINST, "I was enjoying mine."),
    Remark(at(25, 4), "Mudlark", "Privacy: The hedges come down", FOR),
    Remark(at(25, 6), "Fenwick", "Privacy: The hedges come down", FOR, "So that everybody can see me ring."),
    Remark(at(25, 9), "Quillon", "Privacy: The hedges come down", FOR),
    Remark(at(25, 10), "Pipistrelle", "Privacy: The hedges come down", FOR, "I kept flying into them."),
    LookAt(at(25, 12), None, "Wexford"),
    Enact(at(25, 19), "Quillon", "Privacy: The hedges come down", "Prunings to the geese."),
    Write(
        at(27, 2),
        "Odalys",
        "plain",
        "Minutes of a walk round the bounds",
        "Present: myself. Apologies: the hedges.\n\n"
        "1. The green was found to be *one acre larger* than last time. The extra one is wet.\n"
        "2. The Flock was counted and stood at eight, of which one was a swan on private business.\n"
        "3. There being no other business, the geese made some.",
    ),
    Remark(at(27, 4), "Mudlark", "Minutes of a walk round the bounds", None, "The swan is with me."),
    Remark(at(27, 5), "Tarragon", "Minutes of a walk round the bounds", None, "Was it wearing anything?"),
    Write(
        at(28, 2),
        "Fenwick",
        "proposal",
        "Noise: Two rings and no more",
        "Wexford's boat has been heard turning round. I offer this before I am asked.",
        (
            {
                "kind": "replace",
                "rule": "The Bell",
                "find": "may ring the Bell [often](often:ring-the-bell), and may hand",
                "replace": "may ring the Bell [often](often:ring-the-bell), but never more than twice in a week, and "
                "may hand",
            },
        ),
    ),
    Remark(at(28, 4), "Bramble", "Noise: Two rings and no more", FOR, "A noble act, clearly heard."),
    Remark(at(28, 5), "Odalys", "Noise: Two rings and no more", FOR),
    Remark(at(28, 8), "Pipistrelle", "Noise: Two rings and no more", FOR),
    Remark(at(28, 9), "Quillon", "Noise: Two rings and no more", FOR),
    Enact(at(28, 16), "Pipistrelle", "Noise: Two rings and no more", "Enacted between rings."),
    Write(
        at(30, 1),
        "Bramble",
        "proposal",
        "Suffrage: One goose, one vote",
        "They attend every meeting, which is more than can be said for us.",
        (
            {
                "kind": "enact",
                "section": "dynastic",
                "title": "Suffrage of Geese",
                "text": "The Flock has one vote on each Proposal, and casts it by making a noise.",
            },
        ),
    ),
    Remark(at(30, 2), "Mudlark", "Suffrage: One goose, one vote", FOR),
    Remark(at(30, 3), "Odalys", "Suffrage: One goose, one vote", AGAINST, "And who counts as the teller?"),
    Remark(
        at(30, 5),
        "Bramble",
        "Suffrage: One goose, one vote",
        AGAINST,
        "I have put it to the geese, and they were against.",
    ),
    Fail(at(30, 10), "Quillon", "Suffrage: One goose, one vote", "Killed by its own author, with dignity."),
    Write(
        at(31, 2),
        "Quillon",
        "plain",
        "Three weeks of lawfulness",
        "So far: one green, eight geese, one bell, no hedges. You have been kinder to each other than the rules ask, "
        "which I take for an oversight in the rules.",
    ),
    Remark(at(31, 3), "Tarragon", "Three weeks of lawfulness", None, "And not one hat."),
)


# What is kept of the green: its bounds, crumbs, corners and favourites, and the Book of Geese.

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

KEEPING_THE_BOOK: tuple[DemoAct, ...] = (
    Write(
        at(22, 0),
        "Bramble",
        "proposal",
        RECORDS,
        "They know all our names. It is time that we knew theirs.",
        (
            {"kind": "enact", "section": "dynastic", "title": THE_BOOK, "text": BOOK},
            {"kind": "make-page", "title": THE_BOOK, "rule": THE_BOOK, "editors": "agents", "text": FIRST_PAGE},
            {"kind": "make-column", "name": "Favourite", "column_kind": "text", "rule": THE_BOOK, "secret": True},
        ),
    ),
    Remark(at(22, 1), "Mudlark", RECORDS, FOR, "Mine answers to anything, if it is bread."),
    Remark(at(22, 2), "Odalys", RECORDS, FOR, "In alphabetical order, or in order of precedence?"),
    Remark(at(22, 3), "Pipistrelle", RECORDS, FOR),
    Remark(at(22, 6), "Quillon", RECORDS, FOR, "And I am to know everybody's favourite. The office has its burdens."),
    Enact(at(22, 13), "Pipistrelle", RECORDS, "Opened at a clean page. It did not stay so."),
    Pen(at(22, 15), "Bramble", THE_BOOK, "* **Order Order**, who will not have it.", "Met at the Gate"),
    UpdateTracker(
        at(22, 16), "Bramble", (CellChange("Favourite", "Bramble", "set", "Order Order"),), "We understand each other"
    ),
    UpdateTracker(
        at(22, 18), "Odalys", (CellChange("Favourite", "Odalys", "set", "Any Other Business"),), "For the long meetings"
    ),
    UpdateTracker(
        at(23, 9), "Fenwick", (CellChange("Favourite", "Fenwick", "set", "Bellwether"),), "She comes when I ring"
    ),
    Pen(at(24, 3), "Mudlark", THE_BOOK, "* **Ballast**, who came with the boat and outweighs it.", "From the shore"),
    UpdateTracker(
        at(24, 4), "Mudlark", (CellChange("Favourite", "Mudlark", "set", "the swan"),), "It is not on the list. I know."
    ),
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
    UpdateTracker(
        at(26, 14),
        "Odalys",
        tuple(
            CellChange("Corner", name, "set", corner)
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
    UpdateTracker(
        at(29, 6), "Tarragon", (CellChange("Corner", "Tarragon", "set", "West"),), "Away from the Bell", "move-corner"
    ),
    UpdateTracker(at(33, 9, 20), "Mudlark", (CellChange("Gate shut", None, "set", "no"),), "For a goose with luggage"),
)

COUNTING: tuple[DemoAct, ...] = (
    UpdateTracker(at(20, 6), "Mudlark", (CellChange("Flock", None, "gain", "1"),), "Monday's goose. She had a ticket."),
    UpdateTracker(
        at(26, 20), "Bramble", (CellChange("Flock", None, "gain", "1"),), "Monday's goose, entered late, as she did"
    ),
    UpdateTracker(
        at(33, 2, 20), "Pipistrelle", (CellChange("Flock", None, "gain", "1"),), "Monday's goose. Nine, and no chairs"
    ),
    UpdateTracker(
        at(16, 4), "Wexford", (CellChange("Crumbs", "Wexford", "spend", "1"),), "A sandwich, in haste", "feed-the-flock"
    ),
    UpdateTracker(
        at(18, 3), "Odalys", (CellChange("Crumbs", "Odalys", "spend", "1"),), "A rusk, seconded", "feed-the-flock"
    ),
    UpdateTracker(
        at(24, 6), "Pipistrelle", (CellChange("Crumbs", "Pipistrelle", "spend", "1"),), "A moth. No?", "feed-the-flock"
    ),
    UpdateTracker(
        at(28, 9, 20), "Mudlark", (CellChange("Crumbs", "Mudlark", "spend", "1"),), "Ship's biscuit", "feed-the-flock"
    ),
    UpdateTracker(at(30, 4), "Tarragon", (CellChange("Crumbs", "Tarragon", "gain", "4"),), UNDER_A_HAT),
    Undo(at(30, 7), "Odalys", UNDER_A_HAT, "The Parliament of Geese", "No rule gives Crumbs to anybody; hats least."),
    UpdateTracker(
        at(33, 16),
        "Bramble",
        (CellChange("Crumbs", "Bramble", "spend", "1"),),
        "The rest of the loaf",
        "feed-the-flock",
    ),
    RollDice(at(17, 9, 30), "Fenwick", "8DICE10", "the bounds, by ear", "walk-the-bounds"),
    UpdateTracker(
        at(17, 9, 40), "Fenwick", (CellChange("Acres", "Fenwick", "set", None),), "In strides, rounded to rings"
    ),
    RollDice(at(19, 8), "Bramble", "8DICE10", "the bounds, backwards", "walk-the-bounds"),
    UpdateTracker(
        at(19, 8, 5), "Bramble", (CellChange("Acres", "Bramble", "set", None),), "It looks bigger the other way"
    ),
    RollDice(at(24, 12), "Tarragon", "8DICE10", "the bounds, in a wide brim", "walk-the-bounds"),
    UpdateTracker(
        at(24, 12, 5), "Tarragon", (CellChange("Acres", "Tarragon", "set", None),), "In the shade throughout"
    ),
    RollDice(at(27, 1), "Odalys", "8DICE10", "the bounds, with minutes", "walk-the-bounds"),
    UpdateTracker(at(27, 1, 5), "Odalys", (CellChange("Acres", "Odalys", "set", None),), "One is wet"),
    RollDice(at(29, 21), "Pipistrelle", "8DICE10", "the bounds, from above", "walk-the-bounds"),
    UpdateTracker(at(29, 21, 5), "Pipistrelle", (CellChange("Acres", "Pipistrelle", "set", None),), "By echo"),
    RollDice(at(32, 8, 20), "Quillon", "8DICE10", "the bounds, in state", "walk-the-bounds"),
    UpdateTracker(at(32, 8, 25), "Quillon", (CellChange("Acres", "Quillon", "set", None),), "I met myself coming back"),
    UpdateTracker(at(28, 18), "Fenwick", (), "One ring, for the new law", "ring-the-bell"),
    UpdateTracker(at(30, 12), "Fenwick", (), "And one for the goose who lost the vote", "ring-the-bell"),
    UpdateTracker(at(32, 20, 20), "Fenwick", (), "A third, by popular request of the rope", "ring-the-bell"),
)

THE_BOOKS = KEEPING_THE_BOOK + COUNTING


# What the Commons fell out about, and what it made people promise.

TELLING = """\
[When a Proposal is enacted](trigger:enacted), whoever enacted it shall tell the Flock what has changed, and set down \
in the Book of Geese how that was received."""

TWO_VOTES = "Fair play: One owl, two votes"
SWAN = "Is the swan of the Flock?"
TELL_THEM = "Manners: Tell the geese"
BREAKFAST = "Noise: Not before breakfast"

DISPUTES: tuple[DemoAct, ...] = (
    Write(
        at(20, 5),
        "Tarragon",
        "proposal",
        TWO_VOTES,
        "I say with regret, and with my hat off, that two of us may be one of us. I ask that the game be shut to both.",
        ({"kind": "bar-agent", "agent": "Pipistrelle"}, {"kind": "remove-agent", "agent": "Bramble"}),
        evidence="Nobody has seen them together by daylight. Bramble votes after breakfast, Pipistrelle before it. On "
        "the one night when I called on both, neither opened, and it was the same door.",
    ),
    Remark(at(20, 6, 30), "Mudlark", TWO_VOTES, AGAINST, "It was my door. I was out."),
    Remark(at(20, 7), "Odalys", TWO_VOTES, AGAINST, "I have poured tea for both, at once, and had two complaints."),
    Remark(at(20, 8), "Fenwick", TWO_VOTES, AGAINST),
    Remark(at(20, 9), "Bramble", TWO_VOTES, AGAINST, "I am flattered to be thought able to fly."),
    Remark(at(20, 15), "Quillon", TWO_VOTES, AGAINST, "I have read what this rests on. It rests on a doormat."),
    Fail(at(20, 20), "Quillon", TWO_VOTES, "They are two."),
    Write(
        at(27, 6),
        "Mudlark",
        "cfj",
        SWAN,
        "Odalys counts it in the minutes, and the tracker does not. It came with me, it grazes with them, and it has "
        "opinions. If it is of the Flock, the Flock is one larger.",
        ({"kind": "set-value", "column": "Flock", "agent": None, "op": "gain", "value": 1},),
    ),
    Remark(at(27, 7), "Odalys", SWAN, AGAINST, "I counted it among those present. Apologies are not members either."),
    Remark(at(27, 9), "Bramble", SWAN, AGAINST, "The geese were asked, and moved one along."),
    Remark(at(27, 11), "Pipistrelle", SWAN, AGAINST),
    Remark(at(27, 13), "Fenwick", SWAN, AGAINST, "It does not come when I ring."),
    Fail(at(27, 16), "Quillon", SWAN, "A guest, then, and an honoured one."),
)

DUTIES: tuple[DemoAct, ...] = (
    Write(
        at(29, 1),
        "Pipistrelle",
        "proposal",
        TELL_THEM,
        "They find out anyway, and then it is a scene. Also: the hinge, and the swan.",
        (
            {"kind": "enact", "section": "dynastic", "title": "Telling the Geese", "text": TELLING},
            {"kind": "oblige", "agent": "Fenwick", "text": "oil the hinge of the Gate", "hours": 72},
            {"kind": "oblige", "agent": "Mudlark", "text": "return the swan to whoever misses it", "hours": 48},
        ),
    ),
    Remark(at(29, 2), "Bramble", TELL_THEM, FOR, "I shall hold your coat."),
    Remark(at(29, 4), "Fenwick", TELL_THEM, FOR, "The hinge and I are old friends."),
    Remark(at(29, 8), "Quillon", TELL_THEM, FOR),
    Enact(at(29, 14), "Quillon", TELL_THEM),
    Report(at(30, 14), "Fenwick", "oil the hinge", "Oiled. It now sings a third lower."),
    Write(
        at(31, 4),
        "Odalys",
        "proposal",
        BREAKFAST,
        "I do not ask for silence. I ask for six o'clock.",
        (
            {
                "kind": "replace",
                "rule": "The Bell",
                "find": "within an hour of the Bell.",
                "replace": "within an hour of the Bell, which is silent before six in the morning, GMT.",
            },
            {"kind": "oblige", "agent": "Tarragon", "text": "offer the Flock a hat, and accept a no", "hours": 96},
        ),
    ),
    Remark(at(31, 5), "Tarragon", BREAKFAST, FOR, "For one goose at least, I have a bonnet in mind."),
    Remark(at(31, 7), "Quillon", BREAKFAST, FOR),
    Remark(at(31, 9), "Bramble", BREAKFAST, FOR, "I used to like six o'clock. I should like to again."),
    LookAtDuty(at(31, 15), None, "return the swan"),
    Enact(at(31, 18), "Pipistrelle", BREAKFAST, "At ten in the evening, quietly."),
)


# What the people of the Commons write to one another in private, and when they last looked in.

LETTERS: tuple[DemoAct, ...] = (
    Send(at(16, 0, 20), "Wexford", "Fenwick", "Wax", "Thank you for the wax. I can hear you thinking, now. W."),
    Open(at(16, 1), "Fenwick", "Wax"),
    Send(at(24, 8), "Bramble", None, "A name for your ears", "It is Order Order. Do not look at her differently."),
    Open(at(24, 9), "Quillon", "A name for your ears"),
    Send(
        at(24, 10),
        "Quillon",
        "Bramble",
        "I looked at all of them",
        "The same way, and for some time. They know that something is up.",
        answers="A name for your ears",
    ),
    Open(at(24, 11), "Bramble", "I looked at all of them"),
    Send(
        at(31, 16),
        "Odalys",
        "Mudlark",
        "The swan",
        "You are *overdue*, dear. It was 48 hours. Take it to the pond and let it decide.",
    ),
    Open(at(31, 20), "Mudlark", "The swan"),
    Send(ago(27, 30), "Mudlark", "Odalys", "It has decided", "It decided on my boat.", answers="The swan"),
    Send(ago(9, 30), "Fenwick", "Quillon", "Before anybody else says it", "It was three. I lost count at two."),
    Send(ago(4), "Tarragon", "Pipistrelle", "No hard feelings", "I see now that there are two of you. Both: sorry."),
    Send(ago(2, 30), "Odalys", None, "A seconder", "If the wet acre comes to a vote, may I count on the office?"),
)

VISITS: tuple[DemoAct, ...] = (
    VisitGame(ago(31, 10), "Wexford"),
    VisitGame(ago(9, 20), "Fenwick"),
    VisitGame(ago(8, 50), "Mudlark"),
    VisitGame(ago(6, 50), "Odalys"),
    VisitGame(ago(5, 20), "Bramble"),
    VisitGame(ago(3, 20), "Quillon"),
    VisitGame(ago(1, 55), "Tarragon"),
    VisitGame(ago(1, 20), "Pipistrelle"),
)


# Five weeks on the Commons: a committee adjourns, and its people make law about a green, some geese and a bell.
# Posts are found again by their titles, what was done to the tracker by its comment, letters by their subject.

HISTORY = COMMITTEE + ARRIVALS + FIRST_WEEK + SECOND_WEEK + THIRD_WEEK + THE_BOOKS + DISPUTES + DUTIES
HISTORY += LETTERS + VISITS


# What stands before the Commons now: a Proposal in every state that one can wait in, and two Calls for Judgment.
# The oldest became ripe only minutes ago. The Clerk leaves it to the Admins for an hour, and each behind it for
# another, so that a first visitor finds the queue as it is meant to be seen.

MONDAYS = "At the first moment of each Monday, one goose joins the Flock."

LAMPS = """\
A Lamp stands on each side of the Gate, and Pipistrelle lights both at dusk. In this rule, dusk is six o'clock in the \
evening, GMT, in any weather and at any time of the year."""

POND = """\
The Pond is as deep as the Agent who measured it last says that it is.

An Agent may measure the Pond occasionally, by posting a depth in whole feet. No two measurements in a row may agree."""

GOOSE = "Livestock: A goose with a grudge"
HATS = "Apparel: A hat for every goose"
TOLL = "Noise: It tolls for Fenwick"
WINTER = "Livestock: Geese go south"
DEEP = "Water: The Pond"
CROWN = "Apparel: The Mastermind's hat"
GATE_PROPOSAL = "Light: Lamps by the Gate"
MANNERS = "Manners: Shut the Gate"
HASTE = "Time: A day and a half"
WET = "How wet is the wet acre?"
RINGS = "Three rings, or two and one?"

# The oldest: enough FOR for a quorum, since a few minutes ago. The fourth is about the very same sentence.
RIPE_AND_RIVAL: tuple[DemoAct, ...] = (
    Write(
        ago(46),
        "Mudlark",
        "proposal",
        GOOSE,
        "One goose a week is company. Two, if one of them has a grudge, is a *plot*.",
        (
            {
                "kind": "replace",
                "rule": "The Parliament of Geese",
                "find": MONDAYS,
                "replace": "At the first moment of each Monday, two geese join the Flock, one of them with a grudge.",
            },
        ),
    ),
    Remark(ago(45), "Fenwick", GOOSE, FOR, "Against whom?"),
    Remark(ago(44, 30), "Mudlark", GOOSE, None, "It is not for the law to say. She knows."),
)

BLOCKED: tuple[DemoAct, ...] = (
    # It can never pass, and could be failed if it were the oldest.
    Write(
        ago(44),
        "Tarragon",
        "proposal",
        HATS,
        "Small ones. I have done the measuring, and have the scars.",
        (
            {
                "kind": "enact",
                "section": "dynastic",
                "title": "Hats",
                "text": "Each goose of the Flock shall be given a hat in the week in which it joins.",
            },
        ),
    ),
    Remark(ago(43), "Odalys", HATS, AGAINST, "“Given” by whom? The passive voice has never dressed a goose."),
    Remark(ago(42), "Mudlark", HATS, AGAINST, "They voted. With their feet, on the hat."),
    Remark(ago(40), "Bramble", HATS, FOR, "I would pay to see it."),
    Remark(ago(38), "Bramble", HATS, AGAINST, "I have now seen it."),
    Remark(ago(36), "Pipistrelle", HATS, AGAINST),
    Remark(ago(35), "Odalys", GOOSE, AGAINST, "I have a better use for Mondays, and shall post it."),
    # Killed by its own author; it keeps its place until somebody fails it.
    Write(
        ago(31),
        "Fenwick",
        "proposal",
        TOLL,
        "That the Bell be rung once, slowly, whenever a Proposal of mine fails.",
        (
            {
                "kind": "replace",
                "rule": "The Bell",
                "find": "Fenwick holds it first.",
                "replace": "Fenwick holds it first, and it tolls once whenever a Proposal of eirs fails.",
            },
        ),
    ),
    Remark(ago(30, 30), "Tarragon", TOLL, FOR, "I should like one of these."),
    Remark(
        ago(30), "Fenwick", TOLL, AGAINST, "I read it aloud to myself in the belfry. Never again. Somebody toll it."
    ),
    # It would rewrite the sentence that the oldest rewrites first.
    Write(
        ago(29),
        "Odalys",
        "proposal",
        WINTER,
        "A Flock that only grows is not a Flock, it is a weather event.",
        (
            {
                "kind": "replace",
                "rule": "The Parliament of Geese",
                "find": MONDAYS,
                "replace": "At the first moment of each Monday, one goose leaves the Flock for the south, and writes.",
            },
        ),
    ),
    Remark(ago(28), "Bramble", WINTER, FOR, "I want those letters."),
    Remark(ago(27), "Mudlark", WINTER, AGAINST, "Mine is older. Yours will be amending a goose who has already left."),
    # Two follow the Mastermind, who has not spoken.
    Write(
        ago(26),
        "Bramble",
        "proposal",
        DEEP,
        "Odalys's extra acre is wet because it is a pond. Let it be one, and let it keep its counsel.",
        ({"kind": "enact", "section": "dynastic", "title": "The Pond", "text": POND},),
    ),
    Remark(ago(25), "Tarragon", DEEP, DEFERENTIAL, "I float no opinion."),
    Remark(ago(24), "Fenwick", DEEP, DEFERENTIAL, "Whatever Quillon sounds, I shall ring."),
    Remark(ago(23), "Odalys", DEEP, FOR, "Vindicated, if damp."),
    # The Mastermind has vetoed it.
    Write(
        ago(22),
        "Tarragon",
        "proposal",
        CROWN,
        "The Mastermind shall wear a hat on Sundays.",
        (
            {
                "kind": "enact",
                "section": "dynastic",
                "title": "Sunday Best",
                "text": "On Sundays the Mastermind shall wear a hat, and shall say which.",
            },
        ),
    ),
    Remark(ago(21), "Quillon", CROWN, VETO, "I know where this leads. It leads to other days."),
    Remark(ago(20), "Bramble", CROWN, FOR, "Worth it to have asked."),
    # One more FOR and, but for the queue, it could be enacted.
    Write(
        ago(15),
        "Pipistrelle",
        "proposal",
        GATE_PROPOSAL,
        "I can see in the dark. I have come to accept that others cannot.",
        ({"kind": "enact", "section": "dynastic", "title": "The Gate", "text": LAMPS},),
    ),
    Remark(ago(14), "Fenwick", GATE_PROPOSAL, FOR, "Now I shall see what I am ringing."),
    Remark(ago(13), "Odalys", GATE_PROPOSAL, FOR, "Dusk, defined! This is what I came out of retirement for."),
    Remark(ago(12), "Tarragon", GATE_PROPOSAL, AGAINST, "The lamps have little hats, I notice. *They* may."),
)

YOUNG: tuple[DemoAct, ...] = (
    # Prose only: an Admin has to see to it.
    Write(
        ago(6),
        "Odalys",
        "proposal",
        MANNERS,
        "Let every Agent who finds the Gate open shut it, and every Agent who finds it shut say good evening.\n\n"
        "I propose no rule. A gate that needs a rule has already been left open.",
    ),
    Remark(ago(5, 30), "Bramble", MANNERS, FOR, "Good evening."),
    Remark(ago(5), "Quillon", MANNERS, FOR),
    Remark(ago(4, 30), "Quillon", GATE_PROPOSAL, None, "I am thinking about the oil."),
    Arrive(
        ago(3), None, "Saltmarsh", "I was following a goose. She seems to have a grudge. Is this where one applies?"
    ),
    AskIdle(ago(2), "Tarragon"),
    Write(
        ago(1, 40),
        "Tarragon",
        "plain",
        "Gone to see a milliner",
        "I have asked to be made idle, as the law allows. An Admin need only press the button. Feed the geese; do not "
        "mention me to them.",
    ),
    Remark(ago(1, 10), "Fenwick", "Gone to see a milliner", None, "I shall ring when you come back. Twice at most."),
    # A dial: the sentence that it amends is what the server obeys.
    Write(
        ago(0, 40),
        "Mudlark",
        "proposal",
        HASTE,
        "Forty-eight hours is a long time to hold a goose. Change the words and the Clerk will keep the new time; "
        "there is no other switch.",
        (
            {
                "kind": "replace",
                "rule": "Enactment",
                "find": "[48 hours](dial:enactment.timeout)",
                "replace": "[36 hours](dial:enactment.timeout)",
            },
        ),
    ),
    Remark(ago(0, 25), "Odalys", HASTE, AGAINST, "I need the second night to think of the objection."),
    Remark(ago(0, 12), "Bramble", GOOSE, FOR, "I have asked her. It is not me."),
    Remark(ago(0, 6), "Pipistrelle", GOOSE, FOR, "That makes a quorum, by my count. Quillon, will you, or shall I?"),
)

# Two that pass any queue by: one by name, and one without, on which a quorum has just agreed.
CALLS: tuple[DemoAct, ...] = (
    Write(
        ago(20, 30),
        "Odalys",
        "cfj",
        WET,
        "The rule says forty acres, and I have stood in the forty-first. Mudlark says that water is no acre. Mudlark "
        "would. Let the rule say what is there.",
        (
            {
                "kind": "replace",
                "rule": "The Green",
                "find": "a green of forty acres, or so every Agent remembers it.",
                "replace": "a green of forty acres and a wet one, or so every Agent remembers it.",
            },
        ),
    ),
    Remark(ago(19), "Mudlark", WET, AGAINST, "If it is an acre, I have been sailing across the law."),
    Remark(ago(18), "Bramble", WET, FOR, "I have a Proposal about the very spot, and it is up to my knees."),
    Write(
        ago(10, 20),
        "Bramble",
        "cfj",
        RINGS,
        "Somebody has rung three times in seven days, where the rule allows two in a week. It will be said that a "
        "Monday lay between, and that a week is what the glossary says. I say that my ears have no glossary. Let three "
        "Crumbs be forfeit. *I leave my name off it, for I live within earshot.*",
        ({"kind": "set-value", "column": "Crumbs", "agent": "Fenwick", "op": "lose", "value": 3},),
        anonymous=True,
    ),
    Remark(ago(9, 40), "Fenwick", RINGS, AGAINST, "It was the rope."),
    Remark(ago(8, 40), "Mudlark", RINGS, FOR, "I counted along. We all did."),
    Remark(ago(7), "Odalys", RINGS, FOR, "A bell without minutes is only noise."),
    Remark(ago(3, 30), "Quillon", RINGS, FOR, "E has owned up to me, in a way. Three Crumbs is mild."),
    Remark(ago(0, 5), "Pipistrelle", RINGS, FOR, "I sleep by day. FOR, with feeling."),
)

PENDING = RIPE_AND_RIVAL + BLOCKED + CALLS + YOUNG


# The script of the demo game.

THE_COMMONS = Script(
    slug="the-commons",
    title="The Commons",
    founder="Odalys",
    usernames={
        "Quillon": "quillon",
        "Pipistrelle": "pipistrelle",
        "Mudlark": "mudlark",
        "Fenwick": "fenwick",
        "Odalys": "odalys",
        "Bramblebush": "bramble",
        "Tarragon": "tarragon",
        "Wexford": "wexford",
        "Saltmarsh": "saltmarsh",
    },
    acts=merge_threads(HISTORY, PENDING),
)
