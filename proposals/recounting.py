"""Every past decision worked out anew from the stored facts and the law of its moment, and compared with the record.

`verify_log` says whether the log is whole; this says whether it is right, and whether the rows agree with it. It only
reads.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from nomic.core import queries as core
from nomic.core.mechanics import idling
from nomic.core.mechanics.chain import decision_json, digest, plain
from nomic.core.mechanics.decision import Decision
from nomic.core.models import Event, Game, LawSnapshot, Reign, Standing
from proposals import queries
from proposals.actions.resolving import closing_json
from proposals.mechanics.votes import Status
from proposals.models import Comment, Matter, Post, PostVersion
from proposals.queries import Judged
from rulesets import queries as law
from rulesets.actions.law import arrangement_digest, text_digest
from rulesets.mechanics.fold import stored
from rulesets.models import Arrangement, RuleVersion

DECIDED = [Status.ENACTED.value, Status.FAILED.value]
ACTIVITY = ["post.made", "comment.made", "vote.cast"]
RETURNS = ["agent.admitted", "agent.unidled"]
STATES = {"agent.admitted": "active", "agent.unidled": "active", "agent.idled": "idle",
          "agent.left": "left", "agent.removed": "removed"}  # fmt: skip
OFFICES = {"agent.made-admin": True, "agent.unmade-admin": False, "agent.left": False, "agent.removed": False}


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a row or a recorded decision is not what the facts say: what about which event, and both values."""

    seq: int
    what: str
    recorded: object
    recomputed: object


@dataclass(frozen=True, slots=True)
class Recount:
    """How many of each were worked out anew, and every difference."""

    counts: Mapping[str, int]
    differences: tuple[Difference, ...]


Log: TypeAlias = Mapping[int, Event]
Check: TypeAlias = Callable[[Game, Log], Iterator[list[Difference]]]


def recount(game: Game) -> Recount:
    """Work out a whole game anew. Each check answers with a list of differences for every item that it looked at."""
    log = {event.seq: event for event in Event.objects.filter(game=game)}
    counts, found = Counter[str](), list[Difference]()
    for name, check in CHECKS.items():
        counts[name] = 0
        for differences in check(game, log):
            counts[name] += 1
            found += differences
    return Recount(counts, tuple(found))


def _compare(seq: int, what: str, recorded: object, recomputed: object) -> list[Difference]:
    return [] if recorded == recomputed else [Difference(seq, what, recorded, recomputed)]


# -- decisions ---------------------------------------------------------------------------------------


def _decisions(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every matter enacted or failed: verdict, tally, roster and quorum as of the event before it."""
    rows = Matter.objects.filter(game=game, status__in=DECIDED).select_related("post", "post__author")
    for matter in rows.order_by("resolved_seq"):
        event = log.get(matter.resolved_seq or 0)
        # A Declaration that another one overtook was not judged at all.
        if event is None or "superseded_by" not in event.data:
            yield _decision(matter, event)


def _decision(matter: Matter, event: Event | None) -> list[Difference]:
    seq, subject = matter.resolved_seq or 0, matter.post.subject_key
    if event is None or event.subject != subject or "closing" not in event.data:
        return [Difference(seq, f"decision on {subject}", matter.status, None)]
    facts, scene = queries.pending_after(matter.game_id, matter.post, event.data["as_of"], event.at)
    verdict = queries.judge(facts, scene)
    closing = closing_json(Judged(matter.post, facts, verdict, facts.queue_position, scene))
    found = _compare(seq, f"status of {subject}", matter.status, _status(event))
    found += _compare(seq, f"grounds for {subject}", event.decision, decision_json(Decision(True, verdict.reasons)))
    for source, record in (("log", event.data["closing"]), ("matter", matter.closing or {})):
        for key in sorted(closing.keys() | record.keys()):
            what = f"{key} of {subject} in the {source}"
            found += _compare(seq, what, record.get(key), plain(closing.get(key)))
    may = verdict.may_enact if matter.status == Status.ENACTED else verdict.may_fail
    return found + _compare(seq, f"whether {subject} could be {matter.status}", True, may)


def _status(event: Event) -> str:
    return Status.FAILED.value if event.kind.endswith(".failed") else Status.ENACTED.value


def _idlings(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every Agent idled: eir last word and eir request read from the log, the law as of the event before."""
    for event in log.values():
        if event.kind == "agent.idled":
            yield _idling(game, log, event)


def _idling(game: Game, log: Log, event: Event) -> list[Difference]:
    facts = event.data
    as_of = facts["as_of"]
    history = [each for seq, each in sorted(log.items()) if seq <= as_of]
    agent_id = int(event.subject.partition(":")[2])
    heard = max((each.at for each in history if _is_heard(each, agent_id, event.subject)), default=event.at)
    asked = event.actor_id is not None and _has_asked(history, event.subject)
    then = core.law(game.pk, as_of)
    if event.actor_id is None:
        decision = idling.clerk_may_idle(last_active=heard, law=then, now=event.at)
    else:
        decision = idling.may_idle(asked=asked, last_active=heard, law=then, now=event.at)
    found = _compare(event.seq, f"last word of {event.subject}", facts["last_active"], plain(heard))
    found += _compare(event.seq, f"request of {event.subject}", facts["asked"], asked)
    return found + _compare(event.seq, f"grounds for idling {event.subject}", event.decision, decision_json(decision))


def _is_heard(event: Event, agent_id: int, subject: str) -> bool:
    said = event.kind in ACTIVITY and event.actor_id == agent_id
    return said or (event.kind in RETURNS and event.subject == subject)


def _has_asked(history: list[Event], subject: str) -> bool:
    about = [each.kind for each in history if each.subject == subject]
    asked = [place for place, kind in enumerate(about) if kind == "agent.asked-idle"]
    answered = [place for place, kind in enumerate(about) if kind in STATES]
    return bool(asked) and asked[-1] > max(answered, default=-1)


# -- the law -----------------------------------------------------------------------------------------


def _laws(game: Game, log: Log) -> Iterator[list[Difference]]:
    """What the server obeyed, against what the text said, wherever either changed."""
    for snapshot in LawSnapshot.objects.filter(game=game):
        yield _law(snapshot, snapshot.seq)
    if newest := core.law_snapshot(game.pk):
        yield _law(newest, game.last_seq)


def _law(snapshot: LawSnapshot, seq: int) -> list[Difference]:
    dials, mechanisms = stored(law.folded(snapshot.game_id, seq))
    found = []
    for name in sorted(dials.keys() | snapshot.dials.keys()):
        found += _compare(seq, f"dial {name}", snapshot.dials.get(name), dials.get(name))
    found += _compare(seq, "mechanisms", snapshot.mechanisms, mechanisms)
    titles = [rule.title for rule in law.ruleset(snapshot.game_id, seq).rules]
    return found + _compare(seq, "titles of the rules", snapshot.titles, titles)


def _texts(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every version of every rule, against the digest that the log took of it."""
    for version in RuleVersion.objects.filter(game=game).select_related("rule").order_by("seq"):
        data = log[version.seq].data if version.seq in log else {}
        rid = version.rule.rid
        recorded = data.get("digests", {}).get(str(rid), data.get("digest"))
        now = text_digest(rid, version.section, version.title, version.text)
        yield _compare(version.seq, f"text of rule:{rid}", recorded, now)


def _arrangements(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every order in which the rules ever stood, and which were void, against the digest that the log took of it."""
    for row in Arrangement.objects.filter(game=game):
        recorded = log[row.seq].data.get("arrangement") if row.seq in log else None
        yield _compare(row.seq, "order of the rules", recorded, arrangement_digest(row.order, row.void))


# -- people ------------------------------------------------------------------------------------------


def _standings(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every standing, told from the log; then the Agents as they are, against their newest standings."""
    before: dict[int, tuple[str, bool, str]] = {}
    for row in Standing.objects.filter(game=game).order_by("seq", "pk"):
        told = _told(row, log.get(row.seq), before.get(row.agent_id))
        before[row.agent_id] = told
        yield _compare(row.seq, f"standing of agent:{row.agent_id}", (row.state, row.is_admin, row.name), told)
    now, history = core.current_roster_facts(game), core.roster_facts(game.pk)
    yield _compare(game.last_seq, "roster", _by_id(now), _by_id(history))
    yield _compare(game.last_seq, "mastermind", now.mastermind, history.mastermind)


def _told(row: Standing, event: Event | None, before: tuple[str, bool, str] | None) -> tuple[str, bool, str]:
    if event is None or event.subject != f"agent:{row.agent_id}":
        return before or ("", False, "")
    state, is_admin, name = before or ("", False, "")
    # Only a founder is admitted by nobody, and is an Admin from the start.
    is_admin = event.actor_id is None if event.kind == "agent.admitted" else OFFICES.get(event.kind, is_admin)
    return STATES.get(event.kind, state), is_admin, event.data.get("name", name)


def _by_id(facts: core.RosterFacts) -> list[core.Member]:
    return sorted(facts.members, key=lambda member: member.id)


def _reigns(game: Game, log: Log) -> Iterator[list[Difference]]:
    for row in Reign.objects.filter(game=game):
        subject = f"agent:{row.agent_id}" if row.agent_id else ""
        event = log.get(row.seq)
        yield _compare(row.seq, "mastermind", subject, event.subject if event else None)


# -- posts and votes ---------------------------------------------------------------------------------


def _votes(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every icon, against the event of its casting; and no event without one."""
    cast = {event.seq for event in log.values() if event.kind == "vote.cast"}
    for row in Comment.objects.filter(post__game=game, vote__isnull=False).select_related("post"):
        cast.discard(row.seq)
        event = log.get(row.seq)
        recorded = (event.actor_id, event.subject, event.data.get("vote"), event.data.get("digest")) if event else None
        now = (row.author_id, row.post.subject_key, row.vote, row.digest)
        yield _compare(row.seq, f"vote on {row.post.subject_key}", recorded, now)
    for seq in sorted(cast):
        yield [Difference(seq, f"vote on {log[seq].subject}", log[seq].data.get("vote"), None)]


def _posts(game: Game, log: Log) -> Iterator[list[Difference]]:
    """Every version of every post, and the post as it is shown: their texts, against their digests in the log."""
    newest: dict[int, tuple[int, object]] = {}
    for row in PostVersion.objects.filter(post__game=game).select_related("post").order_by("n"):
        event = log.get(row.seq)
        recorded = event.data.get("digest") if event else None
        newest[row.post_id] = (row.n, recorded)
        yield _compare(row.seq, f"text of {row.post.subject_key}", recorded, _text_digest(row))
    for post in Post.objects.filter(game=game):
        shown = (post.version, _text_digest(post))
        yield _compare(game.last_seq, f"text shown of {post.subject_key}", newest.get(post.pk), shown)


def _text_digest(row: Post | PostVersion) -> str:
    return digest({"title": row.title, "body": row.body, "category": row.category, "changes": row.changes})


def _comments(game: Game, log: Log) -> Iterator[list[Difference]]:
    """The words of every comment, against the digest that the log took of them."""
    for row in Comment.objects.filter(post__game=game).select_related("post"):
        event = log.get(row.seq)
        what = f"comment {row.number} on {row.post.subject_key}"
        yield _compare(row.seq, what, event.data.get("said") if event else None, digest(row.body))


CHECKS: Mapping[str, Check] = {
    "decisions": _decisions,
    "idlings": _idlings,
    "laws": _laws,
    "rule texts": _texts,
    "arrangements": _arrangements,
    "standings": _standings,
    "reigns": _reigns,
    "votes": _votes,
    "post texts": _posts,
    "comments": _comments,
}
