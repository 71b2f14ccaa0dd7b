"""The demo game of Quorum: its acts, how they are done, and its three Episodes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from dynasties.quorum.episodes import queries as episodes_queries
from dynasties.quorum.rounds import actions as rounds_actions
from dynasties.quorum.senate import actions as senate_actions
from nomic.demo.script import AGAINST, FOR, Admit, Arrive, DemoAct, Remark, Script, Write, merge_threads
from nomic.demo.stage import DemoStage, act_token

LENGTH = timedelta(days=9)


@dataclass(frozen=True, slots=True)
class Convene(DemoAct):
    """`config`: what `convening.convene` takes beside seats and rounds."""

    seats: int
    rounds: int
    config: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sit(DemoAct):
    episode: int
    seat: int


@dataclass(frozen=True, slots=True)
class SeatProgram(DemoAct):
    """A program that `by` answers for takes a seat."""

    episode: int
    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class SeatScript(DemoAct):
    episode: int
    seat: int
    script: str


@dataclass(frozen=True, slots=True)
class OpenEpisode(DemoAct):
    episode: int


@dataclass(frozen=True, slots=True)
class Decide(DemoAct):
    """A person decides in eir seat."""

    episode: int
    round: int
    raw: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ProgramDecides(DemoAct):
    """The program that `by` answers for decides."""

    episode: int
    seat: int
    round: int
    raw: Mapping[str, Any]


def at(day: int, hour: int = 0, minute: int = 0) -> timedelta:
    """So long ago as it is since that moment of the game, which was founded on its day 0."""
    return LENGTH - timedelta(days=day, hours=hour, minutes=minute)


def says(
    vote: str, *priorities: int, amendment: str = "none", note: tuple[int, str] | None = None, **extras: bool
) -> dict[str, Any]:
    """A raw decision. `note`: to which seat, and what; `extras`: filibuster, veto."""
    sent = {"to": note[0], "text": note[1]} if note else None
    weights = list(priorities) or [1, 1, 1]
    return {"vote": vote, "priorities": weights, "amendment": amendment, "note": sent, **extras}


# How the acts of senators are done: through the actions that their own pages and programs would call.


def convene(stage: DemoStage, act: Convene) -> None:
    senate_actions.convene_episode(
        account_id=stage.account(act.by),
        game_id=stage.game_id,
        wishes=senate_actions.ConvenerWishes(act.seats, act.rounds, **act.config),
        token=act_token(act),
    )


def sit(stage: DemoStage, act: Sit) -> None:
    senate_actions.take_seat(**_where(stage, act), seat=act.seat)


def seat_program(stage: DemoStage, act: SeatProgram) -> None:
    senate_actions.seat_program(**_where(stage, act), seat=act.seat, name=act.name)


def seat_script(stage: DemoStage, act: SeatScript) -> None:
    senate_actions.seat_script(**_where(stage, act), seat=act.seat, script=act.script)


def open_episode(stage: DemoStage, act: OpenEpisode) -> None:
    senate_actions.open_episode(**_where(stage, act))


def decide(stage: DemoStage, act: Decide) -> None:
    episode = episodes_queries.get_episode(stage.game_id, act.episode)
    seat = episodes_queries.seat_of(episode, stage.account(act.by)) if episode else None
    assert seat is not None
    ask = rounds_actions.DecisionRequest(seat.number, act.round, act.raw, account_id=stage.account(act.by))
    rounds_actions.take_decision(game_id=stage.game_id, number=act.episode, ask=ask)


def program_decides(stage: DemoStage, act: ProgramDecides) -> None:
    """With a token that is asked for anew: the one before was shown to nobody."""
    renewed = senate_actions.renew_token(**_where(stage, act), seat=act.seat)
    rounds_actions.take_decision(
        game_id=stage.game_id,
        number=act.episode,
        ask=rounds_actions.DecisionRequest(act.seat, act.round, act.raw, token=renewed),
    )


def _where(stage: DemoStage, act: Any) -> dict[str, Any]:
    return {"account_id": stage.account(act.by), "game_id": stage.game_id, "number": act.episode}


SITTING: Mapping[type[DemoAct], Callable[[DemoStage, Any], None]] = {
    Convene: convene,
    Sit: sit,
    SeatProgram: seat_program,
    SeatScript: seat_script,
    OpenEpisode: open_episode,
    Decide: decide,
    ProgramDecides: program_decides,
}


# Two people, a program and a script of the bench: one Episode that is over, one at its fifth bill, one to come.

CHEAPER = "The filibuster, at half price"
RULES = "How to read a note"
PROGRAM, KEEPER = 2, "Thaddeus"

DOORS: tuple[DemoAct, ...] = (
    Arrive(at(0, 1), None, "Barnaby", "I have opinions about geese, and the evening free."),
    Arrive(at(0, 1, 5), None, "Prudence", "I was told that there would be a vote."),
    Arrive(at(0, 1, 10), None, "Thaddeus", "I shall mostly be sending Abacus. It does not mind the draught."),
    Admit(at(0, 2), "Isolde", "Barnaby"),
    Admit(at(0, 2, 5), "Isolde", "Prudence"),
    Admit(at(0, 2, 10), "Isolde", "Thaddeus"),
    Write(
        at(0, 3),
        "Isolde",
        "plain",
        RULES,
        "A note that you get in a round was written in the one before. Nobody else can read it until the Episode is "
        "over; then everybody can. Write accordingly.",
    ),
    Remark(at(0, 4), "Barnaby", RULES, None, "Then I withdraw what I have not written yet."),
)

# A short one, between two Agents and two scripts, which is over.
FIRST: tuple[DemoAct, ...] = (
    Convene(at(1), "Barnaby", 4, 3, {"seed": "opening day", "decision_seconds": 6 * 3600}),
    Sit(at(1, 0, 5), "Barnaby", 1, 0),
    Sit(at(1, 0, 10), "Prudence", 1, 1),
    SeatScript(at(1, 0, 15), "Barnaby", 1, 2, "always-yea"),
    SeatScript(at(1, 0, 20), "Barnaby", 1, 3, "veto-happy"),
    OpenEpisode(at(1, 0, 30), "Barnaby", 1),
    Decide(at(1, 1), "Barnaby", 1, 0, says("yea", 5, 1, 1, amendment="A1")),
    Decide(at(1, 2), "Prudence", 1, 0, says("yea", 1, 5, 1, amendment="A1", note=(0, "The first clause, then?"))),
    Decide(at(1, 3), "Barnaby", 1, 1, says("yea", 1, 1, 5, note=(1, "The first, and whichever has the geese."))),
    Decide(at(1, 4), "Prudence", 1, 1, says("nay", filibuster=True)),
    Decide(at(1, 5), "Barnaby", 1, 2, says("yea", 2, 5, 1, amendment="A2")),
    Decide(at(1, 6), "Prudence", 1, 2, says("yea", 6, 1, 1, amendment="A2")),
)

# The one to walk in on: the fifth bill is on the table.
SECOND: tuple[DemoAct, ...] = (
    Convene(at(4), "Isolde", 4, 10, {"seed": "a wet spring 17", "decision_seconds": 48 * 3600}),
    Sit(at(4, 0, 10), "Isolde", 2, 0),
    Sit(at(4, 1), "Prudence", 2, 1),
    SeatProgram(at(4, 2), KEEPER, 2, PROGRAM, "Abacus"),
    SeatScript(at(4, 3), "Isolde", 2, 3, "coalition-builder"),
    OpenEpisode(at(4, 3, 5), "Isolde", 2),
    Decide(at(4, 6), "Isolde", 2, 0, says("yea", 1, 1, 6, amendment="A3", note=(1, "The third clause is mine."))),
    ProgramDecides(at(4, 6, 5), KEEPER, 2, PROGRAM, 0, says("yea", 6, 1, 1, amendment="A3")),
    Decide(at(4, 9), "Prudence", 2, 0, says("yea", 1, 6, 1, amendment="A2")),
    Decide(at(5, 2), "Prudence", 2, 1, says("yea", 4, 1, 1, note=(0, "This one is mine. You owe me a clause."))),
    ProgramDecides(at(5, 2, 10), KEEPER, 2, PROGRAM, 1, says("nay", note=(1, "OFFER: CLAUSE 2 FOR CLAUSE 1"))),
    Decide(at(5, 8), "Isolde", 2, 1, says("nay", filibuster=True)),
    Decide(at(6, 1), "Isolde", 2, 2, says("yea", 1, 1, 5, amendment="A1", note=(2, "Abacus, are you quite well?"))),
    ProgramDecides(at(6, 1, 10), KEEPER, 2, PROGRAM, 2, says("yea", 1, 3, 1, veto=True)),
    Decide(at(6, 9), "Prudence", 2, 2, says("yea", 5, 2, 1, amendment="A1")),
    Decide(at(7, 3), "Prudence", 2, 3, says("yea", 1, 5, 1, note=(0, "It vetoed its own clause. Keep an eye on it."))),
    ProgramDecides(at(7, 3, 10), KEEPER, 2, PROGRAM, 3, says("yea", 1, 1, 7, note=(0, "QUITE WELL. OFFER STANDS."))),
    Decide(at(8, 8), "Isolde", 2, 3, says("yea", 5, 1, 2, note=(1, "I saw. Clause 1 next, and we say no more of it?"))),
    ProgramDecides(at(8, 9), KEEPER, 2, PROGRAM, 4, says("yea", 1, 6, 1, amendment="A2")),
)

TO_COME: tuple[DemoAct, ...] = (
    Write(
        at(8, 10),
        "Prudence",
        "proposal",
        CHEAPER,
        "At this price, nobody filibusters twice in a lifetime, let alone once in an Episode.",
        (
            {
                "kind": "replace",
                "rule": "Filibuster",
                "find": "[0.05](dial:senate.filibuster_cost)",
                "replace": "[0.025](dial:senate.filibuster_cost)",
            },
        ),
    ),
    Remark(at(8, 12), "Barnaby", CHEAPER, FOR, "Say it slowly."),
    Remark(at(8, 13), "Thaddeus", CHEAPER, AGAINST, "Abacus is against."),
    # Two for it and one against: it may still pass, and may still fail.
    Remark(at(8, 14), "Isolde", CHEAPER, None, "I paid the full price for mine. Let me think about it."),
    Convene(at(8, 20), "Thaddeus", 5, 20, {"decision_seconds": 60, "caucus": False}),
    SeatProgram(at(8, 20, 5), "Thaddeus", 3, 0, "Abacus the Younger"),
)

EPISODES = DOORS + FIRST + SECOND + TO_COME


# The script of the demo game of Quorum.

NAMES = ("Isolde", "Barnaby", "Prudence", "Thaddeus")

THE_DRAUGHTY_HOUSE = Script(
    slug="the-draughty-house",
    title="The Draughty House",
    founder="Isolde",
    usernames={name: name.lower() for name in NAMES},
    acts=merge_threads(EPISODES),
    length=LENGTH,
    starter="quorum",
)
