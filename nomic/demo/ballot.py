"""Two nweeks that are over: a pier, its deckchairs, a band, and a donkey for which nobody would vouch."""

from __future__ import annotations

from nomic.demo.ballot.acts import CarriedOut, Pause, Revise, Say, Submit, amend, at, rule, sitting
from nomic.demo.script import Act, Admit, Arrive, Cell, Enact, Remark, Update, Write
from nomic.demo.votes import FOR

PIER = """\
There is a pier at Little Soaking. It begins at the beach and runs out to sea for 200 planks, which is where the money \
ran out too.

What Players put up, they put up on the pier. *The view from the end of it is of more sea.*"""

DECKCHAIRS = """\
On the pier stand twelve deckchairs. Whoever sits down in one keeps it until e gets up. *Limpet has not got up.*"""

TEAS = """\
Tea is sold at plank 12, for a penny a cup. Each Player has Pennies, a number that the tracker keeps, and may spend \
one of them there whenever e is cold."""

STAND = """\
At plank 90 stands a bandstand, with room for a band of eight. *The other seven are expected.*"""

DONKEY = "There is a donkey called Brigadier. A Player may ride it to the end of the pier"
LAST_CLICK = """\
The turnstile has turned for the last time. Let it be hung over the clubhouse door, and let whoever goes in beneath it \
say “Click”."""

GULL = "The Clock, and the gull on it"
SEATED = "Where Limpet is sitting"

DOORS: tuple[Act, ...] = (
    Arrive(at(0, 1), None, "Samphire", "I do the teas. They are hot; that is the most that can be said."),
    Arrive(at(0, 1, 5), None, "Whelk", "I have the stall by the gate. Nothing on it is as old as it smells."),
    Arrive(at(0, 1, 10), None, "Marram", "I come with a donkey. I am told that it needs a Proposal."),
    Arrive(at(0, 1, 15), None, "Dulse", "Tuba."),
    Arrive(at(0, 1, 20), None, "Limpet", "I was here already. I am in the deckchair."),
    Arrive(at(0, 1, 25), None, "Thrift", "Somebody has to ask what it costs."),
    *(
        Admit(at(0, 2, 5 * place), "Fulmar", name)
        for place, name in enumerate(("Samphire", "Whelk", "Marram", "Dulse", "Limpet", "Thrift"))
    ),
)

FIRST: tuple[Act, ...] = (
    Submit(
        at(1, 3), "Samphire", "The Pier", "We have stood on it for years, and the law has never once looked down.",
        (rule("The Pier", PIER),),
    ),
    Submit(
        at(2, 5), "Limpet", "Deckchairs", "I ask for no more than I am sitting in.", (rule("Deckchairs", DECKCHAIRS),)
    ),
    Submit(
        at(3, 2), "Thrift", "No Gulls", "They have had four of my sandwiches, and the lease.",
        (rule("Gulls", "No gull shall set foot on the pier."),),
    ),
    Say(at(3, 4), "Whelk", 3, "Who is going to tell them?"),
    Submit(at(4, 1), "Samphire", "Teas", "Twopence a cup.", (rule("Teas", TEAS.replace("a penny", "twopence")),)),
    Say(at(4, 6), "Thrift", 4, "*Two*pence?"),
    Revise(
        at(5, 2), "Samphire", 4, "Teas", "A penny a cup. Thrift has been heard, and so has everybody within earshot.",
        (
            rule("Teas", TEAS),
            {"kind": "make-column", "name": "Pennies", "column_kind": "number", "rule": "Teas", "standard": 12},
        ),
        depends="The Pier",
    ),
    *sitting(at(8, 2), "Samphire", for_=(1, 2, 4), against=(3,)),
    *sitting(at(8, 6), "Limpet", for_=(2,), abstain=(1, 4)),
    *sitting(at(9, 1), "Thrift", for_=(1, 3, 4)),
    *sitting(at(9, 8), "Fulmar", for_=(1, 4), against=(3,)),
    Say(at(9, 9), "Fulmar", 3, "I was named after one."),
    *sitting(at(10, 3), "Whelk", for_=(1, 2, 3), abstain=(4,)),
    *sitting(at(10, 7), "Dulse", for_=(1, 2, 4), against=(3,)),
)  # fmt: skip

SECOND: tuple[Act, ...] = (
    Submit(
        at(13, 2), "Dulse", "A Band", "It is I. I have been rehearsing in the clubhouse, as you know.",
        (rule("The Band", "There is a brass band of one, with a tuba. It may play at any hour."),),
    ),
    Submit(
        at(13, 5), "Thrift", "Quiet Hours", "As we do know.",
        (rule("Quiet Hours", "From dusk until noon, the pier is quiet."),), conflicts="A Band",
    ),
    Submit(at(14, 1), "Dulse", "A Bandstand", "Bands of one get wet too.", (rule("The Bandstand", STAND),), "A Band"),
    Submit(
        at(14, 6), "Thrift", "Benches", "They are cheaper, and nobody has ever become attached to one.",
        (
            {"kind": "repeal", "rule": "Deckchairs"},
            rule("Benches", "On the pier stand benches. They are bolted down, and so is nobody else."),
        ),
    ),
    Submit(
        at(14, 9), "Limpet", "A Thirteenth Deckchair", "In case of guests.",
        (amend("Deckchairs", "twelve deckchairs", "thirteen deckchairs"),),
    ),
    Update(at(14, 12), "Limpet", (Cell("Pennies", "Limpet", "spend", "1"),), "A tea, to be brought to the deckchair"),
    Pause(at(15, 3), "Fulmar", 2, "A gull is sitting on the minute hand, and will not be hurried"),
    Write(
        at(15, 4), "Fulmar", "plain", GULL,
        "The Clock pauses until the day after tomorrow. I have offered it a sandwich. It would prefer the minute hand.",
    ),
    Remark(at(15, 6), "Thrift", GULL, None, "If there had been a Proposal about this. If only somebody had thought."),
    Submit(
        at(18, 1), "Marram", "The Donkey", "It is housed, shod and insured, in one case out of three.",
        (rule("The Donkey", f"{DONKEY}."),),
    ),
    Revise(
        at(18, 8), "Marram", 10, "The Donkey", "It is housed and shod. Brigadier has asked me to add the last clause.",
        (rule("The Donkey", f"{DONKEY}, if Brigadier agrees."),),
    ),
    Submit(at(19, 2), "Whelk", "A Moment for the Turnstile", LAST_CLICK),
    *sitting(at(22, 1), "Dulse", for_=(5, 7, 9), against=(6,), abstain=(10,)),
    *sitting(at(22, 5), "Thrift", for_=(6, 8, 11), against=(5, 10)),
    *sitting(at(23, 2), "Samphire", for_=(5, 6, 8, 11), against=(10,)),
    *sitting(at(23, 7), "Marram", for_=(5, 7, 10), against=(6,)),
    *sitting(at(24, 3), "Limpet", for_=(5, 6, 7, 9, 11), against=(8,)),
    Say(at(24, 4), "Limpet", 8, "You will have to unbolt me first."),
    *sitting(at(24, 9), "Whelk", for_=(5, 8, 9, 10, 11), against=(7,)),
    *sitting(at(24, 11), "Fulmar", for_=(6, 7, 8, 11), against=(10,), abstain=(5,)),
    Say(at(24, 14), "Whelk", 9, "FOR, if there are any left to count by then."),
)  # fmt: skip

AFTERMATH: tuple[Act, ...] = (
    CarriedOut(at(26, 2), "Fulmar", 11, "It hangs over the door: two people have clicked, and one has curtsied"),
    Say(at(26, 3), "Limpet", 9, "“Without effect.” I am sitting in the effect."),
    Write(
        at(26, 5), "Thrift", "cfj", SEATED,
        "There are no deckchairs any more, and Limpet is in one. The remedy: e is deemed to sit on a bench, in the "
        "shape of a deckchair, until e gets up.",
    ),
    Remark(at(26, 6), "Limpet", SEATED, FOR, "I shall not be getting up to look at it."),
    Remark(at(26, 7), "Whelk", SEATED, FOR),
    Remark(at(26, 8), "Samphire", SEATED, FOR, "E pays for eir teas. That is all that I ask of a bench."),
    Remark(at(26, 9), "Dulse", SEATED, FOR),
    Enact(at(26, 10), "Fulmar", SEATED, "It is a bench. I have told it so."),
    Update(at(27, 4), "Dulse", (Cell("Pennies", "Dulse", "spend", "2"),), "One for me, one for the tuba"),
)  # fmt: skip

FIRST_NWEEKS = DOORS + FIRST + SECOND + AFTERMATH
