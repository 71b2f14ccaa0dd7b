"""How the tests bring about what is enacted, and send the page that enacts."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

import time_machine
from django.test import Client

from nomic.core.floor import floor
from rulesets.history import actions as history_actions
from rulesets.models import RuleAct
from tests.casting import Table
from tests.pages.deciding.pages import address, browser

HOUR = 3600


def faster(table: Table) -> dict[str, object]:
    return table.amend("Enactment", "[48 hours]", "[36 hours]")


def rewrite(table: Table, find: str, replace: str) -> dict[str, object]:
    """The whole rule rewritten, drafted on the text of now."""
    rule = table.rule("Enactment")
    assert find in rule.text
    return {"kind": "amend", "rule": rule.id, "base": rule.text, "text": rule.text.replace(find, replace)}


def carried(table: Table, clock: time_machine.Traveller, *numbers: int) -> None:
    """These Proposals have a quorum FOR and are old enough."""
    for number in numbers:
        for name in ("Raven", "Sam", "Josh"):
            table.vote(name, number)
    clock.shift(12 * HOUR)


def admin(table: Table, name: str = "Josh") -> Client:
    return browser(table, name)


def enact(table: Table, number: int = 1, client: Any = None, **fields: str) -> Any:
    return (client or admin(table)).post(address(table, f"posts/{number}/enact/"), {"note": "Done.", **fields})


def fields_of(page: Any) -> dict[str, str]:
    """The hidden fields and the texts of a form, as a browser would send them back."""
    html = page.content.decode()
    found = dict(re.findall(r'<input type="hidden" name="(seen_\d+)" value="([^"]*)"', html))
    return found | {
        name: text.removeprefix("\n")
        for name, text in re.findall(r'<textarea name="(resolution_\d+)"[^>]*>(.*?)</textarea>', html, re.DOTALL)
    }


def as_browsers_send(text: str) -> str:
    """A text field's value as a form sends it, whatever the platform."""
    return text.replace("\n", "\r\n")


def typo(table: Table, find: str, replace: str) -> None:
    """The text moves by a step of the law, outside any Proposal."""
    rule = table.rule("Enactment")
    with floor(table.game.pk) as the_floor:
        fixed = dataclasses.replace(rule, text=rule.text.replace(find, replace))
        history_actions.write_version(the_floor, fixed, RuleAct.AMENDED, history_actions.VersionSource("Kevan"))
        the_floor.record("rule.amended", by="Kevan", subject=f"rule:{rule.id}")
        history_actions.take_effect(the_floor)
    assert replace in table.rule("Enactment").text


def conflict(table: Table, clock: time_machine.Traveller) -> None:
    """#1 has made it 24 hours; #2, drafted before, makes it 36 hours and may be enacted."""
    table.propose("Raven", "A day", [rewrite(table, "48 hours", "24 hours")])
    table.propose("Lulu", "Faster", [rewrite(table, "48 hours", "36 hours")])
    carried(table, clock, 1, 2)
    table.enact("Kevan", 1)
