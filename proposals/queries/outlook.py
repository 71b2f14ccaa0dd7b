"""What would follow for a pending matter: from enacting it, from leaving it to the Clerk, from what is supposed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from nomic.core.mechanics.dials import CLERK
from nomic.core.models import AgentState, Game
from proposals.mechanics import cfj
from proposals.mechanics.clerk import BY, Case, admin_may_resolve
from proposals.mechanics.supposing import Supposed, supposing
from proposals.models import Post
from proposals.queries.matters import Judged, free_since, older_pending
from proposals.queries.scenes import judge
from rulesets import queries as law_text
from rulesets.mechanics.apply import Applied
from rulesets.mechanics.dryrun import DryRun
from rulesets.mechanics.gamestate import State
from rulesets.queries import Rehearsal


def applied(judged: Judged, state: State, resolutions: dict[int, str] | None = None) -> Applied:
    """What the change list does to this state of law and roster."""
    return law_text.trial_of(state, judged.post.changes, resolutions)


def rehearsal(post: Post, game: Game) -> Rehearsal:
    """What enacting this would do now, and in its turn behind the older pending ones."""
    state, own = law_text.state(game), law_text.understood(post.changes)
    if own is None:
        unread = law_text.trial_of(state, post.changes)
        return Rehearsal(state, DryRun(unread, unread), (), ())
    older = [(f"#{each.number}", law_text.understood(each.changes) or ()) for each in older_pending(post)]
    return law_text.rehearse(state, own, older)


def case(judged: Judged, tried: Callable[[], Applied]) -> Case:
    """A matter as whoever may resolve it finds it; its changes are tried only if that decides who does."""
    verdict = judged.verdict
    matters = verdict.may_enact and not judged.prose_only
    return Case(
        verdict,
        judged.facts.kind,
        free_since=free_since(judged.post) if verdict.decided else judged.facts.posted_at,
        prose_only=judged.prose_only,
        applies=not matters or tried().unaided,
    )


def waits_for_hands(judged: Judged, read: Callable[[], State]) -> bool:
    """Whether an Admin may resolve it now. `read`: the state of law and roster, asked for only where that decides."""
    verdict, law = judged.verdict, judged.scene.law
    # Only where the Clerk alone resolves does it depend on what hands must do.
    if not verdict.decided or law.word(BY[judged.facts.kind]) != CLERK:
        return verdict.decided
    found = case(judged, lambda: applied(judged, read()))
    return admin_may_resolve(found, verdict.status, law).outcome


def in_turn(judged: Judged) -> Judged:
    """The matter as it would be judged if nothing older stood before it."""
    facts = replace(judged.facts, queue_position=1, older=None)
    return replace(judged, facts=facts, verdict=judge(facts, judged.scene))


def what_if(judged: Judged, supposed: Supposed) -> Judged:
    """The matter as it would be judged if that were so. Nothing is cast, nobody idles."""
    states = dict.fromkeys(supposed.idle, AgentState.IDLE.value) | dict.fromkeys(supposed.back, AgentState.ACTIVE.value)
    there = judged.scene.facts
    members = tuple(replace(each, state=states.get(each.name, each.state)) for each in there.members)
    scene = replace(judged.scene, facts=replace(there, members=members), now=supposed.at)
    facts = supposing(judged.facts, supposed, judged.scene.now)
    if facts.watched and facts.latched is None:
        facts = replace(facts, latched=cfj.agreed(facts, scene.roster, scene.law, scene.now, scene.hiatus))
    return replace(judged, facts=facts, verdict=judge(facts, scene), scene=scene)
