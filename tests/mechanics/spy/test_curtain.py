from __future__ import annotations

import time

from dynasties.spy.theatre.rules_map import LAND, SEA, Curtain, Side, borders, read_curtain_page, write_curtain_page
from tests.mechanics.spy.laws import CURTAIN, LAW, without

TWO_SIDED = Curtain(frozenset({"BER", "FIN"}), frozenset({"FIN"}))


def test_what_is_listed_is_behind_and_all_others_are_the_free_world() -> None:
    assert TWO_SIDED.side("BER") is Side.BEHIND
    assert TWO_SIDED.side("FRA", Side.BEHIND) is Side.FREE
    assert TWO_SIDED.side("BAL", Side.BEHIND) is Side.FREE, "an unlisted sea is the Free World"
    assert Curtain(frozenset({"BAL"})).side("BAL") is Side.BEHIND, "and a listed one is behind"


def test_a_smuggling_territory_is_on_the_side_that_one_keeps() -> None:
    assert TWO_SIDED.side("FIN", Side.FREE) is Side.FREE
    assert TWO_SIDED.side("FIN", Side.BEHIND) is Side.BEHIND
    assert TWO_SIDED.side("FIN") is None


def test_without_its_rule_each_territory_is_on_one_side() -> None:
    assert TWO_SIDED.curtain_under_law(LAW) is TWO_SIDED

    assert TWO_SIDED.curtain_under_law(without("spy.smuggling")).side("FIN", Side.FREE) is Side.BEHIND


def test_the_page_reads_as_it_was_written() -> None:
    assert read_curtain_page(write_curtain_page(TWO_SIDED)) == TWO_SIDED
    assert read_curtain_page(write_curtain_page(Curtain())) == Curtain()
    assert write_curtain_page(TWO_SIDED) == (
        "## Behind the Iron Curtain\n\n- BER (Berlin)\n- FIN (Finland)\n\n## Smuggling territories\n\n- FIN (Finland)\n"
    )


def test_the_page_is_read_by_codes_and_names_in_whatever_words() -> None:
    page = (
        "# behind the iron curtain\nThe East, and MOS, which stands in no bullet.\n* **Berlin**, since 1949\n"
        "- WAR and KRA\n1. leningrad\n- gda\n\n### Smuggling territories ###\n+ the Gulf of Lyon\n## Notes\n- ROM"
    )

    assert read_curtain_page(page) == Curtain(frozenset({"BER", "WAR", "KRA", "STP", "GDA"}), frozenset({"GOL"}))


def test_what_a_page_may_have_meant_counts_for_nothing() -> None:
    page = "- BER\n## Behind the Iron Curtain\n- XYZ and MOS\n- Atlantis\n- KIE\n## Notes\n- ROM\n- ROM"

    assert read_curtain_page(page).behind == {"MOS", "KIE"}


def test_the_starting_page_has_berlin_behind_and_frankfurt_outside() -> None:
    assert {"BER", "MOS", "SIB", "WAR"} <= CURTAIN.behind
    assert not {"FRA", "LON", "CAI", "ICE"} & (CURTAIN.behind | CURTAIN.smuggling)
    assert not CURTAIN.behind & CURTAIN.smuggling


def test_at_the_start_smugglers_get_across_by_sea_both_ways() -> None:
    def seas(side: Side) -> set[str]:
        return {sea for code in CURTAIN.smuggling for sea in borders(code) & SEA if CURTAIN.side(sea) is side}

    assert {"GOB", "AEG"} <= seas(Side.FREE)
    assert {"WBS", "CAS"} <= seas(Side.BEHIND)
    assert CURTAIN.smuggling <= LAND
    assert all(
        {CURTAIN.side(each) for each in borders(code) - CURTAIN.smuggling} == set(Side) for code in CURTAIN.smuggling
    )


def test_a_hostile_page_is_read_at_once() -> None:
    lines = ("- " + " " * 50_000 + "x", "#" * 50_000, "- " + "A" * 50_000, "- *" * 20_000, "- " + "gulf of " * 9_000)
    started = time.perf_counter()

    assert not any(read_curtain_page(f"## Behind\n{line}").behind for line in lines)
    assert time.perf_counter() - started < 2
