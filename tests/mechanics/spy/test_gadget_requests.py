"""When a Gadget that is asked for may be added, and when it is denied. (Reading 24, rows 71 and 72)"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from dynasties.spy.gadgets.rules_requests import (
    PendingRequest,
    RequestVerdict,
    RequestVoice,
    Stance,
    count_voices,
    judge_request,
    may_request,
    may_say,
)
from nomic.catalogue import CATALOGUE
from nomic.core.law.rules import Law
from nomic.core.law.rules_timespans import Interval
from proposals.voting.rules import Roster, Status
from tests.mechanics.spy.laws import codes

POSTED = datetime(2026, 1, 5, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
RIPE = POSTED + 48 * HOUR
JUST_BEFORE = RIPE - timedelta(microseconds=1)
LAW = CATALOGUE.standard()
AYE, NAY, VETO = Stance.APPROVE, Stance.DISAPPROVE, Stance.VETO
ROSTER = Roster(("Kevan", "Ada", "Bob", "Cy", "Dot", "Eve"), frozenset({"Ida"}), "Kevan")
TWO = (("Bob", AYE, 1), ("Cy", AYE, 2))


def asked(*said: tuple[str, Stance, float], watched: bool = False) -> PendingRequest:
    voices = tuple(RequestVoice(who, say, POSTED + hours * HOUR) for who, say, hours in said)
    return PendingRequest("Ada", POSTED, voices, watched)


def at(
    hours: float,
    *said: tuple[str, Stance, float],
    roster: Roster = ROSTER,
    law: Law = LAW,
    hiatus: Sequence[Interval] = (),
) -> RequestVerdict:
    return judge_request(asked(*said), roster, law, POSTED + hours * HOUR, hiatus)


def amended(**dials: str) -> Law:
    return CATALOGUE.standard({f"spy.{name}": words for name, words in dials.items()})


def why(verdict: RequestVerdict) -> list[str]:
    return codes(verdict.can_be_added)


def test_the_very_second_of_48_hours_counts() -> None:
    assert judge_request(asked(*TWO), ROSTER, LAW, JUST_BEFORE).status is Status.PENDING
    assert judge_request(asked(*TWO), ROSTER, LAW, RIPE).status is Status.ENACTED


def test_two_others_who_approve_are_enough_and_one_is_not() -> None:
    assert why(at(48, *TWO)) == ["request-ripe"]
    assert why(at(48, TWO[0])) == ["request-lacks-approvals"]
    assert at(48, TWO[0]).status is Status.FAILED
    assert at(48).denied


def test_three_who_disapprove_deny_it_and_two_do_not() -> None:
    nays = [("Dot", NAY, 3), ("Eve", NAY, 4), ("Kevan", NAY, 5)]

    assert at(48, *TWO, *nays[:2]).may_add
    assert why(at(48, *TWO, *nays)) == ["request-disapproved"]


def test_the_veto_denies_it_but_not_before_it_is_ripe() -> None:
    vetoed = (*TWO, ("Kevan", VETO, 3))

    assert at(47, *vetoed).status is Status.PENDING
    assert [each.code for each in at(47, *vetoed).against] == ["request-vetoed"]
    assert why(at(48, *vetoed)) == ["request-vetoed"]


def test_every_ground_is_told() -> None:
    nays = [(who, NAY, 2) for who in ("Bob", "Cy", "Dot")]

    assert why(at(48, *nays, ("Kevan", VETO, 3))) == [
        "request-vetoed",
        "request-disapproved",
        "request-lacks-approvals",
    ]


def test_a_veto_is_the_masterminds_alone_and_an_earlier_vote_stands_beside_one_that_is_none() -> None:
    found = at(48, *TWO, ("Bob", VETO, 3))

    assert found.may_add
    assert [(each.voice.say, each.void) for each in found.count.heard] == [
        (AYE, ""),
        (AYE, ""),
        (VETO, "not-the-mastermind"),
    ]


def test_a_later_vote_of_the_mastermind_replaces_eir_veto_while_it_is_pending() -> None:
    assert at(48, *TWO, ("Kevan", VETO, 3), ("Kevan", AYE, 4)).count.approvals == 3
    assert at(48, *TWO, ("Kevan", VETO, 3), ("Kevan", AYE, 4)).may_add


def test_only_the_latest_that_somebody_said_counts() -> None:
    found = at(48, ("Bob", NAY, 1), ("Bob", AYE, 2), ("Cy", AYE, 3), ("Cy", NAY, 4), ("Dot", AYE, 5))

    assert (found.count.approvals, found.count.denials) == (2, 1)
    assert [each.void for each in found.count.heard] == ["replaced", "", "replaced", "", ""]


def test_the_requesters_own_votes_are_none() -> None:
    found = at(48, ("Ada", AYE, 1), ("Bob", AYE, 2))

    assert found.count.approvals == 1
    assert found.count.heard[0].void == "own-request"


def test_what_the_idle_and_the_strangers_say_counts_nowhere() -> None:
    found = at(48, ("Bob", AYE, 1), ("Ida", AYE, 2), ("Zoe", AYE, 3))

    assert found.count.approvals == 1
    assert [each.void for each in found.count.heard] == ["", "idle", "left"]


def test_the_veto_of_an_idle_mastermind_lapses() -> None:
    asleep = Roster(("Ada", "Bob", "Cy"), frozenset({"Kevan"}), "Kevan")

    assert at(48, *TWO, ("Kevan", VETO, 3), roster=asleep).may_add
    assert at(48, *TWO, ("Kevan", VETO, 3)).denied


def test_where_nobody_is_mastermind_there_is_no_veto() -> None:
    assert at(48, *TWO, ("Kevan", VETO, 3), roster=replace(ROSTER, mastermind=None)).may_add


def test_one_approval_too_few_at_the_time_is_not_made_good_later() -> None:
    late = (TWO[0], ("Cy", AYE, 48.5))

    assert at(49, *late).denied
    assert at(49, TWO[0], ("Cy", AYE, 48)).may_add


def test_until_it_is_added_a_veto_or_one_more_who_disapproves_still_counts() -> None:
    nays = [("Dot", NAY, 3), ("Eve", NAY, 4)]

    assert at(50, *TWO, *nays).may_add
    assert at(50, *TWO, *nays, ("Kevan", NAY, 49)).denied
    assert at(50, *TWO, ("Kevan", VETO, 49)).denied
    assert at(50, *TWO, ("Cy", NAY, 49)).denied


def test_what_was_denied_once_it_was_ripe_stays_denied() -> None:
    assert at(52, *TWO, ("Kevan", VETO, 49), ("Kevan", AYE, 50)).denied
    assert at(52, *TWO, ("Kevan", VETO, 47), ("Kevan", AYE, 47.5)).may_add


def test_of_a_watched_request_only_how_it_stands_is_asked() -> None:
    late = asked(TWO[0], ("Cy", AYE, 48.5), watched=True)

    assert judge_request(late, ROSTER, LAW, POSTED + 49 * HOUR).may_add


def test_what_is_said_later_does_not_exist_yet() -> None:
    assert at(48, *TWO, ("Kevan", VETO, 49)).may_add


def test_a_hiatus_does_not_stop_the_48_hours() -> None:
    gap = [Interval(POSTED + 10 * HOUR, POSTED + 40 * HOUR)]

    assert at(48, *TWO, hiatus=gap).may_add


def test_in_hiatus_it_is_neither_added_nor_denied_but_ripens() -> None:
    gap = [Interval(POSTED + 40 * HOUR, POSTED + 60 * HOUR)]

    assert why(at(48, *TWO, hiatus=gap)) == ["hiatus", "request-ripe"]
    assert at(48, *TWO, hiatus=gap).status is Status.PENDING
    assert at(60, *TWO, hiatus=gap).may_add
    assert why(at(48, hiatus=gap)) == ["hiatus", "request-lacks-approvals"]
    assert at(60, hiatus=gap).denied


def test_what_is_said_in_a_hiatus_is_void() -> None:
    gap = [Interval(POSTED + 10 * HOUR, POSTED + 20 * HOUR)]
    found = at(48, TWO[0], ("Cy", AYE, 15), hiatus=gap)

    assert found.count.approvals == 1
    assert found.count.heard[1].void == "in-hiatus"


def test_the_next_look_is_when_it_is_ripe_and_then_never_again() -> None:
    assert at(0).next_check == RIPE
    assert at(47.9, *TWO).next_check == RIPE
    assert at(48, *TWO).next_check is None
    assert at(48).next_check is None


def test_the_next_look_waits_for_the_end_of_a_hiatus_that_is_known() -> None:
    start, end = POSTED + 40 * HOUR, POSTED + 60 * HOUR

    assert at(41, hiatus=[Interval(start, end)]).next_check == end
    assert at(41, hiatus=[Interval(start)]).next_check is None
    assert at(41, hiatus=[Interval(start, POSTED + 42 * HOUR)]).next_check == RIPE
    assert at(39, hiatus=[Interval(start, end)]).next_check == RIPE  # that hiatus has not begun


def test_the_law_may_set_other_numbers() -> None:
    assert at(2, *TWO, law=amended(gadget_time="2 hours")).may_add
    assert at(48, TWO[0], law=amended(gadget_approvals="1")).may_add
    assert at(48, *TWO, ("Dot", NAY, 3), law=amended(gadget_denials="one")).denied


def test_where_the_law_has_none_of_them_nothing_waits_and_nothing_denies() -> None:
    gone = {"spy.gadget_time", "spy.gadget_denials", "spy.gadget_approvals"}
    law = replace(LAW, values={**LAW.values} | {name: CATALOGUE.dials[name].absent for name in gone})

    assert at(0, *((who, NAY, 0) for who in ("Bob", "Cy", "Dot")), law=law).may_add


def test_without_the_rule_no_request_is_decided() -> None:
    law = replace(LAW, mechanisms=LAW.mechanisms - {"spy.gadget_requests"})

    assert why(at(48, *TWO, law=law)) == ["not-in-the-law"]
    assert at(48, law=law).status is Status.PENDING
    assert codes(may_request("Skis", "Fast.", 0, law)) == ["not-in-the-law"]


def test_without_the_veto_in_the_law_there_is_none() -> None:
    law = replace(LAW, mechanisms=LAW.mechanisms - {"spy.gadget_veto"})
    vetoed = (*TWO, ("Kevan", VETO, 3))

    assert at(48, *vetoed, law=law).may_add
    assert codes(may_say(RequestVoice("Kevan", VETO, POSTED), asked(), ROSTER, law)) == ["veto-not-allowed"]


def test_no_more_than_one_request_is_pending() -> None:
    assert may_request("Skis", "Fast.", 0, LAW).outcome
    assert codes(may_request("Skis", "Fast.", 1, LAW)) == ["requests-enough"]
    assert may_request("Skis", "Fast.", 1, amended(gadget_pending="2")).outcome
    law = replace(LAW, values={**LAW.values} | {"spy.gadget_pending": None})
    assert may_request("Skis", "Fast.", 99, law).outcome


def test_what_reaches_too_far_is_not_asked_for() -> None:
    assert codes(may_request("Crown", "Its owner achieves victory.", 0, LAW)) == ["grants-victory"]
    assert codes(may_request("Pen", "Repeals a rule, for victory.", 0, LAW)) == ["grants-victory", "edits-the-law"]


@pytest.mark.parametrize(
    ("who", "say", "code"),
    [
        ("Bob", AYE, None),
        ("Kevan", NAY, None),
        ("Kevan", VETO, None),
        ("Bob", VETO, "not-the-mastermind"),
        ("Ada", AYE, "own-request"),
        ("Ada", NAY, "own-request"),
        ("Ida", AYE, "is-idle"),
        ("Zoe", AYE, "not-an-agent"),
    ],
)
def test_who_may_say_what(who: str, say: Stance, code: str | None) -> None:
    assert codes(may_say(RequestVoice(who, say, POSTED), asked(), ROSTER, LAW)) == ([code] if code else [])


def test_nothing_is_said_in_a_hiatus_nor_of_what_is_to_be_denied() -> None:
    gap = (Interval(POSTED),)

    assert codes(may_say(RequestVoice("Bob", AYE, POSTED), asked(), ROSTER, LAW, gap)) == ["hiatus"]
    assert codes(may_say(RequestVoice("Bob", AYE, RIPE), asked(), ROSTER, LAW)) == ["request-lacks-approvals"]
    assert may_say(RequestVoice("Dot", NAY, RIPE), asked(*TWO), ROSTER, LAW).outcome


def test_what_was_said_before_there_was_a_request_is_no_vote() -> None:
    early = PendingRequest("Ada", POSTED, (RequestVoice("Bob", AYE, POSTED - HOUR),))

    assert count_voices(early, ROSTER, LAW, RIPE).heard[0].void == "before-posting"
