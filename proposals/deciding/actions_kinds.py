"""What each kind of matter does when it opens, is voted on and ends, in one table.

The record of the kind itself, which is pure, is in `proposals.kinds`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from nomic.core.effects import Resolved
from nomic.core.floor import Floor
from nomic.core.games.models import Agent
from nomic.core.registry import Teller
from proposals.deciding.actions_calls import latch_calls
from proposals.deciding.actions_declarations import begin_declaration_hiatus, crown_author, end_declaration_hiatus
from proposals.deciding.notify import notify_author_of_end
from proposals.deciding.queries import JudgedMatter
from proposals.kinds import CALL, DECLARATION, KINDS, PROPOSAL
from proposals.kinds.kind import MatterKind
from proposals.posts.models import Post


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
