"""A game of B Nomic in which everything that is secret has been done, and its twin that differs only in that."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import cast

from time_machine import Traveller

from nomic.core.log.models import PrivateEvent
from nomic.core.secrets.queries import unseal_event
from proposals.composer import actions as composer_actions
from tests.balloting import BallotTable
from tests.canary import world as worlds
from tests.canary.world import START, STRANGER, World

# Quill and Cleo have the secrets; Ben is a Player like any other; Kevan is the Administrator.
NAMES = ("Ben", "Cleo", "Idris", "Quill")
VIEWERS = ("", "Ben", "Kevan", "Quill")
# Of a ballot there is in these what all others show.
ELSEWHERE = (
    "account",
    "ruleset",
    "rule",
    "page",
    "spy_",
    "quorum_",
    "tracker",
    "dice",
    "dials",
    "duties",
    "dynast",
    "ascend",
    "seeds",
    "pronouns",
    "deciding",
    "what-if",
    "admit",
    "decline",
    "inbox",
    "message-",
    "choices",
    "enact",
    "fail",
    "illegal",
    "note",
    "reopen",
    "hand_on",
    "join",
    "leave",
    "unidle",
    "idle",
    "duty",
    "roll",
    "mail",
    "own-",
    "found",
)


@dataclass(frozen=True, slots=True)
class Plot:
    """What of a story is secret: who called for judgment without eir name, and the drafts of Proposals, by author."""

    caller: str
    drafted: tuple[str, ...]


ONE = Plot("Quill", ("Quill",))
# As much as can be: a draft of everybody else's who has one.
OTHER = Plot("Cleo", ("Cleo", "Idris"))


def table_of(world: World) -> BallotTable:
    return cast(BallotTable, world.table)


def public(clock: Traveller) -> World:
    """One nweek that has been counted, and a ballot that is Open, with one Proposal too late for it."""
    clock.move_to(START)
    table = BallotTable(*NAMES)
    table.account(STRANGER)
    table.submits("Quill", "Cats", changes=table.new_rule("Cats"))
    table.submits("Ben", "Dogs", conflicts="Cats", depends="Kittens")
    clock.shift(timedelta(days=9))
    table.votes(1, Quill="FOR", Cleo="FOR")
    table.votes(2, Ben="FOR")
    clock.shift(timedelta(days=4))
    table.submits("Cleo", "Kittens", "So many cats.", depends="#1", changes=table.new_rule("Kittens"))
    table.submits("Quill", "Whiskers", "How long?", conflicts="Kittens")
    table.revises("Quill", 4, "Whiskers", "How long? And whose?", conflicts="Kittens")
    clock.shift(timedelta(days=8))
    table.votes(3, Cleo="FOR", Ben="AGAINST")
    table.votes(4, Quill="FOR")
    table.comment("Ben", table.proposal(3).post.number, "What everybody may read.")
    table.submits("Ben", "Milk", "Warm.")
    table.submits("Quill", "Cream", "Warmer.", depends="Milk")
    table.idle("Idris")
    table.sweep()
    # Whoever has left a Proposal's page open before it was revised or opened is brought all of it anew.
    overtaken = [f"/g/{table.made.slug}/ballot/{number}/?has=1-Pending" for number in (2, 3, 4)]
    at_the_desk = f"/g/{table.made.slug}/ballot/desk/?proposal=1"
    return World(table, elsewhere=ELSEWHERE, forms="ballot", starts=(*overtaken, at_the_desk))


def play(world: World, plot: Plot, clock: Traveller) -> None:
    """A story of an hour; what of it everybody sees does not depend on the plot."""
    worlds.judgment(world, plot.caller)
    for name in plot.drafted:
        draft(world, name)
    worlds.later(clock)
    world.table.sweep()
    addresses(world)


def draft(world: World, name: str) -> str:
    """A draft of a Proposal; answers with its token."""
    table, token = table_of(world), f"kept-by-{name}"
    words = {part: world.hide(f"canary-{part}-of-{name}", name) for part in ("name", "body", "needed", "rule", "text")}
    composer_actions.save_draft(
        actor_id=table.agent(name).pk,
        game_id=table.made.pk,
        token=token,
        words=composer_actions.PostWords(
            "motion",
            words["name"],
            f"{words['body']}\n\nDepends on: {words['needed']}",
            [{"kind": "enact", "section": "dynastic", "title": words["rule"], "text": words["text"]}],
        ),
    )
    return token


def secret(world: World) -> None:
    """Every secret there can be, each with words that stand nowhere else."""
    table = table_of(world)
    worlds.judgment(world, "Quill")
    # That its author's name is nowhere, the twins show; that a draft is nowhere else, its words do.
    world.values["token"] = [draft(world, "Quill"), draft(world, "Cleo")]
    letter = table.message("Quill", "Cleo", world.hide("canary-letter", "Quill", "Cleo"))
    table.open_message("Cleo", letter)
    for link in PrivateEvent.objects.filter(game=table.made):
        ends = ("Quill", "Cleo") if link.pk == letter.private_id else ()
        world.hide(unseal_event(link).salt, *ends, shown=False)


def addresses(world: World) -> None:
    """What the places of an address are filled in with."""
    table = table_of(world)
    quill = str(table.agent("Quill").pk)
    world.values |= {
        "slug": [table.made.slug],
        "nweek": ["1", "2"],
        "number": ["2", "3", "6", "7"],
        "int": ["1"],
        "seq": ["1", str(table.game.last_seq)],
        "agent_id": [quill],
        "agent": [quill],
        "uid": ["none"],
        "instant": ["2027-03-01T09:00:00Z"],
        "name": ["Votes"],
        "ticket": ["none"],
        "n": ["1", "2"],
        "comment_number": ["1"],
        "str": ["none"],
    }
