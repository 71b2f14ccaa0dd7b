"""The one table of who is told of what: for each kind of event, what makes its notices. Runs in the act's own floor.

`STANDS` asks once more before a letter leaves: whether it still says something, and may still be said to its reader.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dynasties.actions import telling as dynasties
from nomic.core import clock, queries
from nomic.core.actions import telling as people
from nomic.core.floor import Floor
from nomic.core.models import Event, Notice
from nomic.workings import WORKINGS
from proposals import queries as matters
from proposals.actions import telling as posts

Teller = Callable[[Floor, Event], None]

TELLERS: Mapping[str, tuple[Teller, ...]] = {
    "agent.announced": (people.tell_admins_of_arrival,),
    "agent.admitted": (people.tell_admitted,),
    "agent.declined": (people.tell_declined,),
    "agent.idled": (people.tell_of_standing,),
    "agent.unidled": (people.tell_of_standing, people.tell_of_return),
    "agent.removed": (people.tell_of_standing,),
    "agent.barred": (people.tell_of_standing,),
    "hiatus.began": (people.tell_of_hiatus,),
    "hiatus.ended": (people.tell_of_hiatus,),
    "duty.arose": (people.tell_of_duty,),
    "duty.overdue": (people.tell_of_duty,),
    "proposal.enacted": (posts.tell_author_of_end,),
    "proposal.failed": (posts.tell_author_of_end,),
    "cfj.passed": (posts.tell_author_of_end,),
    "cfj.failed": (posts.tell_author_of_end,),
    "dov.passed": (posts.tell_author_of_end,),
    "dov.failed": (posts.tell_author_of_end,),
    "post.marked-illegal": (posts.tell_author_of_end,),
    "post.reopened": (posts.tell_author_of_end,),
    "comment.made": (posts.tell_author_of_comment,),
    "vote.cast": (posts.tell_author_of_comment,),
    "dynasty.began": (dynasties.tell_of_dynasty,),
    "dynasty.handed-on": (dynasties.tell_of_dynasty,),
    "dynasty.vacated": (dynasties.tell_of_dynasty,),
    "dynasty.opened": (dynasties.tell_of_address,),
    **{kind: tellers for part in WORKINGS for kind, tellers in part.tellers.items()},
}

STANDS: Mapping[str, Callable[[Notice], bool]] = {
    "vote-missing": lambda notice: matters.still_missing(notice, clock.now()),
    "admin-work": lambda notice: matters.still_missing(notice, clock.now()),
    "application": queries.still_waiting,
    "duty": queries.still_owed,
    "message": queries.still_unopened,
    **{kind: stands for part in WORKINGS for kind, stands in part.stands.items()},
}


def notify(the_floor: Floor) -> None:
    """Tell whom it concerns of every event of an act, before it is committed."""
    for event in the_floor.events:
        for tell in TELLERS.get(event.kind, ()):
            tell(the_floor, event)


def stands(notice: Notice) -> bool:
    """Whether what a notice tells may still be told to its reader, and is not over."""
    if not queries.may_be_told(notice.account_id, notice.game_id, notice.kind):
        return False
    return notice.kind not in STANDS or STANDS[notice.kind](notice)
