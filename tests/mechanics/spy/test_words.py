"""Every reason that the mechanics of the map give has its sentence, and it reads well."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from dynasties.spy.disclosure.rules import may_declare
from dynasties.spy.gadgets.rules import GadgetLicence
from dynasties.spy.map.rules import Mover
from dynasties.spy.map.words import MAP_WORDS
from dynasties.spy.missions.rules import may_raise_gadgets
from dynasties.spy.prison.rules import CaptureParty, RescueFacts, may_capture, may_leave, may_rescue, may_turn
from dynasties.spy.theatre.rules import Affiliation
from dynasties.spy.theatre.rules_map import Curtain, Side
from dynasties.spy.theatre.rules_tickets import Ticket, Tickets, after_exchange
from nomic.core.chain import reasons_from, reasons_json
from nomic.core.decision import Decision, Reason
from nomic.core.language.rules import Keywords
from nomic.words import WORDS, sentence
from tests.mechanics.spy.laws import LAW, going, without

ANY, NONE = Tickets(9, 9, 9), Tickets()
EAST = Curtain(frozenset({"BER", "STP", "CZE", "SLO"}), frozenset({"FIN"}))
DOUBLE = Affiliation.DOUBLE_WORLD
RESCUE = RescueFacts(ANY, "ICE", True, False, "ICE", True)
TRIPS = [
    ("KRA", "POD"),
    ("LON", "FRA"),
    ("LON", "NTH"),
    ("AUS", "KRA"),
    ("FRA", "BER"),
    ("FIN", "GOB"),
    ("LON", "LON"),
    ("MUN", "BER"),
    ("HAM", "BER"),
    ("FIN", "LAP"),
    ("LON", "BAL"),
    ("POR", "SIB"),
    ("LON", "POR"),
    (None, "POR"),
]


def decisions() -> Iterator[Decision[Any]]:
    crossing = frozenset({GadgetLicence.CROSS_CURTAIN})
    for here, to in TRIPS:
        for hand in (Mover(here, ANY, Side.BEHIND), Mover(here, NONE), Mover(here, ANY, licences=crossing)):
            yield going(hand, to, EAST).decision
    yield going(Mover("LON", ANY), "FRA", law=without("spy.airlinks")).decision
    yield going(Mover("LON", ANY), "FRA", law=without("spy.air_price")).decision
    yield from (
        after_exchange(NONE, Ticket.AIR, take, times, LAW) for take in (Ticket.AIR, Ticket.SEA) for times in (0, 1)
    )
    yield after_exchange(ANY, Ticket.AIR, Ticket.SEA, 1, LAW)
    yield may_declare(Affiliation.WORLD, DOUBLE, LAW)
    yield from (may_leave("ICE", each, LAW) for each in (DOUBLE, Affiliation.WORLD))
    yield may_leave("ICE", DOUBLE, LAW, {GadgetLicence.LEAVE_PRISON})
    yield may_rescue(replace(RESCUE, imprisoned_self=True), LAW)
    yield may_rescue(replace(RESCUE, came_by_move=False), LAW)
    yield may_rescue(replace(RESCUE, prisoner_place="SIB"), LAW)
    yield from (may_turn(DOUBLE, prison, LAW) for prison in (None, "SIB"))
    yield may_turn(Affiliation.WORLD, "ICE", LAW)
    yield may_capture(CaptureParty("LON", DOUBLE), CaptureParty("WAL", DOUBLE), LAW)
    yield from (may_raise_gadgets(completed, True, LAW) for completed in (2, 3))
    yield may_raise_gadgets(2, False, without("spy.rank_standard"))


def reasons() -> list[Reason]:
    return [reason for decision in decisions() for reason in decision.reasons]


def test_every_reason_has_its_sentence() -> None:
    assert {each.code for each in reasons()} <= set(MAP_WORDS)
    assert all(WORDS[code] is said for code, said in MAP_WORDS.items())


def test_the_sentences_read_well_in_the_games_own_words() -> None:
    spies = Keywords(agent="Spy", mastermind="Boss")

    for each in reasons():
        said = sentence(each, spies)
        assert said[0].isupper() or said[0].isdigit()
        assert said.endswith(".")
        assert not any(strange in said for strange in ("{", "}", "Agent", "Mastermind", "None", "..", "  "))


def test_they_read_the_same_out_of_the_log() -> None:
    for each in reasons():
        (back,) = reasons_from(reasons_json([each]))  # type: ignore[arg-type]  # as JSON gives it
        assert sentence(back) == sentence(each)


def test_a_refusal_names_what_is_missing() -> None:
    def said(mover: Mover, to: str) -> list[str]:
        return [sentence(each) for each in going(mover, to, EAST).decision.reasons]

    assert said(Mover("LON", Tickets(sea=5)), "FRA") == ["That takes 1 Air Ticket, and 0 are there."]
    assert "takes a Gadget" in said(Mover("MUN", ANY), "BER")[0]
    assert said(Mover("AUS", ANY), "KRA") == [
        "A hop from Austria (AUS) to Krakow (KRA) would lead over Czech Republic (CZE), Slovakia (SLO),"
        " and there the Iron Curtain stands between."
    ]
