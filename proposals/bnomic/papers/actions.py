"""Proposals are submitted, and revised while they are Pending. (Rules Proposals, Dependencies and Conflicts)"""

from __future__ import annotations

from dataclasses import dataclass
from unicodedata import normalize

from nomic.core.decision import Invalid, Reason, Refused
from nomic.core.floor import Floor, floor
from nomic.core.games.models import Agent
from nomic.core.input import JOINERS, check_same_form, check_token, clean_text
from nomic.core.roster import actions as roster_actions, actions_activity as roster_actions_activity
from proposals.bnomic.dials import NWEEK_REVISING
from proposals.bnomic.register import queries as register_queries
from proposals.bnomic.register.actions import claim_name, get_proposal_or_refuse, write_lists
from proposals.bnomic.register.models import Proposal
from proposals.bnomic.register.rules_lists import (
    Lists,
    check_lists,
    join_body,
    proposal_title,
    read_items,
    read_lists,
    read_proposal_number,
    split_body,
)
from proposals.composer import actions as composer_actions
from proposals.kinds import MOTION
from proposals.posts import queries as posts_queries
from proposals.posts.actions import PostText
from proposals.posts.models import Post, PostVersion

LONGEST_NAME = 100
CATEGORY = MOTION.code  # of the post that a Proposal is, and of its draft


@dataclass(frozen=True, slots=True)
class PaperWords:
    """What an Author writes on the sheet of a Proposal.

    `depends`, `conflicts`: Numbers and Names, as a line of the body would list them; they are written into the body.
    """

    name: str = ""
    body: str = ""
    depends: str = ""
    conflicts: str = ""
    changes: object = None


@dataclass(frozen=True, slots=True)
class Paper:
    """What an Author hands in, in good order: the body holds all that is listed."""

    name: str
    body: str
    changes: object

    @classmethod
    def of(cls, words: PaperWords) -> Paper:
        """Raises `Invalid` at the field that cannot be taken."""
        body = body_with_lists(words.body, words.depends, words.conflicts)
        check_lists(read_lists(body))
        if not (words.name.strip() or body.strip() or words.changes):
            raise Invalid("body", "Say what is to be changed, in words or in a list of changes.", "empty")
        return cls(_clean_name(words.name), body, words.changes)

    def text(self, number: int) -> PostText:
        """What the journal calls it: its Number first, and its Name after a colon."""
        return PostText.of(proposal_title(number, self.name), self.body, CATEGORY, self.changes)


def _clean_name(name: str) -> str:
    name = " ".join(clean_text("name", "A Name", name, LONGEST_NAME, JOINERS).split())
    if read_proposal_number(name) is not None:
        raise Invalid("name", "A Name cannot read like a Number: lists could not tell them apart.", "name-is-a-number")
    return name


def body_with_lists(body: str, depends: str, conflicts: str) -> str:
    """The body is the truth: what the fields of a form list is written into it, after what it lists itself."""
    # As it will be kept: whole signs may become several, and one of them a semicolon.
    body, depends, conflicts = (normalize("NFC", each) for each in (body, depends, conflicts))
    added = Lists(read_items(depends), read_items(conflicts))
    if added == Lists():
        return body
    prose, listed = split_body(body)
    return join_body(prose, Lists((*listed.depends, *added.depends), (*listed.conflicts, *added.conflicts)))


def submit_proposal(*, actor_id: int, game_id: int, words: PaperWords, token: str) -> Proposal:
    """Submit a Proposal, which gets the next Number. A form sent twice makes one.

    Raises `Invalid` at the field that cannot be taken, and at `token` for a form that has made another Proposal.
    """
    paper = Paper.of(words)
    check_token(token)
    with floor(game_id) as the_floor:
        author = roster_actions.require_agent(the_floor, actor_id)
        if twin := posts_queries.post_by_token(author, token):
            return _check_same(twin, paper)
        register_queries.may_submit(author, the_floor.game, the_floor.law).or_refuse()
        return _write_submission(the_floor, author, paper, token)


def _check_same(twin: Post, paper: Paper) -> Proposal:
    row = Proposal.objects.select_related("post").filter(post=twin).first()
    first = row and PostVersion.objects.filter(post=twin, n=1, digest=paper.text(row.number).digest)
    check_same_form(bool(first and first.exists()))
    assert row is not None
    return row


def _write_submission(the_floor: Floor, author: Agent, paper: Paper, token: str) -> Proposal:
    """Step: the Proposal is Pending, on record with its Number and with what it lists."""
    number = register_queries.next_number(the_floor.game)
    entry = composer_actions.publish_motion(the_floor, author, paper.text(number), token)
    row = Proposal.objects.create(
        post=entry, game=the_floor.game, number=number, name=paper.name, submitted_at=the_floor.now
    )
    listed = write_lists(the_floor, row)
    the_floor.record(
        "bnomic.submitted", actor=author, subject=entry.subject_key, number=number, name=row.name, listed=listed
    )
    claim_name(the_floor, row)
    roster_actions_activity.note_activity(the_floor, author)
    return row


def revise_proposal(*, actor_id: int, game_id: int, number: int, words: PaperWords, base_version: int) -> Proposal:
    """Submit one's own Pending Proposal anew: its text, Name and lists are these; its Number stays. All versions are
    kept. Raises `Invalid` as `submit` does; refused if it says something else since `base_version`."""
    paper = Paper.of(words)
    with floor(game_id) as the_floor:
        author, row = roster_actions.require_agent(the_floor, actor_id), get_proposal_or_refuse(the_floor, number)
        register_queries.may_revise(author, row, the_floor.game, the_floor.law).or_refuse()
        text = paper.text(number)
        # Sent twice, it says what stands already.
        if text.digest == row.post.digest:
            return row
        if base_version != row.post.version:
            facts = {"version": row.post.version}
            raise Refused(Reason("edited-meanwhile", the_floor.law.rule(NWEEK_REVISING), facts))
        _write_revision(the_floor, author, row, paper, text)
        return row


def _write_revision(the_floor: Floor, author: Agent, row: Proposal, paper: Paper, text: PostText) -> None:
    row.name = paper.name
    row.save(update_fields=["name"])
    composer_actions.revise_motion(the_floor, row.post, text)
    listed = write_lists(the_floor, row)
    the_floor.record(
        "bnomic.revised",
        actor=author,
        subject=row.post.subject_key,
        number=row.number,
        name=row.name,
        version=row.post.version,
        listed=listed,
        heard=roster_actions_activity.hear_agents(the_floor, [author]),
    )
    claim_name(the_floor, row)
