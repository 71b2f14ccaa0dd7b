"""What an act sets off on its own floor: effects in the packages above, and notices.

`STILL_CURRENT` asks once more before a letter leaves: whether its notice still says something to its reader.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dynasties.succession import actions as succession_actions
from dynasties.succession.actions import begin_dynasty, begin_first_dynasty, begin_with_theme, record_headless
from dynasties.tracker.actions_columns import drop_orphaned_columns, restore_values
from nomic.core import clock
from nomic.core.duties import actions as duties_actions, queries as duties_queries
from nomic.core.duties.actions import record_triggered_duties, resume_duties
from nomic.core.effects import CameBack, Crowned, Effect, Founded, HiatusChanged, LawChanged, Resolved, RosterChanged
from nomic.core.messages import queries as messages_queries
from nomic.core.notifications.models import Notice
from nomic.core.registry import Handler, Teller
from nomic.core.roster import notify as roster_notify, queries as roster_queries
from nomic.core.roster.actions_activity import look_again_at_everybody
from nomic.plugins import PLUGINS
from proposals.deciding import notify as deciding_notify, queries as deciding_queries
from proposals.deciding.actions import reschedule_checks
from proposals.deciding.actions_kinds import fail_masterminds_declaration, kind_tellers, latch_calls

_OWN_HANDLERS: Mapping[type[Effect], tuple[Handler, ...]] = {
    RosterChanged: (record_headless, fail_masterminds_declaration, latch_calls, reschedule_checks),
    LawChanged: (latch_calls, reschedule_checks, look_again_at_everybody, drop_orphaned_columns),
    Resolved: (record_triggered_duties,),
    CameBack: (resume_duties, restore_values),
    HiatusChanged: (latch_calls, reschedule_checks),
    Crowned: (begin_dynasty,),
    Founded: (begin_first_dynasty, begin_with_theme),
}
# Those of procedures and themes come last: by then the game is as the act leaves it.
HANDLERS: Mapping[type[Effect], tuple[Handler, ...]] = {
    kind: (*own, *(each for part in PLUGINS.values() for each in part.handlers.get(kind, ())))
    for kind, own in _OWN_HANDLERS.items()
}


# Who is told of what: for each kind of event, what makes its notices, before the act is committed.
TELLERS: Mapping[str, tuple[Teller, ...]] = {
    "agent.announced": (roster_notify.tell_admins_of_arrival,),
    "agent.admitted": (roster_notify.tell_of_admission,),
    "agent.declined": (roster_notify.tell_of_refusal,),
    "agent.idled": (roster_notify.tell_of_standing,),
    "agent.unidled": (roster_notify.tell_of_standing, roster_notify.tell_of_return),
    "agent.removed": (roster_notify.tell_of_standing,),
    "agent.barred": (roster_notify.tell_of_standing,),
    "hiatus.began": (roster_notify.tell_of_hiatus,),
    "hiatus.ended": (roster_notify.tell_of_hiatus,),
    "duty.arose": (duties_actions.tell_of_duty,),
    "duty.overdue": (duties_actions.tell_of_duty,),
    **kind_tellers(),
    "post.marked-illegal": (deciding_notify.notify_author_of_end,),
    "post.reopened": (deciding_notify.notify_author_of_end,),
    "comment.made": (deciding_notify.notify_author_of_comment,),
    "vote.cast": (deciding_notify.notify_author_of_comment,),
    "dynasty.began": (succession_actions.notify_of_dynasty,),
    "dynasty.handed-on": (succession_actions.notify_of_dynasty,),
    "dynasty.vacated": (succession_actions.notify_of_dynasty,),
    "dynasty.opened": (succession_actions.notify_of_address,),
    **{kind: tellers for part in PLUGINS.values() for kind, tellers in part.tellers.items()},
}


STILL_CURRENT: Mapping[str, Callable[[Notice], bool]] = {
    "vote-missing": lambda notice: deciding_queries.is_reminder_current(notice, clock.now()),
    "admin-work": lambda notice: deciding_queries.is_reminder_current(notice, clock.now()),
    "application": roster_queries.is_application_waiting,
    "duty": duties_queries.is_duty_owed,
    "message": messages_queries.is_message_unopened,
    **{kind: stands for part in PLUGINS.values() for kind, stands in part.stands.items()},
}
