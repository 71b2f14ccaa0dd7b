"""The new Mastermind speaks, and the Dynasty opens. (Rules 1.8 and 1.9)"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine

from dynasties import registry
from dynasties.models import Column, Dynasty
from dynasties.queries.dynasties import keywords_after, name_of, statistics, won_by
from nomic.core import queries as core
from nomic.core.mechanics.decision import Invalid, Refused
from nomic.core.models import Event
from proposals.models import Post
from proposals.recounting import recount
from rulesets.models import RuleVersion
from tests.casting import Table
from tests.openings import kept, laid

pytestmark = pytest.mark.django_db

START = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller


@pytest.fixture
def table(clock: time_machine.Traveller) -> Table:
    """Josh has won, and has yet to speak."""
    return kept(won, clock)


def won(clock: time_machine.Traveller) -> Table:
    table = laid("Josh", "Lulu")
    table.enact_rule("Gadgets", "An Agent may hold a Gadget, and 3 Gadgets at most.")
    table.enact_rule("Tickets", "Each Agent's Tickets are tracked. A Reagent is none.")
    table.win("Josh", clock)
    return table


def refused(call: Callable[..., object], *args: object, **more: object) -> list[str]:
    with pytest.raises(Refused) as error:
        call(*args, **more)
    return sorted(reason.code for reason in error.value.reasons)


def kinds_after(table: Table, seq: int) -> list[str]:
    return list(Event.objects.filter(game=table.made, seq__gt=seq).order_by("seq").values_list("kind", flat=True))


def test_a_game_begins_with_the_first_dynasty_of_its_founder() -> None:
    table = Table()

    assert name_of(table.dynasty) == "The First Dynasty of Kevan"
    assert (table.dynasty.number, table.dynasty.opened_seq) == (1, None)


def test_a_declaration_that_passes_ends_one_dynasty_and_begins_the_next_with_one_event(table: Table) -> None:
    first = Dynasty.objects.get(game=table.made, number=1)

    assert name_of(table.dynasty) == "The First Dynasty of Josh"
    assert table.dynasty.began_seq == first.ended_seq
    assert won_by(first) is not None
    assert table.game.awaits_address


def test_who_wins_again_heads_a_second_dynasty(table: Table, clock: time_machine.Traveller) -> None:
    table.ascend("Josh")
    table.win("Kevan", clock)

    assert name_of(table.dynasty) == "The Second Dynasty of Kevan"


def test_the_address_ends_the_hiatus_and_opens_the_dynasty(table: Table) -> None:
    address = table.ascend("Josh", "The Deep Sea")

    assert core.open_hiatus(table.made.pk) is None
    assert not table.game.awaits_address
    assert (table.dynasty.theme, table.dynasty.address_id) == ("The Deep Sea", address.pk)
    assert (address.title, address.category) == ("Ascension Address: The Deep Sea", "address")


def test_keywords_give_way_in_every_rule_and_on_every_page(table: Table) -> None:
    table.ascend("Josh", renames={"Agent": "Wizard", "Gadget": "Spell"})

    assert core.keywords(table.game).agent == "Wizard"
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
        "post.made", "rule.repealed", "rule.reworded", "dynasty.opened", "hiatus.ended",
    ]  # fmt: skip


def test_a_reworded_rule_keeps_its_history(table: Table) -> None:
    rid = table.rule("Gadgets").id

    table.ascend("Josh", renames={"Gadget": "Spell"})

    newest = RuleVersion.objects.filter(game=table.made, rule__rid=rid).latest("n")
    assert (newest.n, newest.act, newest.title) == (2, "reworded", "Spells")


def test_nothing_of_it_differs_when_worked_out_anew(table: Table) -> None:
    table.ascend("Josh", renames={"Agent": "Wizard", "Gadget": "Spell"}, repeal=["Tickets"], package="harbour")

    assert recount(table.game).differences == ()


@pytest.mark.parametrize("title", ["Voting", "Keywords"])
def test_only_dynastic_rules_are_repealed(table: Table, title: str) -> None:
    before = table.game.last_seq

    assert refused(table.ascend, "Josh", repeal=[title]) == ["not-dynastic"]
    assert table.game.last_seq == before


def test_a_collision_refuses_the_whole_of_it(table: Table) -> None:
    before = table.game.last_seq

    assert refused(table.ascend, "Josh", renames={"Agent": "Quorum", "Gadget": "Lulu"}) == [
        "glossary-term", "somebodys-name",
    ]  # fmt: skip
    assert table.game.last_seq == before
    assert core.open_hiatus(table.made.pk) is not None


def test_of_a_repealed_rule_no_title_is_in_the_way(table: Table) -> None:
    table.ascend("Josh", renames={"Agent": "Gadget"}, repeal=["Gadgets"])

    assert core.keywords(table.game).agent == "Gadget"


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
        ({"theme": " "}, "theme"), ({"theme": "x" * 81}, "theme"), ({"package": "moon"}, "package"),
        ({"accent": 360}, "accent"), ({"accent": -1}, "accent"), ({"emblem": "x" * 9}, "emblem"),
        ({"text": "\u202e"}, "text"), ({"renames": {"": "x"}}, "renames/0/from"),
    ],
)  # fmt: skip
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
        ("Gold", "agent", 10), ("Cargo", "agent", 0), ("Tide", "game", 3), ("Storeys", "game", 0),
    ]  # fmt: skip
    assert columns[0].rule_id == table.rule("The Quay").id


def test_a_package_whose_title_is_taken_does_not_fit(clock: time_machine.Traveller) -> None:
    table = Table("Josh")
    table.enact_rule("The Tide", "It turns.")
    table.win("Josh", clock)

    assert refused(table.ascend, "Josh", package="harbour") == ["package-clash"]


def test_pending_proposals_stay_pending(clock: time_machine.Traveller) -> None:
    table = Table("Josh", "Lulu")
    table.enact_rule("Gadgets", "An Agent may hold a Gadget.")
    proposal = table.propose("Lulu", "More", [table.amend("Gadgets", "a Gadget", "two Gadgets")])
    table.win("Josh", clock)

    table.ascend("Josh", repeal=["Gadgets"])

    assert table.status(proposal.number) == "pending"


def test_another_declaration_keeps_the_hiatus(table: Table) -> None:
    table.declare("Lulu")

    table.ascend("Josh")

    assert core.open_hiatus(table.made.pk) is not None
    assert not table.game.awaits_address


def test_the_winner_may_hand_the_role_on(table: Table) -> None:
    table.pass_role("Josh", "Lulu")

    assert name_of(table.dynasty) == "The First Dynasty of Lulu"
    assert table.dynasty.number == 2
    assert table.game.mastermind == table.agent("Lulu")
    assert refused(table.ascend, "Josh") == ["another-speaks"]


def test_whoever_has_it_from_the_winner_keeps_it(table: Table) -> None:
    table.pass_role("Josh", "Lulu")

    assert refused(table.pass_role, "Lulu", "Kevan") == ["handed-already"]


def test_who_is_handed_the_role_has_no_declaration_any_more(table: Table) -> None:
    own, anothers = table.declare("Lulu"), table.declare("Kevan")

    table.pass_role("Josh", "Lulu")

    assert (table.status(own.number), table.status(anothers.number)) == ("failed", "pending")
    failed = Event.objects.get(game=table.made, kind="dov.failed", subject=own.subject_key)
    assert failed.data["superseded_by"] == f"agent:{table.agent('Lulu').pk}"
    assert core.open_hiatus(table.made.pk) is not None
    assert recount(table.game).differences == ()


def test_nor_does_the_hiatus_outlast_eir_address(table: Table) -> None:
    table.declare("Lulu")
    table.pass_role("Josh", "Lulu")

    table.ascend("Lulu")

    assert core.open_hiatus(table.made.pk) is None
    assert recount(table.game).differences == ()


def test_whoever_hands_it_on_has_headed_none(table: Table, clock: time_machine.Traveller) -> None:
    table.pass_role("Josh", "Lulu")
    table.ascend("Lulu")
    table.win("Josh", clock)

    assert name_of(table.dynasty) == "The First Dynasty of Josh"


def test_the_role_is_never_passed_after_the_address(table: Table) -> None:
    table.ascend("Josh")

    assert refused(table.pass_role, "Josh", "Lulu") == ["no-address-awaited"]


def test_nor_by_another_nor_to_the_idle_nor_to_oneself(table: Table) -> None:
    table.idle("Lulu")

    assert refused(table.pass_role, "Kevan", "Josh") == ["not-yours-to-pass"]
    assert refused(table.pass_role, "Josh", "Lulu") == ["heir-idle"]
    assert refused(table.pass_role, "Josh", "Josh") == ["yours-already"]


def test_if_the_winner_leaves_first_nobody_heads_it_and_an_admin_speaks(table: Table) -> None:
    table.leave("Josh")

    assert name_of(table.dynasty) == "The Metadynasty"
    assert refused(table.ascend, "Lulu") == ["speaks-for-nobody"]
    table.ascend("Kevan")
    assert core.open_hiatus(table.made.pk) is None
    assert table.game.mastermind is None


def test_if_the_mastermind_leaves_later_the_dynasty_is_still_eirs(table: Table) -> None:
    table.ascend("Josh")

    table.leave("Josh")

    assert name_of(table.dynasty) == "The First Dynasty of Josh"
    assert table.game.mastermind is None


def test_an_idle_mastermind_comes_back_before_e_speaks(table: Table) -> None:
    table.idle("Josh")

    assert refused(table.ascend, "Josh") == ["speaker-idle"]


def test_keywords_are_known_as_of_any_event(table: Table) -> None:
    before = table.game.last_seq
    table.ascend("Josh", renames={"Agent": "Wizard"})

    assert keywords_after(table.made.pk, before).agent == "Agent"
    assert keywords_after(table.made.pk, table.game.last_seq).agent == "Wizard"


def test_statistics_count_what_happened_between_two_dynasties(table: Table) -> None:
    rows = list(Dynasty.objects.filter(game=table.made))

    both = statistics(rows, START)

    found = both[1]
    assert both[2].posts == 0
    assert (found.posts, found.declarations, found.rules_enacted, found.lasted.days) == (1, 1, 2, 1)
