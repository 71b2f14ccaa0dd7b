"""The starter laws that a game can be founded with, and the readings the server takes of their rules."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from nomic.core.plugin import Starter
from nomic.core.registry import registry
from rulesets.founding.rules import StarterRule, read_starter
from rulesets.text.rules import Ruleset, RuleText


@cache
def starter_law(name: str = "blognomic") -> tuple[StarterRule, ...]:
    """The law that a new game of this kind begins with."""
    return read_starter(starters()[name].law)


@cache
def starter_ruleset(name: str = "blognomic") -> Ruleset:
    """The same as a ruleset, its rules numbered from 1 in reading order."""
    ruleset = Ruleset()
    for rid, (section, title, words) in enumerate(starter_law(name), 1):
        ruleset = ruleset.with_rule(RuleText(rid, section, title, words))
    return ruleset


def starters() -> Mapping[str, Starter]:
    """The kinds of game that can be founded, by name."""
    return registry().starters


@dataclass(frozen=True, slots=True)
class Reading:
    """How the server understands one point of a rule that could be read otherwise. `needs`: a mechanism without which
    there is nothing to understand; empty, it needs none. Point and text call people by placeholders."""

    number: int
    point: str
    text: str
    needs: str = ""


@cache
def readings() -> dict[str, tuple[Reading, ...]]:
    """The readings taken, by the title of the rule that they are about."""
    table = tomllib.loads((files("rulesets") / "starter" / "readings.toml").read_text("utf-8"))
    found: dict[str, tuple[Reading, ...]] = {}
    for number, entry in [*table.items(), *registry().readings]:
        reading = Reading(int(number), entry["point"], entry["text"], entry.get("needs", ""))
        found[entry["rule"]] = (*found.get(entry["rule"], ()), reading)
    return found
