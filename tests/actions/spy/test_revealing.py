"""When the Dynasty is over, its Mastermind opens everything that was top secret, and the log can be checked for it."""

from __future__ import annotations

import hashlib
import json

import pytest
import time_machine

from dynasties.spy.disclosure import queries_story as disclosure_queries_story, rules as disclosure_rules
from dynasties.spy.disclosure.rules import story_digest
from dynasties.spy.theatre import queries as theatre_queries, queries_covers as theatre_queries_covers
from dynasties.spy.theatre.models import Theatre
from nomic.core.decision import Invalid, Refused
from nomic.core.log.models import Event, PrivateEvent
from nomic.core.secrets.models import SecretSeed
from nomic.core.secrets.queries import unseal_event
from proposals.posts.models import Post
from tests.actions.spy.conftest import mustered
from tests.lawmaking import change
from tests.openings import kept
from tests.refusals import codes
from tests.spying import SpyTable

DAY = 24 * 3600


def whole(table: SpyTable) -> Event:
    return Event.objects.get(game=table.made, kind="spy.revealed")


def played(table: SpyTable, clock: time_machine.Traveller) -> SpyTable:
    """A short story: Affiliations, Locations, a move, a capture that waits, and something disclosed."""
    table.sweep()
    for name, side in (("Lulu", "World"), ("Raven", "Mastermind"), ("Josh", "Double Agent (World)")):
        table.declare_for(name, side)
    table.deal()
    table.put("Lulu", "KRA", affiliation="World")
    table.put("Raven", "SLO", affiliation="Mastermind")
    table.move("Lulu", "SLO")
    table.attempt("Lulu", "Raven")
    table.disclose("Lulu", "Raven")
    table.message("Lulu", "Raven", "Not a word of this is for the log.")
    clock.shift(DAY)
    table.sweep()
    return table


@pytest.fixture
def over(db: None, clock: time_machine.Traveller) -> SpyTable:
    return kept(won, clock)


def won(clock: time_machine.Traveller) -> SpyTable:
    """Raven has won: e is the Mastermind, and has not spoken yet."""
    table = played(mustered(clock), clock)
    table.win("Raven", clock)
    return table


def test_the_mastermind_of_the_moment_reveals_everything_once_a_declaration_has_passed(over: SpyTable) -> None:
    theatre = over.reveal("Raven")

    told = disclosure_queries_story.opened_links(theatre)
    assert theatre.revealed == whole(over)
    assert (whole(over).data["links"], whole(over).data["digest"]) == (len(told), story_digest(told))
    assert {each.content["kind"] for each in told} == {
        "spy.cover",
        "spy.errand",
        "spy.attempt",
        "spy.disclosure",
        "dice.rolled-in-secret",
    }


def test_each_opening_digests_to_the_commitment_at_its_number(over: SpyTable) -> None:
    theatre = over.reveal("Raven")

    committed = dict(PrivateEvent.objects.filter(game=over.made).values_list("n", "commitment"))
    for each in disclosure_queries_story.opened_links(theatre):
        said = json.dumps(
            {"content": each.content, "salt": each.salt}, sort_keys=True, separators=(",", ":"), ensure_ascii=False
        )
        assert hashlib.sha256(said.encode()).hexdigest() == committed[each.n]


def test_no_message_and_no_author_is_opened(over: SpyTable) -> None:
    theatre = over.reveal("Raven")

    others = [link for link in PrivateEvent.objects.filter(game=over.made) if not _ours(link)]
    salts = {unseal_event(link).salt for link in others}
    assert {unseal_event(link).kind for link in others} == {"message.sent", "day.salt"}
    assert not salts & {each.salt for each in disclosure_queries_story.opened_links(theatre)}
    assert not any(salt in json.dumps(event.data) for salt in salts for event in over.game.events.all())


def _ours(link: PrivateEvent) -> bool:
    return unseal_event(link).kind.startswith(("spy.", "dice."))


def test_the_seed_of_the_secret_dice_is_opened_and_the_next_one_committed(over: SpyTable) -> None:
    over.reveal("Raven")

    first, second = SecretSeed.objects.filter(game=over.made).order_by("n")
    assert (first.opened is not None, second.opened, whole(over).data["seed"]) == (True, None, first.n)


def test_after_it_everybody_sees_every_cover(over: SpyTable) -> None:
    lulu, game = over.agent("Lulu"), over.game
    before = theatre_queries_covers.visible_cover(over.theatre, lulu.pk, None, game)

    over.reveal("Raven")

    after = theatre_queries_covers.visible_cover(over.theatre, lulu.pk, None, game)
    assert before is None
    assert after is not None
    assert (after.affiliation, after.location) == ("World", "SLO")


@pytest.mark.parametrize("who", ["Kevan", "Lulu"])
def test_nobody_else_reveals_anything_the_mastermind_of_before_included(over: SpyTable, who: str) -> None:
    with pytest.raises(Refused) as refused:
        over.reveal(who)

    assert codes(refused) == ["for-the-mastermind"]


def test_before_the_dynasty_is_over_nothing_is_revealed(table: SpyTable, clock: time_machine.Traveller) -> None:
    played(table, clock)

    with pytest.raises(Refused) as refused:
        table.reveal("Kevan")

    assert (codes(refused), refused.value.reasons[0].rule) == (["not-over"], "Top Secret")


def test_it_is_revealed_once(over: SpyTable) -> None:
    over.reveal("Raven")

    with pytest.raises(Refused) as refused:
        over.reveal("Raven")

    assert codes(refused) == ["all-revealed"]


def test_where_no_rule_has_em_do_it_what_was_secret_stays_secret(
    table: SpyTable, clock: time_machine.Traveller
) -> None:
    change(played(table, clock), table.repeal("Top Secret"))
    table.win("Raven", clock)

    with pytest.raises(Refused) as refused:
        table.reveal("Raven")

    assert codes(refused) == ["not-in-the-law"]


def test_what_ended_long_ago_is_revealed_by_whoever_is_the_mastermind_now(
    table: SpyTable, clock: time_machine.Traveller
) -> None:
    played(table, clock)
    _repeal_it_all(table)
    clock.shift(40 * DAY)
    table.win("Lulu", clock)
    table.ascend("Lulu")

    theatre = table.reveal("Lulu", 1)

    assert theatre.revealed is not None
    assert theatre.ended_seq is not None
    assert theatre.ended_seq < theatre.revealed.seq
    assert len(disclosure_queries_story.opened_links(theatre)) == whole(table).data["links"] > 5


def _repeal_it_all(table: SpyTable) -> None:
    law = [rule.title for rule in table.rules() if rule.section.value == "dynastic"]
    change(table, *(table.repeal(title) for title in law))


def test_a_theatre_that_was_never_played_is_none(over: SpyTable) -> None:
    with pytest.raises(Invalid) as invalid:
        over.reveal("Raven", 2)

    assert invalid.value.path == "number"


def test_nobody_plays_on_with_open_cards(over: SpyTable) -> None:
    over.reveal("Raven")

    assert theatre_queries.present_theatre(over.made.pk) is None
    with pytest.raises(Refused) as refused:
        over.move("Lulu", "KRA")
    assert codes(refused) == ["all-revealed"]


def test_where_the_law_of_spies_stays_the_next_dynasty_begins_it_anew(over: SpyTable) -> None:
    over.reveal("Raven")

    over.ascend("Raven")

    theatre = theatre_queries.present_theatre(over.made.pk)
    assert theatre is not None
    assert (theatre.number, Theatre.objects.filter(game=over.made).count()) == (2, 2)
    assert over.cover("Lulu").affiliation is None
    assert theatre_queries_covers.visible_cover(theatre, over.agent("Lulu").pk, None, over.game) is None


def test_what_is_too_much_for_one_event_goes_into_several(over: SpyTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disclosure_rules, "MOST_LINKS_IN_AN_EVENT", 4)

    theatre = over.reveal("Raven")

    pieces = [len(each.data["openings"]) for each in disclosure_queries_story.opening_events(theatre)]
    assert (max(pieces), sum(pieces)) == (4, whole(over).data["links"])
    assert [each.n for each in disclosure_queries_story.opened_links(theatre)] == sorted(
        each.n for each in disclosure_queries_story.opened_links(theatre)
    )


def test_the_public_log_of_the_revealing_is_in_one_order(over: SpyTable) -> None:
    seq = over.game.last_seq

    over.reveal("Raven")

    assert over.public_kinds(seq) == ["spy.opened", "seed.opened", "seed.committed", "spy.revealed", "post.made"]


def test_the_journal_leads_to_the_story(over: SpyTable) -> None:
    over.reveal("Raven")

    post = Post.objects.filter(game=over.made).order_by("-number")[0]
    assert (post.author, post.title) == (over.agent("Raven"), "Everything is revealed")
    assert "(/g/table/spy/revealed/1/)" in post.body
