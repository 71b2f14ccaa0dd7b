"""What a theme is: a plain record of what a Dynasty may begin with. (Rule 1.9)"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from nomic.core.plugin import PluginInfo
from rulesets.founding.rules import read_starter

# From the ids of the theme's own rules, by title, to further changes in JSON form: columns, pages.
More: TypeAlias = Callable[[Mapping[str, int]], list[dict[str, Any]]]


def nothing_more(rules: Mapping[str, int]) -> list[dict[str, Any]]:
    """For a theme that is all in its rules."""
    return []


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme(PluginInfo):
    """A theme package. `law` holds its rules as a starter law does, a line `## Title` before each, in the words Agent,
    Mastermind and Admin, which become the game's own; `keywords` suggests words for them; `more` tells what its rules
    carry. The kinds of its events begin with its name. Without `founded_as` it comes with an Address alone.
    """

    accent: int | None = None
    emblem: str = ""
    more: More = nothing_more

    @property
    def rules(self) -> tuple[tuple[str, str], ...]:
        """Title and text of its dynastic rules, in order."""
        read = read_starter(f"# Core\n# Dynastic\n{self.law}\n# Glossary\n")
        return tuple((title, text) for _, title, text in read)
