"""What each kind of matter does with tables when it opens, is voted on and ends. (Rules Calls for Judgment, Victory
and Ascension)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from nomic.core.effects import Crowned, Effect, Resolved, RosterChanged
from nomic.core.floor import Floor
from nomic.core.games.models import Agent
from nomic.core.log.words import typed_subject
from nomic.core.registry import Teller
from nomic.core.roster import actions as roster_actions
from proposals.deciding import queries as deciding_queries
from proposals.deciding.notify import notify_author_of_end
from proposals.deciding.queries import JudgedMatter
from proposals.kinds import KINDS
from proposals.kinds.cfj.kind import CALL
from proposals.kinds.dov.kind import DECLARATION
from proposals.kinds.kind import MatterKind
from proposals.kinds.proposal.kind import PROPOSAL
from proposals.posts.actions import close_matter
from proposals.posts.models import Matter, Post
from proposals.voting import queries as voting_queries
from proposals.voting.queries import JudgingContext
from proposals.voting.rules import Status


def latch_calls(the_floor: Floor, effect: Effect | None = None) -> None:
    """Step: roster, law or hiatus changed, or a Call was put: each pending one on which a quorum agrees is latched."""
    latching = [each.code for each in KINDS.values() if each.has_latch]
    calls = Matter.objects.filter(
        game=the_floor.game, kind__in=latching, status=Status.PENDING.value, latch__isnull=True
    )
    if not calls.exists():
        return
    scene = voting_queries.judging_context(the_floor.game, the_floor.now)
    for entry in list(Post.objects.filter(matter__in=calls).select_related("author", "matter")):
        if judged := deciding_queries.judged_matter(entry, scene):
            _latch_call(the_floor, judged, scene)


def _latch_call(the_floor: Floor, judged: JudgedMatter, scene: JudgingContext) -> None:
    found = deciding_queries.agreement_on(judged.facts, scene)
    if found is not None:
        kept = deciding_queries.latch_json(found, judged.facts, scene, the_floor.game.last_seq)
        Matter.objects.filter(post=judged.post, latch__isnull=True).update(latch=kept, next_check=the_floor.now)


# What a Declaration of Victory does to the game while it is pending, and when it no longer is. (Rule 1.9; Readings
# 14, 56)


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


# What each kind of matter does when it opens, is voted on and ends, in one table.
# The record of the kind itself, which is pure, is in `proposals.kinds`.


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolution:
    """An end that a vote brings about. `by`: None for the Clerk; `itself`: its changes hold for itself already."""

    judged: JudgedMatter
    by: Agent | None
    itself: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class KindActions:
    """What a kind of matter does with the game, in the floor of the act that brings it about; no field has a default.

    `on_open`: it is posted, filed as this kind or opened again; `on_vote`: somebody has voted on it; `on_pass`: it
    passes, before its changes are made unless they hold for itself; `on_fail`: it fails by its votes; `on_drop`: it
    is withdrawn, filed as something else, or marked illegal. `opening_tellers` and `end_tellers`: who is told.
    """

    on_open: Callable[[Floor, Post], None]
    on_vote: Callable[[Floor], None]
    on_pass: Callable[[Floor, Resolution], None]
    on_fail: Callable[[Floor, Resolution], None]
    on_drop: Callable[[Floor], None]
    opening_tellers: tuple[Teller, ...]
    end_tellers: tuple[Teller, ...]


def ignore_post(the_floor: Floor, entry: Post) -> None:
    """For a kind whose opening changes nothing else."""


def ignore_resolution(the_floor: Floor, resolution: Resolution) -> None:
    """For a kind whose end changes nothing else."""


def ignore(the_floor: Floor) -> None:
    """For a kind that changes nothing else by this."""


def _dispatch_enactment(the_floor: Floor, resolution: Resolution) -> None:
    _dispatch_resolved(the_floor, resolution, is_enacted=True)


def _dispatch_failure(the_floor: Floor, resolution: Resolution) -> None:
    _dispatch_resolved(the_floor, resolution, is_enacted=False)


def _dispatch_resolved(the_floor: Floor, resolution: Resolution, *, is_enacted: bool) -> None:
    """Rules that an enactment or failure of a Proposal sets off. (Rule Enactment and Its Effects)"""
    by = resolution.by.pk if resolution.by else None
    the_floor.dispatch(Resolved(resolution.judged.post.subject_key, is_enacted, by, resolution.itself))


KIND_ACTIONS: dict[str, KindActions] = {}


def add_kind_actions(kind: MatterKind, actions: KindActions) -> None:
    """Join what a kind does to the table, before anything asks for it."""
    KIND_ACTIONS[kind.code] = actions


add_kind_actions(
    PROPOSAL,
    KindActions(
        on_open=ignore_post,
        on_vote=ignore,
        on_pass=_dispatch_enactment,
        on_fail=_dispatch_failure,
        on_drop=ignore,
        opening_tellers=(),
        end_tellers=(notify_author_of_end,),
    ),
)
add_kind_actions(
    CALL,
    KindActions(
        on_open=lambda the_floor, entry: latch_calls(the_floor),
        on_vote=latch_calls,
        on_pass=ignore_resolution,
        on_fail=ignore_resolution,
        on_drop=ignore,
        opening_tellers=(),
        end_tellers=(notify_author_of_end,),
    ),
)
add_kind_actions(
    DECLARATION,
    KindActions(
        on_open=begin_declaration_hiatus,
        on_vote=ignore,
        on_pass=lambda the_floor, resolution: crown_author(the_floor, resolution.judged),
        on_fail=lambda the_floor, resolution: end_declaration_hiatus(the_floor),
        on_drop=end_declaration_hiatus,
        opening_tellers=(),
        end_tellers=(notify_author_of_end,),
    ),
)


def actions_of(code: str) -> KindActions:
    """What the kind of that code does. Raises `LookupError` where there is none."""
    if code not in KIND_ACTIONS:
        raise LookupError(f"no line says what matters of the kind {code!r} do")
    return KIND_ACTIONS[code]


def kind_tellers() -> Mapping[str, tuple[Teller, ...]]:
    """Who is told of the opening and the end of matters, by the kinds of these events."""
    openings = {f"{kind.code}.opened": actions_of(kind.code).opening_tellers for kind in KINDS.values()}
    ends = {event: actions_of(kind.code).end_tellers for kind in KINDS.values() for event in kind.end_events}
    return {event: tellers for event, tellers in {**openings, **ends}.items() if tellers}
