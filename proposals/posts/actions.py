"""What people write, cleaned and checked, or refused at the field that is wrong; the post that an act is about; and the
end of a matter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from nomic.core.chain import digest
from nomic.core.decision import Invalid, Reason, Refused
from nomic.core.floor import Floor
from nomic.core.games.models import Agent
from nomic.core.input import JOINERS, clean_text
from proposals.kinds import CATEGORIES, category_of
from proposals.kinds.kind import Category
from proposals.kinds.proposal.dials import ENACTMENT_RESOLVING
from proposals.posts import rules as posts_rules
from proposals.posts.models import Matter, Post
from proposals.voting.rules import Status
from rulesets.changes import queries as changes_queries
from rulesets.changes.rules import AmendRule, Change, EnactRule, RenameAgent, changes_to_json
from rulesets.changes.rules_kinds import FindVoid
from rulesets.history import queries as history_queries

LONGEST_TITLE, LONGEST_BODY = 120, 50_000
# What one kind of matter alone can say: a judgment finds a rule void, and a Proposal gives a name. (Rule 1.2)
RESERVED_CHANGES: Mapping[type[Change], tuple[str, str]] = {
    FindVoid: ("Only a Call for Judgment finds a rule void.", "only-a-call-finds-void"),
    RenameAgent: ("Only a Proposal changes a name.", "only-a-proposal-renames"),
}


@dataclass(frozen=True, slots=True)
class PostText:
    """What a post says, tidied and understood: its title, body, category and change list (JSON form)."""

    title: str
    body: str
    category: str
    changes: list[dict[str, Any]]

    @classmethod
    def of(cls, title: str, body: str, category: str, changes: object) -> PostText:
        """Raises `Invalid` at the field that cannot be taken."""
        if category not in CATEGORIES:
            raise Invalid("category", "There is no such category.", "no-category")
        filed_as = category_of(category)
        if changes and not filed_as.has_changes:
            raise Invalid("changes", filed_as.no_changes, "plain-with-changes")
        read = changes_queries.read_changes(changes or [])
        _check_kind(read, filed_as)
        _check_readable(read)
        return cls(
            _clean_title(title), clean_text("body", "A post", body, LONGEST_BODY), category, changes_to_json(read)
        )

    @property
    def digest(self) -> str:
        """What a vote is cast on: SHA-256 over the canonical JSON of the whole text."""
        parts = {"title": self.title, "body": self.body, "category": self.category, "changes": self.changes}
        return digest(parts)


def _check_kind(changes: Sequence[Change], filed_as: Category) -> None:
    for place, change in enumerate(changes):
        for kind, (text, code) in RESERVED_CHANGES.items():
            if isinstance(change, kind) and kind not in filed_as.reserved_changes:
                raise Invalid(f"changes/{place}", text, code)


def _check_readable(changes: Sequence[Change]) -> None:
    """Nobody votes on law that cannot be read. Replaced words alone are no text: a dry run judges what they make."""
    check = history_queries.text_check()
    for place, change in enumerate(changes):
        if isinstance(change, AmendRule | EnactRule):
            try:
                check(change.text)
            except Invalid as error:
                raise Invalid(f"changes/{place}/text", error.text, error.code) from None


def _clean_title(title: str) -> str:
    title = clean_text("title", "A title", title, LONGEST_TITLE, JOINERS)
    if not posts_rules.title_subject(title):
        raise Invalid("title", "A title needs a subject: something to read after its first colon.", "empty-subject")
    return title


def get_post_or_refuse(the_floor: Floor, number: int) -> Post:
    """Step: the post of that number; `Invalid` where there is none."""
    entry = (
        Post.objects.select_related("author", "authorship", "matter").filter(game=the_floor.game, number=number).first()
    )
    if entry is None:
        raise Invalid("post", "There is no such post.", "no-post")
    return entry


def close_matter(the_floor: Floor, matter: Matter, status: Status, by: Agent | None, closing: object = None) -> None:
    """Step: a matter is pending no more, as of the next event. One row must change, or somebody was first."""
    changed = Matter.objects.filter(pk=matter.pk, status=Status.PENDING.value).update(
        status=status.value,
        resolved_at=the_floor.now,
        resolved_seq=the_floor.next_seq,
        resolved_by=by,
        closing=closing,
        next_check=None,
    )
    if changed != 1:
        raise Refused(Reason("not-pending", the_floor.law.rule(ENACTMENT_RESOLVING), {"status": matter.status}))
