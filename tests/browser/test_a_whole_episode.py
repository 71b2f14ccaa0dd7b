"""An Episode of ten rounds, from the founding of its game to its replay: two people, a program and a script.

Through pages and the programs' interface alone. The bills follow from the seed; `BILLS` says what is known of it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import pytest
import time_machine
from django.core.management import call_command
from playwright.sync_api import expect

from dynasties.quorum.bills.rules import drawn_bill
from dynasties.quorum.programs.client import Refused
from tests.browser.playing import the_record_agrees
from tests.browser.sitplay import Program, Senator

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

Decided: TypeAlias = tuple[str, *tuple[int, ...]]  # a vote and weights
TITLE, SLUG = "The Long Recess", "the-long-recess"
SEED, ROUNDS = "order, order", 10
# A repeal comes in the sixth round, and another in the eighth, if a statute stands by then.
BILLS = ["spending"] * 3 + ["edict", "spending", "repeal", "spending", "repeal", "edict", "edict"]
FILIBUSTERED, VETOED, REPEALED = 2, 4, 5
FIRST_NOTE, REPLY = "The tunnel is mine. Take clause 2.", "WHAT TUNNEL. CLAUSE 3 IS TAKEN."
SCORES = {"Raven": "15.75", "Abacus": "12", "Coalition-builder": "11", "Lulu": "10.75"}


class Cast:
    """Lulu and Raven at eir own browsers, somebody in the gallery, and Abacus, a program for which Raven answers."""

    abacus: Program

    def __init__(self, open_page: Callable[..., Page]) -> None:
        self.lulu, self.raven = (Senator(name, open_page(), TITLE, SLUG) for name in ("Lulu", "Raven"))
        self.visitor = Senator("nobody", open_page(), TITLE, SLUG)

    def others_know_nothing_of(self, *notes: str) -> None:
        """Neither Lulu nor whoever has no seat finds on a page of the Episode what was written to Raven."""
        for reader in (self.lulu, self.visitor):
            for path in ("", "rounds/0/"):
                reader.go(f"quorum/{reader.episode}/{path}")
                for words in notes:
                    reader.reads_not(words)


@pytest.fixture
def cast(open_page: Callable[..., Page], clock: time_machine.Traveller) -> Cast:
    return Cast(open_page)


def test_a_whole_episode(cast: Cast, tmp_path: Path) -> None:
    the_bills_are_those_of_the_seed()
    a_senate_is_founded(cast)
    seats_are_taken(cast)
    a_decision_is_changed_before_the_round_closes(cast)
    a_note_is_read_a_round_later_and_answered(cast)
    lulu_filibusters(cast)
    an_edict_passes(cast)
    a_veto_stands(cast)
    a_repeal_passes(cast)
    the_rest_is_played(cast)
    the_senate_has_risen(cast)
    the_replay_opens_everything(cast)
    the_replay_verifies(cast, tmp_path)
    the_record_agrees()


def the_bills_are_those_of_the_seed() -> None:
    assert [drawn_bill(SEED, round, ("B00",), True).kind for round in range(ROUNDS)] == BILLS


# -- how it began


def a_senate_is_founded(cast: Cast) -> None:
    lulu, raven = cast.lulu, cast.raven
    lulu.sign_up()
    lulu.found_senate()
    lulu.reads("The First Dynasty of Lulu", "body")
    raven.sign_up()
    raven.announce()
    lulu.admit("Raven")


def seats_are_taken(cast: Cast) -> None:
    lulu, raven = cast.lulu, cast.raven
    lulu.convene(4, ROUNDS, time="2 hours", seed=SEED)
    lulu.reads("seed named by the convener")
    lulu.sit_down(0)
    raven.sit(1)
    seat = raven.seat_program(2, "Abacus")
    assert seat.look()["state"] == "gathering"
    lulu.open_with_bench(3, "Coalition-builder")
    lulu.reads("Round 0, the 1st of 10. Lulu (that is you) has the chair.")
    cast.abacus = Program(seat)


# -- the first rounds, in every detail


def a_decision_is_changed_before_the_round_closes(cast: Cast) -> None:
    """Others see that somebody has decided, and not what. Two of three then choose A1, which is adopted."""
    lulu, raven = cast.lulu, cast.raven
    raven.page.clock.install()
    raven.enter()
    raven.decide("nay")
    lulu.enter()
    expect(row(lulu, "Raven")).to_contain_text("has decided")
    expect(row(lulu, "Raven")).not_to_contain_text("nay")
    raven.reads("nay", ".desk__own")
    raven.decide("yea", 0, 100, 0, amendment="A1")
    expect(raven.page.locator(".desk__own")).to_contain_text(re.compile(r"yea.*0 % · 100 % · 0 %.*A1", re.DOTALL))
    cast.abacus.decide(0, vote="yea", priorities=[1, 1, 3], amendment="A2")
    lulu.decide("yea", 60, 20, 20, amendment="A1", note=("Raven (seat 1)", FIRST_NOTE), closes=True)

    raven.goes_on("the bill passed, with 4 of 4 against a threshold of 0.5", 1)
    line = raven.page.locator("#history .rounds__one").first
    expect(line).to_contain_text("passed")
    expect(line).to_contain_text("A1 adopted")
    expect(line.locator(".ledger__seat", has_text="Raven")).to_contain_text("+0.03 the adopted amendment")
    expect(line.locator(".ledger__seat", has_text="Raven")).not_to_contain_text("nay")


def a_note_is_read_a_round_later_and_answered(cast: Cast) -> None:
    """Abacus reads nothing that was not sent to it."""
    lulu, raven = cast.lulu, cast.raven
    expect(raven.notes()).to_contain_text([FIRST_NOTE])
    assert FIRST_NOTE not in json.dumps(cast.abacus.seat.look())
    cast.abacus.decide(1, vote="yea", priorities=[0.2, 0.2, 0.6], amendment="A2", note={"to": 1, "text": REPLY})
    raven.reads_not(REPLY)
    lulu.enter()
    lulu.decide("yea", 60, 20, 20, amendment="A2")
    raven.enter()
    raven.decide("yea", 0, 100, 0, amendment="A2", closes=True)

    expect(raven.notes()).to_contain_text([REPLY, FIRST_NOTE])
    raven.reads("A2 adopted", "#history .rounds__one:first-child")
    cast.others_know_nothing_of(FIRST_NOTE, REPLY)


def lulu_filibusters(cast: Cast) -> None:
    """The two who vote yea have half of all influence, which would be enough for any other bill."""
    lulu, raven = cast.lulu, cast.raven
    lulu.enter()
    lulu.reads("Costs 0.05 Influence at once", "#desk")
    lulu.reads("The threshold of this round is 0.65 then.", "#desk")
    cast.abacus.decide(FILIBUSTERED, vote="yea", priorities=[1, 1, 3], amendment="A1")
    lulu.decide("nay", extra="Filibuster")
    raven.enter()
    raven.decide("nay", closes=True)

    first = raven.page.locator("#history .rounds__one").first
    expect(first).to_contain_text("failed")
    expect(first).to_contain_text("threshold 0.65, filibustered")
    expect(first.locator(".ledger__seat", has_text="Lulu")).to_contain_text("+0.5 a filibuster of a bill that failed")
    expect(row(raven, "Lulu")).to_contain_text("used")


def an_edict_passes(cast: Cast) -> None:
    cast.abacus.decide(3, vote="yea", priorities=[1, 1, 3], amendment="A1")
    both_decide(cast, ("yea", 0, 100, 0), ("yea", 100, 0, 0))


def a_veto_stands(cast: Cast) -> None:
    """Lulu has the chair again; everybody else is for the bill."""
    lulu, raven = cast.lulu, cast.raven
    cast.abacus.decide(VETOED, vote="yea", priorities=[1, 1, 3], amendment="A1")
    raven.enter()
    raven.reads_not("Veto, should it pass")
    raven.decide("yea")
    lulu.enter()
    lulu.reads("you pay 0.5 Capital and 0.05 Influence", "#desk")
    lulu.decide("nay", extra="Veto, should it pass", closes=True)

    lulu.page.locator("#history .rounds__one").first.get_by_role("link", name="The bill of round").click()
    lulu.titled(f"Round {VETOED}")
    lulu.reads("It had passed; Lulu vetoed it from the chair.")
    lulu.reads("−0.5 the veto")


def a_repeal_passes(cast: Cast) -> None:
    """A statute is one no more, and the repeal becomes none."""
    raven = cast.raven
    raven.enter()
    raven.reads("3 statutes in force", "#standings")
    raven.reads("Repeal", "#bill .kicker")
    raven.reads("is a statute no more", "#bill")
    cast.abacus.decide(REPEALED, vote="yea", priorities=[1, 1, 3], amendment="A1")
    both_decide(cast, ("yea", 0, 100, 0), ("yea", 100, 0, 0))

    raven.reads("2 statutes in force", "#standings")
    raven.reads("+1 a yea to a repeal that passed", "#history .rounds__one:first-child")


# -- the others, and the end


def the_rest_is_played(cast: Cast) -> None:
    decided: list[tuple[Decided, Decided]] = [
        (("yea", 100, 0, 0), ("yea", 0, 0, 100)),
        (("nay",), ("nay",)),
        (("yea", 0, 0, 100), ("yea", 0, 100, 0)),
        (("yea",), ("yea", 100, 0, 0)),
    ]
    with pytest.raises(Refused) as found:
        cast.abacus.seat.replay()
    assert found.value.codes == ["not-ended"]
    for round, (lulu, raven) in enumerate(decided, REPEALED + 1):
        cast.abacus.decide(round, vote="yea", priorities=[1, 1, 3], amendment="A1")
        both_decide(cast, lulu, raven)


def both_decide(cast: Cast, lulu: Decided, raven: Decided) -> None:
    """After the program; with Raven's decision the round closes."""
    cast.lulu.enter()
    cast.lulu.decide(*lulu)
    cast.raven.enter()
    cast.raven.decide(*raven, closes=True)


def the_senate_has_risen(cast: Cast) -> None:
    raven, scores = cast.raven, cast.raven.page.locator(".risen__scores li")
    raven.reads("The Senate has risen, and Raven takes the laurel.")
    expect(scores).to_contain_text(list(SCORES))
    expect(scores.locator("b")).to_have_text(list(SCORES.values()))
    cast.abacus.rests()
    seen = cast.abacus.seat.seen
    assert dict(zip(seen["names"], seen["scores"], strict=True)) == SCORES
    assert [each["outcome"] for each in seen["history"]] == [
        "failed" if round == FILIBUSTERED else "vetoed" if round == VETOED else "passed" for round in range(ROUNDS)
    ]
    assert seen["seed"] == SEED
    raven.turn_to("Senate")
    raven.reads("Raven 1", "section[aria-labelledby=laurels]")


def the_replay_opens_everything(cast: Cast) -> None:
    """Round by round with the keys of the keyboard, as everybody and as a seat, for whoever comes by."""
    visitor = cast.visitor
    visitor.enter()
    visitor.follow("Watch the replay")
    scrub, frame = visitor.page.get_by_label("Round 0 of 0 to 9"), visitor.page.locator("#frame")
    expect(frame).to_contain_text(FIRST_NOTE)
    scrub.press("ArrowRight")
    expect(frame).to_have_attribute("data-round", "1")
    expect(frame).to_contain_text(REPLY)
    visitor.page.keyboard.press("End")
    expect(frame).to_have_attribute("data-round", "9")
    for _ in range(ROUNDS - 1 - VETOED):
        visitor.page.keyboard.press("ArrowLeft")
    expect(frame).to_have_attribute("data-round", str(VETOED))
    expect(frame).to_contain_text("vetoed")
    visitor.page.keyboard.press("Home")
    visitor.page.get_by_label("Seen by").select_option(label="seat 1: Raven")
    expect(frame).to_contain_text("What Raven knew")
    expect(frame).to_contain_text("No note had come.")
    expect(frame).not_to_contain_text(FIRST_NOTE)
    visitor.page.get_by_role("link", name="Round 1", exact=True).click()
    expect(frame.locator(".note-slip--fresh")).to_contain_text([FIRST_NOTE])


def the_replay_verifies(cast: Cast, folder: Path) -> None:
    path = cast.visitor.download(folder)
    replay = json.loads(path.read_text())
    assert verified(path) == f"{path}: ok"

    replay["rounds"][VETOED]["decisions"][0]["veto"] = False
    changed = folder / "changed.json"
    changed.write_text(json.dumps(replay))
    assert verified(changed, fails=True).startswith(f"{changed}: rounds/{VETOED}/record/outcome")


def verified(path: Path, *, fails: bool = False) -> str:
    """What `manage.py quorum verify` says of a file."""
    said = StringIO()
    if fails:
        with pytest.raises(SystemExit):
            call_command("quorum", "verify", str(path), stdout=said)
    else:
        call_command("quorum", "verify", str(path), stdout=said)
    return said.getvalue().strip()


def row(reader: Senator, name: str) -> Locator:
    """A senator in the standings before the reader."""
    return reader.page.locator(".table--senate tbody tr", has=reader.page.get_by_role("rowheader", name=name))
