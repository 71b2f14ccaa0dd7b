"""The nweek to walk in on: a hat that hangs on a keeper, on a lamp, on a hundred planks, on one vote."""

from __future__ import annotations

from nomic.demo.ballot.acts import Revise, Say, Submit, amend, at, rule, sitting
from nomic.demo.script import Act, Write

LAMP = "At the seaward end of the pier hangs a lamp. It is lit whenever somebody remembers."
KEEPER = "One Player keeps the lamp: whoever was last to say that it had gone out."
HAT = "The keeper of the lamp wears a hat. *It is how the boats know em.*"
RIBBON = "The hat has a ribbon, long enough to be a hazard to shipping."
COLOUR = "The ribbon is as blue as the sea was on the day on which somebody saw it."
ELECTRICITY = "The pier has electricity, from the beach as far as plank 40. Beyond that it has had enough."
CAROUSEL = "At plank 60 turns a carousel with eleven horses. *Brigadier is not one of them, and has been told so.*"
TRAIN = "At plank 60 stands a ghost train. Whoever gets off it has not been on it, as far as anybody can prove."
STRAW = "On sunny days Brigadier wears a hat of straw, until it is eaten."
DONKEY = "There is a donkey called Brigadier, with a deposit. A Player may lead it to the end of the pier, or be led."
HAY = "One plank in ten is kept for hay."

BLUE = "A word on blue"

# Each is submitted before nday 9.
SUBMITTED: tuple[Act, ...] = (
    Submit(
        at(27, 2), "Samphire", "A Longer Pier", "After 200 planks the sea is nearly in view. One more push.",
        (amend("The Pier", "200 planks", "300 planks"),),
    ),
    Submit(
        at(27, 8), "Whelk", "A Lamp at the End of It", "A pier that ends in the dark is a plank.",
        (rule("The Lamp", LAMP),),
    ),
    Submit(
        at(28, 3), "Dulse", "A Hat for the Keeper",
        "There is no keeper yet. But I have heard whom Marram has in mind, and have seen em without a hat.",
        (rule("The Hat", HAT),), depends="A Keeper for the Lamp",
    ),
    Submit(
        at(28, 9), "Marram", "A Keeper for the Lamp", "It need not be Dulse. It will be Dulse.",
        (rule("The Keeper", KEEPER),), depends="#13",
    ),
    Revise(
        at(28, 11), "Whelk", 13, "A Lamp at the End of It",
        "A pier that ends in the dark is a plank. This one is to hang at the *new* end: I am not climbing up twice.",
        (rule("The Lamp", LAMP),), depends="A Longer Pier",
    ),
    Submit(
        at(29, 2), "Limpet", "A Ribbon for the Hat", "Red, I thought.",
        (rule("The Ribbon", RIBBON.replace("a ribbon", "a red ribbon")),), depends="A Hat for the Keeper",
    ),
    Submit(
        at(29, 5), "Fulmar", "The Colour of the Ribbon", "Blue.", (rule("The Colour", COLOUR),),
        depends="A Ribbon for the Hat",
    ),
    Revise(
        at(29, 7), "Limpet", 16, "A Ribbon for the Hat", "Of some colour. I do not wish to discuss it.",
        (rule("The Ribbon", RIBBON),), depends="A Hat for the Keeper",
    ),
    Submit(
        at(30, 4), "Thrift", "A Shorter Pier",
        "The last fifty planks have been paid for by the first fifty. I have seen the books, for I am the books.",
        (amend("The Pier", "200 planks", "150 planks"),), conflicts="#12",
    ),
    Submit(
        at(30, 9), "Dulse", "Electricity", "The tuba could be louder.", (rule("Electricity", ELECTRICITY),)
    ),
    Submit(
        at(31, 1), "Marram", "A Carousel", "It goes round, and comes back to the same till.",
        (rule("The Carousel", CAROUSEL),),
    ),
    Submit(
        at(31, 6), "Whelk", "A Ghost Train", "Plank 60 is where people begin to feel it.",
        (rule("The Ghost Train", TRAIN),), depends="Electricity", conflicts="A Carousel",
    ),
    Submit(
        at(32, 2), "Samphire", "A Hat for the Donkey", "Why should the keeper have one and not Brigadier?",
        (rule("The Other Hat", STRAW),), depends="The Donkey",
    ),
    Submit(
        at(32, 7), "Thrift", "Twice as Sure", "“One more for it than against it” is how we got a tuba.",
        (amend("The Count", "[1](dial:nweek.winning)", "[2](dial:nweek.winning)"),),
    ),
)  # fmt: skip

# From nday 9 on; Whelk has yet to say how long a pier should be.
VOTED: tuple[Act, ...] = (
    *sitting(at(34, 0, 20), "Thrift", for_=(18, 23), against=(12, 15, 20), abstain=(14, 19)),
    *sitting(at(34, 2), "Samphire", for_=(12, 13, 14, 16, 19, 20, 22), against=(18, 23)),
    Say(at(34, 2, 30), "Samphire", 18, "And which fifty would I do the teas on?"),
    Say(at(34, 2, 45), "Thrift", 18, "The warm ones."),
    *sitting(at(34, 5), "Dulse", for_=(12, 14, 15, 17, 18, 19, 21, 22), against=(23,)),
    Say(at(34, 5, 20), "Dulse", 18, "FOR both. A pier of any length, so long as there is an end of it to play at."),
    *sitting(at(34, 8), "Limpet", for_=(14, 16, 18, 19, 20, 22), against=(12, 17), abstain=(23,)),
    Say(at(34, 8, 30), "Limpet", 12, "AGAINST. It sounds like a walk."),
    Say(at(34, 9), "Samphire", 12, "Nobody is asking you to walk. You would be brought tea."),
    *sitting(at(34, 9, 30), "Limpet", for_=(12,)),
    Say(at(34, 13), "Samphire", 22, "Which donkey have I tied this to?"),
    Say(at(34, 13, 30), "Thrift", 22, "To number 10. It lost."),
    Submit(
        at(34, 15), "Marram", "The Donkey",
        "With references, this time. The hat hangs on the old donkey, and I cannot help that: it was tied there before "
        "this one came.",
        (rule("The Donkey", DONKEY),),
    ),
    *sitting(at(34, 15, 30), "Marram", for_=(12, 13, 15, 17, 20), abstain=(18,)),
    Submit(
        at(34, 20), "Samphire", "Hay", "And nobody is to tell it that the planks are not.", (rule("Hay", HAY),),
        depends="The Donkey",
    ),
    *sitting(at(35, 1), "Fulmar", for_=(17, 18, 21, 23), abstain=(12,)),
    Write(
        at(35, 1, 30), "Fulmar", "plain", BLUE,
        "I keep the Clock, and shall not say how anybody ought to vote. But I should like it to be minuted that if the "
        "short pier sinks the long one, then the lamp goes, and the keeper, and the hat, and the ribbon, and with them "
        "the only thing that I have asked for in three nweeks.",
    ),
    *sitting(at(35, 4), "Limpet", against=(19,)),
    Say(at(35, 4, 15), "Limpet", 19, "I have changed my mind. It hums, and I am nearest."),
    *sitting(at(35, 7), "Samphire", for_=(21, 23), against=(19,)),
    Say(at(35, 7, 15), "Samphire", 19, "On reflection: the urn, the sea, and Dulse."),
    Submit(
        at(35, 13), "Thrift", "No Gulls, Again", "They have had the minutes of the last vote.",
        (rule("Gulls", "No gull shall set foot on the pier, or beak."),), conflicts="Hay",
    ),
    *sitting(at(35, 22), "Whelk", for_=(13, 15, 19, 21), abstain=(22,)),
    Say(at(35, 23, 20), "Whelk", 12, "Give me until tomorrow. I am pacing it out."),
)  # fmt: skip

THIRD_NWEEK = SUBMITTED + VOTED
