"""What an Agent may be called: asked when e announces eir arrival, and again when e is admitted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from nomic.core.decision import Invalid, Refused
from nomic.core.games.models import Game
from nomic.core.registry import registry
from nomic.core.roster import actions as roster_actions, rules as roster_rules
from nomic.core.roster.models import Application
from tests.casting import Table
from tests.openings import laid
from tests.registering import using

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql, pytest.mark.usefixtures("clock")]


def announced(table: Table, name: str, login: str = "newcomer") -> str:
    """What comes of announcing an arrival under a name: `waiting`, or the code of what is wrong with it."""
    try:
        application = roster_actions.announce_arrival(account=table.account(login), game_id=table.made.pk, name=name)
    except Refused as refusal:
        return refusal.reasons[0].code
    except Invalid as error:
        return error.code
    return str(application.state)


@pytest.mark.parametrize(
    "name",
    [
        "kevan",  # another case
        "KEVAN",
        "Kеvan",  # a Cyrillic e
        "Кevan",  # a Cyrillic K
        "Ｋｅｖａｎ",  # fullwidth letters
        "Kévan",  # an accent
        "Kevan\ufe0f",  # a variation selector, drawn as nothing
        " Kevan ",
    ],
)
def test_a_name_that_could_be_taken_for_another_agents_is_refused(name: str) -> None:
    assert announced(laid(), name) == "name-taken"


@pytest.mark.parametrize("name", ["Ievan", "1evan", "|evan", "levan"])
def test_one_stroke_of_the_pen_is_one_letter(name: str) -> None:
    table = laid("Levan")

    assert announced(table, name) == "name-taken"


def test_a_letter_is_compared_as_it_is_drawn_not_as_what_compatibility_makes_of_it() -> None:
    assert announced(laid("Chronos"), "\u03f9hronos") == "name-taken"  # a lunate sigma, which is a sigma to Unicode


def test_names_that_nobody_could_mistake_are_both_free() -> None:
    assert announced(laid(), "Devan") == "waiting"


@pytest.mark.parametrize(
    "name",
    [
        "Agent",
        "agent",
        "Masterminds",
        "Admin",
        "Admlns",
        "The Clerk",
        "C1erk",
        "Proposal",
        "Ruleset",
        "Calls for Judgment",
    ],
)
def test_a_keyword_of_the_game_is_no_name(name: str) -> None:
    assert announced(laid(), name) == "name-reserved"


def test_a_game_with_words_of_its_own_reserves_these_and_those_of_every_game() -> None:
    table = laid()
    Game.objects.update(keywords={"agent": "Sheep", "mastermind": "Shepherd", "plurals": {"agent": "Sheepfold"}})

    for name in ("Sheep", "Sheepfold", "Shepherd", "shepherds", "Agents", "Mastermind"):
        assert announced(table, name) == "name-reserved", name
    assert announced(table, "Sheeps") == "waiting"


def test_what_the_packages_above_call_their_things_comes_from_the_wiring() -> None:
    table = laid()
    assert announced(table, "Barber") == "waiting"

    with using(replace(registry(), reserved=frozenset({"Barbers"}))):
        assert announced(table, "Barbers", "other") == "name-reserved"
        assert announced(table, "Proposal", "third") == "waiting"


@pytest.mark.parametrize("name", ["Enactment", "enactment", "Voting"])
def test_the_title_of_a_rule_is_no_name(name: str) -> None:
    assert announced(laid(), name) == "name-reserved"


@pytest.mark.parametrize(
    ("name", "sign"),
    [
        ("Josh\u202e", "right-to-left override"),
        ("Jo\u2066sh", "left-to-right isolate"),
        ("Jo\u200bsh", "zero-width space"),
        ("Jo\u200dsh", "zero-width joiner"),
        ("Jo\u00adsh", "soft hyphen"),
        ("Jo\x00sh", "null"),
        ("Jo\nsh", "line feed"),
        ("Jo\u2028sh", "line separator"),
        ("Jo\ue000sh", "private use"),
        ("Josh\u3164", "Hangul filler, a letter drawn as nothing"),
        ("Josh\uffa0", "half-width Hangul filler"),
        ("Josh\u2800", "blank Braille cell"),
        ("Jo\u034fsh", "grapheme joiner"),
        ("\u3164", "nothing but a filler"),
    ],
)
def test_a_sign_that_nobody_sees_is_not_understood(name: str, sign: str) -> None:
    assert announced(laid(), name) == "hidden-characters", sign


@pytest.mark.parametrize("name", ["", "   ", "…", "!!!", "\u0301"])
def test_a_name_needs_a_letter_or_a_digit(name: str) -> None:
    assert announced(laid(), name) == "empty"


def test_a_name_has_at_most_forty_characters() -> None:
    table = laid()

    assert announced(table, "x" * roster_rules.LONGEST) == "waiting"
    assert announced(table, "y" * (roster_rules.LONGEST + 1), "other") == "too-long"


def test_a_name_whose_signs_stand_for_sentences_is_too_long_for_the_roster() -> None:
    assert announced(laid(), "\ufdfa" * 40) == "too-long"


def test_a_name_that_somebody_waits_under_is_taken_for_everybody_else() -> None:
    table = laid()
    announced(table, "Josh", "josh")

    assert announced(table, "J0sh", "other") == "name-taken"


def test_two_waiting_under_a_name_that_has_been_taken_meanwhile_are_asked_again_at_admission() -> None:
    table = laid()
    application = table.announce("Josh")
    Application.objects.filter(pk=application).update(name="Kevan")

    with pytest.raises(Refused, match="name-taken"):
        roster_actions.admit_applicant(
            actor_id=table.agent("Kevan").pk, game_id=table.made.pk, application_id=application
        )

    assert Application.objects.get(pk=application).state == "waiting"


def test_the_name_of_somebody_who_left_stays_eirs() -> None:
    table = laid("Josh")
    table.leave("Josh")

    assert announced(table, "Josh", "other") == "name-taken"
    assert announced(table, "Joshua", "Josh") == "name-stays"
    assert announced(table, "Josh", "Josh") == "waiting"
