"""What people write, cleaned and checked, or refused at the field that is wrong; and the post that an act is about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from nomic.core.chain import digest
from nomic.core.decision import Invalid
from nomic.core.floor import Floor
from nomic.core.input import JOINERS, clean_text
from proposals.posts import rules as posts_rules
from proposals.posts.models import Category, Post
from rulesets.changes import queries as changes_queries
from rulesets.changes.rules import AmendRule, Change, EnactRule, RenameAgent, changes_to_json
from rulesets.changes.rules_kinds import FindVoid
from rulesets.history import queries as history_queries

LONGEST_TITLE, LONGEST_BODY = 120, 50_000
CHANGING = frozenset({Category.PROPOSAL, Category.CFJ, Category.MOTION})
PROPOSING = frozenset({Category.PROPOSAL, Category.MOTION})
CHANGES_NOTHING = {
    Category.PLAIN.value: "A plain post changes nothing; file it as a Proposal.",
    Category.DOV.value: "A Declaration of Victory changes nothing by itself; propose the changes.",
    Category.ADDRESS.value: "What an Ascension Address brings about, the ascension says.",
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
        if category not in Category.values:
            raise Invalid("category", "There is no such category.", "no-category")
        if category not in CHANGING and changes:
            raise Invalid("changes", CHANGES_NOTHING[category], "plain-with-changes")
        read = changes_queries.read_changes(changes or [])
        _check_kind(read, category)
        _check_readable(read)
        return cls(
            _clean_title(title), clean_text("body", "A post", body, LONGEST_BODY), category, changes_to_json(read)
        )

    @property
    def digest(self) -> str:
        """What a vote is cast on: SHA-256 over the canonical JSON of the whole text."""
        parts = {"title": self.title, "body": self.body, "category": self.category, "changes": self.changes}
        return digest(parts)


def _check_kind(changes: Sequence[Change], category: str) -> None:
    """What one kind of matter alone can say: a judgment finds a rule void, and a Proposal gives a name. (Rule 1.2)"""
    for place, change in enumerate(changes):
        if isinstance(change, FindVoid) and category != Category.CFJ:
            raise Invalid(f"changes/{place}", "Only a Call for Judgment finds a rule void.", "only-a-call-finds-void")
        if isinstance(change, RenameAgent) and category not in PROPOSING:
            raise Invalid(f"changes/{place}", "Only a Proposal changes a name.", "only-a-proposal-renames")


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
