"""What Players of B Nomic do at their browsers, by clicking what they click."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.playing import Player

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

KIND = "B Nomic: open together, conflict, depend, pass"


class Voter(Player):
    """Somebody at eir own browser, in a game of B Nomic."""

    def found_ballot(self) -> None:
        self.page.get_by_role("link", name="Found a game").first.click()
        self.page.get_by_label("Title of the game").fill(self.game)
        self.page.get_by_label("Your name in the game").fill(self.name)
        self.page.get_by_label("Kind of game").select_option(label=KIND)
        self.press("Found the game")
        expect(self.page.get_by_role("navigation", name=self.game)).to_be_visible()

    # -- Proposals

    def begin(self, name: str, body: str, *, depends: str = "", conflicts: str = "") -> None:
        """Begin a Proposal; changes are added, and it is submitted, afterwards."""
        self.turn_to("Ballot")
        self.page.get_by_role("link", name="Submit a Proposal").first.click()
        self.titled("Submit a Proposal")
        for field, words in (("name", name), ("body", body), ("depends", depends), ("conflicts", conflicts)):
            self.field(field).fill(words)

    def field(self, name: str) -> Locator:
        """A field of the composer."""
        return self.page.locator(f"#composer-form [name={name}]")

    def new_rule(self, title: str, text: str) -> None:
        self.change(1, "Enact a new rule", title=title, text=text)

    def submit(self, number: int, name: str) -> None:
        """Send what was begun; it has got that Number, and is Pending."""
        self.press("Submit")
        self.reads(f"Proposal {number}: {name} is submitted.", "#messages")
        self.reads("Pending", "#standing")

    # -- votes

    def open_ballot(self) -> Page:
        self.go("ballot/")
        # A reload would wipe it out.
        self.page.evaluate("window.marked = true")
        return self.page

    def row(self, number: int) -> Locator:
        return self.page.locator(f"#proposal-{number}")

    def vote_for(self, number: int, vote: str) -> None:
        """Press a button on the ballot that is open; the page stays."""
        self._button(number, vote).click()
        expect(self.row(number)).to_contain_text(f"Your Final Vote is {vote}.")
        assert self.page.evaluate("window.marked === true")

    def votes_too_late(self, number: int, vote: str) -> None:
        """Press a button that is there no more; the refusal stands where the vote would have been counted."""
        self._button(number, vote).click()
        expect(self.page.locator(f"#refused-{number}")).to_contain_text("The ballot on this Proposal is closed.")

    def _button(self, number: int, vote: str) -> Locator:
        group = self.page.get_by_role("group", name=f"Your vote on Proposal {number}", exact=True)
        return group.get_by_role("button", name=re.compile(rf"^{vote}\b"))

    def sees(self, number: int, *words: str, strength: str) -> None:
        """What the ballot that is open says of a Proposal."""
        for each in words:
            expect(self.row(number)).to_contain_text(each)
        expect(self.row(number).locator(".strength__sum b")).to_have_text(strength)
