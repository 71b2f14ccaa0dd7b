"""What spies and their Mastermind do at their browsers, by clicking what they click."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.playing import Player

if TYPE_CHECKING:
    from playwright.sync_api import Locator


class Spy(Player):
    """An Agent of the spy dynasty, or its Mastermind, at eir own browser."""

    # -- the dossier

    def dossier(self, term: str = "") -> Locator:
        """Eir own dossier; of `term`, what it says."""
        self.go("spy/dossier/")
        return self.page.locator(".dossier__facts > div", has=self.page.get_by_text(term, exact=True)).locator("dd")

    def declare_for(self, side: str) -> None:
        self.turn_to("Dossier")
        self.page.get_by_role("radio", name=re.compile(f"^{re.escape(side)}($|, who)")).check()
        self.press("Declare it")
        expect(self.dossier("Affiliation")).to_have_text(side)

    def attempt_to_capture(self, name: str, told: str) -> None:
        self._choose("Capture somebody", name, "Attempt it", told)

    def rescue(self, name: str) -> None:
        self._choose("Rescue a prisoner", name, "Pay for the rescue", "the prisoner is free")

    def _choose(self, section: str, name: str, button: str, told: str) -> None:
        self.turn_to("Dossier")
        self.page.get_by_role("region", name=section).get_by_label("Whom").select_option(label=name)
        self.press(button)
        self.reads(told)

    # -- the Map

    def move(self, code: str, told: str = "") -> None:
        """Move to what the Map's list offers. `told`: what the list says of the way there."""
        self.turn_to("Map")
        option = self.page.locator(".moves__option", has=self.page.locator(f"[value={code}]"))
        expect(option).to_contain_text(told)
        option.locator("input").check()
        self.press("Move")
        self.reads(f" {code}", ".moves__head")
        self.reads("You are in", "#messages")

    def has_no_move(self, code: str, why: str) -> None:
        """Ask the Map why there is no move."""
        self.go(f"spy/map/?to={code}")
        self.reads(why, ".notice--warning")

    def tickets(self) -> tuple[int, int, int]:
        """Air, sea, land: as many as eir dossier says."""
        said = self.dossier("Tickets").inner_text()
        air, sea, land = (int(each.split()[0].replace("no", "0")) for each in said.split(","))
        return air, sea, land

    # -- the desk

    def assign(self, name: str, code: str) -> None:
        """Put the record right: somebody is elsewhere than it says."""
        self.turn_to("Desk")
        desk = self.page.get_by_role("region", name="Put the record right")
        desk.get_by_label("Whose").select_option(label=name)
        desk.get_by_label("What", exact=True).select_option(label="Location")
        desk.get_by_label("Is to be").fill(code)
        desk.get_by_label("Why").fill("I had dealt it to somebody else.")
        self.press("Put it right")
        expect(self.row(name)).to_contain_text(f"({code})")

    def row(self, name: str) -> Locator:
        """What the desk, which is open, says of somebody."""
        header = self.page.get_by_role("rowheader", name=name)
        return self.page.locator(".table--desk tbody tr", has=header)

    def roll_for(self, captor: str, target: str) -> None:
        self.turn_to("Desk")
        entry = self.page.get_by_role("article", name=f"{captor} would capture {target}")
        entry.get_by_role("button", name="Roll for it").click()
        self.reads("The die shows", "#messages")

    # -- Gadgets

    def ask_for(self, gadget: str, licence: str) -> None:
        self.turn_to("Gadgets")
        self.follow("Ask for a Gadget")
        self.page.get_by_label("Name").fill(gadget)
        self.page.get_by_label("Description").fill("They go over *any* border at night.")
        self.page.get_by_role("checkbox", name=licence).check()
        self.press("Ask for it")
        self.reads(gadget, "section[aria-labelledby=requests]")

    def approve(self, gadget: str) -> None:
        self.turn_to("Gadgets")
        request = self.page.get_by_role("article", name=gadget)
        request.get_by_text("Say what you think of it").click()
        request.locator("[name=vote][value=FOR]").check()
        request.get_by_role("button", name="Say so").click()
        expect(request.locator(".gadgetvoice", has_text=self.name)).to_be_visible()

    def price(self, gadget: str, *cost: int) -> None:
        """Set the cost that the desk asks for: air, sea, land."""
        self.turn_to("Desk")
        self.follow(f"Set the cost of “{gadget}”")
        for kind, number in zip(("Air", "Sea", "Land"), cost, strict=True):
            self.page.get_by_label(f"{kind} Tickets").fill(str(number))
        self.press(f"Set it for {gadget}")
        self.reads("The cost is set.", "#messages")

    # -- missions

    def open_mission(self, title: str, goals: str = "Say so.", looks: str = "", places: str = "") -> int:
        """Open a mission for a Land Ticket; answers its number. `looks`: what the server looks at, in `places`."""
        page = self.go("spy/missions/new/")
        page.get_by_label("Title").fill(title)
        page.get_by_label("Description").fill("Nobody is to know of this.")
        page.get_by_label("Goals", exact=True).fill(goals)
        page.get_by_label("Reward").fill("A Land Ticket.")
        page.get_by_label("Penalty").fill("A Sea Ticket.")
        page.get_by_label("What it takes for it to be closed").fill("Anybody has done it.")
        page.get_by_label("Land Tickets gained").fill("1")
        page.get_by_label("Sea Tickets lost").fill("1")
        page.get_by_label("Closed after so many completions").fill("1")
        if looks:
            page.get_by_text("Goals that the server looks at").click()
            goal = page.get_by_role("group", name="Goal 1")
            goal.get_by_label("It looks whether").select_option(label=looks)
            goal.get_by_label("Places").fill(places)
        self.press("Open the mission")
        self.titled(title)
        return self.number()

    def claim(self, number: int, words: str = "All of it.") -> None:
        self.go(f"spy/missions/{number}/")
        self.page.get_by_label("What you have done").fill(words)
        self.press("Tell the Mastermind")
        self.reads("is told, and nobody else", "#messages")

    def accept(self) -> None:
        """Accept the one claim that the page before em shows."""
        self.press("Accept")
        self.reads("They are listed, and have the reward.", "#messages")
