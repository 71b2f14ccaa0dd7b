"""What senators do at their browsers, by clicking what they click; and a program, by the client that players copy."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from dynasties.quorum.programs.client import Seat
from dynasties.quorum.rounds.views import SELDOM
from tests.browser.playing import Player

if TYPE_CHECKING:
    from playwright.sync_api import Locator


class Senator(Player):
    """Somebody at eir own browser, in a game of Quorum and in one Episode of it."""

    episode = 1

    # -- before it opens

    def found_senate(self) -> None:
        self.page.get_by_role("link", name="Found a game").first.click()
        self.page.get_by_label("Title of the game").fill(self.game)
        self.page.get_by_label("Your name in the game").fill(self.name)
        self.page.get_by_label("Kind of game").select_option(label="Quorum: sit in a senate, and outvote it")
        self.press("Found the game")
        expect(self.page.get_by_role("navigation", name=self.game)).to_be_visible()

    def convene(self, seats: int, rounds: int, *, time: str = "", seed: str = "") -> None:
        """From the game's own bar, as who has found the Senate would."""
        self.turn_to("Senate")
        self.follow("Convene an Episode")
        self.page.get_by_label("Seats").fill(str(seats))
        self.page.get_by_label("Rounds").fill(str(rounds))
        self.page.get_by_label("Time for a round").fill(time)
        self.page.get_by_label("Seed").fill(seed)
        self.press("Convene it")
        self.reads("The Episode is convened", "#messages")
        self.episode = self.number()

    def sit(self, seat: int) -> None:
        self.turn_to("Senate")
        self.follow(f"Episode {self.episode}")
        self.sit_down(seat)

    def sit_down(self, seat: int) -> None:
        """In a seat of the Episode that is before em."""
        self.press(f"Sit down in seat {seat}")
        self.reads(f"You sit in seat {seat}.", "#messages")

    def seat_program(self, seat: int, called: str) -> Seat:
        """Seat a program, and start it with what its page says: the address, and the token that is shown this once."""
        bench = self.page.locator(f"#seat-{seat}")
        bench.get_by_text("Seat a program").click()
        bench.get_by_label("What it is called").fill(called)
        bench.locator("form", has_text="What it is called").get_by_role("button", name="Seat it").click()
        self.titled(f"{called} sits in seat {seat}")
        where, token = (self.page.get_by_label(each, exact=True) for each in ("Address of the seat", "Token"))
        made = Seat(where.input_value(), token.input_value())
        self.follow("I have copied it")
        return made

    def open_with_bench(self, seat: int, script: str) -> None:
        self.enter()
        self.page.get_by_label(f"Seat {seat}", exact=True).select_option(label=script)
        self.press("Open the Episode")
        self.reads("The Senate sits.", "#messages")

    # -- in the chamber

    def enter(self) -> None:
        self.go(f"quorum/{self.episode}/")

    def decide(
        self,
        vote: str,
        *weights: int,
        amendment: str = "none",
        note: tuple[str, str] | None = None,
        extra: str = "",
        closes: bool = False,
    ) -> None:
        """Decide at the desk before em. `note`: to whom, and what; `extra`: what is ticked besides; `closes`: everybody
        else has decided, so that the round closes."""
        self.page.locator(f"[name=vote][value={vote}]").check()
        for clause, weight in enumerate(weights, 1):
            self.page.get_by_label(f"Clause {clause}", exact=True).fill(str(weight))
        self.page.locator(f"[name=amendment][value={amendment}]").check()
        if extra:
            self.page.get_by_label(extra, exact=True).check()
        if note:
            self.page.get_by_text("Pass a note").click()
            self.page.get_by_label("To", exact=True).select_option(label=note[0])
            self.page.get_by_label("What it says").fill(note[1])
        self.page.get_by_role("button", name=re.compile("Seal it|Decide otherwise")).click()
        told = "With it the round has closed." if closes else "You may change it until the round closes."
        self.reads(told, "#messages")

    def goes_on(self, told: str, round: int) -> None:
        """The page, which is open, says by itself that its round has closed, and leads on."""
        self.page.clock.fast_forward(SELDOM * 1000)
        self.reads(told, ".chamber__moved")
        self.follow(f"Go on to round {round}")
        self.reads(f"Round {round}, the", ".page-head")

    def notes(self) -> Locator:
        """The notes that ey have been sent, in the chamber as it is by now."""
        self.enter()
        return self.page.locator("#notes .note-slip")

    # -- when it is over

    def download(self, into: Path) -> Path:
        """The replay that is before em, as a file."""
        with self.page.expect_download() as coming:
            self.follow("Download the replay")
        path = into / coming.value.suggested_filename
        coming.value.save_as(path)
        return path


class Program:
    """A program in its seat: it looks once for each round, and decides by what it saw."""

    def __init__(self, seat: Seat) -> None:
        self.seat, self.rounds = seat, seat.rounds()

    def decide(self, round: int, **decision: Any) -> None:
        assert next(self.rounds)["round"] == round
        answer = self.seat.decide(**decision)
        assert answer["accepted"]
        assert not answer["fallback"]

    def notes(self) -> list[str]:
        return [note["text"] for note in self.seat.look()["notes"]]

    def rests(self) -> None:
        """Nothing is left for it to decide."""
        assert next(self.rounds, None) is None
