"""Proposals are submitted, and revised while they are Pending. (Rules Proposals, Dependencies and Conflicts)"""

from __future__ import annotations

from dataclasses import dataclass
from unicodedata import normalize

from nomic.core.actions import people, silence
from nomic.core.actions.tokens import check_token, same_again
from nomic.core.floor import Floor, floor
from nomic.core.mechanics.decision import Invalid, Reason, Refused
from nomic.core.mechanics.writing import JOINERS, tidied
from nomic.core.models import Agent
from proposals import queries as posts
from proposals.actions import posting
from proposals.actions.texts import Text
from proposals.bnomic.actions.listing import list_anew, take_name
from proposals.bnomic.mechanics.listing import Lists, check, items, joined, number_in, read_lists, split, titled
from proposals.bnomic.models import Proposal
from proposals.bnomic.queries import ballots, permits, supposing
from proposals.models import Category, Post, PostVersion

LONGEST_NAME = 100
CATEGORY = Category.MOTION.value  # of the post that a Proposal is, and of its draft


@dataclass(frozen=True, slots=True)
class Paper:
    """What an Author hands in. `depends`, `conflicts`: what eir form lists beside the lines of the body itself."""

    name: str
    body: str
    changes: object

    @classmethod
    def of(cls, name: str, body: str, depends: str, conflicts: str, changes: object) -> Paper:
        """Raises `Invalid` at the field that cannot be taken."""
        body = written(body, depends, conflicts)
        check(read_lists(body))
        if not (name.strip() or body.strip() or changes):
            raise Invalid("body", "Say what is to be changed, in words or in a list of changes.", "empty")
        return cls(_name(name), body, changes)

    def text(self, number: int) -> Text:
        """What the journal calls it: its Number first, and its Name after a colon."""
        return Text.of(titled(number, self.name), self.body, CATEGORY, self.changes)


def _name(name: str) -> str:
    name = " ".join(tidied("name", "A Name", name, LONGEST_NAME, JOINERS).split())
    if number_in(name) is not None:
        raise Invalid("name", "A Name cannot read like a Number: lists could not tell them apart.", "name-is-a-number")
    return name


def written(body: str, depends: str, conflicts: str) -> str:
    """The body is the truth: what the fields of a form list is written into it, after what it lists itself."""
    # As it will be kept: whole signs may become several, and one of them a semicolon.
    body, depends, conflicts = (normalize("NFC", each) for each in (body, depends, conflicts))
    added = Lists(items(depends), items(conflicts))
    if added == Lists():
        return body
    prose, listed = split(body)
    return joined(prose, Lists((*listed.depends, *added.depends), (*listed.conflicts, *added.conflicts)))


def submit(
    *, actor_id: int, game_id: int, name: str = "", body: str = "", depends: str = "", conflicts: str = "",
    changes: object = None, token: str,
) -> Proposal:  # fmt: skip
    """Submit a Proposal, which gets the next Number. A form sent twice makes one.

    `depends`, `conflicts`: Numbers and Names, as a line of the body would list them; they are written into the body.
    Raises `Invalid` at the field that cannot be taken, and at `token` for a form that has made another Proposal.
    """
    paper = Paper.of(name, body, depends, conflicts, changes)
    check_token(token)
    with floor(game_id) as the_floor:
        author = people.agent(the_floor, actor_id)
        if twin := posts.posted(author, token):
            return _the_same(twin, paper)
        permits.may_submit(author, the_floor.game, the_floor.law).or_refuse()
        return _submit(the_floor, author, paper, token)


def _the_same(twin: Post, paper: Paper) -> Proposal:
    row = Proposal.objects.select_related("post").filter(post=twin).first()
    first = row and PostVersion.objects.filter(post=twin, n=1, digest=paper.text(row.number).digest)
    same_again(bool(first and first.exists()))
    assert row is not None
    return row


def _submit(the_floor: Floor, author: Agent, paper: Paper, token: str) -> Proposal:
    """Step: the Proposal is Pending, on record with its Number and with what it lists."""
    number = supposing.next_number(the_floor.game)
    entry = posting.submit(the_floor, author, paper.text(number), token)
    row = Proposal.objects.create(
        post=entry, game=the_floor.game, number=number, name=paper.name, submitted_at=the_floor.now
    )
    listed = list_anew(the_floor, row)
    the_floor.record(
        "bnomic.submitted", actor=author, subject=entry.subject_key, number=number, name=row.name, listed=listed
    )
    take_name(the_floor, row)
    silence.note_activity(the_floor, author)
    return row


def revise(
    *, actor_id: int, game_id: int, number: int, name: str = "", body: str = "", depends: str = "",
    conflicts: str = "", changes: object = None, base_version: int,
) -> Proposal:  # fmt: skip
    """Submit one's own Pending Proposal anew: its text, Name and lists are these; its Number stays. All versions are
    kept. Raises `Invalid` as `submit` does; refused if it says something else since `base_version`."""
    paper = Paper.of(name, body, depends, conflicts, changes)
    with floor(game_id) as the_floor:
        author, row = people.agent(the_floor, actor_id), proposal_of(the_floor, number)
        permits.may_revise(author, row, the_floor.game, the_floor.law).or_refuse()
        text = paper.text(number)
        # Sent twice, it says what stands already.
        if text.digest == row.post.digest:
            return row
        if base_version != row.post.version:
            facts = {"version": row.post.version}
            raise Refused(Reason("edited-meanwhile", the_floor.law.rule("nweek.revising"), facts))
        _revise(the_floor, author, row, paper, text)
        return row


def _revise(the_floor: Floor, author: Agent, row: Proposal, paper: Paper, text: Text) -> None:
    row.name = paper.name
    row.save(update_fields=["name"])
    posting.resubmit(the_floor, row.post, text)
    listed = list_anew(the_floor, row)
    the_floor.record(
        "bnomic.revised", actor=author, subject=row.post.subject_key, number=row.number, name=row.name,
        version=row.post.version, listed=listed, heard=silence.hear(the_floor, [author]),
    )  # fmt: skip
    take_name(the_floor, row)


def proposal_of(the_floor: Floor, number: int) -> Proposal:
    """Step: the Proposal of that Number; `Invalid` where there is none."""
    row = ballots.proposal(the_floor.game.pk, number)
    if row is None:
        raise Invalid("number", "There is no Proposal of that Number.", "no-proposal")
    return row
