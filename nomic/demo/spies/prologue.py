"""One sandwich is left, somebody takes it, and everybody at the party turns out to be a spy."""

from __future__ import annotations

from nomic.demo.script import Act, Admit, Arrive, Ascend, Enact, Remark, Write
from nomic.demo.spies.acts import Assign, Deal, Declare, at
from nomic.demo.votes import FOR

BUFFET = """\
There is a cold buffet, and on it one sandwich is left.

Any Agent may take it, by saying so in a post. If nobody asks em within six hours to put it back, e has achieved \
victory. *It is egg.*"""

LAST = "Catering: The last sandwich"
TAKEN = "I am taking the sandwich"
CLAIM = "It was egg"
ADDRESS = "Ascension Address: Everybody here is a spy"

PARTY: tuple[Act, ...] = (
    Arrive(at(0, 0, 20), None, "Ottoline", "I am with the embassy. It hardly matters which."),
    Arrive(at(0, 0, 30), None, "Larkspur", "I am with Ottoline."),
    Arrive(at(0, 0, 40), None, "Umber", "I am not with anybody. I was told to say so."),
    Admit(at(0, 1), "Bellweather", "Ottoline"),
    Admit(at(0, 1, 5), "Bellweather", "Larkspur"),
    Admit(at(0, 1, 10), "Bellweather", "Umber"),
    Write(
        at(0, 3),
        "Bellweather",
        "proposal",
        LAST,
        "The guests have been circling it for an hour, and each says that e is not hungry.",
        ({"kind": "enact", "section": "dynastic", "title": "The Buffet", "text": BUFFET},),
    ),
    Remark(at(0, 4), "Larkspur", LAST, FOR, "I am not hungry."),
    Remark(at(0, 5), "Ottoline", LAST, FOR),
    Remark(at(0, 6), "Umber", LAST, FOR, "I was told to say that I have eaten."),
    Enact(at(0, 16), "Bellweather", LAST),
    Write(at(0, 17), "Ottoline", "plain", TAKEN, "There. Somebody had to."),
    Write(at(1), "Ottoline", "dov", CLAIM, "I took the last sandwich in a post. Seven hours on, nobody has asked."),
    Remark(at(1, 1), "Bellweather", CLAIM, FOR, "We were each waiting for another to ask."),
    Remark(at(1, 2), "Larkspur", CLAIM, FOR, "I should have preferred the salmon."),
    Remark(at(1, 3), "Umber", CLAIM, FOR),
    Enact(at(1, 14), "Bellweather", CLAIM, "The plate is empty, and so is the argument."),
)

CURTAIN_RISES: tuple[Act, ...] = (
    Ascend(
        at(2),
        "Ottoline",
        "Everybody here is a spy",
        "Thank you for coming to the buffet. You have all been watching one another over the sandwiches, and you were "
        "all **quite right to**.\n\n"
        "There is a Map, and each of you is somewhere on it. I shall tell you where; nobody else will. There is an "
        "Iron Curtain, with one polite gap in it. There are missions, and whoever completes ten of them has won.\n\n"
        "Tell me within two weeks whom you serve. If it is me, say so. If it is the World, say so. If you mean to say "
        "the one and do the other, there is a box for that as well.",
        repeal=("The Buffet",),
        accent=215,
        emblem="☂",
        package="spy",
    ),
    Remark(at(2, 1), "Larkspur", ADDRESS, None, "And who had the salmon?"),
    Arrive(at(2, 2), None, "Thimble", "I have come about the umbrella stand."),
    Arrive(at(2, 2, 10), None, "Corvina", "My uncle has a boat. That is all I shall say."),
    Arrive(at(2, 2, 20), None, "Halloway", "Good evening. Do I know you? I hope not."),
    Arrive(at(2, 2, 30), None, "Sedgwick", "Sedgwick, accounts. I have questions about the umbrella stand."),
    Admit(at(2, 3), "Bellweather", "Thimble"),
    Admit(at(2, 3, 5), "Bellweather", "Corvina"),
    Admit(at(2, 3, 10), "Bellweather", "Halloway"),
    Admit(at(2, 3, 15), "Bellweather", "Sedgwick"),
    Assign(at(2, 6), "Ottoline", "Larkspur", "LON"),
    Assign(at(2, 6, 5), "Ottoline", "Umber", "HAM"),
    Assign(at(2, 6, 10), "Ottoline", "Corvina", "GRE"),
    Assign(at(2, 6, 15), "Ottoline", "Thimble", "PAR"),
    Assign(at(2, 6, 20), "Ottoline", "Halloway", "MAD"),
    Assign(at(2, 6, 25), "Ottoline", "Sedgwick", "AUV"),
    Deal(at(2, 7), "Ottoline"),
    Declare(at(2, 8), "Umber", "Mastermind"),
    Declare(at(2, 8, 10), "Larkspur", "Double Agent (Mastermind)"),
    Declare(at(2, 12), "Sedgwick", "World"),
    Declare(at(2, 15), "Halloway", "Double Agent (Mastermind)"),
    Declare(at(3, 6), "Thimble", "World"),
    Declare(at(3, 7), "Corvina", "Double Agent (World)"),
    Declare(at(11, 7), "Bellweather", "World"),
)

PROLOGUE = PARTY + CURTAIN_RISES
