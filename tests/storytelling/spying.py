"""The spies in the language of the stories: where they are, what they hold, how they move, capture and rescue."""

from __future__ import annotations

import re
from collections.abc import Mapping

from dynasties.spy.map import actions as map_actions, queries as map_queries
from dynasties.spy.theatre.models import Attempt
from dynasties.spy.theatre.rules_map import Side
from dynasties.spy.theatre.rules_tickets import Ticket, Tickets
from tests.spying import SpyTable
from tests.storytelling.phrases import ACTS, Line
from tests.storytelling.stage import Stage

Words = Mapping[str, str]
SIDES = {"behind the Curtain": Side.BEHIND, "in the Free World": Side.FREE}


def spies(stage: Stage) -> SpyTable:
    """The table of a case whose THEME is spy."""
    assert isinstance(stage.table, SpyTable), "this case has no THEME  spy"
    return stage.table


def tickets(words: str) -> Tickets:
    """“1 air, 2 sea and 3 land”, some of these, or “nothing”."""
    return Tickets(**{kind: int(count) for count, kind in re.findall(r"(\d+) (air|sea|land)", words)})


# -- set up, as if it had happened so ----------------------------------------------------------------


@ACTS.phrase("{who} holds {pile}")
def holds(stage: Stage, line: Line, words: Words) -> None:
    spies(stage).give(words["who"], **tickets(words["pile"]).as_facts())


@ACTS.phrase("{who} is in {territory}[, which e keeps as {curtain_side}]")
def is_in(stage: Stage, line: Line, words: Words) -> None:
    """E was put there: no act of eirs."""
    side = SIDES[words["curtain_side"]].value if "curtain_side" in words else None
    spies(stage).put(words["who"], words["territory"], side=side)


@ACTS.phrase("{who} is a prisoner in {territory}")
def is_prisoner(stage: Stage, line: Line, words: Words) -> None:
    spies(stage).put(words["who"], words["territory"], prison=words["territory"])


# -- Affiliation and Location ------------------------------------------------------------------------


@ACTS.phrase("{who} declares eir Affiliation: {allegiance}")
def declares(stage: Stage, line: Line, words: Words) -> None:
    spies(stage).declare_for(words["who"], words["allegiance"])


@ACTS.phrase("{who} assigns {territory} to {whom}")
def assigns(stage: Stage, line: Line, words: Words) -> None:
    spies(stage).assign(words["whom"], words["territory"], by=words["who"])


@ACTS.phrase("{who} deals Locations")
def deals(stage: Stage, line: Line, words: Words) -> None:
    spies(stage).deal(by=words["who"])


@ACTS.phrase("{who} corrects the {thing} of {whom} to {value}, saying {text}")
def corrects_cover(stage: Stage, line: Line, words: Words) -> None:
    spies(stage).correct(words["whom"], words["thing"], words["value"], words["text"], by=words["who"])


@ACTS.phrase("{who} discloses the {thing} of {whom} to {other}")
def discloses(stage: Stage, line: Line, words: Words) -> None:
    spies(stage).disclose(words["whom"], words["other"], words["thing"], by=words["who"])


@ACTS.phrase("{who} reveals everything")
def reveals_everything(stage: Stage, line: Line, words: Words) -> None:
    spies(stage).reveal(words["who"])


# -- moving, and what it costs -----------------------------------------------------------------------


@ACTS.phrase("{who} moves to {territory}")
def moves(stage: Stage, line: Line, words: Words) -> None:
    spies(stage).move(words["who"], words["territory"])


@ACTS.phrase("{who} posts of the passage")
def posts_of_passage(stage: Stage, line: Line, words: Words) -> None:
    """Of the first who passed Checkpoint Charlie."""
    table = spies(stage)
    (passage, *_) = map_queries.passages(table.theatre, table.game.mastermind, table.game)
    actor = stage.agent_id(words["who"])
    map_actions.post_checkpoint(actor_id=actor, game_id=table.made.pk, errand_uid=passage.uid)


@ACTS.phrase("{who} exchanges {pile} for {price}")
def exchanges(stage: Stage, line: Line, words: Words) -> None:
    """Told by what e gives and what e gets, so that another price breaks the story."""
    given, taken, held = tickets(words["pile"]), tickets(words["price"]), Tickets(*spies(stage).tickets(words["who"]))
    (give,), (take,) = kinds(given), kinds(taken)
    spies(stage).exchange(words["who"], give.value, take.value, taken.total)
    left = Tickets(*spies(stage).tickets(words["who"]))
    assert left.plus(given) == held.plus(taken), left


def kinds(pile: Tickets) -> list[Ticket]:
    return [kind for kind in Ticket if pile.of(kind)]


@ACTS.phrase("{who} rolls for supplies")
def rolls_for_supplies(stage: Stage, line: Line, words: Words) -> None:
    spies(stage).roll_supplies(words["who"])


@ACTS.phrase("{who} rolls for supplies quietly")
def rolls_quietly(stage: Stage, line: Line, words: Words) -> None:
    spies(stage).roll_supplies(words["who"], quiet=True)


# -- capture and prison ------------------------------------------------------------------------------


@ACTS.phrase("{who} attempts to capture {whom}")
def attempts(stage: Stage, line: Line, words: Words) -> None:
    spies(stage).attempt(words["who"], words["whom"])


@ACTS.phrase("{who} rules on the attempt")
def rules_on(stage: Stage, line: Line, words: Words) -> None:
    spies(stage).rule_on(newest_attempt(stage), by=words["who"])


def newest_attempt(stage: Stage) -> Attempt:
    found = Attempt.objects.filter(theatre=spies(stage).theatre).select_related("roll", "private").last()
    assert found is not None, "nobody has attempted anything"
    return found


@ACTS.phrase("{who} rescues {whom}")
def rescues(stage: Stage, line: Line, words: Words) -> None:
    spies(stage).rescue(words["who"], words["whom"])


@ACTS.phrase("{who} turns")
def turns(stage: Stage, line: Line, words: Words) -> None:
    spies(stage).turn(words["who"])
