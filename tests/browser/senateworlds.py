"""A senate for a walk along every page: the demo's, with an Episode that is over, one that sits, one that gathers."""

from __future__ import annotations

DEMO = "the-draughty-house"
# Who plays in the demo: one who has still to decide, and who has convened what gathers and answers for a program.
SENATOR, CONVENER = "prudence", "thaddeus"
PUBLIC = ("quorum/senate/", "quorum/1/", "quorum/2/", "quorum/3/", "quorum/1/rounds/0/", "quorum/1/replay/")


def open_to_all() -> list[str]:
    """What a visitor looks at in the demo."""
    return [f"/g/{DEMO}/{page}" for page in ("", *PUBLIC, "quorum/1/replay/?round=1&seat=1")]


def of_their_own() -> dict[str, list[str]]:
    """What those look at who play in the demo, by their usernames."""
    own = {SENATOR: ("quorum/2/", "quorum/1/"), CONVENER: ("quorum/convene/", "quorum/3/", "quorum/2/")}
    return {who: [f"/g/{DEMO}/{page}" for page in pages] for who, pages in own.items()}
