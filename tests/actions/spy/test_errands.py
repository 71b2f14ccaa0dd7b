"""Checkpoint Charlie: the journal tells that somebody passed, at a moment that does not tell who."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine

from dynasties.spy.map import actions as map_actions
from dynasties.spy.map.queries import passages
from dynasties.spy.theatre.models import Errand
from nomic.core.decision import Invalid, Refused
from nomic.core.dice import actions as dice_actions, rules as dice_rules
from nomic.core.log.models import Event
from proposals import tasks as proposals_tasks
from proposals.composer import actions as composer_actions
from proposals.posts.models import Post
from tests.spying import SpyTable

DRAWN = 5 * 3600
SECOND = timedelta(seconds=1)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The moment that is drawn in secret is five hours after the move; the sides of the die are kept here."""
    sides: list[int] = []
    real: Callable[..., tuple[int, ...]] = dice_rules.dice_faces

    def fall(seed: str, n: int, nonce: str, dice: int, of: int) -> tuple[int, ...]:
        sides.append(of)
        return (DRAWN,) if of > 100 else tuple(real(seed, n, nonce, dice, of))

    monkeypatch.setattr(dice_actions, "dice_faces", fall)
    return sides


def posts(table: SpyTable) -> list[tuple[str, str, str, str]]:
    rows = Post.objects.filter(game=table.made).order_by("number")
    return [(each.byline, each.category, each.title, each.body) for each in rows]


STORY = ("the Clerk", "plain", "Checkpoint Charlie", "An Agent was seen passing Checkpoint Charlie.")


def test_the_clerk_posts_at_the_moment_that_was_drawn(
    table: SpyTable, clock: time_machine.Traveller, drawn: list[int]
) -> None:
    table.put("Lulu", "BER")
    table.move("Lulu", "FRA")
    assert drawn == [48 * 3600]

    clock.shift(timedelta(seconds=DRAWN) - SECOND)
    proposals_tasks.sweep()
    assert posts(table) == []

    clock.shift(SECOND)
    proposals_tasks.sweep()
    assert posts(table) == [STORY]


def test_the_post_names_nobody_and_the_log_says_that_it_was_the_clerk(
    table: SpyTable, clock: time_machine.Traveller, drawn: list[int]
) -> None:
    table.put("Lulu", "BER")
    table.move("Lulu", "FRA")

    clock.shift(DRAWN)
    proposals_tasks.sweep()

    made = Event.objects.get(game=table.made, kind="post.made")
    assert (made.by, made.actor) == ("the Clerk", None)
    assert set(made.data) == {"category", "title", "digest"}


def test_the_clerk_posts_once(table: SpyTable, clock: time_machine.Traveller, drawn: list[int]) -> None:
    table.put("Lulu", "BER")
    table.move("Lulu", "FRA")
    errand = Errand.objects.get()

    clock.shift(DRAWN)
    for _ in range(2):
        map_actions.look_again_at_errand(game_id=table.made.pk, errand_id=errand.pk)
        proposals_tasks.sweep()

    assert posts(table) == [STORY]


@pytest.mark.parametrize(("origin", "to"), [("KRA", "SLO"), ("BER", "SAX")])
def test_of_any_other_move_nothing_is_posted(
    table: SpyTable, clock: time_machine.Traveller, origin: str, to: str
) -> None:
    table.put("Lulu", origin)
    table.move("Lulu", to)
    kept = Errand.objects.get()
    seq = table.game.last_seq
    assert kept.next_check == table.theatre.began_at + timedelta(hours=24 + 48)

    clock.shift(timedelta(hours=48))
    proposals_tasks.sweep()

    assert posts(table) == []
    assert [kind for kind in table.public_kinds(seq) if not kind.startswith(("day.", "seed."))] == []
    after = Errand.objects.get()
    assert (after.next_check, after.sealed == kept.sealed, len(after.sealed)) == (None, False, len(kept.sealed))


def test_the_row_does_not_tell_which_move_it_was(table: SpyTable) -> None:
    table.put("Lulu", "BER")
    table.put("Raven", "KRA")
    table.move("Lulu", "FRA")
    table.move("Raven", "SLO")

    one, other = Errand.objects.all()
    assert (one.next_check, len(one.sealed)) == (other.next_check, len(other.sealed))
    assert not hasattr(one, "post")


@pytest.mark.parametrize("by", ["the Clerk", "Kevan"])
def test_who_compares_two_copies_of_the_tables_does_not_see_which_errand_was_opened(
    table: SpyTable, clock: time_machine.Traveller, drawn: list[int], by: str
) -> None:
    table.put("Lulu", "BER")
    table.put("Raven", "KRA")
    table.move("Lulu", "FRA")
    clock.shift(SECOND)
    table.move("Raven", "SLO")
    before = list(Errand.objects.values_list("uid", "next_check", "sealed"))

    if by == "Kevan":
        posted(table, by, before[0][0])
    else:
        clock.shift(timedelta(seconds=DRAWN) - SECOND)
        proposals_tasks.sweep()

    after = list(Errand.objects.values_list("uid", "next_check", "sealed"))
    assert posts(table) == [(by, *STORY[1:])]
    assert [each[:2] for each in after] == [each[:2] for each in before]
    assert [one[2] != other[2] for one, other in zip(before, after, strict=True)] == [True, True]


def test_after_its_time_nothing_touches_an_errand_any_more(
    table: SpyTable, clock: time_machine.Traveller, drawn: list[int]
) -> None:
    table.put("Lulu", "BER")
    table.move("Lulu", "FRA")
    for hours, waits in ((47, True), (1, False)):
        clock.shift(timedelta(hours=hours))
        proposals_tasks.sweep()
        assert (Errand.objects.get().next_check is not None) is waits

    assert posts(table) == [STORY]


# -- the Mastermind does it emself


def posted(table: SpyTable, name: str, uid: str) -> Post:
    return map_actions.post_checkpoint(actor_id=table.agent(name).pk, game_id=table.made.pk, errand_uid=uid)


def test_the_mastermind_posts_before_the_clerk_and_the_clerk_does_not_again(
    table: SpyTable, clock: time_machine.Traveller
) -> None:
    table.put("Lulu", "FRA")
    table.move("Lulu", "BER")
    [passage] = passages(table.theatre, table.agent("Kevan"), table.game)
    assert (passage.agent, passage.origin, passage.to) == (table.agent("Lulu").pk, "FRA", "BER")
    assert (passage.post, passage.due_at) == (None, Errand.objects.get().next_check)

    first, second = (posted(table, "Kevan", passage.uid) for _ in range(2))
    clock.shift(timedelta(hours=48))
    proposals_tasks.sweep()

    assert first == second
    assert posts(table) == [("Kevan", *STORY[1:])]
    assert [each.post for each in passages(table.theatre, table.agent("Kevan"), table.game)] == [first.number]


def test_nobody_else_posts_it_or_sees_who_passed(table: SpyTable) -> None:
    table.put("Lulu", "FRA")
    table.move("Lulu", "BER")
    uid = Errand.objects.get().uid

    for name in ("Lulu", "Raven", "Josh"):
        assert passages(table.theatre, table.agent(name), table.game) == []
        with pytest.raises(Refused):
            posted(table, name, uid)
    assert passages(table.theatre, None, table.game) == []


@pytest.mark.parametrize("uid", ["", "unheard-of"])
def test_there_is_no_such_errand(table: SpyTable, uid: str) -> None:
    with pytest.raises(Invalid):
        posted(table, "Kevan", uid)


def test_an_errand_of_another_move_asks_for_no_post(table: SpyTable) -> None:
    table.put("Lulu", "KRA")
    table.move("Lulu", "SLO")

    with pytest.raises(Invalid) as refused:
        posted(table, "Kevan", Errand.objects.get().uid)

    assert (refused.value.code, posts(table)) == ("no-errand", [])


# -- a hiatus, and a rule that goes


def test_in_a_hiatus_the_post_waits_for_its_end(
    table: SpyTable, clock: time_machine.Traveller, drawn: list[int]
) -> None:
    table.put("Lulu", "BER")
    table.move("Lulu", "FRA")
    declaration = table.declare("Raven")
    errand = Errand.objects.get()

    clock.shift(DRAWN)
    proposals_tasks.sweep()
    map_actions.look_again_at_errand(game_id=table.made.pk, errand_id=errand.pk)
    with pytest.raises(Refused) as refused:
        posted(table, "Kevan", errand.uid)
    assert [each.code for each in refused.value.reasons] == ["hiatus"]
    assert len(posts(table)) == 1  # the Declaration

    composer_actions.withdraw_post(actor_id=table.agent("Raven").pk, game_id=table.made.pk, number=declaration.number)
    proposals_tasks.sweep()
    assert posts(table)[1:] == [STORY]


def test_a_rule_that_is_gone_by_then_has_nothing_posted(
    table: SpyTable, clock: time_machine.Traveller, drawn: list[int]
) -> None:
    table.put("Lulu", "BER")
    table.move("Lulu", "FRA")
    table.strike("Checkpoint Charlie")

    for _ in range(2):
        clock.shift(timedelta(hours=24))
        proposals_tasks.sweep()

    assert (posts(table), Errand.objects.get().next_check) == ([], None)


def test_without_the_rule_a_move_leaves_nothing_to_open(table: SpyTable) -> None:
    table.strike("Checkpoint Charlie")
    table.put("Lulu", "KRA")

    table.move("Lulu", "SLO")

    assert Errand.objects.get().next_check is None
