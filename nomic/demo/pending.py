"""What stands before the Commons now: a Proposal in every state that one can wait in, and two Calls for Judgment.

The oldest became ripe only minutes ago. The Clerk leaves it to the Admins for an hour, and each behind it for another,
so that a first visitor finds the queue as it is meant to be seen.
"""

from __future__ import annotations

from nomic.demo.script import Act, Arrive, AskIdle, Remark, Write, ago
from nomic.demo.votes import AGAINST, DEFERENTIAL, FOR, VETO

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
GATE = "Light: Lamps by the Gate"
MANNERS = "Manners: Shut the Gate"
HASTE = "Time: A day and a half"
WET = "How wet is the wet acre?"
RINGS = "Three rings, or two and one?"

# The oldest: enough FOR for a quorum, since a few minutes ago. The fourth is about the very same sentence.
RIPE_AND_RIVAL: tuple[Act, ...] = (
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

BLOCKED: tuple[Act, ...] = (
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
        GATE,
        "I can see in the dark. I have come to accept that others cannot.",
        ({"kind": "enact", "section": "dynastic", "title": "The Gate", "text": LAMPS},),
    ),
    Remark(ago(14), "Fenwick", GATE, FOR, "Now I shall see what I am ringing."),
    Remark(ago(13), "Odalys", GATE, FOR, "Dusk, defined! This is what I came out of retirement for."),
    Remark(ago(12), "Tarragon", GATE, AGAINST, "The lamps have little hats, I notice. *They* may."),
)

YOUNG: tuple[Act, ...] = (
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
    Remark(ago(4, 30), "Quillon", GATE, None, "I am thinking about the oil."),
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
CALLS: tuple[Act, ...] = (
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
