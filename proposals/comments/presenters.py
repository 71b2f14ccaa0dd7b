"""A post's comments as they are shown, and the form that adds one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from nomic.core.decision import Reason
from nomic.core.forms import fresh_token
from nomic.core.requests import GameRequest, cached_on_request
from nomic.core.templatetags.nomic_markdown import markdown
from proposals.comments import actions as comments_actions
from proposals.deciding import queries as deciding_queries, rules as deciding_rules
from proposals.deciding.presenters import ended_of, judged_of, vote_of_reader
from proposals.deciding.queries import JudgedMatter
from proposals.kinds import all_icons, kind_of
from proposals.posts import queries as posts_queries
from proposals.posts.forms import CommentForm
from proposals.reasons.presenters import ReasonLine, address, reason_text, reasons_context
from proposals.voting.presenters import judging_context_of
from proposals.voting.queries import JudgingContext
from proposals.voting.rules import Ballot, CountedVote, CountsAs, Status

if TYPE_CHECKING:
    from datetime import datetime

    from nomic.core.games.models import Agent
    from proposals.posts.models import Comment, Post


def conversation_context(
    entry: Post, request: GameRequest, form: CommentForm | None = None, preview: str = ""
) -> dict[str, Any]:
    """Everything that `proposals/_conversation.html` shows: the comments, and the form where the reader has one."""
    return {
        "post": entry,
        "comments": present_comments(entry, request),
        "form": (form or CommentForm(initial={"token": fresh_token()})) if request.agent else None,
        "ballot": ballot_context(entry, request, form) if request.agent else None,
        "preview": preview,
        "withdrawn": entry.withdrawn_at is not None,
        "urls": {name.replace("-", "_"): address(name, request, entry.number) for name in ("comment-on", "post")},
    }


# -- comments ----------------------------------------------------------------------------------------


def present_comments(entry: Post, request: GameRequest) -> list[CommentCard]:
    """Every comment in its order, each vote with what has become of it."""
    rows = list(posts_queries.comments_on(entry.pk))
    fates = counted_votes(entry, rows, request) if entry.votable else {}
    unread = _unread_numbers(entry, rows, request)
    return [present_comment(entry, row, fates.get(row.pk), request, row.number in unread) for row in rows]


def _unread_numbers(entry: Post, rows: Sequence[Comment], request: GameRequest) -> set[int]:
    """The comments that the reader has not been shown: others' alone, and none from before e came."""
    reader = request.agent
    if reader is None or not rows:
        return set()
    upto = _seen_upto(entry, reader, request)
    fresh = (row for row in rows if row.number > upto and row.author_id != reader.pk and row.at > reader.admitted_at)
    return {row.number for row in fresh}


def _seen_upto(entry: Post, reader: Agent, request: GameRequest) -> int:
    return cached_on_request(
        request, f"seen of {entry.number}", lambda: posts_queries.seen_upto(reader.account_id, entry.pk)
    )


def mark_read(shown: Mapping[str, Any], request: GameRequest) -> None:
    """The reader has been shown a conversation: eir bookmark moves, after the marks were made."""
    reader, entry = request.agent, shown["post"]
    if reader is None or not shown["comments"]:
        return
    last = shown["comments"][-1].number
    if last > _seen_upto(entry, reader, request):
        comments_actions.move_bookmark(account_id=reader.account_id, post_id=entry.pk, upto=last, now=request.now)


def counted_votes(entry: Post, rows: Sequence[Comment], request: GameRequest) -> dict[int, CountedVote | None]:
    """How each vote counts, by the comment that cast it; None for one that a later vote of its Agent replaced."""
    counted, scene = _count_trail(entry, request)
    lines: dict[tuple[str, str, object], list[CountedVote]] = defaultdict(list)
    for line in counted:
        lines[(line.voter, str(line.cast), line.at)].append(line)
    fates: dict[int, CountedVote | None] = {}
    # Of two alike the newer one stands: from the newest back, each takes what is left.
    for row in reversed([row for row in rows if row.vote]):
        alike = lines[(scene.name(row.author_id), str(row.vote), row.at)]
        fates[row.pk] = alike.pop() if alike else None
    return fates


def _count_trail(entry: Post, request: GameRequest) -> tuple[tuple[CountedVote, ...], JudgingContext]:
    """The trail of the count: of now, or of the moment before the matter was resolved."""
    judged = judged_of(request, entry)
    if judged:
        return judged.verdict.tally.counted, judged.scene
    facts, scene = ended_of(request, entry)
    return deciding_queries.judge_matter(facts, scene).tally.counted, scene


@dataclass(frozen=True, slots=True)
class OlderText:
    n: int
    url: str


@dataclass(frozen=True, slots=True)
class CommentCard:
    """A comment as `components/comment.html` takes it."""

    number: int
    anchor: str
    author: str
    author_url: str
    role: str
    posted_at: datetime
    permalink: str
    body: str
    vote: str | None
    is_superseded: bool
    is_void: bool
    note: str
    older_text: OlderText | None
    is_unread: bool
    is_new: bool = False


def present_comment(
    entry: Post, row: Comment, fate: CountedVote | None, request: GameRequest, is_unread: bool
) -> CommentCard:
    is_vote = bool(row.vote) and entry.votable
    return CommentCard(
        number=row.number,
        anchor=f"comment-{row.number}",
        author=row.author.name,
        author_url=address("agent", request, row.author_id),
        role=_role(row.author_id, request),
        posted_at=row.at,
        permalink=address("comment", request, entry.number, row.number),
        body=markdown(row.body) if row.body else "",
        vote=row.vote,
        is_superseded=is_vote and fate is None,
        is_void=fate is not None and fate.as_ is CountsAs.NONE,
        note=_vote_note(fate, request),
        older_text=_older_text(entry, row, request) if is_vote else None,
        is_unread=is_unread,
    )


def _role(agent_id: int, request: GameRequest) -> str:
    member = next((each for each in judging_context_of(request).facts.members if each.id == agent_id), None)
    is_mastermind, is_admin = agent_id == request.game.mastermind_id, member is not None and member.is_admin
    return ", ".join(request.keywords.offices(mastermind=is_mastermind, admin=is_admin))


def _vote_note(fate: CountedVote | None, request: GameRequest) -> str:
    """What a reader could not guess from the icon: how a DEFERENTIAL counts, why a vote is none."""
    if fate is None or fate.why in {"explicit", "implied"}:
        return ""
    sentence = reason_text(Reason(fate.why, ""), request)
    return f"{sentence} It counts as {fate.as_}." if fate.as_ in {CountsAs.FOR, CountsAs.AGAINST} else sentence


def _older_text(entry: Post, row: Comment, request: GameRequest) -> OlderText | None:
    """That a vote was cast on words which have been edited since."""
    if row.version >= entry.version:
        return None
    versions = address("post-versions", request, entry.number)
    return OlderText(n=row.version, url=f"{versions}?from={row.version}&to={entry.version}")


# -- the ballot --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class IconChoice:
    vote: str
    label: str
    is_checked: bool
    is_disabled: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True)
class VoteBox:
    """The icons that a reader may vote with."""

    choices: list[IconChoice]
    is_open: bool
    closed: list[ReasonLine] | list[dict[str, Any]]
    cast: str = ""
    is_implied: bool = False


def ballot_context(entry: Post, request: GameRequest, form: CommentForm | None = None) -> VoteBox | None:
    """The icons, those that would be no vote disabled with the reason; None where there is nothing to vote on."""
    if not entry.votable:
        return None
    judged = judged_of(request, entry)
    if judged is None:
        kind, status = kind_of(entry.matter.kind), Status(entry.matter.status)
        closed = deciding_rules.may_receive_votes(kind, status, judging_context_of(request).law).reasons
        return VoteBox(choices=[], is_open=False, closed=reasons_context(closed, request))
    offered = icon_choices(judged, request, (form["vote"].value() or "") if form else "")
    return VoteBox(
        choices=offered,
        is_open=any(each.vote and not each.is_disabled for each in offered),
        closed=_common_grounds(judged, request),
        cast=vote_of_reader(judged, request),
        is_implied=any(
            each.why == "implied" and request.agent and each.voter == request.agent.name
            for each in judged.verdict.tally.counted
        ),
    )


def icon_choices(judged: JudgedMatter, request: GameRequest, chosen: str) -> list[IconChoice]:
    """No icon, and each icon of this kind of matter. A reason that bars them all is said once, elsewhere."""
    everywhere = _barring_all(judged, request)
    none = IconChoice("", "No icon", is_checked=chosen not in all_icons())
    return [none, *(_icon_choice(icon, judged, request, chosen, everywhere) for icon in judged.facts.kind.icons)]


def _icon_choice(
    icon: str, judged: JudgedMatter, request: GameRequest, chosen: str, everywhere: list[Reason]
) -> IconChoice:
    reasons = reasons_against_icon(icon, judged, request)
    own = [reason for reason in reasons if reason not in everywhere]
    return IconChoice(
        vote=str(icon),
        label="",
        is_checked=icon == chosen and not reasons,
        is_disabled=bool(reasons),
        reason=" ".join(reason_text(each, request) for each in own),
    )


def reasons_against_icon(icon: str, judged: JudgedMatter, request: GameRequest) -> tuple[Reason, ...]:
    """Why this icon of the reader would be no vote now."""
    scene, voter = judged.scene, request.agent
    assert voter is not None
    ballot = Ballot(voter.name, icon, scene.now)
    return deciding_rules.may_vote(ballot, judged.facts, scene.roster, scene.law, scene.hiatus).reasons


def _barring_all(judged: JudgedMatter, request: GameRequest) -> list[Reason]:
    first, *others = (reasons_against_icon(icon, judged, request) for icon in judged.facts.kind.icons)
    return [reason for reason in first if all(reason in each for each in others)]


def _common_grounds(judged: JudgedMatter, request: GameRequest) -> list[ReasonLine]:
    return reasons_context(_barring_all(judged, request), request)
