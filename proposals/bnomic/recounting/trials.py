"""Whether the changes of a Proposal could be made, tried once more on the law and the roster of their moment."""

from __future__ import annotations

from nomic.core import queries as core
from nomic.core.mechanics.chain import Json
from nomic.core.models import IN_GAME, Event
from proposals.bnomic.actions.counting import problems_json
from proposals.models import Post
from rulesets import queries as rules
from rulesets.mechanics.changes import AmendRule, Change, EnactRule, MoveRule, RenameRule, RepealRule, ReplaceText
from rulesets.mechanics.gamestate import Seat, State
from rulesets.models import Rule

OF_THE_TEXT: tuple[type[Change], ...] = (EnactRule, AmendRule, ReplaceText, RepealRule, RenameRule, MoveRule)


def problems_then(event: Event) -> list[Json] | None:
    """What stood against the changes of the Proposal that an event is about, just before that event.

    None where it changes more than the text of the law: what else there was at that moment, the log need not tell.
    """
    post = Post.objects.filter(game_id=event.game_id, number=event.subject.removeprefix("post:")).first()
    changes = rules.understood(post.changes) if post else None
    if changes is None or not all(isinstance(each, OF_THE_TEXT) for each in changes):
        return None
    return problems_json(rules.trial(_state(event.game_id, event.seq - 1), changes))


def _seat(each: core.Member) -> Seat:
    here = each.state in IN_GAME
    return Seat(each.name, each.is_admin, here, is_idle=here and not each.playing)


def _state(game_id: int, seq: int) -> State:
    seats = {each.id: _seat(each) for each in core.roster_facts(game_id, seq).members}
    made = Rule.objects.filter(game_id=game_id, created_seq__lte=seq).order_by("-rid")
    newest = made.values_list("rid", flat=True).first() or 0
    return State(rules.ruleset(game_id, seq), seats, newest + 1)
