"""Attempts to capture, and the Mastermind's die. (Rule Capture; Readings 17, 20, 27, 49; practice rows 53–57)"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dynasties.models import Update
from dynasties.spy.mechanics.atlas import borders
from dynasties.spy.models import Attempt
from dynasties.spy.models import Cover as CoverRow
from dynasties.spy.queries import attempts
from nomic.core.actions import dice
from nomic.core.mechanics.chance import fall
from nomic.core.mechanics.decision import Invalid, Refused
from nomic.core.models import Notice, Roll
from tests.lawmaking import amend, change
from tests.spying import SpyTable

Loaded = Callable[[int], None]


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> Loaded:
    """The die of a hundred sides shows what the test says; all others fall."""

    def load(face: int) -> None:
        monkeypatch.setattr(
            dice, "fall",
            lambda seed, seq, nonce, count, sides: (face,) if sides == 100 else fall(seed, seq, nonce, count, sides),
        )  # fmt: skip

    return load


@pytest.fixture
def table(table: SpyTable) -> SpyTable:
    """Lulu of the World and Raven of the Mastermind, both in Paris; Josh, of nobody yet, in Warsaw."""
    table.put("Lulu", "PAR", affiliation="World")
    table.put("Raven", "PAR", affiliation="Mastermind")
    table.put("Josh", "WAR")
    return table


def code(refused: pytest.ExceptionInfo[Refused]) -> str:
    return refused.value.reasons[0].code


def answer(attempt: Attempt) -> str:
    return attempts.read(attempt).answer


def newest(table: SpyTable) -> Update:
    return Update.objects.filter(game=table.made).latest("pk")


# -- the attempt


def test_an_attempt_on_who_is_there_waits_for_the_mastermind(table: SpyTable) -> None:
    seq = table.game.last_seq

    attempt = table.attempt("Lulu", "Raven")

    assert (answer(attempt), attempts.read(attempt).open) == ("waits", True)
    assert table.public_kinds(after=seq) == []


def test_an_attempt_on_who_is_elsewhere_is_refused_in_private_and_kept(table: SpyTable) -> None:
    seq, links, rolls = table.game.last_seq, table.game.private_n, Roll.objects.count()

    attempt = table.attempt("Lulu", "Josh")

    assert (answer(attempt), attempts.read(attempt).open) == ("not-there", False)
    assert attempts.read(attempt).places == ("PAR", "WAR")
    assert table.public_kinds(after=seq) == []
    assert (table.game.private_n, Roll.objects.count()) == (links + 1, rolls)


def test_a_row_of_an_attempt_is_as_long_for_either_answer(table: SpyTable) -> None:
    there, elsewhere = table.attempt("Lulu", "Raven"), table.attempt("Lulu", "Josh")

    assert len(there.sealed) == len(elsewhere.sealed)
    assert len(there.private.sealed) == len(elsewhere.private.sealed)


def test_the_same_form_makes_one_attempt_and_with_another_name_none(table: SpyTable) -> None:
    first = table.attempt("Lulu", "Raven", token="twice")

    assert table.attempt("Lulu", "Raven", token="twice") == first
    with pytest.raises(Invalid) as invalid:
        table.attempt("Lulu", "Josh", token="twice")

    assert (invalid.value.code, Attempt.objects.count()) == ("used-token", 1)


def test_the_token_of_anothers_form_bars_nobody(table: SpyTable) -> None:
    first = table.attempt("Lulu", "Raven", token="alike")

    second = table.attempt("Raven", "Lulu", token="alike")

    assert second != first


def test_a_second_attempt_on_the_same_agent_waits_for_the_first(table: SpyTable) -> None:
    first = table.attempt("Lulu", "Raven")
    with pytest.raises(Refused) as refused:
        table.attempt("Lulu", "Raven")
    assert code(refused) == "attempt-waits"

    table.rule_on(first)
    table.put("Lulu", "PAR", affiliation="World")
    table.put("Raven", "PAR", affiliation="Mastermind")

    assert answer(table.attempt("Lulu", "Raven")) == "waits"


def test_an_attempt_takes_an_affiliation_and_a_location_of_ones_own(table: SpyTable) -> None:
    with pytest.raises(Refused) as undeclared:
        table.attempt("Josh", "Raven")
    table.put("Lulu", None, affiliation="World")
    with pytest.raises(Refused) as nowhere:
        table.attempt("Lulu", "Raven")

    assert (code(undeclared), code(nowhere)) == ("declare-first", "no-location")
    assert not Attempt.objects.exists()


def test_what_the_target_lacks_is_not_told(table: SpyTable) -> None:
    table.put("Josh", "PAR")
    assert answer(table.attempt("Lulu", "Josh")) == "waits"

    table.put("Raven", None)
    assert answer(table.attempt("Lulu", "Raven")) == "not-there"


@pytest.mark.parametrize("target", ["Kevan", "Lulu"])
def test_the_mastermind_and_oneself_are_not_captured(table: SpyTable, target: str) -> None:
    with pytest.raises(Invalid) as invalid:
        table.attempt("Lulu", target)

    assert (invalid.value.path, invalid.value.code) == ("target_id", "no-target")


def test_a_mastermind_who_takes_part_is_captured_like_anybody(table: SpyTable) -> None:
    text = table.rule("Location").text
    change(table, amend(table, "Location", text.replace("[takes no part]", "[takes part]")))
    table.put("Kevan", "PAR")

    assert answer(table.attempt("Lulu", "Kevan")) == "waits"


def test_prisoners_capture_and_are_captured(table: SpyTable) -> None:
    table.put("Lulu", "ICE", affiliation="Mastermind", prison="ICE")
    table.put("Raven", "ICE", affiliation="Mastermind", prison="ICE")

    assert answer(table.attempt("Lulu", "Raven")) == "waits"


# -- the ruling


@pytest.mark.parametrize("face", [1, 33])
def test_up_to_33_the_target_goes_to_the_prison_of_the_captors_side(
    table: SpyTable, loaded: Loaded, face: int
) -> None:
    loaded(face)
    seq = table.game.last_seq

    table.rule_on(table.attempt("Lulu", "Raven"))

    raven = table.cover("Raven")
    assert (raven.location, raven.prison, raven.side, raven.walked_in) == ("ICE", "ICE", "free", False)
    assert (table.lkl("Raven"), table.lkl("Lulu")) == ("ICE-PRI", None)
    assert table.cover("Lulu").location == "PAR"
    assert [each for each in table.public_kinds(after=seq) if each[:3] != "day"] == ["dice.rolled", "tracker.updated"]


@pytest.mark.parametrize("face", [34, 50])
def test_from_34_the_captor_goes_to_the_prison_of_the_targets_side(
    table: SpyTable, loaded: Loaded, face: int
) -> None:
    loaded(face)

    table.rule_on(table.attempt("Lulu", "Raven"))

    lulu = table.cover("Lulu")
    assert (lulu.location, lulu.prison, lulu.side) == ("SIB", "SIB", "behind")
    assert (table.lkl("Lulu"), table.cover("Raven").location) == ("SIB-PRI", "PAR")


@pytest.mark.parametrize("face", [51, 90])
def test_from_51_to_90_it_is_a_draw_that_nobody_hears_of(table: SpyTable, loaded: Loaded, face: int) -> None:
    loaded(face)
    seq = table.game.last_seq

    table.rule_on(table.attempt("Lulu", "Raven"))

    assert {table.cover("Lulu").location, table.cover("Raven").location} <= borders("PAR")
    assert (table.lkl("Lulu"), table.lkl("Raven")) == (None, None)
    assert [each for each in table.public_kinds(after=seq) if each[:3] != "day"] == ["dice.rolled"]


@pytest.mark.parametrize("face", [91, 100])
def test_from_91_both_are_in_the_news_before_they_get_away(table: SpyTable, loaded: Loaded, face: int) -> None:
    loaded(face)
    updates = Update.objects.count()

    table.rule_on(table.attempt("Lulu", "Raven"))

    assert (table.lkl("Lulu"), table.lkl("Raven")) == ("PAR", "PAR")
    assert {table.cover("Lulu").location, table.cover("Raven").location} <= borders("PAR")
    assert Update.objects.count() == updates + 1


def test_the_die_is_public_and_names_nobody(table: SpyTable, loaded: Loaded) -> None:
    loaded(60)

    attempt = table.rule_on(table.attempt("Lulu", "Raven"))

    roll = Roll.objects.latest("pk")
    assert (roll.agent.name, roll.sides, roll.purpose) == ("Kevan", 100, "A capture")
    assert attempt.roll == roll
    assert not any(name in str(roll.event.data) for name in ("Lulu", "Raven", "PAR"))


@pytest.mark.parametrize(("affiliation", "prison"), [
    ("Double Agent (World)", "SIB"), ("Double Agent (Mastermind)", "ICE"), ("World", "ICE"), ("Mastermind", "SIB"),
])  # fmt: skip
def test_a_double_agent_captures_for_the_side_that_e_appears_to_serve(
    table: SpyTable, loaded: Loaded, affiliation: str, prison: str
) -> None:
    table.put("Lulu", "PAR", affiliation=affiliation)
    loaded(20)

    table.rule_on(table.attempt("Lulu", "Raven"))

    assert table.cover("Raven").prison == prison


def test_a_target_without_an_affiliation_has_no_prison_and_the_log_looks_the_same(
    table: SpyTable, loaded: Loaded
) -> None:
    table.put("Josh", "PAR")
    loaded(40)
    seq = table.game.last_seq

    table.rule_on(table.attempt("Lulu", "Josh"))

    assert (table.cover("Lulu").location, table.cover("Lulu").prison) == ("PAR", None)
    assert table.public_kinds(after=seq)[-2:] == ["dice.rolled", "tracker.updated"]
    assert not newest(table).values.exists()


def test_who_was_in_prison_goes_where_the_row_sends_em(table: SpyTable, loaded: Loaded) -> None:
    table.put("Lulu", "ICE", affiliation="Mastermind", prison="ICE")
    table.put("Raven", "ICE", affiliation="Mastermind", prison="ICE")
    loaded(1)

    table.rule_on(table.attempt("Lulu", "Raven"))

    assert (table.cover("Raven").prison, table.cover("Lulu").prison) == ("SIB", "ICE")


def test_a_draw_in_prison_frees_both(table: SpyTable, loaded: Loaded) -> None:
    table.put("Lulu", "ICE", affiliation="Mastermind", prison="ICE")
    table.put("Raven", "ICE", affiliation="Mastermind", prison="ICE")
    loaded(51)

    table.rule_on(table.attempt("Lulu", "Raven"))

    assert [(table.cover(name).prison, table.cover(name).location in borders("ICE")) for name in ("Lulu", "Raven")] == [
        (None, True), (None, True),
    ]  # fmt: skip


def test_both_are_where_they_are_when_the_die_falls(table: SpyTable, loaded: Loaded) -> None:
    attempt = table.attempt("Lulu", "Raven")
    table.move("Raven", "PIC")
    loaded(95)

    table.rule_on(attempt)

    assert (table.lkl("Lulu"), table.lkl("Raven")) == ("PAR", "PIC")
    assert table.cover("Raven").location in borders("PIC")


def test_an_attempt_is_ruled_on_once(table: SpyTable) -> None:
    attempt = table.rule_on(table.attempt("Lulu", "Raven"))

    with pytest.raises(Refused) as refused:
        table.rule_on(attempt)

    assert code(refused) == "attempt-decided"
    assert Roll.objects.filter(purpose="A capture").count() == 1


def test_an_attempt_that_was_refused_is_never_ruled_on(table: SpyTable) -> None:
    attempt = table.attempt("Lulu", "Josh")

    with pytest.raises(Refused) as refused:
        table.rule_on(attempt)

    assert code(refused) == "attempt-decided"


def test_nobody_but_the_mastermind_rules(table: SpyTable) -> None:
    attempt = table.attempt("Lulu", "Raven")

    with pytest.raises(Refused) as refused:
        table.rule_on(attempt, by="Josh")

    assert code(refused) == "for-the-mastermind"


def test_an_attempt_of_somebody_who_is_idle_since_is_set_aside_without_a_die(table: SpyTable) -> None:
    attempt = table.attempt("Lulu", "Raven")
    table.idle("Raven")
    seq, rows = table.game.last_seq, CoverRow.objects.count()

    told = attempts.read(table.rule_on(attempt))

    assert (told.void, told.open, told.roll) == (True, False, None)
    assert (table.public_kinds(after=seq), CoverRow.objects.count()) == ([], rows)


def test_both_are_told_that_there_is_news(table: SpyTable, loaded: Loaded) -> None:
    loaded(20)

    table.rule_on(table.attempt("Lulu", "Raven"))

    told = Notice.objects.filter(kind="spy").values_list("account__username", flat=True)
    assert sorted(told) == ["lulu", "raven"]


def test_a_target_learns_the_number_and_not_who_it_was(table: SpyTable, loaded: Loaded) -> None:
    loaded(40)
    attempt = table.rule_on(table.attempt("Lulu", "Raven"))

    (befallen,) = attempts.on_target(table.theatre, table.agent("Raven"))

    assert attempt.roll is not None
    assert (befallen.roll, befallen.row, hasattr(befallen, "captor")) == (attempt.roll.number, 2, False)
    assert attempts.on_target(table.theatre, table.agent("Josh")) == []


def test_attempts_are_read_by_who_made_them_and_the_present_mastermind(table: SpyTable) -> None:
    table.attempt("Lulu", "Raven")

    assert len(attempts.of_captor(table.theatre, table.agent("Lulu"))) == 1
    assert len(attempts.on_the_desk(table.theatre, table.agent("Kevan"), table.game)) == 1
    for name in ("Raven", "Josh"):
        assert attempts.of_captor(table.theatre, table.agent(name)) == []
        assert attempts.on_the_desk(table.theatre, table.agent(name), table.game) == []
    assert attempts.on_the_desk(table.theatre, None, table.game) == []


def test_a_law_without_the_die_sends_nobody_anywhere(table: SpyTable) -> None:
    text = table.rule("Capture").text
    change(table, amend(table, "Capture", text.replace("[100](dial:spy.capture_die)", "100")))
    attempt = table.attempt("Lulu", "Raven")

    table.rule_on(attempt)

    assert not Roll.objects.filter(purpose="A capture").exists()
    assert table.cover("Raven").location == "PAR"


def test_without_the_rule_nobody_captures(table: SpyTable) -> None:
    change(table, table.repeal("Capture"))

    with pytest.raises(Refused) as refused:
        table.attempt("Lulu", "Raven")

    assert code(refused) == "not-in-the-law"


def test_the_row_does_not_tell_whether_the_two_are_in_one_place(table: SpyTable) -> None:
    for name in ("Raven", "Josh"):
        table.attempt("Lulu", name)

    waits, refused = Attempt.objects.values().order_by("pk")

    apart = ("id", "uid", "private_id", "sealed", "token")
    assert {key: value for key, value in waits.items() if key not in apart} == {
        key: value for key, value in refused.items() if key not in apart
    }
    assert len(waits["sealed"]) == len(refused["sealed"])
