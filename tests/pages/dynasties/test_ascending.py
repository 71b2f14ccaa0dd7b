"""The new Mastermind's page: nothing is given that has not been seen as it stands. (Rule 1.9)"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine

from nomic.core.games import queries as games_queries
from proposals.posts.models import Post
from tests.casting import Table
from tests.openings import kept, laid
from tests.pages.deciding.pages import address, browser, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def awaited() -> Any:
    """Josh has won, and has yet to speak."""
    with time_machine.travel(datetime(2026, 1, 1, tzinfo=UTC), tick=False) as clock:
        yield kept(won, clock)


def won(clock: time_machine.Traveller) -> Table:
    table = laid("Josh", "Lulu")
    table.enact_rule("Gadgets", "An Agent may hold a Gadget. A Reagent is none.")
    table.enact_rule("Tickets", "Each Agent's Tickets are tracked.")
    table.win("Josh", clock)
    return table


def send(table: Table, name: str = "Josh", **typed: Any) -> Any:
    sheet = {"theme": "The Sea", "token": "a-form", "do": "preview"} | typed
    return browser(table, name).post(address(table, "ascend/"), sheet)


def mark_in(answer: Any) -> str:
    found = re.search(r'name="previewed" value="([^"]*)"', answer.content.decode())
    assert found
    return found[1]


def given(table: Table, **typed: Any) -> Any:
    """Previewed, and then given just so."""
    return send(table, do="ascend", previewed=mark_in(send(table, **typed)), **typed)


def addresses(table: Table) -> int:
    return Post.objects.filter(game=table.made, category="address").count()


def test_everybody_is_told_who_is_awaited_and_the_new_mastermind_where_to_speak(awaited: Table) -> None:
    hers, his = (words(browser(awaited, name).get(address(awaited, ""))) for name in ("Lulu", "Josh"))

    assert "The First Dynasty of Josh waits for its Ascension Address, from Josh" in hers
    assert "begins with your words: write the Ascension Address" in his


def test_a_preview_gives_nothing(awaited: Table) -> None:
    answer = send(awaited, agent_to="Wizard")

    assert answer.status_code == 200
    assert addresses(awaited) == 0


def test_a_preview_shows_every_rule_before_and_after(awaited: Table) -> None:
    html = send(awaited, agent_to="Wizard", row0_word="Gadget", row0_to="Orb").content.decode()

    assert "<del>Agents</del><ins>Wizards</ins>" in html
    assert "<del>Gadgets</del><ins>Orbs</ins>" in html
    assert "Enactment: “an Admin or the Clerk”" not in words_of(html)


def words_of(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_a_preview_says_what_dials_go_on_saying(awaited: Table) -> None:
    assert "Enactment: “an Admin or the Clerk”" in words_of(send(awaited, admin_to="Warden").content.decode())


def test_a_preview_says_what_the_tracker_keeps_from_then_on_and_what_no_more(awaited: Table) -> None:
    awaited.column("Stubs", rule="Tickets")
    awaited.column("Charges", rule="Gadgets")

    said = words_of(send(awaited, package="harbour", repeal=[str(awaited.rule("Tickets").id)]).content.decode())

    assert "It keeps from now on: Gold, Cargo, Tide, Storeys." in said
    assert "It keeps no more: Stubs." in said


def test_a_theme_package_says_which_words_and_emblem_would_suit_it(awaited: Table) -> None:
    said = words(browser(awaited, "Josh").get(address(awaited, "ascend/")))

    assert "Its words would be Merchant for Agent, Harbourmaster for Mastermind; its emblem, ⚓." in said


def test_words_that_hold_a_keyword_are_there_to_be_ticked(awaited: Table) -> None:
    html = send(awaited, agent_to="Wizard").content.decode()

    assert 'value="office:agent/Reagent">' in html


def test_ticked_ones_give_way(awaited: Table) -> None:
    given(awaited, agent_to="Wizard", inside=["office:agent/Reagent"])

    assert "A Rewizard is none." in awaited.rule("Gadgets").text


def test_what_was_seen_may_be_given(awaited: Table) -> None:
    gone = awaited.rule("Tickets").id

    answer = given(awaited, agent_to="Wizard", repeal=[str(gone)], accent="205", emblem="⚓", text="Ahoy.")

    assert answer.status_code == 302
    assert answer.url.endswith("/dynasties/2/")
    assert games_queries.keywords_of(awaited.game).agent == "Wizard"
    assert (awaited.dynasty.accent, awaited.dynasty.emblem) == (205, "⚓")
    assert "Tickets" not in [rule.title for rule in awaited.rules()]


@pytest.mark.parametrize("changed", [{"agent_to": "Witch"}, {"theme": "The Land"}, {"previewed": ""}])
def test_what_has_not_been_seen_so_is_shown_first(awaited: Table, changed: dict[str, str]) -> None:
    seen = mark_in(send(awaited, agent_to="Wizard"))

    answer = send(awaited, **{"agent_to": "Wizard", "previewed": seen, "do": "ascend"} | changed)

    assert answer.status_code == 200
    assert addresses(awaited) == 0


@pytest.mark.parametrize(
    ("typed", "field", "said"),
    [
        ({"agent_to": "Quorum"}, "agent_to", "“Quorum” means something in the law already"),
        ({"agent_to": "Lulu"}, "agent_to", "could be mistaken for Lulu"),
        ({"agent_to": "Wizard", "agent_to_plural": "Quorum"}, "agent_to_plural", "“Quorum” means something in the law"),
        ({"row0_word": "Banana", "row0_to": "Pear"}, "row0_word", "No rule that stays uses “Banana”"),
        ({"row0_word": "", "row0_to": "Pear"}, "row0_word", "Say which keyword gives way."),
        ({"theme": " "}, "theme", "An Address names the theme."),
        ({"emblem": "x" * 9}, "emblem", "at most 8 characters"),
    ],
)
def test_what_may_not_be_is_told_at_its_field_and_kept(
    awaited: Table, typed: dict[str, str], field: str, said: str
) -> None:
    answer = send(awaited, **{"text": "What I typed."} | typed)
    html = answer.content.decode()

    assert answer.status_code == 422
    assert said in words_of(html.partition(f'id="id_{field}_error"')[2][:400])
    assert "What I typed." in html


def test_a_form_sent_twice_is_one_address(awaited: Table) -> None:
    words_given = {"agent_to": "Wizard", "row0_word": "Gadget", "row0_to": "Orb"}
    typed: dict[str, Any] = words_given | {"inside": ["office:agent/Reagent"]}
    first = given(awaited, **typed)
    again = send(awaited, do="ascend", previewed="whatever", **typed)

    assert (first.status_code, again.status_code) == (302, 302)
    assert addresses(awaited) == 1


def test_others_may_look_and_not_give(awaited: Table) -> None:
    answer = browser(awaited, "Lulu").get(address(awaited, "ascend/"))

    assert answer.status_code == 200
    assert "Only the new Mastermind posts the Ascension Address." in words(answer)
    assert 'value="ascend"' not in answer.content.decode()


def test_the_role_is_handed_on(awaited: Table) -> None:
    answer = browser(awaited, "Josh").post(address(awaited, "ascend/hand-on/"), {"heir": awaited.agent("Lulu").pk})

    assert answer.status_code == 302
    assert awaited.game.mastermind == awaited.agent("Lulu")


def test_nobody_else_hands_it_on(awaited: Table) -> None:
    page = browser(awaited, "Lulu").get(address(awaited, "ascend/hand-on/"))
    answer = browser(awaited, "Lulu").post(address(awaited, "ascend/hand-on/"), {"heir": awaited.agent("Kevan").pk})

    assert "Only the new Mastermind may pass the role on." in words(page)
    assert answer.status_code == 409
