"""The record of a procedure: how a game decides what is put to it, other than by the journal's own Proposals."""

from __future__ import annotations

from dataclasses import dataclass

from nomic.core.plugin import PluginInfo


@dataclass(frozen=True, slots=True, kw_only=True)
class Procedure(PluginInfo):
    """A procedure, in a package of its own below `proposals` that is called as it is. `law` is a whole starter law, in
    the game's own words; `keywords` are the words for its people there.

    The package's app gives out a `Plugin`: what it does with tables and pages.
    """

    @property
    def app(self) -> str:
        """Its package, for Django."""
        return f"proposals.{self.name}"
