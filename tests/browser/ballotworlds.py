"""Ballots for a walk along every page: the demo's, a day before its third count."""

from __future__ import annotations

DEMO = "little-soaking-pier"
# Who plays in the demo: one whose votes are missing, one whose Proposal is Pending still, and the Administrator.
VOTER, AUTHOR, ADMINISTRATOR = "whelk", "marram", "fulmar"
PENDING = 24
PUBLIC = ("ballot/", "ballot/graph/", "ballot/calendar/", "ballot/historical/", "ballot/nweeks/2/", "ballot/21/")


def open_to_all() -> list[str]:
    """What a visitor looks at in the demo: of what has Passed, one with effect, one without, and one told in prose."""
    more = ("", "ballot/8/", "ballot/9/", "ballot/11/", "ballot/nweeks/2/?step=2", "ballot/graph/?nweek=2", "log/")
    return [f"/g/{DEMO}/{page}" for page in (*PUBLIC, *more)]


def of_their_own() -> dict[str, list[str]]:
    """What those look at who play in the demo, by their usernames."""
    own = {
        VOTER: ("", "ballot/", "ballot/12/?rehearsal=1", "ballot/18/"),
        AUTHOR: ("ballot/submit/?depends=12&conflicts=The+Donkey", f"ballot/{PENDING}/revise/", f"ballot/{PENDING}/"),
        ADMINISTRATOR: ("ballot/desk/", "ballot/", "ballot/calendar/"),
    }
    return {who: [f"/g/{DEMO}/{page}" for page in pages] for who, pages in own.items()}
