"""What players do at their browsers, by clicking what players click: one method for one thing that somebody does."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from io import StringIO
from typing import TYPE_CHECKING, TypeAlias

from django.core.management import call_command
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

Seat: TypeAlias = Callable[..., "Page"]  # the fixture `seat`
PASSWORD = "a long walk on a pier"
MINUTE = 60_000  # milliseconds


@dataclass
class Player:
    """Somebody at eir own browser, in one game."""

    name: str
    page: Page
    game: str  # its title
    slug: str

    # -- about

    def go(self, path: str = "") -> Page:
        """Open an address of the game, as a link of a letter would."""
        answer = self.page.goto(f"/g/{self.slug}/{path}")
        assert answer is not None
        assert answer.ok, f"{self.name} finds {answer.status} at {path}"
        return self.page

    def follow(self, name: str, within: Locator | None = None) -> Page:
        (within or self.page.locator("main")).get_by_role("link", name=name, exact=True).first.click()
        self.page.wait_for_load_state()  # what is pressed next is pressed by somebody who has seen the page
        return self.page

    def turn_to(self, label: str) -> Page:
        """Choose from the game's own bar, where some of it is folded away."""
        if f"/g/{self.slug}/" not in self.page.url:
            self.go()
        bar = self.page.get_by_role("navigation", name=self.game)
        expect(bar).to_be_visible()
        if bar.locator("details", has=self.page.get_by_role("link", name=label, include_hidden=True)).count():
            bar.get_by_text("More", exact=True).click()
        bar.get_by_role("link", name=label).click()
        self.page.wait_for_load_state()
        return self.page

    def press(self, name: str) -> Page:
        self.page.get_by_role("button", name=name, exact=True).click()
        return self.page

    def reads(self, words: str, at: str = "main") -> None:
        expect(self.page.locator(at)).to_contain_text(words)

    def reads_not(self, words: str, at: str = "body") -> None:
        expect(self.page.locator(at)).not_to_contain_text(words)

    def is_out_of_hiatus(self) -> None:
        expect(self.page.get_by_role("complementary", name="Hiatus")).to_have_count(0)

    def titled(self, words: str) -> None:
        """The page of that heading is there, and its scripts have begun: what is typed now is typed by somebody."""
        expect(self.page.get_by_role("heading", level=1)).to_contain_text(words)
        self.page.wait_for_load_state()

    # -- at the door

    def sign_up(self) -> None:
        self.page.goto("/accounts/signup/")
        self.page.get_by_label("Username").fill(self.name.lower())
        self.page.get_by_label("Email").fill(f"{self.name.lower()}@example.org")
        self.page.get_by_label("Password", exact=True).fill(PASSWORD)
        self.page.get_by_label("Password (again)").fill(PASSWORD)
        self.press("Make the account")
        expect(self.page.get_by_role("navigation", name="Account")).to_contain_text(self.name.lower())

    def found(self) -> None:
        self.page.get_by_role("link", name="Found a game").first.click()
        self.page.get_by_label("Title of the game").fill(self.game)
        self.page.get_by_label("Your name in the game").fill(self.name)
        self.press("Found the game")
        expect(self.page.get_by_role("navigation", name=self.game)).to_be_visible()

    def announce(self) -> None:
        self.page.get_by_role("link", name=self.game).first.click()
        self.page.get_by_role("link", name="announce your arrival").click()
        self.page.get_by_label("Your name in this game").fill(self.name)
        self.press("Announce your arrival")
        expect(self.page.get_by_role("heading", name="Your arrival is announced")).to_be_visible()

    def admit(self, *names: str) -> None:
        self.turn_to("Roster")
        for name in names:
            self.press(f"Admit {name}")
            self.reads(f"{name} is on the roster.", "#messages")

    # -- posts and votes

    def compose(self, category: str, title: str, body: str = "") -> None:
        """Begin a post; changes are added, and it is posted, afterwards."""
        self.go()
        self.page.get_by_role("link", name="New post").first.click()
        self.page.get_by_role("radio", name=category, exact=True).check()
        self.page.get_by_label("Title", exact=True).fill(title)
        self.page.locator("textarea[name=body]").fill(body)

    def change(self, place: int, kind: str, *, chosen: dict[str, str] | None = None, **typed: str) -> Locator:
        """Add a change to the list; `typed` and `chosen` by the end of a field's name."""
        self.page.get_by_label("Add a change").select_option(kind)
        self.press("Add")
        row = self.page.get_by_role("group", name=f"{place}. {kind}")
        for name, label in (chosen or {}).items():
            row.locator(f"[name$='-{name}']").select_option(label=label)
        for name, words in typed.items():
            row.locator(f"[name$='-{name}']").fill(words)
        return row

    def post(self) -> int:
        """Send what was composed; answers its number."""
        self.press("Post")
        expect(self.page.locator("article.post")).to_be_visible()
        return self.number()

    def number(self) -> int:
        return int(self.page.url.rstrip("/").rpartition("/")[2])

    def declare(self, title: str, body: str) -> int:
        """Declare victory, and mean it."""
        self.compose("Declaration of Victory", title, body)
        self.press("Post")
        self.reads("puts the game into hiatus at once")
        self.press("Declare victory")
        expect(self.page.locator("article.post")).to_be_visible()
        return self.number()

    def vote(self, number: int, icon: str = "FOR", words: str = "") -> None:
        self.go(f"posts/{number}/")
        if words:
            self.page.get_by_label("Your comment").fill(words)
        self.page.locator(f"input[name=vote][value={icon}]").check()
        self.press("Vote or comment")
        expect(self.page.locator(".comment", has_text=self.name).last).to_contain_text(icon)

    def resolve(self, number: int, button: str, told: str) -> None:
        """Do as an Admin what the desk offers."""
        self.turn_to("Queue")
        self.press(f"{button} #{number}")
        self.reads(told, "#messages")

    # -- the tracker

    def value(self, column: str, whose: str = "") -> Locator:
        """Where the tracker shows a value; whoever looks has opened it."""
        if not whose:
            return self.page.locator(".gamevalues div", has=self.page.get_by_text(column, exact=True)).locator("dd")
        heads = self.page.locator(".table--sheet thead th")
        expect(heads.first).to_be_visible()
        names = heads.all_inner_texts()
        place = next(place for place, each in enumerate(names) if each.split()[0] == column)
        row = self.page.locator(".table--sheet tbody tr", has=self.page.get_by_role("rowheader", name=whose))
        return row.locator("td").nth(place - 1)

    def choose(self, *cells: tuple[str, str]) -> None:
        """Tick several cells, each a column and whose, and go on to their update."""
        self.turn_to("Tracker")
        self.follow("Choose several cells")
        for column, whose in cells:
            self.page.get_by_label(f"{column} of {whose}" if whose else column, exact=True).check()
        self.press("Update the chosen")
        self.titled("Update the tracker")

    def put(self, cell: str, do: str, value: str) -> None:
        """Say what to do to a cell that lies on the desk."""
        group = self.page.get_by_role("group", name=cell)
        group.get_by_label("Do").select_option(do)
        group.get_by_label("Value").fill(value)

    def because(self, comment: str, act: str = "") -> None:
        self.page.get_by_label("Comment", exact=False).fill(comment)
        if act:
            self.page.get_by_label("It counts as").select_option(label=act)

    def update(self) -> int:
        """Send the update; answers its number."""
        self.press("Update")
        expect(self.page.get_by_role("heading", level=1)).to_have_text(re.compile(r"Update \d+"))
        return self.number()


def mark(page: Page) -> None:
    """Mark the page: a reload would wipe the mark out."""
    page.evaluate("window.marked = true")


def still_marked(page: Page) -> bool:
    return bool(page.evaluate("window.marked === true"))


def with_timers_that_wait(page: Page, address: str) -> Page:
    """Open a page whose timers run as far as they are told to: what plays by itself waits for whoever looks at it."""
    page.clock.install(time=0)
    page.goto(address)
    page.clock.pause_at(MINUTE)
    return page


def the_record_agrees() -> None:
    """What the server's own checks say of all that was played."""
    for command in ("verify_log", "recount"):
        said = StringIO()
        call_command(command, stdout=said)
        assert "OK" in said.getvalue() or "no difference" in said.getvalue()
