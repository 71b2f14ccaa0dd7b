"""What waits in the game of spies now: two Proposals about its rules, and somebody who has just passed the gap."""

from __future__ import annotations

from nomic.demo.script import Act, Remark, Send, Visit, Write
from nomic.demo.spies.acts import Claim, Move, at
from nomic.demo.spies.missions import LUNCH
from nomic.demo.votes import AGAINST, FOR

AMNESTY = "Custody: Amnesty"
FARE = "Transport: Hops at twice the fare"

PENDING: tuple[Act, ...] = (
    Write(
        at(26, 20),
        "Sedgwick",
        "proposal",
        AMNESTY,
        "Repeal Capture. The rule is all that holds it up: without these words there is no die, no row, and no button. "
        "Whoever is in prison stays there, I fear. I have costed that, too.",
        ({"kind": "repeal", "rule": "Capture"},),
    ),
    Remark(at(26, 22), "Thimble", AMNESTY, AGAINST, "Not before Thursday, if you please. I have an appointment."),
    Remark(at(27, 2), "Halloway", AMNESTY, FOR, "I have come round to it. It was dark, and I came round."),
    Remark(at(27, 5), "Dabney", AMNESTY, FOR, "Is there capturing? Nobody said."),
    Write(
        at(27, 4),
        "Umber",
        "proposal",
        FARE,
        "Everybody hops. It is bad for the shoes, and for those of us with Season Tickets it is free. Write 2 for 1 in "
        "the sentence, and the machine will want two.",
        (
            {
                "kind": "replace",
                "rule": "Movement",
                "find": "for [1](dial:spy.hop_price) Land Ticket,",
                "replace": "for [2](dial:spy.hop_price) Land Tickets,",
            },
        ),
    ),
    Remark(at(27, 7), "Corvina", FARE, AGAINST, "Come by sea."),
    Remark(at(27, 8), "Bellweather", FARE, FOR, "Exercise is free. This is the point of it."),
    Remark(at(27, 13), "Larkspur", FARE, None, "I find that one hops less, after lunch."),
    Send(
        at(27, 14),
        "Umber",
        "Larkspur",
        "Nine?",
        "I was told to count your missions, and I have. Please do not tell anybody that I said so.",
    ),
    Visit(at(27, 15), "Ottoline"),
    Remark(at(27, 20), "Ottoline", FARE, None, "I should have to reprint every timetable."),
    # Seen at the gap: the desk has two days to tell of it, and a claim to rule on that would be the tenth.
    Move(at(27, 22), "Larkspur", "BER"),
    Claim(at(27, 23), "Larkspur", LUNCH, "Salmon, potatoes, a window seat. I believe that this makes ten."),
    # The last is public: by its moment it is known that the whole has been told.
    Remark(at(27, 23, 20), "Bellweather", AMNESTY, None, "Somebody has eaten. I can smell dill from here."),
)
