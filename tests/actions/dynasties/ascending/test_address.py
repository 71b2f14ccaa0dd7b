"""The new Mastermind speaks: repeals, keywords, theme packages. (Rule 1.9)"""

from __future__ import annotations

from typing import Any

import pytest
import time_machine

from dynasties import registry
from dynasties.succession.models import Dynasty
from dynasties.succession.queries import dynasty_name_of, won_by
from dynasties.tracker.models import Column
from nomic.core.decision import Invalid
from nomic.core.games import queries as games_queries
from nomic.core.roster import queries as roster_queries
from proposals.posts.models import Post
from proposals.recount import recount_game
from rulesets.models import RuleVersion
from tests.actions.dynasties.ascending.reading import kinds_after, refused
from tests.casting import Table

pytestmark = pytest.mark.django_db


def test_a_game_begins_with_the_first_dynasty_of_its_founder() -> None:
    table = Table()

    assert dynasty_name_of(table.dynasty) == "The First Dynasty of Kevan"
    assert (table.dynasty.number, table.dynasty.opened_seq) == (1, None)


def test_a_declaration_that_passes_ends_one_dynasty_and_begins_the_next_with_one_event(table: Table) -> None:
    first = Dynasty.objects.get(game=table.made, number=1)

    assert dynasty_name_of(table.dynasty) == "The First Dynasty of Josh"
    assert table.dynasty.began_seq == first.ended_seq
    assert won_by(first) is not None
    assert table.game.awaits_address


def test_who_wins_again_heads_a_second_dynasty(table: Table, clock: time_machine.Traveller) -> None:
    table.ascend("Josh")
    table.win("Kevan", clock)

    assert dynasty_name_of(table.dynasty) == "The Second Dynasty of Kevan"


def test_the_address_ends_the_hiatus_and_opens_the_dynasty(table: Table) -> None:
    address = table.ascend("Josh", "The Deep Sea")

    assert roster_queries.open_hiatus(table.made.pk) is None
    assert not table.game.awaits_address
    assert (table.dynasty.theme, table.dynasty.address_id) == ("The Deep Sea", address.pk)
    assert (address.title, address.category) == ("Ascension Address: The Deep Sea", "address")


def test_keywords_give_way_in_every_rule_and_on_every_page(table: Table) -> None:
    table.ascend("Josh", renames={"Agent": "Wizard", "Gadget": "Spell"})

    assert games_queries.keywords_of(table.game).agent == "Wizard"
    assert table.rule("Wizards")
    assert table.rule("Spells").text == "A Wizard may hold a Spell, and 3 Spells at most."
    assert table.rule("Tickets").text == "Each Wizard's Tickets are tracked. A Reagent is none."


def test_inside_a_ticked_word_they_give_way_too(table: Table) -> None:
    table.ascend("Josh", renames={"Agent": "Wizard"}, inside=["Reagent"])

    assert table.rule("Tickets").text == "Each Wizard's Tickets are tracked. A Rewizard is none."


def test_what_the_server_obeys_stays_as_it_was(table: Table) -> None:
    before = table.law

    table.ascend("Josh", renames={"Agent": "Wizard", "Admin": "Warden", "Mastermind": "Sage"})

    assert dict(table.law.values) == dict(before.values)
    assert table.law.mechanisms == before.mechanisms


def test_the_log_tells_it_in_order(table: Table) -> None:
    before = table.game.last_seq

    table.ascend("Josh", renames={"Gadget": "Spell"}, repeal=["Tickets"])

    assert kinds_after(table, before) == [
        "post.made",
        "rule.repealed",
        "rule.reworded",
        "dynasty.opened",
        "hiatus.ended",
    ]


def test_a_reworded_rule_keeps_its_history(table: Table) -> None:
    rid = table.rule("Gadgets").id

    table.ascend("Josh", renames={"Gadget": "Spell"})

    newest = RuleVersion.objects.filter(game=table.made, rule__rid=rid).latest("n")
    assert (newest.n, newest.act, newest.title) == (2, "reworded", "Spells")


def test_nothing_of_it_differs_when_worked_out_anew(table: Table) -> None:
    table.ascend("Josh", renames={"Agent": "Wizard", "Gadget": "Spell"}, repeal=["Tickets"], package="harbour")

    assert recount_game(table.game).differences == ()


@pytest.mark.parametrize("title", ["Voting", "Keywords"])
def test_only_dynastic_rules_are_repealed(table: Table, title: str) -> None:
    before = table.game.last_seq

    assert refused(table.ascend, "Josh", repeal=[title]) == ["not-dynastic"]
    assert table.game.last_seq == before


def test_a_collision_refuses_the_whole_of_it(table: Table) -> None:
    before = table.game.last_seq

    assert refused(table.ascend, "Josh", renames={"Agent": "Quorum", "Gadget": "Lulu"}) == [
        "glossary-term",
        "somebodys-name",
    ]
    assert table.game.last_seq == before
    assert roster_queries.open_hiatus(table.made.pk) is not None


def test_of_a_repealed_rule_no_title_is_in_the_way(table: Table) -> None:
    table.ascend("Josh", renames={"Agent": "Gadget"}, repeal=["Gadgets"])

    assert games_queries.keywords_of(table.game).agent == "Gadget"


@pytest.mark.parametrize("name", ["Lulu", "Kevan"])
def test_nobody_else_speaks_for_the_new_mastermind(table: Table, name: str) -> None:
    assert refused(table.ascend, name) == ["another-speaks"]


def test_an_address_is_given_once(table: Table) -> None:
    table.ascend("Josh")

    assert refused(table.ascend, "Josh") == ["no-address-awaited"]


def test_a_form_sent_twice_makes_one_address(table: Table) -> None:
    first = table.ascend("Josh", renames={"Agent": "Wizard"}, token="once")

    again = table.ascend("Josh", renames={"Agent": "Wizard"}, token="once")

    assert again == first
    assert Post.objects.filter(game=table.made, category="address").count() == 1


def test_a_used_form_with_other_words_is_no_second_sending(table: Table) -> None:
    table.ascend("Josh", renames={"Agent": "Wizard"}, token="once")

    with pytest.raises(Invalid) as error:
        table.ascend("Josh", renames={"Agent": "Witch"}, token="once")
    assert error.value.code == "used-token"


@pytest.mark.parametrize(
    ("wrong", "path"),
    [
        ({"theme": " "}, "theme"),
        ({"theme": "x" * 81}, "theme"),
        ({"package": "moon"}, "package"),
        ({"accent": 360}, "accent"),
        ({"accent": -1}, "accent"),
        ({"emblem": "x" * 9}, "emblem"),
        ({"text": "\u202e"}, "text"),
        ({"renames": {"": "x"}}, "renames/0/from"),
    ],
)
def test_what_cannot_be_taken_is_told_at_its_field(table: Table, wrong: dict[str, Any], path: str) -> None:
    with pytest.raises(Invalid) as error:
        table.ascend("Josh", **wrong)

    assert error.value.path == path


def test_a_theme_package_brings_its_rules_in_the_games_own_words(table: Table) -> None:
    table.ascend("Josh", renames={"Agent": "Merchant"}, repeal=["Gadgets", "Tickets"], package="harbour")

    titles = [rule.title for rule in table.rules() if rule.section == "dynastic"]
    assert titles == [title for title, _ in registry.THEMES["harbour"].rules]
    assert table.rule("The Quay").text.startswith("Each Merchant keeps a stall")


def test_a_theme_package_brings_the_columns_that_its_rules_carry(table: Table) -> None:
    table.ascend("Josh", package="harbour")

    columns = Column.objects.filter(game=table.made).order_by("number")
    assert [(each.name, each.scope, each.standard) for each in columns] == [
        ("Gold", "agent", 10),
        ("Cargo", "agent", 0),
        ("Tide", "game", 3),
        ("Storeys", "game", 0),
    ]
    assert columns[0].rule_id == table.rule("The Quay").id


def test_a_package_whose_title_is_taken_does_not_fit(clock: time_machine.Traveller) -> None:
    table = Table("Josh")
    table.enact_rule("The Tide", "It turns.")
    table.win("Josh", clock)

    assert refused(table.ascend, "Josh", package="harbour") == ["package-clash"]
