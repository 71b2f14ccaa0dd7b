"""A walk: everybody of the casts presses buttons by chance, forms filled in by chance, while days and the Clerk pass.

It goes where buttons have been pressed least. What comes of each step stays done, and the next is done upon it.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from datetime import timedelta

from time_machine import Traveller

from tools.answers import server
from tools.answers.crawl import ButtonPress, game_of
from tools.answers.html import HtmlControl, HtmlPage, Pairs
from tools.answers.player import ActRecord, CastPlayer, presses_on
from tools.answers.visitor import PageVisitor, RouteCoverage, resolve_link, route_of

WORDS = (
    "A goose, again.",
    "More *salmon*; fewer spoons.",
    "Why not? “Because”, said the Clerk.",
    "I spend 2DICE6 on it.",
    "The deadline is [36 hours](dial:enactment.timeout).",
    "3",
    "+1",
    "Ü and 北, and a [link](https://example.org/).",
    "",
    "FOR",
    "# A heading\n\n- one\n- two\n\n> three",
)
SHORT = ("Geese", "A longer pier", "2", "1", "DICE6", "BER", "Votes", "tomorrow", "")
LEFT_OUT = ("accounts/", "demo/")  # who somebody is stays as it is
STOP = re.compile(r"(/inbox/stop/[^/\s>]+/)")
MOST_STOPPED = 3
ROUNDS_EVERY, MOST_PAGES, MOST_IN_A_ROW = 4, 4, 4


class ChanceWalk:
    def __init__(self, names: list[str], coverage: RouteCoverage, clock: Traveller) -> None:
        self.chance = random.Random("a walk")
        self.record, self.clock = ActRecord(coverage), clock
        # Some have an address, so that letters leave.
        server.run_sql("UPDATE core_account SET email = username || '@example.org' WHERE id % 3 = 0")
        self.players = [CastPlayer(name, self.record) for name in names]
        self.stopped = 0
        self.visits: Counter[str] = Counter()
        self.kinds: Counter[tuple[str, ...]] = Counter()

    def take_steps(self, steps: int) -> dict[str, str]:
        """So many steps; answers what came of each."""
        for step in range(steps):
            self.clock.shift(timedelta(minutes=self.chance.randrange(5, 150)))
            if step % ROUNDS_EVERY == 0:
                self._follow_letters(self.record.run_rounds(str(step)))
            self._take_step(self.chance.choice(self.players))
        return self.record.answers

    def _follow_letters(self, letters: list[str]) -> None:
        """Whoever gets the first letters wants no more like them, and says so by what stands at their end."""
        for ticket in {found[1]: None for letter in letters for found in STOP.finditer(letter)}:
            if self.stopped < MOST_STOPPED:
                self.stopped += 1
                anybody = PageVisitor()
                for method in ("GET", "POST"):
                    reply = anybody.request(method, ticket)
                    self.record.coverage.note(method, ticket, reply)
                    self.record.note(f"{method} {ticket}", reply.text)

    def _take_step(self, player: CastPlayer) -> None:
        player.visitor.reset_cookies()
        games = server.games_of(player.name)
        at = f"/g/{self.chance.choice(games)}/" if games else "/"
        page = player.open_page(at).page
        for _ in range(MOST_PAGES):
            ahead = self._pick_link(at, page) if page else ""
            at, page = (ahead, player.look_at(ahead).page) if ahead else (at, page)
            if page and self._buttons_on(page, at):
                break
        for _ in range(self.chance.randrange(1, MOST_IN_A_ROW)):
            if page is None or (press := self._choose_button(page, at)) is None:
                return
            answer = player.send_form(press, self._fill_form(press))
            page, at = answer.page, press.address

    def _pick_link(self, at: str, page: HtmlPage) -> str:
        """A link that leads where nobody has been, or few have; empty where there is none."""
        links = [resolve_link(at, link) for link in page.links]
        inside = [link for link in links if link and game_of(link) == game_of(at) and link != at]
        if not inside:
            return ""
        least = min(self.visits[route_of(link)] for link in inside)
        chosen = self.chance.choice([link for link in inside if self.visits[route_of(link)] == least])
        self.visits[route_of(chosen)] += 1
        return chosen

    def _choose_button(self, page: HtmlPage, at: str) -> ButtonPress | None:
        """A button of a kind that was pressed least."""
        found = self._buttons_on(page, at)
        if not found:
            return None
        least = min(self.kinds[each.kind] for each in found)
        chosen = self.chance.choice([each for each in found if self.kinds[each.kind] <= least + 1])
        self.kinds[chosen.kind] += 1
        return chosen

    @staticmethod
    def _buttons_on(page: HtmlPage, at: str) -> list[ButtonPress]:
        return [each for each in presses_on(page, at) if not route_of(each.address).startswith(LEFT_OUT)]

    def _fill_form(self, press: ButtonPress) -> Pairs:
        """What is sent: of each control something that it may hold, as it stands or otherwise."""
        found: Pairs = []
        done: set[str] = set()
        for control in press.form.controls:
            if control.kind == "radio":
                if control.name not in done:
                    values = [each.value for each in press.form.controls if each.name == control.name]
                    found.append((control.name, self.chance.choice(values)))
                done.add(control.name)
            else:
                found += self._of_control(control)
        return [*found, (press.button.name, press.button.value)] if press.button.name else found

    def _of_control(self, control: HtmlControl) -> Pairs:
        chance, values = self.chance, [value for value, _ in control.options]
        match control.kind:
            case "checkbox":
                return [(control.name, control.value)] if chance.random() < 0.5 else []
            case "select-multiple":
                return [(control.name, value) for value in values if chance.random() < 0.3]
            case "select":
                return [(control.name, chance.choice(values))] if values else []
            case "hidden":
                return [(control.name, control.value)]
            case "number":
                return [(control.name, control.value or str(chance.randrange(1, 4)))]
            case _ if control.value and chance.random() < 0.85:
                return [(control.name, control.value)]
            case "textarea":
                return [(control.name, chance.choice(WORDS))]
            case _:
                return [(control.name, chance.choice(SHORT))]
