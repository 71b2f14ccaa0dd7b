"""Comments, and the votes that their icons cast. (Rules Voting and Gamestate Tracking)"""

from __future__ import annotations

from nomic.core import queries as core
from nomic.core.actions import people, silence
from nomic.core.actions.tokens import check_token, same_again
from nomic.core.floor import Floor, floor
from nomic.core.mechanics.chain import digest
from nomic.core.mechanics.decision import Invalid, Reason, Refused
from nomic.core.mechanics.writing import tidied
from nomic.core.models import Agent
from proposals import queries
from proposals.actions.latching import quorums_may_agree
from proposals.actions.posting import entry_of
from proposals.mechanics import posting
from proposals.mechanics.votes import Kind, Status, Vote
from proposals.models import Category, Comment, Matter, Post

LONGEST_COMMENT = 10_000


def comment(
    *, actor_id: int, game_id: int, number: int, body: str = "", vote: Vote | None = None, token: str
) -> Comment:
    """Comment on a post; with an icon, vote on it. A form sent twice makes one comment.

    Raises `Invalid` for an empty comment without an icon; refused where the icon would be no vote.
    """
    body = _body(body, vote)
    check_token(token)
    with floor(game_id) as the_floor:
        author, entry = people.agent(the_floor, actor_id), entry_of(the_floor, number)
        posting.may_comment(withdrawn=entry.withdrawn_at is not None, law=the_floor.law).or_refuse()
        if twin := Comment.objects.filter(author=author, token=token).first():
            same_again((twin.post_id, twin.body, twin.vote) == (entry.pk, body, vote))
            return twin
        if vote is not None:
            _may_vote(the_floor, author, entry, vote)
        return _say(the_floor, author, entry, body, vote, token)


def _say(the_floor: Floor, author: Agent, entry: Post, body: str, vote: Vote | None, token: str) -> Comment:
    """Step: the comment stands, and is a sign of life; a vote makes its matter due for a look."""
    remark = _write(the_floor, author, entry, body, vote, token)
    the_floor.record(
        "vote.cast" if vote else "comment.made", actor=author, subject=entry.subject_key, comment=remark.number,
        vote=vote, digest=remark.digest, said=digest(remark.body),
    )  # fmt: skip
    silence.note_activity(the_floor, author)
    if vote is not None:
        Matter.objects.filter(post=entry).update(next_check=the_floor.now)
        if entry.category == Category.CFJ:
            quorums_may_agree(the_floor)
    return remark


def _body(body: str, vote: Vote | None) -> str:
    body = tidied("body", "A comment", body, LONGEST_COMMENT)
    if not body and vote is None:
        raise Invalid("body", "Write something, or choose an icon.", "empty")
    return body


def _may_vote(the_floor: Floor, author: Agent, entry: Post, vote: Vote) -> None:
    if not entry.votable:
        raise Refused(Reason("not-a-matter", the_floor.law.rule("voting.votes")))
    posting.open_to_votes(Kind(entry.matter.kind), Status(entry.matter.status), the_floor.law).or_refuse()
    scene = queries.scene(the_floor.game, the_floor.now)
    judged = queries.judged(entry, scene)
    assert judged is not None  # it is pending
    posting.may_vote(
        author.name, vote, judged.facts, scene.roster, scene.law, scene.now, scene.hiatus
    ).or_refuse()


def _write(the_floor: Floor, author: Agent, entry: Post, body: str, vote: Vote | None, token: str) -> Comment:
    number = core.next_number(Comment.objects.filter(post=entry))
    return Comment.objects.create(
        post=entry, number=number, author=author, body=body, vote=vote, version=entry.version, digest=entry.digest,
        at=the_floor.now, seq=the_floor.next_seq, by_player=author.playing, token=token,
    )  # fmt: skip
