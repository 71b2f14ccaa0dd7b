"""The votes on a post's page: how each that was cast stands, and which icons a reader may still choose."""

from __future__ import annotations

import re
from datetime import timedelta

import time_machine

from nomic.core.floor import floor
from nomic.core.roster import actions as roster_actions
from proposals.composer import actions as composer_actions
from proposals.posts.models import Comment
from proposals.voting.rules import Vote
from tests.casting import Table
from tests.pages.deciding.pages import address, browser


def comment_of(html: str, number: int) -> str:
    """One comment's markup."""
    found = re.search(rf'<li class="comment[^>]*id="comment-{number}".*?</li>', html, re.DOTALL)
    assert found
    return found.group()


def test_a_superseded_vote_stays_and_says_so(table: Table) -> None:
    table.propose("Lulu", "Sooner")
    table.vote("Raven", 1, Vote.FOR)
    table.vote("Raven", 1, Vote.AGAINST)

    html = browser(table).get(address(table, "posts/1/")).content.decode()

    assert ">superseded<" in comment_of(html, 1)
    assert ">superseded<" not in comment_of(html, 2)


def test_of_two_alike_in_one_moment_the_newer_stands(table: Table) -> None:
    table.propose("Lulu", "Sooner")
    table.vote("Raven", 1, Vote.FOR)
    table.vote("Raven", 1, Vote.FOR)

    html = browser(table).get(address(table, "posts/1/")).content.decode()

    assert ">superseded<" in comment_of(html, 1)
    assert ">superseded<" not in comment_of(html, 2)


def test_the_vote_of_who_has_gone_idle_is_shown_as_none_with_the_reason(table: Table) -> None:
    table.propose("Lulu", "Sooner")
    table.vote("Raven", 1)
    table.idle("Raven")

    html = browser(table).get(address(table, "posts/1/")).content.decode()

    assert ">no vote<" in comment_of(html, 1)
    assert "An idle Agent has no vote." in comment_of(html, 1)


def test_a_deferential_says_what_it_counts_as(table: Table) -> None:
    table.propose("Lulu", "Sooner")
    table.vote("Raven", 1, Vote.DEFERENTIAL)
    unresolved = browser(table).get(address(table, "posts/1/")).content.decode()
    table.vote("Kevan", 1, Vote.AGAINST)

    followed = browser(table).get(address(table, "posts/1/")).content.decode()

    assert "the Mastermind has not voted yet" in comment_of(unresolved, 1)
    assert "It counts as AGAINST." in comment_of(followed, 1)


def test_votes_on_a_resolved_matter_are_shown_as_they_stood_when_it_was(
    table: Table, clock: time_machine.Traveller
) -> None:
    table.propose("Lulu", "Sooner")
    table.vote("Raven", 1, Vote.AGAINST)
    for name in ("Raven", "Sam", "Josh"):
        table.vote(name, 1)
    clock.shift(timedelta(hours=13))
    table.enact("Josh", 1)
    table.idle("Sam")

    html = browser(table).get(address(table, "posts/1/")).content.decode()

    assert ">superseded<" in comment_of(html, 1)
    assert ">no vote<" not in comment_of(html, 3)


def test_a_vote_cast_on_an_older_text_says_so_and_leads_to_the_difference(table: Table) -> None:
    table.propose("Lulu", "Sooner", (), "Soon.")
    table.idle("Sam")
    table.comment("Sam", 1, "I only watch.")
    composer_actions.edit_post(
        actor_id=table.agent("Lulu").pk,
        game_id=table.game.pk,
        number=1,
        words=composer_actions.PostWords("proposal", "Sooner", "Sooner still.", []),
        base_version=1,
    )
    table.vote("Raven", 1)
    table.vote("Josh", 1)
    # Nobody can edit what has been voted on today; a law that lets em may come.
    Comment.objects.filter(number=2).update(version=1)

    html = browser(table).get(address(table, "posts/1/")).content.decode()

    assert "Cast on version 1" in comment_of(html, 2)
    assert "versions/?from=1&amp;to=2" in comment_of(html, 2)
    assert "Cast on version" not in comment_of(html, 3)
    assert "version 2, edited" in re.sub(r"<[^>]+>", "", html)


def test_icons_that_would_be_no_vote_are_disabled_with_the_reason(table: Table) -> None:
    table.propose("Lulu", "Sooner")

    lulu, kevan = (browser(table, name).get(address(table, "posts/1/")).content.decode() for name in ("Lulu", "Kevan"))

    assert 'value="VETO" disabled' in lulu
    assert "Only the Mastermind may do that." in lulu
    assert 'value="VETO" disabled' not in kevan
    assert 'value="DEFERENTIAL" disabled' in kevan


def test_what_bars_every_icon_is_said_once(table: Table) -> None:
    table.propose("Lulu", "Sooner")
    with floor(table.game.pk) as the_floor:
        roster_actions.begin_hiatus(the_floor, "a test")

    page = browser(table, "Raven").get(address(table, "posts/1/")).content.decode()

    form = page[page.index('id="comment-form"') :]
    assert form.count("The game is in hiatus") - form[form.index("</form>") :].count("The game is in hiatus") == 1
    assert 'value="FOR" disabled' in form


def test_an_idle_agent_may_comment_but_not_vote(table: Table) -> None:
    table.propose("Lulu", "Sooner")
    table.idle("Raven")

    page = browser(table, "Raven").get(address(table, "posts/1/")).content.decode()

    assert 'value="FOR" disabled' in page
    assert 'id="comment-post"' in page


def test_a_plain_post_has_no_icons_and_a_withdrawn_one_no_form(table: Table) -> None:
    table.post_plain("Lulu", "A thought")
    plain = browser(table, "Raven").get(address(table, "posts/1/")).content.decode()
    composer_actions.withdraw_post(actor_id=table.agent("Lulu").pk, game_id=table.game.pk, number=1)

    withdrawn = browser(table, "Raven").get(address(table, "posts/1/")).content.decode()

    assert 'class="ballot"' not in plain
    assert 'id="comment-form"' in plain
    assert 'id="comment-form"' not in withdrawn
