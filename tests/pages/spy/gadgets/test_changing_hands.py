"""Gadgets change hands, in the browser; and who is offered nothing."""

from __future__ import annotations

from dynasties.spy.gadgets.models import Gadget, Holding
from nomic.core.floor import floor
from nomic.core.roster import actions as roster_actions
from tests.pages.deciding.pages import address, browser, words
from tests.pages.spy.gadgets.reading import button, html, read, sent
from tests.spying import SpyTable


def test_claiming_from_who_has_too_many(table: SpyTable, skis: Gadget) -> None:
    mine = Holding.objects.get()
    assert "Claim" not in html(table, who="Raven")
    table.give("Lulu", gadgets=0)
    assert "1 of 0, too many" in read(table)[1]
    assert "Claim" not in html(table, who="Kevan")
    table.give("Raven", gadgets=0)
    assert "disabled" in button(html(table, who="Raven"), "Claim Skis of Lulu")
    assert "One more would be too many for you" in read(table, who="Raven")[1]
    table.give("Raven", gadgets=1)

    assert "It is yours." in sent(table, f"owned/{mine.pk}/claim/", "Raven")[1]
    status, told = sent(table, f"owned/{mine.pk}/claim/", "Josh")
    assert (status, "Somebody else was faster" in told) == (409, True)


def test_throwing_away(table: SpyTable, skis: Gadget) -> None:
    mine = Holding.objects.get()
    assert "Throw away" not in html(table, who="Raven")

    assert "It is gone." in sent(table, f"owned/{mine.pk}/discard/", "Lulu")[1]
    assert table.owns("Lulu") == []


def test_in_a_hiatus_every_button_is_shut_and_says_why(table: SpyTable, skis: Gadget) -> None:
    table.ask("Raven", "Boots")
    table.price(skis.number)
    with floor(table.made.pk) as the_floor:
        roster_actions.begin_hiatus(the_floor, "a test")

    page = html(table, who="Lulu")
    for label in ("Ask for a Gadget", "Buy Skis", "Throw away Skis", "Say so"):
        assert "disabled" in button(page, label), label
    assert "disabled" in button(html(table, who="Kevan"), "Set it for Skis")
    assert "In hiatus it waits, though its time runs on." in read(table)[1]
    assert "such business waits until it ends" in read(table, who="Lulu")[1]


def test_the_idle_read_and_are_offered_nothing(table: SpyTable, skis: Gadget) -> None:
    table.ask("Raven", "Boots")
    table.idle("Lulu")

    page = html(table, who="Lulu")
    assert "Throw away" not in page
    assert 'name="vote"' not in page
    assert "idle" in read(table)[1]
    assert sent(table, "requests/2/say/", "Lulu", vote="FOR")[0] == 409


def test_the_log_has_a_sentence_for_each_thing_that_was_done(table: SpyTable, skis: Gadget) -> None:
    table.price(skis.number, 1, 0, 2)
    table.put("Raven", "KRA")
    table.give("Raven", air=1, land=2)
    table.buy("Raven", skis.number)
    table.give("Lulu", gadgets=0)
    table.claim_gadget("Josh", Holding.objects.get(owner__name="Lulu"))
    table.throw_away("Josh", Holding.objects.get(owner__name="Josh"))
    table.ask("Raven", "Boots")
    table.deny_own("Raven", 2)

    told = words(browser(table).get(address(table, "log/?kind=theme")))

    for sentence in (
        "Lulu asks for a Gadget, “Skis”",
        "Raven approves of",
        "Lulu adds",
        "sets the cost of",
        "1 Air Ticket and 2 Land Tickets",
        "Raven buys",
        "Josh claims",
        "from Lulu, who had 1 and may have 0",
        "Josh throws",
        "Raven denies eir own",
    ):
        assert sentence in told, sentence
