"""The demo game of B Nomic: its acts, how they are done, two nweeks that are over, and the one to walk in on."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from nomic.core import clock
from nomic.demo.script import (
    FOR,
    Admit,
    Arrive,
    CellChange,
    Change,
    DemoAct,
    Enact,
    Remark,
    Script,
    UpdateTracker,
    Write,
    merge_threads,
)
from nomic.demo.stage import DemoStage, act_token
from proposals.bnomic.ballot import actions as ballot_actions
from proposals.bnomic.clock import actions as clock_actions
from proposals.bnomic.papers import actions as papers_actions
from proposals.bnomic.register import queries as register_queries
from proposals.comments.actions import post_comment

if TYPE_CHECKING:
    from proposals.bnomic.register.models import Proposal

# 36 midnights, of which 2 fell into a pause of the Clock: at the end of it, nday 11 of nweek 3.
LENGTH = timedelta(days=36)
MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Submit(DemoAct):
    """`changes`: in their JSON form, but with rules by title; `depends`, `conflicts`: as the form takes them."""

    name: str
    body: str
    changes: tuple[Change, ...] = ()
    depends: str = ""
    conflicts: str = ""


@dataclass(frozen=True, slots=True)
class Revise(DemoAct):
    """A Pending Proposal is submitted anew: all of it is as it is here."""

    number: int
    name: str
    body: str
    changes: tuple[Change, ...] = ()
    depends: str = ""
    conflicts: str = ""


@dataclass(frozen=True, slots=True)
class Cast(DemoAct):
    number: int
    vote: str


@dataclass(frozen=True, slots=True)
class RemarkOnPaper(DemoAct):
    """A comment on a Proposal."""

    number: int
    body: str


@dataclass(frozen=True, slots=True)
class Pause(DemoAct):
    """The Clock pauses for so many days, and so many midnights go by."""

    days: int
    why: str


@dataclass(frozen=True, slots=True)
class CarriedOut(DemoAct):
    number: int
    why: str


def at(day: int, hour: int = 0, minute: int = 0) -> timedelta:
    """So long ago as it is since that moment of the game, which was founded on its day 0.

    At whatever time of day it was founded, exactly `day` midnights have gone by at hour 0.
    """
    return LENGTH - timedelta(days=day, hours=hour, minutes=minute)


def votes_of(
    ago: timedelta, by: str, for_: Collection[int] = (), against: Collection[int] = (), abstain: Collection[int] = ()
) -> tuple[DemoAct, ...]:
    """Somebody goes down the ballot, a vote a minute."""
    votes = dict.fromkeys(for_, "FOR") | dict.fromkeys(against, "AGAINST") | dict.fromkeys(abstain, "ABSTAIN")
    return tuple(Cast(ago - MINUTE * place, by, number, votes[number]) for place, number in enumerate(sorted(votes)))


def rule(title: str, text: str) -> Change:
    """A change that enacts a rule."""
    return {"kind": "enact", "section": "dynastic", "title": title, "text": text}


def amend(title: str, find: str, replace: str) -> Change:
    return {"kind": "replace", "rule": title, "find": find, "replace": replace}


# How the acts of a ballot are done: through the actions that its own pages would call.


def submit(stage: DemoStage, act: Submit) -> None:
    papers_actions.submit_proposal(
        actor_id=stage.agent(act.by),
        game_id=stage.game_id,
        words=papers_actions.PaperWords(act.name, act.body, act.depends, act.conflicts, stage.changes(act.changes)),
        token=act_token(act),
    )


def revise(stage: DemoStage, act: Revise) -> None:
    papers_actions.revise_proposal(
        actor_id=stage.agent(act.by),
        game_id=stage.game_id,
        number=act.number,
        words=papers_actions.PaperWords(act.name, act.body, act.depends, act.conflicts, stage.changes(act.changes)),
        base_version=_proposal(stage, act.number).post.version,
    )


def cast_votes(stage: DemoStage, act: Cast) -> None:
    ballot_actions.cast_vote(actor_id=stage.agent(act.by), game_id=stage.game_id, number=act.number, vote=act.vote)


def say(stage: DemoStage, act: RemarkOnPaper) -> None:
    entry = _proposal(stage, act.number).post
    post_comment(
        actor_id=stage.agent(act.by), game_id=stage.game_id, number=entry.number, body=act.body, token=act_token(act)
    )


def pause(stage: DemoStage, act: Pause) -> None:
    until = clock.now() + timedelta(days=act.days)
    clock_actions.pause_clock(actor_id=stage.agent(act.by), game_id=stage.game_id, until=until, why=act.why)


def carried_out(stage: DemoStage, act: CarriedOut) -> None:
    clock_actions.record_carried_out(
        actor_id=stage.agent(act.by), game_id=stage.game_id, number=act.number, why=act.why
    )


def _proposal(stage: DemoStage, number: int) -> Proposal:
    found = register_queries.proposal_by_number(stage.game_id, number)
    assert found is not None
    return found


BALLOTING: Mapping[type[DemoAct], Callable[[DemoStage, Any], None]] = {
    Submit: submit,
    Revise: revise,
    Cast: cast_votes,
    RemarkOnPaper: say,
    Pause: pause,
    CarriedOut: carried_out,
}


# Two nweeks that are over: a pier, its deckchairs, a band, and a donkey for which nobody would vouch.

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

DOORS: tuple[DemoAct, ...] = (
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

FIRST: tuple[DemoAct, ...] = (
    Submit(
        at(1, 3),
        "Samphire",
        "The Pier",
        "We have stood on it for years, and the law has never once looked down.",
        (rule("The Pier", PIER),),
    ),
    Submit(
        at(2, 5), "Limpet", "Deckchairs", "I ask for no more than I am sitting in.", (rule("Deckchairs", DECKCHAIRS),)
    ),
    Submit(
        at(3, 2),
        "Thrift",
        "No Gulls",
        "They have had four of my sandwiches, and the lease.",
        (rule("Gulls", "No gull shall set foot on the pier."),),
    ),
    RemarkOnPaper(at(3, 4), "Whelk", 3, "Who is going to tell them?"),
    Submit(at(4, 1), "Samphire", "Teas", "Twopence a cup.", (rule("Teas", TEAS.replace("a penny", "twopence")),)),
    RemarkOnPaper(at(4, 6), "Thrift", 4, "*Two*pence?"),
    Revise(
        at(5, 2),
        "Samphire",
        4,
        "Teas",
        "A penny a cup. Thrift has been heard, and so has everybody within earshot.",
        (
            rule("Teas", TEAS),
            {"kind": "make-column", "name": "Pennies", "column_kind": "number", "rule": "Teas", "standard": 12},
        ),
        depends="The Pier",
    ),
    *votes_of(at(8, 2), "Samphire", for_=(1, 2, 4), against=(3,)),
    *votes_of(at(8, 6), "Limpet", for_=(2,), abstain=(1, 4)),
    *votes_of(at(9, 1), "Thrift", for_=(1, 3, 4)),
    *votes_of(at(9, 8), "Fulmar", for_=(1, 4), against=(3,)),
    RemarkOnPaper(at(9, 9), "Fulmar", 3, "I was named after one."),
    *votes_of(at(10, 3), "Whelk", for_=(1, 2, 3), abstain=(4,)),
    *votes_of(at(10, 7), "Dulse", for_=(1, 2, 4), against=(3,)),
)

SECOND: tuple[DemoAct, ...] = (
    Submit(
        at(13, 2),
        "Dulse",
        "A Band",
        "It is I. I have been rehearsing in the clubhouse, as you know.",
        (rule("The Band", "There is a brass band of one, with a tuba. It may play at any hour."),),
    ),
    Submit(
        at(13, 5),
        "Thrift",
        "Quiet Hours",
        "As we do know.",
        (rule("Quiet Hours", "From dusk until noon, the pier is quiet."),),
        conflicts="A Band",
    ),
    Submit(at(14, 1), "Dulse", "A Bandstand", "Bands of one get wet too.", (rule("The Bandstand", STAND),), "A Band"),
    Submit(
        at(14, 6),
        "Thrift",
        "Benches",
        "They are cheaper, and nobody has ever become attached to one.",
        (
            {"kind": "repeal", "rule": "Deckchairs"},
            rule("Benches", "On the pier stand benches. They are bolted down, and so is nobody else."),
        ),
    ),
    Submit(
        at(14, 9),
        "Limpet",
        "A Thirteenth Deckchair",
        "In case of guests.",
        (amend("Deckchairs", "twelve deckchairs", "thirteen deckchairs"),),
    ),
    UpdateTracker(
        at(14, 12), "Limpet", (CellChange("Pennies", "Limpet", "spend", "1"),), "A tea, to be brought to the deckchair"
    ),
    Pause(at(15, 3), "Fulmar", 2, "A gull is sitting on the minute hand, and will not be hurried"),
    Write(
        at(15, 4),
        "Fulmar",
        "plain",
        GULL,
        "The Clock pauses until the day after tomorrow. I have offered it a sandwich. It would prefer the minute hand.",
    ),
    Remark(at(15, 6), "Thrift", GULL, None, "If there had been a Proposal about this. If only somebody had thought."),
    Submit(
        at(18, 1),
        "Marram",
        "The Donkey",
        "It is housed, shod and insured, in one case out of three.",
        (rule("The Donkey", f"{DONKEY}."),),
    ),
    Revise(
        at(18, 8),
        "Marram",
        10,
        "The Donkey",
        "It is housed and shod. Brigadier has asked me to add the last clause.",
        (rule("The Donkey", f"{DONKEY}, if Brigadier agrees."),),
    ),
    Submit(at(19, 2), "Whelk", "A Moment for the Turnstile", LAST_CLICK),
    *votes_of(at(22, 1), "Dulse", for_=(5, 7, 9), against=(6,), abstain=(10,)),
    *votes_of(at(22, 5), "Thrift", for_=(6, 8, 11), against=(5, 10)),
    *votes_of(at(23, 2), "Samphire", for_=(5, 6, 8, 11), against=(10,)),
    *votes_of(at(23, 7), "Marram", for_=(5, 7, 10), against=(6,)),
    *votes_of(at(24, 3), "Limpet", for_=(5, 6, 7, 9, 11), against=(8,)),
    RemarkOnPaper(at(24, 4), "Limpet", 8, "You will have to unbolt me first."),
    *votes_of(at(24, 9), "Whelk", for_=(5, 8, 9, 10, 11), against=(7,)),
    *votes_of(at(24, 11), "Fulmar", for_=(6, 7, 8, 11), against=(10,), abstain=(5,)),
    RemarkOnPaper(at(24, 14), "Whelk", 9, "FOR, if there are any left to count by then."),
)

AFTERMATH: tuple[DemoAct, ...] = (
    CarriedOut(at(26, 2), "Fulmar", 11, "It hangs over the door: two people have clicked, and one has curtsied"),
    RemarkOnPaper(at(26, 3), "Limpet", 9, "“Without effect.” I am sitting in the effect."),
    Write(
        at(26, 5),
        "Thrift",
        "cfj",
        SEATED,
        "There are no deckchairs any more, and Limpet is in one. The remedy: e is deemed to sit on a bench, in the "
        "shape of a deckchair, until e gets up.",
    ),
    Remark(at(26, 6), "Limpet", SEATED, FOR, "I shall not be getting up to look at it."),
    Remark(at(26, 7), "Whelk", SEATED, FOR),
    Remark(at(26, 8), "Samphire", SEATED, FOR, "E pays for eir teas. That is all that I ask of a bench."),
    Remark(at(26, 9), "Dulse", SEATED, FOR),
    Enact(at(26, 10), "Fulmar", SEATED, "It is a bench. I have told it so."),
    UpdateTracker(at(27, 4), "Dulse", (CellChange("Pennies", "Dulse", "spend", "2"),), "One for me, one for the tuba"),
)

FIRST_NWEEKS = DOORS + FIRST + SECOND + AFTERMATH


# The nweek to walk in on: a hat that hangs on a keeper, on a lamp, on a hundred planks, on one vote.

LAMP = "At the seaward end of the pier hangs a lamp. It is lit whenever somebody remembers."
KEEPER = "One Player keeps the lamp: whoever was last to say that it had gone out."
HAT = "The keeper of the lamp wears a hat. *It is how the boats know em.*"
RIBBON = "The hat has a ribbon, long enough to be a hazard to shipping."
COLOUR = "The ribbon is as blue as the sea was on the day on which somebody saw it."
ELECTRICITY = "The pier has electricity, from the beach as far as plank 40. Beyond that it has had enough."
CAROUSEL = "At plank 60 turns a carousel with eleven horses. *Brigadier is not one of them, and has been told so.*"
TRAIN = "At plank 60 stands a ghost train. Whoever gets off it has not been on it, as far as anybody can prove."
STRAW = "On sunny days Brigadier wears a hat of straw, until it is eaten."
SECOND_DONKEY = (
    "There is a donkey called Brigadier, with a deposit. A Player may lead it to the end of the pier, or be led."
)
HAY = "One plank in ten is kept for hay."

BLUE = "A word on blue"

# Each is submitted before nday 9.
SUBMITTED: tuple[DemoAct, ...] = (
    Submit(
        at(27, 2),
        "Samphire",
        "A Longer Pier",
        "After 200 planks the sea is nearly in view. One more push.",
        (amend("The Pier", "200 planks", "300 planks"),),
    ),
    Submit(
        at(27, 8),
        "Whelk",
        "A Lamp at the End of It",
        "A pier that ends in the dark is a plank.",
        (rule("The Lamp", LAMP),),
    ),
    Submit(
        at(28, 3),
        "Dulse",
        "A Hat for the Keeper",
        "There is no keeper yet. But I have heard whom Marram has in mind, and have seen em without a hat.",
        (rule("The Hat", HAT),),
        depends="A Keeper for the Lamp",
    ),
    Submit(
        at(28, 9),
        "Marram",
        "A Keeper for the Lamp",
        "It need not be Dulse. It will be Dulse.",
        (rule("The Keeper", KEEPER),),
        depends="#13",
    ),
    Revise(
        at(28, 11),
        "Whelk",
        13,
        "A Lamp at the End of It",
        "A pier that ends in the dark is a plank. This one is to hang at the *new* end: I am not climbing up twice.",
        (rule("The Lamp", LAMP),),
        depends="A Longer Pier",
    ),
    Submit(
        at(29, 2),
        "Limpet",
        "A Ribbon for the Hat",
        "Red, I thought.",
        (rule("The Ribbon", RIBBON.replace("a ribbon", "a red ribbon")),),
        depends="A Hat for the Keeper",
    ),
    Submit(
        at(29, 5),
        "Fulmar",
        "The Colour of the Ribbon",
        "Blue.",
        (rule("The Colour", COLOUR),),
        depends="A Ribbon for the Hat",
    ),
    Revise(
        at(29, 7),
        "Limpet",
        16,
        "A Ribbon for the Hat",
        "Of some colour. I do not wish to discuss it.",
        (rule("The Ribbon", RIBBON),),
        depends="A Hat for the Keeper",
    ),
    Submit(
        at(30, 4),
        "Thrift",
        "A Shorter Pier",
        "The last fifty planks have been paid for by the first fifty. I have seen the books, for I am the books.",
        (amend("The Pier", "200 planks", "150 planks"),),
        conflicts="#12",
    ),
    Submit(at(30, 9), "Dulse", "Electricity", "The tuba could be louder.", (rule("Electricity", ELECTRICITY),)),
    Submit(
        at(31, 1),
        "Marram",
        "A Carousel",
        "It goes round, and comes back to the same till.",
        (rule("The Carousel", CAROUSEL),),
    ),
    Submit(
        at(31, 6),
        "Whelk",
        "A Ghost Train",
        "Plank 60 is where people begin to feel it.",
        (rule("The Ghost Train", TRAIN),),
        depends="Electricity",
        conflicts="A Carousel",
    ),
    Submit(
        at(32, 2),
        "Samphire",
        "A Hat for the Donkey",
        "Why should the keeper have one and not Brigadier?",
        (rule("The Other Hat", STRAW),),
        depends="The Donkey",
    ),
    Submit(
        at(32, 7),
        "Thrift",
        "Twice as Sure",
        "“One more for it than against it” is how we got a tuba.",
        (amend("The Count", "[1](dial:nweek.winning)", "[2](dial:nweek.winning)"),),
    ),
)

# From nday 9 on; Whelk has yet to say how long a pier should be.
VOTED: tuple[DemoAct, ...] = (
    *votes_of(at(34, 0, 20), "Thrift", for_=(18, 23), against=(12, 15, 20), abstain=(14, 19)),
    *votes_of(at(34, 2), "Samphire", for_=(12, 13, 14, 16, 19, 20, 22), against=(18, 23)),
    RemarkOnPaper(at(34, 2, 30), "Samphire", 18, "And which fifty would I do the teas on?"),
    RemarkOnPaper(at(34, 2, 45), "Thrift", 18, "The warm ones."),
    *votes_of(at(34, 5), "Dulse", for_=(12, 14, 15, 17, 18, 19, 21, 22), against=(23,)),
    RemarkOnPaper(
        at(34, 5, 20), "Dulse", 18, "FOR both. A pier of any length, so long as there is an end of it to play at."
    ),
    *votes_of(at(34, 8), "Limpet", for_=(14, 16, 18, 19, 20, 22), against=(12, 17), abstain=(23,)),
    RemarkOnPaper(at(34, 8, 30), "Limpet", 12, "AGAINST. It sounds like a walk."),
    RemarkOnPaper(at(34, 9), "Samphire", 12, "Nobody is asking you to walk. You would be brought tea."),
    *votes_of(at(34, 9, 30), "Limpet", for_=(12,)),
    RemarkOnPaper(at(34, 13), "Samphire", 22, "Which donkey have I tied this to?"),
    RemarkOnPaper(at(34, 13, 30), "Thrift", 22, "To number 10. It lost."),
    Submit(
        at(34, 15),
        "Marram",
        "The Donkey",
        "With references, this time. The hat hangs on the old donkey, and I cannot help that: it was tied there before "
        "this one came.",
        (rule("The Donkey", SECOND_DONKEY),),
    ),
    *votes_of(at(34, 15, 30), "Marram", for_=(12, 13, 15, 17, 20), abstain=(18,)),
    Submit(
        at(34, 20),
        "Samphire",
        "Hay",
        "And nobody is to tell it that the planks are not.",
        (rule("Hay", HAY),),
        depends="The Donkey",
    ),
    *votes_of(at(35, 1), "Fulmar", for_=(17, 18, 21, 23), abstain=(12,)),
    Write(
        at(35, 1, 30),
        "Fulmar",
        "plain",
        BLUE,
        "I keep the Clock, and shall not say how anybody ought to vote. But I should like it to be minuted that if the "
        "short pier sinks the long one, then the lamp goes, and the keeper, and the hat, and the ribbon, and with them "
        "the only thing that I have asked for in three nweeks.",
    ),
    *votes_of(at(35, 4), "Limpet", against=(19,)),
    RemarkOnPaper(at(35, 4, 15), "Limpet", 19, "I have changed my mind. It hums, and I am nearest."),
    *votes_of(at(35, 7), "Samphire", for_=(21, 23), against=(19,)),
    RemarkOnPaper(at(35, 7, 15), "Samphire", 19, "On reflection: the urn, the sea, and Dulse."),
    Submit(
        at(35, 13),
        "Thrift",
        "No Gulls, Again",
        "They have had the minutes of the last vote.",
        (rule("Gulls", "No gull shall set foot on the pier, or beak."),),
        conflicts="Hay",
    ),
    *votes_of(at(35, 22), "Whelk", for_=(13, 15, 19, 21), abstain=(22,)),
    RemarkOnPaper(at(35, 23, 20), "Whelk", 12, "Give me until tomorrow. I am pacing it out."),
)

THIRD_NWEEK = SUBMITTED + VOTED


# The script of the demo game of B Nomic.

PIER_NAMES = ("Fulmar", "Samphire", "Whelk", "Marram", "Dulse", "Limpet", "Thrift")

LITTLE_SOAKING_PIER = Script(
    slug="little-soaking-pier",
    title="Little Soaking Pier",
    founder="Fulmar",
    usernames={name: name.lower() for name in PIER_NAMES},
    acts=merge_threads(FIRST_NWEEKS, THIRD_NWEEK),
    length=LENGTH,
    starter="bnomic",
)
