"""Dice in a case: what falls is chance, so a case says what may be rolled, within what bounds, and checked when."""

from __future__ import annotations

from collections.abc import Mapping

from nomic.core.dice import queries as dice_queries
from nomic.core.dice.actions import roll_secret_dice
from nomic.core.dice.models import Roll
from nomic.core.dice.rules import read_dice
from nomic.core.floor import floor
from nomic.core.secrets import actions as secrets_actions
from nomic.core.secrets.models import SecretSeed
from tests.storytelling.phrases import ACTS, EXPECTATIONS, Line
from tests.storytelling.stage import Stage

Words = Mapping[str, str]


@ACTS.phrase("{who} rolls {dice} for {purpose} [as part of {act}]")
def rolls(stage: Stage, line: Line, words: Words) -> None:
    stage.table.roll(words["who"], words["dice"], words["purpose"], act=words.get("act", ""))


@ACTS.phrase("{who} rolls {dice} in secret for {purpose}")
def rolls_in_secret(stage: Stage, line: Line, words: Words) -> None:
    """No event, no number, no gap: the log is what it was."""
    before = stage.table.game.last_hash
    with floor(stage.table.made.pk) as the_floor:
        roll_secret_dice(the_floor, stage.table.agent(words["who"]), *read_dice(words["dice"]), words["purpose"])
    assert stage.table.game.last_hash == before, "the log tells of it"


@ACTS.phrase("everything is revealed")
def reveals(stage: Stage, line: Line, words: Words) -> None:
    """What the end of a Dynasty brings about: here by the step alone."""
    with floor(stage.table.made.pk) as the_floor:
        secrets_actions.open_secret_seed(the_floor)


def _roll(stage: Stage, words: Words) -> Roll:
    found = dice_queries.roll(stage.table.made.pk, int(words["number"]))
    assert found is not None, "no such roll"
    return found


@EXPECTATIONS.phrase("expect roll {number} gives {total}")
def expect_total(stage: Stage, line: Line, words: Words) -> None:
    total = _roll(stage, words).total
    assert total == int(words["total"]), total


@EXPECTATIONS.phrase("expect roll {number} gives {least} to {most}")
def expect_between(stage: Stage, line: Line, words: Words) -> None:
    total = _roll(stage, words).total
    assert int(words["least"]) <= total <= int(words["most"]), total


@EXPECTATIONS.phrase("expect roll {number} is {check}")
def expect_check(stage: Stage, line: Line, words: Words) -> None:
    """What a stranger can say of it: nothing yet, or that it is right."""
    state = dice_queries.check_roll(_roll(stage, words)).state.value
    assert state == words["check"], state


@EXPECTATIONS.phrase("expect no roll {number}")
def expect_no_roll(stage: Stage, line: Line, words: Words) -> None:
    assert dice_queries.roll(stage.table.made.pk, int(words["number"])) is None, "it is there"


@EXPECTATIONS.phrase("expect secret seed {number} {fate}")
def expect_secret_seed(stage: Stage, line: Line, words: Words) -> None:
    seed = SecretSeed.objects.get(game=stage.table.made, n=int(words["number"]))
    found = "published" if seed.seed else "sealed"
    assert found == words["fate"], found
