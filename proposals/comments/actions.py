"""Comment on posts, vote by icon, and keep how far a reader has read. (Rules Voting and Gamestate Tracking)"""

from __future__ import annotations

from datetime import datetime

from nomic.core.chain import digest
from nomic.core.decision import Invalid, Reason, Refused
from nomic.core.floor import Floor, floor, write_aside
from nomic.core.games import queries as games_queries
from nomic.core.games.models import Agent
from nomic.core.input import check_same_form, check_token, clean_text
from nomic.core.roster import actions as roster_actions, actions_activity as roster_actions_activity
from proposals.deciding import queries as deciding_queries, rules as deciding_rules
from proposals.deciding.actions_kinds import actions_of
from proposals.kinds import kind_of
from proposals.posts import rules as posts_rules
from proposals.posts.actions import get_post_or_refuse
from proposals.posts.models import Comment, Matter, Post, Seen
from proposals.voting import queries as voting_queries
from proposals.voting.dials import VOTING_VOTES
from proposals.voting.rules import Ballot, Status

LONGEST_COMMENT = 10_000


def post_comment(
    *, actor_id: int, game_id: int, number: int, body: str = "", vote: str | None = None, token: str
) -> Comment:
    """Comment on a post; with an icon, vote on it. A form sent twice makes one comment.

    Raises `Invalid` for an empty comment without an icon; refused where the icon would be no vote.
    """
    body = _clean_body(body, vote)
    check_token(token)
    with floor(game_id) as the_floor:
        author, entry = roster_actions.require_agent(the_floor, actor_id), get_post_or_refuse(the_floor, number)
        posts_rules.may_comment(withdrawn=entry.withdrawn_at is not None, law=the_floor.law).or_refuse()
        if twin := Comment.objects.filter(author=author, token=token).first():
            check_same_form((twin.post_id, twin.body, twin.vote) == (entry.pk, body, vote))
            return twin
        if vote is not None:
            _check_may_vote(the_floor, author, entry, vote)
        return _write_comment(the_floor, author, entry, body, vote, token)


def _write_comment(the_floor: Floor, author: Agent, entry: Post, body: str, vote: str | None, token: str) -> Comment:
    """Step: the comment stands, and is a sign of life; a vote makes its matter due for a look."""
    remark = _create_comment(the_floor, author, entry, body, vote, token)
    the_floor.record(
        "vote.cast" if vote else "comment.made",
        actor=author,
        subject=entry.subject_key,
        comment=remark.number,
        vote=vote,
        digest=remark.digest,
        said=digest(remark.body),
    )
    roster_actions_activity.note_activity(the_floor, author)
    if vote is not None:
        Matter.objects.filter(post=entry).update(next_check=the_floor.now)
        actions_of(entry.matter.kind).on_vote(the_floor)
    return remark


def _clean_body(body: str, vote: str | None) -> str:
    body = clean_text("body", "A comment", body, LONGEST_COMMENT)
    if not body and vote is None:
        raise Invalid("body", "Write something, or choose an icon.", "empty")
    return body


def _check_may_vote(the_floor: Floor, author: Agent, entry: Post, vote: str) -> None:
    if not entry.votable:
        raise Refused(Reason("not-a-matter", the_floor.law.rule(VOTING_VOTES)))
    deciding_rules.may_receive_votes(kind_of(entry.matter.kind), Status(entry.matter.status), the_floor.law).or_refuse()
    scene = voting_queries.judging_context(the_floor.game, the_floor.now)
    judged = deciding_queries.judged_matter(entry, scene)
    assert judged is not None  # it is pending
    ballot = Ballot(author.name, vote, scene.now)
    deciding_rules.may_vote(ballot, judged.facts, scene.roster, scene.law, scene.hiatus).or_refuse()


def _create_comment(the_floor: Floor, author: Agent, entry: Post, body: str, vote: str | None, token: str) -> Comment:
    number = games_queries.next_number(Comment.objects.filter(post=entry))
    return Comment.objects.create(
        post=entry,
        number=number,
        author=author,
        body=body,
        vote=vote,
        version=entry.version,
        digest=entry.digest,
        at=the_floor.now,
        seq=the_floor.next_seq,
        by_player=author.is_playing,
        token=token,
    )


# How far somebody has read: eir own bookmark in each post, which nothing shows to anybody else.


def move_bookmark(*, account_id: int, post_id: int, upto: int, now: datetime) -> None:
    """An account has been shown the comments up to that one. A bookmark never moves back."""
    write_aside(lambda: _write_bookmark(account_id, post_id, upto, now))


def _write_bookmark(account_id: int, post_id: int, upto: int, now: datetime) -> None:
    first = Seen(account_id=account_id, post_id=post_id, upto=upto, at=now)
    Seen.objects.bulk_create([first], ignore_conflicts=True)
    Seen.objects.filter(account_id=account_id, post_id=post_id, upto__lt=upto).update(upto=upto, at=now)
