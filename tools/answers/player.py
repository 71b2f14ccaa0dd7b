"""Somebody who acts: presses buttons of pages that e has open, forms filled in. All that comes of it is kept."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count
from urllib.parse import urlencode

from django.core import mail

from tools.answers import server
from tools.answers.chance import DRAWN
from tools.answers.crawl import Press
from tools.answers.html import Button, Page, Pairs
from tools.answers.visitor import Coverage, Reply, Visitor

TOKEN = re.compile(rf"{DRAWN}\d+")


class Record:
    """What was done, in its order, and what came of it."""

    def __init__(self, coverage: Coverage) -> None:
        self.coverage = coverage
        self.answers: dict[str, str] = {}
        self.steps = count(1)

    def note(self, done: str, answer: str) -> None:
        self.answers[f"{next(self.steps):04} {done}"] = answer

    def run_rounds(self, at: str) -> None:
        """The Clerk's round and the post's, with what they write and the letters that leave."""
        before = server.last_rows()
        said = server.run_rounds()
        self.note(f"rounds at {at}", "\n\n".join([said, server.new_rows(before), *take_letters()]))


def take_letters() -> list[str]:
    """The letters that have left since this was asked, as text; of their heads those that say who, whom and what."""
    sent = getattr(mail, "outbox", [])
    letters = [
        "\n".join(
            [
                f"{letter.from_email} to {', '.join(letter.to)}: {letter.subject}",
                *(f"{name}: {value}" for name, value in sorted(letter.extra_headers.items())),
                "",
                letter.body,
            ]
        )
        for letter in sent
    ]
    sent.clear()
    return letters


class Player:
    """One of the cast, by username."""

    def __init__(self, name: str, record: Record) -> None:
        self.name, self.record = name, record
        self.visitor = Visitor(name).sign_in()

    def look(self, address: str) -> Reply:
        """Look at a page; it is kept."""
        reply = self._get(address)
        self.record.note(f"{self.name} GET {address}", reply.text)
        return reply

    def open_page(self, address: str) -> Reply:
        """Look at a page that is not kept."""
        return self._get(address)

    def press(self, page: Page, at: str, where: str, typed: dict[str, str | list[str]], do: str = "") -> Reply:
        """Press the first button on a page that leads to `where` and says `do`, with the form as it stands but for
        what is typed. Raises `LookupError` where there is none."""
        for press in presses_on(page, at):
            if press.address == where and do in {"", press.button.value}:
                standing = [pair for pair in press.form.standing(press.button) if pair[0] not in typed]
                more = [
                    (name, value)
                    for name, values in typed.items()
                    for value in ([values] if isinstance(values, str) else values)
                ]
                return self.send(press, [*standing, *more])
        raise LookupError(f"{self.name} finds no button “{do}” to {where} on {at}")

    def send(self, press: Press, pairs: Pairs) -> Reply:
        """Send a form; all that it brings about is kept. A token that was made for it is like no other form's."""
        step = len(self.record.answers)
        pairs = [(name, f"{value}-{step}" if TOKEN.fullmatch(value) else value) for name, value in pairs]
        before = server.last_rows()
        reply = self.visitor.send(press.address, pairs, by_script=press.by_script)
        self.record.coverage.note("POST", press.address, reply)
        written = server.new_rows(before)
        after = self._get(reply.leads_to) if reply.leads_to else None
        self.visitor.forget()
        parts = [f"sent: {urlencode(pairs)}", reply.text, f"written:\n{written}"]
        parts += [f"then {reply.leads_to}:\n{after.text}"] if after else []
        self.record.note(f"{self.name} {press.name}", "\n\n".join([*parts, *take_letters()]))
        return reply

    def _get(self, address: str) -> Reply:
        reply = self.visitor.get(address)
        self.record.coverage.note("GET", address, reply)
        return reply


def presses_on(page: Page, at: str) -> Iterator[Press]:
    """Every button on a page that sends something."""
    for form in page.forms:
        if not form.is_get:
            for button in form.buttons or [Button()]:
                press = Press(at, form, button)
                if press.address:
                    yield press
