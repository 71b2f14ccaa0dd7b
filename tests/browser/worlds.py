"""Worlds for a walk along every page: who looks at what in each, and how the names of its own pages begin.

They are walked apart, so that each may be walked alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from nomic.demo.ballot import LITTLE_SOAKING_PIER
from nomic.demo.commons import THE_COMMONS
from nomic.demo.play import play
from nomic.demo.senate import THE_DRAUGHTY_HOUSE
from tests.browser import commonsworlds, smallworlds, spyworlds


@dataclass(frozen=True)
class Walk:
    """What one person looks at, None for a visitor; `onwards` from there by links, or no further."""

    username: str | None
    addresses: list[str]
    onwards: bool = True


@dataclass(frozen=True)
class World:
    """`walks` plays its games. `begin`: how the names of all kinds of page begin that must be met there."""

    walks: Callable[[], Iterator[Walk]]
    begin: tuple[str, ...] = ()


def _commons() -> Iterator[Walk]:
    """The demo, and the pages that belong to no game. Whoever sees the most of a page looks at it first."""
    play(THE_COMMONS)
    yield Walk(commonsworlds.AGENT, commonsworlds.of_the_agent())
    yield Walk(commonsworlds.ADMIN, commonsworlds.of_the_admin())
    yield Walk(None, commonsworlds.open_to_all())


def _small() -> Iterator[Walk]:
    yield Walk("quillon", smallworlds.addresses())


def _spies() -> Iterator[Walk]:
    yield Walk("quillon", spyworlds.addresses())
    yield Walk(None, spyworlds.open_to_all(), onwards=False)


def _senate() -> Iterator[Walk]:
    """The demo's, with an Episode that is over, one that sits, and one that gathers."""
    play(THE_DRAUGHTY_HOUSE)
    public = ("", "senate/", "1/", "2/", "3/", "1/rounds/0/", "1/replay/", "1/replay/?round=1&seat=1")
    yield Walk(None, [f"/g/the-draughty-house/{page and f'quorum/{page}'}" for page in public])
    # One who has still to decide, and one who has convened what gathers and answers for a program.
    for username, pages in (("prudence", ("2/", "1/")), ("thaddeus", ("convene/", "3/", "2/"))):
        yield Walk(username, [f"/g/the-draughty-house/quorum/{page}" for page in pages], onwards=False)


def _ballot() -> Iterator[Walk]:
    """The demo's, a day before its third count. Of what has Passed, one has effect, one none, and one is in prose."""
    play(LITTLE_SOAKING_PIER)
    public = ("", "graph/", "calendar/", "historical/", "nweeks/2/", "nweeks/2/?step=2", "21/", "8/", "9/", "11/")
    game = "/g/little-soaking-pier/"
    yield Walk(None, [game, *(f"{game}ballot/{page}" for page in public)])
    # One whose votes are missing, one whose Proposal is Pending still, and the Administrator.
    for username, pages in (
        ("whelk", ("", "12/?rehearsal=1", "18/")),
        ("marram", ("submit/?depends=12&conflicts=The+Donkey", "24/revise/", "24/")),
        ("fulmar", ("desk/",)),
    ):
        yield Walk(username, [game, *(f"{game}ballot/{page}" for page in pages)], onwards=False)


# What begins as none of the others do must be met in the Commons.
WORLDS = {
    "commons": World(_commons),
    "small": World(_small, ("ascend", "fail", "hand_on", "message", "page", "rule-find-void", "tracker")),
    "spies": World(_spies, ("spy_",)),
    "ballot": World(_ballot, ("ballot",)),
    "senate": World(_senate, ("quorum_",)),
}
