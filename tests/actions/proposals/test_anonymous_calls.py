"""Calls for Judgment without a name: what the log and the rows say of their authors, which is nothing until e tells."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest
import time_machine

from nomic.core.chain import canonical_json, commitment
from nomic.core.decision import Invalid, Refused
from nomic.core.log.models import Event, PrivateEvent
from nomic.core.secrets import queries as secrets_queries
from proposals.composer import actions as composer_actions
from proposals.deciding import queries as deciding_queries
from proposals.posts.models import Draft, Post
from proposals.recount import recount_game
from tests.casting import Table


def told(table: Table) -> str:
    """Everything that the public log says of the first post."""
    rows = Event.objects.filter(game=table.game, subject="post:1")
    return " ".join(f"{each.kind} {each.by} {each.actor_id} {canonical_json(each.data).decode()}" for each in rows)


def own_up(table: Table, name: str, number: int = 1) -> Post:
    return composer_actions.reveal_author(actor_id=table.agent(name).pk, game_id=table.game.pk, number=number)


def edit(table: Table, name: str, title: str) -> Post:
    return composer_actions.edit_post(
        actor_id=table.agent(name).pk,
        game_id=table.game.pk,
        number=1,
        words=composer_actions.PostWords("cfj", title),
        base_version=1,
    )


def test_the_log_names_nobody_through_posting_editing_and_withdrawing(table: Table) -> None:
    table.call("Lulu", "Is It So?", anonymous=True)
    edit(table, "Lulu", "Is It?")
    composer_actions.withdraw_post(actor_id=table.agent("Lulu").pk, game_id=table.game.pk, number=1)

    rows = Event.objects.filter(game=table.game, subject="post:1").order_by("seq")
    assert [(each.kind, each.by, each.actor_id) for each in rows] == [
        (kind, "anonymous", None) for kind in ("post.made", "cfj.opened", "post.edited", "post.withdrawn")
    ]
    assert "Lulu" not in told(table)
    assert deciding_queries.resolver_name(table.post_row(1)) == "anonymous"


def test_who_wrote_it_is_in_the_private_chain_alone(table: Table) -> None:
    before = PrivateEvent.objects.count()

    made = table.call("Lulu", "Is It So?", anonymous=True)

    assert made.author is None
    assert made.authorship is not None
    assert (PrivateEvent.objects.count() - before, made.authorship.n) == (1, table.game.private_n)
    assert secrets_queries.unseal_event(made.authorship).actor_id == table.agent("Lulu").pk
    assert made.authorship.commitment in told(table)
    assert recount_game(table.game).differences == ()


def test_a_call_with_a_name_leaves_the_private_chain_alone(table: Table) -> None:
    table.call("Lulu", "Is It So?")

    assert PrivateEvent.objects.count() == 0
    assert "commitment" not in told(table)


def test_it_is_no_sign_of_life(table: Table, clock: time_machine.Traveller) -> None:
    heard = table.agent("Lulu").last_active_at
    clock.shift(timedelta(days=1))

    table.call("Lulu", "Is It So?", anonymous=True)
    silent = table.agent("Lulu").last_active_at
    table.call("Lulu", "Or Is It?")

    assert silent == heard
    assert table.agent("Lulu").last_active_at == heard + timedelta(days=1)


def test_a_form_sent_twice_makes_one_and_another_persons_same_mark_makes_another_form(table: Table) -> None:
    first, again = (table.post("Lulu", "cfj", "Is It So?", token="one", anonymous=True) for _ in range(2))

    with pytest.raises(Invalid) as with_name:
        table.post("Lulu", "cfj", "Is It So?", token="one")
    with pytest.raises(Invalid) as other_words:
        table.post("Lulu", "cfj", "Is It Not?", token="one", anonymous=True)

    assert first.pk == again.pk
    assert (with_name.value.code, other_words.value.code) == ("used-token", "used-token")
    assert Post.objects.count() == 1


def test_two_of_one_person_look_like_two_peoples(table: Table) -> None:
    one, two = (table.call("Lulu", "Is It So?", anonymous=True) for _ in range(2))

    assert one.authorship is not None
    assert two.authorship is not None
    assert one.authorship.commitment != two.authorship.commitment
    assert one.digest == two.digest


@pytest.mark.parametrize("category", ["proposal", "dov", "plain"])
def test_nothing_else_goes_without_a_name(table: Table, category: str) -> None:
    with pytest.raises(Refused) as caught:
        table.post("Lulu", category, "Is It So?", anonymous=True)

    assert [each.code for each in caught.value.reasons] == ["only-a-call-is-anonymous"]
    assert Post.objects.count() == 0


def test_nobody_posts_an_ascension_address_by_hand(table: Table) -> None:
    with pytest.raises(Invalid) as caught:
        table.post("Kevan", "address", "Hear Me")

    assert caught.value.path == "category"


def test_nobody_but_its_author_edits_withdraws_or_owns_it(table: Table) -> None:
    table.call("Lulu", "Is It So?", anonymous=True)

    for name in ("Kevan", "Sam"):
        for act in (partial(edit, table, name, "Mine"), partial(own_up, table, name)):
            with pytest.raises(Refused) as caught:
                act()
            assert [each.code for each in caught.value.reasons] == ["not-the-author"]


def test_owning_up_tells_what_anybody_can_check(table: Table) -> None:
    made = table.call("Lulu", "Is It So?", anonymous=True)

    own_up(table, "Lulu")

    opening = Event.objects.get(game=table.game, kind="post.owned")
    committed = Event.objects.get(game=table.game, kind="post.made", subject="post:1").data["commitment"]
    assert commitment(opening.data["content"], opening.data["salt"]) == committed
    assert opening.data["content"]["actor"] == table.agent("Lulu").pk
    assert opening.data["content"]["data"] == {"post": 1, "digest": made.digest}
    assert table.post_row(1).author == table.agent("Lulu")
    assert recount_game(table.game).differences == ()


def test_a_forged_opening_is_found(table: Table) -> None:
    table.call("Lulu", "Is It So?", anonymous=True)
    own_up(table, "Lulu")

    Post.objects.update(author=table.agent("Sam"))

    assert [each.what for each in recount_game(table.game).differences] == ["author of post:1, as e told"]


def test_its_draft_remembers_that_no_name_shall_stand_there_and_goes_once_it_is_posted(table: Table) -> None:
    lulu = table.agent("Lulu")
    composer_actions.save_draft(
        actor_id=lulu.pk,
        game_id=table.game.pk,
        token="one",
        words=composer_actions.PostWords("cfj", "Hm", changes=[], anonymous=True),
    )
    kept = Draft.objects.get().anonymous

    table.post("Lulu", "cfj", "Is It So?", token="one", anonymous=True)
    late = composer_actions.save_draft(
        actor_id=lulu.pk, game_id=table.game.pk, token="one", words=composer_actions.PostWords("cfj", "Hm", changes=[])
    )

    assert kept
    assert late is None
    assert not Draft.objects.exists()
