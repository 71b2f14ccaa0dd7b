"""Somebody who acts: presses buttons of pages that e has open, forms filled in. All that comes of it is kept."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count
from urllib.parse import urlencode

from django.core import mail

from tools.answers import server
from tools.answers.chance import DRAWN
from tools.answers.crawl import ButtonPress
from tools.answers.html import HtmlButton, HtmlPage, Pairs
from tools.answers.visitor import PageReply, PageVisitor, RouteCoverage

TOKEN = re.compile(rf"{DRAWN}\d+")


class ActRecord:
    """What was done, in its order, and what came of it."""

    def __init__(self, coverage: RouteCoverage) -> None:
        self.coverage = coverage
        self.answers: dict[str, str] = {}
        self.steps = count(1)

    def note(self, done: str, answer: str) -> None:
        self.answers[f"{next(self.steps):04} {done}"] = answer

    def run_rounds(self, at: str) -> list[str]:
        """The Clerk's round and the post's, with what they write; answers the letters that leave."""
        before = server.last_rows()
        said, letters = server.run_rounds(), take_letters()
        self.note(f"rounds at {at}", "\n\n".join([said, server.new_rows(before), *letters]))
        return letters


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


class CastPlayer:
    """One of the cast, by username."""

    def __init__(self, name: str, record: ActRecord) -> None:
        self.name, self.record = name, record
        self.visitor = PageVisitor(name).sign_in()

    def look_at(self, address: str) -> PageReply:
        """Look at a page; it is kept."""
        reply = self._fetch(address)
        self.record.note(f"{self.name} GET {address}", reply.text)
        return reply

    def open_page(self, address: str) -> PageReply:
        """Look at a page that is not kept."""
        return self._fetch(address)

    def press_button(
        self, page: HtmlPage, at: str, where: str, typed: dict[str, str | list[str]], do: str = ""
    ) -> PageReply:
        """Press the first button on a page that leads to `where` and says `do`, with the form as it stands but for
        what is typed. Raises `LookupError` where there is none."""
        for press in presses_on(page, at):
            if press.address == where and do in {"", press.button.value}:
                standing = [pair for pair in press.form.standing_values(press.button) if pair[0] not in typed]
                more = [
                    (name, value)
                    for name, values in typed.items()
                    for value in ([values] if isinstance(values, str) else values)
                ]
                return self.send_form(press, [*standing, *more])
        raise LookupError(f"{self.name} finds no button “{do}” to {where} on {at}")

    def send_form(self, press: ButtonPress, pairs: Pairs) -> PageReply:
        """Send a form; all that it brings about is kept. A token that was made for it is like no other form's."""
        step = len(self.record.answers)
        pairs = [(name, f"{value}-{step}" if TOKEN.fullmatch(value) else value) for name, value in pairs]
        before = server.last_rows()
        reply = self.visitor.send_form(press.address, pairs, by_script=press.by_script)
        self.record.coverage.note("POST", press.address, reply)
        written = server.new_rows(before)
        after = self._fetch(reply.leads_to) if reply.leads_to else None
        self.visitor.reset_cookies()
        parts = [f"sent: {urlencode(pairs)}", reply.text, f"written:\n{written}"]
        parts += [f"then {reply.leads_to}:\n{after.text}"] if after else []
        self.record.note(f"{self.name} {press.name}", "\n\n".join([*parts, *take_letters()]))
        return reply

    def _fetch(self, address: str) -> PageReply:
        reply = self.visitor.get_page(address)
        self.record.coverage.note("GET", address, reply)
        return reply


def presses_on(page: HtmlPage, at: str) -> Iterator[ButtonPress]:
    """Every button on a page that sends something."""
    for form in page.forms:
        if not form.is_get:
            for button in form.buttons or [HtmlButton()]:
                press = ButtonPress(at, form, button)
                if press.address:
                    yield press
