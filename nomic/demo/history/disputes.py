"""What the Commons fell out about, and what it made people promise."""

from __future__ import annotations

from nomic.demo.script import Act, Enact, Fail, LookAtDuty, Remark, Report, Write, at
from nomic.demo.votes import AGAINST, FOR

TELLING = """\
[When a Proposal is enacted](trigger:enacted), whoever enacted it shall tell the Flock what has changed, and set down \
in the Book of Geese how that was received."""

TWO_VOTES = "Fair play: One owl, two votes"
SWAN = "Is the swan of the Flock?"
TELL_THEM = "Manners: Tell the geese"
BREAKFAST = "Noise: Not before breakfast"

DISPUTES: tuple[Act, ...] = (
    Write(
        at(20, 5),
        "Tarragon",
        "proposal",
        TWO_VOTES,
        "I say with regret, and with my hat off, that two of us may be one of us. I ask that the game be shut to both.",
        (
            {"kind": "bar-agent", "agent": "Pipistrelle"},
            {"kind": "remove-agent", "agent": "Bramble"},
        ),
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

DUTIES: tuple[Act, ...] = (
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
