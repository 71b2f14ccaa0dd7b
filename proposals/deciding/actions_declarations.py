"""What a Declaration of Victory does to the game while it is pending, and when it no longer is. (Rule 1.9; Readings 14,
56)
"""

from __future__ import annotations

from typing import Any

from nomic.core.effects import Crowned, RosterChanged
from nomic.core.floor import Floor
from nomic.core.log.words import typed_subject
from nomic.core.roster import actions as roster_actions
from proposals.deciding.queries import JudgedMatter
from proposals.kinds import DECLARATION, KINDS
from proposals.posts.actions import close_matter
from proposals.posts.models import Matter, Post
from proposals.voting.rules import Status


def begin_declaration_hiatus(the_floor: Floor, entry: Post) -> None:
    """Step: a Declaration opens, and the game goes into hiatus unless it is in one."""
    roster_actions.begin_hiatus(the_floor, f"Declaration of Victory {typed_subject(entry.subject_key)}")


def end_declaration_hiatus(the_floor: Floor) -> None:
    """Step: a Declaration has failed or is none any more; the hiatus ends unless something else keeps it.

    Another Declaration that is pending does, and so does a new Mastermind who has yet to speak.
    """
    if the_floor.game.awaits_address:
        return
    if not is_victory_declared(the_floor):
        roster_actions.end_hiatus(the_floor, "no Declaration of Victory is pending")


def is_victory_declared(the_floor: Floor) -> bool:
    """Whether a Declaration is pending, which keeps the game in hiatus."""
    return Matter.objects.filter(game=the_floor.game, kind__in=_declaring_codes(), status=Status.PENDING.value).exists()


def _declaring_codes() -> list[str]:
    return [each.code for each in KINDS.values() if each.declares_victory]


def crown_author(the_floor: Floor, judged: JudgedMatter) -> None:
    """A Declaration has passed: the others fail, and its author is the Mastermind. The hiatus goes on. (Rule 1.9)

    An author who has left since heads nothing: a Metadynasty begins. (Reading 56)
    """
    _fail_declarations(the_floor, judged.post.subject_key)
    winner = judged.post.author
    assert winner is not None  # only a Call for Judgment goes without a name
    the_floor.game.awaits_address = True
    the_floor.game.save(update_fields=["awaits_address"])
    head = winner if winner.in_game else None
    roster_actions.crown_mastermind(the_floor, head)
    the_floor.dispatch(Crowned(agent_id=head.pk if head else None))


def _fail_declarations(the_floor: Floor, by: str, **whose: Any) -> None:
    """Step: pending Declarations fail unjudged; `by`: what overtook them, another one or eir author's new role."""
    rivals = Post.objects.filter(
        game=the_floor.game, matter__kind__in=_declaring_codes(), matter__status=Status.PENDING.value, **whose
    ).select_related("matter")
    for rival in rivals:
        close_matter(the_floor, rival.matter, Status.FAILED, None, {"superseded_by": by})
        the_floor.record(DECLARATION.end_event(Status.FAILED), subject=rival.subject_key, superseded_by=by)


def fail_masterminds_declaration(the_floor: Floor, effect: RosterChanged) -> None:
    """Step: whoever has been handed the role wants no victory any more: eir Declaration fails. (Reading 14)

    The hiatus goes on, for eir Address is awaited.
    """
    if head := the_floor.game.mastermind_id:
        _fail_declarations(the_floor, f"agent:{head}", author=head)
