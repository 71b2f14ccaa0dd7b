"""The Mastermind rolls for an attempt, and the row says what happens. (Rule Capture; Readings 17, 20, 49)"""

from __future__ import annotations

import pytest

from dynasties.spy.prison import queries as prison_queries
from dynasties.spy.theatre.models import Attempt, Cover as CoverRow
from dynasties.spy.theatre.rules_map import borders
from dynasties.tracker.models import Update
from nomic.core.decision import Refused
from nomic.core.dice.models import Roll
from nomic.core.notifications.models import Notice
from tests.actions.spy.capture.reading import Loaded, code, newest
from tests.lawmaking import amend, change
from tests.spying import SpyTable


@pytest.mark.parametrize("face", [1, 33])
def test_up_to_33_the_target_goes_to_the_prison_of_the_captors_side(table: SpyTable, loaded: Loaded, face: int) -> None:
    loaded(face)
    seq = table.game.last_seq

    table.rule_on(table.attempt("Lulu", "Raven"))

    raven = table.cover("Raven")
    assert (raven.location, raven.prison, raven.side, raven.walked_in) == ("ICE", "ICE", "free", False)
    assert (table.lkl("Raven"), table.lkl("Lulu")) == ("ICE-PRI", None)
    assert table.cover("Lulu").location == "PAR"
    assert [each for each in table.public_kinds(after=seq) if each[:3] != "day"] == ["dice.rolled", "tracker.updated"]


@pytest.mark.parametrize("face", [34, 50])
def test_from_34_the_captor_goes_to_the_prison_of_the_targets_side(table: SpyTable, loaded: Loaded, face: int) -> None:
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


@pytest.mark.parametrize(
    ("affiliation", "prison"),
    [("Double Agent (World)", "SIB"), ("Double Agent (Mastermind)", "ICE"), ("World", "ICE"), ("Mastermind", "SIB")],
)
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
        (None, True),
        (None, True),
    ]


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

    told = prison_queries.unseal_attempt(table.rule_on(attempt))

    assert (told.is_void, told.open, told.roll) == (True, False, None)
    assert (table.public_kinds(after=seq), CoverRow.objects.count()) == ([], rows)


def test_both_are_told_that_there_is_news(table: SpyTable, loaded: Loaded) -> None:
    loaded(20)

    table.rule_on(table.attempt("Lulu", "Raven"))

    told = Notice.objects.filter(kind="spy").values_list("account__username", flat=True)
    assert sorted(told) == ["lulu", "raven"]


def test_a_target_learns_the_number_and_not_who_it_was(table: SpyTable, loaded: Loaded) -> None:
    loaded(40)
    attempt = table.rule_on(table.attempt("Lulu", "Raven"))

    (befallen,) = prison_queries.viewer_attempts(table.theatre, table.agent("Raven")).befallen

    assert attempt.roll is not None
    assert (befallen.roll, befallen.row, hasattr(befallen, "captor")) == (attempt.roll.number, 2, False)
    assert prison_queries.viewer_attempts(table.theatre, table.agent("Josh")).befallen == ()


def test_attempts_are_read_by_who_made_them_and_the_present_mastermind(table: SpyTable) -> None:
    table.attempt("Lulu", "Raven")

    assert len(prison_queries.viewer_attempts(table.theatre, table.agent("Lulu")).made) == 1
    assert len(prison_queries.visible_attempts(table.theatre, table.agent("Kevan"), table.game)) == 1
    for name in ("Raven", "Josh"):
        assert prison_queries.viewer_attempts(table.theatre, table.agent(name)).made == ()
        assert prison_queries.visible_attempts(table.theatre, table.agent(name), table.game) == []
    assert prison_queries.visible_attempts(table.theatre, None, table.game) == []


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
