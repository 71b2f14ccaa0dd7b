"""The Mastermind tells one Agent one thing about another; that one sees that it was disclosed, and nobody else."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine

from dynasties.spy.disclosure import queries as disclosure_queries
from dynasties.spy.theatre.models import Disclosure
from nomic.core.decision import Invalid, Refused
from nomic.core.notifications.models import Notice
from tests.lawmaking import change
from tests.refusals import codes
from tests.spying import SpyTable


@pytest.fixture
def dealt(table: SpyTable) -> SpyTable:
    table.sweep()
    table.put("Lulu", "KRA", affiliation="World")
    return table


def test_whoever_it_is_told_reads_it_as_it_was_then(dealt: SpyTable, clock: time_machine.Traveller) -> None:
    dealt.disclose("Lulu", "Raven", "location")
    clock.shift(timedelta(hours=1))

    dealt.put("Lulu", "SLO")

    (told,) = disclosure_queries.own_disclosures(dealt.theatre, dealt.agent("Raven")).told
    assert (told.owner, told.what, told.value) == (dealt.agent("Lulu").pk, "location", "KRA")


def test_whose_secret_it_was_sees_that_and_what_but_not_to_whom(dealt: SpyTable) -> None:
    dealt.disclose("Lulu", "Raven", "location")

    (seen,) = disclosure_queries.own_disclosures(dealt.theatre, dealt.agent("Lulu")).given
    assert (seen.what, {"at", "what"}) == ("location", set(seen.__slots__))
    assert disclosure_queries.own_disclosures(dealt.theatre, dealt.agent("Lulu")).told == ()


@pytest.mark.parametrize("who", ["Josh", "Kevan", None])
def test_nobody_else_sees_anything_of_it(dealt: SpyTable, who: str | None) -> None:
    dealt.disclose("Lulu", "Raven", "location")

    viewer = dealt.agent(who) if who else None
    assert disclosure_queries.own_disclosures(dealt.theatre, viewer).told == ()
    assert disclosure_queries.own_disclosures(dealt.theatre, viewer).given == ()


def test_whoever_has_left_reads_nothing_any_more(dealt: SpyTable) -> None:
    dealt.disclose("Lulu", "Raven", "location")

    dealt.leave("Raven")

    assert disclosure_queries.own_disclosures(dealt.theatre, dealt.agent("Raven")).told == ()


def test_the_public_log_gains_nothing_and_both_are_told_that_there_is_news(dealt: SpyTable) -> None:
    seq = dealt.game.last_seq
    Notice.objects.all().delete()

    dealt.disclose("Lulu", "Raven", "location")

    assert dealt.public_kinds(seq) == []
    told = Notice.objects.filter(kind="spy").values_list("account__username", "facts")
    assert sorted(told) == [("lulu", {}), ("raven", {})]


def test_the_same_thing_told_once_more_tells_nothing(dealt: SpyTable) -> None:
    first = dealt.disclose("Lulu", "Raven", "location")

    second = dealt.disclose("Lulu", "Raven", "location")

    assert first == second
    assert Disclosure.objects.count() == 1


def test_what_has_changed_since_is_told_anew_and_so_is_what_has_changed_back(dealt: SpyTable) -> None:
    dealt.disclose("Lulu", "Raven", "location")
    dealt.put("Lulu", "SLO")
    dealt.disclose("Lulu", "Raven", "location")
    dealt.put("Lulu", "KRA")

    dealt.disclose("Lulu", "Raven", "location")

    told = disclosure_queries.own_disclosures(dealt.theatre, dealt.agent("Raven")).told
    assert [each.value for each in told] == ["KRA", "SLO", "KRA"]


@pytest.mark.parametrize(("what", "value"), [("affiliation", "World"), ("side", None), ("prison", None)])
def test_each_thing_by_itself(dealt: SpyTable, what: str, value: str | None) -> None:
    dealt.disclose("Lulu", "Raven", what)

    (told,) = disclosure_queries.own_disclosures(dealt.theatre, dealt.agent("Raven")).told
    assert (told.what, told.value) == (what, value)


@pytest.mark.parametrize("by", ["Josh", "Lulu"])
def test_only_the_mastermind_discloses(dealt: SpyTable, by: str) -> None:
    with pytest.raises(Refused) as refused:
        dealt.disclose("Lulu", "Raven", by=by)

    assert codes(refused) == ["for-the-mastermind"]


@pytest.mark.parametrize(("to", "code"), [("Lulu", "own-secret"), ("Kevan", "keeps-the-secrets")])
def test_nobody_is_told_what_e_knows(dealt: SpyTable, to: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        dealt.disclose("Lulu", to)

    assert codes(refused) == [code]


def test_where_no_rule_lets_em_nothing_is_disclosed(dealt: SpyTable) -> None:
    change(dealt, dealt.repeal("Top Secret"))

    with pytest.raises(Refused) as refused:
        dealt.disclose("Lulu", "Raven")

    assert codes(refused) == ["not-in-the-law"]


def test_in_a_hiatus_nothing_is_disclosed(dealt: SpyTable) -> None:
    dealt.declare("Josh")

    with pytest.raises(Refused) as refused:
        dealt.disclose("Lulu", "Raven")

    assert codes(refused) == ["hiatus"]


@pytest.mark.parametrize(
    ("about", "to", "what", "path"),
    [("Kevan", "Raven", "location", "owner_id"), ("Lulu", "Zoe", "location", "to_id"), ("Lulu", "Raven", "x", "what")],
)
def test_what_cannot_be_understood_is_said_at_its_field(
    dealt: SpyTable, about: str, to: str, what: str, path: str
) -> None:
    dealt.join("Zoe")
    dealt.leave("Zoe")

    with pytest.raises(Invalid) as invalid:
        dealt.disclose(about, to, what)

    assert invalid.value.path == path
